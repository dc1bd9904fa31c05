"""A few random events in the gate; thousands of them beside runs that come and go: `python -m tests.gui.random_events`."""

from pathlib import Path

import pytest

from tests.gui.random_events import sit
from tests.gui.sessions import looks_as_before  # noqa: F401 - a fixture

_STALL_S = 5.0
"""Beside other tests, and for the theme of eleven pages at once; the command itself asks for 0.15 s."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [11])
def test_random_events_break_nothing_and_leave_nothing_behind(seed: int, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir()
    assert sit(60, seed, longest_s=_STALL_S, with_runs=False) == []
