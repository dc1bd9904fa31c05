"""A stack of strip charts that share one axis and one cursor."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.cursor_card import card_at
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_data import Band, Surroundings
from gpuscope.gui.charts.strip_rows import Row, StripRows
from gpuscope.gui.charts.time_axis import TimeAxis
from gpuscope.gui.theme import Theme

_NOTCH = 0.8
"""What one notch of the wheel, or "+", makes of the part in view."""
_PAN_NOTCH = 0.1
_KEY_STEP, _KEY_LEAP = 2, 40
"""How far the keyboard moves the cursor, in pixels; with Shift."""
_REFRESH = QEvent.Type(QEvent.registerEventType())


class StripStack(QWidget):
    """Draws what it is given, when :meth:`redraw` is called and whenever the user moves something; nothing while it is hidden.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.

    Attributes:
        cursor_moved: The user moved the cursor to a place on the axis; None when it is gone.
        following_changed: Whether new data moves the view has changed.
        curve_toggled: The user switched a curve: keys of strip and curve, whether it is visible now.
    """

    cursor_moved = Signal(object)
    following_changed = Signal(bool)
    curve_toggled = Signal(str, str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around = Surroundings()
        self._note: Callable[[float], str] | str = ""
        self._cursor: float | None = None
        self._pointer: float | None = None
        self._plots_changed = self._values_changed = True
        self._is_scheduled = False
        self._rows = StripRows(theme, self._around)
        self._axis = TimeAxis(theme, self._around)
        self._scroll = QScrollArea()
        self._lay_out()
        self._connect()

    # What is drawn

    def set_strips(self, strips: Sequence[Strip]) -> None:
        """Shows these strips, uppermost first; strips and curves whose keys were there before keep their series."""
        if tuple(strips) != tuple(row.data.strip for row in self._rows.rows):
            self._rows.set_strips(strips)
            self._change()

    def set_series(self, strip: str, curve: str, x: Floats, y: Floats) -> None:
        """Gives a curve its values; they are kept by reference, and given again when there are more.

        Args:
            strip: Key of the strip; an unknown one is ignored.
            curve: Key of the curve.
            x: Places on the axis, ascending.
            y: SI values; NaN where there is none.
        """
        row = self._rows.row(strip)
        series = row.data.series.get(curve) if row else None
        if series is None:
            return
        before = float(series.x[-1]) if len(series.x) else None
        if series.set(x, y):
            beyond = before is not None and before > self._around.view.end and series.x[-1] >= before
            self._plots_changed |= self._around.view.following or not beyond
            self._values_changed = True

    def set_band(self, strip: str, curve: str, x: Floats, low: Floats, high: Floats) -> None:
        """Draws what a curve's values range over behind it: places, lower and upper SI values."""
        row = self._rows.row(strip)
        if row and curve in row.data.series:
            row.data.bands[curve] = Band(x, low, high)
            self._change()

    def set_shades(self, shades: Sequence[Shade]) -> None:
        """Shows these stretches: gaps, throttling, sleep."""
        if list(shades) != self._around.shades:
            self._around.shades = list(shades)
            self._change()

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Draws these limits."""
        if list(limits) != self._around.limits:
            self._around.limits = list(limits)
            self._change()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Draws these marks."""
        if list(marks) != self._around.marks:
            self._around.marks = list(marks)
            self._change()

    def set_axis(self, axis: str, label: str) -> None:
        """Says what the axis counts: "time" for seconds, anything else for a plain count; and its name, which stands left of it."""
        self._around.axis = axis
        self._around.view.least = 0.5 if axis == "time" else 5.0
        self._axis.set_label(label)
        self._change()

    def set_ground(self, token: str) -> None:
        """Names the palette's colour that the strips lie on ("bg", "panel")."""
        self._around.ground = token
        self._change()

    def set_end(self, x: float) -> None:
        """Tells the newest place of the data."""
        view = self._around.view
        if x != view.last:
            view.set_extent(min(0.0, x), x)
            self._plots_changed |= view.following
            self._values_changed = True

    def redraw(self) -> None:
        """Draws what has changed since the last time: at most one repaint, and nothing while it is hidden."""
        if not self.isVisible() or self.window().isMinimized():
            return
        if self._plots_changed:
            self._plots_changed = False
            self._draw_plots()
        if self._values_changed:
            self._values_changed = False
            for row in self._rows.rows:
                row.values.refresh()
            if QAccessible.isActive():
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
        return self._cursor

    def follow(self, window: float | None) -> None:
        """Shows the newest ``window`` of the data from now on; None for the whole, from its start to its end."""
        self._look(lambda: self._around.view.follow(window))

    def show_range(self, start: float, end: float) -> None:
        """Shows the part between two places, and stops following."""
        self._look(lambda: self._around.view.show(start, end))

    def set_cursor(self, x: float | None) -> None:
        """Moves the cursor to a place; None takes it away."""
        self._pointer, self._cursor = None, x
        self._schedule()

    def set_cursor_note(self, note: Callable[[float], str] | str) -> None:
        """Says what stands beside the place in the cursor's card ("step 1,765"): a text, or what gives one for a place."""
        self._note = note
        self._schedule()

    def set_curve_visible(self, strip: str, curve: str, visible: bool) -> None:
        """Switches a curve; the legend follows."""
        row = self._rows.row(strip)
        if row and row.data.visible.get(curve, visible) != visible:
            row.data.visible[curve] = visible
            row.label.set_checked(curve, visible)
            self._change()

    def values_at(self, x: float) -> list[tuple[str, str, float | None]]:
        """Returns the value of each visible curve near a place: keys of strip and curve, SI value; None where there is none."""
        return [
            (row.data.strip.key, curve.key, row.data.value_at(curve.key, x)) for row in self._rows.rows for curve in row.data.shown_curves()
        ]

    # Qt's own

    @contained
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Draws what came while it was hidden."""
        super().showEvent(event)
        self._change()

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Draws for the new size."""
        super().resizeEvent(event)
        self._change()

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Fills the ground."""
        QPainter(self).fillRect(event.rect(), QColor(getattr(self._theme.palette, self._around.ground)))

    @contained
    def customEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draws what the user has moved: many movements at once."""
        if event.type() == _REFRESH:
            self._is_scheduled = False
            self.redraw()

    def _lay_out(self) -> None:
        self._scroll.setWidget(self._rows)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._rows.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._axis)
        self._rows.view.setAccessibleName(self.tr("Charts"))
        self.setFocusProxy(self._rows.view)

    def _connect(self) -> None:
        view = self._rows.view
        view.hovered.connect(self._on_hovered)
        view.dragged.connect(self._on_dragged)
        view.wheeled.connect(self._on_wheeled)
        view.scrolled.connect(lambda notches: self._look(lambda: self._pan(-notches * _PAN_NOTCH)))
        view.double_clicked.connect(lambda: self.follow(self._around.view.window))
        view.key_pressed.connect(self._on_key)
        view.focus_shown.connect(self._on_focus_shown)
        self._rows.placed.connect(self._on_placed)
        self._rows.toggled.connect(self._on_toggled)
        self._scroll.verticalScrollBar().valueChanged.connect(self._change)
        self._theme.changed.connect(self._on_theme_changed)

    # How it is drawn

    def _change(self) -> None:
        self._plots_changed = self._values_changed = True
        self._schedule()

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            QCoreApplication.postEvent(self, QEvent(_REFRESH), Qt.EventPriority.LowEventPriority.value)

    def _shown_part(self) -> QRect:
        return QRect(0, self._scroll.verticalScrollBar().value(), self._rows.width(), self._scroll.viewport().height())

    def _columns(self) -> int:
        return max(1, int(self._rows.view.width()))

    def _draw_plots(self) -> None:
        for row in self._rows.rows_within(self._shown_part()):
            self._draw_row(row)
        self._axis.update()

    @contained
    def _draw_row(self, row: Row) -> None:
        row.data.prepare(self._around.view, self._columns(), self._around.limits)
        row.label.set_span(row.data.span)
        row.item.invalidate()

    def _draw_cursor(self) -> None:
        view = self._around.view
        if self._pointer is not None:
            self._cursor = view.start + self._pointer / self._columns() * view.length
        place = self._cursor
        if place is None or not view.start <= place <= view.end:
            self._rows.crosshair.move_to(None, None)
            return
        note = self._note if isinstance(self._note, str) else self._note(place)
        card = card_at(place, note, (row.data for row in self._rows.rows), self._around, self._theme.palette, self._columns())
        self._rows.crosshair.move_to((place - view.start) / view.length * self._columns(), card)

    def _describe(self) -> None:
        self._rows.view.setAccessibleDescription("\n".join(row.values.description() for row in self._rows.rows))

    # What the user does

    def _look(self, move: Callable[[], None]) -> None:
        """Moves the view, and tells when that begins or ends following."""
        before = self.following
        move()
        if self.following != before:
            self.following_changed.emit(self.following)
        self._change()

    def _pan(self, share: float) -> None:
        self._around.view.pan(share * self._around.view.length)

    def _place_at(self, pixel: float) -> float:
        return self._around.view.start + pixel / self._columns() * self._around.view.length

    def _on_hovered(self, pixel: float | None) -> None:
        self._pointer = pixel
        self._cursor = None if pixel is None else self._place_at(pixel)
        self.cursor_moved.emit(self._cursor)
        self._schedule()

    def _on_dragged(self, pixels: float) -> None:
        self._look(lambda: self._pan(-pixels / self._columns()))

    def _on_wheeled(self, notches: float, pixel: float) -> None:
        self._look(lambda: self._around.view.zoom(_NOTCH**notches, self._place_at(pixel)))

    def _on_key(self, key: int, shift: bool) -> None:
        view = self._around.view
        centre = self._cursor if self._cursor is not None and view.start <= self._cursor <= view.end else (view.start + view.end) / 2
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._move_cursor((_KEY_LEAP if shift else _KEY_STEP) * (1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_Home:
            self._look(lambda: view.show(0.0, view.length))
        elif key == Qt.Key.Key_End:
            self.follow(view.window)
        elif key == Qt.Key.Key_Escape:
            self._on_hovered(None)
        else:
            self._look(lambda: view.zoom(1 / _NOTCH if key == Qt.Key.Key_Minus else _NOTCH, centre))

    def _move_cursor(self, pixels: int) -> None:
        view = self._around.view
        start = view.end if self._cursor is None else self._cursor
        place = min(max(start + pixels / self._columns() * view.length, 0.0), view.last)
        if not view.start <= place <= view.end:
            self._look(lambda: view.pan(place - (view.start if place < view.start else view.end)))
        self._pointer, self._cursor = None, place
        self.cursor_moved.emit(place)
        self._schedule()

    def _on_focus_shown(self, shown: bool) -> None:
        self._rows.crosshair.set_focus(shown)
        self._describe()

    def _on_placed(self) -> None:
        view = self._rows.view
        shown = self._shown_part()
        self._rows.crosshair.set_area(QRectF(0, 0, view.width(), view.height()), QRectF(0, shown.top(), view.width(), shown.height()))
        self._axis.set_plot(view.x(), view.width())
        self._change()

    def _on_toggled(self, strip: str, curve: str, visible: bool) -> None:
        self.set_curve_visible(strip, curve, visible)
        self.curve_toggled.emit(strip, curve, visible)

    def _on_theme_changed(self) -> None:
        for widget in (self, self._axis, *(part for row in self._rows.rows for part in (row.label, row.values))):
            widget.update()
        self._change()
