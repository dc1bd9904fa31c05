"""The columns of the comparison's table: the metric, the baseline's figures, and each other group's with its ratio as a bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, Qt

from gpuscope.core.metric import Better
from gpuscope.gui.charts.ratio_bar import RatioScale, draw_ratio_bar
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.pages.compare.verdict_mark import better_words, verdict_mark
from gpuscope.gui.run_view.series_inventory import short_label
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.decorations import Beside, Box, Canvas, Decoration, Face
from gpuscope.reports.comparison_view import Cell, MetricRow

METRIC, BASELINE = 0, 1
"""Places of the first two columns; the other groups follow."""
PAD = 14
"""As far as the headings of the cards are from their edges."""
SPREAD_WIDTH = 46
_VALUE_WIDTH = 66
_RATIO_WIDTH, _INTERVAL_WIDTH, _GLYPH_WIDTH, _WORD_WIDTH = 56, 92, 18, 122
_INTERVAL_FROM, _WORD_FROM = 284, 420
"""Widths of a group's column, without its spread, from which there is room for the interval in figures, and for the verdict as a word."""
_GAP = 6
_RIGHT = Qt.AlignmentFlag.AlignRight
_ARROWS = {Better.HIGHER: "↑", Better.LOWER: "↓"}


@dataclass(frozen=True, slots=True)
class Layout:
    """What all cells of a table must know of each other to stand below one another.

    Attributes:
        scale: Of the bars of ratios.
        spread_width: Pixels that are kept for how far figures may be off; 0 where none says so.
        has_intervals: Whether any ratio has an interval: else no room is kept for intervals.
    """

    scale: RatioScale = RatioScale()  # noqa: RUF009 - it is frozen
    spread_width: int = 0
    has_intervals: bool = False

    def shows_interval(self, width: float) -> bool:
        """Return whether a group's column of a width, in logical pixels, has room for intervals in figures."""
        return self.has_intervals and width - self.spread_width >= _INTERVAL_FROM

    def verdict_width(self, width: float) -> int:
        """Return the pixels that a verdict takes at the right end of a group's column of a width: its word, or its glyph alone."""
        return _WORD_WIDTH if width - self.spread_width >= _WORD_FROM else _GLYPH_WIDTH


def comparison_columns(names: Sequence[str], baseline: int, layout: Callable[[], Layout]) -> list[Column[MetricRow]]:
    """Return the columns of a comparison.

    Args:
        names: Of the groups, as they are shown.
        baseline: Place of the baseline among them; its column stands before those of the others.
        layout: Returns what cells must know of each other, as it is when they are drawn.
    """
    return [_metric_column(), *(_group_column(names, place, baseline, layout) for place in groups_in_order(names, baseline))]


def groups_in_order(names: Sequence[str], baseline: int) -> list[int]:
    """Return the places of the groups in the order of their columns, the baseline first."""
    return [baseline, *(place for place in range(len(names)) if place != baseline)] if names else []


def _metric_column() -> Column[MetricRow]:
    return Column(
        key="metric",
        heading=lambda: QCoreApplication.translate("ComparisonTable", "Metric"),
        text=lambda _: "",
        words=lambda row: ", ".join(part for part in (row.label, row.unit, row.device) if part),
        tooltip=_metric_tooltip,
        decorations=_metric_pieces,
    )


def _group_column(names: Sequence[str], place: int, baseline: int, layout: Callable[[], Layout]) -> Column[MetricRow]:
    def tooltip_of_heading() -> str:
        if place == baseline:
            return QCoreApplication.translate("ComparisonTable", "{0}, the baseline").format(names[place])
        return QCoreApplication.translate("ComparisonTable", "{0} by {1}").format(names[place], names[baseline])

    def pieces(row: MetricRow) -> list[Decoration]:
        figure = _Figure(row.cells[place], has_mark=not row.is_simulated_whole, spread_width=layout().spread_width)
        return [figure if place == baseline else _ComparedFigure(figure, place, layout())]

    return Column(
        key=f"group:{place}",
        heading=lambda: names[place],
        heading_tooltip=tooltip_of_heading,
        text=lambda _: "",
        words=lambda row: _cell_words(row, row.cells[place]),
        tooltip=lambda row: _cell_tooltip(row, row.cells[place]),
        decorations=pieces,
    )


# The metric


@dataclass(frozen=True, slots=True)
class _Arrow:
    """An arrow that points to the better end, half of it beyond the padding: labels need the room."""

    glyph: str

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw it."""
        box = QRectF(room.right() - 6, room.top(), 14, room.height())
        canvas.write(box, self.glyph, Face.BODY, "faint", Qt.AlignmentFlag.AlignHCenter)
        return room.adjusted(0, 0, -6, 0)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """The metric, behind it its unit and device muted; the device goes first where there is no room, the unit never."""

    row: MetricRow

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw it."""
        row = self.row
        label = room.adjusted(0, 0, -canvas.width(row.unit, Face.SMALL) - _GAP, 0)
        rest = room.adjusted(canvas.write(label, row.label, Face.BODY, "text") + _GAP, 0, 0, 0)
        whole = " · ".join(part for part in (row.unit, row.device) if part)
        canvas.write(rest, whole if canvas.width(whole, Face.SMALL) <= rest.width() else row.unit, Face.SMALL, "muted")
        return QRectF(room.right(), room.top(), 0, room.height())


def _metric_pieces(row: MetricRow) -> list[Decoration]:
    marks = [Beside(_unreal(next(cell.simulated for cell in row.cells if cell.simulated)), "warn")] if row.is_simulated_whole else []
    return [_Arrow(_ARROWS.get(row.better, "")), *marks, _Labelled(row)]


def _metric_tooltip(row: MetricRow) -> str:
    return "\n".join(part for part in (row.help, _sentence(better_words(row.better))) if part)


# The figures of a group


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure flush right, before it that it is of no real hardware, behind it how far it may be off."""

    cell: Cell
    has_mark: bool
    spread_width: int

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw it."""
        cell = self.cell
        value = room.adjusted(0, 0, -self.spread_width, 0)
        width = canvas.write(value, cell.value, Face.BODY, "faint" if cell.is_missing else "text", _RIGHT)
        if cell.simulated and self.has_mark:
            canvas.write(value.adjusted(0, 0, -width - 4, 0), _unreal(cell.simulated), Face.SMALL, "warn", _RIGHT)
        canvas.write(QRectF(value.right() + 5, room.top(), SPREAD_WIDTH, room.height()), cell.spread, Face.SMALL, "muted")
        return QRectF(room.right(), room.top(), 0, room.height())


@dataclass(frozen=True, slots=True)
class _ComparedFigure:
    """A figure, its ratio to the baseline as a bar and in figures, and the verdict.

    What has no room, the interval in figures and the verdict as a word, is told by the tooltip; the whiskers and the glyph stay.
    """

    figure: _Figure
    place: int
    layout: Layout

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw it."""
        cell, beside = self.figure.cell, self.figure.spread_width
        width = room.width() + 2 * PAD
        self.figure.draw(canvas, QRectF(room.left() - PAD, room.top(), _VALUE_WIDTH + beside, room.height()))
        rest = room.adjusted(_VALUE_WIDTH + beside + _GAP - PAD, 0, 0, 0)
        verdict = _verdict_pieces(cell, self.layout.verdict_width(width))
        for piece in (*verdict, *_ratio_pieces(cell, has_interval=self.layout.shows_interval(width))):
            rest = piece.draw(canvas, rest)
        colour = group_style(self.place).paint_colour(canvas.palette)
        draw_ratio_bar(canvas.painter, rest, cell.ratio, cell.interval, self.layout.scale, colour, canvas.palette)
        return QRectF(room.right(), room.top(), 0, room.height())


def _verdict_pieces(cell: Cell, width: int) -> list[Decoration]:
    mark, has_word = verdict_mark(cell.verdict), width == _WORD_WIDTH
    words = "" if mark is None else f"{mark.glyph} {mark.word}" if has_word else mark.glyph
    colour = "text" if mark is None else mark.token
    box = Box(words, width - 8, Face.MEDIUM, colour, is_last=True, is_flush_right=not has_word)
    return [box, Box("", 8, is_last=True)]


def _ratio_pieces(cell: Cell, *, has_interval: bool) -> list[Decoration]:
    face, colour = (Face.BODY, "faint") if cell.ratio is None else (Face.MEDIUM, "text")
    ratio = Box(cell.ratio_text, _RATIO_WIDTH, face, colour, is_last=True, is_flush_right=True)
    if not has_interval:
        return [ratio]
    words = f"({cell.interval_text})" if cell.interval_text else ""
    return [Box(words, _INTERVAL_WIDTH - 4, Face.SMALL, "muted", is_last=True), Box("", 4, is_last=True), ratio]


def _unreal(label: str | None) -> str:
    if label is not None and label.startswith("recorded"):
        return QCoreApplication.translate("ComparePage", "rec")
    return QCoreApplication.translate("ComparePage", "sim")


def _cell_words(row: MetricRow, cell: Cell) -> str:
    if cell.is_missing:
        return QCoreApplication.translate("ComparisonTable", "missing: {0}").format(cell.reason)
    simulated = f", {short_label(cell.simulated, is_dated=False)}" if cell.simulated else ""
    times = QCoreApplication.translate("ComparisonTable", ", {0} times the baseline").format(cell.ratio_text)
    interval = f" ({cell.interval_text})" if cell.interval_text else ""
    mark = verdict_mark(cell.verdict)
    return (
        _whole(cell, row)
        + ("" if cell.ratio is None else f", {cell.ratio_text}" if cell.is_in_points else times)
        + interval
        + (f", {mark.words}" if mark else "")
        + simulated
    )


def _cell_tooltip(row: MetricRow, cell: Cell) -> str:
    unreal = QCoreApplication.translate("ComparisonTable", "Not real hardware: {0}.").format(cell.simulated) if cell.simulated else ""
    shown = "" if cell.is_missing else _whole(cell, row)
    return "\n".join(part for part in (shown, _judgement(cell), _sentence(cell.reason), _sentence(cell.evidence), unreal) if part)


def _judgement(cell: Cell) -> str:
    """Return the ratio with its interval, and the verdict."""
    mark = verdict_mark(cell.verdict)
    interval = f" ({cell.interval_text})" if cell.interval_text else ""
    ratio = "" if cell.ratio is None else f"{cell.ratio_text}{'' if cell.is_in_points else ' ×'}{interval}"
    return " – ".join(part for part in (ratio, f"{mark.glyph} {mark.words}" if mark else "") if part)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _whole(cell: Cell, row: MetricRow) -> str:
    return " ".join(part for part in (cell.value, row.unit, cell.spread) if part)
