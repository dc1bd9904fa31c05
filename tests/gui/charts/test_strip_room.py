"""What a strip has room for: whole strips, labels on free ground, smooth curves."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import strip_item, strip_rows
from gpuscope.gui.charts.painter_canvas import mixed
from gpuscope.gui.charts.series import ValueRange
from gpuscope.gui.charts.strip import Shade
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Theme
from tests.gui.charts.stack_hands import POWER, T, picture, plot, settle


def labels(stack: StripStack) -> list[StripLabel]:
    return [label for label in stack.findChildren(StripLabel) if label.isVisibleTo(stack)]


def rows_cut(stack: StripStack) -> list[int]:
    """Return by how many pixels strips are cut off at the upper or lower edge; a pixel is left to rounding."""
    scroll = stack.findChild(QScrollArea)
    assert scroll is not None
    seen = QRect(0, scroll.verticalScrollBar().value(), 1, scroll.viewport().height())
    cut = []
    for label in labels(stack):
        top, bottom = label.geometry().top(), label.geometry().bottom()
        inside = min(bottom, seen.bottom()) - max(top, seen.top()) + 1
        if 1 < inside < label.height() - 1:
            cut.append(inside)
    return cut


@pytest.mark.parametrize("height", [240, 333, 400, 471, 520, 700])
def test_no_strip_is_cut_in_half_at_the_lower_edge(stack: StripStack, height: int) -> None:
    stack.set_strips([replace(POWER, key=str(number)) for number in range(9)])
    stack.resize(800, height)
    settle(stack)
    scroll = stack.findChild(QScrollArea)
    assert scroll is not None
    bar = scroll.verticalScrollBar()
    assert rows_cut(stack) == []
    heights = {label.height() for label in labels(stack)}
    assert min(heights) >= 56
    assert bar.maximum() > 0 or height == 700
    bar.setValue(bar.maximum())
    assert rows_cut(stack) == []


def test_a_wheel_over_the_names_scrolls_by_a_whole_strip(stack: StripStack) -> None:
    stack.set_strips([replace(POWER, key=str(number)) for number in range(9)])
    settle(stack)
    scroll = stack.findChild(QScrollArea)
    assert scroll is not None
    bar, height = scroll.verticalScrollBar(), labels(stack)[0].height()
    assert abs(3 * bar.singleStep() - height) <= 2


def drawn(stack: StripStack, colour: str) -> set[tuple[int, int]]:
    """Return the pixels of a colour in the first strip's plot, from its upper left corner."""
    image, view, wanted = picture(stack), plot(stack), QColor(colour).rgb()
    origin, height = view.mapTo(stack, QPoint(0, 0)), labels(stack)[0].height()
    return {(x, y) for x in range(view.width()) for y in range(height - 2) if image.pixel(origin.x() + x, origin.y() + y) == wanted}


def drawn_text(stack: StripStack, theme: Theme) -> set[tuple[int, int]]:
    """Return the pixels of the first strip's plot that belong neither to the ground nor to a line nor to a gap."""
    palette = theme.palette
    gap = mixed(palette.bg, palette.muted, strip_item._GAP_TINT).name()
    known = {QColor(colour).rgb() for colour in (palette.bg, palette.grid, palette.line, palette.power, gap)}
    image, view = picture(stack), plot(stack)
    origin, height = view.mapTo(stack, QPoint(0, 0)), labels(stack)[0].height()
    return {(x, y) for x in range(view.width()) for y in range(height - 2) if image.pixel(origin.x() + x, origin.y() + y) not in known}


@pytest.mark.parametrize("level", [20.0, 300.0, 590.0])
def test_the_label_of_a_narrow_gap_stands_beside_it_and_on_no_curve(stack: StripStack, theme: Theme, level: float) -> None:
    stack.set_strips([POWER])
    stack.set_series("power", "a", T, np.full(T.size, level))
    stack.set_shades([Shade(60.0, 62.0, "gap 2.0 s")])
    settle(stack)
    text = drawn_text(stack, theme)
    assert len(text) > 20
    scale = plot(stack).width() / 60.0
    gap = ((60.0 - 40.0) * scale, (62.0 - 40.0) * scale)
    assert all(x < gap[0] - 1 or x > gap[1] + 1 for x, _ in text)
    assert abs(min(x for x, _ in text) - gap[1]) < 10
    lines = {y for _, y in drawn(stack, theme.palette.power)}
    assert lines
    assert not lines & {y for _, y in text}
    ends = {(x, y) for x, y in drawn(stack, theme.palette.grid) if any(abs(x - place) < 1 and abs(y - line) < 1 for place, line in text)}
    assert ends == set()


def test_the_label_of_a_gap_at_the_right_edge_stands_left_of_it(stack: StripStack, theme: Theme) -> None:
    stack.set_strips([POWER])
    stack.set_shades([Shade(98.0, None, "gap")])
    settle(stack)
    text = drawn_text(stack, theme)
    assert text
    assert max(x for x, _ in text) < (98.0 - 40.0) * plot(stack).width() / 60.0


@pytest.mark.parametrize(
    ("low", "high", "ends"),
    [(44.1, 60.2, (40.0, 65.0)), (38.0, 60.0, (35.0, 60.0)), (0.0, 17.0, (0.0, 20.0)), (0.0, 7740.0, (0.0, 8000.0))],
)
def test_a_range_ends_at_round_numbers(low: float, high: float, ends: tuple[float, float]) -> None:
    span = ValueRange().fit([np.array([low, high])], [])
    assert (span.low, span.high) == ends
    assert span.low % span.step == span.high % span.step == 0


def shades_of_the_line(stack: StripStack, theme: Theme) -> int:
    """Return how many colours there are between the ground and the curve, of which antialiasing makes some."""
    image, view = picture(stack), plot(stack)
    origin, height = view.mapTo(stack, QPoint(0, 0)), labels(stack)[0].height()
    palette = theme.palette
    plain = {QColor(colour).rgb() for colour in (palette.bg, palette.grid, palette.line, palette.power)}
    seen = {image.pixel(origin.x() + x, origin.y() + y) for x in range(view.width()) for y in range(height - 2)}
    return len(seen - plain)


def test_short_static_curves_are_smooth_and_long_ones_are_not(stack: StripStack, theme: Theme, qtbot: QtBot) -> None:
    stack.set_strips([POWER])
    stack.set_series("power", "a", T, 300 + 200 * np.sin(T / 10))
    assert shades_of_the_line(stack, theme) == 0
    stack.set_smooth(True, 4_000.0)
    assert shades_of_the_line(stack, theme) > 5
    noise = np.random.default_rng(1).uniform(0, 600, T.size)
    stack.set_series("power", "a", T, noise)
    stack.redraw()
    assert shades_of_the_line(stack, theme) == 0
    stack.set_smooth(True)
    assert shades_of_the_line(stack, theme) > 5


def margins(stack: StripStack) -> tuple[int, int]:
    """Return the empty pixels left of the first strip's name and right of its value, to the edges of the stack."""
    values = next(one for one in stack.findChildren(StripValues) if one.isVisibleTo(stack))
    empty = []
    for widget in (labels(stack)[0], values):
        image = widget.grab().toImage()
        ground = image.pixelColor(1, 3)
        used = [x for x in range(image.width()) if any(image.pixelColor(x, y) != ground for y in range(2, image.height() - 2))]
        at = widget.mapTo(stack, QPoint(0, 0)).x()
        empty += [at + used[0], stack.width() - 1 - at - used[-1]]
    return empty[0], empty[3]


@pytest.mark.parametrize(("ground", "side", "count"), [("bg", 20, 2), ("bg", 20, 9), ("panel", 14, 2)])
def test_texts_beside_strips_keep_the_margin_of_their_page_or_card_also_with_a_scroll_bar(
    stack: StripStack, ground: str, side: int, count: int
) -> None:
    stack.set_ground(ground)
    stack.set_strips([replace(POWER, key=str(number)) for number in range(count)])
    for number in range(count):
        stack.set_series(str(number), "a", T, np.full(T.size, 300.0))
    settle(stack)
    scroll = stack.findChild(QScrollArea)
    assert scroll is not None
    assert (scroll.verticalScrollBar().maximum() > 0) is (count == 9)
    assert all(side <= margin <= side + 2 for margin in margins(stack)), margins(stack)


def test_of_large_text_one_strip_is_whole_however_little_room_there_is(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip_rows, "LEAST_HEIGHT", 112)  # as at 200 %
    stack.set_strips([replace(POWER, key=str(place)) for place in range(6)])
    stack.resize(900, stack.minimumSizeHint().height())
    settle(stack)
    assert rows_cut(stack) == []
    assert labels(stack)[0].height() <= stack.area.viewport().height()
