"""A second start during a live run waits for it; nothing in the window starts two runs at once on one device."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.run_view.next_steps import WantedAgain
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


def test_a_start_that_waits_for_another_stores_run_says_so_before_it_is_pressed(stand: Stand, qtbot: QtBot) -> None:
    assert has_button(stand.page, "Start")
    stand.starter.is_used_elsewhere = True
    QApplication.sendEvent(stand.page._form, QEnterEvent(QPointF(), QPointF(), QPointF()))
    assert has_button(stand.page, AFTER)
    assert "--after" in stand.page._form._preview.text
    assert "of another store" in words(stand.page)
    stand.starter.is_used_elsewhere = False
    qtbot.waitUntil(lambda: has_button(stand.page, "Start"))  # under a resting pointer


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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock in seconds that the test sets."""
    now = [100.0]
    monkeypatch.setattr("gpuscope.gui.widgets.press_guard.monotonic", lambda: now[0])
    return now


def double_click_s() -> float:
    return max(400, QApplication.doubleClickInterval()) / 1000


@pytest.mark.parametrize("again", ["the button", "Ctrl+Enter"])
@pytest.mark.parametrize("is_live", [False, True])
def test_the_second_press_of_a_double_click_starts_nothing(stand: Stand, clock: list[float], again: str, is_live: bool) -> None:
    if is_live:
        stand.begin("bbbbbbbbbbbb")
    press(stand.page, AFTER if is_live else "Start")
    clock[0] += 0.1
    if is_live:
        stand.starter.queued("p1")
    else:
        stand.begin()
        stand.starter.then("aaaaaaaaaaaa")
    clock[0] += double_click_s() - 0.01
    if again == "the button":
        press(stand.page, AFTER)
    else:
        stand.page._start_or_explain()
    assert len(stand.starter.asked) == 1
    clock[0] += 0.02
    press(stand.page, AFTER)
    assert len(stand.starter.asked) == 2, "a later press queues the same again"


def test_a_press_with_other_settings_starts_at_once(stand: Stand, clock: list[float]) -> None:
    press(stand.page, "Start")
    stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    stand.page._form.editor("steps").set_text("77")
    press(stand.page, AFTER)
    assert [spec.steps for spec, _ in stand.starter.asked][1:] == [77]


def test_a_double_click_on_run_again_runs_it_once(stand: Stand, clock: list[float]) -> None:
    ended = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(ended)
    record = stand.page._stage.record
    assert record is not None
    stand.begin("bbbbbbbbbbbb")
    for _ in range(2):
        stand.page.show_item(WantedAgain(record))
        stand.starter.queued("p1")
    assert len(stand.starter.asked) == 1
