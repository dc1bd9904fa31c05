"""gpuscope: launch a deep-learning workload, monitor the machine while it runs, record every run, compare runs.

``log``, ``phase`` and ``step``, for use in a user's own program, are loaded from ``gpuscope.probe`` on first access.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # not at run time: it takes longer to import than what a program needs of gpuscope

__version__ = "0.1.0"
__all__ = ["log", "phase", "step"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from gpuscope.probe import program

        globals()[name] = found = getattr(program, name)  # cached: a call of this function costs more than the step itself
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
