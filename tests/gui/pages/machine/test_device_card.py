"""The bars of the cores: all are visible, however many there are."""

import itertools

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.machine.device_card import CoreBars
from gpuscope.gui.theme import Choice, Theme


def rows(count: int, share: float | None = 0.5) -> list[dict[str, str | float | int | None]]:
    return [{"core": number, "utilization": share} for number in range(count)]


@pytest.mark.parametrize("width", [500, 928, 1568])
@pytest.mark.parametrize("count", [1, 2, 64, 256, 1024])
def test_every_bar_lies_within_and_none_upon_another(qtbot: QtBot, count: int, width: int) -> None:
    bars = CoreBars(Theme(Choice.DARK))
    qtbot.addWidget(bars)
    bars.resize(width, 34)
    bars.show_cores(rows(count))
    boxes = [bars._box(place) for place in range(count)]
    assert all(bars.rect().toRectF().contains(box) and box.width() >= 2 for box in boxes)
    assert not any(one.intersects(other) for one, other in itertools.pairwise(boxes))


def test_a_bar_is_as_high_as_its_core_is_busy(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    bars = CoreBars(theme)
    qtbot.addWidget(bars)
    bars.resize(600, 34)
    bars.show_cores([{"core": 0, "utilization": 0.5}, {"core": 1, "utilization": None}, {"core": 2, "utilization": 1.0}])
    bars.show()
    image = bars.grab().toImage()
    filled = QColor(theme.palette.compute)

    def height(place: int) -> int:
        box = bars._box(place).toRect()
        return sum(image.pixelColor(box.center().x(), y) == filled for y in range(box.top(), box.top() + box.height()))

    assert [height(place) for place in range(3)] == [10, 0, 20]


def test_it_tells_those_who_do_not_see_it(qtbot: QtBot) -> None:
    bars = CoreBars(Theme(Choice.DARK))
    qtbot.addWidget(bars)
    bars.show()
    bars.show_cores([{"core": 0, "utilization": 0.2}, {"core": 5, "utilization": 0.8}])
    assert bars.accessibleName() == "Load of 2 cores: 50.0 % on average, 80.0 % the busiest"
    assert bars._core_text(1) == "Core 5: 80.0 %"
    bars.show_cores([])
    assert not bars.isVisible()
