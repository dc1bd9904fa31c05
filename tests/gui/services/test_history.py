"""The runs of a store, listed, opened, changed and compared off the event loop."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.services.history import History
from gpuscope.gui.services.run_listing import FIRST, RunListing
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage import editing
from gpuscope.storage.run_writer import RunWriter
from gpuscope.system import paths
from tests.cli.stored_runs import BF16, live_recorder, record, store_run, url

ONE, TWO, THREE = "111111111111", "222222222222", "333333333333"


@pytest.fixture(autouse=True)
def looks_are_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.history._POLL_S", 0.05)


@pytest.fixture
def history(qtbot: QtBot) -> Iterator[History]:
    made = History(url())
    yield made
    made.close()


class Answer:
    """Collects results and errors, and waits for them."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.results: list[Any] = []
        self.errors: list[GpuscopeError] = []

    def then(self, result: Any) -> None:
        assert threading.current_thread() is threading.main_thread()
        self.results.append(result)

    def result(self) -> Any:
        self._qtbot.waitUntil(lambda: bool(self.results or self.errors))
        assert not self.errors, self.errors
        return self.results[0]

    def error(self) -> GpuscopeError:
        self._qtbot.waitUntil(lambda: bool(self.results or self.errors))
        return self.errors[0]


@pytest.fixture
def answer(qtbot: QtBot) -> Answer:
    return Answer(qtbot)


def listed(history: History, qtbot: QtBot) -> list[RunRecord]:
    with qtbot.waitSignal(history.runs_changed):
        history.refresh()
    return history.runs


def ids(runs: list[RunRecord]) -> list[str]:
    return [run.run_id for run in runs]


def test_live_runs_are_on_top_and_the_others_newest_first(history: History, qtbot: QtBot) -> None:
    store_run(TWO, minutes=5)
    store_run(ONE)
    with live_recorder(record(THREE, minutes=-60)):
        runs = listed(history, qtbot)
    assert ids(runs) == [THREE, TWO, ONE]
    assert runs[0].state is RunState.RUNNING


def test_a_store_that_is_not_there_yet_has_no_runs(history: History, qtbot: QtBot) -> None:
    assert listed(history, qtbot) == []
    store_run(ONE)
    assert ids(listed(history, qtbot)) == [ONE]


def test_a_timer_that_asks_for_the_list_after_the_end_starts_no_thread(history: History) -> None:
    history.close()
    history.refresh()
    assert history._thread is None


def test_a_recorder_that_was_killed_shows_without_any_write(history: History, qtbot: QtBot) -> None:
    live = record(ONE)
    with RunWriter(url(), live):
        pass
    folder = RunFolder.beside(url(), ONE)
    folder.write_header(live, url())
    try:
        with qtbot.waitSignal(history.runs_changed):
            history.watch(True)
        assert [run.state for run in history.runs] == [RunState.RUNNING]
        with qtbot.waitSignal(history.runs_changed):
            folder.close()
    finally:
        history.watch(False)
    assert [run.state for run in history.runs] == [RunState.INTERRUPTED]


def test_what_somebody_else_changes_is_seen_while_watched_and_only_then(history: History, qtbot: QtBot) -> None:
    store_run(ONE)
    with qtbot.waitSignal(history.runs_changed):
        history.watch(True)
    with qtbot.waitSignal(history.runs_changed):
        editing.edit_run(url(), ONE, name="another name")
    assert history.runs[0].name == "another name"
    store_run(TWO)
    qtbot.waitUntil(lambda: [run.state for run in history.runs] == [RunState.FINISHED] * 2)
    history.watch(False)
    with qtbot.assertNotEmitted(history.runs_changed, wait=300):
        editing.edit_run(url(), ONE, name="a third name")
    with qtbot.waitSignal(history.runs_changed):
        history.watch(True)
    assert "a third name" in [run.name for run in history.runs]


def test_a_run_that_goes_on_is_no_change(history: History, qtbot: QtBot) -> None:
    live = record(ONE)
    with RunWriter(url(), live) as writer, live_recorder(live):
        with qtbot.waitSignal(history.runs_changed):
            history.watch(True)
        with qtbot.assertNotEmitted(history.runs_changed, wait=300):
            writer.append([(0, [])])
        history.watch(False)


def test_a_live_run_that_was_renamed_elsewhere_is_told_with_the_next_look(history: History, qtbot: QtBot) -> None:
    live = record(ONE)
    with RunWriter(url(), live) as writer, live_recorder(live):
        writer.append([(0, [])])
        with qtbot.waitSignal(history.runs_changed):
            history.watch(True)
        with qtbot.waitSignal(history.runs_changed):
            editing.edit_run(url(), ONE, name="by another name")
        assert [one.name for one in history.runs] == ["by another name"]
        history.watch(False)


NOT_COPIED = ("id", "run_id", "started_at", "checksum", "progress_checksum")


def many_runs(count: int) -> None:
    """Copy one run's row in SQL."""
    store_run("0" * 12)
    with sqlite3.connect(paths.home() / "gpuscope.sqlite") as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(runs)") if row[1] not in NOT_COPIED]
        names = ", ".join(columns)
        rows = [
            (f"{number:012x}", f"2026-10-01T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}+00:00")
            for number in range(1, count)
        ]
        database.executemany(f"INSERT INTO runs (run_id, started_at, {names}) SELECT ?, ?, {names} FROM runs WHERE id = 1", rows)
    database.close()


def test_the_newest_of_many_come_at_once_and_then_all(history: History, qtbot: QtBot) -> None:
    many_runs(1000)
    told: list[list[str]] = []
    history.runs_changed.connect(lambda runs: told.append(ids(runs)))
    history.refresh()
    qtbot.waitUntil(lambda: len(told) == 2)
    assert [len(one) for one in told] == [FIRST, 1000]
    assert told[1][:FIRST] == told[0]
    assert told[1][0] == "0" * 12
    assert told[1][1:] == sorted(told[1][1:], reverse=True)


def test_a_listing_reads_only_the_newest_again_while_a_run_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    many_runs(FIRST + 50)
    live, limits, told = record(ONE), [], []
    runs_of = RunHistory.runs

    def counted(self: RunHistory, *, limit: int | None = None) -> list[RunRecord]:
        limits.append(limit)
        return runs_of(self, limit=limit)

    monkeypatch.setattr(RunHistory, "runs", counted)
    monkeypatch.setattr("gpuscope.gui.services.run_listing._HEADER_NS", 0)
    with RunWriter(url(), live) as writer, live_recorder(live), RunHistory(url()) as store:
        listing = RunListing(url(), lambda runs, deleted, notes: told.append((runs, deleted)))
        listing.refresh(store, whole=False)
        assert limits == [FIRST, None]
        writer.append([(0, [])])
        editing.edit_run(url(), live.run_id, name="another name")
        listing.refresh(store, whole=False)
        assert limits == [FIRST, None, FIRST]
        assert [len(runs) for runs, _ in told] == [FIRST, FIRST + 51, FIRST + 51]
        assert told[2][0][0].name == "another name"
        assert all(one is other for one, other in zip(told[1][0][1:], told[2][0][1:], strict=True))
        listing.refresh(store, whole=False)
        assert len(limits) == 3
        editing.delete_runs(url(), [told[1][0][7].run_id])
        listing.refresh(store, whole=False)
        assert limits[3:] == [FIRST, None]
        assert (len(told[3][0]), told[3][1]) == (FIRST + 50, 1)
        editing.delete_runs(url(), [told[1][0][-1].run_id])  # far down the list, by another process: seen later
        listing.refresh(store, whole=False)
        assert limits[5:] == [FIRST]
        monkeypatch.setattr("gpuscope.gui.services.run_listing.WHOLE_S", 0.0)
        writer.append([(1, [])])
        listing.refresh(store, whole=False)
        assert limits[6:] == [FIRST, None]
        assert (len(told[4][0]), told[4][1]) == (FIRST + 49, 2)


def test_a_run_is_opened_whole(history: History, answer: Answer) -> None:
    store_run(ONE)
    history.open_run(ONE, answer.then, answer.errors.append)
    data = answer.result()
    assert data.record.environment == {"torch": "2.13.0"}
    assert len(data.series("cpu", "utilization")[1]) == 30
    assert data.window == (0.2, 1.2)


def test_a_run_that_is_too_young_to_be_stored_is_opened_empty(history: History, answer: Answer) -> None:
    with live_recorder(record(ONE)):
        history.open_run(ONE, answer.then, answer.errors.append)
        assert answer.result().series_keys() == ()


def test_a_run_that_is_not_there_is_told(history: History, answer: Answer) -> None:
    store_run(ONE)
    history.open_run(TWO, answer.then, answer.errors.append)
    assert answer.error().message == f"there is no run {TWO}"


def test_trouble_nobody_asked_for_is_told_by_a_signal(history: History, qtbot: QtBot) -> None:
    store_run(ONE)
    with qtbot.waitSignal(history.failed) as told:
        history.edit(TWO, name="a name")
    assert "there is no run" in told.args[0].message


def test_name_note_and_tags_are_changed_and_the_list_with_them(history: History, qtbot: QtBot, answer: Answer) -> None:
    store_run(ONE, tags=("old",))
    with qtbot.waitSignal(history.runs_changed, check_params_cb=lambda runs: runs[0].name == "a name"):
        history.edit(ONE, name="a name", note="a note", add_tags=["new"], remove_tags=["old"], then=answer.then)
    assert answer.result() is None
    assert (history.runs[0].note, history.runs[0].tags) == ("a note", ("new",))


def test_a_run_too_young_to_be_renamed_says_so(history: History, answer: Answer) -> None:
    store_run(ONE)
    with live_recorder(record(TWO)):
        history.edit(TWO, name="a name", failed=answer.errors.append)
        assert answer.error().message == "the run is too young to be in the store"


def test_deleting_can_be_undone_until_it_is_purged(history: History, qtbot: QtBot, answer: Answer) -> None:
    store_run(ONE)
    store_run(TWO)
    with qtbot.waitSignal(history.runs_changed, check_params_cb=lambda runs: ids(runs) == [TWO]):
        history.delete([ONE])
    assert history.deleted_count == 1
    with qtbot.waitSignal(history.runs_changed, check_params_cb=lambda runs: len(runs) == 2):
        history.restore([ONE])
    assert history.deleted_count == 0
    folder = paths.runs_folder(url()) / ONE
    assert folder.is_dir()
    history.delete([ONE])
    history.purge(answer.then)
    assert answer.result() == [ONE]
    assert not folder.exists()
    with qtbot.waitSignal(history.failed) as told:
        history.restore([ONE])
    assert "there is no run" in told.args[0].message


def test_a_live_run_is_not_deleted_nor_any_beside_it(history: History, qtbot: QtBot, answer: Answer) -> None:
    store_run(ONE)
    with live_recorder(record(TWO)):
        history.delete([ONE, TWO], answer.then, answer.errors.append)
        assert answer.error().message == f"run {TWO} is live and cannot be deleted"
        assert ids(listed(history, qtbot)) == [TWO, ONE]


def test_an_interrupted_run_that_was_deleted_stays_away(history: History, qtbot: QtBot) -> None:
    live = record(ONE)
    with RunWriter(url(), live):
        folder = RunFolder.beside(url(), ONE)
        folder.write_header(live, url())
        folder.close()  # killed: its header is still there
    assert ids(listed(history, qtbot)) == [ONE]
    with qtbot.waitSignal(history.runs_changed, check_params_cb=lambda runs: not runs):
        history.delete([ONE])


def test_a_run_that_was_deleted_while_open_is_told(history: History, answer: Answer) -> None:
    store_run(ONE)
    history.delete([ONE], answer.then)
    answer.result()
    later = Answer(answer._qtbot)
    history.edit(ONE, note="still there until it is purged", then=later.then, failed=later.errors.append)
    later.result()
    gone = Answer(answer._qtbot)
    history.open_run(ONE, gone.then, gone.errors.append)
    assert gone.error().message == f"there is no run {ONE}"


def test_what_was_said_before_closing_is_done(qtbot: QtBot) -> None:
    store_run(ONE)
    history = History(url())
    history.edit(ONE, name="kept")
    history.close()
    with RunHistory(url()) as store:
        assert store.run(ONE).name == "kept"


def test_groups_are_compared(history: History, answer: Answer) -> None:
    store_run(ONE, throughput=100.0)
    store_run(TWO, BF16, throughput=150.0)
    history.compare([("fp32", [ONE]), ("bf16", [TWO])], "fp32", "Wh", answer.then, answer.errors.append)
    view = answer.result()
    comparison = view.comparison
    assert [entry.ratio for entry in comparison.metrics["throughput"]] == [1.0, 1.5]
    assert {"precision"} <= {one.key for one in comparison.differs}
    assert view.energy_unit == "Wh"
    assert {"sentences", "rows", "settings", "ground", "comparability"} <= vars(view).keys(), "left to the thread that shows it"
    lonely = Answer(answer._qtbot)
    history.compare([("fp32", [ONE])], None, "J", lonely.then, lonely.errors.append)
    assert lonely.error().message == "one run cannot be compared"


def test_size_and_output(history: History, answer: Answer, qtbot: QtBot) -> None:
    kept = store_run(ONE)
    history.size(answer.then)
    assert answer.result().runs == 1
    output = Answer(qtbot)
    history.output_lines(kept, 1, output.then)
    assert output.result() == ["the last \x1b[31mline"]


def unreadable() -> int:
    raise UnavailableError("the store cannot be read", "Look at its disk.")


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 3] = bytes(8192)
    path.write_bytes(content)


def make_newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
        database.execute("ALTER TABLE runs RENAME TO runs_of_tomorrow")
        database.execute("PRAGMA user_version = 999")
    database.close()


@pytest.mark.parametrize("trouble", [damage, make_newer])
def test_a_store_that_cannot_be_read_is_told_once_and_the_list_stays(
    trouble: Callable[[Path], None], history: History, qtbot: QtBot
) -> None:
    store_run(ONE)
    before = listed(history, qtbot)
    history.close()
    path = paths.home() / "gpuscope.sqlite"
    other = History(url())
    other.runs = before
    errors: list[GpuscopeError] = []
    other.failed.connect(errors.append)
    trouble(path)
    try:
        other.watch(True)
        qtbot.waitUntil(lambda: bool(errors))
        qtbot.wait(300)
        other.watch(False)
        assert len(errors) == 1, errors
        assert errors[0].hint
        assert other.runs == before
        other.refresh()
        qtbot.waitUntil(lambda: len(errors) == 2)  # explicitly requested, so reported again
    finally:
        other.close()


def test_it_goes_on_when_the_store_can_be_read_again(history: History, qtbot: QtBot) -> None:
    store_run(ONE)
    path = paths.home() / "gpuscope.sqlite"
    whole = path.read_bytes()
    damage(path)
    with qtbot.waitSignal(history.failed):
        history.watch(True)
    with qtbot.waitSignal(history.runs_changed):
        path.with_name("new").write_bytes(whole)
        path.with_name("new").replace(path)
    history.watch(False)
    assert ids(history.runs) == [ONE]


def test_a_list_that_is_as_it_was_is_told_again_after_trouble(history: History, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    store_run(ONE)
    before = listed(history, qtbot)
    with monkeypatch.context() as broken:
        broken.setattr(RunHistory, "total", lambda _: unreadable())
        with qtbot.waitSignal(history.failed):
            history.refresh()
    assert listed(history, qtbot) == before
    with qtbot.assertNotEmitted(history.runs_changed, wait=200):
        history.refresh()


def test_a_url_that_is_not_served_is_told(qtbot: QtBot) -> None:
    history = History("postgresql://host/runs")
    with qtbot.waitSignal(history.failed) as told:
        history.refresh()
    assert "stores of postgresql are not supported" in told.args[0].message
    history.close()


def test_how_the_store_is_read_is_told(qtbot: QtBot) -> None:
    store_run(ONE)
    with sqlite3.connect(paths.home() / "gpuscope.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
    database.close()
    history = History(url())
    with qtbot.waitSignal(history.note) as told:
        history.refresh()
    assert "only read" in told.args[0]
    assert ids(history.runs) == [ONE]
    history.close()


def test_an_owner_that_is_gone_is_not_called(history: History, qtbot: QtBot, answer: Answer) -> None:
    import shiboken6

    store_run(ONE)
    owner = QObject()
    called: list[object] = []
    history.open_run(ONE, called.append, None, owner)
    shiboken6.delete(owner)
    history.size(answer.then)
    answer.result()
    assert not called


def test_nothing_is_left_when_it_is_closed_at_once(qtbot: QtBot) -> None:
    store_run(ONE)
    for _ in range(5):
        history = History(url())
        history.watch(True)
        history.open_run(ONE, lambda _: None)
        history.close()


def test_foreign_live_runs_are_listed_with_how_long_ago_they_were_seen(history: History, qtbot: QtBot) -> None:
    with RunWriter(url(), replace(record(ONE), host="another machine")) as writer:
        writer.append([(0, [])])
    (run,) = listed(history, qtbot)
    assert run.state is RunState.RUNNING
    assert "ago on another machine" in str(run.reason)


def test_a_header_that_comes_after_its_folder_is_seen() -> None:
    """A recorder makes the folder, then writes the header into it: only the first changes the folder of runs."""
    store_run(ONE)
    told: list[list[str]] = []
    live = record(THREE, minutes=-60)
    with RunHistory(url()) as store:
        listing = RunListing(url(), lambda runs, *_: told.append([one.run_id for one in runs]))
        folder = RunFolder.beside(url(), THREE)
        try:
            listing.refresh(store, whole=False)
            folder.write_header(live, url())
            listing.refresh(store, whole=False)
        finally:
            folder.close()
    assert told == [[ONE], [THREE, ONE]]


def test_a_store_is_new_until_a_run_has_a_folder(qtbot: QtBot, tmp_path: Path) -> None:
    history = History(f"sqlite:///{tmp_path}/gpuscope.sqlite")
    assert history.is_new
    (tmp_path / "runs").mkdir()
    assert history.is_new
    (tmp_path / "runs" / "abc").mkdir()
    assert not history.is_new
    history.close()
