"""The roofline of a profile's operators, which window and files share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gpuscope.core.figures import display_unit
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.reports.pictures.picture import (
    REFERENCE,
    Axis,
    Chart,
    Label,
    Legend,
    Mark,
    Piece,
    Point,
    Polyline,
    Style,
    Weight,
    group_style,
)
from gpuscope.reports.pictures.scale import Scale, log_scale
from gpuscope.reports.pictures.step_pictures import CEILING, FLOP_PER_BYTE, INTENSITY, PERFORMANCE
from gpuscope.system.language import translated

if TYPE_CHECKING:
    from gpuscope.profiles.roofline import Ceilings, RooflinePoint

OTHER_CLASSES = "other classes"
ROOFLINE_TEXTS = (CEILING, INTENSITY, FLOP_PER_BYTE, PERFORMANCE, OTHER_CLASSES)
"""The texts of the roofline, for translators."""
_NAMED = 5
"""Number of operators named beside their points, those that took the most time; tooltips name all of them."""
_CLASSES = 6
"""Classes with a style of their own, as many as there are styles; with more classes, the last style is shared by the rest."""


def operator_roofline(points: Sequence[RooflinePoint], ceilings: Ceilings | None, note: str = "") -> Chart | None:
    """Return a chart of operators by intensity and rate below their device's ceilings, in the order of the points; None without points."""
    if not points:
        return None
    rates = [point.rate for point in points] + ([] if ceilings is None else [ceilings.flops])
    unit = display_unit("FLOP/s", rates)
    styles = _styles(points)
    ridge = [] if ceilings is None else [(ceilings.ridge, ceilings.flops)]
    places = [(point.intensity, point.rate) for point in points] + ridge
    x, y = log_scale([place[0] for place in places]), log_scale([unit.shown(place[1]) for place in places])
    marks: list[Mark] = [] if ceilings is None else [_whole_roof(ceilings, x, y, unit.size, translated(CEILING))]
    for point in points:
        style, kind = styles[point.work_class]
        place = point.intensity, unit.shown(point.rate)
        marks.append(Point(translated(kind), style, *place, title=f"{point.row.operator} {point.row.shapes_text}".rstrip()))
    for name, point in _first_of_each(points).items():
        marks.append(Label(styles[point.work_class][0], point.intensity, unit.shown(point.rate), name))
    across = Axis(x, translated(INTENSITY), translated(FLOP_PER_BYTE))
    return Chart(across, Axis(y, translated(PERFORMANCE), unit.name), tuple(marks), Legend.ABOVE, note, is_plane=True)


def _whole_roof(ceilings: Ceilings, x: Scale, y: Scale, size: float, name: str) -> Polyline:
    """Return the ceilings across the whole chart."""
    low = min(ceilings.ridge, max(x.low, y.low * size / ceilings.bandwidth))
    ends = np.array([low, ceilings.ridge, max(x.high, ceilings.ridge)])
    rates = np.array([low * ceilings.bandwidth, ceilings.flops, ceilings.flops]) / size
    return Polyline(name, REFERENCE, (Piece(ends, rates),), Weight.REFERENCE, is_group=False)


def _styles(points: Sequence[RooflinePoint]) -> dict[OperatorClass, tuple[Style, str]]:
    """Return the style and the legend name of each class of work; classes that took little time share the last style."""
    time_s: dict[OperatorClass, float] = {}
    for point in points:
        time_s[point.work_class] = time_s.get(point.work_class, 0.0) + point.seconds
    ordered = sorted(time_s, key=lambda kind: -time_s[kind])
    own = len(ordered) if len(ordered) <= _CLASSES else _CLASSES - 1
    return {kind: (group_style(min(place, own)), LABELS[kind] if place < own else OTHER_CLASSES) for place, kind in enumerate(ordered)}


def _first_of_each(points: Sequence[RooflinePoint]) -> dict[str, RooflinePoint]:
    """Return the most expensive point of each operator to be named."""
    first: dict[str, RooflinePoint] = {}
    for point in points:
        if len(first) < _NAMED:
            first.setdefault(point.row.operator, point)
    return first
