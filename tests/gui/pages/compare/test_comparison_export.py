"""A comparison written to a file, and the messages if it cannot be."""

import errno
import json
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeDatabase
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare_page import ComparePage
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import show, words

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


def closed(dialog: QFileDialog | None, qtbot: QtBot, *, accept: bool = False) -> None:
    assert dialog is not None
    (dialog.accept if accept else dialog.reject)()
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))


def exported(page: ComparePage, history: HandHistory, ending: str, name: str = "out") -> Path:
    path = Path.cwd() / f"{name}{ending}"
    write(page, path)
    history.answer()
    return path


def write(page: ComparePage, path: Path) -> None:
    page.export.write(page.export.file(path.suffix), path)


def test_csv_and_json_hold_the_whole_names(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.chips.asked.emit(1, "baseline")
    history.answer()
    document = json.loads(exported(page, history, ".json").read_text())
    assert (document["baseline"], [group["name"] for group in document["groups"]]) == ("mlp bf16", ["mlp fp32", "mlp bf16"])
    lines = exported(page, history, ".csv").read_text().splitlines()
    assert lines[0].startswith("metric,label,unit,group,baseline,n,value")
    assert lines[1].startswith("throughput,Throughput,samples/s,mlp fp32,mlp bf16,2,104.88")
    assert page.notice.text == f"Saved to {Path.cwd() / 'out.csv'}"


def test_without_runs_the_button_says_why_it_cannot_be_pressed(page: ComparePage, history: HandHistory) -> None:
    page.export.set_groups(None)
    assert not page.export.button.isEnabled()
    assert "nothing to export until runs are compared" in page.export.button.toolTip()
    show(page, history, "aa1", "bb1")
    assert page.export.button.isEnabled()
    assert page.export.button.toolTip() == ""


def test_an_export_says_that_it_is_under_way(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    write(page, Path.cwd() / "out.csv")
    assert "Writing out.csv …" in words(page.header)
    history.answer()
    assert "Writing" not in words(page.header)


def test_the_dialog_suggests_a_name_and_comes_back_with_its_answer(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.folder = str(Path.cwd())
    page.export.ask(".csv")
    dialog = page.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]) == Path.cwd() / "compare fp32 bf16.csv"
    dialog.selectFile(str(Path.cwd() / "mine.csv"))
    closed(dialog, qtbot, accept=True)
    history.answer()
    assert (Path.cwd() / "mine.csv").exists()
    assert page.export.dialog is None


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    write(page, Path.cwd() / "gone" / "out.json")
    history.answer()
    assert page.notice.text == f"There is no folder {Path.cwd() / 'gone'}. Make it first, or name a file elsewhere."
    page.notice._button.click()
    dialog = page.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == "out.json", "the answer was kept"
    closed(dialog, qtbot)


def test_a_full_disk_is_told_with_its_cure(page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gpuscope.reports.output_file._write", full)
    show(page, history, "aa1", "bb1")
    exported(page, history, ".csv")
    assert page.notice.text.endswith("No space left on device. Name another file, or free some space.")


def test_an_ending_that_says_nothing_is_told_and_asked_for_again(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.write(page.export.file(".csv"), Path.cwd() / "out.txt")
    history.answer()
    assert page.notice.text == "'out.txt' has no known file ending. Use a name that ends in .pdf, .html, .csv or .json."
    page.notice._button.click()
    assert page.export.dialog is not None
    assert page.export.dialog.defaultSuffix() == "csv"
    closed(page.export.dialog, qtbot)


def test_a_run_deleted_while_the_dialog_is_open_is_told(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.ask(".csv")
    del history.store.runs["bb1"]
    write(page, Path.cwd() / "out.csv")
    history.answer()
    assert "There is no run bb1" in page.notice.text
    closed(page.export.dialog, qtbot)
