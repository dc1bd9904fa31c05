"""Tests for the measurement of the event loop's turns."""

import time
from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from pytestqt.qtbot import QtBot

from tests.gui.heartbeat import Heartbeat

_LONGEST_S = 0.2


@pytest.fixture
def heartbeat(qapp: object) -> Iterator[Heartbeat]:
    measuring = Heartbeat(_LONGEST_S)
    measuring.start()
    yield measuring
    measuring.stop()


def _compute(cpu_s: float) -> None:
    until_s = time.thread_time() + cpu_s
    while time.thread_time() < until_s:
        pass


class _Work(QObject):
    """Computes for a time, by a timer each, the next begun before its predecessor ends."""

    done = Signal()

    def __init__(self, cpu_s: Sequence[float]) -> None:
        super().__init__()
        self._left = list(cpu_s)
        QTimer.singleShot(1, self._next)  # not 0, which Qt posts: posted events and timers share a turn

    def _next(self) -> None:
        if not self._left:
            self.done.emit()
            return
        QTimer.singleShot(1, self._next)
        _compute(self._left.pop(0))


def _carry_out(qtbot: QtBot, *cpu_s: float) -> None:
    work = _Work(cpu_s)
    with qtbot.waitSignal(work.done, timeout=20_000):
        pass


def test_a_long_turn_is_a_stall_with_what_it_did(qtbot: QtBot, heartbeat: Heartbeat) -> None:
    _carry_out(qtbot, 0.01, 1.3 * _LONGEST_S, 0.01)

    (stall,) = heartbeat.stalls
    assert stall.thread_s >= 1.3 * _LONGEST_S
    assert "_compute" in str(stall)


def test_short_turns_are_none_however_many_follow_each_other(qtbot: QtBot, heartbeat: Heartbeat) -> None:
    _carry_out(qtbot, *[0.6 * _LONGEST_S] * 6)

    assert heartbeat.stalls == []
    assert heartbeat.longest >= 0.6 * _LONGEST_S


def test_what_is_left_out_is_no_part_of_its_turn(qtbot: QtBot, heartbeat: Heartbeat) -> None:
    def work() -> None:
        _compute(0.6 * _LONGEST_S)
        with heartbeat.left_out():
            _compute(_LONGEST_S)

    QTimer.singleShot(0, work)
    _carry_out(qtbot, 0.01, 0.01)

    assert heartbeat.stalls == []
    assert 0.6 * _LONGEST_S <= heartbeat.longest < _LONGEST_S
