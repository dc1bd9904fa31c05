"""Simulated input to a window, and counters of its reactions. Imports Qt: import this only in a window's process."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

_REACH = 150
"""How far the mouse moves to each side, in pixels."""
_STRIDE = 4
_NOTCHES = 5
"""Wheel notches in one direction."""
_BEAT_MS = 5


class PaintCounter(QObject):
    """Counts a widget's paint events from its creation on.

    Args:
        widget: The widget to watch.
        condition: Only paint events during which it holds are counted.

    Attributes:
        count: Number of paint events counted.
    """

    def __init__(self, widget: QWidget, condition: Callable[[], object] = lambda: True) -> None:
        super().__init__(widget)
        self.count = 0
        self._condition = condition
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._condition():
            self.count += 1
        return False


class Heart(QObject):
    """Fires two hundred times a second, as far as the event loop allows, and records the gaps between."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last: tuple[int, int] | None = None
        self._gaps: list[int] = []
        self._blocks: list[int] = []
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.monotonic_ns(), time.thread_time_ns()
        if self._last is not None:
            self._gaps.append(now[0] - self._last[0])
            self._blocks.append(now[1] - self._last[1])
        self._last = now

    def told(self) -> dict[str, float]:
        """Stop; return in ms the wait for the loop's next turn that 99 % of all instants do not exceed, and the longest wait.

        ``block_ms`` is the most processor time that the loop's thread used between two turns: on a busy machine less than the longest wait.
        """
        self._timer.stop()
        longest = {"longest_ms": max(self._gaps) / 1e6, "block_ms": max(self._blocks) / 1e6}
        return {"p99_ms": stall(self._gaps, 0.01) / 1e6, **longest}


def stall(gaps: Sequence[int], share: float) -> float:
    """Return the wait that only the given share of all instants exceeds, if each instant waits for the end of its gap."""
    low, high, whole = 0.0, float(max(gaps)), share * sum(gaps)
    for _ in range(60):
        middle = (low + high) / 2
        beyond = sum(gap - middle for gap in gaps if gap > middle)
        low, high = (middle, high) if beyond > whole else (low, middle)
    return high


class Hand(QObject):
    """Holds the left button down in the middle of a widget and moves to and fro, at the rate of a real mouse.

    Args:
        widget: The widget to drag.
        hz: Movements per second.
    """

    def __init__(self, widget: QWidget, hz: float) -> None:
        super().__init__(widget)
        self._widget = widget
        self._offset, self._direction = 0, _STRIDE
        self._timer = QTimer(self, interval=round(1000 / hz), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._move)

    def start(self) -> None:
        """Press the button, and start moving."""
        self._post(QEvent.Type.MouseButtonPress, Qt.MouseButton.LeftButton)
        self._timer.start()

    def stop(self) -> None:
        """Release the button."""
        self._timer.stop()
        self._post(QEvent.Type.MouseButtonRelease, Qt.MouseButton.LeftButton)

    def _move(self) -> None:
        if abs(self._offset + self._direction) > _REACH:
            self._direction = -self._direction
        self._offset += self._direction
        self._post(QEvent.Type.MouseMove, Qt.MouseButton.NoButton)

    def _post(self, kind: QEvent.Type, button: Qt.MouseButton) -> None:
        at = QPointF(self._widget.width() / 2 + self._offset, self._widget.height() / 2)
        where = QPointF(self._widget.mapToGlobal(at))
        event = QMouseEvent(kind, at, where, button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.postEvent(self._widget, event)


class Wheel(QObject):
    """Turns the wheel with Ctrl held in the middle of a widget, some notches in and as many out again.

    Args:
        widget: The widget to zoom.
        hz: Notches per second.
    """

    def __init__(self, widget: QWidget, hz: float) -> None:
        super().__init__(widget)
        self._widget = widget
        self._turned = 0
        self._timer = QTimer(self, interval=round(1000 / hz), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._turn)

    def start(self) -> None:
        """Start turning."""
        self._timer.start()

    def stop(self) -> None:
        """Stop turning."""
        self._timer.stop()

    def _turn(self) -> None:
        self._turned += 1
        notch = 120 if self._turned // _NOTCHES % 2 == 0 else -120
        at = QPointF(self._widget.rect().center())
        where = QPointF(self._widget.mapToGlobal(at))
        control = Qt.KeyboardModifier.ControlModifier
        event = QWheelEvent(at, where, QPoint(), QPoint(0, notch), Qt.MouseButton.NoButton, control, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.postEvent(self._widget, event)
