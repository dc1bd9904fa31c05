"""A stack of strip charts that share one axis and one cursor."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from gpuscope.gui.charts.cursor_item import card_at
from gpuscope.gui.charts.draw_pace import DrawPace, FigurePace
from gpuscope.gui.charts.plot_view import StackGestures
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_data import Band, StripData, Surroundings
from gpuscope.gui.charts.strip_margins import MarkLane, TimeAxis
from gpuscope.gui.charts.strip_picture import strip_chart
from gpuscope.gui.charts.strip_rows import Row, StripRows
from gpuscope.gui.faults import contained
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.layouts import fill, scroll_down_only, vertical
from gpuscope.reports.pictures.picture import Chart

_PLOTS_MS, _CURSOR_MS = 42, 30
"""Least interval of redraws while the user moves the view, and the cursor alone: a mouse reports 125 moves per second."""
_NOTICE_ROOM = grown(48)
"""Pixels below the axis for notices: with eleven strips, all fit above it in a window of 1080 pixels; two lines of Chinese take 4 more."""


class StripStack(QWidget):
    """Draws strips when :meth:`redraw` is called and when the user moves view or cursor; never while hidden.

    Attributes:
        following_changed: The view has started or stopped following new data.
        curve_toggled: The user toggled a curve: keys of strip and curve, whether it is visible now.
        around: State shared by all strips, including the axis.
        is_live: Whether the strips show a run, or a machine, whose readings go on.
    """

    spoken_role = "Grouping"

    following_changed = Signal(bool)
    curve_toggled = Signal(str, str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.around = Surroundings()
        self._note: Callable[[float], str] | str = ""
        self._was_following = True
        self.is_live = False
        self._plots_changed = self._values_changed = True
        self._plots_moved = self._keeps_marks = False
        self._pace, self._figure_pace = DrawPace(self), FigurePace()
        self._rows = StripRows(theme, self.around)
        self._gestures = StackGestures(self._rows.view, self.around.view, self)
        self._marks = MarkLane(theme, self.around)
        self._axis = TimeAxis(theme, self.around)
        self._scroll = QScrollArea()
        self._notice_room = QWidget()
        self._has_notices = False
        self._lay_out()
        self._connect()

    # Content

    def set_strips(self, strips: Sequence[Strip]) -> None:
        """Show these strips, top to bottom; strips and curves with known keys keep their series."""
        if tuple(strips) != tuple(row.data.strip for row in self._rows.rows):
            self._rows.set_strips(strips)
            self._scroll.setMinimumHeight(self._rows.least_row)
            self._show_notice_room()
            self._set_step()
            self._change()

    def set_series(self, strip: str, curve: str, x: Floats, y: Floats) -> None:
        """Set a curve's values; they are kept by reference, and must be set again when there are more.

        Args:
            strip: Key of the strip; an unknown one is ignored.
            curve: Key of the curve.
            x: Axis positions, ascending.
            y: SI values; NaN where missing.
        """
        row = self._rows.row(strip)
        if row is None or curve not in row.data.series:
            return
        since = row.data.set_series(curve, x, y)
        if since is not None:
            self._plots_moved |= self.around.view.following or since <= self.around.view.end
            self._values_changed = True

    def set_band(self, strip: str, curve: str, x: Floats, low: Floats, high: Floats) -> None:
        """Draw a band behind a curve: axis positions, lower and upper SI values."""
        row = self._rows.row(strip)
        if row and curve in row.data.series:
            row.data.bands[curve] = Band(x, low, high)
            self._change()

    def set_shades(self, shades: Sequence[Shade]) -> None:
        """Shade these sections: gaps, throttling, sleep."""
        if list(shades) != self.around.shades:
            self.around.shades = list(shades)
            self._change()

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Draw these limits."""
        if list(limits) != self.around.limits:
            self.around.limits = list(limits)
            self._change()

    def set_silent(self, silent: frozenset[tuple[str, str]]) -> None:
        """Hide the current values of these curves, by (strip, curve): they are in a gap, even if their strip is not."""
        if silent != self.around.silent:
            self.around.silent = silent
            self._change()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Draw these marks."""
        if list(marks) != self.around.marks:
            self.around.marks = list(marks)
            self._marks.setVisible(bool(marks) or self._keeps_marks)
            self._show_notice_room()
            self._change()

    def keep_room_for_marks(self) -> None:
        """Show the lane of the marks from the start, so that the first mark does not shift the layout."""
        self._keeps_marks = True
        self._marks.show()

    def keep_room_for_notices(self) -> None:
        """Reserve room below the axis where all strips fit above it, so that a notice covers none and moves none."""
        self._has_notices = True
        self._show_notice_room()

    def _show_notice_room(self) -> None:
        around = self._axis.height() + (0 if self._marks.isHidden() else self._marks.height())
        self._notice_room.setVisible(self._has_notices and 0 < self._rows.least_height <= self.height() - around - _NOTICE_ROOM)

    @property
    def notice_room(self) -> QRect | None:
        """The room for notices, in pixels of this widget; None where the strips need it: notices are above the axis."""
        return None if self._notice_room.isHidden() else self._notice_room.geometry()

    @property
    def axis_top(self) -> int:
        """Upper edge of the axis, in pixels of this widget."""
        return self._axis.y()

    def set_axis(self, axis: str, label: str, *, is_count: bool = True) -> None:
        """Set the axis: "time" for seconds, any other name for a count or a quantity; the label is drawn left of the ticks."""
        self.around.axis, self.around.is_count = axis, is_count
        self.around.view.least = 0.5 if axis == "time" else 5.0 if is_count else 1e-3
        self._axis.set_label(label)
        self._change()

    def set_ground(self, token: str) -> None:
        """Set the palette colour behind the strips ("bg", "panel")."""
        self.around.ground = token
        self._change()

    def set_smooth(self, smooth: bool, length: float = math.inf) -> None:
        """Draw curves wider and antialiased; for static curves, since it takes many times as long.

        Args:
            smooth: Whether curves are wider and antialiased.
            length: Length of all curves in view together, in device pixels, up to which it is done. A strip whose curves are longer than
                its share, such as noise over an hour, is drawn plain.
        """
        if (smooth, length) != (self.around.is_smooth, self.around.smooth_length):
            self.around.is_smooth, self.around.smooth_length = smooth, length
            self._change()

    def set_ended(self, has_ended: bool) -> None:
        """Call the values beside the strips the last ones, since the run has ended, so that they are not taken for its means."""
        self.is_live = not has_ended
        if has_ended is not self.around.has_ended:
            self.around.has_ended = has_ended
            self._change()

    def set_end(self, x: float, first: float = 0.0) -> None:
        """Set the last and the first position of the data."""
        view = self.around.view
        if (min(first, x), x) != (view.first, view.last):
            view.set_extent(first, x)
            self._plots_moved |= view.following
            self._values_changed = True

    def redraw(self) -> None:
        """Draw changes since the last call: at most one repaint, none while hidden.

        While the user moves the view or the cursor, changes are drawn with the next frame of that movement.
        """
        if not self._pace.is_held:
            self._draw()

    def _draw(self) -> None:
        self._pace.end()
        if not self.isVisible() or self.window().isMinimized():
            return
        self._pace.begin()
        if self._plots_changed or self._plots_moved:
            is_moved = not self._plots_changed
            self._plots_changed = self._plots_moved = False
            self._draw_plots(is_moved)
        if self._values_changed and self._figure_pace.is_due():
            self._values_changed = False
            for row in self._rows.rows:
                row.values.refresh()
        self._draw_cursor()

    # The visible range

    @property
    def following(self) -> bool:
        """Whether new data moves the view."""
        return self.around.view.following

    def follow(self, window: float | None) -> None:
        """Follow the newest ``window`` of the data; None for all of it."""
        self.around.view.follow(window)
        self._on_view_set()

    def hold(self) -> None:
        """Stop following."""
        self.around.view.hold()
        self._on_view_set()

    def show_range(self, start: float, end: float) -> None:
        """Show the range between two positions and stop following."""
        self.around.view.show(start, end)
        self._on_view_set()

    @property
    def values_left(self) -> int:
        """Where the column of current values begins, in pixels of this widget; its right edge without strips."""
        return self._rows.view.geometry().right() + 1 if self._rows.rows else self.width()

    def set_cursor_note(self, note: Callable[[float], str] | str) -> None:
        """Set the note beside the position on the cursor's card ("step 1,765"): a text, or a function of the position."""
        self._note = note
        self._pace.schedule()

    def set_curve_visible(self, strip: str, curve: str, visible: bool) -> None:
        """Show or hide a curve and update the legend."""
        row = self._rows.row(strip)
        if row and row.data.visible.get(curve, visible) != visible:
            row.data.visible[curve] = visible
            row.label.set_checked(curve, visible)
            self._change()

    # Export

    @property
    def strips(self) -> list[Strip]:
        """The strips, top to bottom."""
        return [row.data.strip for row in self._rows.rows]

    def strip_at(self, place: QPoint) -> Strip | None:
        """Return the strip at a position of this widget; None elsewhere."""
        height = self._rows.mapFrom(self, place).y()
        return next((row.data.strip for row in self._rows.rows if row.label.y() <= height < row.label.y() + row.label.height()), None)

    def data_of(self, strip: str) -> StripData | None:
        """Return a strip's data; None for an unknown key."""
        row = self._rows.row(strip)
        return row.data if row else None

    def chart(self, strip: str) -> Chart:
        """Return a strip as a picture for export: its visible curves, range and ticks as on screen."""
        row = self._rows.row(strip)
        assert row is not None
        row.data.prepare(self.around.view, self._gestures.columns, self.around.limits)
        chart = strip_chart(row.data, self.around, row.label.scale(), self._axis.scale(), self._gestures.columns)
        return replace(chart, x=replace(chart.x, title=self.axis_label))

    @property
    def axis_label(self) -> str:
        """Name of the axis."""
        return self._axis.accessibleName()

    # Qt events

    @contained
    def showEvent(self, event: QShowEvent) -> None:
        """Draw everything again: it may have changed while hidden."""
        super().showEvent(event)
        self._change()

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Redraw for the new size."""
        super().resizeEvent(event)
        self._show_notice_room()
        self._change()

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the background."""
        QPainter(self).fillRect(event.rect(), QColor(getattr(self._theme.palette, self.around.ground)))

    @property
    def area(self) -> QScrollArea:
        """The view that the strips scroll in."""
        return self._scroll

    def _lay_out(self) -> None:
        self._scroll.setWidget(self._rows)
        scroll_down_only(self._scroll)
        self._scroll.viewport().setAutoFillBackground(False)
        self._rows.setAutoFillBackground(False)
        self._scroll.viewport().installEventFilter(self)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self._marks, (self._scroll, 1), self._axis, self._notice_room)
        self._notice_room.setFixedHeight(_NOTICE_ROOM)
        self._notice_room.hide()
        self._rows.view.setAccessibleName(self.tr("Charts"))
        self.setFocusProxy(self._rows.view)

    def _connect(self) -> None:
        self._pace.due.connect(self._draw)
        self._gestures.view_moved.connect(self._on_moved)
        self._gestures.pointed.connect(self._hold)
        self._rows.view.focus_shown.connect(self._rows.crosshair.set_focus)
        self._rows.placed.connect(self._on_placed)
        self._rows.toggled.connect(self._on_toggled)
        for changed in (self._scroll.verticalScrollBar().valueChanged, self._scroll.verticalScrollBar().rangeChanged):
            changed.connect(lambda *_: self._on_placed())
        self._theme.changed.connect(self._on_theme_changed)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        """Fit the rows to a new height before the scroll area does: no strip is cut in half at its lower edge."""
        if event.type() is QEvent.Type.Resize and isinstance(event, QResizeEvent):
            self._rows.set_room(event.size().height())
            self._set_step()
        return False

    def _set_step(self) -> None:
        """Make a notch of the wheel, which is three steps, scroll by one strip."""
        self._scroll.verticalScrollBar().setSingleStep(max(1, round(self._rows.pitch / 3)))

    # Drawing

    def _change(self) -> None:
        self._plots_changed = self._values_changed = True
        self._figure_pace.hasten()
        self._pace.schedule()

    def _hold(self) -> None:
        """Schedule a redraw for the user's movement."""
        self._pace.hold(_PLOTS_MS if self._plots_changed or self._plots_moved else _CURSOR_MS)

    def _shown_part(self) -> QRect:
        return QRect(0, self._scroll.verticalScrollBar().value(), self._rows.width(), self._scroll.viewport().height())

    def _draw_plots(self, is_moved: bool) -> None:
        shown = self._shown_part()
        rows = self._rows.rows_within(shown)
        self.around.in_view = frozenset(row.data.strip.key for row in rows if shown.contains(row.label.geometry()))
        for row in rows:
            self._draw_row(row, is_moved)
        self._axis.update()
        self._marks.update()

    @contained
    def _draw_row(self, row: Row, is_moved: bool) -> None:
        row.data.prepare(self.around.view, self._gestures.columns, self.around.limits, is_moved=is_moved)
        row.label.refresh()
        if is_moved:
            row.item.move()
        else:
            row.item.invalidate()

    @contained
    def _draw_cursor(self) -> None:
        view, place, columns = self.around.view, self._gestures.place, self._gestures.columns
        self.around.has_cursor = place is not None
        if place is None or not view.start <= place <= view.end:
            self._rows.crosshair.move_to(None, None)
            return
        known = min(place, max(view.last, view.first))  # past the end, the card shows the last readings and their time
        note = self._note if isinstance(self._note, str) else self._note(known)
        strips = (row.data for row in self._rows.rows_within(self._shown_part()))
        card = card_at(known, note, strips, self.around, self._theme.palette, columns)
        self._rows.crosshair.move_to((place - view.start) / view.length * columns, card)

    # User input

    def _on_moved(self) -> None:
        self._emit_following()
        self._plots_moved = True
        self._hold()

    def _on_view_set(self) -> None:
        self._emit_following()
        self._change()

    def _emit_following(self) -> None:
        if self.following != self._was_following:
            self._was_following = self.following
            self.following_changed.emit(self.following)

    def _on_placed(self) -> None:
        view = self._rows.view
        shown = self._shown_part()
        self._rows.crosshair.set_area(QRectF(0, 0, view.width(), view.height()), QRectF(0, shown.top(), view.width(), shown.height()))
        for lane in (self._axis, self._marks):
            lane.set_plot(view.x(), view.width())
        self._axis.set_edge(shown.bottom() + 1 < self._rows.height())
        self.around.beside = max(0, self.width() - self._rows.width())
        self._change()

    def _on_toggled(self, strip: str, curve: str, visible: bool) -> None:
        self.set_curve_visible(strip, curve, visible)
        self.curve_toggled.emit(strip, curve, visible)

    def _on_theme_changed(self) -> None:
        for widget in (self, self._axis, self._marks, *(part for row in self._rows.rows for part in (row.label, row.values))):
            widget.update()
        self._change()
