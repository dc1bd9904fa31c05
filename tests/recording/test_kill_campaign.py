"""Twelve kills at random instants; the command runs three hundred (see kill_campaign)."""

import pytest

from tests.recording.kill_campaign import campaign


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_kills_at_random_instants_lose_nothing_that_was_acknowledged_and_leave_no_process() -> None:
    kills = campaign(12, seed=34, tell=lambda _: None)
    assert [one for one in kills if one.trouble] == []
    assert sum(one.acknowledged >= 0 for one in kills) >= 2  # on a slow machine, most are killed before they have recorded anything
