"""The file dialog."""

import fcntl
import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QListView, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.widgets.file_dialog import file_dialog

_TRY = """
import fcntl, sys
try:
    fcntl.lockf(open(sys.argv[1], "r+b"), fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    print("locked")
"""


def test_a_dialog_in_the_folder_of_a_locked_file_leaves_its_locks(qtbot: QtBot, tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    store.write_bytes(b"SQLite format 3\0" + bytes(4096))
    qtbot.addWidget(parent := QWidget())
    with store.open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        dialog = file_dialog(parent, "", QFileDialog.FileMode.ExistingFile, str(tmp_path))
        dialog.show()
        view = dialog.findChild(QListView, "listView")
        assert view is not None
        qtbot.waitUntil(lambda: view.model().rowCount(view.rootIndex()) > 0)
        qtbot.waitUntil(lambda: not view.model().index(0, 0, view.rootIndex()).data(1).isNull())  # 1: the icon
        done = subprocess.run([sys.executable, "-c", _TRY, str(store)], capture_output=True, text=True, check=True)
    dialog.close()
    assert done.stdout == "locked\n"
