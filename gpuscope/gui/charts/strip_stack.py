"""A stack of strip charts that share one axis and one cursor."""

import math
import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.cursor_item import card_at
from gpuscope.gui.charts.draw_pace import DrawPace
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.stack_gestures import StackGestures
from gpuscope.gui.charts.strip import Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_data import Band, StripData, Surroundings
from gpuscope.gui.charts.strip_rows import Row, StripRows
from gpuscope.gui.charts.time_axis import MarkLane, TimeAxis
from gpuscope.gui.theme import Theme

_DESCRIBED_EVERY_S = 2.0
"""How often the present values are announced to screen readers."""
_PLOTS_MS, _CURSOR_MS = 42, 30
"""At the least so long from redraw to redraw while the user moves the view, or the cursor alone: a mouse reports 125 moves a second."""


class StripStack(QWidget):
    """Draws what it is given, when :meth:`redraw` is called and when the user moves something; nothing while it is hidden.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.

    Attributes:
        following_changed: Whether new data moves the view has changed.
        curve_toggled: The user switched a curve: keys of strip and curve, whether it is visible now.
    """

    following_changed = Signal(bool)
    curve_toggled = Signal(str, str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around = Surroundings()
        self._note: Callable[[float], str] | str = ""
        self._was_following = True
        self._described_at = 0.0
        self._plots_changed = self._values_changed = True
        self._plots_moved = False
        self._pace = DrawPace(self)
        self._rows = StripRows(theme, self._around)
        self._gestures = StackGestures(self._rows.view, self._around.view, self)
        self._marks = MarkLane(theme, self._around)
        self._axis = TimeAxis(theme, self._around)
        self._scroll = QScrollArea()
        self._lay_out()
        self._connect()

    # What is drawn

    def set_strips(self, strips: Sequence[Strip]) -> None:
        """Show these strips, uppermost first; strips and curves whose keys were there before keep their series."""
        if tuple(strips) != tuple(row.data.strip for row in self._rows.rows):
            self._rows.set_strips(strips)
            self._change()

    def set_series(self, strip: str, curve: str, x: Floats, y: Floats) -> None:
        """Give a curve its values; they are kept by reference, and given again when there are more.

        Args:
            strip: Key of the strip; an unknown one is ignored.
            curve: Key of the curve.
            x: Places on the axis, ascending.
            y: SI values; NaN where there is none.
        """
        row = self._rows.row(strip)
        series = row.data.series.get(curve) if row else None
        if row is None or series is None:
            return
        before = float(series.x[-1]) if len(series.x) else -math.inf
        if series.set(x, y):
            beyond = before > self._around.view.end and series.x[-1] >= before
            self._plots_changed |= self._around.view.following or not beyond
            row.data.known_to = min(row.data.known_to, before)
            self._values_changed = True

    def set_band(self, strip: str, curve: str, x: Floats, low: Floats, high: Floats) -> None:
        """Draw what a curve's values range over behind it: places, lower and upper SI values."""
        row = self._rows.row(strip)
        if row and curve in row.data.series:
            row.data.bands[curve] = Band(x, low, high)
            self._change()

    def set_shades(self, shades: Sequence[Shade]) -> None:
        """Show these stretches: gaps, throttling, sleep."""
        if list(shades) != self._around.shades:
            self._around.shades = list(shades)
            self._change()

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Draw these limits."""
        if list(limits) != self._around.limits:
            self._around.limits = list(limits)
            self._change()

    def set_silent(self, silent: frozenset[tuple[str, str]]) -> None:
        """Take the present values away from these curves, by (strip, curve): a gap lasts in them, if not in all of their strip."""
        if silent != self._around.silent:
            self._around.silent = silent
            self._change()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Draw these marks."""
        if list(marks) != self._around.marks:
            self._around.marks = list(marks)
            self._marks.setVisible(bool(marks))
            self._change()

    def set_axis(self, axis: str, label: str, *, is_count: bool = True) -> None:
        """Say what the axis counts: "time" for seconds, anything else for a count, or a quantity; its name stands left of it."""
        self._around.axis, self._around.is_count = axis, is_count
        self._around.view.least = 0.5 if axis == "time" else 5.0 if is_count else 1e-3
        self._axis.set_label(label)
        self._change()

    def set_ground(self, token: str) -> None:
        """Name the palette's colour that the strips lie on ("bg", "panel")."""
        self._around.ground = token
        self._change()

    def set_smooth(self, smooth: bool) -> None:
        """Draw curves wider and with smooth edges: for a few curves that stand still, since it takes ten times as long."""
        self._around.is_smooth = smooth
        self._change()

    def set_end(self, x: float, first: float = 0.0) -> None:
        """Tell the newest place of the data, and the first one."""
        view = self._around.view
        if (min(first, x), x) != (view.first, view.last):
            view.set_extent(first, x)
            self._plots_changed |= view.following
            self._values_changed = True

    def redraw(self) -> None:
        """Draw what has changed since the last time: at most one repaint, and nothing while it is hidden.

        While the user moves something, it is drawn with the next of those moves that is due.
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
        if self._values_changed:
            self._values_changed = False
            for row in self._rows.rows:
                row.values.refresh()
            if QAccessible.isActive() and time.monotonic() > self._described_at + _DESCRIBED_EVERY_S:
                self._describe()
        self._draw_cursor()

    # What is looked at

    @property
    def following(self) -> bool:
        """Whether new data moves the view."""
        return self._around.view.following

    @property
    def view_range(self) -> tuple[float, float]:
        """Start and end of what is in view."""
        return self._around.view.start, self._around.view.end

    @property
    def cursor_place(self) -> float | None:
        """Where the cursor stands; None when there is none."""
        return self._gestures.place

    def follow(self, window: float | None) -> None:
        """Show the newest ``window`` of the data from now on; None for the whole, from its start to its end."""
        self._around.view.follow(window)
        self._on_looked()

    def hold(self) -> None:
        """Stop following, and show what it shows."""
        self._around.view.hold()
        self._on_looked()

    def show_range(self, start: float, end: float) -> None:
        """Show the part between two places, and stop following."""
        self._around.view.show(start, end)
        self._on_looked()

    def set_cursor(self, x: float | None) -> None:
        """Move the cursor to a place; None takes it away."""
        self._gestures.put_cursor(x)
        self._pace.schedule()

    def set_cursor_note(self, note: Callable[[float], str] | str) -> None:
        """Say what stands beside the place in the cursor's card ("step 1,765"): a text, or what gives one for a place."""
        self._note = note
        self._pace.schedule()

    def set_curve_visible(self, strip: str, curve: str, visible: bool) -> None:
        """Switch a curve; the legend follows."""
        row = self._rows.row(strip)
        if row and row.data.visible.get(curve, visible) != visible:
            row.data.visible[curve] = visible
            row.label.set_checked(curve, visible)
            self._change()

    def values_at(self, x: float) -> list[tuple[str, str, float | None]]:
        """Return the value of each visible curve near a place: keys of strip and curve, SI value; None where there is none."""
        return [
            (row.data.strip.key, curve.key, row.data.value_at(curve.key, x)) for row in self._rows.rows for curve in row.data.shown_curves()
        ]

    # What goes out of the window

    @property
    def strips(self) -> list[Strip]:
        """What is shown, uppermost first."""
        return [row.data.strip for row in self._rows.rows]

    def strip_at(self, place: QPoint) -> Strip | None:
        """Return the strip at a place of this widget; None beside them."""
        height = self._rows.mapFrom(self, place).y()
        return next((row.data.strip for row in self._rows.rows if row.label.y() <= height < row.label.y() + row.label.height()), None)

    def data_of(self, strip: str) -> StripData | None:
        """Return a strip's curves as they are; None when there is none of that key."""
        row = self._rows.row(strip)
        return row.data if row else None

    @property
    def around(self) -> Surroundings:
        """What all strips share, the axis among it."""
        return self._around

    @property
    def axis_label(self) -> str:
        """What the axis counts, in words."""
        return self._axis.accessibleName()

    # Qt's own

    @contained
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Draw what came while it was hidden."""
        super().showEvent(event)
        self._change()

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Draw for the new size."""
        super().resizeEvent(event)
        self._change()

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Fill the ground."""
        QPainter(self).fillRect(event.rect(), QColor(getattr(self._theme.palette, self._around.ground)))

    def _lay_out(self) -> None:
        self._scroll.setWidget(self._rows)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._rows.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._marks)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._axis)
        self._rows.view.setAccessibleName(self.tr("Charts"))
        self.setFocusProxy(self._rows.view)

    def _connect(self) -> None:
        self._pace.due.connect(self._draw)
        self._gestures.looked.connect(self._on_moved)
        self._gestures.pointed.connect(self._hold)
        self._rows.view.focus_shown.connect(self._on_focus_shown)
        self._rows.placed.connect(self._on_placed)
        self._rows.toggled.connect(self._on_toggled)
        self._scroll.verticalScrollBar().valueChanged.connect(self._on_placed)
        self._theme.changed.connect(self._on_theme_changed)

    # How it is drawn

    def _change(self) -> None:
        self._plots_changed = self._values_changed = True
        self._pace.schedule()

    def _hold(self) -> None:
        """Draw what the user moves."""
        self._pace.hold(_PLOTS_MS if self._plots_changed or self._plots_moved else _CURSOR_MS)

    def _shown_part(self) -> QRect:
        return QRect(0, self._scroll.verticalScrollBar().value(), self._rows.width(), self._scroll.viewport().height())

    def _draw_plots(self, is_moved: bool) -> None:
        for row in self._rows.rows_within(self._shown_part()):
            self._draw_row(row, is_moved)
        self._axis.update()
        self._marks.update()

    @contained
    def _draw_row(self, row: Row, is_moved: bool) -> None:
        row.data.prepare(self._around.view, self._gestures.columns, self._around.limits, is_moved=is_moved)
        row.label.refresh()
        if is_moved:
            row.item.move()
        else:
            row.item.invalidate()

    @contained
    def _draw_cursor(self) -> None:
        view, place, columns = self._around.view, self._gestures.place, self._gestures.columns
        self._around.has_cursor = place is not None
        if place is None or not view.start <= place <= view.end:
            self._rows.crosshair.move_to(None, None)
            return
        note = self._note if isinstance(self._note, str) else self._note(place)
        card = card_at(place, note, (row.data for row in self._rows.rows), self._around, self._theme.palette, columns)
        self._rows.crosshair.move_to((place - view.start) / view.length * columns, card)

    def _describe(self) -> None:
        self._described_at = time.monotonic()
        self._rows.view.setAccessibleDescription("\n".join(row.values.description() for row in self._rows.rows))

    # What the user does

    def _on_moved(self) -> None:
        self._tell_following()
        self._plots_moved = True
        self._hold()

    def _on_looked(self) -> None:
        self._tell_following()
        self._change()

    def _tell_following(self) -> None:
        if self.following != self._was_following:
            self._was_following = self.following
            self.following_changed.emit(self.following)

    def _on_focus_shown(self, shown: bool) -> None:
        self._rows.crosshair.set_focus(shown)
        if shown:
            self._describe()

    def _on_placed(self) -> None:
        view = self._rows.view
        shown = self._shown_part()
        self._rows.crosshair.set_area(QRectF(0, 0, view.width(), view.height()), QRectF(0, shown.top(), view.width(), shown.height()))
        for lane in (self._axis, self._marks):
            lane.set_plot(view.x(), view.width())
        self._change()

    def _on_toggled(self, strip: str, curve: str, visible: bool) -> None:
        self.set_curve_visible(strip, curve, visible)
        self.curve_toggled.emit(strip, curve, visible)

    def _on_theme_changed(self) -> None:
        for widget in (self, self._axis, self._marks, *(part for row in self._rows.rows for part in (row.label, row.values))):
            widget.update()
        self._change()
