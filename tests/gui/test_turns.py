"""Tests for work spread over turns of the event loop."""

import time
from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtCore import QAbstractEventDispatcher, QObject, QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from gpuscope.gui import turns as module
from gpuscope.gui.services.worker import Mailbox
from gpuscope.gui.turns import Turns, turns

_LONG_S = 5 * module._SPENT_S


class _Log:
    """What was done, and in which turn of the event loop."""

    def __init__(self) -> None:
        self.turn = 0
        self.done: list[str] = []
        self.turns: list[int] = []

    def begin_turn(self) -> None:
        self.turn += 1

    def note(self, name: str, cpu_s: float = 0.0) -> Callable[[], None]:
        def work() -> None:
            self.done.append(name)
            self.turns.append(self.turn)
            compute(cpu_s)

        return work


def compute(cpu_s: float) -> None:
    until_s = time.thread_time() + cpu_s
    while time.thread_time() < until_s:
        pass


@pytest.fixture
def log(qapp: object) -> Iterator[_Log]:
    log = _Log()
    dispatcher = QAbstractEventDispatcher.instance()
    dispatcher.awake.connect(log.begin_turn)
    yield log
    dispatcher.awake.disconnect(log.begin_turn)


@pytest.fixture
def owner(qapp: object) -> QObject:
    return QObject()


def test_pieces_of_work_are_done_in_order_and_one_in_a_turn(qtbot: QtBot, log: _Log, owner: QObject) -> None:
    own = Turns()
    for name in "abc":
        own.later(owner, log.note(name))

    qtbot.waitUntil(lambda: len(log.done) == 3)

    assert log.done == ["a", "b", "c"]
    assert len(set(log.turns)) == 3


def test_work_waits_for_a_turn_that_has_done_little(qtbot: QtBot, log: _Log, owner: QObject) -> None:
    own = Turns()
    QTimer.singleShot(0, lambda: own.later(owner, log.note("work")))
    for number in range(3):
        QTimer.singleShot(number, log.note("busy", _LONG_S))

    qtbot.waitUntil(lambda: "work" in log.done)

    busy = {turn for name, turn in zip(log.done, log.turns, strict=True) if name == "busy"}
    assert log.turns[log.done.index("work")] not in busy


def test_work_is_done_after_a_while_even_if_every_turn_is_spent(
    qtbot: QtBot, log: _Log, owner: QObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PATIENCE_S", 0.2)
    own = Turns()
    monkeypatch.setattr(Turns, "is_spent", property(lambda _: True))
    began_s = time.monotonic()

    own.later(owner, log.note("work"))
    qtbot.waitUntil(lambda: log.done == ["work"])

    assert time.monotonic() - began_s >= 0.2


def test_work_of_a_deleted_object_is_dropped(qtbot: QtBot, log: _Log, owner: QObject) -> None:
    own, other = Turns(), QObject()
    own.later(owner, log.note("never"))
    own.later(other, log.note("work"))
    shiboken6.delete(owner)
    qtbot.waitUntil(lambda: bool(log.done))

    assert log.done == ["work"]


def test_queued_work_of_an_object_can_be_dropped(qtbot: QtBot, log: _Log, owner: QObject) -> None:
    own, other = Turns(), QObject()
    own.later(owner, log.note("never"))
    own.later(other, log.note("work"))
    own.later(owner, log.note("never"))
    own.drop(owner)
    qtbot.waitUntil(lambda: bool(log.done))
    qtbot.wait(20)

    assert log.done == ["work"]


def test_answers_of_threads_share_a_turn_while_it_has_room_and_keep_their_order(qtbot: QtBot, log: _Log) -> None:
    mailbox = Mailbox()
    for name, cpu_s in (("a", 0.0), ("b", 0.0), ("long", _LONG_S), ("c", 0.0), ("d", 0.0)):
        mailbox.post(log.note(name, cpu_s))

    qtbot.waitUntil(lambda: len(log.done) == 5)

    assert log.done == ["a", "b", "long", "c", "d"]
    assert log.turns[0] == log.turns[2] < log.turns[3]


def test_answers_of_several_threads_keep_their_order(qtbot: QtBot, log: _Log) -> None:
    """One of them may build on another's: a list that is read after a deletion."""
    first, second = Mailbox(), Mailbox()
    first.post(log.note("long", _LONG_S))
    first.post(log.note("a"))  # waits for another turn
    QTimer.singleShot(0, lambda: second.post(log.note("b")))

    qtbot.waitUntil(lambda: len(log.done) == 3)

    assert log.done == ["long", "a", "b"]


def test_an_answer_that_fails_does_not_hold_up_the_others(qtbot: QtBot, log: _Log) -> None:
    mailbox = Mailbox()

    def fail() -> None:
        compute(_LONG_S)
        raise ValueError("one answer")

    for call in (fail, log.note("a"), log.note("b")):
        mailbox.post(call)
    with capture_exceptions() as raised:
        qtbot.waitUntil(lambda: len(log.done) == 2)

    assert log.done == ["a", "b"]
    assert [str(error) for _, error, _ in raised] == ["one answer"]


def test_a_closed_mailbox_drops_what_waits_for_a_turn(qtbot: QtBot, log: _Log, owner: QObject) -> None:
    mailbox = Mailbox()
    mailbox.post(log.note("long", _LONG_S))
    mailbox.post(log.note("dropped"))
    qtbot.waitUntil(lambda: log.done == ["long"])

    mailbox.close()
    turns().later(owner, log.note("after"))
    qtbot.waitUntil(lambda: "after" in log.done)

    assert log.done == ["long", "after"]
