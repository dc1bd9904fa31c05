"""Markers and dashes that distinguish the curves of compared groups."""

import math
import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import painter_canvas
from gpuscope.gui.charts.painter_canvas import paint
from gpuscope.gui.palette import DARK
from gpuscope.reports.pictures.drawing import Drawing, Path
from gpuscope.reports.pictures.picture import Dash, group_style


def test_no_two_of_many_groups_look_alike_with_colours_or_without() -> None:
    places = range(36)
    assert len({(DARK.of_group(index), group_style(index).dash) for index in places}) == 36
    assert len({(group_style(index).dash, group_style(index).marker) for index in places}) == 36


def test_each_of_the_first_groups_has_a_marker_and_a_dash_of_its_own() -> None:
    assert len({group_style(index).dash for index in range(6)}) == len({group_style(index).marker for index in range(6)}) == 6


def painted(curve: Sequence[tuple[float, float]], dash: Dash) -> npt.NDArray[np.int16]:
    image = QImage(400, 120, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint(painter, Drawing(400, 120, (Path((curve,), "power", 2.0, dash),)), DARK)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(120, 400, 4).astype(np.int16)


@pytest.mark.parametrize("dash", [Dash.SOLID, Dash.DASHED])
def test_a_curve_drawn_in_parts_looks_like_the_whole_one(dash: Dash, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    curve = [(x, 60 + 40 * math.sin(x / 30)) for x in np.arange(0.0, 400.0, 1.0)]
    parts = painted(curve, dash)
    monkeypatch.setattr(painter_canvas, "_PART", len(curve))
    assert np.abs(parts - painted(curve, dash)).mean() < 0.5  # of 255; dashes that begin anew in each part make it 0.9


def test_a_noisy_curve_is_drawn_in_a_fraction_of_the_time_of_the_whole_one(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    noise = np.random.default_rng(0).normal(60, 15, 1200)
    curve = [(float(x) / 3, float(y)) for x, y in enumerate(noise)]
    taken = []
    for part in (painter_canvas._PART, len(curve)):
        monkeypatch.setattr(painter_canvas, "_PART", part)
        begin = time.process_time()
        painted(curve, Dash.SOLID)
        taken.append(time.process_time() - begin)
    assert taken[0] < taken[1] / 3, taken
