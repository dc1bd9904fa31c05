"""Behaviour of every page of plans: earlier plans are listed and deleted, the user's device stays, nothing moves when results arrive."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UsageError
from gpuscope.core.event import Log
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.plan import plan_setup
from gpuscope.gui.pages.plan.plan_board import caption_text
from gpuscope.gui.pages.sweep_page import SweepPage
from gpuscope.gui.services.sweeps import SweepRequest, Sweeps
from gpuscope.gui.widgets.field_editor import Option
from gpuscope.gui.widgets.state_badge import StateBadge
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.recording.plan_start import delete_plan
from gpuscope.recording.run_store import UNWRITTEN
from gpuscope.storage.plans import PlanReader
from gpuscope.system import language, paths
from tests.gui.pages.compare.shown_page import words
from tests.gui.pages.plan.plan_stand import PlanStand
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.sweep.test_sweep_page import TWO, state
from tests.gui.run_view.made_runs import START_NS

Stand = PlanStand[Sweeps, SweepPage]
REQUEST = SweepRequest(RunSpec("mnist-mlp"), {"batch_size": "1..4"})
PATIENCE_MS = 20_000


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: object) -> Iterator[Stand]:
    made = PlanStand(qtbot, Sweeps, SweepPage, knows_machine=True)
    qtbot.waitUntil(made.page.is_ready, timeout=PATIENCE_MS)
    yield made
    made.close()


def plan_ids() -> list[str]:
    with PlanReader(paths.default_store_url()) as reader:
        return [plan.plan_id for plan in reader.plans() if plan.kind is PlanKind.SWEEP]


def buttons(page: SweepPage, name: str) -> list[QPushButton]:
    return [button for button in page.findChildren(QPushButton) if button.accessibleName() == name and button.isVisible()]


def test_an_earlier_plan_is_deleted_and_the_one_before_it_is_followed_until_ctrl_z_brings_it_back(stand: Stand, qtbot: QtBot) -> None:
    older, newer = stand.follower.create(REQUEST), stand.follower.create(REQUEST)
    page = stand.page
    page.open(newer)
    qtbot.waitUntil(lambda: page.state is not None, timeout=PATIENCE_MS)
    page.new.click()
    qtbot.waitUntil(lambda: len(buttons(page, "Delete; its runs stay")) == 2, timeout=PATIENCE_MS)
    buttons(page, "Delete; its runs stay")[0].click()
    qtbot.waitUntil(lambda: plan_ids() == [older], timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.state is not None and page.state.plan.plan_id == older, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: len(buttons(page, "Delete; its runs stay")) == 1, timeout=PATIENCE_MS)
    assert page.setup.isVisible(), "the form stays, which the user asked for"
    assert "its runs stay" in page.notice.text
    with PlanReader(paths.default_store_url()) as reader:
        before = reader.plan(older)
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: plan_ids() == [newer, older], timeout=PATIENCE_MS)
    with PlanReader(paths.default_store_url()) as reader:
        restored = reader.plan(newer)
    assert [item.spec for item in restored.items] == [item.spec for item in before.items]
    qtbot.waitUntil(lambda: len(buttons(page, "Delete; its runs stay")) == 2, timeout=PATIENCE_MS)


def test_a_plan_that_is_conducted_is_not_deleted(stand: Stand) -> None:
    plan_id = stand.follower.create(REQUEST)
    folder = PlanFolder(paths.default_store_url(), plan_id)
    with pytest.raises(UsageError, match="is running"):
        delete_plan(paths.default_store_url(), plan_id)
    folder.close()
    assert plan_ids() == [plan_id]


def test_a_gpu_is_chosen_first_and_the_users_device_stays_when_the_workload_changes(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = [Option("cpu", "cpu"), Option("cuda:0", "cuda:0")]
    monkeypatch.setattr(plan_setup, "place_options", lambda *_: {"device": devices})
    setup = stand.page.setup
    stand.starter.capabilities_changed.emit()
    assert setup.device.value() == "cuda:0"
    setup.device.choose("cpu")
    setup.workload.choose("cifar-cnn")
    assert setup.device.value() == "cpu"


def test_a_device_that_nobody_chose_gives_way_to_the_gpu_again(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    fits = {"mnist-mlp": Option("cuda:0", "cuda:0"), "cifar-cnn": Option("cuda:0", "cuda:0", "it does not fit there")}
    monkeypatch.setattr(plan_setup, "place_options", lambda draft, _: {"device": [Option("cpu", "cpu"), fits[draft.workload]]})
    setup = stand.page.setup
    stand.starter.capabilities_changed.emit()
    setup.workload.choose("cifar-cnn")
    assert setup.device.value() == "cpu"
    setup.workload.choose("mnist-mlp")
    assert (setup.device.value(), setup.memory()["device"]) == ("cuda:0", "")


def test_the_place_of_the_curves_is_kept_until_there_is_something_to_draw(stand: Stand) -> None:
    board = stand.page.board
    stand.show(state(TWO, done=0, of=PlanState.RUNNING, is_live=True))
    assert board._curves_card.isVisible()
    assert "as curves" in board._curves_card.note
    stand.show(state(TWO, done=4, of=PlanState.RUNNING, is_live=True))
    assert (board._curves_card.note, board.curves.isVisible()) == ("", True)
    stand.show(state(TWO, done=0, of=PlanState.STOPPED))
    assert not board._curves_card.isVisible(), "nobody measures what would be drawn"


def test_a_plan_that_is_being_started_is_not_called_interrupted(stand: Stand, qtbot: QtBot) -> None:
    """It is stored before its conductor exists."""
    page = stand.page
    page.begin_start()
    page.open(stand.follower.create(REQUEST))
    qtbot.waitUntil(lambda: page.shows_board, timeout=PATIENCE_MS)
    badge = page.header.findChild(StateBadge)
    assert badge is not None
    assert "starting" in badge.accessibleName()
    page.show_failure(UsageError("it cannot be", ""))
    assert "interrupted" in badge.accessibleName()


def test_nothing_comes_under_the_pointer_while_a_plan_is_resumed(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second press of a double click on Resume opened the form of a new plan."""
    page = stand.page
    monkeypatch.setattr(stand.plans, "resume", lambda *_: None)
    stand.show(state(TWO, done=1, of=PlanState.STOPPED))
    QApplication.processEvents()
    before = page.resume.geometry(), page.new.geometry()
    page.resume.click()
    QApplication.processEvents()
    assert (page.resume.geometry(), page.new.geometry()) == before
    assert page.resume.isVisible()
    assert not page.resume.isEnabled()
    page.show_failure(UsageError("it cannot be", ""))
    assert page.resume.isEnabled()


def test_a_resumed_plan_is_not_called_stopped_and_nothing_moves_when_it_is_live(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    page, board = stand.page, stand.page.board
    monkeypatch.setattr(stand.plans, "resume", lambda *_: None)
    stopped = state(TWO, done=1, of=PlanState.STOPPED)
    stopped = replace(stopped, plan=replace(stopped.plan, reason="stopped on request"))
    stand.show(stopped)
    assert "Stopped on request" in board.caption.text()
    page.resume.click()
    QApplication.processEvents()
    begun = board.sentence.text(), board.caption.text(), board.picture.geometry()
    assert "Stopped" not in board.caption.text()
    assert page.header._left.whole_text == "", "the badge says that it starts"
    stand.show(state(TWO, done=1, of=PlanState.RUNNING, is_live=True))
    QApplication.processEvents()
    assert (board.sentence.text(), board.caption.text(), board.picture.geometry()) == begun
    stand.show(stopped)
    page.show_failure(UsageError("it cannot be", ""))
    assert "Stopped on request" in board.caption.text()


def test_a_plan_that_begins_offers_to_stop_not_to_resume(stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    page = stand.page
    monkeypatch.setattr(stand.plans, "resume", lambda *_: None)
    page.start(REQUEST)
    qtbot.waitUntil(lambda: page.shows_board, timeout=PATIENCE_MS)
    assert (page.resume.isVisible(), page.stop.isVisible(), page.stop.isEnabled()) == (False, True, False)


def test_the_keyboard_stays_on_the_page_when_the_pressed_button_goes(stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """It jumped to whatever button was next; of a ladder, to "Full screen"."""
    page = stand.page
    monkeypatch.setattr(stand.plans, "resume", lambda *_: None)
    page.activateWindow()
    qtbot.waitUntil(lambda: page.isActiveWindow() and page.setup.start.isEnabled(), timeout=PATIENCE_MS)
    page.setup.start.setFocus()
    QTest.keyClick(page.setup.start, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.shows_board, timeout=PATIENCE_MS)
    assert page.focusWidget() is page
    stand.show(state(TWO, done=1, of=PlanState.RUNNING, is_live=True))
    page.end_start("p1")
    QTest.keyClick(page, Qt.Key.Key_Tab)
    QTest.keyClick(page.new, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is page.stop
    QTest.keyClick(page.stop, Qt.Key.Key_Space)
    assert page.focusWidget() is page
    stand.show(state(TWO, done=1, of=PlanState.STOPPED))
    page.resume.setFocus()
    QTest.keyClick(page.resume, Qt.Key.Key_Space)
    assert page.focusWidget() is page


def test_tab_goes_through_the_header_before_the_board(stand: Stand) -> None:
    stand.show(state(TWO, done=4, of=PlanState.STOPPED))
    order, widget = [], stand.page.nextInFocusChain()
    while widget is not stand.page:
        order.append(widget)
        widget = widget.nextInFocusChain()
    page = stand.page
    assert order.index(page.new) < order.index(page.resume) < order.index(page.board.compare)


def test_ctrl_enter_starts_the_plan_of_the_form(stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[SweepRequest] = []
    monkeypatch.setattr(stand.follower, "start", lambda request, *_: begun.append(request))
    page = stand.page
    page.activateWindow()
    qtbot.waitUntil(lambda: page.setup.start.isEnabled(), timeout=PATIENCE_MS)
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(begun) == 1


def test_a_start_beside_what_runs_on_its_device_says_that_it_waits(stand: Stand) -> None:
    item = PlanItem(0, "gemm", RunSpec("gemm"))
    stand.plans.live = (Plan("p1", PlanKind.QUEUE, "queue", datetime.now(UTC), {}, (item,), PlanState.RUNNING),)
    stand.plans.changed.emit()
    start = stand.page.setup.start
    assert start.text() == "Start after it"
    stand.plans.live = ()
    stand.plans.changed.emit()
    assert start.text() == "Start"


def test_a_double_click_on_start_starts_one_plan(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[SweepRequest] = []
    monkeypatch.setattr(stand.follower, "start", lambda request, *_: begun.append(request))
    monkeypatch.setattr(stand.page, "_show_state", lambda _: None)
    now = [100.0]
    monkeypatch.setattr("gpuscope.gui.widgets.press_guard.monotonic", lambda: now[0])
    other = SweepRequest(RunSpec("mnist-mlp"), {"batch_size": "1..8"})
    for request in (REQUEST, REQUEST, other):
        stand.page.ask_start(request)
        stand.page.end_start("p1")
    assert begun == [REQUEST, other]
    stand.page.show_failure(UsageError("it cannot be", ""))
    stand.page.ask_start(other)
    now[0] += max(400, QApplication.doubleClickInterval()) / 1000 + 0.01
    stand.page.ask_start(other)
    assert begun == [REQUEST, other, other, other]


def test_the_form_says_nothing_of_the_plan_that_is_measured(stand: Stand, qtbot: QtBot) -> None:
    stand.show(state(TWO, done=1, of=PlanState.RUNNING, is_live=True))
    assert "cell 2 of " in words(stand.page.header)
    stand.page.new.click()
    assert "cell" not in words(stand.page.header)
    stand.page.open("p1")
    stand.show(state(TWO, done=1, of=PlanState.WAITING, is_live=True))
    assert "cell" not in words(stand.page.header), "it waits"


def test_a_full_disk_that_holds_a_plan_up_is_told_while_it_does(stand: Stand) -> None:
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.page._live_runs.runs = [run]  # type: ignore[list-item]
    stand.show(state(TWO, done=1, of=PlanState.RUNNING, is_live=True))
    run.data.apply([Log(START_NS, "warning", "the disk is full", {UNWRITTEN: 1.0})], START_NS)
    stand.page._show_progress()
    assert stand.page.notice.text == "The disk is full"
    for _ in range(2):  # the second stop ends the wait for the disk
        stand.page.stop.click()
    assert len(stand.plans.stopped) == 2
    run.data.apply([Log(START_NS, "over", "stored again", {UNWRITTEN: 0.0})], START_NS)
    stand.page._show_progress()
    assert stand.page.notice.text == ""
    stand.page._live_runs.runs = []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Preparing the processes of 8 runs. Quick look: one short run per rung, no verdict."),
        ("zh_CN", "正在准备 8 个运行的进程。速览：每级一次短运行，不下结论。"),
    ],
)
def test_a_caption_has_the_punctuation_of_its_language(code: str, text: str) -> None:
    plan = Plan("p1", PlanKind.LADDER, "", datetime.now(UTC), {}, (), PlanState.RUNNING, "preparing the processes of 8 runs")
    language.use(code)
    try:
        assert caption_text(plan, ["Quick look: one short run per rung, no verdict."]) == text
    finally:
        language.use("en")


def test_a_plan_without_remarks_has_an_empty_caption() -> None:
    plan = Plan("p1", PlanKind.LADDER, "", datetime.now(UTC), {}, (), PlanState.RUNNING, "")
    assert caption_text(plan, []) == ""


def test_the_form_stays_while_its_plan_is_stored_and_if_that_is_refused(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The live plan, which the user has left for the form, goes on changing meanwhile."""
    page = stand.page
    stand.show(state(TWO, done=3, of=PlanState.RUNNING, is_live=True))
    page.new.click()
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(stand.follower, "start", lambda *arguments: asked.append(arguments))
    page.ask_start(REQUEST)
    stand.show(state(TWO, done=4, of=PlanState.RUNNING, is_live=True))
    assert page.setup.isVisible()
    page.show_failure(UsageError("refused", ""))
    stand.show(state(TWO, done=5, of=PlanState.RUNNING, is_live=True))
    assert page.setup.isVisible()
    assert len(asked) == 1


def test_a_plan_started_from_the_form_is_shown_also_if_it_was_read_before_its_conductor_ran(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = stand.page
    stand.show(state(TWO, done=3, of=PlanState.RUNNING, is_live=True))
    page.new.click()
    monkeypatch.setattr(stand.follower, "start", lambda *_: None)
    page.ask_start(REQUEST)
    begun = state(TWO, done=0, of=PlanState.WAITING, is_live=True)
    stand.show(replace(begun, plan=replace(begun.plan, plan_id="p124")))
    page.end_start("p124")
    assert page.shows_board
    assert not page.stop.isHidden()
