"""A second start while a run is live offers to wait for it."""

from gpuscope.core.errors import UnavailableError
from tests.gui.pages.run.stand import Stand, button, press, words

AFTER = "Queue"


def test_a_start_behind_the_live_run_is_offered_while_there_is_one(stand: Stand) -> None:
    assert not button(stand.page, AFTER).isEnabled()
    run = stand.begin()
    assert button(stand.page, AFTER).isEnabled()
    press(stand.page, AFTER)
    ((spec, name, baseline_s),) = stand.starter.enqueued
    assert (spec.workload, name, baseline_s) == ("mnist-mlp", "", 0)
    assert stand.starter.asked == []
    assert not button(stand.page, AFTER).isEnabled(), "once at a time"
    stand.starter.then("p1")
    assert "It starts when its device is free" in words(stand.page)
    assert button(stand.page, AFTER).isEnabled()
    stand.live_runs.end(run)
    assert not button(stand.page, AFTER).isEnabled()


def test_a_refusal_is_shown_and_the_form_is_free_again(stand: Stand) -> None:
    stand.begin()
    press(stand.page, AFTER)
    stand.starter.failed(UnavailableError("nothing can be written there", "Free some space."))
    assert "Nothing can be written there" in words(stand.page)
    assert button(stand.page, AFTER).isEnabled()
