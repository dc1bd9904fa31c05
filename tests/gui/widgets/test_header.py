"""The head of a page."""

from pytestqt.qtbot import QtBot

from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.header import Header
from gpuscope.gui.widgets.labels import ElidedLabel


def test_long_details_leave_the_title_room(qtbot: QtBot) -> None:
    header = Header(Theme(Choice.DARK), "")
    qtbot.addWidget(header)
    header.set_title("x" * 150, "y" * 5000)
    header.resize(700, 60)
    header.show()
    title, *_ = header.findChildren(ElidedLabel)
    assert 180 <= title.width() < 600
