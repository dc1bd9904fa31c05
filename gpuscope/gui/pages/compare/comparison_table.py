"""The comparison table, as high as its rows: the metrics stay on the left, and groups beyond the width scroll sideways."""

import math
from collections.abc import Container, Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpuscope.gui.charts.ratio_bar import RatioScale
from gpuscope.gui.fonts import font, legible
from gpuscope.gui.pages.compare.comparison_columns import (
    BASELINE,
    METRIC,
    PAD,
    SPREAD_WIDTH,
    VALUE_WIDTH,
    Layout,
    comparison_columns,
    groups_in_order,
    metric_width,
    ratio_decimals,
    ratio_width,
)
from gpuscope.gui.pages.compare.group_style import SWATCH_HEIGHT, SWATCH_WIDTH, swatch
from gpuscope.gui.tables.column import HEADER_HEIGHT, ROW_HEIGHT
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX, Theme
from gpuscope.gui.widgets.layouts import fill, horizontal
from gpuscope.reports.comparison_rows import MetricRow
from gpuscope.reports.live_reading import label_on

_HEAD_GAP, _BESIDE_SWATCH = 10, SWATCH_WIDTH + 7
"""Pixels between a name and "ratio", and those of a swatch with the gap to the name beside it."""
_RATIO = 40
"""Pixels of "ratio" including its gap."""


class GroupHeader(QHeaderView):
    """Draws the section headings; a section without a group shows only its title.

    Args:
        over_texts: Whether the cells are texts, which begin at the left, instead of figures.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, over_texts: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._over_texts = over_texts
        self._theme = theme
        self._face = font(SMALL_PX, MEDIUM)
        self._groups: dict[int, int] = {}
        self._ratios: Container[int] = ()
        self._layout = Layout()
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFixedHeight(HEADER_HEIGHT)

    def set_groups(self, groups: dict[int, int], ratios: Container[int] = (), layout: Layout | None = None) -> None:
        """Set the group index of each section, the sections with ratios, and the layout of the cells below."""
        self._groups, self._ratios, self._layout = groups, ratios, layout or Layout()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(super().sizeHint().width(), HEADER_HEIGHT)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the size at which a section's name is not elided."""
        name = self._heading(section)
        beside = (_BESIDE_SWATCH if section in self._groups else 0) + (_RATIO if section in self._ratios else 0)
        return QSize(round(QFontMetricsF(self._face).horizontalAdvance(name)) + beside + PAD + 8, HEADER_HEIGHT)

    def _heading(self, section: int) -> str:
        return legible(str(self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole) or "")[:500])

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw one section."""
        palette, area = self._theme.palette, QRectF(rect)
        painter.save()
        painter.fillRect(area, QColor(palette.panel))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(palette.line))
        right = area.right() - 6
        painter.setFont(self._face)
        painter.setPen(QColor(palette.muted))
        if section in self._ratios:
            box = area.adjusted(0, 0, -PAD - self._layout.verdict_width(area.width()), 0)
            is_wide = self._layout.shows_interval(area.width())
            heading = self.tr("Ratio (95 % interval)") if is_wide else self.tr("Ratio")
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, heading)
            right = box.right() - QFontMetricsF(self._face).horizontalAdvance(heading) - _HEAD_GAP
        if section in self._groups:
            self._draw_group(painter, section, area, right)
        else:
            inner = QRectF(area.left() + PAD, area.top(), right - area.left() - PAD, area.height())
            shown = QFontMetricsF(self._face).elidedText(self._heading(section), Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        painter.restore()

    def _draw_group(self, painter: QPainter, section: int, area: QRectF, right: float) -> None:
        """Draw a group's swatch and its name, which ends at ``right`` at the latest."""
        metrics, pad = QFontMetricsF(self._face), PAD if self._over_texts else _VALUE_PAD
        lines, is_below = head_lines(self._heading(section), metrics, right - area.left() - PAD - _BESIDE_SWATCH, right - area.left() - pad)
        width = max(map(metrics.horizontalAdvance, lines)) + (0 if is_below else _BESIDE_SWATCH)
        left = self._left_of_group(section, area, width, pad if is_below else PAD)
        top = area.center().y() - (len(lines) * metrics.height() + (SWATCH_HEIGHT if is_below else 0)) / 2
        picture = swatch(self._groups[section], self._theme.palette, self.devicePixelRatioF())
        middle = area.center().y() - SWATCH_HEIGHT / 2
        painter.drawPixmap(round(left), round(top if is_below else middle), picture)
        names = (
            QRectF(left, top + SWATCH_HEIGHT, width, metrics.height())
            if is_below
            else QRectF(left + _BESIDE_SWATCH, top, width, metrics.height())
        )
        for line in lines:
            painter.drawText(names, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip, line)
            names.translate(0, metrics.height())

    def _left_of_group(self, section: int, area: QRectF, width: float, pad: int) -> float:
        """Return where a group's heading begins: it ends above figures, or begins with the section if it is longer or over texts."""
        if self._over_texts:
            return area.left() + PAD
        end = area.left() + self._layout.value_width if section in self._ratios else area.right() - PAD - self._layout.spread_width
        return end - width if end - width >= area.left() + _VALUE_PAD else area.left() + pad


def head_lines(name: str, metrics: QFontMetricsF, beside: float, below: float) -> tuple[list[str], bool]:
    """Break a group's name into lines of whole words.

    Args:
        name: The name.
        metrics: Metrics of its font.
        beside: Pixels beside the swatch.
        below: Pixels below the swatch.

    Returns:
        One or two lines, and whether they stand below the swatch. A name too long even there ends with "…", after a word if one fits.
    """
    advance = metrics.horizontalAdvance
    if advance(name) <= beside:
        return [name], False
    words = name.split()
    parts = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    if both := next((pair for pair in parts if max(map(advance, pair)) <= beside), None):
        return list(both), False
    if advance(name) <= below:
        return [name], True
    whole = (f"{first} …" for first, _ in reversed(parts) if advance(f"{first} …") <= below)
    return [next(whole, metrics.elidedText(name, Qt.TextElideMode.ElideRight, below))], True


_METRIC_WIDTH, _LEAST_BASELINE, _WIDEST_BASELINE, _WIDEST_GROUP = grown(268), grown(84), grown(150), grown(520)
"""Preferred column widths in pixels: the longest label of a headline metric with its unit; a figure below a short and a long group name;
and the width beyond which a longer bar adds no information."""
_LEAST_WIDTHS = (
    (grown(208), grown(200), True),
    (grown(208), grown(200), False),
    (grown(208), grown(176), False),
    (grown(150), grown(176), False),
)
"""Successive compromises before the table scrolls: minimum width of metric and group, and whether uncertainties keep their room.
Dropped or elided text moves to the tooltips; figures, ratios and verdicts stay."""
_WIDEST_METRIC = grown(340)
"""Pixels of the metrics beside groups that scroll: the longest label with its unit and device."""
_LESS_BAR, _LEAST_BAR = 10, 32
"""Pixels by which a group is narrower than its minimum if that lets the table write all metrics whole, and of the bar that is left then."""
_VALUE_PAD = 4
"""Pixels left of the widest figure, to separate it from the group before it."""
SCROLL_BAR = 10
"""Height of a horizontal scroll bar in the style sheet, in pixels."""
_MOST_REACH = math.log(8.0)
"""Logarithm of the largest ratio on the scale: an outlier must not squeeze all others, so its bar ends in an arrow."""


class ComparisonTable(QWidget):
    """Two views of one model, side by side, with a shared selection."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.layout_ = Layout()
        self._spread_width = self._whole_metric = self._metric_with_device = 0
        self._needs_devices = False
        self._groups: tuple[tuple[str, ...], int] = ((), 0)
        self.model: RowTableModel[MetricRow] = RowTableModel(comparison_columns((), 0, Layout), lambda row: row.key)
        self.model.setParent(self)
        self._metrics, self.groups = self._view(theme), self._view(theme)
        selection = QItemSelectionModel(self.model, self)
        for view in (self._metrics, self.groups):
            view.setSelectionModel(selection)
        self._metrics.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Metrics of the groups"))
        self._metrics.setAccessibleName(self.tr("Metrics"))
        self.groups.setAccessibleName(self.tr("Figures of the groups and their ratios to the baseline"))
        self.setFocusProxy(self.groups)
        fill(horizontal(self, (0, 0, 0, 0), spacing=0), self._metrics, (self.groups, 1))
        theme.changed.connect(self._repaint)

    def _view(self, theme: Theme) -> RowTable[MetricRow]:
        view = RowTable(theme, self.model, pad=PAD, focus_on_cell=True)
        view.setHorizontalHeader(GroupHeader(theme, view))
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return view

    def show_rows(self, rows: Sequence[MetricRow], names: Sequence[str], baseline: int) -> None:
        """Show metrics of groups with these displayed names; ``baseline`` is the index of the group that ratios are relative to."""
        has_spreads = any(cell.spread for row in rows for cell in row.cells)
        face = QFontMetricsF(font(SMALL_PX))
        intervals = [face.horizontalAdvance(f"({cell.interval_text})") for row in rows for cell in row.cells if cell.interval_text]
        scale = _scale_of([row for row in rows if row.is_headline] or rows)
        self._spread_width = SPREAD_WIDTH if has_spreads else 0
        labels = [label_on(row.device, row.label) for row in rows]
        self._needs_devices = len(set(labels)) < len(labels)  # only their devices tell rows apart
        self._metric_with_device = math.ceil(max((metric_width(row, has_device=True) for row in rows), default=0.0))
        self._whole_metric = self._metric_with_device if self._needs_devices else math.ceil(max(map(metric_width, rows), default=0.0))
        body = QFontMetricsF(font(BODY_PX))
        values = [math.ceil(body.horizontalAdvance(cell.value)) + _VALUE_PAD for row in rows for cell in row.cells]
        value_width = max((VALUE_WIDTH, *values))
        decimals = ratio_decimals(rows)
        self.layout_ = Layout(
            scale, self._spread_width, math.ceil(max(intervals, default=0.0)), value_width, ratio_width(rows, decimals), decimals
        )
        groups = (tuple(names), baseline)
        if groups == self._groups:
            self.model.show_rows(rows)
        else:
            self._groups = groups
            self.model.show_table(comparison_columns(names, baseline, lambda: self.layout_), rows)
        self._show_heads()
        self._fit()
        self._repaint()

    def whole_width(self) -> int:
        """Return the pixels at which no metric is elided beside bars of their usual minimum; 0 without metrics."""
        others = self.model.columnCount() - BASELINE - 1
        return self._whole_metric + self._baseline_width(0) + others * (_LEAST_WIDTHS[1][1] + self._wider()) if others > 0 else 0

    def _show_heads(self) -> None:
        places = groups_in_order(*self._groups)
        for view in (self._metrics, self.groups):
            header = view.horizontalHeader()
            assert isinstance(header, GroupHeader)
            header.set_groups(dict(enumerate(places, BASELINE)), range(BASELINE + 1, self.model.columnCount()), self.layout_)
            for column in range(self.model.columnCount()):
                view.setColumnHidden(column, (column == METRIC) is not (view is self._metrics))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        others = max(0, self.model.columnCount() - 2)
        least_metric, least_group, beside = self._least_widths(others)
        if beside != self.layout_.spread_width:
            self.layout_ = replace(self.layout_, spread_width=beside)
            self._show_heads()
        wider = self._wider()
        least = least_group + beside + wider
        room = self.width() - least_metric - others * least
        baseline = self._baseline_width(self.layout_.spread_width)
        if room >= _LEAST_BASELINE + beside + wider:
            baseline = min(baseline, room)  # elide the baseline's name before a ratio scrolls out of view
        wanted = _METRIC_WIDTH + baseline + others * self.layout_.group_width()
        if others and self.layout_.bar_width(least - _LESS_BAR) >= _LEAST_BAR:
            least = max(least - _LESS_BAR, min(least, (self.width() - baseline - self._whole_metric) // others))
        whole = min(self._whole_metric, self.width() - baseline - others * least)  # before bars grow beyond their minimum
        metric = min(_METRIC_WIDTH, max(least_metric, whole, _METRIC_WIDTH + self.width() - wanted))
        if baseline + others * least > self.width() - metric:  # it scrolls at any rate, so that names need not be elided for room
            metric = max(metric, min(self._whole_metric, _WIDEST_METRIC, self.width() - baseline - least))
        room = self.width() - metric - baseline
        each = min(_WIDEST_GROUP + beside, max(least, room // others)) if others else 0
        spare = max(0, room - others * each)
        self.layout_ = replace(self.layout_, has_devices=self._needs_devices or metric + spare >= self._metric_with_device)
        self._metrics.setFixedWidth(metric + spare)
        self._metrics.setColumnWidth(METRIC, metric + spare)
        self.groups.setColumnWidth(BASELINE, baseline)
        for column in range(BASELINE + 1, self.model.columnCount()):
            self.groups.setColumnWidth(column, each)
        scrolls = baseline + others * each > self.width() - metric - spare
        height = HEADER_HEIGHT + self.model.rowCount() * ROW_HEIGHT
        self.setFixedHeight(height + (SCROLL_BAR if scrolls else 0))

    def _least_widths(self, others: int) -> tuple[int, int, int]:
        """Return the first minimum widths of metric, group and uncertainties with which all groups fit; if none, the widest."""
        steps = [(metric, group, self._spread_width if has_spread else 0) for metric, group, has_spread in _LEAST_WIDTHS]
        wider = self._wider()
        fitting = (
            step for step in steps if step[0] + _LEAST_BASELINE + step[2] + others * (step[1] + step[2] + wider) + wider <= self.width()
        )
        return next(fitting, steps[0])

    def _wider(self) -> int:
        """Return the pixels that the widest figure takes beyond the usual ones, in every column of figures."""
        return self.layout_.value_width - VALUE_WIDTH

    def _baseline_width(self, beside: int) -> int:
        """Return the pixels of the baseline's column with room for uncertainties."""
        if self.model.columnCount() <= BASELINE:
            return _LEAST_BASELINE
        least = _LEAST_BASELINE + beside + self._wider()
        return min(max(_WIDEST_BASELINE, least), max(least, self.groups.horizontalHeader().sectionSizeFromContents(BASELINE).width()))

    def _repaint(self) -> None:
        for view in (self._metrics, self.groups):
            view.viewport().update()
            view.horizontalHeader().viewport().update()


def _scale_of(rows: Sequence[MetricRow]) -> RatioScale:
    return RatioScale(min(_MOST_REACH, RatioScale.of(cell.ratio for row in rows for cell in row.cells).reach))
