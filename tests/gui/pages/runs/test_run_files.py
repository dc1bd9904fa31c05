"""Runs imported from files, chosen or dropped."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QMimeDatabase, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.bundles.recording_import import Imported
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunOrigin
from gpuscope.gui.pages.runs.run_columns import origin_text, short_origin_text
from gpuscope.gui.pages.runs.run_files import RunImport
from gpuscope.gui.pages.runs.run_list import RunList
from gpuscope.gui.pages.runs.run_table import RunTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.notice_bar import NoticeBar
from tests.gui.pages.runs.fake_history import FakeHistory

WHEN = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Bench:
    """The import with its surroundings."""

    def __init__(self, theme: Theme, history: FakeHistory, qtbot: QtBot) -> None:
        self.history = history
        self.page = QWidget()
        qtbot.addWidget(self.page)
        self.page.show()
        self.notice = NoticeBar(theme, self.page)
        self.import_ = RunImport(history, self.notice, self.page)  # type: ignore[arg-type]
        self.opened: list[str] = []
        self.import_.opened.connect(self.opened.append)


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


@pytest.fixture
def bench(theme: Theme, history: FakeHistory, qtbot: QtBot) -> Bench:
    return Bench(theme, history, qtbot)


def test_chosen_files_come_in_one_after_another(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.import_.ask_which()
    dialog = bench.import_.dialog
    assert dialog is not None
    files = [str(tmp_path / "a.gpuscope"), str(tmp_path / "b.csv")]
    dialog.filesSelected.emit(files)
    dialog.reject()
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))
    assert bench.import_.dialog is None
    assert bench.history.calls == [("import", Path(one)) for one in files]
    assert bench.notice.text == "One run is imported."
    bench.notice._act()
    assert bench.opened == ["cccccccccccc"]


def test_what_was_here_already_and_what_was_left_out_is_told(bench: Bench) -> None:
    bench.history.imported = Imported(["a", "b"], ["c"], ["d"], ["2 rows were left out"])
    bench.import_.import_paths([Path("/x.csv")])
    assert (bench.notice.text, bench.notice.tone) == ("3 runs are imported. One run was here already. 2 rows were left out", "warn")


def test_how_far_it_is_is_told_from_another_thread(bench: Bench, qtbot: QtBot) -> None:
    bench.import_.post("x" * 80, 42)
    qtbot.waitUntil(lambda: bench.notice.text == f"Importing {'x' * 59}… … 42 %")


def test_a_file_that_is_refused_is_told(bench: Bench) -> None:
    bench.history.trouble = UsageError("x.gpuscope cannot be imported: it is damaged", "Nothing of it was imported.")
    bench.import_.import_paths([Path("/x.gpuscope")])
    assert "damaged" in bench.notice.text
    assert bench.notice.tone == "bad"


def test_files_and_folders_are_dropped_on_the_list(theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    runs = RunList(theme, RunTableModel())
    qtbot.addWidget(runs)
    dropped: list[list[Path]] = []
    runs.dropped.connect(dropped.append)
    for names, taken in ((["x.gpuscope", "y.txt"], [tmp_path / "x.gpuscope"]), (["y.txt"], None), (["."], [tmp_path])):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
        actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(5, 5), actions, data, buttons, keys)
        enter.ignore()
        runs.dragEnterEvent(enter)
        assert enter.isAccepted() == (taken is not None)
        if taken is not None:
            runs.dropEvent(QDropEvent(QPoint(5, 5).toPointF(), actions, data, buttons, keys))
            assert dropped.pop() == taken


def test_origins_in_words() -> None:
    here = f"{WHEN.astimezone():%Y-%m-%d}"
    assert origin_text(RunOrigin("gpuscope", "atlas", WHEN)) == f"imported from atlas on {here}"
    assert origin_text(RunOrigin("gpuscope", "", WHEN)) == f"imported on {here}"
    assert origin_text(RunOrigin("MLflow", "", WHEN)) == f"recorded by MLflow, imported on {here}"
    assert [short_origin_text(RunOrigin(tool, "", WHEN)) for tool in ("gpuscope", "MLflow")] == ["imported", "MLflow"]
