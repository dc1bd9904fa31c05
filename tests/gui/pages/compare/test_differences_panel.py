"""The table of settings that differ between groups."""

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare.differences_panel import DifferencesPanel
from gpuscope.gui.theme import Choice, Theme
from tests.gui.pages.compare.compared_runs import pair


def leftmost_ink(picture: QImage, left: int, right: int) -> int:
    ground = picture.pixelColor(left, 6)
    return min(x for x in range(left, right) for y in range(6, 24) if picture.pixelColor(x, y) != ground)


def test_names_of_groups_begin_above_their_values(qtbot: QtBot) -> None:
    panel = DifferencesPanel(Theme(Choice.LIGHT))
    qtbot.addWidget(panel)
    panel.resize(540, 300)
    panel.show()
    panel.show_comparison(pair())
    view = panel.view
    heads, cells = (
        widget.grab().toImage() for widget in (view.horizontalHeader().viewport(), view.viewport()) if isinstance(widget, QWidget)
    )
    for column in (1, 2):
        left, right = view.columnViewportPosition(column), view.columnViewportPosition(column) + view.columnWidth(column)
        assert abs(leftmost_ink(heads, left, right) - leftmost_ink(cells, left, right)) <= 2
