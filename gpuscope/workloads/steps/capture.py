"""The capture of chosen measured steps with torch's profiler, started and ended between blocks of steps."""

import sys
import time
from collections.abc import Callable
from typing import Any

from gpuscope.core.capture_request import CaptureRequest
from gpuscope.probe.live_request import LiveRequest
from gpuscope.probe.torch_profile import TorchProfile
from gpuscope.workloads.steps.setting import Setting

_ENDED_EARLY = "it was ended early: more steps could fill the disk or the memory"


class StepCapture:
    """Decides between blocks of measured steps whether a capture begins or ends; every rank decides at the same steps.

    A capture is requested by the spec, or while the run is live. Before its steps, a trial step is taken, which warms the profiler up and
    shows the size of a step; for a capture requested by the spec, the trial is part of the warm-up.

    Args:
        agree: Maps this rank's number to the maximum over all ranks.

    Attributes:
        is_on: Whether a capture is in progress: the same on all ranks, even if a rank's profiler failed.
        steps: Number of measured steps that were taken under a profiler.
        lost_ns: Time of the window that captures took, including their steps.
    """

    def __init__(self, setting: Setting, agree: Callable[[float], float]) -> None:
        folder = setting.channel.folder
        self._request = setting.spec.capture if folder else None
        self._live = LiveRequest(folder) if folder else None
        self._agree = agree
        self._profile = TorchProfile(setting.channel, () if self._request is None else self._request.extras)
        self._open_ns = self._begin_ns = 0
        self._first = self._warmup = self._answered = 0
        self._is_tried = False
        self.is_on = False
        self.steps = self.lost_ns = 0

    @property
    def wants_trial(self) -> bool:
        """Whether one step before the measured ones must be taken with :meth:`trial`."""
        return self._request is not None

    def trial(self, step: Callable[[], Any]) -> Any:
        """Take a step under the profiler, and discard its recording."""
        self._is_tried = True
        self._profile.begin_trial()
        try:
            return step()
        finally:
            self._profile.end_trial()

    def step(self, step: Callable[[], Any]) -> Any:
        """Take a step of a capture; the first is the trial if there was none before."""
        if not self._is_tried:
            returned = self.trial(step)
            self._begin_profile(trial_steps=1)
            return returned
        self._profile.begin_step()
        try:
            return step()
        finally:
            self._profile.end_step()

    def open(self, open_ns: int, warmup: int) -> None:
        """Record the start of the measured steps, a stamp of ``perf_counter_ns``, after ``warmup`` steps."""
        self._open_ns, self._warmup = open_ns, warmup

    def at_edge(self, taken: int) -> int:
        """Begin or end a capture if due after ``taken`` steps, including warm-up.

        Returns:
            Maximum number of steps until the next call.
        """
        if self._live is None or not self._open_ns:
            return sys.maxsize
        measured = taken - self._warmup
        self._poll(self._live, measured)
        request = self._request
        if request is None:
            return sys.maxsize
        place = measured if request.unit == "steps" else self._agree((time.perf_counter_ns() - self._open_ns) / 1e9)
        begin = request.begin if self._is_tried or request.unit == "time" else max(0, request.begin - 1)  # with its trial step
        if not self.is_on and place >= begin:
            self._begin(measured)
        elif self.is_on and place >= request.end:
            self.end(taken)
            return sys.maxsize
        elif self.is_on and self._agree(float(self._profile.is_full)):
            self.end(taken, _ENDED_EARLY)
            return sys.maxsize
        if request.unit == "time":
            return sys.maxsize
        if not self.is_on:
            return int(begin) - measured
        room = -self._agree(-float(self._profile.room))  # the minimum over all ranks
        return int(min(request.end - measured, max(1.0, room)))

    def _poll(self, live: LiveRequest, measured: int) -> None:
        """Accept a live request; a request that arrives while another is pending is handled after it."""
        serial = int(self._agree(float(live.look())))
        if self._request is not None or serial == self._answered:
            return
        steps = int(self._agree(float(live.steps)))
        self._answered, self._is_tried = serial, False
        self._request = CaptureRequest("steps", measured + 1, measured + 1 + steps, live.extras)
        self._profile.extras = frozenset(live.extras)

    def _begin(self, measured: int) -> None:
        self.is_on, self._first, self._begin_ns = True, measured, time.perf_counter_ns()
        if self._is_tried or (self._request is not None and self._request.begin == measured == 0):
            self._is_tried = True
            self._begin_profile(trial_steps=0)

    def _begin_profile(self, *, trial_steps: int) -> None:
        assert self._request is not None
        steps = int(self._request.end - self._request.begin) if self._request.unit == "steps" else 0
        self._profile.begin(self._first + trial_steps, steps, trial_steps=trial_steps, begin_ns=self._begin_ns)

    def end(self, taken: int, text: str = "", close_ns: int | None = None) -> None:
        """End the capture in progress, if any, and write its file.

        Args:
            taken: Number of steps so far, including warm-up.
            text: Why the capture is incomplete; "" if it is not.
            close_ns: Timestamp at which the window closed; None while it is open.
        """
        if not self.is_on:
            return
        measured = taken - self._warmup
        if self._request is not None and self._request.unit == "steps" and measured < self._request.end and not text:
            text = "the run ended before the last of its steps"
        self._profile.end(text)
        self.is_on, self._request = False, None
        self.steps += measured - self._first
        self.lost_ns += (close_ns or time.perf_counter_ns()) - self._begin_ns
