"""Decides at the ends of a program's steps whether torch's profiler records the next ones."""

from __future__ import annotations

import atexit
import os
import sys
import time
from typing import TYPE_CHECKING

from gpuscope.probe.live_request import LiveRequest
from gpuscope.probe.torch_profile import TorchProfile

if TYPE_CHECKING:
    from gpuscope.probe.channel import Channel
    from gpuscope.probe.phase_ranges import PhaseRanges

_LOOK_NS = 100_000_000
"""A request while the program runs is seen within a tenth of a second, or with the next step."""
_NEVER = sys.maxsize
_clock = time.perf_counter_ns


class ProgramCapture:
    """The captures of one program.

    Args:
        channel: To the recorder of its run.
        text: What is to be profiled from the start, in the one spelling of ``core.capture_request``; "" for nothing.

    Attributes:
        is_on: Whether steps are being recorded.
        ranges: Of the phases that the program is in; None while nothing is recorded.
    """

    def __init__(self, channel: Channel, text: str) -> None:
        self._profile = TorchProfile(channel)
        self._live = LiveRequest(channel.folder or "")
        self._answered = 0
        self._start_ns = _clock()
        self._look_ns = 0
        self._is_timed = False
        self._begin = self._end = _NEVER
        self.is_on = False
        self.ranges: PhaseRanges | None = None
        self._pid = os.getpid()
        self._plan(text)

    def _plan(self, text: str) -> None:
        what, *extras = text.split(",")
        unit, _, span = what.partition("=")
        begin, _, end = span.partition(":")
        if not end:
            return
        self._is_timed = unit == "time"
        scale = 1e9 if self._is_timed else 1
        self._begin, self._end = (int(float(bound.rstrip("s")) * scale) for bound in (begin, end))
        self._profile.extras = frozenset(extras)

    def after_step(self, taken: int) -> None:
        """Begin or end what is due, between two steps.

        Args:
            taken: Steps that have ended so far.
        """
        now_ns = _clock()
        if not self.is_on and now_ns >= self._look_ns:
            self._look_ns = now_ns + _LOOK_NS
            self._look(taken)
        if self._begin == _NEVER:
            return
        place = now_ns - self._start_ns if self._is_timed else taken
        if not self.is_on:
            if place >= self._begin:
                self._record(taken)
            return
        self._end_step()
        if place >= self._end or self._profile.is_full:
            self.finish("" if place >= self._end else "it was ended early: more steps could fill the disk or the memory")
        else:
            self._begin_step()

    def _begin_step(self) -> None:
        self._profile.begin_step()
        if self.ranges is not None:
            self.ranges.resume()

    def _end_step(self) -> None:
        if self.ranges is not None:
            self.ranges.pause()
        self._profile.end_step()

    def _look(self, taken: int) -> None:
        """Take a request up that came while the program runs; one that is planned goes first."""
        if self._begin == _NEVER and self._live.look() != self._answered:
            self._answered = self._live.serial
            self._is_timed, self._begin, self._end = False, taken, taken + self._live.steps
            self._profile.extras = frozenset(self._live.extras)

    def _record(self, taken: int) -> None:
        """Record the steps that follow.

        There is no trial, as there is of our workloads: a second profiler that is started within a ``record_function`` of the first, as an
        optimizer's step is one, ends the program (torch 2.13 writes its end into memory that was given back).
        """
        self._profile.begin(taken, 0 if self._is_timed else max(1, self._end - taken))
        self.is_on = self._profile.is_on
        if not self.is_on:
            self._forget()
            return
        atexit.register(self._at_exit)
        self.ranges = self._profile.phase_ranges()
        self._begin_step()

    def finish(self, text: str) -> None:
        """Write what was recorded."""
        if self.ranges is not None:
            self.ranges.pause()
            self.ranges = None
        self._profile.end(text)
        self._forget()
        atexit.unregister(self._at_exit)

    def _forget(self) -> None:
        self.is_on, self._begin, self._end = False, _NEVER, _NEVER

    def _at_exit(self) -> None:
        """At the end of the program, also by an exception: what there is, is kept."""
        if self._pid == os.getpid():  # a forked child inherits this, and not the profiler
            self.finish("the program ended before the last of its steps")
