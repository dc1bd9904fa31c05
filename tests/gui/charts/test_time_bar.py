"""The bar of the device's time: parts to one scale, and figures that are dropped rather than cut."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.time_bar import TimeBar, TimePart
from gpuscope.gui.theme import Choice, Theme

PARTS = [TimePart("computation", 3.0, "3 s", 0.75, "75 %", "compute"), TimePart("idle", 1.0, "1 s", 0.25, "25 %", "line")]


@pytest.fixture
def bar(qtbot: QtBot) -> TimeBar:
    shown = TimeBar(Theme(Choice.DARK))
    qtbot.addWidget(shown)
    shown.resize(400, 120)
    return shown


def colours(bar: TimeBar, y: int) -> list[str]:
    image = bar.grab().toImage()
    return [QColor(image.pixel(x, y)).name() for x in range(image.width())]


def test_parts_are_as_long_as_their_time_and_bars_share_one_scale(bar: TimeBar) -> None:
    half = [TimePart("computation", 2.0, "2 s", 1.0, "100 %", "compute")]
    bar.show_bars([("", PARTS), ("b", half)])
    bar.resize(400, bar.sizeHint().height())
    blue = Theme(Choice.DARK).palette.compute
    assert colours(bar, 5).count(blue) == pytest.approx(300, abs=1)
    second = bar.sizeHint().height() // 2 + 5
    assert colours(bar, second).count(blue) == pytest.approx(200, abs=1)


def test_figures_need_less_room_without_shares_and_are_told_whole(bar: TimeBar) -> None:
    whole, least = (bar.figures_width("a device", PARTS, has_shares=has) for has in (True, False))
    assert least < whole
    bar.show_bars([("a device", PARTS)])
    assert bar.accessibleDescription() == "a device, computation 3 s (75 %), idle 1 s (25 %)"


def test_figures_of_all_bars_have_shares_or_none_has(bar: TimeBar) -> None:
    bar.show_bars([("a", PARTS), ("a device with a longer name", PARTS)])
    widths = [bar.figures_width(name, parts, 12, has_shares=True) for name, parts in bar.bars]
    bar.resize(round(max(widths)) + 1, 120)
    assert bar.figures_layout() == (True, 12)
    bar.resize(round(max(widths)) - 1, 120)
    assert not bar.figures_layout()[0]


def test_a_long_name_does_not_push_the_figures_out(bar: TimeBar) -> None:
    names = [f"a_run_of_a_large_model_on_many_devices_with_a_long_name_{number}" for number in (1, 2)]
    bar.show_bars([(name, PARTS) for name in names])
    has_shares, between = bar.figures_layout()
    assert all(bar.figures_width(name, PARTS, between, has_shares=has_shares) <= bar.width() for name in names)
    shown = [bar.shown_name(name) for name in names]
    assert shown[0] != shown[1]
    assert all("…" in name for name in shown)
    assert bar.shown_name("fp32") == "fp32"
