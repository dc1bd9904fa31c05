"""Helpers that read what a stack of strips shows from its pixels, and that move it."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpuscope.gui.charts.curve_painter import CurvePainter
from gpuscope.gui.charts.draw_pace import DrawPace
from gpuscope.gui.charts.plot_view import PlotView, StackGestures
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.reports.pictures.picture import Dash

POWER = Strip("power", "Power", "W", (Curve("a", "gpu:0", "power"),), low=0.0, high=600.0)
LOSS = Strip("loss", "Loss", "", (Curve("a", "Loss", "loss", is_logged=True),))
MEMORY = Strip("memory", "Memory", "GiB", (Curve("a", "gpu:0", "memory"), Curve("b", "gpu:1", "clock", Dash.DASHED)), factor=2.0**-30)
T: Floats = np.arange(0.0, 100.0, 0.1)


def plot(stack: StripStack) -> PlotView:
    view = stack.findChild(PlotView)
    assert isinstance(view, PlotView)
    return view


def view_range(stack: StripStack) -> tuple[float, float]:
    return stack.around.view.start, stack.around.view.end


def cursor_place(stack: StripStack) -> float | None:
    return _gestures(stack).place


def put_cursor(stack: StripStack, x: float | None) -> None:
    _gestures(stack).put_cursor(x)
    pace_of(stack).schedule()


def values_at(stack: StripStack, x: float) -> list[tuple[str, str, float | None]]:
    """Return the SI value of each visible curve near a position, by keys of strip and curve."""
    of_strips = [data for strip in stack.strips if (data := stack.data_of(strip.key))]
    return [(data.strip.key, curve.key, data.value_at(curve.key, x)) for data in of_strips for curve in data.shown_curves()]


def _gestures(stack: StripStack) -> StackGestures:
    gestures = stack.findChild(StackGestures)
    assert isinstance(gestures, StackGestures)
    return gestures


def settle(stack: StripStack) -> None:
    """Wait until changes are painted; drawing is held for the next frame or, if that is over, for the next turn."""
    while frame_of(stack).isActive():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    for _ in ("drawn", "painted"):
        QApplication.processEvents()


def pace_of(stack: StripStack) -> DrawPace:
    pace = stack.findChild(DrawPace)
    assert isinstance(pace, DrawPace)
    return pace


def frame_of(stack: StripStack) -> QTimer:
    frame = pace_of(stack).findChild(QTimer)
    assert isinstance(frame, QTimer)
    return frame


def picture(stack: StripStack) -> QImage:
    settle(stack)
    return stack.grab().toImage()


def columns_of(stack: StripStack, colour: str) -> set[int]:
    """Return the plot columns, counted from the left, that contain a pixel of a colour."""
    image, view, wanted = picture(stack), plot(stack), QColor(colour).rgb()
    left = view.mapTo(stack, QPoint(0, 0)).x()
    return {x for x in range(view.width()) if any(image.pixel(left + x, y) == wanted for y in range(image.height() - 30))}


def words(stack: StripStack) -> str:
    return "\n".join(values.spoken_value() for values in stack.findChildren(StripValues))


def hover(stack: StripStack, x: int, y: int = 20) -> None:
    QTest.mouseMove(plot(stack).viewport(), QPoint(x, y))
    settle(stack)


def wheel(stack: StripStack, notches: int, x: int) -> None:
    viewport = plot(stack).viewport()
    at = QPointF(x, 20)
    event = QWheelEvent(
        at,
        viewport.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def drag(stack: StripStack, pixels: int) -> None:
    viewport = plot(stack).viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    QTest.mouseMove(viewport, QPoint(300 + pixels, 20))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(300 + pixels, 20))


class Paints(QObject):
    """Counts how often a view is painted and a curve is drawn."""

    def __init__(self, view: PlotView, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.count = self.curves = 0
        draw = CurvePainter.draw

        def counted(*arguments: object) -> None:
            self.curves += 1
            draw(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(CurvePainter, "draw", counted)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False
