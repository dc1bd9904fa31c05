"""Widgets that are wrapped like words."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.widgets.flow_layout import FlowLayout


def test_widgets_of_a_line_are_centred_and_lines_follow_each_other(qtbot: QtBot) -> None:
    row = QWidget()
    qtbot.addWidget(row)
    layout = FlowLayout(row)
    parts = [QWidget() for _ in range(3)]
    for part, (width, height) in zip(parts, ((100, 30), (50, 33), (60, 30)), strict=True):
        part.setFixedSize(width, height)
        layout.addWidget(part)
    row.resize(170, 100)
    row.show()
    assert [part.geometry().getRect() for part in parts] == [(0, 1, 100, 30), (108, 0, 50, 33), (0, 41, 60, 30)]
    assert layout.heightForWidth(170) == 33 + 8 + 30
    assert layout.heightForWidth(400) == 33
    assert layout.heightForWidth(40) == 30 + 8 + 33 + 8 + 30
    for part in parts:
        part.hide()
    assert layout.heightForWidth(170) == 0
