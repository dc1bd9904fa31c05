"""A text of the engine in the window's language; light enough for charts, which know no services."""

from gpuscope.system.language import translated as engine_text

__all__ = ["engine_text"]
