"""The bars of the cores: all are visible, however many there are."""

import itertools

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.gui.pages.machine.device_card import NAME_WIDTH, CoreBars, DeviceCard
from gpuscope.gui.theme import Choice, Theme


def rows(count: int, share: float | None = 0.5) -> list[dict[str, str | float | int | None]]:
    return [{"core": number, "utilization": share} for number in range(count)]


@pytest.mark.parametrize("most_rows", [None, 2, 1])
def test_a_long_name_is_there_in_full_or_in_the_tooltip_where_there_is_no_room(qtbot: QtBot, most_rows: int | None) -> None:
    name = "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz with 112 threads"
    card = DeviceCard(Theme(Choice.DARK), Device(MACHINE, DeviceKind.CPU, name), most_rows)
    qtbot.addWidget(card)
    card.resize(900, card.height_at(900))
    card.show()
    line = next(line for line in card.findChildren(QLabel) if line.text().startswith("Intel"))
    assert line.width() <= NAME_WIDTH
    if most_rows != 1:
        assert line.text() == name
        assert line.height() >= line.heightForWidth(line.width()) > 2 * line.fontMetrics().height() - 1
        assert card.rect().contains(line.geometry())
    else:
        assert line.text().endswith("…")
        assert name in line.toolTip()


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


def test_loads_that_are_not_read_do_not_look_like_idle_cores(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    bars = CoreBars(theme)
    qtbot.addWidget(bars)
    bars.resize(600, 34)
    bars.show_cores(rows(4))
    height = bars.minimumHeight()
    bars.show_cores(rows(4, None))
    bars.show()
    image = bars.grab().toImage()
    box = bars._box(3).toRect()
    assert image.pixelColor(box.left() + 1, box.top() + 1) == QColor(theme.palette.bg)
    assert bars.accessibleName() == "not read during a recording"
    assert bars.minimumHeight() == height


def test_it_tells_those_who_do_not_see_it(qtbot: QtBot) -> None:
    bars = CoreBars(Theme(Choice.DARK))
    qtbot.addWidget(bars)
    bars.show()
    bars.show_cores([{"core": 0, "utilization": 0.2}, {"core": 5, "utilization": 0.8}])
    assert bars.accessibleName() == "Load of 2 cores: 50.0 % on average, 80.0 % the busiest"
    assert bars._core_text(1) == "Core 5: 80.0 %"
    bars.show_cores([])
    assert not bars.isVisible()
