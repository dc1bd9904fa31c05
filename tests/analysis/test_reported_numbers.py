"""Tests of the numbers that a user's program reported, and of whose steps are counted."""

import pytest

from gpuscope.analysis.reported_numbers import stepping_text
from gpuscope.core.event import Hello


def reporting(pid: int) -> Hello:
    return Hello("workload", pid, 0, {"ring": f"steps-{pid}.ring"})


def seen(pid: int) -> Hello:
    return Hello("workload", pid, 0, {"seen": 1 << 48 | pid})


@pytest.mark.parametrize(
    ("hellos", "leader", "text"),
    [
        ([reporting(7)], 0, ""),
        ([reporting(7), seen(7)], 0, ""),
        ([reporting(7), reporting(8)], 0, "the first of 2 processes that took steps"),
        ([seen(7), seen(8), seen(8)], 0, "the first of 2 processes that took steps"),
        ([seen(7), reporting(8), seen(9)], 1, "the first process to report any, while 3 took steps"),
        ([reporting(7), seen(7), reporting(8)], 0, "the first of 2 processes that took steps"),
        ([Hello("workload", 6, 0, {}), reporting(7)], 1, ""),
    ],
)
def test_processes_that_took_steps_are_counted_whoever_tells_of_them(hellos: list[Hello], leader: int, text: str) -> None:
    """A script that starts several trainings, of which one reports its steps and the others are observed."""
    assert stepping_text(hellos, hellos[leader]) == text
