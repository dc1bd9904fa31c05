"""Jobs run off the event loop, and their callbacks on it."""

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.gui.process_hooks import CycleCollector
from gpuscope.gui.services.worker import Mailbox, Worker


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker("tested")
    yield made
    made.close()


def test_a_job_runs_on_the_thread_and_is_answered_here(worker: Worker, qtbot: QtBot) -> None:
    answers: list[tuple[str, str]] = []
    worker.submit(lambda: threading.current_thread().name, lambda name: answers.append((name, threading.current_thread().name)))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [("tested", "MainThread")]


def test_jobs_run_one_after_another_in_order(worker: Worker, qtbot: QtBot) -> None:
    answers: list[int] = []
    for number in range(50):
        worker.submit(lambda number=number: number, answers.append)  # type: ignore[misc]
    qtbot.waitUntil(lambda: len(answers) == 50)
    assert answers == list(range(50))


def test_known_trouble_is_handed_on(worker: Worker, qtbot: QtBot) -> None:
    def trouble() -> None:
        raise UsageError("no such run", "Look again.")

    errors: list[GpuscopeError] = []
    worker.submit(trouble, None, errors.append)
    worker.submit(trouble)  # without callbacks
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "no such run\nLook again."
    assert isinstance(errors[0], UsageError)


@pytest.mark.expected_log
def test_a_bug_is_told_in_words_and_logged(worker: Worker, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    errors: list[GpuscopeError] = []
    nothing: list[int] = []
    worker.submit(lambda: nothing[1], None, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert errors[0].message == "this is a bug of gpuscope: IndexError: list index out of range"
    assert caplog.records[0].name == "gpuscope.gui"
    assert caplog.records[0].exc_info
    answers: list[int] = []
    worker.submit(lambda: 1, answers.append)  # the worker keeps running
    qtbot.waitUntil(lambda: bool(answers))


def test_an_owner_that_is_gone_is_not_called(worker: Worker, qtbot: QtBot) -> None:
    owner, answers, free = QObject(), [], threading.Event()
    worker.submit(free.wait, lambda _: answers.append("gone"), None, owner)
    worker.submit(lambda: 2, lambda _: answers.append("there"))
    shiboken6.delete(owner)
    free.set()
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == ["there"]


def test_closing_drops_what_is_not_lasting_and_calls_nobody(qtbot: QtBot) -> None:
    worker, done, free = Worker(), [], threading.Event()
    worker.submit(free.wait, lambda _: done.append("called"))
    worker.submit(lambda: done.append("a list was read"))
    worker.submit(lambda: done.append("a name was kept"), lambda _: done.append("called"), lasting=True)
    threading.Timer(0.05, free.set).start()
    worker.close()
    worker.submit(lambda: done.append("too late"))
    qtbot.wait(10)
    assert done == ["a name was kept"]
    worker.close()


def test_closing_does_not_wait_for_ever(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.worker.PATIENCE_S", 0.05)
    worker, free = Worker(), threading.Event()
    worker.submit(free.wait)
    begin = time.monotonic()
    worker.close()
    assert time.monotonic() - begin < 1.0
    free.set()


def test_what_was_promised_is_done_however_slow_the_job_before_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.worker.PATIENCE_S", 0.05)
    worker, done, free = Worker(), [], threading.Event()
    worker.submit(free.wait)
    worker.submit(lambda: done.append("a name was kept"), lasting=True)
    threading.Timer(0.3, free.set).start()
    worker.close()
    assert done == ["a name was kept"]


def test_what_was_promised_and_has_begun_is_waited_for(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.worker.PATIENCE_S", 0.05)
    worker, done, free, has_begun = Worker(), [], threading.Event(), threading.Event()

    def purge() -> None:
        has_begun.set()
        free.wait()
        done.append("deleted for good")

    worker.submit(purge, lasting=True)
    has_begun.wait()
    threading.Timer(0.3, free.set).start()
    worker.close()
    assert done == ["deleted for good"]


def test_what_was_promised_is_done_even_after_all_patience(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.worker.LASTING_S", 0.05)
    worker, done, free = Worker(), [], threading.Event()
    worker.submit(free.wait)
    worker.submit(lambda: done.append("a name was kept"), lasting=True)
    worker.close(0.05)
    assert done == []
    free.set()
    qtbot.waitUntil(lambda: done == ["a name was kept"])


def test_what_a_job_held_is_let_go_on_this_thread(worker: Worker, qtbot: QtBot) -> None:
    places: list[str] = []

    class Page(QObject):
        def work(self) -> int:
            return 1

    def hand_in() -> None:
        page = Page()
        weakref.finalize(page, lambda: places.append(threading.current_thread().name))
        worker.submit(page.work)

    for _ in range(50):
        hand_in()
    qtbot.waitUntil(lambda: len(places) == 50)
    assert set(places) == {"MainThread"}


def test_a_closed_mailbox_and_one_that_is_gone_carry_nothing(qtbot: QtBot) -> None:
    calls: list[int] = []
    closed, gone = Mailbox(), Mailbox()
    closed.post(lambda: calls.append(1))
    closed.close()
    shiboken6.delete(gone)
    gone.post(lambda: calls.append(2))
    qtbot.wait(10)
    assert calls == []


def test_cycles_are_collected_by_the_window_alone(qtbot: QtBot) -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    places: list[str] = []

    def tie() -> None:
        weakref.finalize(Knot(), lambda: places.append(threading.current_thread().name))

    collector = CycleCollector()
    collector._timer.setInterval(10)
    collector.start()
    try:
        assert not gc.isenabled()
        tie()
        thread = threading.Thread(target=lambda: [[] for _ in range(10**5)])
        thread.start()
        thread.join()
        assert not places
        kept = [[] for _ in range(10**5)]  # type: ignore[var-annotated]
        qtbot.waitUntil(lambda: bool(places))
        del kept
    finally:
        collector.close()
        gc.disable()  # as the fixture leaves it
    assert places == ["MainThread"]


def test_a_cycle_that_survived_a_full_collection_is_freed_by_the_next_unless_it_was_loaded_before(qtbot: QtBot) -> None:
    class Knot:
        def __init__(self, name: str) -> None:
            self.itself = self
            weakref.finalize(self, freed.append, name)

    freed: list[str] = []
    collector = CycleCollector()
    collector.start()
    loaded = Knot("loaded")
    threshold = gc.get_threshold()
    try:
        gc.set_threshold(threshold[0], threshold[1], 0)  # so that a collection of the middle generation is followed by a full one
        gc.collect(1)
        collector._poll()  # the first full collection
        later = Knot("later")
        for gone, after in ((None, []), ("later", ["later"]), ("loaded", ["later"])):
            if gone == "later":
                del later
            elif gone == "loaded":
                del loaded
            gc.collect(1)
            collector._poll()
            assert freed == after
        collector.collect_all()
        assert freed == ["later", "loaded"]
    finally:
        gc.set_threshold(*threshold)
        collector.close()
        gc.disable()  # as the fixture leaves it


def test_cycles_left_by_pages_that_were_discarded_are_freed_by_the_next_poll(qtbot: QtBot) -> None:
    freed: list[bool] = []
    page = QObject()
    weakref.finalize(page, freed.append, True)
    page.itself = page  # type: ignore[attr-defined]
    collector = CycleCollector()
    collector.start()
    try:
        gc.collect(1)  # it is as old as the pages of a window are
        del page
        gc.collect(0)
        collector._poll()
        assert not freed
        collector.collect_soon()
        collector._poll()
        assert freed
    finally:
        collector.close()
        gc.disable()  # as the fixture leaves it


def test_what_is_loaded_is_not_looked_through(qtbot: QtBot) -> None:
    collector = CycleCollector()
    collector.start()
    try:
        before = gc.get_freeze_count()
        kept = [[] for _ in range(1000)]  # type: ignore[var-annotated]
        collector.spare_loaded()
        assert gc.get_freeze_count() >= before + len(kept)
    finally:
        collector.close()
        gc.disable()  # as the fixture leaves it
    assert not gc.get_freeze_count()
