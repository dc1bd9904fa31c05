"""One metric of one group against the baseline: value, ratio, interval and verdict."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.analysis.comparability import none_finished, other_things
from gpuscope.analysis.group import Group, counts_for_claim
from gpuscope.analysis.processor_share import mean_others_share, others_share_text
from gpuscope.analysis.reduction import ENERGY_WINDOW_S
from gpuscope.analysis.run_value import AS_POINTS, WALL_TIME, metric_keys, quantity, short_window_note, timed_window_s
from gpuscope.analysis.statistics.estimate import Estimate, average, estimate, mean
from gpuscope.analysis.statistics.verdict import (
    BETTER,
    CLAIM_REPEATS,
    NO_DIFFERENCE,
    NOT_COMPARABLE,
    OTHER,
    PRIMARY,
    WORSE,
    adjusted_by_family,
    verdict,
)
from gpuscope.analysis.uncertainty import SOURCES_DISAGREE, difference_band, of_mean, ratio_band
from gpuscope.analysis.uncertainty import Side as SensorSide
from gpuscope.core import figures
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import describe, is_primary, metric, reduced_metrics
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import OUTCOMES, RunRecord, RunState

MISSING_BASELINE = "missing in the baseline"
TOO_SHORT = "too short to compare"
"""Start of the reason of :func:`_no_ratio` for windows that are too short, whose text is written out for translators."""
_FIXED_KEYS = ("model_size_bytes", "parameters")
"""Metrics determined by the spec: they are the same in all repeats, so they are not tested for significance."""
_ENERGY_UNITS = ("J", "1/J")
_PER_ITEM = ("energy_per_", "tokens_per_joule")
"""Beginnings of the keys of energies that are averaged over the timed steps."""
_DIFFERENCE = "the difference is judged, not the ratio: {0}, 95 % interval {1} to {2}"
_UNKNOWN_BAND = "the uncertainty of the sensors is not known"
_ONE_SEED = "all repeats of one side share a seed, so their results count as one"
_POWER_KEYS = frozenset(key for key, device_metric, _ in reduced_metrics() if device_metric.family is Family.POWER)


@dataclass(frozen=True, slots=True)
class Entry:
    """One metric of one group against the baseline.

    Attributes:
        group: Name of the group.
        quantity: Mean over the group's runs, geometric if all are positive and the metric is judged by ratio. It has the lowest of
            their qualities and the half width of a 95 % band from sensor error and the scatter of the repeats; its reason is a note
            on the value, or why it is missing.
        ratio: The value divided by the baseline's; None if either is missing, or a run's value is zero or negative.
        interval: 95 % interval of the ratio; None below two repeats per side, and if the difference is judged instead.
        verdict: "better", "worse", "no-difference" or "not-comparable".
        reason: The reason for the verdict, and the note.
        n: Number of runs with a value.
        simulated: Label of the simulated devices that the value comes from; None for real hardware.
        uncertainty: Half width (k = 2) of the ratio from sensor error alone, without the gain if both sides were measured on the
            same devices; None if unknown, without a ratio, and for the baseline itself.
        difference: The value minus the baseline's, with the ends of its 95 % interval, in ``unit``; None below two repeats per side.
        corrected_p: p-value of the difference, corrected for all metrics of its family.
        effect_size: The difference divided by the scatter of the repeats (Hedges' g), on logarithms if the ratio is judged.
        family: "primary" for the metrics that comparisons focus on, else "other"; p-values are corrected within each family.
        repeats: Number of repeats on the side with fewer; 0 where nothing was tested.
    """

    group: str
    quantity: Quantity
    ratio: float | None
    interval: tuple[float, float] | None
    verdict: str
    reason: str
    n: int
    simulated: str | None = None
    uncertainty: float | None = None
    difference: tuple[float, float, float] | None = None
    corrected_p: float | None = None
    effect_size: float | None = None
    family: str = OTHER
    repeats: int = 0

    @property
    def value(self) -> float | None:
        """The quantity's value."""
        return self.quantity.value

    @property
    def unit(self) -> str:
        """The quantity's unit."""
        return self.quantity.unit

    @property
    def quality(self) -> Quality:
        """The quantity's quality."""
        return self.quantity.quality

    @property
    def is_provisional(self) -> bool:
        """Whether there is a measurable difference, from fewer repeats per side than a claim needs (measurement.md, S18)."""
        return self.difference is not None and self.verdict != NO_DIFFERENCE and self.repeats < CLAIM_REPEATS

    @property
    def is_claim(self) -> bool:
        """Whether it is measurably better or worse than the baseline, from enough repeats for a claim."""
        return self.verdict in (BETTER, WORSE) and not self.is_provisional

    @property
    def value_uncertainty(self) -> float | None:
        """The quantity's uncertainty."""
        return self.quantity.uncertainty

    @property
    def note(self) -> str:
        """The quantity's reason; "" if it has none."""
        return self.quantity.reason or ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form; a value that is NaN or infinite becomes null with a ``non_finite`` tag."""
        document: dict[str, Any] = {
            "group": self.group,
            "value": self.value,
            "unit": self.unit,
            "quality": self.quality.value,
            "ratio": self.ratio,
            "interval": None if self.interval is None else list(self.interval),
            "verdict": self.verdict,
            "reason": self.reason,
            "n": self.n,
            "simulated": self.simulated,
            "uncertainty": self.uncertainty,
            "value_uncertainty": self.value_uncertainty,
            "difference": None if self.difference is None else list(self.difference),
            "corrected_p": self.corrected_p,
            "effect_size": self.effect_size if self.effect_size is None or math.isfinite(self.effect_size) else None,
            "family": self.family,
            "claim": self.is_claim,
        }
        if self.value is not None and not math.isfinite(self.value):
            document |= {"value": None, "non_finite": repr(self.value)}
        return document


@dataclass(frozen=True, slots=True)
class _Side:
    """A metric of one group: its compared runs, notes on all of them, their quantities, the values of its repeats, and their mean."""

    group: Group
    runs: tuple[RunRecord, ...]
    notes: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    values: tuple[float, ...]
    value: float | None


@dataclass(frozen=True, slots=True)
class _Refused:
    """Why there is neither ratio nor verdict, and why there is a ratio without a verdict; "" if neither applies."""

    ratio: str
    verdict: str


def entries(groups: Sequence[Group], reference: Group) -> dict[str, tuple[Entry, ...]]:
    """Return an entry for each metric and group, with verdicts corrected within each family."""
    members = [(group, group.compared, tuple(_group_notes(group))) for group in groups]
    pairs = [_Refused(other_things(group, reference), none_finished(group, reference)) for group in groups]
    rows: dict[str, list[Entry]] = {}
    estimates: dict[tuple[str, int], Estimate] = {}
    sides: dict[str, list[_Side]] = {}
    for key in metric_keys(groups):
        sides[key] = [_side(key, *member) for member in members]
        base = sides[key][groups.index(reference)]
        refused = [_refused(key, side, base, pair) for side, pair in zip(sides[key], pairs, strict=True)]
        rows[key] = [_entry(key, side, base, why) for side, why in zip(sides[key], refused, strict=True)]
        for index, (side, why) in enumerate(zip(sides[key], refused, strict=True)):
            if side is not base and not (why.ratio or why.verdict) and side.values and base.values:
                estimates[key, index] = estimate(side.values, base.values, as_difference=key in AS_POINTS)
    by_chance = [place for place in estimates if place[0] not in _FIXED_KEYS]
    p_values = [estimates[place].spread.p_value for place in by_chance]
    corrected = dict(zip(by_chance, adjusted_by_family(p_values, [family(key) for key, _ in by_chance]), strict=True))
    for (key, index), difference in estimates.items():
        side, base = sides[key][index], sides[key][groups.index(reference)]
        rows[key][index] = _judged(key, rows[key][index], difference, corrected.get((key, index), 0.0), (side, base))
    return {key: tuple(row) for key, row in rows.items()}


def family(key: str) -> str:
    """Return the family in which a metric's p-values are corrected: :data:`PRIMARY` or :data:`OTHER`."""
    return PRIMARY if is_primary(key) else OTHER


def _side(key: str, group: Group, runs: tuple[RunRecord, ...], notes: tuple[str, ...]) -> _Side:
    quantities = tuple(quantity(run, key) for run in runs)
    values = _values_of_repeats(key, runs, quantities)
    return _Side(group, runs, notes, quantities, values, _mean(values, as_difference=key in AS_POINTS))


def _values_of_repeats(key: str, runs: Sequence[RunRecord], quantities: Sequence[Quantity]) -> tuple[float, ...]:
    """Return the non-missing values; of a metric that follows the seed, the mean of each seed's runs, which are one result."""
    by_seed: dict[int, list[float]] = {}
    for number, (run, value) in enumerate(zip(runs, (each.value for each in quantities), strict=True)):
        if value is not None:
            by_seed.setdefault(run.spec.seed if _follows_seed(key) else number, []).append(value)
    means = (_mean(values, as_difference=key in AS_POINTS) for values in by_seed.values())
    return tuple(each for each in means if each is not None)


def _mean(values: Sequence[float], *, as_difference: bool) -> float | None:
    if not values:
        return None
    if len(values) == 1 or not all(map(math.isfinite, values)):
        return sum(values)
    if min(values) == max(values):
        return values[0]
    return average(values) if as_difference else mean(values)


def _entry(key: str, side: _Side, base: _Side, refused: _Refused) -> Entry:
    ratio = None if refused.ratio else _ratio(side, base)
    note = "; ".join(part for part in (refused.ratio, _notes(side)) if part)
    short = "" if side.value is None else short_window_note((*side.runs, *base.runs))
    present = [quantity for quantity in side.quantities if quantity.value is not None]
    return Entry(
        group=side.group.name,
        quantity=_mean_quantity(side, present, note),
        ratio=ratio,
        interval=None,
        verdict=NOT_COMPARABLE,
        reason="; ".join(dict.fromkeys(part for part in (refused.verdict, short, note) if part)),
        n=len(present),
        simulated=_simulated(key, side.group, present),
        uncertainty=None if ratio is None or side is base else ratio_band(key, *_sensor_sides(side, base), ratio),
        family=family(key),
    )


def _mean_quantity(side: _Side, present: Sequence[Quantity], note: str) -> Quantity:
    """Return the mean over the group's runs, with the note."""
    unit = side.quantities[0].unit
    if side.value is None:
        return Quantity.missing(unit, note or "no run has it")
    quality = max((quantity.quality for quantity in present), key=list(Quality).index)
    uncertainty = of_mean([quantity.value or 0.0 for quantity in present], [quantity.uncertainty for quantity in present])
    return Quantity(side.value, unit, quality, f"mean of {figures.counted(len(present), 'run')}", uncertainty, note or None)


def _ratio(side: _Side, base: _Side) -> float | None:
    """Return the ratio to the baseline; None if a value is missing or not positive."""
    if side.value is None or base.value is None or min(*side.values, *base.values) <= 0:
        return None
    return side.value / base.value


def _judged(key: str, entry: Entry, estimated: Estimate, corrected_p: float, sides: tuple[_Side, _Side]) -> Entry:
    band = difference_band(key, *_sensor_sides(*sides)) if estimated.ratio is None else entry.uncertainty
    # What the spec determines is the same in every repeat, so a few of them are as good as many.
    fewest = CLAIM_REPEATS if key in _FIXED_KEYS else min(map(_repeats, sides))
    judged = verdict(estimated, describe(key.rpartition("/")[2])[2], band, corrected_p, fewest, entry.unit, entry.family)
    low, high = estimated.difference.low, estimated.difference.high
    if key in AS_POINTS:  # shares lie between 0 and 1, so their difference cannot exceed 1
        low, high = max(low, -1.0), min(high, 1.0)
    difference_note = "" if estimated.ratio else _difference_text(key, entry.unit, (estimated.difference.value, low, high))
    return replace(
        entry,
        interval=None if estimated.ratio is None else (estimated.ratio[1], estimated.ratio[2]),
        verdict=judged.key,
        reason="; ".join(part for part in (judged.reason, difference_note, entry.reason) if part),
        difference=(estimated.difference.value, low, high),
        corrected_p=corrected_p,
        effect_size=estimated.spread.effect_size,
        repeats=fewest,
    )


def _repeats(side: _Side) -> int:
    """Return how many of a side's values count for a claim."""
    whole = sum(value.value is not None and counts_for_claim(run) for run, value in zip(side.runs, side.quantities, strict=True))
    return min(len(side.values), whole)


def _difference_text(key: str, unit: str, ends: tuple[float, float, float]) -> str:
    as_points = key in AS_POINTS
    shown = [text.lstrip("+") for text in figures.points_texts(ends)[:3]] if as_points else [figures.significant(end) for end in ends]
    shown[-1] = f"{shown[-1]} {'points' if as_points else '' if unit == '1' else unit}".rstrip()
    return _DIFFERENCE.format(*shown)


def _refused(key: str, side: _Side, base: _Side, pair: _Refused) -> _Refused:
    """Return why a metric has no ratio or no verdict, for its own reasons or the groups'; "" for each of the two that it has."""
    if side.value is None or base.value is None:
        return _Refused("" if side.value is None else MISSING_BASELINE, "")
    if not all(map(math.isfinite, (*side.values, *base.values))):
        return _Refused("no ratio of these two values", "")
    if side is base:
        return _Refused("", "the baseline")
    if no_ratio := pair.ratio or _no_ratio(key, side, base):
        return _Refused(no_ratio, "")
    return _Refused("", pair.verdict or _no_verdict(key, side, base))


def _no_ratio(key: str, side: _Side, base: _Side) -> str:
    ended_early = (each.group.name for each in (side, base) if any(run.state is not RunState.FINISHED for run in each.runs))
    if key == WALL_TIME and (name := next(ended_early, None)) is not None:
        return f"a run of {name} did not finish"
    if _needs_long_windows(key) and (short := _shortest_window_s(key, side, base)) < ENERGY_WINDOW_S:
        return f"too short to compare: power and energy need windows of {ENERGY_WINDOW_S:g} s, the shortest here is {short:.3g} s"
    if any(SOURCES_DISAGREE in (quantity.reason or "") for quantity in (*side.quantities, *base.quantities)):
        return f"{SOURCES_DISAGREE} on the energy of a run"
    if side.quantities[0].unit in _ENERGY_UNITS and _is_estimated(side) != _is_estimated(base):
        return f"{(side if _is_estimated(side) else base).group.name} is estimated, the other is not"
    return ""


def _is_estimated(side: _Side) -> bool:
    return any(quantity.quality is Quality.ESTIMATED for quantity in side.quantities)


def _no_verdict(key: str, side: _Side, base: _Side) -> str:
    if any(len(each.values) == 1 < _count(each) for each in (side, base)):
        return _ONE_SEED
    if min(len(side.values), len(base.values)) == 1:
        return "one repeat per side" if len(side.values) == len(base.values) else "one repeat on one side"
    if side.quantities[0].unit in _ENERGY_UNITS and difference_band(key, *_sensor_sides(side, base)) is None:
        return _UNKNOWN_BAND
    return ""


def _sensor_sides(side: _Side, base: _Side) -> tuple[SensorSide, SensorSide]:
    return (side.runs, side.quantities), (base.runs, base.quantities)


def _follows_seed(key: str) -> bool:
    definition = metric(key)
    return definition is not None and definition.family is Family.LOSS


def _count(side: _Side) -> int:
    return sum(quantity.value is not None for quantity in side.quantities)


def _needs_long_windows(key: str) -> bool:
    name = key.rpartition("/")[2]
    definition = metric(name)
    return name in _POWER_KEYS or (definition is not None and definition.family is Family.POWER)


def _shortest_window_s(key: str, *sides: _Side) -> float:
    """Return the shortest window of a power or energy: of an energy per item that in which the steps were timed."""
    runs = [run for side in sides for run in side.runs]
    return min((timed_window_s(run) if key.startswith(_PER_ITEM) else run.duration_s) or 0.0 for run in runs)


def _notes(side: _Side) -> str:
    missing = [quantity.reason for quantity in side.quantities if quantity.value is None and quantity.reason]
    if missing and len(missing) == len(side.quantities):
        return missing[0]
    notes = [f"missing in {len(missing)} of {figures.counted(len(side.quantities), 'run')} ({missing[0]})"] if missing else []
    beside = [quantity.reason for quantity in side.quantities if quantity.value is not None and quantity.reason]
    return "; ".join([*notes, *side.notes, *beside[:1]])


def _group_notes(group: Group) -> Iterator[str]:
    """Yield the notes that apply to every value of a group."""
    if group.set_aside:
        yield f"{len(group.set_aside)} of {figures.counted(len(group.runs), 'run')} set aside: heat or a fault slowed the device"
    if group.is_all_slowed:
        yield "heat or a fault slowed the device in every run"
    if group.unsteady:
        yield f"{group.unsteady} of {figures.counted(len(group.compared), 'run')} not steady when they were measured"
    if note := others_share_text(mean_others_share(group.compared)):
        yield note
    for state in sorted({run.state for run in group.compared} - {RunState.FINISHED}):
        yield f"includes a run that {OUTCOMES[state]}"


def _simulated(key: str, group: Group, present: Sequence[Quantity]) -> str | None:
    """Return the label of the simulated device that a value comes from, found by its key, else by the label in its source."""
    device = key.rpartition("/")[0]
    for run in group.runs:
        for result in run.devices:
            label = result.device.simulated
            if label and (result.device.key == device or any(f"[{label}]" in quantity.source for quantity in present)):
                return label
    return None
