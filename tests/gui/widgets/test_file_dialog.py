"""The file dialog."""

import fcntl
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.field import Field
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.field_editor import PathEditor
from gpuscope.gui.widgets.file_dialog import file_dialog

_TRY = """
import fcntl, sys
try:
    fcntl.lockf(open(sys.argv[1], "r+b"), fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    print("locked")
"""


def opened(parent: QWidget, path: Path) -> QFileDialog:
    """Open the dialog that chooses a file."""
    dialog = file_dialog(parent, "", QFileDialog.FileMode.ExistingFile, str(path.parent))
    dialog.show()
    return dialog


def opened_from_a_field(parent: QWidget, path: Path) -> QFileDialog:
    """Open the dialog of a field that names a file."""
    editor = PathEditor(Theme(Choice.DARK, parent), Field("file", "File", "Which.", str, None), parent, of_file=True)
    editor.set_text(str(path))
    button = editor.findChild(QPushButton)
    assert button is not None
    button.click()
    dialog = parent.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.selectedFiles() == [str(path)]
    return dialog


@pytest.mark.parametrize("open_dialog", [opened, opened_from_a_field])
def test_a_dialog_in_the_folder_of_a_locked_file_leaves_its_locks(
    qtbot: QtBot, tmp_path: Path, open_dialog: Callable[[QWidget, Path], QFileDialog]
) -> None:
    store = tmp_path / "runs.sqlite"
    store.write_bytes(b"SQLite format 3\0" + bytes(4096))
    qtbot.addWidget(parent := QWidget())
    with store.open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        dialog = open_dialog(parent, store)
        view = dialog.findChild(QListView, "listView")
        assert view is not None
        qtbot.waitUntil(lambda: view.model().rowCount(view.rootIndex()) > 0)
        qtbot.waitUntil(lambda: not view.model().index(0, 0, view.rootIndex()).data(1).isNull())  # 1: the icon
        done = subprocess.run([sys.executable, "-c", _TRY, str(store)], capture_output=True, text=True, check=True)
    dialog.close()
    assert done.stdout == "locked\n"
