"""The pictures for visual review: each scene can be drawn in both themes."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Choice, Theme
from tests.gui.charts import pictures


@pytest.mark.parametrize("choice", [Choice.DARK, Choice.LIGHT])
@pytest.mark.parametrize("scene", pictures.SCENES)
def test_a_scene_is_drawn(qtbot: QtBot, tmp_path: Path, scene: str, choice: Choice) -> None:
    theme = Theme(choice)
    stack = StripStack(theme)
    qtbot.addWidget(stack)
    pictures.SCENES[scene](stack)
    pictures.draw(stack, (856, 588), tmp_path / "picture.png")
    drawn = QImage(str(tmp_path / "picture.png"))
    assert len({drawn.pixel(x, y) for x in range(0, drawn.width(), 3) for y in range(0, drawn.height(), 3)}) > 5
