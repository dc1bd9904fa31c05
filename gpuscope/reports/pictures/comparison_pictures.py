"""The pictures of a comparison that window and reports share: the plane of time and energy, and the figures as bars."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import isfinite

import numpy as np

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.run_value import WALL_TIME, quantity
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NOT_COMPARABLE, WORSE
from gpuscope.core.figures import MISSING, DisplayUnit, display_unit, ratio_texts, times
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunRecord
from gpuscope.reports.pictures.picture import (
    REFERENCE,
    Axis,
    Bar,
    BarBlock,
    Chart,
    Label,
    Mark,
    Piece,
    Point,
    Polyline,
    Segment,
    Weight,
    Whisker,
    group_style,
)
from gpuscope.reports.pictures.scale import Scale, scale_around, shown_interval
from gpuscope.system.language import joined_sentences, translated, unit_name

Planes = Sequence[tuple[str, str]]
PLANES: Planes = (("throughput", "energy_per_sample"), ("step_rate", "energy_per_step"), (WALL_TIME, "energy"))
"""Pairs of a speed metric and an energy metric; the first pair that at least two groups have is drawn."""
WITH_MEMORY = (*PLANES, ("throughput", "memory_allocated_peak"), ("throughput", "resident_memory_peak"))
""":data:`PLANES`, followed by pairs with memory in case no energy was measured."""
_ALL_NAMED = 8
"""Up to this many groups are named beside their points; with more, paper shows their numbers in the table instead."""
PARETO_FRONT = "Pareto front"
POINTS = "A point is a run."
UNCERTAINTIES = "Whiskers: 95 % uncertainty of the figure."
INTERVALS = "Whiskers: 95 % interval of the ratio, at the baseline's figure."
GOES_ON = "A whisker without a cap continues outside."
BOTH_KINDS = "Whiskers: 95 % interval of the ratio (horizontal), 95 % uncertainty (vertical)."
FRONT = "Dashed: the Pareto front, where no other group is better in both."
BEST = "Better than every other group in both: {0}."
NO_FRONT = "No Pareto front: the verdicts do not tell all groups apart."
LEFT_OUT = "Groups without one of the two figures are left out."
RUN_MARKS = "Bars are means, the marks below them single runs."
_BETTER = "better"
TEXTS = (PARETO_FRONT, POINTS, UNCERTAINTIES, INTERVALS, GOES_ON, BOTH_KINDS, FRONT, BEST, NO_FRONT, LEFT_OUT, RUN_MARKS, _BETTER)
"""The texts of the pictures, for translators."""
_ARROWS = {Better.HIGHER: "↑", Better.LOWER: "↓"}
_X_ARROWS = {Better.HIGHER: "→", Better.LOWER: "←"}


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a picture.

    Attributes:
        names: Names of the groups as they can be shown; None for their own.
        numbered: Whether more than eight groups are labelled in the plane with their numbers in the report's table.
        energy_unit: "J" or "Wh".
    """

    names: Sequence[str] | None = None
    numbered: bool = False
    energy_unit: str = "J"


PLAIN = Wording()


@dataclass(frozen=True, slots=True)
class _Cloud:
    """One group on the plane: its index, its runs with both figures, and the group's own two figures with their intervals."""

    index: int
    runs: tuple[tuple[float, float], ...]
    middle: tuple[float, float]
    intervals: tuple[tuple[float, float] | None, tuple[float, float] | None]


def plane_keys(comparison: Comparison, planes: Planes = PLANES) -> tuple[str, str] | None:
    """Return the first pair of metrics that at least two groups have; None if there is none."""
    for keys in planes:
        if sum(any(_pairs(group.runs, *keys)) for group in comparison.groups) > 1:
            return keys
    return None


def plane(comparison: Comparison, wording: Wording = PLAIN, planes: Planes = PLANES) -> Chart | None:
    """Return the plane of time and energy; None if fewer than two groups have both.

    A group's whiskers show the uncertainty of its figures if the sensors report it, or else the interval of the ratio applied to the
    baseline's figure. The Pareto front is drawn only if the comparison's verdicts determine which groups are on it.
    """
    keys = plane_keys(comparison, planes)
    if keys is None:
        return None
    entries = [comparison.metrics[key] for key in keys]
    units = [_unit(row, key, wording.energy_unit) for row, key in zip(entries, keys, strict=True)]
    spreads = [_spreads(comparison, key, unit) for key, unit in zip(keys, units, strict=True)]
    clouds = []
    for index, group in enumerate(comparison.groups):
        x, y = (row[index].value for row in entries)
        runs = tuple((units[0].shown(a), units[1].shown(b)) for a, b in _pairs(group.runs, *keys))
        if runs and x is not None and y is not None and isfinite(x) and isfinite(y):
            clouds.append(_Cloud(index, runs, (units[0].shown(x), units[1].shown(y)), (spreads[0][1][index], spreads[1][1][index])))
    if len(clouds) < 2:
        return None
    xs, ys = ([value for cloud in clouds for value in (cloud.middle[axis], *(run[axis] for run in cloud.runs))] for axis in (0, 1))
    across = scale_around(xs, [cloud.intervals[0] for cloud in clouds])
    up = scale_around(ys, [cloud.intervals[1] for cloud in clouds])
    axes = _axis(keys[0], across, units[0], _X_ARROWS), _axis(keys[1], up, units[1], _ARROWS)
    front = pareto_groups(comparison, keys)
    names = group_names(comparison, wording)
    marks = tuple(_plane_marks(clouds, front, names, wording, (xs, ys)))
    kinds = list(dict.fromkeys(kind for kind, _ in spreads if kind))
    note = [POINTS, *([BOTH_KINDS] if kinds == [INTERVALS, UNCERTAINTIES] else kinds)]
    note += [GOES_ON] if any(isinstance(mark, Whisker) and mark.goes_on for mark in marks) else []
    note += [LEFT_OUT] if len(clouds) < len(comparison.groups) else []
    spoken = [translated(text) for text in note]
    is_judged = any(entry.verdict != NOT_COMPARABLE for row in entries for entry in row)
    if front:
        spoken.append(translated(FRONT) if len(front) > 1 else translated(BEST).format(names[front[0]]))
    elif is_judged:
        spoken.append(translated(NO_FRONT))
    return Chart(*axes, marks, note=joined_sentences(spoken), is_plane=True)


def _plane_marks(
    clouds: Sequence[_Cloud], front: Sequence[int], names: Sequence[str], wording: Wording, values: tuple[Sequence[float], Sequence[float]]
) -> Iterator[Mark]:
    places = {cloud.index: cloud.middle for cloud in clouds}
    on_front = sorted(places[index] for index in front if index in places)
    if len(on_front) > 1:
        line = np.array(on_front)
        yield Polyline(translated(PARETO_FRONT), REFERENCE, (Piece(line[:, 0], line[:, 1]),), Weight.REFERENCE, is_group=False)
    for cloud in clouds:
        style = group_style(cloud.index)
        for axis, interval in enumerate(cloud.intervals):
            if interval is not None:
                low, high = shown_interval(interval, values[axis])
                yield Whisker(style, *cloud.middle, low, high, axis == 0, goes_on=high < interval[1])
    yield from (Point(names[cloud.index], group_style(cloud.index), x, y) for cloud in clouds for x, y in cloud.runs)
    by_number = wording.numbered and len(clouds) > _ALL_NAMED
    for cloud in clouds:
        number = str(cloud.index + 1)
        label = number if by_number else names[cloud.index]
        yield Label(group_style(cloud.index), *cloud.middle, label, number if wording.numbered else "")


def pareto_groups(comparison: Comparison, keys: tuple[str, str]) -> list[int]:
    """Return the indices of the groups that no other group beats in both metrics, according to the verdicts.

    A group is on the front if it is better than each other group in one of the metrics, and off it if another group is better in both.
    If that is undecided for any group, [] is returned: points that differ only by scatter must not define a front.
    """
    rows = [comparison.metrics[key] for key in keys]
    places = [index for index in range(len(comparison.groups)) if all(row[index].value is not None for row in rows)]
    wins = {
        (group, other): [_is_better(comparison, key, row, group, other) for key, row in zip(keys, rows, strict=True)]
        for group, other in permutations(places, 2)
    }
    front = [group for group in places if all(any(wins[group, other]) for other in places if other != group)]
    beaten = [group for group in places if any(all(wins[other, group]) for other in places if other != group)]
    return front if len(front) + len(beaten) == len(places) else []


def _is_better(comparison: Comparison, key: str, row: Sequence[Entry], group: int, other: int) -> bool:
    """Return whether a group beats another by the verdicts: directly against the baseline, else by disjoint intervals."""
    better = describe(key)[2]
    if row[group].is_provisional or row[other].is_provisional:
        return False
    if comparison.groups[other].name == comparison.baseline:
        return row[group].verdict == BETTER
    if comparison.groups[group].name == comparison.baseline:
        return row[other].verdict == WORSE
    verdicts = row[group].verdict, row[other].verdict
    first, second = row[group].interval, row[other].interval
    if NOT_COMPARABLE in verdicts or verdicts == (NO_DIFFERENCE, NO_DIFFERENCE) or first is None or second is None:
        return False
    return first[0] > second[1] if better is Better.HIGHER else first[1] < second[0] if better is Better.LOWER else False


def bar_block(comparison: Comparison, key: str, title: str, wording: Wording = PLAIN) -> BarBlock:
    """Return a metric's figures as bars from zero, with a dash for missing ones."""
    entries = comparison.metrics[key]
    unit = _unit(entries, key, wording.energy_unit)
    arrow = _ARROWS.get(describe(key.rpartition("/")[2])[2], "")
    names = group_names(comparison, wording)
    bars = tuple(_bar(comparison, index, key, unit, names[index]) for index in range(len(comparison.groups)))
    return BarBlock(title, f"{unit_name(unit.name)} {arrow}".strip(), bars)


def _bar(comparison: Comparison, index: int, key: str, unit: DisplayUnit, name: str) -> Bar:
    entry = comparison.metrics[key][index]
    values = (run_value(run, key) for run in comparison.groups[index].runs)
    runs = tuple(unit.shown(value) for value in values if value is not None)
    if entry.value is None or not isfinite(entry.value):
        return Bar(name, (), MISSING, runs=runs)
    figure = f"{'~' if entry.quality is Quality.ESTIMATED else ''}{unit.figure(entry.value)}"
    beside = "" if entry.ratio is None or entry.group == comparison.baseline else times(ratio_texts(entry.ratio, entry.interval)[0])
    segment = Segment(name, unit.shown(entry.value), figure, group_style(index).role)
    return Bar(name, (segment,), figure, beside, runs, _interval(comparison, key, entry, unit))


def run_value(run: RunRecord, key: str) -> float | None:
    """Return a run's value of a metric (for a device's metric like "gpu:0/power_mean") in SI units; None if missing or not finite."""
    value = quantity(run, key).value
    return value if value is not None and isfinite(value) else None


def _pairs(runs: Sequence[RunRecord], across: str, up: str) -> list[tuple[float, float]]:
    pairs = [(run_value(run, across), run_value(run, up)) for run in runs]
    return [(x, y) for x, y in pairs if x is not None and y is not None]


def _unit(entries: Sequence[Entry], key: str, energy_unit: str) -> DisplayUnit:
    is_share = key.rpartition("/")[2] in SHARES
    return display_unit(entries[0].unit, [entry.value for entry in entries], share=is_share, energy_unit=energy_unit)


def _spreads(comparison: Comparison, key: str, unit: DisplayUnit) -> tuple[str, list[tuple[float, float] | None]]:
    """Return the kind of whiskers on a metric's axis as a text of the note, and the interval of each group; one kind per axis."""
    entries = comparison.metrics[key]
    if any(entry.value is not None and entry.value_uncertainty for entry in entries):
        return UNCERTAINTIES, [_around(entry, unit) for entry in entries]
    intervals = [_interval(comparison, key, entry, unit) for entry in entries]
    return (INTERVALS if any(intervals) else ""), intervals


def _around(entry: Entry, unit: DisplayUnit) -> tuple[float, float] | None:
    if entry.value is None or not entry.value_uncertainty:
        return None
    return unit.shown(entry.value - entry.value_uncertainty), unit.shown(entry.value + entry.value_uncertainty)


def _interval(comparison: Comparison, key: str, entry: Entry, unit: DisplayUnit) -> tuple[float, float] | None:
    """Return the interval of a group's figure, taking the baseline's figure as exact, in the metric's display unit."""
    base = next(other.value for other in comparison.metrics[key] if other.group == comparison.baseline)
    if entry.interval is None or base is None:
        return None
    return unit.shown(base * entry.interval[0]), unit.shown(base * entry.interval[1])


def _axis(key: str, scale: Scale, unit: DisplayUnit, arrows: Mapping[Better, str]) -> Axis:
    label, _, better = describe(key)
    return Axis(scale, translated(label), unit.name, f"{arrows[better]} {translated(_BETTER)}" if better in arrows else "")


def group_names(comparison: Comparison, wording: Wording) -> Sequence[str]:
    """Return the names of the groups as the wording has them."""
    return [group.name for group in comparison.groups] if wording.names is None else wording.names
