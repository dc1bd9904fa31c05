"""Energy of each phase of a step, by folding power readings onto the step.

A power sensor is much slower than a step, but over hundreds of steps its readings fall on all parts of a step (Lang and Rünger,
"High-Resolution Power Profiling of GPU Functions Using Low-Resolution Measurement", Euro-Par 2013). Each reading is the mean over
the sensor's averaging window, so it is a sum: the share of each phase in that window times the power of the phase. Non-negative least
squares over all readings yields those powers, whether or not windows are shorter than a phase. If windows span whole steps, all
readings are the same sum and there is no result.

The time from a sensor's update to its reading is known only within the update period. So the readings are fitted with updates at many
instants and slightly different periods, and once with ages spread over the whole period. The best fit is the estimate. Its interval
(k = 2) covers its scatter over blocks of readings (a block bootstrap with a fixed seed) and the other fits compatible with the readings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.series import Stamps, Values
from gpuscope.core.workload_keys import OTHER, STEP_PHASES

READINGS_NEEDED = 200
"""S11: 25 readings in each eighth of a step, so that the mean of an eighth has a fifth of a reading's scatter."""
_READINGS_MOST = 1000
"""Above this number only every second, third … reading is fitted, so that even a day of readings takes a second."""
_INSTANTS = 15
"""Update instants in the first grid, evenly over the period: steps of 7 ms for a 100 ms sensor, about the length of a phase."""
_SLIPS_MOST = 5.0
"""Maximum slip of the updates over a whole run, in periods; a wider search takes proportionally longer and finds more false fits."""
_FINER, _REFINEMENTS = 7, 6
"""Points per side of each finer grid, which spans two steps of the previous one, and number of such grids. Six grids, each a third as
wide, end at 1/729 of the first step: 9 µs of a 100 ms period, far below the resolution of :data:`_EXACTEST`."""
_BLOCKS = 40
"""Blocks of the bootstrap: with 200 readings each holds five, longer than the correlation of neighbouring readings."""
_REPLICATES = 200
"""Bootstrap samples: their standard deviation is then known to 5 % (1/√(2 · 200)), and the interval is shown with two digits."""
_ALLOWED = 36.0
"""How much worse than the best an accepted fit may be, in variances of a reading: six standard deviations, since the residuals of
neighbouring readings are correlated."""
_BINS = 8
"""Bins of a step, as in the aliasing guard (S10)."""
_EMPTIEST = 0.25
"""Minimum number of readings in each eighth of a step, as a share of an even spread."""
_EXACTEST = 0.005
"""Minimum half width of an interval, as a share of the step's energy: time stamps are not more accurate than that."""
_LARGEST_GAIN = 5.0
"""Maximum ratio of the error of a phase's part of the mean power to the error of the readings: :data:`_EXACTEST` then becomes 2.5 % of
the step's energy."""
_WIDEST = 0.25
"""Maximum half width of a phase's interval, as a share of the step's energy: a wider one cannot distinguish four equal phases."""
_UNEXPLAINED, _FLAT = 0.4, 0.05
"""Maximum residual of the readings, as a share of their scatter or, for nearly constant power, of their mean."""
_LONGEST_WINDOW = 10.0
"""Longest averaging window, in steps: in a longer one, less than a tenth of a reading comes from partial steps."""


_ALTERNATING = ("forward", "backward")
_ROUNDS = (2, 3, 4, 5, 6, 8, 16, 32)
"""Rounds of forward and backward passes that are tried against a single one: the usual numbers of micro-batches."""
_SAME_BY_CHANCE = 0.005
"""Share of the pairs of updates with equal values above which a sensor's digits count as coarse: readings in whole watts have several
percent, in milliwatts less than a thousandth."""


class UnresolvedError(Exception):
    """Raised if the readings do not determine the energy of the phases; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class PhaseTimes:
    """Durations of the phases in some measured steps.

    Attributes:
        phases: Names of the phases, in the order of a step.
        steps: Indices of the measured steps, from 0; int64, rising, shape (k,).
        seconds: Durations, float64, shape (k, phases).
        counts: Number of steps averaged in each row; None if each row is a single step that represents the steps around it.
        order: Places of the phases in the order in which a step goes through them; one that comes several times takes equal parts. None
            for the order of ``phases``.
    """

    phases: tuple[str, ...]
    steps: Stamps
    seconds: Values
    counts: Values | None = None
    order: tuple[int, ...] | None = None

    @classmethod
    def from_means(cls, phase_times: Mapping[int, Mapping[str, float]]) -> Self | None:
        """Build the times from means over the steps since the previous entry, by number of the last step (from 1); step 1 is the start.

        A step ends with that of its optimizer, so the time in no phase (logging, tests) comes first in the next.
        """
        times = cls.from_reports(phase_times, 1)
        if times is None:
            return None
        order = sorted(range(len(times.phases)), key=lambda place: times.phases[place] != OTHER)
        return cls(times.phases, times.steps, times.seconds, np.diff(times.steps + 1.0, prepend=0.0), tuple(order))

    @classmethod
    def from_reports(cls, phase_times: Mapping[int, Mapping[str, float]], warmup_steps: int) -> Self | None:
        """Build the times from reported ones, by step (from 1, warm-up included) and phase; None without a measured step or if invalid."""
        measured = {step - warmup_steps - 1: times for step, times in sorted(phase_times.items()) if step > warmup_steps}
        phases = tuple(phase for phase in STEP_PHASES if any(phase in times for times in measured.values()))
        seconds = np.array([[times.get(phase, 0.0) for phase in phases] for times in measured.values()], np.float64)
        if not phases or not np.all(np.isfinite(seconds)) or np.any(seconds < 0) or np.any(seconds.sum(axis=1) <= 0):
            return None
        return cls(phases, np.fromiter(measured, np.int64), seconds)

    @property
    def sequence(self) -> tuple[int, ...]:
        """Places of the phases in the order of a step."""
        return tuple(range(len(self.phases))) if self.order is None else self.order

    def in_rounds(self, rounds: int) -> Self:
        """Return the places for steps in which forward and backward pass alternate: gradients of several micro-batches are accumulated."""
        order, places = self.sequence, tuple(self.phases.index(phase) for phase in _ALTERNATING if phase in self.phases)
        if rounds == 1 or len(places) < len(_ALTERNATING) or any(order.count(place) > 1 for place in places):
            return self
        begin = order.index(places[0])
        is_pair = order[begin : begin + 2] == places
        return replace(self, order=(*order[:begin], *places * rounds, *order[begin + 2 :])) if is_pair else self

    def other_orders(self) -> list[Self]:
        """Return the places in other orders that a program may have: beginning with another phase, or in several rounds."""
        order = self.sequence
        turned = [replace(self, order=order[begin:] + order[:begin]) for begin in range(1, len(order))]
        return turned + [times for rounds in _ROUNDS if (times := self.in_rounds(rounds)) is not self]

    @property
    def medians(self) -> Values:
        """Weighted median seconds of each phase, each timed step representing the steps around it; shape (phases,)."""
        order = self.seconds.argsort(axis=0)
        until = np.cumsum(self._weights()[order], axis=0)
        middle = (until < 0.5 * until[-1]).sum(axis=0)
        return np.asarray(self.seconds[order[middle, np.arange(middle.size)], np.arange(middle.size)], np.float64)

    @property
    def means(self) -> Values:
        """Mean seconds of each phase in a step; shape (phases,)."""
        return np.asarray(np.average(self.seconds, axis=0, weights=self._weights()), np.float64)

    def _weights(self) -> Values:
        """Return how many steps each timed step represents: steps are timed at a fixed rate, so slow ones would be over-represented."""
        if self.counts is not None:
            return self.counts
        middles = (self.steps[1:] + self.steps[:-1]) / 2
        last = self.steps[-1] + (self.steps[-1] - middles[-1] if middles.size else 0.5)
        return np.diff(np.concatenate([[-0.5], middles, [last]]))

    def left_out(self, begin_ns: int, ends_ns: Stamps) -> float:
        """Return the share of the timed steps that lies in none of the phases, 0 to 1.

        Args:
            begin_ns: When the first measured step began.
            ends_ns: Ends of all measured steps, int64, rising, shape (steps,).
        """
        known = self.steps < ends_ns.size
        lasted_s = np.diff(ends_ns, prepend=np.int64(begin_ns))[self.steps[known]] / 1e9
        weights = self._weights()[known]
        whole_s = float(weights @ lasted_s)
        return max(0.0, 1.0 - float(weights @ self.seconds[known].sum(axis=1)) / whole_s) if whole_s > 0 else 0.0

    def scatter(self) -> Values:
        """Return the standard error of the phases' mean shares of a step, from at least two times; shape (phases,)."""
        return np.asarray(self._own_shares().std(axis=0, ddof=1) / np.sqrt(self.steps.size), np.float64)

    def _own_shares(self) -> Values:
        return np.asarray(self.seconds / self.seconds.sum(axis=1, keepdims=True), np.float64)

    def shares(self, steps: int) -> Values:
        """Return each phase's share of each of ``steps`` steps: as timed, else the mean share; shape (steps, phases)."""
        own = self._own_shares()
        by_step = np.tile(np.average(own, axis=0, weights=self._weights()), (steps, 1))
        in_range = self.steps < steps
        by_step[self.steps[in_range]] = own[in_range]
        return by_step


@dataclass(frozen=True, slots=True)
class PowerSensor:
    """Properties of a power sensor.

    Attributes:
        window_s: Averaging window of a reading.
        period_s: Update period.
        age_s: Time from an update to the stamp of its reading; None if unknown.
    """

    window_s: float
    period_s: float
    age_s: float | None = None


@dataclass(frozen=True, slots=True)
class PhaseEnergy:
    """Energy of the phases, averaged over the measured steps. All arrays have the shape (phases,).

    Attributes:
        phases: Names of the phases.
        energy_j: Joules per step.
        uncertainty_j: Half width of the statistical interval (k = 2), without the sensor's own gain.
        readings: Number of power readings used.
    """

    phases: tuple[str, ...]
    energy_j: Values
    uncertainty_j: Values
    readings: int


@dataclass(frozen=True, slots=True)
class _Period:
    """An assumed update period, and how far the updates may drift from it over a whole run."""

    period_s: float
    slip_s: float


def phase_energy(
    stamps_ns: Stamps, power_w: Values, sensor: PowerSensor, begin_ns: int, ends_ns: Stamps, times: PhaseTimes, *, is_in_order: bool = True
) -> PhaseEnergy:
    """Return the energy of each phase of a step.

    Args:
        stamps_ns: When the power was read; int64, rising, shape (n,). A value repeated from the previous reading counts once,
            unless the sensor has so few digits that two updates may well have the same value.
        power_w: The readings; shape (n,).
        sensor: The sensor that gave the readings.
        begin_ns: When the first measured step began.
        ends_ns: Ends of all measured steps, int64, rising, shape (steps,).
        times: Phase times of the steps whose phases were timed.
        is_in_order: Whether steps are known to go through the phases in their order; if not, it is checked against the readings.

    Raises:
        UnresolvedError: There are too few readings, or they cannot distinguish the phases.
    """
    if ends_ns.size == 0:
        raise UnresolvedError("no measured step was finished")
    if times.steps.size < 2:
        raise UnresolvedError("the phases were timed only once, so how much they vary is not known")
    timeline = _Timeline(begin_ns, ends_ns, times)
    at_s, power_w, period = _updates((stamps_ns - begin_ns) / 1e9, power_w, sensor)
    inside = (at_s >= sensor.window_s + sensor.period_s) & (at_s <= timeline.ends_s[-1])
    readings = int(inside.sum())
    if readings < READINGS_NEEDED:
        raise UnresolvedError(f"{READINGS_NEEDED} power readings are needed, the measured steps have {readings}")
    every = -(-readings // _READINGS_MOST)
    at_s, power_w = at_s[inside][::every], power_w[inside][::every]
    _require_fine(sensor, every, at_s, timeline)
    best, allowed = _fits(timeline, at_s, power_w, sensor, period)
    energy = _resolved(times, best, allowed, power_w, timeline.step_s, readings)
    for other_times in () if is_in_order else times.other_orders():
        other, _ = _fits(_Timeline(begin_ns, ends_ns, other_times), at_s, power_w, sensor, period)
        if not _is_allowed(best, other, at_s.size):
            raise UnresolvedError("the phases of a step come in another order")
    return energy


def _updates(at_s: Values, power_w: Values, sensor: PowerSensor) -> tuple[Values, Values, _Period]:
    """Return the readings of new updates, and the sensor's period: estimated from them, else as measured before.

    A changed value is a new update. With coarse digits, so is one that is read a period after the last.
    """
    fresh = np.append(True, np.diff(power_w) != 0) if power_w.size else np.zeros(0, bool)
    if _has_coarse_digits(power_w[fresh]):
        fresh = _apart(at_s, fresh, sensor)
        return at_s[fresh], power_w[fresh], _Period(sensor.period_s, sensor.period_s)
    at_s, power_w, places = at_s[fresh], power_w[fresh], np.flatnonzero(fresh)
    gaps, was_held = np.diff(at_s), np.diff(places) > 1
    # Below 1.4 periods most gaps between fresh values are of one update; above, updates were missed and cannot be counted.
    if not gaps.size or np.median(gaps) > 1.4 * sensor.period_s:
        return at_s, power_w, _Period(sensor.period_s, sensor.period_s)
    # A repeated value means that an update came late or a reading early, so the count of updates in that gap is uncertain by one.
    most = np.maximum(1.0, np.round(gaps / sensor.period_s))
    least = np.maximum(1.0, most - was_held)
    period_s = 2.0 * gaps.sum() / (least + most).sum()
    return at_s, power_w, _Period(float(period_s), float(period_s * min(_SLIPS_MOST, 1.0 + (most - least).sum() / 2.0)))


def _has_coarse_digits(power_w: Values) -> bool:
    """Return whether two updates may well have the same value, so that a repeated value does not mean that there was no update."""
    _, counts = np.unique(power_w, return_counts=True)
    return bool((counts * (counts - 1.0)).sum() > _SAME_BY_CHANCE * power_w.size * (power_w.size - 1.0))


def _apart(at_s: Values, fresh: NDArray[np.bool_], sensor: PowerSensor) -> NDArray[np.bool_]:
    """Return which readings are of new updates: those that changed, and those a period after the last one."""
    least_s = sensor.period_s - 0.5 * float(np.median(np.diff(at_s)))
    kept, last_s = np.zeros(fresh.size, bool), -np.inf
    for place, (stamp_s, has_changed) in enumerate(zip(at_s.tolist(), fresh.tolist(), strict=True)):
        if has_changed or stamp_s - last_s >= least_s:
            kept[place], last_s = True, stamp_s
    return kept


def _require_fine(sensor: PowerSensor, every: int, at_s: Values, timeline: "_Timeline") -> None:
    step_s = float(np.median(np.diff(timeline.ends_s, prepend=0.0)))
    if sensor.window_s > _LONGEST_WINDOW * step_s:
        raise UnresolvedError("the phases cannot be distinguished: every power reading spans several steps")
    if sensor.age_s is None and min(sensor.period_s, float(np.median(np.diff(at_s))) / every) > step_s:
        raise UnresolvedError("the phases cannot be distinguished: the sampling time of the power is less certain than a step is long")
    spread, _ = np.histogram(timeline.part_of_step(at_s), _BINS, (0.0, 1.0))
    if spread.min() < _EMPTIEST * at_s.size / _BINS:
        raise UnresolvedError("the step time locks to the power sensor: its readings fall on the same parts of every step")


class _Timeline:
    """Cumulative time spent in each phase up to any instant."""

    def __init__(self, begin_ns: int, ends_ns: Stamps, times: PhaseTimes) -> None:
        self.ends_s = (ends_ns - begin_ns) / 1e9
        self._durations = np.maximum(np.diff(self.ends_s, prepend=0.0), 1e-9)
        lasted = self._durations[:, None] * times.shares(ends_ns.size)
        order = np.array(times.sequence)
        parts = lasted[:, order] / np.bincount(order)[order]
        ends = (self.ends_s - self._durations)[:, None] + np.cumsum(parts, axis=1)
        self._edges_s: list[Values] = []
        """For each phase the begin and end of each of its parts, rising, shape (2 × parts): a phase's time grows only between them."""
        self._spent: list[Values] = []
        """Seconds spent in each phase up to each of its edges."""
        for phase in range(lasted.shape[1]):
            part_s, until_s = parts[:, order == phase].ravel(), ends[:, order == phase].ravel()
            spent = np.cumsum(part_s)
            self._edges_s.append(np.stack([until_s - part_s, until_s], axis=1).ravel())
            self._spent.append(np.stack([spent - part_s, spent], axis=1).ravel())
        self.step_s = lasted.mean(axis=0)
        """Mean seconds of each phase per step, shape (phases,)."""

    def shares(self, until_s: Values, window_s: float) -> Values:
        """Return the share of each phase in windows that end at ``until_s``; shape (n, phases)."""
        spent = self._spent_s(np.concatenate([until_s, until_s - window_s]))  # one call: a thousand fits per run interpolate
        return np.asarray((spent[: until_s.size] - spent[until_s.size :]) / window_s, np.float64)

    def part_of_step(self, at_s: Values) -> Values:
        """Return the elapsed part of the current step at each instant, 0 to 1."""
        step = np.minimum(np.searchsorted(self.ends_s, at_s), self.ends_s.size - 1)
        return np.asarray(1.0 - (self.ends_s[step] - at_s) / self._durations[step], np.float64)

    def _spent_s(self, at_s: Values) -> Values:
        """Return the seconds spent in each phase since the first step began; shape (n, phases)."""
        found = np.empty((at_s.size, len(self._spent)))
        for phase, (edges, spent) in enumerate(zip(self._edges_s, self._spent, strict=True)):
            found[:, phase] = np.interp(at_s, edges, spent)
        return found


class _Fit:
    """Least-squares fit for one assumption of the sensor's update times.

    Attributes:
        shares: Share of each phase in each reading, shape (readings, phases).
        power_w: Power of each phase, not negative; shape (phases,).
        left_over: Mean square residual of the readings, in W².
    """

    def __init__(self, shares: Values, power_w: Values) -> None:
        self.shares = shares
        self.power_w = _not_negative(shares, power_w)
        residuals_w = power_w - shares @ self.power_w
        self.left_over = float(residuals_w @ residuals_w) / power_w.size

    def gain(self) -> Values:
        """Return the ratio of the error of each phase's part of the mean power to the error of the readings."""
        normal = self.shares.T @ self.shares / len(self.shares)
        if np.linalg.matrix_rank(normal, hermitian=True) < len(normal):
            return np.full(len(normal), np.inf)
        return np.asarray(self.shares.mean(axis=0) * np.sqrt(np.diag(np.linalg.inv(normal))), np.float64)

    def scatter(self, readings_w: Values) -> Values:
        """Return the standard deviation of the powers over blocks of random weights (the Bayesian bootstrap)."""
        edges = np.linspace(0, readings_w.size, _BLOCKS + 1).astype(np.int64)[:-1]
        products = np.add.reduceat(self.shares[:, :, None] * self.shares[:, None, :], edges)
        sums = np.add.reduceat(self.shares * readings_w[:, None], edges)
        weights = np.random.default_rng(0).exponential(size=(_REPLICATES, _BLOCKS))
        normal, right = np.tensordot(weights, products, 1), np.tensordot(weights, sums, 1)
        return np.asarray(np.linalg.solve(normal, right[..., None])[..., 0].std(axis=0), np.float64)


def _not_negative(shares: Values, readings_w: Values) -> Values:
    """Return non-negative powers: the most negative is set to zero and the others are solved again until none is below zero."""
    normal, right = shares.T @ shares, shares.T @ readings_w
    power_w = _solved(normal, right)
    used = np.ones(power_w.size, bool)
    while power_w.min() < 0:
        used[power_w.argmin()] = False
        power_w = np.zeros_like(power_w)
        power_w[used] = _solved(normal[np.ix_(used, used)], right[used])
    return power_w


def _solved(normal: Values, right: Values) -> Values:
    """Return a solution of normal equations, one of many where phases cannot be told apart; :meth:`_Fit.gain` is then infinite."""
    try:
        return np.asarray(np.linalg.solve(normal, right), np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(normal, right)[0], np.float64)


def _fits(timeline: _Timeline, at_s: Values, power_w: Values, sensor: PowerSensor, period: _Period) -> tuple[_Fit, list[_Fit]]:
    """Return the best fit, and all fits compatible with the readings."""

    def fit(ages_s: Values | float) -> _Fit:
        return _Fit(timeline.shares(at_s - ages_s, sensor.window_s), power_w)

    if sensor.age_s is not None:
        only = fit(sensor.age_s)
        return only, [only]
    anything = np.linspace(0.0, period.period_s, _INSTANTS, endpoint=False)
    fits = [_Fit(np.mean([timeline.shares(at_s - age, sensor.window_s) for age in anything], axis=0), power_w)]
    since_s, span_s = at_s - at_s.mean(), max(float(np.ptp(at_s)), period.period_s)
    instant, slip, step_s = 0.0, 0.0, period.period_s / _INSTANTS
    counts = (_INSTANTS, 1 + 2 * round(period.slip_s / step_s))
    for _ in range(1 + _REFINEMENTS):
        tried = []
        for begin in instant + step_s * _centred(counts[0]):
            for late in slip + step_s * _centred(counts[1]):
                tried.append((fit((since_s - begin) % (period.period_s * (1.0 + late / span_s))), begin, late))
        _, instant, slip = min(tried, key=lambda trial: trial[0].left_over)
        fits += [fit for fit, _, _ in tried]
        step_s, counts = 2.0 * step_s / (_FINER - 1), (_FINER, _FINER)
    return _allowed(fits, at_s.size)


def _centred(count: int) -> Values:
    return np.arange(count, dtype=np.float64) - (count - 1) / 2


def _allowed(fits: Sequence[_Fit], readings: int) -> tuple[_Fit, list[_Fit]]:
    best = min(fits, key=lambda fit: fit.left_over)
    return best, [fit for fit in fits if _is_allowed(fit, best, readings)]


def _is_allowed(fit: _Fit, best: _Fit, readings: int) -> bool:
    return fit.left_over <= best.left_over * (1.0 + _ALLOWED / readings)


def _resolved(times: PhaseTimes, best: _Fit, allowed: Sequence[_Fit], readings_w: Values, step_s: Values, readings: int) -> PhaseEnergy:
    if not all(np.all(fit.gain() < _LARGEST_GAIN) for fit in allowed):
        raise UnresolvedError("the phases cannot be distinguished: every power reading spans several phases in nearly the same shares")
    if np.sqrt(best.left_over) > max(_UNEXPLAINED * readings_w.std(), _FLAT * readings_w.mean()):
        raise UnresolvedError("the power does not follow the phases of the steps")
    energy_j = best.power_w * step_s
    parts = (
        2.0 * best.scatter(readings_w) * step_s,
        np.max([np.abs(fit.power_w - best.power_w) for fit in allowed], axis=0) * step_s,
        2.0 * best.power_w * times.scatter() * step_s.sum(),
        np.full_like(step_s, _EXACTEST * energy_j.sum()),
    )
    uncertainty_j = np.sqrt(np.sum(np.square(parts), axis=0))
    if np.any(uncertainty_j > _WIDEST * energy_j.sum()):
        raise UnresolvedError("the phases cannot be distinguished: the power readings allow too many answers")
    return PhaseEnergy(times.phases, energy_j, uncertainty_j, readings)
