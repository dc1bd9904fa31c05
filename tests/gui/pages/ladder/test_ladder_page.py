"""The Ladder page in each state of a ladder, and the effects of its buttons."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState, counts_of
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.ladder.rung_card import RungCardView
from gpuscope.gui.pages.ladder_page import LadderPage
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.services.ladders import LadderRequest, Ladders, LadderState
from gpuscope.gui.theme import Choice, Theme
from gpuscope.recording.ladder import AGAIN, BASE_AGAIN
from gpuscope.reports.ladder_view import LadderStep, LadderView, RungCard
from gpuscope.reports.pictures.comparison_pictures import plane
from gpuscope.reports.pictures.waterfall import WIDEST
from gpuscope.system import language
from tests.analysis.records import run_record
from tests.gui.pages.compare.compared_runs import BF16, gpu_run
from tests.gui.pages.plan.plan_stand import PlanStand

Stand = PlanStand[Ladders, LadderPage]


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: object) -> Iterator[Stand]:
    made = PlanStand(qtbot, Ladders, LadderPage)
    qtbot.waitUntil(lambda: made.follower.has_read)
    yield made
    made.close()


def run(run_id: str, throughput: float) -> RunRecord:
    metrics = {
        "throughput": Quantity(throughput, "samples/s", Quality.DERIVED, "steps by the clock"),
        "resident_memory_peak": Quantity(2.0**28 * throughput / 100, "B", Quality.MEASURED, "psutil"),
    }
    return run_record(run_id, RunSpec("cifar-cnn", task="inference"), metrics, duration_s=3.0)


BASE, FASTER = run("000000000001", 100.0), run("000000000002", 250.0)
LOWEST = LadderStep("base", "One thread", "Base of the ladder.", state="done", runs=(BASE,), is_kept=True)
THREADS = LadderStep("threads", "All threads", "Uses all cores.", state="done", runs=(FASTER,), below=(BASE,), is_kept=True)
FAILED = LadderStep("compile", "torch.compile", "Fuses operations.", state="failed", reason="exit code 3")
SKIPPED = LadderStep("openvino", "OpenVINO", "Another engine.", state="skipped", reason="not installed", cure="pip install openvino")
WAITING = LadderStep("batch", "Larger batch", "More at once.")


def state(*steps: LadderStep, of: PlanState = PlanState.FINISHED, reason: str | None = None) -> LadderState:
    items = [
        PlanItem(number, step.title, RunSpec("cifar-cnn"), step.key, ItemState(step.state), f"00000000000{number + 1}", step.reason)
        for number, step in enumerate(steps)
        if step.state != "waiting"
    ]
    items = [replace(item, details={"last_lines": ["Traceback", "boom"]}) if item.state is ItemState.FAILED else item for item in items]
    options = {"thorough": False, "asked": RunSpec("cifar-cnn", task="inference").to_json()}
    plan = Plan(
        "p123", PlanKind.LADDER, "cifar-cnn inference on cpu", datetime.now(UTC), options, tuple(items), of, reason, counts_of(tuple(items))
    )
    measured = [Group(step.title, step.runs) for step in steps if step.runs]
    comparison = compare(measured) if len(measured) > 1 else None
    view = LadderView("cifar-cnn inference", steps)
    return LadderState(plan, of in (PlanState.RUNNING, PlanState.WAITING), view, comparison, None)


def card_texts(page: LadderPage, place: int) -> str:
    return "\n".join(page.board.cards[place].texts())


def test_without_a_ladder_it_asks_what_to_climb_and_says_how_long_that_takes(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    assert setup.isVisible()
    assert (setup.workload.value(), setup.task.value(), setup.device.value()) == ("cifar-cnn", "inference", "cpu")
    qtbot.waitUntil(lambda: "rungs; about" in setup.forecast.text())
    quick = setup.forecast.text()
    setup.thorough.click()
    qtbot.waitUntil(lambda: setup.forecast.text() != quick)
    assert "repeats" in setup.forecast.text()


def test_start_climbs_what_is_chosen(stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[LadderRequest] = []
    monkeypatch.setattr(stand.follower, "start", lambda request, *_: begun.append(request))
    setup = stand.page.setup
    setup.task.choose("training")
    setup.thorough.click()
    setup.start.click()
    assert begun == [LadderRequest(RunSpec("cifar-cnn", task="training", device="cpu"), thorough=True)]
    assert not setup.start.isEnabled(), "a second click would start a second ladder"


def test_the_next_window_has_the_workload_task_and_device_of_this_one(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    setup.workload.choose("mnist-mlp")
    setup.task.choose("training")
    kept = stand.page.memory()
    assert kept["form"] == {"workload": "mnist-mlp", "task": "training", "device": ""}, "nobody chose the device"
    other = LadderPage(stand.page.theme, stand.follower, stand.plans, stand.page._live_runs, stand.starter, stand.history)
    qtbot.addWidget(other)
    other.recall(kept)
    stand.starter.capabilities_changed.emit()  # what the machine can run is known only after the page is made
    assert (other.setup.workload.value(), other.setup.task.value(), other.setup.device.value()) == ("mnist-mlp", "training", "cpu")
    other.recall({"form": {"workload": "no such workload", "task": 3}})
    assert other.setup.workload.value() == "mnist-mlp"
    setup.workload.choose("cifar-cnn")
    assert setup.task.value() == "inference", "the kept task belongs to its workload"
    other.setup.task.choose("inference")
    stand.starter.capabilities_changed.emit()
    assert other.setup.task.value() == "inference", "a later choice counts"


@pytest.mark.parametrize("has_plan", [True, False])
def test_a_page_made_anew_in_another_language_has_its_title_and_the_plan(has_plan: bool, stand: Stand, qtbot: QtBot) -> None:
    """The follower goes on, and reports changes only."""
    if has_plan:
        stand.show(state(LOWEST, THREADS))
    other = LadderPage(stand.page.theme, stand.follower, stand.plans, stand.page._live_runs, stand.starter, stand.history)
    qtbot.addWidget(other)
    other.setAccessibleName("优化阶梯")  # by the window, once the page exists
    other.show()
    assert other.header._title.whole_text == "优化阶梯"
    assert other.shows_board == has_plan


def test_without_the_button_to_measure_again_a_factor_reaches_the_edge_of_its_card(stand: Stand) -> None:
    page = stand.page
    stand.show(state(LOWEST, THREADS, replace(WAITING, state="running", runs=(), is_kept=False), of=PlanState.RUNNING))
    QApplication.processEvents()

    def right_of(card: RungCardView) -> tuple[int, int]:
        """Return the distance between the factor and the card's edge, and the height of the row."""
        factor = card._factor
        assert factor.text()
        return card.width() - factor.mapTo(card, factor.rect().bottomRight()).x(), card.layout().itemAt(0).geometry().height()

    live = [right_of(card) for card in page.board.cards[1:]]
    assert all(distance < 20 for distance, _ in live)
    stand.show(state(LOWEST, THREADS))
    QApplication.processEvents()
    distance, height = right_of(page.board.cards[1])
    assert distance > 34, "the button is there"
    assert {height for _, height in live} == {height}


def test_while_it_runs_cards_and_waterfall_grow_and_it_can_be_stopped(stand: Stand) -> None:
    page = stand.page
    running = replace(THREADS, state="running", runs=(), is_kept=False)
    stand.show(state(LOWEST, running, WAITING, of=PlanState.RUNNING))
    assert page.board.isVisible()
    assert page.board.sentence.text() == "What makes cifar-cnn inference faster?"
    assert page.board.running_card() is page.board.cards[1]
    assert not page.board.save.isEnabled()
    assert page._timer.isActive()
    stand.show(state(LOWEST, THREADS, replace(WAITING, state="running"), of=PlanState.RUNNING))
    assert "2.50" in page.board.sentence.text()
    assert "2.50\u00a0× faster" in card_texts(page, 1)
    assert page.board.waterfall.picture.falls[1].high == pytest.approx(2.5)
    page.stop.click()
    assert stand.plans.stopped == ["p123"]
    assert not page.stop.isEnabled()


def test_the_header_names_the_rung_that_is_measured_again_and_the_base_at_the_end(stand: Stand) -> None:
    stand.show(state(LOWEST, replace(THREADS, state="running"), FAILED, SKIPPED, of=PlanState.RUNNING))
    assert stand.page.header._left.whole_text == "rung 2 of 4"
    ended = state(LOWEST, THREADS, of=PlanState.RUNNING)
    again = PlanItem(2, "", RunSpec("cifar-cnn"), BASE_AGAIN, ItemState.RUNNING, "000000000009")
    stand.show(replace(ended, plan=replace(ended.plan, items=(*ended.plan.items, again))))
    assert stand.page.header._left.whole_text == "the base once more"
    stand.show(replace(ended, plan=replace(ended.plan, items=(*ended.plan.items, replace(again, group=f"{THREADS.key}{AGAIN}")))))
    assert stand.page.header._left.whole_text == f"{THREADS.title} once more"


def test_a_ladder_that_was_begun_elsewhere_is_shown_at_the_rung_that_runs(stand: Stand, qtbot: QtBot) -> None:
    more = [replace(THREADS, key=f"rung {number}", title=f"Rung {number}") for number in range(9)]
    stand.show(state(LOWEST, *more, replace(WAITING, state="running"), of=PlanState.RUNNING))
    card = stand.page.board.running_card()
    assert card is not None
    qtbot.waitUntil(lambda: card.visibleRegion().boundingRect().height() == card.height())


def test_a_hidden_page_looks_no_more(stand: Stand) -> None:
    stand.show(state(LOWEST, replace(WAITING, state="running"), of=PlanState.RUNNING))
    stand.page.hide()
    assert not stand.page._timer.isActive()
    stand.page.show()
    assert stand.page._timer.isActive()


def test_a_rung_that_failed_shows_its_last_lines_and_one_that_cannot_be_its_cure(stand: Stand) -> None:
    stand.show(state(LOWEST, THREADS, FAILED, SKIPPED))
    assert "Exit code 3." in card_texts(stand.page, 2)
    assert "boom" in card_texts(stand.page, 2)
    assert "Not installed." in card_texts(stand.page, 3)
    assert "pip install openvino" in card_texts(stand.page, 3)


def test_a_card_is_in_one_language_with_one_full_stop(stand: Stand) -> None:
    slow = replace(
        THREADS, is_kept=False, caveat="small operations take longer to distribute than to compute", runs=(run("000000000003", 50.0),)
    )
    language.use("zh_CN")
    try:
        stand.show(state(LOWEST, slow))
        assert "50.00\u00a0样本/秒" in card_texts(stand.page, 1)
        assert "小运算的分发时间比计算时间还长。" in card_texts(stand.page, 1).splitlines()
    finally:
        language.use(language.ENGLISH)


def test_measured_rungs_carry_the_numbers_by_which_a_plane_without_room_shows_them(stand: Stand) -> None:
    stand.show(state(LOWEST, SKIPPED, THREADS, WAITING))
    assert [card._number.text() for card in stand.page.board.cards] == ["1", "", "2", ""]


def test_the_plane_says_what_its_whiskers_are_and_the_total_has_no_group_s_colour(stand: Stand) -> None:
    chart = plane(compare([Group("fp32", (gpu_run("aa"),)), Group("bf16", (gpu_run("ba", BF16, 200.0, 0.011),))]))
    assert chart is not None
    stand.show(replace(state(LOWEST, SKIPPED, THREADS, WAITING), plane=chart))
    board = stand.page.board
    assert board._plane_card.caption.text() == chart.note != ""
    assert not board._plane_card.caption.isHidden()
    total = board.waterfall.picture.falls[-1]
    assert total.name == "Total"
    for palette in (DARK, LIGHT):
        assert getattr(palette, total.role) not in palette.groups


def test_what_the_rows_of_the_waterfall_do_not_take_is_the_plane_s(stand: Stand) -> None:
    chart = plane(compare([Group("fp32", (gpu_run("aa"),)), Group("bf16", (gpu_run("ba", BF16, 200.0, 0.011),))]))
    shown = state(LOWEST, SKIPPED, THREADS, WAITING)
    board = stand.page.board
    stand.page.resize(1744, 1600)
    stand.show(replace(shown, plane=chart))
    QApplication.processEvents()
    spare = board.waterfall.height() - WIDEST * board.waterfall.sizeHint().height()
    assert 0 <= spare <= board._waterfall_card.caption.fontMetrics().lineSpacing()
    bottom = board._plane_card.geometry().bottom()
    stand.show(shown)  # alone, it has the height of both
    QApplication.processEvents()
    assert board._waterfall_card.geometry().bottom() == bottom


def test_what_was_stopped_can_be_resumed(stand: Stand) -> None:
    stand.show(state(LOWEST, THREADS, WAITING, of=PlanState.STOPPED, reason="stopped on request"))
    assert "Stopped on request." in stand.page.board.caption.text()
    assert not stand.page._timer.isActive()
    assert not stand.page.stop.isVisible()
    stand.page.resume.click()
    assert stand.plans.resumed == [("p123", [])]


def test_a_measured_base_is_not_called_no_measurement(stand: Stand) -> None:
    stand.show(state(replace(LOWEST, state="stopped", runs=(), is_kept=False), WAITING, of=PlanState.STOPPED))
    assert stand.page.board.sentence.text() == "No measurement of cifar-cnn inference yet."
    stand.show(state(LOWEST, WAITING, of=PlanState.STOPPED))
    assert stand.page.board.sentence.text() == "One measurement of cifar-cnn inference: too few to compare."


def test_a_rung_is_measured_again_but_not_while_the_ladder_is_climbed(stand: Stand) -> None:
    page = stand.page
    stand.show(state(LOWEST, THREADS, SKIPPED, of=PlanState.RUNNING))
    assert not page.board.cards[1]._again.isVisible()
    stand.show(state(LOWEST, THREADS, SKIPPED))
    page.board.cards[1]._again.click()
    assert stand.plans.resumed == [("p123", [1])]
    assert page.board.cards[2]._again.isVisible()
    page.board.cards[2]._again.click()
    assert stand.plans.resumed[1:] == [("p123", [2])], "what is left out may be available by now"


def test_when_it_is_done_its_runs_are_compared_and_its_report_is_saved(stand: Stand, qtbot: QtBot) -> None:
    page = stand.page
    stand.show(state(LOWEST, THREADS))
    assert page.board.sentence.text() == "cifar-cnn inference became 2.50\u00a0× faster, thanks to all threads."
    with qtbot.waitSignal(page.wanted) as wanted:
        page.board.compare.click()
    assert wanted.args == ["compare", ("groups", {"One thread": [BASE.run_id], "All threads": [FASTER.run_id]})]
    page.board.save.click()
    dialog = cast("QFileDialog", page.export.dialog)
    assert dialog.nameFilters()[:2] == ["PDF report (*.pdf)", "CSV table (*.csv)"]
    dialog.reject()


def test_it_covers_the_screen_in_large_type_until_esc(stand: Stand, qtbot: QtBot) -> None:
    page = stand.page
    stand.show(state(LOWEST, THREADS, replace(WAITING, state="running"), of=PlanState.RUNNING))
    QTest.keyClick(page, Qt.Key.Key_F11)
    screen = page.screen_view
    assert screen is not None
    qtbot.waitUntil(screen.isVisible)
    screen.resize(1920, 1080)
    assert screen.sentence.font().pixelSize() > 40 or screen.sentence.font().pointSizeF() > 30
    assert screen.waterfall.type_px() > 24
    assert "Larger batch" in screen.now.text()
    page.hide()
    assert page._timer.isActive(), "the projector shows it on"
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert page.screen_view is None


def test_another_ladder_is_chosen_while_one_is_shown(stand: Stand) -> None:
    stand.show(state(LOWEST, THREADS))
    stand.page.new.click()
    assert stand.page.setup.isVisible()
    stand.show(state(LOWEST, THREADS, WAITING))
    assert stand.page.setup.isVisible(), "what happens elsewhere does not take the form away"


def test_room_for_a_longer_sentence_is_kept_only_while_it_may_come(stand: Stand) -> None:
    board = stand.page.board
    board.resize(1000, 600)
    line = board.sentence.fontMetrics().lineSpacing()
    board.show_state(state(LOWEST, THREADS))
    assert board.sentence.minimumHeight() < line
    board.show_state(other := replace_plan(state(LOWEST, THREADS, of=PlanState.RUNNING), "another"))
    assert board.sentence.minimumHeight() == 2 * line
    board.show_state(replace(other, is_live=False))
    assert board.sentence.minimumHeight() == 2 * line, "what is below it moved when the last run ended"


def replace_plan(shown: LadderState, plan_id: str) -> LadderState:
    return replace(shown, plan=replace(shown.plan, plan_id=plan_id))


def test_no_line_of_a_rung_s_figures_ends_in_a_separator(qtbot: QtBot) -> None:
    costs = (("Energy per sample", "67.6\u00a0mJ"), ("Accuracy", "74.4\u00a0%"))
    view = RungCardView(Theme(Choice.LIGHT))
    qtbot.addWidget(view)
    view.show_card(RungCard(THREADS, 1.38, "1.38", speed="7585\u00a0samples/s", costs=costs))
    figures = view._figures
    for width in range(100, 400, 10):
        layout = QTextLayout(figures.text(), figures.font())
        layout.beginLayout()
        ends = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            ends.append(figures.text()[: line.textStart() + line.textLength()].rstrip()[-1])
        layout.endLayout()
        assert "·" not in ends
