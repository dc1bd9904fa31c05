"""Decides at the end of each step of a program whether torch's profiler records the next steps."""

from __future__ import annotations

import atexit
import os
import sys
import time
from typing import TYPE_CHECKING

from gpuscope.probe.live_request import LiveRequest
from gpuscope.probe.optimizer_ranges import OptimizerRanges
from gpuscope.probe.torch_profile import TorchProfile

if TYPE_CHECKING:
    from gpuscope.probe.channel import Channel
    from gpuscope.probe.phase_ranges import PhaseRanges

_POLL_NS = 100_000_000
"""Interval of checks for a live request: it is noticed within a tenth of a second, or at the next step if that comes later."""
_NEVER = sys.maxsize
_clock = time.perf_counter_ns


class ProgramCapture:
    """The captures of one program.

    Args:
        channel: The channel to the run's recorder.
        text: The capture planned at the start, in the canonical form of ``core.capture_request``; "" for none.
        steps_before: Number of steps that the process had taken before it replaced its program: a capture of them is not made again.

    Attributes:
        is_on: Whether steps are being recorded.
        ranges: Profiler ranges of the current phases; None while nothing is recorded.
        optimizers: The ranges of optimizers' steps, followed while steps are being recorded.
    """

    def __init__(self, channel: Channel, text: str, steps_before: int = 0) -> None:
        self._profile = TorchProfile(channel)
        self._live = LiveRequest(channel.folder or "")
        self._answered = 0
        self._start_ns = _clock()
        self._poll_ns = 0
        self._is_timed = False
        self._begin = self._end = _NEVER
        self._steps_wanted = 0
        self.is_on = False
        self.ranges: PhaseRanges | None = None
        self.optimizers = OptimizerRanges()
        self._pid = os.getpid()
        self._plan(text, steps_before)

    def _plan(self, text: str, steps_before: int) -> None:
        extent, *extras = text.split(",")
        unit, _, span = extent.partition("=")
        begin, _, end = span.partition(":")
        if not end:
            return
        self._is_timed = unit == "time"
        scale = 1e9 if self._is_timed else 1
        try:
            self._begin, self._end = (int(float(bound.rstrip("s")) * scale) for bound in (begin, end))
        except ValueError:  # set by something other than a recorder; requests made while the program runs still work
            return
        self._profile.extras = frozenset(extras)
        if not self._is_timed and self._end <= steps_before:
            self._begin = self._end = _NEVER

    def after_step(self, taken: int) -> None:
        """Start or stop recording between two steps, if due.

        Args:
            taken: Number of steps that have ended so far.
        """
        now_ns = _clock()
        if not self.is_on and now_ns >= self._poll_ns:
            self._poll_ns = now_ns + _POLL_NS
            self._poll(taken)
        if self._begin == _NEVER:
            return
        if not self.is_on:
            if self._place(taken, now_ns) >= self._begin:
                self._record(taken)
            return
        self._end_step()
        is_over = self._is_over(now_ns, self._profile.steps)
        if is_over or self._profile.is_full:
            self.finish("" if is_over else "it was ended early: more steps could fill the disk or the memory")
        else:
            self._begin_step()

    def ends_with_this_step(self) -> bool:
        """Whether the recording is planned to end with the step that ends now."""
        return self._is_over(_clock(), self._profile.steps + 1)

    def _is_over(self, now_ns: int, recorded: int) -> bool:
        """Whether the recording is complete; steps count as recorded, since the count of detected steps may jump meanwhile."""
        return self._place(0, now_ns) >= self._end if self._is_timed else recorded >= self._steps_wanted

    def _place(self, taken: int, now_ns: int) -> int:
        """Return how far the program is, in the unit of the plan: ns since its start, or steps."""
        return now_ns - self._start_ns if self._is_timed else taken

    def _begin_step(self) -> None:
        self._profile.begin_step()
        if self.ranges is not None:
            self.ranges.resume()

    def _end_step(self) -> None:
        if self.ranges is not None:
            self.ranges.pause()
        self._profile.end_step()

    def _poll(self, taken: int) -> None:
        """Accept a live request, unless a planned capture is still pending."""
        if self._begin == _NEVER and self._live.look() != self._answered:
            self._answered = self._live.serial
            self._is_timed, self._begin, self._end = False, taken, taken + self._live.steps
            self._profile.extras = frozenset(self._live.extras)

    def _record(self, taken: int) -> None:
        """Start recording with the next step.

        There is no trial step as for our workloads: starting a second profiler within a ``record_function`` of the first, which an
        optimizer's step is, crashes the program (torch 2.13 writes its end into freed memory).
        """
        self._steps_wanted = 0 if self._is_timed else max(1, self._end - self._begin)
        self._profile.begin(taken, self._steps_wanted)
        self.is_on = self._profile.is_on
        if not self.is_on:
            self._forget()
            return
        atexit.register(self._at_exit)
        self.optimizers.follow()
        self.ranges = self._profile.phase_ranges()
        self._begin_step()

    def finish(self, text: str) -> None:
        """Stop recording and write the trace; ``text`` says why it is incomplete, "" if it is not."""
        if self.ranges is not None:
            self.ranges.pause()
            self.ranges = None
        self.optimizers.leave_alone()
        self._profile.end(text)
        self._forget()
        atexit.unregister(self._at_exit)

    def _forget(self) -> None:
        self.is_on, self._begin, self._end = False, _NEVER, _NEVER
        if self._answered:
            self._live.answer()

    def _at_exit(self) -> None:
        """Keep what was recorded when the program exits, even by an exception."""
        if self._pid == os.getpid():  # a forked child inherits this handler, but not the profiler
            self.finish("the program ended before the last of its steps")
