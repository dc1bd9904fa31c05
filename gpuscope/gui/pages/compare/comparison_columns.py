"""The columns of the comparison table: the metric, the baseline's figures, and each other group's figures with the ratio as a bar."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from gpuscope.analysis.statistics.verdict import NO_DIFFERENCE
from gpuscope.core.figures import capitalized
from gpuscope.core.metric import Better
from gpuscope.gui.charts.ratio_bar import BAR_MARGIN, RatioScale, draw_ratio_bar
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.run_view.strip_template import reality_label
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.decorations import Beside, Box, Canvas, Decoration, Face
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX
from gpuscope.reports.comparison_rows import BETTER_TEXTS, Cell, MetricRow, VerdictMark
from gpuscope.reports.live_reading import label_on
from gpuscope.system.language import labelled, unit_name


def verdict_mark(cell: Cell) -> VerdictMark | None:
    """Return the presentation of a cell's verdict; None if there is none, as for the baseline."""
    mark = cell.mark
    return None if mark is None else replace(mark, label=engine_text(mark.label), description=engine_text(mark.description))


METRIC, BASELINE = 0, 1
"""Indices of the first two columns; the other groups follow."""
PAD = 14
"""Padding, equal to that of the cards' headings."""
SPREAD_WIDTH = grown(46)
"""Pixels of the widest uncertainty, "± < 0.1 %"."""
VALUE_WIDTH = grown(66)
"""Pixels of a six-character figure, "12 300": the minimum width of figures, so that few tables shift when rows change."""
RATIO_WIDTH = grown(44)
"""Pixels of a common ratio, "1.32 ×", and of the heading "Ratio": the minimum width of ratios."""
GLYPH_WIDTH, _AFTER_VERDICT = grown(27), 4
"""Pixels of the widest glyph of a verdict, "(✓)", with a gap before it, and pixels after a verdict."""
_LABEL_WIDTH, _LABEL_FROM = grown(122), grown(432)
"""Pixels of the longest verdict, "no difference", with those after it; column width from which the verdict is spelled out."""
GOOD_BAR = 2 * (grown(40) + BAR_MARGIN)
"""Pixels of a ratio bar with 40 on either side, below which intervals in figures leave it their room."""
_MOST_ALIGNED = 3
"""Ratios are aligned at the decimal point by up to this many decimals, as many as one with an interval has."""
_INTERVAL_GAP, _BEFORE_BAR, _AFTER_BAR = 4, 4, 2
"""Pixels between a ratio and its interval, and on either side of a bar, whose ends keep some more free."""
_GAP = 6
"""Pixels between a label, its unit and the following text."""
_RIGHT = Qt.AlignmentFlag.AlignRight
_ARROWS = {Better.HIGHER: "↑", Better.LOWER: "↓"}


@dataclass(frozen=True, slots=True)
class Layout:
    """Widths shared by all cells of a table, so that they line up.

    Attributes:
        scale: Scale of the ratio bars.
        spread_width: Pixels for uncertainties; 0 without any.
        interval_width: Pixels of the widest interval of a ratio in figures; 0 without any.
        value_width: Pixels of the widest figure with padding, so that figures are never clipped.
        ratio_width: Pixels of the widest ratio, so that bars take what ratios leave.
        ratio_decimals: Decimals of ratios by which they are aligned at the decimal point.
        has_devices: Whether the device follows the unit: in all rows that have one, or in none.
    """

    scale: RatioScale = RatioScale()  # noqa: RUF009 - it is frozen
    spread_width: int = 0
    interval_width: int = 0
    value_width: int = VALUE_WIDTH
    ratio_width: int = RATIO_WIDTH
    ratio_decimals: int = 0
    has_devices: bool = False

    def bar_width(self, width: float) -> float:
        """Return the pixels left for the bar in a group's column of that width, in logical pixels, without an interval in figures."""
        return (
            width - self.value_width - self.spread_width - (_BEFORE_BAR + _AFTER_BAR) - self.ratio_width - self.verdict_width(width) - PAD
        )

    def shows_interval(self, width: float) -> bool:
        """Return whether a group's column of that width, in logical pixels, fits intervals in figures beside a bar of a good length."""
        return self.interval_width > 0 and self.bar_width(width) - self.interval_width - _INTERVAL_GAP >= GOOD_BAR

    def verdict_width(self, width: float) -> int:
        """Return the pixels reserved for a verdict at the right end of a group's column: its word, or its glyph alone."""
        return _LABEL_WIDTH if width - self.spread_width >= _LABEL_FROM else GLYPH_WIDTH + _AFTER_VERDICT

    def group_width(self) -> int:
        """Return the pixels of a group's column with a bar of a good length and its interval in figures, if there are any."""
        interval = self.interval_width + _INTERVAL_GAP if self.interval_width else 0
        glyph = GLYPH_WIDTH + _AFTER_VERDICT
        return self.value_width + self.spread_width + _BEFORE_BAR + _AFTER_BAR + GOOD_BAR + interval + self.ratio_width + glyph + PAD


def comparison_columns(names: Sequence[str], baseline: int, layout: Callable[[], Layout]) -> list[Column[MetricRow]]:
    """Return the columns of a comparison, the baseline's before the other groups; ``layout`` returns the shared widths at drawing time."""
    return [_metric_column(layout), *(_group_column(names, place, baseline, layout) for place in groups_in_order(names, baseline))]


def groups_in_order(names: Sequence[str], baseline: int) -> list[int]:
    """Return the groups' indices in column order, the baseline first."""
    return [baseline, *(place for place in range(len(names)) if place != baseline)] if names else []


def _metric_column(layout: Callable[[], Layout]) -> Column[MetricRow]:
    return Column(
        key="metric",
        heading=lambda: QCoreApplication.translate("ComparisonTable", "Metric"),
        text=lambda _: "",
        accessible_text=lambda row: ", ".join(
            part for part in (label_on(row.device, row.label), unit_name(row.unit), engine_text(row.device)) if part
        ),
        tooltip=lambda row: "\n".join(part for part in (composed_text(row.help), _sentence(BETTER_TEXTS[row.better])) if part),
        decorations=lambda row: _metric_pieces(row, has_device=layout().has_devices),
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
        accessible_text=lambda row: _cell_text(row, row.cells[place]),
        tooltip=lambda row: _cell_tooltip(row, row.cells[place]),
        decorations=pieces,
    )


# The metric


@dataclass(frozen=True, slots=True)
class _Arrow:
    """An arrow in the direction of better values, half in the padding to leave room for the label."""

    glyph: str

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        box = QRectF(room.right() - 3, room.top(), 14, room.height())
        canvas.write(box, self.glyph, Face.BODY, "faint", Qt.AlignmentFlag.AlignHCenter)
        return room.adjusted(0, 0, -6, 0)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """The metric, followed by its muted unit and device; without room the label is elided, the unit never."""

    row: MetricRow
    has_device: bool

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        row, beside = self.row, _beside_metric(self.row, has_device=self.has_device)
        label = room.adjusted(0, 0, -canvas.width(beside, Face.SMALL) - _GAP, 0)
        rest = room.adjusted(canvas.write(label, label_on(row.device, row.label), Face.BODY, "text") + _GAP, 0, 0, 0)
        canvas.write(rest, beside, Face.SMALL, "muted")
        return QRectF(room.right(), room.top(), 0, room.height())


def _beside_metric(row: MetricRow, *, has_device: bool) -> str:
    """Return the unit of a metric, and its device if wanted."""
    return " · ".join(part for part in (unit_name(row.unit), engine_text(row.device) if has_device else "") if part)


def metric_width(row: MetricRow, *, has_device: bool = False) -> float:
    """Return the pixels at which neither the label nor the unit of a metric is elided, nor its device if that follows."""
    body, small = QFontMetricsF(font(BODY_PX)), QFontMetricsF(font(SMALL_PX))
    mark = f"{_unreal_mark(row)} " if row.is_simulated_whole else ""
    return (
        body.horizontalAdvance(label_on(row.device, row.label))
        + small.horizontalAdvance(f"{_beside_metric(row, has_device=has_device)}{mark}")
        + 3 * _GAP
        + 2 * PAD
    )


def _unreal_mark(row: MetricRow) -> str:
    return _unreal(next(cell.simulated for cell in row.cells if cell.simulated))


def _metric_pieces(row: MetricRow, *, has_device: bool) -> list[Decoration]:
    marks = [Beside(_unreal_mark(row), "warn")] if row.is_simulated_whole else []
    return [_Arrow(_ARROWS.get(row.better, "")), *marks, _Labelled(row, has_device)]


# The figures of a group


@dataclass(frozen=True, slots=True)
class _Figure:
    """A right-aligned figure, preceded by a mark if not measured on real hardware, followed by its uncertainty."""

    cell: Cell
    has_mark: bool
    spread_width: int

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        cell = self.cell
        value = room.adjusted(0, 0, -self.spread_width, 0)
        width = canvas.write(value, cell.value, Face.BODY, "faint" if cell.is_missing else "text", _RIGHT)
        if cell.simulated and self.has_mark:
            canvas.write(value.adjusted(0, 0, -width - 4, 0), _unreal(cell.simulated), Face.SMALL, "warn", _RIGHT)
        if self.spread_width:  # otherwise it would overlap the ratio bar
            canvas.write(QRectF(value.right() + 5, room.top(), SPREAD_WIDTH, room.height()), cell.spread, Face.SMALL, "muted")
        return QRectF(room.right(), room.top(), 0, room.height())


@dataclass(frozen=True, slots=True)
class _ComparedFigure:
    """A figure, its ratio to the baseline as a bar and in figures, and the verdict.

    Without room, the interval and the verdict's word move to the tooltip; whiskers and glyph stay.
    """

    figure: _Figure
    place: int
    layout: Layout

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        cell, beside = self.figure.cell, self.figure.spread_width
        width = room.width() + 2 * PAD
        self.figure.draw(canvas, QRectF(room.left() - PAD, room.top(), self.layout.value_width + beside, room.height()))
        rest = room.adjusted(self.layout.value_width + beside + _BEFORE_BAR - PAD, 0, 0, 0)
        verdict = _verdict_pieces(cell, self.layout.verdict_width(width))
        interval_width = self.layout.interval_width if self.layout.shows_interval(width) else 0
        for piece in (*verdict, *_ratio_pieces(cell, interval_width, self.layout)):
            rest = piece.draw(canvas, rest)
        is_alike = cell.verdict == NO_DIFFERENCE  # a bar in a colour of its own would claim one
        colour = canvas.colour("muted") if is_alike else group_style(self.place).paint_colour(canvas.palette)
        draw_ratio_bar(
            canvas.painter, rest.adjusted(0, 0, -_AFTER_BAR, 0), cell.ratio, cell.interval, self.layout.scale, colour, canvas.palette
        )
        return QRectF(room.right(), room.top(), 0, room.height())


def _verdict_pieces(cell: Cell, width: int) -> list[Decoration]:
    mark, has_label = verdict_mark(cell), width == _LABEL_WIDTH
    text = "" if mark is None else f"{mark.glyph} {mark.label}" if has_label else mark.glyph
    colour = "text" if mark is None else mark.token
    box = Box(text, width - _AFTER_VERDICT, Face.MEDIUM, colour, is_last=True, is_flush_right=not has_label)
    return [Box("", _AFTER_VERDICT, is_last=True), box]


def _ratio_pieces(cell: Cell, interval_width: int, layout: Layout) -> list[Decoration]:
    face, colour = (Face.BODY, "faint") if cell.ratio is None else (Face.MEDIUM, "text")
    after = _after_ratio(cell, layout.ratio_decimals, QFontMetricsF(font(BODY_PX, MEDIUM)))
    ratio = [Box("", after, is_last=True), Box(cell.times, layout.ratio_width - after, face, colour, is_last=True, is_flush_right=True)]
    if not interval_width:
        return [*ratio]
    text = f"({cell.interval_text})" if cell.interval_text else ""
    return [Box(text, interval_width, Face.SMALL, "muted", is_last=True), Box("", _INTERVAL_GAP, is_last=True), *ratio]


def ratio_decimals(rows: Sequence[MetricRow]) -> int:
    """Return the decimals by which the ratios of some rows are aligned."""
    return min(_MOST_ALIGNED, max((_decimals(cell.ratio_text) for row in rows for cell in row.cells if _is_ratio(cell)), default=0))


def ratio_width(rows: Sequence[MetricRow], decimals: int) -> int:
    """Return the pixels of the widest ratio of some rows, aligned by ``decimals``."""
    face = QFontMetricsF(font(BODY_PX, MEDIUM))
    widths = [face.horizontalAdvance(cell.times) + _after_ratio(cell, decimals, face) for row in rows for cell in row.cells]
    return max(RATIO_WIDTH, math.ceil(max(widths, default=0.0)))


def _after_ratio(cell: Cell, decimals: int, face: QFontMetricsF) -> float:
    """Return the pixels to leave after a ratio, so that its decimal point aligns with that of a ratio with ``decimals`` decimals."""
    missing = decimals - _decimals(cell.ratio_text)
    if missing <= 0 or not _is_ratio(cell):
        return 0.0
    return face.horizontalAdvance("0" * missing) + (0.0 if "." in cell.ratio_text else face.horizontalAdvance("."))


def _is_ratio(cell: Cell) -> bool:
    return cell.ratio is not None and not cell.is_in_points


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def unreal_marks(rows: Sequence[MetricRow]) -> list[str]:
    """Return the marks of figures that are not from real hardware, each with its meaning unless that is the mark: "sim: simulated"."""
    labels = dict.fromkeys(cell.simulated for row in rows for cell in row.cells if cell.simulated)
    meanings = {_unreal(one): reality_label(one, is_dated=False) for one in labels}
    return [labelled(mark, meaning) for mark, meaning in meanings.items() if mark != meaning]


def _unreal(label: str | None) -> str:
    if label is not None and label.startswith("recorded"):
        return QCoreApplication.translate("ComparePage", "rec")
    return QCoreApplication.translate("ComparePage", "sim")


def _cell_text(row: MetricRow, cell: Cell) -> str:
    if cell.is_missing:
        return QCoreApplication.translate("ComparisonTable", "missing: {0}").format(composed_text(cell.reason))
    simulated = f", {reality_label(cell.simulated, is_dated=False)}" if cell.simulated else ""
    times = QCoreApplication.translate("ComparisonTable", ", {0} times the baseline").format(cell.ratio_text)
    interval = f" ({cell.interval_text})" if cell.interval_text else ""
    mark = verdict_mark(cell)
    return (
        _whole(cell, row)
        + ("" if cell.ratio is None else f", {cell.ratio_text}" if cell.is_in_points else times)
        + interval
        + (f", {mark.description}" if mark else "")
        + simulated
    )


def _cell_tooltip(row: MetricRow, cell: Cell) -> str:
    unreal = (
        QCoreApplication.translate("ComparisonTable", "Not real hardware: {0}.").format(composed_text(cell.simulated))
        if cell.simulated
        else ""
    )
    shown = "" if cell.is_missing else _whole(cell, row)
    return "\n".join(part for part in (shown, _judgement(cell), _sentence(cell.reason), composed_text(cell.evidence), unreal) if part)


def _judgement(cell: Cell) -> str:
    """Return the ratio with its interval, and the verdict."""
    mark = verdict_mark(cell)
    ratio = "" if cell.ratio is None else cell.ratio_with_interval
    return " – ".join(part for part in (ratio, f"{mark.glyph} {mark.description}" if mark else "") if part)


def _sentence(text: str) -> str:
    return composed_text(f"{capitalized(text)}.") if text else ""


def _whole(cell: Cell, row: MetricRow) -> str:
    return " ".join(part for part in (cell.value, unit_name(row.unit), cell.spread) if part)
