"""Repeating the compared groups from the page, their bottlenecks, and suggestions of what to try next."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.core.cure_texts import CHANNELS_LAST, LARGER_BATCH
from gpuscope.core.errors import UnavailableError
from gpuscope.core.plan import PlanKind, PlanState
from gpuscope.core.run import RunOrigin, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.compare.sentence_card import SentenceCard
from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.run_view.next_steps import TriedChange
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from tests.gui.pages.compare.compared_runs import BF16, FP32, run
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import RUNS, chips, show, words
from tests.gui.services.made_up_plans import MadeUpPlans

CURES = (Cure(LARGER_BATCH, {"batch_size": 256}), Cure(CHANNELS_LAST, {"precision": "fp32"}))


@pytest.fixture
def plans(page: ComparePage) -> MadeUpPlans:
    return cast("MadeUpPlans", page.repeats._plans)


def press(page: ComparePage, text: str) -> None:
    found = [one for one in page.findChildren(QPushButton) if one.isVisible() and one.text() == text]
    assert len(found) == 1, text
    QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)


def test_groups_are_repeated_in_turns_and_take_in_the_new_runs(page: ComparePage, history: HandHistory, plans: MadeUpPlans) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    press(page, "Repeat until throughput ratios are known to ± 1 %")
    [plan] = plans.begun
    history.answer()
    names = [group.name for group in page.groups.choice.groups]
    assert (plan.kind, plan.options["until"]) == (PlanKind.AB, 0.02)
    assert plan.options["earlier"] == {names[0]: ["aa1", "aa2"], names[1]: ["bb1"]}
    assert [(item.group, item.spec.precision) for item in plan.items] == [(names[0], "fp32"), (names[1], "bf16")]
    assert not page.repeats.button.isEnabled(), "it is being repeated"
    history.change(run("aa3", replace(FP32, seed=1), 105.0), run("bb2", replace(BF16, seed=1), 212.0))
    plan = plans.record(plan, "aa3", "bb2")
    history.answer()
    assert [group.run_ids for group in page.groups.choice.groups] == [("aa1", "aa2", "aa3"), ("bb1", "bb2")]
    assert "2 runs of each, ±" in page.repeats.bar.text
    plans.refuses = UnavailableError("the disk is full", "Free some space.")
    press(page, "Stop repeating")
    assert "disk is full" in page.notice.text
    plans.refuses = None
    press(page, "Stop repeating")
    assert plans.stopped == [plan.plan_id] * 2
    plans.end(plan, PlanState.STOPPED)
    history.answer()
    assert page.repeats.bar.text == "Repeats of 2 groups: stopped; runs done: 2"
    assert page.notice.text.startswith("2 runs of each: the widest interval of a throughput's ratio is ±")
    assert page.repeats.button.isEnabled()
    assert len(chips(page)) == 2
    show(page, history, "aa1", "cc1")
    assert page.repeats.bar.text == "", "another comparison"
    show(page, history, "aa1", "aa2", "bb1")
    press(page, "Resume")
    assert page.repeats.bar.plan is not None
    assert not page.repeats.button.isEnabled(), "it is being repeated"
    assert page.notice.text == ""


def test_a_later_window_takes_the_repeats_up(page: ComparePage, history: HandHistory, plans: MadeUpPlans, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    press(page, "Repeat until throughput ratios are known to ± 1 %")
    history.answer()
    history.change(run("aa3", replace(FP32, seed=1), 105.0))
    plan = plans.record(plans.begun[0], "aa3")
    other = ComparePage(Theme(Choice.LIGHT), history, UserSettings(), plans)  # type: ignore[arg-type]
    qtbot.addWidget(other)
    other.show()
    show(other, history, "aa1", "bb1")
    assert other.repeats.bar.plan == plan
    assert other.groups.choice.groups[0].run_ids == ("aa1", "aa3")
    show(other, history, "aa1", "cc1")
    assert other.repeats.bar.plan is None, "other runs are compared by now"


def test_a_refusal_is_told(page: ComparePage, history: HandHistory, plans: MadeUpPlans) -> None:
    show(page, history, "aa1", "bb1")
    plans.refuses = UnavailableError("the store cannot be written", "Free some space.")
    press(page, "Repeat until throughput ratios are known to ± 1 %")
    assert "The store cannot be written" in page.notice.text
    assert page.repeats.button.isEnabled()


def test_imported_and_mixed_groups_are_not_repeated_and_say_why(page: ComparePage, history: HandHistory) -> None:
    origin = RunOrigin("nvidia-smi", "there", datetime(2026, 1, 1, tzinfo=UTC))
    history.change(run("dd1", BF16, 200.0, origin=origin))
    show(page, history, "aa1", "dd1")
    assert not page.repeats.button.isEnabled()
    assert page.repeats.button.accessibleDescription() == "Recorded by nvidia-smi: it cannot be run again."
    page.show_item(("groups", {"one": ["aa1", "cc1"], "other": ["bb1"]}))
    history.answer()
    assert not page.repeats.button.isEnabled()
    assert "have different settings" in page.repeats.button.accessibleDescription()


def test_groups_of_different_workloads_are_not_repeated_and_say_why_once(page: ComparePage, history: HandHistory) -> None:
    history.change(run("dd1", RunSpec("cifar-cnn"), 200.0))
    show(page, history, "aa1", "dd1")
    assert not page.repeats.button.isEnabled()
    reason = page.repeats.button.accessibleDescription()
    assert reason == "They ran different workloads (cifar-cnn and mnist-mlp)."
    [card] = page.findChildren(SentenceCard)
    assert sum("ran different workloads" in one.text() for one in card.findChildren(QLabel) if one.isVisible()) == 1


def test_a_group_whose_runs_all_failed_is_not_repeated_and_says_why(page: ComparePage, history: HandHistory) -> None:
    failed = replace(run("dd1", BF16, 200.0), state=RunState.FAILED)
    history.change(failed)
    show(page, history, "aa1", "dd1")
    assert not page.repeats.button.isEnabled()
    name = next(group.name for group in page.groups.choice.groups if "dd1" in group.run_ids)
    assert page.repeats.button.accessibleDescription() == f"Every run of {name} failed, and a repeat of it would too."
    history.change(run("dd2", BF16, 200.0))
    page.show_item(("groups", {"one": ["aa1"], "other": ["dd1", "dd2"]}))
    history.answer()
    assert page.repeats.button.isEnabled(), "one of them finished"


def test_why_and_what_next(page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.pages.compare.why_card.tries", lambda record: CURES)
    asked: list[tuple[str, object]] = []
    page.wanted.connect(lambda name, item: asked.append((name, item)))
    show(page, history, "aa1", "bb1")
    assert [line for line in words(page).splitlines() if "What held" in line] == [
        (
            "fp32 and bf16 · What held them back is not known: the phases of the steps were not timed; "
            "FLOP/s and bandwidth were not compared with the device's ceilings."
        )
    ], "groups with the same reason share a line"
    assert "To try next, besides bf16:" in words(page)
    texts = [one.text() for one in page.body.why.findChildren(QPushButton) if one.isVisible()]
    assert texts == ["Try: larger batch"], "what is compared already is not tried again"
    press(page, "Try: larger batch")
    assert asked == [("run", TriedChange("bb1", BF16.with_values({"batch_size": 256}), "larger batch"))]


def test_of_imported_runs_the_card_says_why_nothing_can_be_tried(page: ComparePage, history: HandHistory) -> None:
    origin = RunOrigin("nvidia-smi", "there", datetime(2026, 1, 1, tzinfo=UTC))
    history.change(run("dd1", BF16, 200.0, origin=origin))
    show(page, history, "aa1", "dd1")
    assert "There is nothing to try from here. Recorded by nvidia-smi: it cannot be run again." in words(page)
    assert RUNS
