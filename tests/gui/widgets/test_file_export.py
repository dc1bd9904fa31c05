"""A folder is opened, or its path is shown."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.file_export import open_folder
from gpuscope.gui.widgets.notice_bar import NoticeBar


@pytest.mark.parametrize("is_opened", [True, False])
def test_without_a_file_manager_the_path_is_told(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, is_opened: bool) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: is_opened)
    notice = NoticeBar(Theme(Choice.DARK))
    qtbot.addWidget(notice)
    open_folder(Path("/a/folder"), notice)
    assert notice.text == ("" if is_opened else "No file manager could be started. The folder is /a/folder")
    if not is_opened:
        copy = next(one for one in notice.findChildren(QPushButton) if one.text() == "Copy the path")
        QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == "/a/folder"
