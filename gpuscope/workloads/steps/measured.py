"""The loop below every workload: warm-up, for so many steps or until the run is steady, then the measured window, in blocks of steps.

The device is waited for only at the edges of a block, and everything that is told is told there, so that a step costs two
calls of bookkeeping and no wait.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gpuscope.workloads.steps.clock import StepClock, step_clock, wait_for
from gpuscope.workloads.steps.phases import StepPhases
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.steps.warm_up import Steadiness, is_heating

BLOCK_S = 0.1
"""How long a block of steps shall take: so often, at most, something is told, and a stop is noticed."""
_LAST_S = 0.01
"""Towards the end of a window of a duration blocks take half of what is left, down to this: steps that become slower in the last
block, on a busy machine, then move the end by little."""
_LARGEST_BLOCK = 4096
"""A GPU's clock holds one event a timed step of a block; a sixteenth of the ring's slots, so that the recorder is never overrun."""
_GROWTH = 4
"""From a first block of one step, whose time is not known, to the largest in seven."""

Step = Callable[..., Any]
"""Takes one step with a full batch; what it returns is handed to the watcher at the block's edge. It is given nothing, or, when its
phases are timed, what it calls at the end of each."""
Watcher = Callable[[Sequence[Any], int], None]
"""Is given what the steps of a block returned, and the index of the first of them."""


@dataclass(frozen=True, slots=True)
class Window:
    """The measured part of a run.

    Attributes:
        open_ns: Stamp (``perf_counter_ns``) after the warm-up, with the device idle.
        close_ns: Stamp after the last measured step, with the device idle.
        steps: Measured steps that were taken.
        steps_timed_every: One step in so many was timed on its own.
    """

    open_ns: int
    close_ns: int
    steps: int
    steps_timed_every: int

    @property
    def seconds(self) -> float:
        """How long it was open."""
        return (self.close_ns - self.open_ns) / 1e9


class MeasuredLoop:
    """Takes the steps of one run.

    Args:
        setting: The run.
        step: Takes one step.
        watch: Looks at what the steps of a block returned; None when nobody does.
        phases: Times the phases of some steps; None for steps that have none.
        is_over: Asked between two blocks whether the measured steps were enough; None when all of them are taken.
        every: After how many measured steps it is asked.
        agree: Given the seconds of a step of the block that ended, and returns those that all ranks of a run go by, so that their
            blocks are of one length; every rank calls it at the same steps.
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
        self._block = 1
        self._taken = 0
        self._step_s = 0.0
        self._has_measured = False

    def run(self) -> Window | None:
        """Take warm-up and measured steps, and tell the recorder where the window opens and close.

        Returns:
            The window; shorter when a stop was requested, None when that came in the warm-up.
        """
        spec, channel = self._setting.spec, self._setting.channel
        with self._setting.stop.deferred():
            channel.phase("warmup", step=0)
            self._take(spec.warmup_steps)
            if spec.warmup_limit_s:
                self._take_until_steady(Steadiness(spec.warmup_limit_s))
            if self._setting.stop.requested:
                return None
            warmed, self._setting.warm_up.steps = self._taken, self._taken
            if self._begin is not None:
                self._begin()
            self._clock.adapt(self._step_s)
            wait_for(self._setting.device)
            open_ns = time.perf_counter_ns()
            channel.phase("measured", open_ns, self._taken)
            close_ns = self._take_measured(open_ns)
            channel.phase("evaluate", close_ns, self._taken)
        return Window(open_ns, close_ns, self._taken - warmed, self._clock.every)

    def _take_until_steady(self, steadiness: Steadiness) -> None:
        """Take blocks of steps until they agree, or for as long as the spec allows; say when they never did."""
        while not self._setting.stop.requested and not steadiness.is_over:
            count = self._block
            self._take(count)
            steadiness.add(count, count * self._step_s, is_heating=is_heating())
        self._setting.warm_up.unsteady = steadiness.trouble
        if steadiness.trouble and not self._setting.stop.requested:
            limit = self._setting.spec.warmup_limit_s
            self._setting.channel.log(f"not steady after {limit:g} s of warm-up: {steadiness.trouble}", level="warning")

    def _take_measured(self, open_ns: int) -> int:
        """Take the measured steps: so many, or for so long.

        Returns:
            The stamp after the last of them.
        """
        spec = self._setting.spec
        left = sys.maxsize if spec.steps is None else spec.steps
        left_s = None if spec.duration_s is None else partial(self._left_s, open_ns, spec.duration_s)
        while True:
            taken = self._taken
            self._take(min(left, self._every), left_s)
            close_ns = time.perf_counter_ns()
            left -= self._taken - taken
            is_cut = self._taken - taken < self._every  # the time was over
            if self._setting.stop.requested or (self._is_over is not None and self._is_over()) or left == 0 or is_cut:
                return close_ns

    def _left_s(self, open_ns: int, duration_s: float) -> float:
        """Return how long the window stays open, as all ranks see it: by the clock of the one that is furthest."""
        return duration_s - self._agree((time.perf_counter_ns() - open_ns) / 1e9)

    def _take(self, steps: int, left_s: Callable[[], float] | None = None) -> None:
        """Take so many steps in blocks.

        Args:
            steps: How many.
            left_s: Tells for how long steps may still be taken; the last block is made as long as that, and one step is taken at least.
        """
        target = self._taken + steps
        while self._taken < target and not self._setting.stop.requested:
            count = min(self._block, target - self._taken)
            if left_s is not None:
                left = left_s()
                fitting = left / self._step_s if self._step_s > 0 else 0.0
                if fitting < 0.5 and self._has_measured:  # the end is nearer now than it would be after another step
                    return
                count = max(1, min(count, round(fitting / 2 if _LAST_S < left < 2 * BLOCK_S else fitting)))
                self._has_measured = True
            begin = time.perf_counter()
            returned = take_block(self._step, self._clock, count, self._phases)
            self._step_s = self._agree((time.perf_counter() - begin) / count)
            self._block = min(self._block * _GROWTH, _LARGEST_BLOCK, max(1, round(BLOCK_S / self._step_s)))
            if self._watch is not None:
                self._watch(returned, self._taken)
            if self._phases is not None:
                self._phases.tell(self._taken)
            self._taken += count


def take_block(step: Step, clock: StepClock, count: int, phases: StepPhases | None = None) -> list[Any]:
    """Take so many steps and return what they returned; all of them have ended when it returns."""
    returned: list[Any] = []
    keep, mark = returned.append, clock.mark
    chosen, timed = (-1, step) if phases is None else (phases.choose(count), partial(phases.timed, step))
    clock.begin()
    for index in range(count):
        keep(timed() if index == chosen else step())
        mark()
    clock.end()
    return returned
