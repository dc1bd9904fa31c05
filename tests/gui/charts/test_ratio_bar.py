"""Ratio bars: a half extends as far to the left as a double to the right."""

import math

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.ratio_bar import RatioScale, draw_ratio_bar
from gpuscope.gui.palette import DARK

BLUE = QColor("#0000ff")


def picture(ratio: float | None, interval: tuple[float, float] | None = None, scale: RatioScale | None = None) -> QImage:
    """Return a bar's cell, 208 pixels wide with 100 for each side."""
    image = QImage(208, 31, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    draw_ratio_bar(painter, QRectF(0, 0, 208, 31), ratio, interval, scale or RatioScale(math.log(2.0)), BLUE, DARK)
    painter.end()
    return image


def row(ratio: float | None, interval: tuple[float, float] | None = None, scale: RatioScale | None = None) -> list[str]:
    """Return the colours along the middle of a bar's cell."""
    image = picture(ratio, interval, scale)
    return [QColor(image.pixel(x, 15)).name() for x in range(208)]


def length(colours: list[str], colour: str = "#0000ff") -> int:
    return colours.count(colour)


def test_twice_and_half_are_as_long_on_either_side(qtbot: QtBot) -> None:
    twice, half = row(2.0), row(0.5)
    assert length(twice) == pytest.approx(100, abs=1)
    assert length(half) == pytest.approx(100, abs=1)
    assert length(twice[:104]) <= 1
    assert length(half[106:]) == 0
    assert length(row(math.sqrt(2))) == pytest.approx(50, abs=1)


@pytest.mark.parametrize("ratio", [None, 0.0, -1.0, math.nan, math.inf])
def test_what_is_no_ratio_has_no_bar_but_the_line_at_one(qtbot: QtBot, ratio: float | None) -> None:
    assert set(row(ratio)) == {"#000000", DARK.line}


def test_whiskers_go_from_end_to_end_of_the_interval(qtbot: QtBot) -> None:
    colours = row(1.0, (0.5, 2.0))
    assert length(colours, DARK.text) == pytest.approx(201, abs=2)
    assert length(row(1.5, None), DARK.text) == 0


def test_a_narrow_interval_is_one_stroke_that_stands_out_from_its_bar(qtbot: QtBot) -> None:
    image = picture(1.5, (1.49, 1.51))
    strokes = [(x, y) for x in range(image.width()) for y in range(image.height()) if QColor(image.pixel(x, y)).name() == DARK.text]
    assert len({x for x, _ in strokes}) == 1
    bar = [y for y in range(image.height()) if QColor(image.pixel(110, y)) == BLUE]
    assert len({y for _, y in strokes} - set(bar)) >= 4


def test_a_scale_holds_all_ratios_within_reason(qtbot: QtBot) -> None:
    assert RatioScale.of([1.0, None, 0.25, math.nan]).reach == pytest.approx(math.log(4))
    assert RatioScale.of([1.001]).reach == pytest.approx(math.log(1.1))
    assert RatioScale.of([1e9]).reach == pytest.approx(math.log(100))
    assert RatioScale.of([4.0]).position(0.5) == pytest.approx(-0.5)


def test_a_bar_beyond_the_scale_ends_in_an_arrow(qtbot: QtBot) -> None:
    assert length(row(1e6)) > length(row(2.0))
