"""Four kills in two plans; the command runs fifty (see plan_kill_campaign)."""

import pytest

from tests.recording.plan_kill_campaign import campaign


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_kills_at_random_instants_lose_no_run_of_a_plan_and_double_none() -> None:
    assert campaign(4, seed=5, tell=lambda _: None) == []
