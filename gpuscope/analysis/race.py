"""A race of runs: their measured windows replayed on one clock, from stored readings only.

The state of a lane is a pure function of the race time, so every speed and frame rate shows the same samples at the same time. All
windows begin at 0; warm-up is excluded.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from gpuscope.analysis.comparability import other_things
from gpuscope.analysis.energy_curve import EnergyCurve, HeldReadings, energy_curve, held_readings, total_curve
from gpuscope.analysis.group import Group
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.reduction import IncompleteError
from gpuscope.analysis.series import DeviceSeries, Stamps, Values
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import counted
from gpuscope.core.run import RunRecord, RunState

MOST_LANES = 8
"""Maximum number of lanes that stay legible from five metres."""
POWER_METRICS = ("power", "power_average")
RACE_METRICS = ("energy", *POWER_METRICS)
"""Metrics that a race reads for each device that a run was placed on."""
SPEEDS = (1, 2, 5, 10, 50)
"""Replay speeds: race seconds per wall-clock second."""
_FITTING_S = 20.0
"""Longest replay at the default speed, unless even the highest of :data:`SPEEDS` is slower."""
_RATE_S = 0.5
"""Current throughput is averaged over at least this long, in whole steps; a shorter time would flicker."""
_ROUNDING = 1e-9
"""Far below one sample or step, and of a count far above the relative error of a product or quotient with a mean of samples per step."""


class Goal(StrEnum):
    """The goal of a race."""

    SAMPLES = "samples"
    """A fixed number of samples: the first to finish wins."""
    TIME = "time"
    """A fixed time: the one with the most samples wins."""
    OWN = "own"
    """Each lane its own measured time, if samples are not comparable; a run that did not finish has no finish time."""


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """A run prepared for replay.

    Attributes:
        name: Display name, unique in its race.
        duration_s: Length of its measured window; 0 if it was not measured.
        ends_s: Ends of its measured steps in seconds from the window's start, float64, not decreasing; shape (n,).
        samples_per_step: Samples per step, a mean if they differ; None if unknown.
        no_samples: Why its samples are unknown; "" if they are known.
        power: Power readings of each device that it was placed on.
        energy: Total energy of these devices; None if missing.
        no_energy: Why the energy is missing; "" if it is not.
        simulated: Label of simulated devices; "" for real hardware.
    """

    name: str
    record: RunRecord
    duration_s: float
    ends_s: Values
    samples_per_step: float | None
    no_samples: str
    power: tuple[HeldReadings, ...]
    energy: EnergyCurve | None
    no_energy: str
    simulated: str = ""

    def renamed(self, name: str) -> "Lane":
        """Return the lane with another name."""
        return replace(self, name=name)

    @property
    def end_s(self) -> float:
        """Time at which both its window and its last step have ended."""
        return max(self.duration_s, float(self.ends_s[-1]) if self.ends_s.size else 0.0)

    @property
    def samples(self) -> int | None:
        """Number of samples in its window; None if unknown."""
        return None if self.samples_per_step is None else self._samples_of(int(self.ends_s.size), self.samples_per_step)

    def samples_at(self, t_s: float) -> int | None:
        """Return the number of samples of the steps that ended by a time; None if unknown."""
        return None if self.samples_per_step is None else self._samples_of(self._steps_at(t_s), self.samples_per_step)

    def reached_s(self, samples: float) -> float:
        """Return the time at which a number of samples was done; infinity if the lane does not reach it."""
        if self.samples_per_step is None:
            return math.inf
        count = samples / self.samples_per_step
        steps = math.ceil(count - _rounding(count))
        return 0.0 if steps <= 0 else float(self.ends_s[steps - 1]) if steps <= self.ends_s.size else math.inf

    @staticmethod
    def _samples_of(steps: int, each: float) -> int:
        return math.floor(steps * each + _rounding(steps * each))

    def rate_at(self, t_s: float) -> float | None:
        """Return the current throughput in samples per second; None before the first step ended, and if samples are unknown."""
        steps = self._steps_at(t_s)
        if self.samples_per_step is None or steps == 0:
            return None
        newest_s = float(self.ends_s[steps - 1])
        before = int(np.searchsorted(self.ends_s, newest_s - _RATE_S, side="right"))
        if before == 0 and self.record.spec.is_command:
            return None  # the start of a command's first step is unknown
        lasted_s = newest_s - (float(self.ends_s[before - 1]) if before else 0.0)
        rate = (steps - before) / lasted_s if lasted_s > 0 else math.inf
        since_s = t_s - newest_s
        rate = min(rate, 1.0 / since_s) if since_s > 0 else rate  # during a stall: the next step is not done yet
        return rate * self.samples_per_step if math.isfinite(rate) else None

    def power_at(self, t_s: float) -> float | None:
        """Return the current total power in watts; None in a gap, and if a device has no power readings."""
        watts = [readings.at(t_s) for readings in self.power]
        finite = [value for value in watts if value is not None]
        return sum(finite) if finite and len(finite) == len(watts) else None

    def _steps_at(self, t_s: float) -> int:
        return int(np.searchsorted(self.ends_s, t_s, side="right"))


def _rounding(count: float) -> float:
    """Return how much a calculated count may be off."""
    return _ROUNDING * max(1.0, count / 1000)


@dataclass(frozen=True, slots=True)
class LaneState:
    """State of a lane at a race time. A finished or ended lane keeps its final counts, and its rate and power become means.

    Attributes:
        samples: Samples done so far; None if unknown.
        share: Progress to the finish line, 0 to 1.
        rate: Throughput in samples per second; None if unknown.
        power_w: Power; None if unknown.
        energy_j: Energy so far; None if missing.
        energy_per_sample_j: Energy per sample; None if either is missing, and before the first sample.
        finish_s: Finish time; None before the finish.
        place: Rank, from 1; None before the finish.
    """

    samples: int | None
    share: float
    rate: float | None
    power_w: float | None
    energy_j: float | None
    energy_per_sample_j: float | None
    finish_s: float | None
    place: int | None

    @property
    def is_finished(self) -> bool:
        """Whether the lane has crossed the finish line."""
        return self.finish_s is not None


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """Runs replayed on one clock.

    Attributes:
        lanes: The lanes, in the order in which they were chosen.
        goal: What they race for.
        line: Samples (SAMPLES) or seconds (TIME) to the finish; the longest window in seconds (OWN).
        finishes_s: Finish time of each lane; infinity for a lane that does not finish.
        note: Why samples are not comparable; "" if they are.
    """

    lanes: tuple[Lane, ...]
    goal: Goal
    line: float
    finishes_s: tuple[float, ...]
    note: str = ""

    @property
    def length_s(self) -> float:
        """Length of the race: the last finish, or the end of a lane that does not finish."""
        ends = [lane.end_s if math.isinf(finish) else finish for lane, finish in zip(self.lanes, self.finishes_s, strict=True)]
        return max(ends)

    @property
    def fitting_speed(self) -> int:
        """The lowest speed at which the replay takes at most 20 s, else the highest."""
        return next((speed for speed in SPEEDS if self.length_s / speed <= _FITTING_S), SPEEDS[-1])

    @property
    def first_finish_s(self) -> float:
        """Time at which the winner finishes; the whole length if nobody finishes."""
        return min((finish for finish in self.finishes_s if math.isfinite(finish)), default=self.length_s)

    def states(self, t_s: float) -> tuple[LaneState, ...]:
        """Return the state of all lanes at a race time in seconds."""
        places = self._places()
        return tuple(
            self._state(lane, finish, place, max(0.0, t_s)) for lane, finish, place in zip(self.lanes, self.finishes_s, places, strict=True)
        )

    def order(self) -> list[int]:
        """Return the lanes' indices by rank, the winner first; lanes that do not finish come last."""
        return sorted(range(len(self.lanes)), key=self._rank)

    def _rank(self, number: int) -> tuple[float, float]:
        if self.goal is Goal.TIME:
            return -float(self.lanes[number].samples_at(self.line) or 0), 0.0
        return self.finishes_s[number], -float(self.lanes[number].samples or 0)

    def _places(self) -> list[int]:
        ranks = [self._rank(number) for number in range(len(self.lanes))]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]

    def _state(self, lane: Lane, finish_s: float, place: int, t_s: float) -> LaneState:
        is_finished = t_s >= finish_s
        at_s = min(t_s, finish_s, lane.end_s)
        samples = lane.samples_at(at_s)
        energy = None if lane.energy is None else lane.energy.at(at_s)
        rate, power = (lane.rate_at(t_s), lane.power_at(t_s)) if t_s <= lane.end_s else (None, None)
        if at_s > 0 and (is_finished or t_s >= lane.end_s):
            rate = None if samples is None else samples / at_s
            power = None if energy is None else energy / at_s
        each = energy / samples if energy is not None and samples else None
        known_finish = finish_s if is_finished else None
        return LaneState(samples, self._share(samples, at_s), rate, power, energy, each, known_finish, place if is_finished else None)

    def _share(self, samples: int | None, at_s: float) -> float:
        if self.goal is Goal.OWN:
            return at_s / self.line if self.line else 0.0
        if self.goal is Goal.SAMPLES:
            return min(1.0, (samples or 0) / self.line) if self.line else 0.0
        furthest = max(lane.samples_at(self.line) or 0 for lane in self.lanes)
        return (samples or 0) / furthest if furthest else 0.0


def race(lanes: Sequence[Lane], goal: Goal = Goal.SAMPLES, samples: int | None = None) -> Race:
    """Return a race of lanes.

    Args:
        lanes: Two to :data:`MOST_LANES`.
        goal: What they race for; lanes whose samples are not comparable always race over their own time.
        samples: Number of samples at the finish line; None for the smallest total of the lanes.

    Raises:
        UsageError: There are too few or too many lanes, a live run, or no measured run.
    """
    _refuse(lanes)
    note = _apart(lanes)
    if note:
        goal = Goal.OWN
    if goal is Goal.OWN:
        finishes = tuple(lane.duration_s if lane.duration_s and lane.record.state is RunState.FINISHED else math.inf for lane in lanes)
        return Race(tuple(lanes), goal, max(lane.duration_s for lane in lanes), finishes, note)
    if goal is Goal.TIME:
        shortest_s = min(lane.duration_s for lane in lanes)
        return Race(tuple(lanes), goal, shortest_s, (shortest_s,) * len(lanes))
    line = samples or min(lane.samples or 0 for lane in lanes)
    return Race(tuple(lanes), goal, float(line), tuple(lane.reached_s(line) for lane in lanes))


def _refuse(lanes: Sequence[Lane]) -> None:
    if len(lanes) < 2:
        raise UsageError("a race needs two runs", "Choose another one to race against it.")
    if len(lanes) > MOST_LANES:
        raise UsageError(f"a race has at most {MOST_LANES} lanes, {len(lanes)} runs are chosen", "Choose fewer.")
    live = next((lane for lane in lanes if lane.record.state is RunState.RUNNING), None)
    if live is not None:
        raise UsageError(f"{live.name} is live, and a race replays finished runs", "Wait until it ends, or stop it.")
    if not any(lane.duration_s for lane in lanes):
        raise UsageError("none of these runs was measured", "Choose runs that reached their first measured step.")


def _apart(lanes: Sequence[Lane]) -> str:
    """Return why the samples of the lanes are not comparable; "" if they are."""
    groups = [Group(lane.name, (lane.record,)) for lane in lanes]
    different = next((reason for group in groups[1:] if (reason := other_things(group, groups[0]))), "")
    if different:
        return different
    lacking = next((lane for lane in lanes if not lane.samples), None)
    return "" if lacking is None else f"{lacking.name}: {lacking.no_samples or 'no step was measured'}"


def lane_of(
    name: str, record: RunRecord, placement: Placement, series: Sequence[DeviceSeries], steps_ns: Stamps, unreadable: str = ""
) -> Lane:
    """Return a run as a lane.

    Args:
        name: Display name.
        record: The run.
        placement: The devices whose energy is the run's.
        series: Their power and energy readings.
        steps_ns: Ends of all steps in order, warm-up included, from the run's start; shape (n,).
        unreadable: Why its steps and readings cannot be read; "" if they can.
    """
    start_s, duration_s = record.window_start_s, record.duration_s
    if start_s is None or not duration_s:
        reason = unreadable or "it was not measured: it ended before its first measured step"
        return Lane(name, record, 0.0, np.zeros(0), None, reason, (), None, reason)
    window = (round(start_s * 1e9), round((start_s + duration_s) * 1e9))
    ends_s, samples_per_step, no_samples = _steps(record, window[0], steps_ns, unreadable)
    by_device: dict[str, dict[str, DeviceSeries]] = {}
    for entry in series:
        if entry.values.size:
            by_device.setdefault(entry.device, {})[entry.metric] = entry
    devices = {result.device.key: result for result in record.devices if result.device.key in placement.devices}
    powers = [_power(by_device.get(key, {})) for key in devices]
    power = tuple(held_readings(entry, window) for entry in powers if entry is not None)
    energy, no_energy = None, unreadable
    if not unreadable:
        try:
            energy = _energy(record, by_device, placement, window)
        except IncompleteError as reason:
            no_energy = str(reason)
    labels = dict.fromkeys(result.device.simulated for result in devices.values() if result.device.simulated)
    is_whole = len(power) == len(powers)
    return Lane(
        name, record, duration_s, ends_s, samples_per_step, no_samples, power if is_whole else (), energy, no_energy, ", ".join(labels)
    )


def _steps(record: RunRecord, start_ns: int, steps_ns: Stamps, unreadable: str) -> tuple[Values, float | None, str]:
    """Return the ends of the measured steps, the samples per step, and why the samples are unknown."""
    ends_s = (steps_ns[record.warmup_steps or 0 :][: record.steps] - start_ns) / 1e9
    if unreadable or not record.steps:
        return np.zeros(0), None, unreadable or "it reported no steps, so its samples are not known"
    if ends_s.size != record.steps:
        return np.zeros(0), None, f"the ends of {counted(abs(record.steps - int(ends_s.size)), 'step')} were lost"
    if not record.samples:
        return np.zeros(0), None, "how many samples a step has was not reported"
    return ends_s, record.samples / record.steps, ""


def _power(series: Mapping[str, DeviceSeries]) -> DeviceSeries | None:
    return next((series[key] for key in POWER_METRICS if key in series), None)


def _energy(
    record: RunRecord, series: Mapping[str, Mapping[str, DeviceSeries]], placement: Placement, window: tuple[int, int]
) -> EnergyCurve:
    total = record.metrics.get("energy")
    if total is None or total.value is None:
        raise IncompleteError((total.reason if total is not None else None) or "no energy was measured")
    by_key = {result.device.key: result for result in record.devices}
    curves = []
    for key in placement.devices:
        energy = by_key[key].metrics.get("energy") if key in by_key else None
        if energy is None:
            raise IncompleteError(f"{key}: no energy was measured")
        curves.append(energy_curve(by_key[key].device, energy, series.get(key, {}), window))
    if not curves:
        raise IncompleteError(placement.reason or "which device it ran on was not reported")
    return total_curve(curves)
