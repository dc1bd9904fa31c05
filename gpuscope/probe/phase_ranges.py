"""The phases that a program tells, as ranges of the profiler that records it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any


class PhaseRanges:
    """One range for each phase that the program is in, the outermost first; they end with each step and go on with the next.

    Profilers nest by thread, so phases that another thread than that of the steps reports have no ranges.

    Args:
        record_function: That of ``torch.profiler``.
    """

    def __init__(self, record_function: Callable[[str], Any]) -> None:
        self._record_function = record_function
        self._thread = threading.get_ident()
        self._names: tuple[str, ...] = ()
        self._open: list[Any] = []
        self._is_paused = True

    def follow(self, names: Sequence[str]) -> None:
        """Be in these phases from now on."""
        if threading.get_ident() != self._thread:
            return
        kept = 0
        while kept < min(len(names), len(self._names)) and names[kept] == self._names[kept]:
            kept += 1
        self._close(kept)
        self._names = tuple(names)
        self._open_from(kept)

    def pause(self) -> None:
        """A step ends: what goes on is another range in the next one."""
        self._close(0)
        self._is_paused = True

    def resume(self) -> None:
        """A step has begun."""
        self._is_paused = False
        self._open_from(0)

    def _close(self, kept: int) -> None:
        while len(self._open) > kept:
            with contextlib.suppress(Exception):
                self._open.pop().__exit__(None, None, None)

    def _open_from(self, first: int) -> None:
        if self._is_paused:
            return
        for name in self._names[first:]:
            with contextlib.suppress(Exception):
                entered = self._record_function(name)
                entered.__enter__()
                self._open.append(entered)
