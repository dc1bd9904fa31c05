from dataclasses import replace

import pytest

from gpuscope.cli.stop import wait_until_down
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunState
from tests.analysis.records import run_record

LIVE = run_record("aa", state=RunState.RUNNING)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_the_run_is_looked_at_until_it_is_down() -> None:
    clock, looks = Clock(), iter([LIVE, LIVE, replace(LIVE, state=RunState.STOPPED)])
    assert wait_until_down(lambda: next(looks), clock, clock.sleep).state is RunState.STOPPED
    assert clock.now == pytest.approx(100.2)


def test_a_run_that_does_not_end_is_given_up_after_twelve_seconds() -> None:
    clock = Clock()
    with pytest.raises(GpuscopeError, match="still live after 12 s"):
        wait_until_down(lambda: LIVE, clock, clock.sleep)
    assert 112 <= clock.now < 113


def test_what_it_waits_for_is_told() -> None:
    clock = Clock()
    with pytest.raises(GpuscopeError, match=r"still live after 12 s: the disk is full") as found:
        wait_until_down(lambda: LIVE, clock, clock.sleep, waits_for=lambda: "the disk is full")
    assert "Free space on its disk" in found.value.hint
