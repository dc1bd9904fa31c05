"""gpuscope: launch a deep-learning workload, watch the machine while it runs, keep every run, set runs side by side.

The names for use inside a user's own program come from ``gpuscope.probe`` when they are first asked for.
"""

from typing import Any

__version__ = "0.1.0"
__all__ = ["log", "phase", "step"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from gpuscope.probe import program

        globals()[name] = found = getattr(program, name)  # asking here at each use would cost more than the step itself
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
