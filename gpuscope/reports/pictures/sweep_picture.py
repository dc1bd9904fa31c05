"""A sweep as a picture: a heat map for two axes, a curve with its knee for an axis of numbers, bars for an axis of choices."""

import math

import numpy as np

from gpuscope.core import figures
from gpuscope.core.sweep_axes import SweepAxis
from gpuscope.reports.pictures.bar_layout import bar_drawing
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.drawing import Drawing, Metrics, Place
from gpuscope.reports.pictures.heat_map import Fill, HeatCell, HeatMap, heat_map_drawing
from gpuscope.reports.pictures.picture import (
    Axis,
    Bar,
    BarBlock,
    BarPicture,
    Chart,
    Dash,
    Instant,
    Label,
    Legend,
    Marker,
    Piece,
    Point,
    Polyline,
    Segment,
    Stretch,
    Style,
    group_style,
)
from gpuscope.reports.pictures.scale import Scale, scale_of
from gpuscope.reports.sweep_view import Measure, SweepCell, SweepView
from gpuscope.system.language import composed, filled, translated, unit_name, with_unit

SweepPicture = HeatMap | Chart | BarPicture
_LOG_FROM = 30.0
"""Ratio of the largest to the smallest value from which colours are logarithmic: linear ones would give most cells the same colour."""
_STYLE = Style("compute", Dash.SOLID, Marker.CIRCLE)
_KNEE = Style("power", Dash.SOLID, Marker.DIAMOND)
_FRONT = "Pareto front"
_BETTER = {True: "↑ better", False: "↓ better"}
_MOST_TICKS = 14
_MOST_CURVES = 8
"""Most rows that are distinguishable as curves."""


def sweep_picture(view: SweepView, key: str = "") -> SweepPicture:
    """Return the picture of a sweep, as far as it has been measured.

    Args:
        view: The sweep.
        key: Key of the measure to show; "" for the speed.
    """
    measure = view.measure(key or view.speed)
    if len(view.axes) == 2:
        return _heat_map(view, measure)
    return _curve(view, measure) if view.axes[0].is_numeric else _bars(view, measure)


def sweep_drawing(picture: SweepPicture, width: float, height: float, metrics: Metrics) -> Drawing:
    """Return the picture of a sweep as a drawing."""
    match picture:
        case HeatMap():
            return heat_map_drawing(picture, width, height, metrics)
        case Chart():
            return chart_drawing(picture, width, height, metrics)
        case _:
            return bar_drawing(picture, width, height, metrics)


def column_axis(view: SweepView) -> int:
    """Return the index of the axis along the columns: the one with more values."""
    return 0 if len(view.axes[0].values) >= len(view.axes[1].values) else 1


def row_order(axis: SweepAxis) -> list[int]:
    """Return the value indices of the rows from top to bottom: numbers increase upwards, choices run downwards."""
    places = list(range(len(axis.values)))
    return places[::-1] if axis.is_numeric else places


def cell_of(view: SweepView, row: int, column: int) -> SweepCell | None:
    """Return the cell at a row (from the top) and column of the heat map."""
    across = column_axis(view)
    place = [0, 0]
    place[across], place[1 - across] = column, row_order(view.axes[1 - across])[row]
    return view.by_place.get((place[0], place[1]))


def nearest_cell(view: SweepView, chart: Chart, drawing: Drawing, place: Place) -> SweepCell | None:
    """Return the cell whose value is nearest to a position in a curve's drawing; None outside the axes."""
    axis, share = view.axes[0], drawing.share_across(place)
    if share is None:
        return None
    return min(view.cells, key=lambda cell: abs(chart.x.scale.share(_number(axis, cell)) - share), default=None)


def _heat_map(view: SweepView, measure: Measure) -> HeatMap:
    across = column_axis(view)
    columns, rows = view.axes[across], view.axes[1 - across]
    values = {cell.place: value for cell in view.cells if (value := view.value(cell, measure.key)) is not None}
    best = view.outstanding(measure.key)
    front = {cell.place for cell in view.front} if len(view.front) < len(view.measured) else set()
    is_log = _is_wide(values)
    shares = _shares(values, is_log=is_log, more_is_better=measure.more_is_better)
    cells = []
    for row in range(len(rows.values)):
        line = [cell_of(view, row, column) for column in range(len(columns.values))]
        cells.append([_heat_cell(view, measure, cell, shares, cell is best, front) for cell in line])
    ordered = sorted(values.values(), reverse=not measure.more_is_better)
    ends = (measure.unit.figure(ordered[0]), measure.unit.figure(ordered[-1])) if len(values) > 1 else ()
    row_names = rows.texts()
    title = with_unit(translated(measure.label), measure.unit.name)
    return HeatMap(
        filled("{0} (logarithmic)", title) if is_log else title,
        columns.texts(),
        [row_names[index] for index in row_order(rows)],
        columns.label,
        rows.label,
        cells,
        ends,
        _FRONT if front else "",
    )


def _is_wide(values: dict[tuple[int, ...], float]) -> bool:
    low, high = min(values.values(), default=0.0), max(values.values(), default=0.0)
    return low > 0 and high / low >= _LOG_FROM


def _shares(values: dict[tuple[int, ...], float], *, is_log: bool, more_is_better: bool) -> dict[tuple[int, ...], float]:
    """Return the quality of each value, from 0 for the worst to 1 for the best; on a logarithmic scale if ``is_log``."""
    if not values:
        return {}
    low, high = min(values.values()), max(values.values())
    if is_log:
        values = {place: math.log(value) for place, value in values.items()}
        low, high = math.log(low), math.log(high)
    span = high - low
    shares = {place: (value - low) / span if span else 1.0 for place, value in values.items()}
    return shares if more_is_better else {place: 1.0 - share if span else 1.0 for place, share in shares.items()}


def _heat_cell(
    view: SweepView,
    measure: Measure,
    cell: SweepCell | None,
    shares: dict[tuple[int, ...], float],
    is_best: bool,
    front: set[tuple[int, ...]],
) -> HeatCell:
    if cell is None:
        return HeatCell("", Fill.EMPTY)
    share = shares.get(cell.place)
    label, tooltip = view.figure(cell, measure), view.cell_sentence(cell)
    if share is not None:
        return HeatCell(
            label, Fill.SHADED, share, measure.unit.shown(view.value(cell, measure.key) or 0.0), tooltip, is_best, cell.place in front
        )
    if cell.is_out_of_memory or cell.state == "failed":
        return HeatCell(label, Fill.HATCHED, tooltip=tooltip)
    fills = {"waiting": Fill.EMPTY, "stopped": Fill.EMPTY, "running": Fill.RUNNING}
    return HeatCell(label, fills.get(cell.state, Fill.GREY), tooltip=tooltip)


def _curve(view: SweepView, measure: Measure) -> Chart:
    axis = view.axes[0]
    row = [cell for cell in view.in_order if view.value(cell, measure.key) is not None]
    x = [_number(axis, cell) for cell in row]
    y = [measure.unit.shown(view.value(cell, measure.key) or 0.0) for cell in row]
    marks: list[Polyline | Stretch | Instant | Label | Point] = []
    lacking = [_number(axis, cell) for cell in view.cells if cell.is_out_of_memory]
    scale = _axis_scale(axis)
    if lacking:
        marks.append(Stretch(_before(axis, min(lacking)), scale.high, "out of memory", is_blank=True))
    knee = view.knee if view.knee in row else None
    if knee is not None:
        marks.append(Instant(_number(axis, knee), composed(f"knee: {axis.texts()[knee.place[0]]}")))
    if row:
        marks.append(Polyline(translated(measure.label), _STYLE, [Piece(np.array(x), np.array(y))], marked=tuple(zip(x, y, strict=True))))
    if knee is not None:
        at = row.index(knee)
        marks.append(Point("knee", _KNEE, x[at], y[at]))
    return Chart(Axis(scale, translated(axis.label), axis.unit), _value_axis(measure, y), tuple(marks))


def fits_curves(view: SweepView) -> bool:
    """Return whether a sweep of two axes can also be shown as curves: its columns are numeric, and its rows not too many."""
    if len(view.axes) != 2:
        return False
    across = column_axis(view)
    return view.axes[across].is_numeric and len(view.axes[1 - across].values) <= _MOST_CURVES


def row_curves(view: SweepView, key: str = "") -> Chart | None:
    """Return a sweep of two axes as curves, one per row of its heat map; None if it is not suitable or nothing is measured yet.

    Args:
        view: The sweep.
        key: Key of the measure to show; "" for the speed.
    """
    if not fits_curves(view):
        return None
    across, measure = column_axis(view), view.measure(key or view.speed)
    columns, rows = view.axes[across], view.axes[1 - across]
    marks: list[Polyline] = []
    for index in range(len(rows.values)):
        name = rows.value_label(index)
        cells = [cell for cell in view.in_order if cell.place[1 - across] == index]
        known = [(float(columns.values[c.place[across]] or 0.0), v) for c in cells if (v := view.value(c, measure.key)) is not None]
        if known:
            x, y = (np.array(values) for values in zip(*((x, measure.unit.shown(value)) for x, value in known), strict=True))
            marked = tuple(zip(x.tolist(), y.tolist(), strict=True))
            marks.append(Polyline(name, group_style(index), [Piece(x, y)], marked=marked))
    if not marks:
        return None
    values = [value for mark in marks for piece in mark.pieces for value in piece.y.tolist()]
    return Chart(
        Axis(_axis_scale(columns), translated(columns.label), columns.unit), _value_axis(measure, values), tuple(marks), Legend.BESIDE
    )


def _value_axis(measure: Measure, values: list[float]) -> Axis:
    scale = scale_of(values) if values else Scale(0.0, 1.0, ())  # no figures, as long as nothing is measured
    return Axis(scale, translated(measure.label), measure.unit.name, translated(_BETTER[measure.more_is_better]))


def _number(axis: SweepAxis, cell: SweepCell) -> float:
    return float(axis.values[cell.place[0]] or 0.0)


def _before(axis: SweepAxis, value: float) -> float:
    """Return the midpoint between a value and the one below it, on the axis's scale."""
    numbers = [float(other or 0.0) for other in axis.values]
    below = numbers[max(0, numbers.index(value) - 1)]
    return math.sqrt(below * value) if axis.has_log_scale else (below + value) / 2


def _axis_scale(axis: SweepAxis) -> Scale:
    """Return the scale of a numeric axis, with a tick per value, or every second, third …, and a small margin at both ends."""
    numbers = [float(value or 0.0) for value in axis.values]
    stride = -(-len(numbers) // _MOST_TICKS)
    ticks = numbers[::stride]
    labels = tuple(figures.setting(tick) for tick in ticks)
    if axis.has_log_scale:
        room = (numbers[-1] / numbers[0]) ** 0.04
        return Scale(numbers[0] / room, numbers[-1] * room, tuple(ticks), is_log=True, figures=labels)
    room = (numbers[-1] - numbers[0]) * 0.04
    return Scale(numbers[0] - room, numbers[-1] + room, tuple(ticks), figures=labels)


def _bars(view: SweepView, measure: Measure) -> BarPicture:
    best = view.best(measure.key)
    reference = None if best is None else view.value(best, measure.key)
    bars = [_bar(view, measure, cell, reference) for cell in view.in_order]
    unit = f"{unit_name(measure.unit.name)} {translated(_BETTER[measure.more_is_better])}".strip()
    return BarPicture((BarBlock(translated(measure.label), unit, tuple(bars)),))


def _bar(view: SweepView, measure: Measure, cell: SweepCell, best: float | None) -> Bar:
    name = view.axes[0].texts()[cell.place[0]]
    value = view.value(cell, measure.key)
    if value is None:
        return Bar(name, (), cell.label)
    figure = measure.unit.figure(value)
    beside = "" if not best or value == best else figures.times(value / best)
    return Bar(name, (Segment(name, measure.unit.shown(value), figure, "compute"),), figure, beside)


def texts() -> tuple[str, ...]:
    """Return the texts of its pictures, for translators."""
    return (_FRONT,)
