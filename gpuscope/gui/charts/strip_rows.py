"""The rows of a stack: labels, the pyqtgraph view with the strips, current values."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.charts.cursor_item import CursorItem
from gpuscope.gui.charts.plot_view import PlotView
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_item import StripItem
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.faults import contained
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme

LEAST_HEIGHT = grown(56)
"""Least height of a strip, in logical pixels."""
_LABEL_WIDTH, _VALUES_WIDTH = grown(112), grown(64)
"""Least widths of the columns in pixels: with the usual labels, the curves start at the same position on every page."""


@dataclass(frozen=True, slots=True)
class Row:
    """The widgets of one strip."""

    data: StripData
    item: StripItem
    label: StripLabel
    values: StripValues


class StripRows(QWidget):
    """Stacks the rows at equal height.

    Attributes:
        rows: The rows, top to bottom.
        view: The pyqtgraph view that draws them.
        crosshair: The cursor's line and card.
        placed: The rows were moved or resized.
        toggled: The user toggled a curve: keys of strip and curve, whether it is visible now.
    """

    placed = Signal()
    toggled = Signal(str, str, bool)

    def __init__(self, theme: Theme, around: Surroundings) -> None:
        super().__init__()
        self._theme = theme
        self._around = around
        self.rows: list[Row] = []
        self._least, self._room = LEAST_HEIGHT, 0
        self._by_key: dict[str, Row] = {}
        self.view = PlotView(self._spoken_value, self)
        self.crosshair = CursorItem(theme)
        self.view.scene().addItem(self.crosshair)

    def set_strips(self, strips: Sequence[Strip]) -> None:
        """Replace the strips; those with a known key keep their series, and their widgets unless order, title or curves have changed.

        A change of unit alone, which can happen at any time in a live run, must not remove a legend while the user clicks on it.
        """
        known = {row.data.strip.key: row for row in self.rows}
        is_order_kept = [strip.key for strip in strips] == list(known)
        rows = []
        for strip in strips:
            row = known.get(strip.key)
            if row is not None and is_order_kept and (row.data.strip.title, row.data.strip.curves) == (strip.title, strip.curves):
                del known[strip.key]
                row.data.take_over(strip)
                row.label.show_strip()
                rows.append(row)
            else:
                rows.append(self._made(strip, None if row is None else row.data))
        for row in known.values():
            self._remove(row)
        self.rows, self._by_key = rows, {row.data.strip.key: row for row in rows}
        self._around.order = [strip.key for strip in strips]
        self._least = max([LEAST_HEIGHT, *(row.label.least_height() for row in self.rows)])
        self._fit()
        self.place()
        for row in rows:  # once they are placed, or the legends would be laid out for a size that they never have
            row.label.show()
            row.values.show()

    def set_room(self, height: int) -> None:
        """Set the height in which the rows are scrolled; they are as high as needed for whole ones to fill it."""
        if height != self._room:
            self._room = height
            self._fit()

    @property
    def pitch(self) -> int:
        """Height of a row where not all fit, rounded: a step of scrolling."""
        return round(max(self._least, self._room / max(1, self._room // self._least)))

    @property
    def least_height(self) -> int:
        """Height that all rows need at least; 0 without rows."""
        return len(self.rows) * self._least

    @property
    def least_row(self) -> int:
        """Height that one row needs at least; 0 without rows."""
        return self._least if self.rows else 0

    def _fit(self) -> None:
        count = len(self.rows)
        whole = max(1, self._room // self._least)
        is_scrolled = count > whole
        self.setMinimumHeight(round(count * max(self._least, self._room / whole)) if is_scrolled else count * self._least)

    def row(self, strip: str) -> Row | None:
        """Return the row of a strip; None for an unknown key."""
        return self._by_key.get(strip)

    def rows_within(self, area: QRect) -> list[Row]:
        """Return the rows that overlap a part of the widget."""
        return [row for row in self.rows if row.label.geometry().bottom() >= area.top() and row.label.geometry().top() <= area.bottom()]

    def place(self) -> None:
        """Lay out the rows."""
        labels = max([_LABEL_WIDTH, *(row.label.wanted_width(self.height() / len(self.rows)) for row in self.rows)])
        values = max([_VALUES_WIDTH, *(row.values.wanted_width() for row in self.rows[:1])])
        plot = QRect(labels, 0, max(1, self.width() - labels - values), self.height())
        self.view.setGeometry(plot)
        self.view.setVisible(bool(self.rows))
        count = len(self.rows)
        for index, row in enumerate(self.rows):
            top, bottom = (self.height() * place // count for place in (index, index + 1))
            row.label.setGeometry(0, top, labels, bottom - top)
            row.values.setGeometry(plot.right() + 1, top, values, bottom - top)
            row.item.set_area(QRectF(0, top, plot.width(), bottom - top))
        self.placed.emit()

    def _spoken_value(self) -> str:
        return "\n".join(row.label.spoken_value() for row in self.rows)

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Lay out the rows for the new size."""
        self.place()

    def _made(self, strip: Strip, data: StripData | None) -> Row:
        if data is None:
            data = StripData(strip)
        else:
            data.take_over(strip)
        item = StripItem(self._theme, data, self._around)
        label = StripLabel(self._theme, data, self._around, self)
        values = StripValues(self._theme, data, self._around, self)
        values.named = label.named_curves
        label.toggled.connect(lambda curve, visible: self.toggled.emit(strip.key, curve, visible))
        self.view.scene().addItem(item)
        return Row(data, item, label, values)

    def _remove(self, row: Row) -> None:
        self.view.scene().removeItem(row.item)
        for widget in (row.label, row.values):
            widget.hide()
            widget.deleteLater()
