"""The profiler ranges of optimizers' steps, within which the hooks detect the end of a step."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from typing import Any

_NAME = "Optimizer.step#"
"""How torch names the range of every optimizer's step, in the wrapper that also calls the post hooks."""


class OptimizerRanges:
    """Delays the work between two detected steps until torch has closed its own range of the optimizer's step.

    The post hook that detects a step runs within that range. Ranges of one thread must nest: Perfetto drops each one that ends after the
    range that it began in.
    """

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._open = 0
        self._due: list[Callable[[], object]] = []
        self._original: Any = None
        self._own: Any = None

    def follow(self) -> None:
        """Notice optimizers' ranges from now on. Of a range that is already open, the profiler has recorded nothing."""
        module: Any = sys.modules.get("torch.autograd.profiler")
        original: Any = getattr(module, "record_function", None)
        if original is None:
            return

        def enter(entered: Any) -> Any:
            self._count(entered, 1)
            return original.__enter__(entered)

        def leave(entered: Any, *raised: Any) -> Any:
            result = original.__exit__(entered, *raised)
            self._count(entered, -1)
            return result

        self._original, self._open = original, 0
        self._own = type(original.__name__, (original,), {"__enter__": enter, "__exit__": leave})
        module.record_function = self._own

    def leave_alone(self) -> None:
        """End it: new ranges are torch's own again."""
        module: Any = sys.modules.get("torch.autograd.profiler")
        if module is not None and self._own is not None and module.record_function is self._own:
            module.record_function = self._original
        self._own = None
        self._due.clear()

    def when_closed(self, act: Callable[[], object]) -> bool:
        """Call a function as soon as the outermost range of an optimizer's step is closed; return False if none is open."""
        if not self._open or threading.get_ident() != self._thread:
            return False
        self._due.append(act)
        return True

    def _count(self, entered: Any, change: int) -> None:
        if self._own is None or threading.get_ident() != self._thread or not str(entered.name).startswith(_NAME):
            return
        self._open += change
        if not self._open:
            due, self._due = self._due, []
            for act in due:
                with contextlib.suppress(Exception):  # no error may reach the program
                    act()
