"""A text of the engine in the window's language; light enough for charts, which know no services."""

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.engine_vocabulary import WORDS


def engine_text(text: str) -> str:
    """Translate a text of the engine; unknown ones (a user's phase) are returned unchanged."""
    return QCoreApplication.translate("Engine", text) if text in WORDS else text
