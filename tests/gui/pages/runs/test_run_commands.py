"""The user's commands on runs, and their effects."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeDatabase, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.run import RunOrigin
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.runs import run_actions, run_commands
from gpuscope.gui.pages.runs.run_columns import PLACES
from gpuscope.gui.pages.runs.run_commands import RunCommands
from gpuscope.gui.pages.runs.run_dialogs import CommandQuestion, PurgeQuestion
from gpuscope.gui.pages.runs.run_files import write_numbers
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.run_view.next_steps import WantedAgain, WantedForm
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.file_export import ExportedFile
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.question_dialog import QuestionDialog
from tests.gui.pages.runs.fake_history import FakeHistory
from tests.gui.pages.runs.made_rows import filled, live, made, shown_ids, text_of, three

ATLAS = RunOrigin("gpuscope", "atlas", datetime(2026, 11, 21, tzinfo=UTC))
DISK_FULL = UnavailableError("the store cannot be written: its disk is full", "Free some space.")


class Bench:
    """The commands with their surroundings."""

    def __init__(self, theme: Theme, history: FakeHistory, qtbot: QtBot) -> None:
        self.history = history
        self.history.runs = [live(), *three()]
        self.page = QWidget()
        qtbot.addWidget(self.page)
        self.page.show()
        self.model = filled(history.runs)
        self.notice = NoticeBar(theme, self.page)
        self.commands = RunCommands(theme, history, self.model, self.notice, self.page)  # type: ignore[arg-type]
        self.wanted: list[tuple[str, object]] = []
        self.commands.wanted.connect(lambda page, item: self.wanted.append((page, item)))

    def rows(self, ids: str) -> list[RunRow]:
        return [row for run_id in ids.split() if (row := self.model.find(run_id)) is not None]

    def do(self, action: str, ids: str) -> None:
        self.commands.do(action, self.rows(ids))

    @property
    def line(self) -> QLineEdit:
        """Return the text field of the open dialog."""
        found = self.dialog.findChild(QLineEdit)
        assert isinstance(found, QLineEdit)
        return found

    @property
    def dialog(self) -> QuestionDialog:
        assert self.commands.dialog is not None
        return self.commands.dialog

    def press_action(self) -> None:
        """Press the notice's button."""
        self.notice._act()


@pytest.fixture
def bench(theme: Theme, history: FakeHistory, qtbot: QtBot) -> Iterator[Bench]:
    made_bench = Bench(theme, history, qtbot)
    yield made_bench
    if made_bench.commands.dialog is not None:
        made_bench.commands.dialog.reject()


def test_runs_are_deleted_and_brought_back(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "a b")
    assert bench.history.calls == [("delete", ["a", "b"])]
    assert shown_ids(bench.model) == "live c"
    assert bench.notice.text == "2 runs are deleted."
    bench.press_action()
    assert bench.history.calls[-1] == ("restore", ["a", "b"])
    assert bench.notice.text == "2 runs are back."


def undo(bench: Bench) -> None:
    QTest.keyClick(bench.page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_ctrl_z_undoes_what_was_done_the_newest_first(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "a")
    bench.do(run_actions.RENAME, "b")
    bench.line.setText("another")
    bench.dialog.do.click()
    bench.do(run_actions.NOTE, "b")
    bench.dialog.findChild(QPlainTextEdit).setPlainText("a long thought")
    bench.dialog.do.click()
    bench.history.calls.clear()
    for _ in range(4):
        undo(bench)
    assert bench.history.calls == [
        ("edit", "b", None, "warm machine", [], []),
        ("edit", "b", "Beta", None, [], []),
        ("restore", ["a"]),
    ]


def test_undone_tags_are_those_that_each_run_had(bench: Bench) -> None:
    bench.model.set_runs([made("a", 1, tags=("old", "paper")), made("b", 0, tags=("paper",))])
    bench.do(run_actions.TAGS, "a b")
    next(box for box in bench.dialog.findChildren(QCheckBox) if box.text().startswith("old")).setCheckState(Qt.CheckState.Unchecked)
    QTest.keyClicks(bench.line, "new paper")
    bench.dialog.do.click()
    bench.history.calls.clear()
    undo(bench)
    assert bench.history.calls == [("edit", "a", None, None, ["old"], ["new"]), ("edit", "b", None, None, [], ["new"])]
    assert bench.notice.text == "The tags are as they were."


def test_a_deletion_that_the_notice_undid_is_not_undone_twice(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "a")
    bench.press_action()
    undo(bench)
    assert bench.history.calls == [("delete", ["a"]), ("restore", ["a"])]


def test_what_was_removed_for_good_is_not_brought_back(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "a")
    bench.commands.purge()
    undo(bench)
    assert bench.history.calls == [("delete", ["a"]), ("purge",)]


def test_what_was_saved_is_shown(bench: Bench) -> None:
    shown: list[str] = []
    bench.commands.described.connect(shown.append)
    bench.do(run_actions.TAGS, "a")
    QTest.keyClicks(bench.line, "new")
    bench.dialog.do.click()
    bench.do(run_actions.NOTE, "a")
    bench.dialog.do.click()
    assert shown == ["tags", "note"]


def test_the_one_that_is_deleted_is_named(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "b")
    assert bench.notice.text == "“Beta” is deleted."


def test_a_live_run_is_not_deleted_and_neither_are_the_others(bench: Bench) -> None:
    bench.do(run_actions.DELETE, "a live")
    assert bench.history.calls == []
    assert bench.notice.text == "“run live” is live and cannot be deleted. Stop it first."
    assert shown_ids(bench.model) == "live c b a"


def test_what_cannot_be_deleted_stays_and_the_cure_is_told(bench: Bench) -> None:
    bench.history.trouble = DISK_FULL
    bench.do(run_actions.DELETE, "a")
    assert shown_ids(bench.model) == "live c b a"
    assert bench.notice.text == "The store cannot be written: its disk is full. Free some space."


def test_a_name_that_cannot_be_kept_goes_back(bench: Bench) -> None:
    bench.history.trouble = UsageError("there is no run b", "It was deleted.")
    place = bench.model.place_of("b")
    assert place is not None
    bench.model.setData(bench.model.index(place, PLACES["name"]), "another")
    assert text_of(bench.model, "b", "name") == "Beta"
    assert bench.notice.text.startswith("There is no run b")


def test_an_opened_run_is_renamed_in_a_dialog(bench: Bench) -> None:
    bench.do(run_actions.RENAME, "b")
    bench.line.clear()
    assert not bench.dialog.do.isEnabled()
    QTest.keyClicks(bench.line, "another")
    bench.dialog.do.click()
    assert bench.history.calls == [("edit", "b", "another", None, [], [])]
    assert bench.commands.dialog is None


def test_a_default_name_that_is_shown_in_another_language_and_left_as_it_is_stays_stored_as_it_was(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_commands, "record_name", lambda record: f"本机 {record.name}")
    bench.do(run_actions.RENAME, "b")
    assert bench.line.text().startswith("本机 ")
    stored = bench.line.text().removeprefix("本机 ")
    bench.dialog.do.click()
    assert bench.history.calls == [("edit", "b", stored, None, [], [])]


@pytest.mark.parametrize("action", [run_actions.COMPARE, run_actions.RACE, run_actions.PROFILE])
def test_the_oldest_of_the_runs_that_are_set_side_by_side_is_the_baseline(bench: Bench, action: str) -> None:
    bench.do(action, "c a")
    assert [ids for _, ids in bench.wanted] == [["a", "c"]]


def test_a_run_is_run_again_at_once_a_command_too(bench: Bench) -> None:
    bench.model.set_runs([made("own", spec=RunSpec("command", command=("python", "train.py"))), *three()])
    for run_id in ("c", "own"):
        bench.do(run_actions.AGAIN, run_id)
    again = [item for page, item in bench.wanted if page == "run" and isinstance(item, WantedAgain)]
    assert [one.record.run_id for one in again] == ["c", "own"]
    assert bench.commands.dialog is None


def test_a_run_is_opened_in_the_form_to_be_changed(bench: Bench) -> None:
    bench.do(run_actions.FORM, "c")
    assert bench.wanted == [("run", WantedForm(bench.rows("c")[0].record))]


def test_an_imported_command_is_shown_whole_before_it_is_run_here(bench: Bench) -> None:
    command = ("python", "-c", "print('<b>')", "--data", "/a folder", "x" * 3_000)
    bench.model.set_runs([made("own", spec=RunSpec("command", command=command), origin=ATLAS)])
    bench.do(run_actions.AGAIN, "own")
    assert isinstance(bench.dialog, CommandQuestion)
    assert bench.dialog._heading.whole_text == "Open this command in the form?"
    shown = bench.dialog.findChild(QPlainTextEdit)
    assert shown.toPlainText() == f"python -c 'print('\"'\"'<b>'\"'\"')' --data '/a folder' {'x' * 3_000}"
    assert bench.wanted == []
    bench.dialog.do.click()
    assert bench.wanted[0][0] == "run"


def test_a_refused_command_is_not_run(bench: Bench) -> None:
    bench.model.set_runs([made("own", spec=RunSpec("command", command=("rm", "-r", "x")), origin=ATLAS)])
    bench.do(run_actions.AGAIN, "own")
    QTest.keyClick(bench.dialog, Qt.Key.Key_Escape)
    assert bench.wanted == []
    assert bench.commands.dialog is None


def test_a_note_that_cannot_be_kept_stays_in_its_editor(bench: Bench) -> None:
    bench.history.trouble = UsageError("there is no run b", "It was deleted meanwhile.")
    bench.do(run_actions.NOTE, "b")
    edit = bench.dialog.findChild(QPlainTextEdit)
    assert edit.toPlainText() == "warm machine"
    edit.setPlainText("a long thought")
    bench.dialog.do.click()
    assert bench.dialog.trouble == "There is no run b. It was deleted meanwhile."
    assert edit.toPlainText() == "a long thought"
    bench.history.trouble = None
    QTest.keyClick(bench.dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.history.calls[-1] == ("edit", "b", None, "a long thought", [], [])
    assert bench.commands.dialog is None


def test_a_note_that_is_too_long_says_so(bench: Bench) -> None:
    bench.do(run_actions.NOTE, "b")
    bench.dialog.findChild(QPlainTextEdit).setPlainText("x" * 10_007)
    assert not bench.dialog.do.isEnabled()
    QTest.keyClick(bench.dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.history.calls == []


def test_tags_are_added_to_all_and_taken_from_all(bench: Bench) -> None:
    bench.model.set_runs([made("a", 1, tags=("old", "paper")), made("b", 0, tags=("paper", "some&thing"))])
    bench.do(run_actions.TAGS, "a b")
    boxes = {box.text(): box for box in bench.dialog.findChildren(QCheckBox)}
    assert list(boxes) == ["old  (on 1 of 2)", "paper", "some&&thing  (on 1 of 2)"]
    boxes["paper"].click()
    QTest.keyClicks(bench.line, "new, other")
    bench.dialog.do.click()
    assert bench.history.calls == [("edit", run_id, None, None, ["new", "other"], ["paper"]) for run_id in ("a", "b")]
    assert bench.commands.dialog is None


def test_tags_that_cannot_be_kept_stay_in_their_editor(bench: Bench) -> None:
    bench.history.trouble = DISK_FULL
    bench.do(run_actions.TAGS, "a b")
    QTest.keyClicks(bench.line, "new")
    bench.dialog.do.click()
    assert "disk is full" in bench.dialog.trouble
    assert bench.line.text() == "new"


def test_ids_are_copied(bench: Bench) -> None:
    bench.do(run_actions.COPY_ID, "c a")
    assert QGuiApplication.clipboard().text() == "c\na"


def test_deleted_runs_are_removed_for_good_after_a_question(bench: Bench) -> None:
    bench.history.run_bytes = {"x": 2**20, "y": 2**21}
    bench.commands.purge()
    assert isinstance(bench.dialog, PurgeQuestion)
    assert bench.history.calls == []
    bench.dialog.do.click()
    assert bench.history.calls == [("purge",)]
    assert bench.notice.text == "12.0 MiB were freed."


def test_free_space_alone_is_given_back_without_a_question(bench: Bench) -> None:
    bench.commands.purge()
    assert bench.commands.dialog is None
    assert bench.history.calls == [("purge",)]


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


def close(bench: Bench, qtbot: QtBot, *, accept: bool = False) -> None:
    dialog = bench.commands.export.dialog
    assert dialog is not None
    (dialog.accept if accept else dialog.reject)()
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))
    assert bench.commands.export.dialog is None


def test_numbers_are_written_where_the_user_says(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.commands.export.folder = str(tmp_path)
    bench.do(run_actions.NUMBERS, "a b")
    dialog = bench.commands.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]) == tmp_path / "runs.csv"
    dialog.selectFile(str(tmp_path / "numbers"))
    close(bench, qtbot, accept=True)
    lines = (tmp_path / "numbers.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["run_id", "a", "b"]
    assert bench.notice.text == f"Saved to {tmp_path / 'numbers.csv'}"


def test_samples_are_written_under_the_runs_id(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.commands.export.folder = str(tmp_path)
    bench.do(run_actions.SAMPLES, "a")
    close(bench, qtbot, accept=True)
    assert (tmp_path / "a.csv").read_bytes() == b"t_s\r\n"


def test_nothing_is_written_when_the_user_thinks_better_of_it(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.commands.export.folder = str(tmp_path)
    bench.do(run_actions.SAMPLES, "a")
    close(bench, qtbot)
    assert not list(tmp_path.glob("*.csv"))


def test_a_file_that_cannot_be_written_can_go_elsewhere(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    table = ExportedFile("Export", "CSV table (*.csv)", ".csv", partial(write_numbers, ["a"]))
    bench.commands.export.write(table, tmp_path / "none" / "a.csv")
    assert bench.notice.text == f"There is no folder {tmp_path / 'none'}. Make it first, or name a file elsewhere."
    bench.press_action()
    dialog = bench.commands.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == "a.csv"
    close(bench, qtbot)


def test_thinning_out_deletes_what_it_shows_and_can_be_undone(bench: Bench) -> None:
    bench.history.run_bytes = {"a": 3 * 2**20, "b": 2**20}
    bench.commands.thin_out()
    old, unlucky, untagged = bench.dialog.findChildren(QCheckBox)
    old.setChecked(False)
    unlucky.setChecked(True)
    assert bench.dialog.do.text() == "Delete one run"
    untagged.setChecked(False)
    bench.dialog.do.click()
    assert bench.history.calls == [("delete", ["a"])]
    assert bench.commands.dialog is None
    bench.press_action()
    assert bench.history.calls[-1] == ("restore", ["a"])


def test_thinning_out_that_fails_says_so_in_the_dialog(bench: Bench) -> None:
    bench.commands.thin_out()
    _, unlucky, _ = bench.dialog.findChildren(QCheckBox)
    unlucky.setChecked(True)
    bench.dialog.findChildren(QCheckBox)[0].setChecked(False)
    bench.history.trouble = DISK_FULL
    bench.dialog.do.click()
    assert "disk is full" in bench.dialog.trouble


def test_an_imported_run_of_ours_is_shown_whole_before_it_is_run_again(bench: Bench) -> None:
    spec = RunSpec("gemm", steps=70, rendezvous="evil.example:1")
    bench.model.set_runs([made("own", spec=spec, origin=RunOrigin("gpuscope", "atlas", datetime(2026, 11, 21, tzinfo=UTC)))])
    bench.do(run_actions.AGAIN, "own")
    assert isinstance(bench.dialog, CommandQuestion)
    assert bench.dialog.command == "gpuscope run gemm --steps 70 --rendezvous evil.example:1"
    assert any("imported from atlas" in one.text() for one in bench.dialog.findChildren(QLabel))
    assert bench.wanted == []
    bench.dialog.do.click()
    assert bench.wanted == [("run", WantedForm(bench.rows("own")[0].record))]


def test_there_is_nothing_to_run_again_of_another_programs_recording(bench: Bench) -> None:
    bench.model.set_runs([made("own", spec=RunSpec("attached"), origin=RunOrigin("nvidia-smi", "", datetime(2026, 11, 21, tzinfo=UTC)))])
    bench.do(run_actions.AGAIN, "own")
    assert bench.wanted == []
    assert "Recorded by nvidia-smi" in bench.notice.text
