"""Memory over time: known steps at known pixels, mouse and keyboard."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.memory_painter import MemoryView, owner_colour
from gpuscope.gui.charts.memory_timeline import MemoryTimeline
from gpuscope.gui.theme import Choice, Theme
from gpuscope.profiles.memory_categories import _NAMES
from gpuscope.profiles.memory_record import PURPOSES, Blocks
from gpuscope.profiles.memory_stack import MemoryStack, memory_stack
from gpuscope.profiles.reading.memory_timeline import CATEGORIES
from tests.gui.charts.pointer import move

MIB = 2**20


@pytest.fixture
def stack() -> MemoryStack:
    """30 MiB of weights from the start, and 10 MiB of activations from 400 to 600 µs."""
    blocks = Blocks(
        np.array([0, 400_000, 600_000, 1_000_000]),
        np.array([30, 10, -10, 0]) * MIB,
        np.array([0, 1, 1, 0]),
        ("weights", "activations"),
    )
    made = memory_stack(blocks)
    assert made is not None
    return made


@pytest.fixture
def timeline(qtbot: QtBot, theme: Theme, stack: MemoryStack) -> Iterator[MemoryTimeline]:
    made = MemoryTimeline(theme)
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.show_memory(stack)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def seen(timeline: MemoryTimeline, stack: MemoryStack) -> MemoryView:
    return MemoryView(stack, timeline.view.start, timeline.view.end, timeline.width(), timeline.height())


def colour_at(image: QImage, view: MemoryView, time_ns: float, size: float) -> QColor:
    return image.pixelColor(round(view.x_of(time_ns)), round(view.y_of(size)))


def test_known_memory_is_drawn_at_its_pixels_in_its_owners_colours(timeline: MemoryTimeline, stack: MemoryStack, theme: Theme) -> None:
    image, view, palette = timeline.grab().toImage(), seen(timeline, stack), theme.palette
    weights, activations = owner_colour(0, stack.owners, palette), owner_colour(1, stack.owners, palette)
    assert colour_at(image, view, 200_000, 7 * MIB) == weights
    assert colour_at(image, view, 200_000, 36 * MIB) == QColor(palette.panel)
    assert colour_at(image, view, 500_000, 36 * MIB) == activations
    assert colour_at(image, view, 500_000, 28 * MIB) == weights
    assert colour_at(image, view, 800_000, 36 * MIB) == QColor(palette.panel)


def test_the_card_tells_what_was_in_use_then(timeline: MemoryTimeline) -> None:
    move(timeline.viewport(), QPoint(round(timeline.x_of(500_000)), 100))
    assert timeline.card is not None
    assert dict(timeline.card.rows) == {"In use": "40.0 MiB", "weights": "30.0 MiB", "activations": "10.0 MiB"}


def test_owners_without_memory_at_the_peak_are_others_and_autograd_has_its_short_name(qtbot: QtBot, theme: Theme) -> None:
    node = "Linear, autograd::engine::evaluate_function: AddmmBackward0"
    blocks = Blocks(np.array([0, 400_000, 600_000, 800_000]), np.array([30, -20, 10, -10]) * MIB, np.array([0, 0, 1, 1]), (node, "late"))
    stack = memory_stack(blocks)
    assert stack is not None
    timeline = MemoryTimeline(theme)
    qtbot.addWidget(timeline)
    timeline.resize(1000, 300)
    timeline.show_memory(stack)
    timeline.show()
    move(timeline.viewport(), QPoint(round(timeline.x_of(700_000)), 100))
    assert timeline.card is not None
    short = "Linear, evaluate_function: AddmmBackward0"
    assert dict(timeline.card.rows) == {"In use": "20.0 MiB", short: "10.0 MiB", "others": "10.0 MiB"}
    assert short in timeline.accessibleDescription()
    image, faint = timeline.grab().toImage(), owner_colour(1, stack.owners, theme.palette)
    left = round(seen(timeline, stack).area.right()) + 18
    swatches = {image.pixelColor(left + 4, y).name() for y in range(image.height())}
    assert {owner_colour(0, stack.owners, theme.palette).name(), faint.name()} <= swatches


def test_the_card_tells_what_has_moved_under_the_resting_pointer(timeline: MemoryTimeline) -> None:
    move(timeline.viewport(), QPoint(round(timeline.x_of(500_000)), 100))
    timeline.show_range(600_000, 1_000_000)  # in its middle, the activations are freed
    assert timeline.card is not None
    assert dict(timeline.card.rows) == {"In use": "30.0 MiB", "weights": "30.0 MiB"}


def test_the_keyboard_goes_to_the_peak_and_from_event_to_event(timeline: MemoryTimeline) -> None:
    QTest.keyClick(timeline, Qt.Key.Key_P)
    assert "40.0 MiB" in timeline.accessibleDescription()
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    assert timeline.card is not None
    assert dict(timeline.card.rows)["In use"] == "30.0 MiB"
    QTest.keyClick(timeline, Qt.Key.Key_Escape)
    assert timeline.card is None
    QTest.keyClick(timeline, Qt.Key.Key_W)
    assert timeline.view.length == pytest.approx(1_020_000 / 1.3)
    QTest.keyClick(timeline, Qt.Key.Key_Home)
    assert timeline.view.length == pytest.approx(1_020_000)


def test_the_wheel_zooms_about_the_pointer(timeline: MemoryTimeline, stack: MemoryStack) -> None:
    at = QPointF(timeline.x_of(300_000), 100)
    event = QWheelEvent(
        at,
        at,
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(timeline.viewport(), event)
    assert timeline.view.length == pytest.approx(1_020_000 / 1.25**2)
    assert timeline.x_of(300_000) == pytest.approx(at.x(), abs=0.5)


def test_the_description_names_the_owners_of_the_peak(timeline: MemoryTimeline) -> None:
    assert timeline.accessibleDescription().splitlines() == ["Peak 40.0 MiB at 400 µs", "weights: 30.0 MiB", "activations: 10.0 MiB"]


def test_another_theme_draws_in_its_colours(timeline: MemoryTimeline, stack: MemoryStack, theme: Theme) -> None:
    theme.choose(Choice.LIGHT)
    assert colour_at(timeline.grab().toImage(), seen(timeline, stack), 200_000, 7 * MIB) == owner_colour(0, stack.owners, theme.palette)


def test_without_memory_it_says_how_it_is_recorded(qtbot: QtBot, theme: Theme) -> None:
    timeline = MemoryTimeline(theme)
    qtbot.addWidget(timeline)
    timeline.show_memory(None)
    timeline.show()
    for key in (Qt.Key.Key_W, Qt.Key.Key_Right, Qt.Key.Key_P, Qt.Key.Key_Home):
        QTest.keyClick(timeline, key)
    timeline.grab()
    assert "profile_memory=True" in timeline.accessibleDescription()


@pytest.mark.parametrize("choice", [Choice.DARK, Choice.LIGHT])
def test_what_memory_is_for_has_the_same_colour_in_every_profile(theme: Theme, choice: Choice) -> None:
    theme.choose(choice)
    colours = {purpose: owner_colour(0, [purpose], theme.palette).name() for purpose in PURPOSES}
    assert all(owner_colour(place, PURPOSES, theme.palette).name() == colours[each] for place, each in enumerate(PURPOSES))
    for names in (CATEGORIES, _NAMES):  # of torch's memory timeline, and of a trace
        assert len({colours[name] for name in names}) == len(names)
