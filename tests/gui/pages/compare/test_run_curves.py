"""The Compare page's curves of a store's readings."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGraphicsView

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.pages.compare.curves import CurveAxis
from gpuscope.gui.pages.compare_page import ComparePage
from tests.gui.charts.stack_hands import values_at, view_range
from tests.gui.pages.compare.shown_page import words


def test_curves_come_from_the_store(stored: ComparePage) -> None:
    overlay = stored.body.overlay
    assert set(stored.groups.curves) == {"1" * 12, "2" * 12, "3" * 12}
    assert [kind.key for kind in overlay.chooser.chosen()] == ["throughput throughput steps/s", "cpu cpu/utilization 1"]
    overlay.set_axis(CurveAxis.STEPS)
    assert overlay.stack.isVisible()
    values = {(strip, curve): value for strip, curve, value in values_at(overlay.stack, 50.0)}
    assert values["throughput throughput steps/s", "0"] == pytest.approx(100.0, rel=0.05)
    stored.grab()


def test_a_run_whose_readings_cannot_be_read_is_named_beside_the_curves_of_the_others(stored: ComparePage) -> None:
    groups = stored.groups
    del groups.curves["2" * 12]
    groups.unread["2" * 12] = UnavailableError("the readings are damaged")
    groups.curves_changed.emit()
    assert stored.body.overlay.stack.isVisible()
    assert "The readings of 1 run cannot be read; it is not shown." in words(stored.body.overlay)


def turn_wheel(page: ComparePage, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    view = page.body.overlay.stack.findChild(QGraphicsView).viewport()
    middle = QPointF(view.rect().center())
    down = QPoint(0, -120)
    still = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(middle, QPointF(view.mapToGlobal(middle.toPoint())), down, down, Qt.MouseButton.NoButton, modifier, still, False)
    QCoreApplication.sendEvent(view, event)


def test_the_wheel_over_a_chart_scrolls_the_page_and_with_ctrl_zooms_the_chart(stored: ComparePage) -> None:
    stored.resize(1104, 500)
    stack, bar = stored.body.overlay.stack, stored.body.verticalScrollBar()
    stack.show_range(0.2, 0.4)
    turn_wheel(stored, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == 0
    shown = view_range(stack)
    assert shown != (0.2, 0.4)
    turn_wheel(stored)
    assert bar.value() > 0
    assert view_range(stack) == shown


def test_a_curve_that_was_switched_off_stays_off_over_another_axis(stored: ComparePage) -> None:
    overlay = stored.body.overlay
    overlay.stack.curve_toggled.emit("cpu cpu/utilization 1", "1", False)
    overlay.set_axis(CurveAxis.STEPS)
    assert ("cpu cpu/utilization 1", "1") not in {(strip, curve) for strip, curve, _ in values_at(overlay.stack, 50.0)}


def test_metrics_are_chosen_and_the_last_one_stays(stored: ComparePage) -> None:
    chooser = stored.body.overlay.chooser
    chooser.choose("throughput throughput steps/s", False)
    chooser.choose("cpu cpu/utilization 1", False)
    assert [kind.key for kind in chooser.chosen()] == ["cpu cpu/utilization 1"]
    chooser.choose("memory cpu/memory_used B", True)
    assert len(chooser.chosen()) == 2
