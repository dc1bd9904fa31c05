"""Memory over a capture: in use by owner, held by the allocator, the peak with its owners; zooms like the timeline."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPixmap, QWheelEvent

from gpuscope.core.figures import counted, figure
from gpuscope.gui.charts.hover_card import HoverCard, draw_card
from gpuscope.gui.charts.memory_painter import MemoryLabels, MemoryView, memory_area, memory_frame
from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.charts.time_axis import instant
from gpuscope.gui.charts.timed_area import TimedArea
from gpuscope.gui.faults import contained
from gpuscope.gui.theme import Theme
from gpuscope.profiles.kernel_names import short_owner_name
from gpuscope.profiles.memory_stack import MemoryStack
from gpuscope.system.language import labelled, translated

_LEAST_NS = 100.0
"""Shortest visible range: two allocations are further apart."""
_LEAST, _WANTED = QSize(320, 150), QSize(900, 280)
"""Sizes at which steps are visible, and at which the owners are listed."""


class MemoryTimeline(TimedArea):
    """Draws memory over time; independent of files and runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, TimeView(), _LEAST, _WANTED)
        self.view.least = _LEAST_NS
        self.stack: MemoryStack | None = None
        self._empty = self.tr("No trace is open.")
        self._pointer: QPointF | None = None
        self._event: int | None = None
        self._pressed: float | None = None
        self.setAccessibleName(self.tr("Memory over time"))
        self._describe()

    @property
    def card(self) -> HoverCard | None:
        """The card of the event under the pointer, or of the one reached with the keyboard."""
        stack = self.stack
        if stack is None or self._event is None:
            return None
        return self._card(stack, self._event)

    def show_memory(self, stack: MemoryStack | None, empty: str = "") -> None:
        """Show another capture's memory in full.

        Args:
            stack: Memory by owner; None for none.
            empty: Sentence shown if there is none; "" for the default, which explains how to record it.
        """
        self.stack, self._event = stack, None
        self._empty = empty or self.tr("The trace was recorded without memory: profile_memory=True records it.")
        self.reset()
        self._describe()

    def _span(self) -> tuple[float, float]:
        area = memory_area(self.viewport().width(), self.viewport().height())
        return area.left(), area.width()

    def _extent(self) -> tuple[float, float] | None:
        return None if self.stack is None else (int(self.stack.time_ns[0]), int(self.stack.time_ns[-1]))

    def _has_drawing(self) -> bool:
        return self.stack is not None

    def _drawing(self) -> QPixmap:
        assert self.stack is not None
        return memory_frame(self._seen(self.stack), self._words(self.stack), self._theme.palette, self.devicePixelRatioF())

    def _draw_over(self, painter: QPainter, area: QRectF) -> None:
        card, stack = self.card, self.stack
        if card is None or stack is None or self._event is None:
            return
        seen = self._seen(stack)
        x = self._pointer.x() if self._pointer is not None else seen.x_of(float(stack.time_ns[self._event]))
        painter.setPen(QColor(self._theme.palette.muted))
        painter.drawLine(QPointF(x, seen.area.top()), QPointF(x, seen.area.bottom()))
        at = self._pointer or QPointF(x, seen.area.top())
        draw_card(painter, card, at, area, self._theme.palette)

    def _card(self, stack: MemoryStack, event: int) -> HoverCard:
        resolution = self.view.length / max(1.0, self._seen(stack).area.width())
        rows = [(self.tr("In use"), figure(int(stack.total[event]), "B"))]
        if stack.reserved_bytes is not None:
            rows.append((self.tr("Held by the allocator"), figure(int(stack.reserved_bytes[event]), "B")))
        names = (*(translated(short_owner_name(name)) for name in stack.owners), self._others(stack))
        rows += [(name, figure(int(size), "B")) for name, size in zip(names, stack.bytes[:, event].tolist(), strict=True) if size > 0]
        return HoverCard(instant(float(stack.time_ns[event]), max(1.0, resolution)), tuple(rows))

    def _others(self, stack: MemoryStack) -> str:
        count = len({*stack.at_peak} - {*stack.owners})
        return counted(count, self.tr("other"), self.tr("others")) if count > 0 else self.tr("others")  # those have none at the peak

    def _words(self, stack: MemoryStack) -> MemoryLabels:
        at = instant(stack.peak_ns, max(1.0, self.view.length / 1000))
        peak = self.tr("Peak {0} at {1}").format(figure(stack.peak_bytes, "B"), at)
        return MemoryLabels(peak, self.tr("held by the allocator"), self._others(stack))

    def _seen(self, stack: MemoryStack) -> MemoryView:
        return MemoryView(stack, self.view.start, self.view.end, self.viewport().width(), self.viewport().height())

    @contained
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the start of a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().x()

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the view, or show the event under the pointer."""
        if self.stack is None:
            return
        seen, x = self._seen(self.stack), event.position().x()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            moved, self._pressed = x - self._pressed, x
            self.pan(-moved / seen.area.width())
        is_inside = seen.area.left() <= x <= seen.area.right()
        self._pointer, self._event = event.position() if is_inside else None, None
        self._point()
        self.viewport().update()

    @contained
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """End a drag."""
        self._pressed = None

    @contained
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Show everything."""
        self.reset()

    @contained
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer; pan sideways or with Shift."""
        self._turn(event)
        event.accept()

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """W and S zoom, A and D pan; the arrow keys go from event to event, P to the peak, Home shows everything."""
        stack, key = self.stack, Qt.Key(event.key())
        if self._moves_by(key):
            event.accept()
            return
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right if stack is not None:
                self._go_to(stack, (-1 if self._event is None else self._event) + (1 if key == Qt.Key.Key_Right else -1))
            case Qt.Key.Key_P if stack is not None:
                self._go_to(stack, int(stack.total.argmax()))
            case Qt.Key.Key_Escape if self._event is not None:
                self._event = None
                self._describe()
                self.viewport().update()
            case _:
                event.ignore()
                return
        event.accept()

    def _point(self) -> None:
        if self.stack is not None and self._pointer is not None:
            self._event = self.stack.event_at(self._seen(self.stack).time_at(self._pointer.x()))

    def _let_go(self) -> None:
        self._pointer = self._event = None

    def _go_to(self, stack: MemoryStack, event: int) -> None:
        """Show an event, and move the view to it if it is outside."""
        self._event, self._pointer = min(max(event, 0), stack.total.size - 1), None
        time = float(stack.time_ns[self._event])
        if not self.view.start <= time <= self.view.end:
            self.show_range(time - self.view.length / 2, time + self.view.length / 2)
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """Update the accessible description."""
        if self.stack is None:
            self.setAccessibleDescription(self._empty)
        elif self._event is not None:
            self.setAccessibleDescription(self._card(self.stack, self._event).spoken_text())
        else:
            shown = list(self.stack.at_peak.items())[: len(self.stack.owners)]
            owners = [labelled(translated(short_owner_name(name)), figure(size, "B")) for name, size in shown]
            self.setAccessibleDescription("\n".join((self._words(self.stack).peak, *owners)))
