"""The capture of chosen measured steps by torch's profiler, at the edges of blocks of steps."""

import sys
import time
from collections.abc import Callable
from typing import Any

from gpuscope.core.capture_request import CaptureRequest
from gpuscope.probe.torch_profile import TorchProfile
from gpuscope.workloads.steps.setting import Setting


class StepCapture:
    """Decides between blocks of measured steps whether a capture begins or ends; every rank does so at the same steps.

    Args:
        setting: The run.
        agree: Maps this rank's number to the one that all ranks use.

    Attributes:
        steps: Measured steps that were taken under a profiler.
        lost_ns: Time that captures took of the window, their steps included.
    """

    def __init__(self, setting: Setting, agree: Callable[[float], float]) -> None:
        request = setting.spec.capture
        self._request = request if setting.channel.is_open else None
        self._agree = agree
        self._profile = TorchProfile(setting.channel, () if request is None else request.extras)
        self._open_ns = self._begin_ns = 0
        self._first = self._warmup = 0
        self.is_on = False
        """Whether a capture is under way: on all ranks at once, also where a rank's profiler failed."""
        self.steps = self.lost_ns = 0

    @property
    def wants_trial(self) -> bool:
        """Whether a step before the measured ones is to be taken by :meth:`trial`."""
        return self._request is not None

    def trial(self, step: Callable[[], Any]) -> Any:
        """Take a step under the profiler, which warms that up and shows what a step weighs."""
        return self._profile.trial(step)

    def step(self, step: Callable[[], Any]) -> Any:
        """Take a step, named by its number where steps are recorded."""
        return self._profile.step(step)

    def open(self, open_ns: int, warmup: int) -> None:
        """Note the beginning of the measured steps.

        Args:
            open_ns: A stamp of ``perf_counter_ns``.
            warmup: How many steps were taken before.
        """
        self._open_ns, self._warmup = open_ns, warmup

    def at_edge(self, taken: int) -> int:
        """Begin or end a capture where it is due.

        Args:
            taken: Steps so far, warm-up included.

        Returns:
            How many steps there are at most until the next edge that must not be missed.
        """
        if self._request is None or not self._open_ns:
            return sys.maxsize
        request, measured = self._request, taken - self._warmup
        place = measured if request.unit == "steps" else self._agree((time.perf_counter_ns() - self._open_ns) / 1e9)
        if not self.is_on and place >= request.begin:
            self._begin(request, taken)
        elif self.is_on and place >= request.end:
            self.end(taken)
        elif self.is_on and self._agree(float(self._profile.is_full)):
            self.end(taken, "it was ended early: more steps could fill the disk or the memory")
        if request.unit == "time" or self._request is None:
            return sys.maxsize
        return int(request.end if self.is_on else request.begin) - measured

    def _begin(self, request: CaptureRequest, taken: int) -> None:
        self.is_on, self._first, self._begin_ns = True, taken, time.perf_counter_ns()
        length = request.end - request.begin
        if request.unit == "steps":
            self._profile.begin(taken - self._warmup, int(length))
        else:
            self._profile.begin(taken - self._warmup, seconds=length)

    def end(self, taken: int, text: str = "", close_ns: int | None = None) -> None:
        """End the capture that is under way, if any, and write its file.

        Args:
            taken: Steps so far, warm-up included.
            text: What it lacks.
            close_ns: Where the window has closed already; None while it is open.
        """
        if not self.is_on:
            return
        self._profile.end(text)
        self.is_on, self._request = False, None
        self.steps += taken - self._first
        self.lost_ns += (close_ns or time.perf_counter_ns()) - self._begin_ns
