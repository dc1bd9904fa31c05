"""Every event of a run is shown exactly once, whatever happens to the connection; the recorder is the test's own."""

import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.event import End, Event, Log
from gpuscope.core.event_batch import EventBatch
from gpuscope.core.run import RunState
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.run_follower import RunFollower
from gpuscope.gui.services.worker import Errands
from gpuscope.recording.broadcast import line
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.spool import Spool
from gpuscope.storage import editing
from gpuscope.storage.run_writer import RunWriter
from gpuscope.system import paths
from tests.cli import stored_runs
from tests.cli.stored_runs import FakeRecorder, live_recorder, record
from tests.gui.data.known_runs import START_NS, assert_same, batches, live_data, write
from tests.gui.services.followed_runs import Follow, kept

RUN = "abcabcabcabc"


def publish(fake: FakeRecorder, numbered: Sequence[tuple[int, Sequence[Event]]]) -> None:
    def work() -> None:
        for seq, events in numbered:
            fake.broadcast.publish(seq, events)

    fake.do(work)


def attached(fake: FakeRecorder) -> bool:
    return any(one.attached for one in list(fake.broadcast._subscribers.values()))


def say(fake: FakeRecorder, *documents: dict[str, object]) -> None:
    """Send raw lines to every attached client."""

    def work() -> None:
        for one in list(fake.broadcast._subscribers.values()):
            for document in documents:
                one.outgoing += line(document)
            fake.broadcast._flush(one)

    fake.do(work)


def has_steps(live: LiveRun, count: int) -> bool:
    return live.data.progress.steps == count


def drop_everybody(fake: FakeRecorder) -> None:
    def work() -> None:
        for one in list(fake.broadcast._subscribers.values()):
            fake.broadcast._drop(one)

    fake.do(work)


def test_what_was_missed_comes_from_the_store(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[:10])
        qtbot.waitUntil(lambda: followed.data.progress.steps == 200)
        say(fake, {"op": "hole", "from": 10, "to": 19})
        publish(fake, numbered[20:30])  # held back
        say(fake, {"op": "committed", "seq": 12})
        write(writer, numbered[:25])
        assert followed.data.progress.steps == 200
        say(fake, {"op": "committed", "seq": 24})
        publish(fake, numbered[30:])
        qtbot.waitUntil(lambda: followed.data.end is not None)
        write(writer, numbered[25:])
    assert_same(followed.data, live_data(live, numbered))
    assert_same(followed.data, kept(RUN))


def test_what_was_missed_at_the_very_end_comes_too(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[:30])
        say(fake, {"op": "hole", "from": 30, "to": 39})
        publish(fake, numbered[40:])
        write(writer, numbered)
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert followed.data.progress.steps == 1000
    assert_same(followed.data, live_data(live, numbered))


def test_a_run_that_ends_before_it_is_reached_comes_whole(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer:
        write(writer, numbered)
    followed = follow(live)
    with qtbot.waitSignal(followed.ended):
        pass
    assert_same(followed.data, live_data(live, numbered))


def test_what_came_while_the_connection_was_broken_at_the_end_comes_too(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[:30])
        qtbot.waitUntil(lambda: has_steps(followed, 600))
        write(writer, numbered)
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert_same(followed.data, live_data(live, numbered))


def test_what_a_killed_recorder_did_not_write_any_more_stays_in_sight(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[:30])
        qtbot.waitUntil(lambda: has_steps(followed, 600))
        write(writer, numbered[:20])
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert followed.data.progress.steps == 600


def test_what_a_killed_recorder_left_in_its_spool_comes_too(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    folder = paths.private_folder(Path(live.folder))
    with RunWriter(stored_runs.url(), live) as writer:
        write(writer, numbered[:20])
    spool = Spool(folder)
    assert spool.append([EventBatch(one) for one in numbered])
    spool.close(remove=False)
    followed = follow(live)
    with qtbot.waitSignal(followed.ended):
        pass
    assert_same(followed.data, live_data(live, numbered))


def test_a_store_that_is_never_written_holds_nothing_up(follow: Follow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.run_follower._MOST_HELD", 5)
    live = record(RUN)
    numbered = batches(50)
    with live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[:10])
        say(fake, {"op": "hole", "from": 10, "to": 19})
        publish(fake, numbered[20:])
        qtbot.waitUntil(lambda: followed.data.progress.steps == 1000)
        assert followed.data.series("gpu:0", "power")[0].size < 25
        with RunWriter(stored_runs.url(), live) as writer:
            write(writer, numbered)
        say(fake, {"op": "committed", "seq": 50})
        qtbot.waitUntil(lambda: followed.data.series("gpu:0", "power")[0].size == 25)
    assert_same(followed.data, live_data(live, numbered))


def test_what_the_user_should_know_is_told_once(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    before, after = Log(START_NS, "warning", "told before"), Log(START_NS, "warning", "told now")
    notices: list[str] = []
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        writer.append([(0, [before])])
        publish(fake, [(0, [before])])
        fake.do(lambda: fake.broadcast.committed(0))
        followed = follow(live)
        followed.notice.connect(notices.append)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, [(1, [after])])
        qtbot.waitUntil(lambda: bool(notices))
        qtbot.waitUntil(lambda: [one.text for one in followed.data.log] == ["told before", "told now"])
    assert notices == ["told now"]


def test_a_run_that_is_deleted_while_it_is_shown_ends_as_it_was_told(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        writer.append([(0, [])])
        editing.delete_runs(stored_runs.url(), [RUN])
        publish(fake, [(0, [End(START_NS + 10**9, "failed", 3, None, "no more memory")])])
        qtbot.waitUntil(lambda: followed.data.end is not None)
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert (followed.record.state, followed.record.reason) == (RunState.FAILED, "no more memory")


def test_a_recorder_that_does_not_answer_yet_is_tried_again(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    folder = RunFolder.beside(stored_runs.url(), RUN)
    folder.write_header(live, stored_runs.url())
    with closing(folder):
        followed = follow(live)
        failed: list[GpuscopeError] = []
        followed.stop(None, failed.append)
        qtbot.waitUntil(lambda: bool(failed))
        assert "does not answer" in failed[0].message
        with qtbot.assertNotEmitted(followed.ended, wait=200):
            pass
    with qtbot.waitSignal(followed.ended):
        pass
    assert followed.record.state is RunState.INTERRUPTED


def test_one_that_never_answers_is_let_go_at_once(follow: Follow, qtbot: QtBot) -> None:
    with closing(RunFolder.beside(stored_runs.url(), RUN)):
        followed = follow(record(RUN))
        begin = time.monotonic()
        followed.close()
        assert time.monotonic() - begin < 0.5


def test_a_thread_that_reads_a_disk_that_hangs_holds_nothing_up(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.live_run.PATIENCE_S", 0.1)
    free, has_begun = threading.Event(), threading.Event()

    def hang(_: RunFollower) -> bool:
        has_begun.set()
        return free.wait(5)

    monkeypatch.setattr(RunFollower, "_attach", hang)
    with live_recorder(record(RUN)):
        errands = Errands("requests")
        live = LiveRun(record(RUN), stored_runs.url(), errands)
        try:
            has_begun.wait(5)
            begin = time.monotonic()
            live.close()
            assert time.monotonic() - begin < 1.0
        finally:
            free.set()
            errands.close()


def test_a_start_that_is_not_known_yet_is_asked_for_again(follow: Follow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[str] = []
    request = RunConnection.request

    def answered(self: RunConnection, kind: str, **fields: Any) -> dict[str, object]:
        answer = request(self, kind, **fields)  # may fail on a busy machine, which is then retried as well
        answers.append(kind)
        return {**answer, "start_ns": None if len(answers) < 3 else START_NS}

    monkeypatch.setattr(RunConnection, "request", answered)
    live = replace(record(RUN), start_ns=START_NS - 10**9)  # from the folder, before the workload was spawned
    with live_recorder(live) as fake:
        followed = follow(live)
        publish(fake, batches(20))
        qtbot.waitUntil(lambda: followed.data.end is not None)
    assert answers == ["ping"] * 3
    assert followed.data.end_s == pytest.approx(2.001)


@pytest.mark.parametrize("committed_at_first", [9, -1])
def test_a_connection_that_breaks_shows_nothing_twice(committed_at_first: int, follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    numbered = batches(50)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        if committed_at_first >= 0:
            write(writer, numbered[: committed_at_first + 1])
        publish(fake, numbered[:20])
        fake.do(lambda: fake.broadcast.committed(committed_at_first))
        followed = follow(live)
        for begin, end in ((20, 30), (30, 40), (40, 51)):
            qtbot.waitUntil(lambda: attached(fake))
            qtbot.waitUntil(partial(has_steps, followed, 20 * begin))
            drop_everybody(fake)
            publish(fake, numbered[begin:end])
        qtbot.waitUntil(lambda: followed.data.end is not None)
    assert_same(followed.data, live_data(live, numbered))


def test_while_the_store_cannot_be_read_what_comes_is_shown(follow: Follow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    live = record(RUN)
    numbered = batches(50)
    whole, is_broken = RunHistory.snapshot, [True]

    def broken(self: RunHistory, run_id: str, *, skips_damage: bool = False) -> object:
        if is_broken[0]:
            raise UnavailableError("the store cannot be read", "Look at its disk.")
        return whole(self, run_id, skips_damage=skips_damage)

    monkeypatch.setattr(RunHistory, "snapshot", broken)
    with RunWriter(stored_runs.url(), live) as writer, live_recorder(live) as fake:
        write(writer, numbered[:20])
        publish(fake, numbered[:20])
        fake.do(lambda: fake.broadcast.committed(19))
        followed = follow(live)
        notices: list[str] = []
        followed.notice.connect(notices.append)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, numbered[20:30])
        qtbot.waitUntil(lambda: followed.data.progress.steps == 600)
        assert followed.data.step_ends()[0] > 2.0
        is_broken[0] = False
        write(writer, numbered[20:26])
        fake.do(lambda: fake.broadcast.committed(25))  # less than is shown: waits until the store has the rest too
        qtbot.waitUntil(lambda: followed._follower._due == 29)
        write(writer, numbered[26:35])
        publish(fake, numbered[30:])
        fake.do(lambda: fake.broadcast.committed(34))
        qtbot.waitUntil(lambda: followed.data.end is not None)
    assert [text for text in notices if "cannot" in text] == ["what was recorded before cannot be shown: the store cannot be read"]
    assert_same(followed.data, live_data(live, numbered))


@pytest.mark.expected_log
def test_the_end_is_told_also_when_the_store_cannot_be_opened(follow: Follow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    live = record(RUN)
    monkeypatch.setattr(RunHistory, "__init__", lambda self, url: 1 / 0)
    with RunWriter(stored_runs.url(), live), live_recorder(live) as fake:
        followed = follow(live)
        qtbot.waitUntil(lambda: attached(fake))
        publish(fake, [(0, [End(START_NS + 10**9, "finished", 0)])])
        qtbot.waitUntil(lambda: followed.data.end is not None)
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert followed.record.state is RunState.FINISHED


@pytest.mark.expected_log
def test_a_connection_that_talks_nonsense_is_told_and_the_end_all_the_same(follow: Follow, qtbot: QtBot) -> None:
    live = record(RUN)
    notices: list[str] = []
    with live_recorder(live) as fake:
        followed = follow(live)
        followed.notice.connect(notices.append)
        qtbot.waitUntil(lambda: attached(fake))
        say(fake, {"op": "batch"})
        qtbot.waitUntil(lambda: bool(notices))
        with qtbot.waitSignal(followed.ended):
            fake._stopping.set()
    assert notices[0].startswith("the run cannot be followed: this is a bug of gpuscope: KeyError")
    assert followed.record.state is RunState.INTERRUPTED
