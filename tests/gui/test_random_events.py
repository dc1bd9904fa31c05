"""A few random events for the gate; `python -m tests.gui.random_events` does thousands while runs come and go."""

from pathlib import Path

import pytest

from tests.gui.random_events import sit
from tests.gui.sessions import looks_as_before  # noqa: F401 - a fixture

_STALL_S = 5.0
"""Allows for other tests in parallel, and for restyling eleven pages at once; the command's own limit is 0.15 s."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [11])
def test_random_events_break_nothing_and_leave_nothing_behind(seed: int, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir()
    assert sit(60, seed, longest_s=_STALL_S, with_runs=False) == []
