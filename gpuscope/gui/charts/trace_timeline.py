"""The timeline of a trace: zooms from the whole capture to one kernel, with mouse and keyboard."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QWheelEvent

from gpuscope.core.figures import figure
from gpuscope.gui.charts.hover_card import HoverCard, draw_card
from gpuscope.gui.charts.time_axis import instant
from gpuscope.gui.charts.trace_bands import BAND_ROW, BandRow, TimelineBand, band_card
from gpuscope.gui.charts.trace_card import gap_card, slice_card
from gpuscope.gui.charts.trace_overlay import draw_arrows, draw_gap, draw_instant, draw_range
from gpuscope.gui.charts.trace_painter import RULER, TimelineCurve
from gpuscope.gui.charts.trace_surface import AROUND, SCROLL_PX, TraceSurface
from gpuscope.gui.faults import contained
from gpuscope.gui.theme import Theme
from gpuscope.profiles.lanes import Gap, TraceLanes
from gpuscope.profiles.trace import S_PER_NS

_REACH_PX = 3.0
"""Distance in pixels within which the pointer still hits a slice."""
_DRAG_STARTS_AT = 3
"""Pixels that distinguish a drag from a click."""


class TraceTimeline(TraceSurface):
    """Draws the lanes of a trace; independent of files and runs.

    Signals:
        selected: Another slice is selected: its index; -1 for none.

    Attributes:
        chosen: Index of the selected slice; None for none.
        measured: Start and end of the measured range in ns; None for none.
    """

    selected = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._empty = self.tr("No trace is open.")
        self._pointer: QPointF | None = None
        self._hovered: int | None = None
        self._gap: Gap | None = None
        self.chosen: int | None = None
        self.measured: tuple[float, float] | None = None
        self._measured_from: float | None = None
        self._links: list[tuple[int, int]] = []
        self._hovered_links: list[tuple[int, int]] = []
        self._matches = np.empty(0, np.int64)
        self._pressed: QPoint | None = None
        self._is_dragging = False
        self.setAccessibleName(self.tr("Timeline"))
        self._describe()

    @property
    def card(self) -> HoverCard | None:
        """The card of the gap, band or slice under the pointer, else of the selected slice while the timeline has focus."""
        lanes = self.scene.lanes
        if lanes is None:
            return None
        reach = self.scene.view.length / self.room().columns
        if self._gap is not None:
            return gap_card(lanes, self._gap, reach)
        if self._pointer is not None and (named := self._named_band_at(self._pointer)) is not None:
            return band_card(*named, reach)
        shown = self._hovered if self._hovered is not None else self.chosen if self._pointer is None and self.hasFocus() else None
        return slice_card(lanes, shown, reach) if shown is not None else None

    def show_lanes(self, lanes: TraceLanes | None, empty: str = "") -> None:
        """Show another trace in full.

        Args:
            lanes: Lanes of the trace; None for none.
            empty: Sentence shown if there is nothing to draw; "" for the default.
        """
        scene = self.scene
        scene.lanes = lanes if lanes is not None and lanes.lanes else None
        self._empty = empty or (self.tr("No trace is open.") if lanes is None else self.tr("The trace has no events with a duration."))
        scene.layout.set_lanes(scene.lanes)
        scene.found, self._matches = None, np.empty(0, np.int64)
        self._hovered = self._gap = self.chosen = self.measured = None
        self._links = []
        self._painter.forget()
        self.verticalScrollBar().setValue(0)
        self.reset()
        self._arrange()
        self._describe()

    def set_curves(self, curves: Sequence[TimelineCurve]) -> None:
        """Show curves below the lanes, on the same time axis."""
        self.scene.curves = tuple(curves)
        self._arrange()

    def set_bands(self, rows: Sequence[BandRow]) -> None:
        """Show rows of bands between the time axis and the lanes."""
        self.scene.bands = tuple(rows)
        self._arrange()

    def search(self, text: str) -> int:
        """Highlight the slices whose names contain a text, and return their number."""
        lanes = self.scene.lanes
        text = text.strip()
        found = lanes.matching(text) if lanes is not None and text else None
        self.scene.found = found
        self._matches = np.flatnonzero(found) if found is not None else np.empty(0, np.int64)
        self._painter.forget(names=False)
        self._renew()
        return int(self._matches.size)

    def select_match(self, step: int) -> None:
        """Select and show the next (1) or previous (-1) slice that the search found."""
        if not self._matches.size:
            return
        if self.chosen is None:
            place = 0 if step > 0 else -1
        else:
            place = int(self._matches.searchsorted(self.chosen, "right" if step > 0 else "left")) + (0 if step > 0 else -1)
        self.select(int(self._matches[place % self._matches.size]), reveals=True)

    def select(self, index: int | None, *, reveals: bool = False) -> None:
        """Select a slice.

        Args:
            index: Index of the slice; None for none.
            reveals: Whether to unfold its lane and move the view so that it is visible.
        """
        lanes = self.scene.lanes
        if lanes is None:
            return
        if index != self.chosen:
            self.chosen = index
            self._links = lanes.links(index) if index is not None else []
            self._describe()
            self.selected.emit(-1 if index is None else index)
        if index is not None and reveals:
            self._reveal(index)
        self.viewport().update()

    def measure(self, start_ns: float, end_ns: float) -> None:
        """Measure the range between two instants, in either order."""
        self.measured = min(start_ns, end_ns), max(start_ns, end_ns)
        self._describe()
        self.viewport().update()

    def _draw_over(self, painter: QPainter, area: QRectF) -> None:
        room, palette = self.room(), self._theme.palette
        inside = QRectF(room.gutter, room.lanes_top, room.columns, room.lanes_height)
        if self._pointer is not None and inside.left() <= self._pointer.x():
            painter.setPen(QColor(palette.faint))
            for top, bottom in ((RULER, room.lanes_bottom), (room.height - room.curves, room.height)):
                painter.drawLine(QPointF(self._pointer.x(), top), QPointF(self._pointer.x(), bottom))
            resolution = self.scene.view.length / room.columns
            text = instant(self._time_at(self._pointer.x()), resolution)
            draw_instant(painter, self._pointer.x(), text, self.scene.view, room, palette)
        if self.measured is not None:
            start, end = self.measured
            ends = self.x_of(start), self.x_of(end)
            draw_range(painter, ends, figure((end - start) * S_PER_NS, "s"), self.scene.view, room, palette)
        painter.setClipRect(inside)
        self._draw_outlines(painter, *(None if index is None else self.place_of(index) for index in (self._hovered, self.chosen)))
        if self._gap is not None and self._pointer is not None and (band := self._band_at(self._pointer)) is not None:
            left, right = round(self.x_of(self._gap.start_ns)), round(self.x_of(self._gap.end_ns))
            draw_gap(painter, QRectF(left, room.lanes_top + band.top - self.scene.scroll, right - left, band.height - 1), palette)
        links = self._links if self._hovered is None or self._hovered == self.chosen else self._hovered_links
        draw_arrows(painter, [(self.place_of(launch), self.place_of(launched)) for launch, launched in links], QColor(palette.text))
        painter.setClipping(False)
        if (card := self.card) is not None and not self._is_dragging:
            draw_card(painter, card, self._card_place(inside), area, palette)

    def _card_place(self, inside: QRectF) -> QPointF:
        if self._pointer is not None:
            return self._pointer
        place = self.place_of(self.chosen) if self.chosen is not None else None
        if place is None:
            return inside.topLeft()
        return QPointF(min(max(place.left(), inside.left()), inside.right()), min(place.bottom(), inside.bottom()))

    @contained
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the start of a possible drag; with Shift, start measuring a range."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.room().gutter <= event.position().x() and self.scene.lanes:
            self._measured_from = self._time_at(event.position().x())
        else:
            self._pressed, self._is_dragging = event.position().toPoint(), False

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the view or the end of the measured range, or update the hovered slice or gap."""
        self._pointer = event.position()
        if self._measured_from is not None:
            self._hovered = self._gap = None
            self.measure(self._measured_from, self._time_at(max(self._pointer.x(), self.room().gutter)))
            return
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._point()
            return
        moved = event.position().toPoint() - self._pressed
        if self._is_dragging or moved.manhattanLength() >= _DRAG_STARTS_AT:
            self._is_dragging, self._pressed = True, event.position().toPoint()
            self._hovered = self._gap = None
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())
            self.pan(-moved.x() / self.room().columns)

    @contained
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag; a click selects a slice, or folds or unfolds the lane whose name was clicked."""
        was_click = self._pressed is not None and not self._is_dragging
        self._pressed, self._is_dragging, self._measured_from = None, False, None
        self.viewport().unsetCursor()
        self._point()
        if was_click and event.button() == Qt.MouseButton.LeftButton:
            title = self._title_at(event.position())
            if title is not None:
                self.fold(title.key, is_folded=not title.is_folded)
            elif event.position().x() >= self.room().gutter:
                self.select(self._slice_at(event.position()))

    @contained
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom to the slice or gap under the pointer; show the whole trace elsewhere."""
        self._pressed = None
        if event.button() != Qt.MouseButton.LeftButton or event.position().x() < self.room().gutter:
            return
        if (index := self._slice_at(event.position())) is not None:
            self.select(index)
            self.zoom_to(index)
        elif (gap := self._gap_at(event.position())) is not None:
            around = AROUND * (gap.end_ns - gap.start_ns)
            self.show_range(gap.start_ns - around, gap.end_ns + around)
        else:
            self.reset()

    @contained
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer; pan if turned sideways or with Shift; scroll the lanes with Alt, or over their names."""
        turned, at = event.angleDelta(), event.position()
        is_over_names = at.x() < self.room().gutter and abs(turned.y()) >= abs(turned.x())
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.modifiers() & Qt.KeyboardModifier.AltModifier or (is_over_names and not has_shift):
            notches = (turned.y() or turned.x()) / 120
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(notches * SCROLL_PX))
        else:
            self._turn(event)
        event.accept()

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """W and S zoom, A and D pan, M measures, as in Perfetto; arrows select, N the next match; Return zooms in, Escape deselects."""
        key, pointer = Qt.Key(event.key()), self._pointer.x() if self._pointer is not None else None
        if self._moves_by(key, pointer):
            event.accept()
            return
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._step_along(1 if key == Qt.Key.Key_Right else -1)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self._step_across(1 if key == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F if self.chosen is not None:
                self.zoom_to(self.chosen)
            case Qt.Key.Key_M if self.chosen is not None:
                self._measure_slice(self.chosen, extends=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            case Qt.Key.Key_Escape if self.measured is not None:
                self.measured = None
                self._describe()
                self.viewport().update()
            case Qt.Key.Key_N:
                self.select_match(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                step = self.room().lanes_height * (1 if key == Qt.Key.Key_PageDown else -1)
                self.verticalScrollBar().setValue(self.verticalScrollBar().value() + step)
            case Qt.Key.Key_Escape if self.chosen is not None:
                self.select(None)
            case _:
                event.ignore()
                return
        event.accept()

    def _measure_slice(self, index: int, *, extends: bool) -> None:
        """Measure a slice, or the range from the measured one to it."""
        lanes = self.scene.lanes
        assert lanes is not None
        slices = lanes.trace.slices
        bounds = [float(slices.start_ns[index]), float(slices.end_ns[index]), *(self.measured or ()) * extends]
        self.measure(min(bounds), max(bounds))

    def _let_go(self) -> None:
        self._pointer = self._hovered = self._gap = None

    def _point(self) -> None:
        if self._pointer is None or self._is_dragging:
            return
        is_name, was = self._pointer.x() < self.room().gutter, self._hovered
        self._hovered = None if is_name else self._slice_at(self._pointer)
        self._gap = None if is_name or self._hovered is not None else self._gap_at(self._pointer)
        if self._hovered != was and self._hovered is not None and self.scene.lanes is not None:
            self._hovered_links = self.scene.lanes.links(self._hovered)
        self.viewport().update()

    def _named_band_at(self, at: QPointF) -> tuple[BandRow, TimelineBand] | None:
        place, rows = int((at.y() - RULER) // BAND_ROW), self.scene.bands
        if not 0 <= place < len(rows) or at.x() < self.room().gutter:
            return None
        band = rows[place].at(self._time_at(at.x()))
        return None if band is None else (rows[place], band)

    def _slice_at(self, at: QPointF) -> int | None:
        band = self._band_at(at)
        place = band.row.at(self._time_at(at.x()), _REACH_PX * self.scene.view.length / self.room().columns) if band else None
        return int(band.row.slice[place]) if band is not None and place is not None else None

    def _gap_at(self, at: QPointF) -> Gap | None:
        band, lanes = self._band_at(at), self.scene.lanes
        return lanes.gap_at(band.lane, self._time_at(at.x())) if band is not None and lanes is not None else None

    def _step_along(self, step: int) -> None:
        """Select the neighbour of the selected slice on its row; the first visible slice if none is selected."""
        band = self.scene.layout.band_of(self.chosen) if self.chosen is not None else None
        if band is None or self.chosen is None:
            self._select_first()
            return
        place = int(band.row.slice.searchsorted(self.chosen)) + step
        if 0 <= place < len(band.row):
            self.select(int(band.row.slice[place]), reveals=True)

    def _step_across(self, step: int) -> None:
        """Select the slice at the same time on the row above or below; the first visible slice if none is selected."""
        bands, lanes = self.scene.layout.bands, self.scene.lanes
        band = self.scene.layout.band_of(self.chosen) if self.chosen is not None else None
        if band is None or self.chosen is None or lanes is None:
            self._select_first()
            return
        middle = float(lanes.trace.slices.start_ns[self.chosen]) + 0.5
        place = bands.index(band) + step
        if 0 <= place < len(bands) and (other := bands[place].row.at(middle, float("inf"))) is not None:
            self.select(int(bands[place].row.slice[other]), reveals=True)

    def _select_first(self) -> None:
        for band in self.scene.layout.bands:
            place = band.row.at(self.scene.view.start, self.scene.view.length)
            if place is not None:
                self.select(int(band.row.slice[place]), reveals=True)
                return

    def _reveal(self, index: int) -> None:
        """Unfold and scroll to the lane of a slice, and move the visible range, widened if need be, unless it contains the slice."""
        scene = self.scene
        lanes = scene.lanes
        lane = lanes.lane_of(index) if lanes is not None else None
        if lanes is None or lane is None:
            return
        if scene.layout.band_of(index) is None:
            scene.layout.reveal(lane)
            self._arrange()
        band = scene.layout.band_of(index)
        assert band is not None
        if band.top < scene.scroll or band.top + band.height > scene.scroll + self.room().lanes_height:
            self.verticalScrollBar().setValue(band.top - self.room().lanes_height // 3)
        start, end = float(lanes.trace.slices.start_ns[index]), float(lanes.trace.slices.end_ns[index])
        view = scene.view
        if start < view.start or end > view.end:
            length = max(view.length, (end - start) * (1 + 2 * AROUND))
            self.show_range((start + end - length) / 2, (start + end + length) / 2)

    def _describe(self) -> None:
        """Update the accessible description."""
        lanes = self.scene.lanes
        if lanes is None:
            self.setAccessibleDescription(self._empty)
        elif self.measured is not None:
            length = figure((self.measured[1] - self.measured[0]) * S_PER_NS, "s")
            self.setAccessibleDescription(self.tr("Measured: {0}. Escape ends measuring.").format(length))
        elif self.chosen is not None:
            reach = self.scene.view.length / self.room().columns
            self.setAccessibleDescription(slice_card(lanes, self.chosen, reach).spoken_text())
        else:
            keys = self.tr("W and S zoom, A and D move, the arrow keys go from slice to slice, Return zooms to it, Home shows all.")
            self.setAccessibleDescription(keys)
