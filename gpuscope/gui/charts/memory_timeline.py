"""Memory over a capture: in use by owner, held by the allocator, the peak with its owners; zoomed as the timeline is."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuscope.core.figures import counted, figure
from gpuscope.gui import fonts
from gpuscope.gui.charts.hover_card import HoverCard, draw_card
from gpuscope.gui.charts.memory_painter import MemoryView, MemoryWords, memory_frame
from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.charts.time_axis import instant
from gpuscope.gui.engine_word import engine_text
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import IN_MIDDLE, write
from gpuscope.gui.theme import BODY_PX, Theme
from gpuscope.profiles.memory_stack import MemoryStack

_LEAST_NS = 100.0
"""Shortest view: two allocations are further apart."""
_MARGIN = 0.01
"""Share of the record that is left free at both ends."""
_NOTCH, _KEY, _PAN = 1.25, 1.3, 0.12
"""Zoom of a notch of the wheel and of a key press, and the share of the view that one moves it by."""
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_LEAST = QSize(320, 150)
"""Size at which steps are seen."""


class MemoryTimeline(QWidget):
    """Draws the memory that it is given; knows neither files nor runs.

    Signals:
        range_changed: The view has moved: its start and end in ns.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    range_changed = Signal(float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._view = theme, TimeView()
        self._view.least = _LEAST_NS
        self._stack: MemoryStack | None = None
        self._empty = self.tr("No trace is open.")
        self._frame: QPixmap | None = None
        self._pointer: QPointF | None = None
        self._event: int | None = None
        self._pressed: float | None = None
        self._is_by_keyboard = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Memory over time"))
        self._describe()
        theme.changed.connect(self._renew)

    @property
    def stack(self) -> MemoryStack | None:
        """The memory shown; None for none."""
        return self._stack

    @property
    def view(self) -> TimeView:
        """The visible range, in ns."""
        return self._view

    @property
    def card(self) -> HoverCard | None:
        """The card of the instant under the pointer, or of the event gone to with the keyboard."""
        stack = self._stack
        if stack is None or self._event is None:
            return None
        return self._card(stack, self._event)

    def show_memory(self, stack: MemoryStack | None, empty: str = "") -> None:
        """Show other memory, the whole of it.

        Args:
            stack: Memory by owner; None for none.
            empty: The sentence shown where there is none, which says how it is recorded.
        """
        self._stack, self._event = stack, None
        self._empty = empty or self.tr("The trace was recorded without memory: profile_memory=True records it.")
        self.reset()
        self._describe()

    def reset(self) -> None:
        """Show everything."""
        if self._stack is not None:
            first, last = int(self._stack.time_ns[0]), int(self._stack.time_ns[-1])
            margin = max(_LEAST_NS / 2, _MARGIN * (last - first))
            self._view.set_extent(first - margin, last + margin)
        self._view.follow(None)
        self._moved()

    def show_range(self, start_ns: float, end_ns: float) -> None:
        """Show a stretch of time."""
        self._view.show(start_ns, end_ns)
        self._moved()

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Show so many times less, around a place of the widget; around its middle where none is given."""
        if self._stack is not None:
            seen = self._seen(self._stack)
            around = (self._view.start + self._view.end) / 2 if x is None else seen.time_at(x)
            self._view.zoom(1 / factor, min(max(around, self._view.start), self._view.end))
            self._moved()

    def pan(self, share: float) -> None:
        """Move the view by a share of its length."""
        self._view.pan(share * self._view.length)
        self._moved()

    def x_of(self, time_ns: float) -> float:
        """Return the x coordinate of an instant."""
        assert self._stack is not None
        return self._seen(self._stack).x_of(time_ns)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which the owners are listed."""
        return QSize(900, 280)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least readable size."""
        return _LEAST

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the picture, which is kept while only the pointer moves, and what follows the pointer."""
        painter, palette, area = QPainter(self), self._theme.palette, QRectF(self.rect())
        if self._stack is None:
            painter.fillRect(area, QColor(palette.panel))
            painter.setFont(fonts.font(BODY_PX))
            write(painter, area, self._empty, IN_MIDDLE, QColor(palette.muted))
        else:
            seen = self._seen(self._stack)
            if self._frame is None:
                self._frame = memory_frame(seen, self._words(self._stack), palette, self.devicePixelRatioF())
            painter.drawPixmap(0, 0, self._frame)
            self._draw_cursor(painter, self._stack, seen)
        if self._is_by_keyboard and self.hasFocus():
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1, -1))

    def _draw_cursor(self, painter: QPainter, stack: MemoryStack, seen: MemoryView) -> None:
        card = self.card
        if card is None or self._event is None:
            return
        x = self._pointer.x() if self._pointer is not None else seen.x_of(float(stack.time_ns[self._event]))
        painter.setPen(QColor(self._theme.palette.muted))
        painter.drawLine(QPointF(x, seen.area.top()), QPointF(x, seen.area.bottom()))
        at = self._pointer or QPointF(x, seen.area.top())
        draw_card(painter, card, at, QRectF(self.rect()), self._theme.palette)

    def _card(self, stack: MemoryStack, event: int) -> HoverCard:
        resolution = self._view.length / max(1.0, self._seen(stack).area.width())
        rows = [(self.tr("In use"), figure(int(stack.total[event]), "B"))]
        if stack.reserved_bytes is not None:
            rows.append((self.tr("Held by the allocator"), figure(int(stack.reserved_bytes[event]), "B")))
        names = (*map(engine_text, stack.owners), self._others(stack))
        rows += [(name, figure(int(size), "B")) for name, size in zip(names, stack.bytes[:, event].tolist(), strict=True) if size > 0]
        return HoverCard(instant(float(stack.time_ns[event]), max(1.0, resolution)), tuple(rows))

    def _others(self, stack: MemoryStack) -> str:
        return counted(max(0, len(stack.at_peak) - len(stack.owners)), self.tr("other"), self.tr("others"))

    def _words(self, stack: MemoryStack) -> MemoryWords:
        at = instant(stack.peak_ns, max(1.0, self._view.length / 1000))
        peak = self.tr("Peak {0} at {1}").format(figure(stack.peak_bytes, "B"), at)
        return MemoryWords(peak, self.tr("held by the allocator"), self._others(stack))

    def _seen(self, stack: MemoryStack) -> MemoryView:
        return MemoryView(stack, self._view.start, self._view.end, self.width(), self.height())

    @contained
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember the start of a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().x()

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag the view, or read what is under the pointer."""
        if self._stack is None:
            return
        seen, x = self._seen(self._stack), event.position().x()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            moved, self._pressed = x - self._pressed, x
            self.pan(-moved / seen.area.width())
        is_inside = seen.area.left() <= x <= seen.area.right()
        self._pointer = event.position() if is_inside else None
        self._event = self._stack.event_at(seen.time_at(x)) if is_inside else None
        self.update()

    @contained
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """End a drag."""
        self._pressed = None

    @contained
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Show everything."""
        self.reset()

    @contained
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom about the pointer; pan sideways or with Shift."""
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            self.pan(-_PAN * turned.x() / 120)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-_PAN * turned.y() / 120)
        else:
            self.zoom(_NOTCH ** (turned.y() / 120), event.position().x())
        event.accept()

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """W and S zoom, A and D pan; the arrows go from event to event, P to the peak, Home shows everything."""
        stack, key = self._stack, Qt.Key(event.key())
        match key:
            case Qt.Key.Key_W | Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(_KEY)
            case Qt.Key.Key_S | Qt.Key.Key_Minus:
                self.zoom(1 / _KEY)
            case Qt.Key.Key_A:
                self.pan(-_PAN)
            case Qt.Key.Key_D:
                self.pan(_PAN)
            case Qt.Key.Key_Left | Qt.Key.Key_Right if stack is not None:
                self._go_to(stack, (-1 if self._event is None else self._event) + (1 if key == Qt.Key.Key_Right else -1))
            case Qt.Key.Key_P if stack is not None:
                self._go_to(stack, int(stack.total.argmax()))
            case Qt.Key.Key_Home | Qt.Key.Key_0:
                self.reset()
            case Qt.Key.Key_Escape if self._event is not None:
                self._event = None
                self._describe()
                self.update()
            case _:
                event.ignore()
                return
        event.accept()

    @contained
    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Let go of what is under the pointer."""
        self._pointer = self._event = None
        self.update()

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw anew."""
        self._renew()

    @contained
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Keep no picture of what nobody sees."""
        self._frame = None
        super().hideEvent(event)

    @contained
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show the focus where the keyboard brought it."""
        self._is_by_keyboard = event.reason() in _BY_KEYBOARD
        self.update()

    @contained
    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Hide the focus."""
        self.update()

    def _go_to(self, stack: MemoryStack, event: int) -> None:
        """Read an event, and move the view to it where it is outside."""
        self._event, self._pointer = min(max(event, 0), stack.total.size - 1), None
        time = float(stack.time_ns[self._event])
        if not self._view.start <= time <= self._view.end:
            self.show_range(time - self._view.length / 2, time + self._view.length / 2)
        self._describe()
        self.update()

    def _describe(self) -> None:
        """Say in words what is shown, for those who cannot see it."""
        if self._stack is None:
            self.setAccessibleDescription(self._empty)
        elif self._event is not None:
            self.setAccessibleDescription(self._card(self._stack, self._event).said())
        else:
            shown = list(self._stack.at_peak.items())[: len(self._stack.owners)]
            owners = [f"{engine_text(name)}: {figure(size, 'B')}" for name, size in shown]
            self.setAccessibleDescription("\n".join((self._words(self._stack).peak, *owners)))

    def _moved(self) -> None:
        self.range_changed.emit(self._view.start, self._view.end)
        self._renew()

    def _renew(self) -> None:
        """Draw anew when next seen."""
        self._frame = None
        self.update()
