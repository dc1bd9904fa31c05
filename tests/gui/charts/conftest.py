"""A stack of strips with data."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import draw_pace
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Theme
from tests.gui.charts.stack_hands import LOSS, MEMORY, POWER, T


@pytest.fixture
def stack(qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> Iterator[StripStack]:
    monkeypatch.setattr(draw_pace, "FIGURES_S", 1e-9)  # the current values follow at once
    made = StripStack(theme)
    qtbot.addWidget(made)
    made.set_strips([POWER, LOSS, MEMORY])
    made.set_series("power", "a", T, np.full(T.size, 300.0))
    made.set_series("loss", "a", T, np.linspace(2, 1, T.size))
    for key, level in (("a", 4), ("b", 6)):
        made.set_series("memory", key, T, np.full(T.size, level * 2.0**30))
    made.set_end(100.0)
    made.follow(60.0)
    made.resize(800, 400)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    yield made
    made.close()
