"""The loop of every workload: warm-up, for a number of steps or until the run is steady, then the measured window, in blocks of steps.

The device is synchronized and everything is reported only between blocks, so that the overhead of a step is two bookkeeping
calls and no wait.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.steps.capture import StepCapture
from gpuscope.workloads.steps.clock import StepClock, step_clock, wait_for
from gpuscope.workloads.steps.peak_memory import PeakMemory
from gpuscope.workloads.steps.phases import StepPhases
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.steps.warm_up import Steadiness, is_heating

BLOCK_S = 0.1
"""Target duration of a block of steps, and so the interval at which values are reported and stop requests are noticed."""
_LAST_S = 0.01
"""Near the end of a window of fixed duration, blocks shrink to half of the time left, down to this length. Steps that slow down in the
last block, on a busy machine, then overrun the end only a little."""
_LARGEST_BLOCK = 4096
"""Maximum steps per block. A GPU's clock keeps one event per timed step of a block; a sixteenth of the ring's slots never overruns it."""
_GROWTH = 4
"""Maximum growth factor of a block: from one step, whose time is unknown, to the largest block in seven."""

Step = Callable[..., Any]
"""Takes one step with a full batch; its result is passed to the watcher at the end of the block. If its phases are timed, its only
argument is the function to call at the end of each phase."""
Watcher = Callable[[Sequence[Any], int], None]
"""Called with the results of a block's steps and the index of the first one."""


@dataclass(frozen=True, slots=True)
class Window:
    """The measured part of a run.

    Attributes:
        open_ns: Timestamp (``perf_counter_ns``) after the warm-up, with the device idle.
        close_ns: Timestamp after the last measured step, with the device idle.
        steps: Number of measured steps, excluding those under a profiler.
        steps_timed_every: One step in this many was timed individually.
        profiled_steps: Number of steps under a profiler.
        profiled_ns: Their duration, including writing the profile.
        peaks: The peaks of memory by metric key.
    """

    open_ns: int
    close_ns: int
    steps: int
    steps_timed_every: int
    profiled_steps: int = 0
    profiled_ns: int = 0
    peaks: Mapping[str, Quantity] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Length of the window in seconds, excluding the profiled part."""
        return (self.close_ns - self.open_ns - self.profiled_ns) / 1e9


class MeasuredLoop:
    """Takes the steps of one run.

    Args:
        step: Takes one step.
        watch: Called with the results of each block; None for no call.
        phases: Times the phases of sampled steps; None for steps without phases.
        is_over: Called between blocks; returning True ends the window early. None takes all steps.
        every: Number of measured steps between calls of ``is_over``.
        agree: Maps this rank's seconds per step of the last block to the value that all ranks use, so that their blocks have the
            same length; every rank calls it at the same steps.
        begin: Called between warm-up and window.
    """

    def __init__(
        self,
        setting: Setting,
        step: Step,
        watch: Watcher | None = None,
        phases: StepPhases | None = None,
        is_over: Callable[[], bool] | None = None,
        every: int = 1,
        agree: Callable[[float], float] = float,
        begin: Callable[[], None] | None = None,
    ) -> None:
        self._setting = setting
        self._step = step
        self._watch = watch
        self._phases = phases
        self._is_over = is_over
        self._every = sys.maxsize if is_over is None else every
        self._agree = agree
        self._begin = begin
        self._clock: StepClock = step_clock(setting.channel, setting.device)
        self._capture = StepCapture(setting, agree)
        self._block = 1
        self._taken = 0
        self._step_s = 0.0
        self._has_measured = False

    def run(self) -> Window | None:
        """Take the warm-up and measured steps, and report to the recorder when the window opens and closes.

        Returns:
            The window; shorter if a stop was requested, None if that happened during the warm-up.
        """
        spec, channel, memory = self._setting.spec, self._setting.channel, PeakMemory(self._setting.device)
        with self._setting.stop.deferred():
            memory.release()
            channel.phase("warmup", step=0)
            self._warm_up(spec.warmup_steps)
            if spec.warmup_limit_s:
                self._run_until_steady(Steadiness(spec.warmup_limit_s))
            if self._setting.stop.requested:
                return None
            warmed, self._setting.warm_up.steps = self._taken, self._taken
            if self._begin is not None:
                self._begin()
            self._clock.adapt(self._step_s)
            wait_for(self._setting.device)
            memory.begin()
            open_ns = time.perf_counter_ns()
            self._capture.open(open_ns, warmed)
            channel.phase("measured", open_ns, self._taken)
            close_ns = self._run_measured(open_ns)
            peaks = memory.reached()
            self._capture.end(self._taken, close_ns=close_ns)
            channel.phase("evaluate", close_ns, self._taken)
        profiled = self._capture
        steps = self._taken - warmed - profiled.steps
        return Window(open_ns, close_ns, steps, self._clock.every, profiled.steps, profiled.lost_ns, peaks)

    def _warm_up(self, steps: int) -> None:
        """Take the warm-up steps; the last one warms the profiler up if a capture is planned.

        After the first step, in which models are compiled, the warm-up takes no longer than the window if that has a fixed duration.
        """
        is_tried = steps > 0 and self._capture.wants_trial
        self._run_steps(min(1, steps - is_tried))
        duration_s = self._setting.spec.duration_s
        self._run_steps(steps - is_tried - 1, None if duration_s is None else partial(self._left_s, time.perf_counter_ns(), duration_s))
        self._has_measured = False
        if is_tried and not self._setting.stop.requested:
            self._run_profiled(partial(self._capture.trial, self._step), 1)

    def _run_until_steady(self, steadiness: Steadiness) -> None:
        """Take blocks of steps until their speed is steady or the spec's limit is reached; in the latter case log a warning."""
        while not self._setting.stop.requested and not steadiness.is_over:
            count = self._block
            self._run_steps(count)
            steadiness.add(count, count * self._step_s, is_heating=is_heating())
        self._setting.warm_up.unsteady = steadiness.trouble
        if steadiness.trouble and not self._setting.stop.requested:
            limit = self._setting.spec.warmup_limit_s
            self._setting.channel.log(f"not steady after {limit:g} s of warm-up: {steadiness.trouble}", level="warning")

    def _run_measured(self, open_ns: int) -> int:
        """Take the measured steps, by number or by duration.

        Returns:
            The timestamp after the last step.
        """
        spec = self._setting.spec
        left = sys.maxsize if spec.steps is None else spec.steps
        left_s = None if spec.duration_s is None else partial(self._left_s, open_ns, spec.duration_s)
        while True:
            taken = self._taken
            self._run_steps(min(left, self._every), left_s)
            close_ns = time.perf_counter_ns()
            left -= self._taken - taken
            is_cut = self._taken - taken < self._every  # the duration has elapsed
            if self._setting.stop.requested or (self._is_over is not None and self._is_over()) or left == 0 or is_cut:
                return close_ns

    def _left_s(self, open_ns: int, duration_s: float) -> float:
        """Return the remaining seconds of the window, agreed by all ranks: the maximum elapsed time applies."""
        return duration_s - self._agree((time.perf_counter_ns() - open_ns) / 1e9)

    def _run_steps(self, steps: int, left_s: Callable[[], float] | None = None) -> None:
        """Take steps in blocks.

        Args:
            steps: Maximum number of steps.
            left_s: Returns the seconds left; the last block is sized to fit, and at least one step is taken. None for no time limit.
        """
        target = self._taken + steps
        while self._taken < target and not self._setting.stop.requested:
            count = min(self._block, target - self._taken, self._capture.at_edge(self._taken))
            if left_s is not None:
                left = left_s()
                fitting = left / self._step_s if self._step_s > 0 else 0.0
                if fitting < 0.5 and self._has_measured:  # stopping now is closer to the target than one more step
                    return
                count = max(1, min(count, round(fitting / 2 if _LAST_S < left < 2 * BLOCK_S else fitting)))
                self._has_measured = True
            if self._capture.is_on:
                self._run_profiled(partial(self._capture.step, self._step), count)
                continue
            begin = time.perf_counter()
            returned = run_block(self._step, self._clock, count, self._phases)
            self._step_s = self._agree((time.perf_counter() - begin) / count)
            self._block = min(self._block * _GROWTH, _LARGEST_BLOCK, max(1, round(BLOCK_S / self._step_s)))
            self._settle(returned, self._phases)

    def _run_profiled(self, step: Step, count: int) -> None:
        """Take a block of steps under a profiler; their speed does not affect the block size, and their phases are not timed."""
        self._settle(run_block(step, self._clock, count), None)

    def _settle(self, returned: Sequence[Any], phases: StepPhases | None) -> None:
        """Report a completed block of steps, and count its steps."""
        if self._watch is not None:
            self._watch(returned, self._taken)
        if phases is not None:
            phases.report(self._taken)
        self._taken += len(returned)


def run_block(step: Step, clock: StepClock, count: int, phases: StepPhases | None = None) -> list[Any]:
    """Take ``count`` steps and return their results; all steps have completed when this returns."""
    returned: list[Any] = []
    keep, mark = returned.append, clock.mark
    chosen, timed = (-1, step) if phases is None else (phases.choose(count), partial(phases.timed, step))
    clock.begin()
    for index in range(count):
        keep(timed() if index == chosen else step())
        mark()
    clock.end()
    return returned
