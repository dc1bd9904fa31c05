"""The phases that a program reports, as ranges of the profiler that records it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any


class PhaseRanges:
    """One profiler range per current phase, the outermost first. Ranges are closed at the end of each step and reopened in the next.

    Profiler ranges nest per thread, so phases that are not reported by the thread of the steps have no ranges.
    """

    def __init__(self, record_function: Callable[[str], Any]) -> None:
        self._record_function = record_function
        self._thread = threading.get_ident()
        self._names: tuple[str, ...] = ()
        self._open: list[Any] = []
        self._is_paused = True

    def follow(self, names: Sequence[str]) -> None:
        """Set the current phases, the outermost first."""
        if threading.get_ident() != self._thread:
            return
        kept = 0
        while kept < min(len(names), len(self._names)) and names[kept] == self._names[kept]:
            kept += 1
        self._close(kept)
        self._names = tuple(names)
        self._open_from(kept)

    def pause(self) -> None:
        """Close all ranges at the end of a step; phases that continue get new ranges in the next step."""
        self._close(0)
        self._is_paused = True

    def resume(self) -> None:
        """Open the ranges of the current phases at the start of a step."""
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
