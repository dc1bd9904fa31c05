"""A second start during a live run waits for it; nothing in the window starts two runs at once on one device."""

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.gui.pages.run.stand import Stand, button, has_button, press, words

AFTER = "Start after it"


def test_a_second_start_waits_for_the_live_run(stand: Stand) -> None:
    assert not has_button(stand.page, AFTER)
    run = stand.begin()
    assert not has_button(stand.page, "Start")
    assert "--after" in stand.page._form._preview.text
    press(stand.page, AFTER)
    ((spec, name),) = stand.starter.asked
    assert (spec.workload, name, stand.starter.baseline_s, stand.starter.chain) == ("mnist-mlp", "", 0, False)
    press(stand.page, "Starting …")
    assert len(stand.starter.asked) == 1, "once at a time"
    stand.starter.queued("p1")
    assert "It starts when its device is free" in words(stand.page)
    assert button(stand.page, AFTER).isEnabled()
    stand.live_runs.end(run)
    assert has_button(stand.page, "Start")
    assert "--after" not in stand.page._form._preview.text


def test_a_start_that_somebody_else_keeps_waiting_shows_again_what_was_shown(stand: Stand) -> None:
    press(stand.page, "Start")
    stand.starter.queued("p1")
    assert "It starts when its device is free" in words(stand.page)
    assert button(stand.page, "Start").isEnabled()


def test_a_run_that_disturbs_nobody_starts_beside_a_live_one(stand: Stand) -> None:
    stand.begin(spec=RunSpec("attached"))
    assert has_button(stand.page, "Start")
    stand.begin("bbbbbbbbbbbb", spec=RunSpec("gemm", device="cuda:1"))
    stand.page._form.editor("device").set_text("cuda:0")
    assert not has_button(stand.page, AFTER)
    stand.page._form.editor("device").set_text("cuda:1")
    assert has_button(stand.page, AFTER)


def test_a_command_waits_too(stand: Stand) -> None:
    stand.begin()
    stand.page._form.editor("workload").set_text(COMMAND)
    stand.page._form.editor("command").set_text("true")
    assert has_button(stand.page, AFTER)


def test_a_refusal_is_shown_and_the_form_is_free_again(stand: Stand) -> None:
    stand.begin()
    press(stand.page, AFTER)
    stand.starter.failed(UnavailableError("nothing can be written there", "Free some space."))
    assert "Nothing can be written there" in words(stand.page)
    assert button(stand.page, AFTER).isEnabled()
