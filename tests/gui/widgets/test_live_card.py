"""The live run's card in the rail lists a queue, which no page does, and stops it."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gpuscope.core.plan import ItemState, Plan, PlanState
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.rail import LiveCard
from tests.core.test_plan import a_plan


def card_of(qtbot: QtBot, *plans: Plan) -> LiveCard:
    card = LiveCard(Theme(Choice.DARK))
    qtbot.addWidget(card)
    card.show_live([], plans)
    return card


def lines(menu: QMenu) -> list[tuple[str, bool]]:
    return [(action.text(), action.isEnabled()) for action in menu.actions() if not action.isSeparator()]


def test_a_click_says_what_a_queue_waits_for_and_offers_to_stop_it(qtbot: QtBot) -> None:
    plan = a_plan(ItemState.WAITING, ItemState.WAITING)
    queue = replace(plan, name="queue", state=PlanState.WAITING, reason="waits for run gpt & co")
    card = card_of(qtbot, queue)
    assert "Queue, Waits: 0 of 2" in card.accessibleName(), "not the kind's key"
    card.click()
    [menu] = card.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    names = [item.name for item in plan.items]
    shown = [("Waits for run gpt && co", False), (f"1.  {names[0]}", True), (f"2.  {names[1]}", True), ("Stop the queue", True)]
    assert lines(menu) == shown
    with qtbot.waitSignal(card.stop_wanted) as stopped:
        menu.actions()[-1].trigger()
    assert stopped.args == [plan.plan_id]
    menu.close()
    qtbot.waitUntil(lambda: not card.findChildren(QMenu))


def test_a_queue_that_runs_says_that_its_run_is_stopped_too_and_a_long_one_is_cut(qtbot: QtBot) -> None:
    queue = replace(a_plan(ItemState.RUNNING, *[ItemState.WAITING] * 10), state=PlanState.RUNNING)
    card = card_of(qtbot, queue)
    menu = card.open_menu(queue)
    texts = [text for text, _ in lines(menu)]
    assert (texts[0], texts[-2:], len(texts)) == ("Queue: 0 of 11 done", ["2 more", "Stop the queue and its run"], 11)
    menu.close()
    qtbot.waitUntil(lambda: not card.findChildren(QMenu))


def test_a_waiting_run_is_told_from_its_namesakes_and_removed(qtbot: QtBot) -> None:
    plan = a_plan(ItemState.RUNNING, ItemState.WAITING, ItemState.WAITING)
    sizes = (64, 64, 256)
    items = [replace(item, name="mnist", spec=replace(item.spec, batch_size=size)) for item, size in zip(plan.items, sizes, strict=True)]
    card = card_of(qtbot, queue := replace(plan, items=tuple(items), state=PlanState.RUNNING))
    menu = card.open_menu(queue)
    entries = menu.findChildren(QMenu)  # QAction.menu() would hand the menu over to Python, which deletes it a second time
    assert [entry.title() for entry in entries] == ["1.  mnist · batch 64", "2.  mnist · batch 256"]
    with qtbot.waitSignal(card.removal_wanted) as removed:
        entries[1].actions()[0].trigger()
    assert removed.args == [plan.plan_id, 2]
    menu.close()
    qtbot.waitUntil(lambda: not card.findChildren(QMenu))


def test_without_a_queue_a_click_opens_the_run(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    with qtbot.waitSignal(card.run_wanted):
        card.click()
    assert not card.findChildren(QMenu)


def test_a_queue_that_lost_its_conductor_goes_on_or_is_deleted(qtbot: QtBot) -> None:
    plan = a_plan(ItemState.DONE, ItemState.WAITING)
    queue = replace(
        plan, name="queue", state=PlanState.INTERRUPTED, reason="the machine was restarted; 'gpuscope resume p1' goes on with it"
    )
    card = LiveCard(Theme(Choice.DARK))
    qtbot.addWidget(card)
    card.show_live([], [], queue)
    assert not card.isHidden()
    assert card.accessibleName() == "Queue, Interrupted: 1 of 2", "no run is live"
    menu = card.open_menu(queue)
    ends = ["Go on with the queue", "Delete the queue"]
    assert [text for text, _ in lines(menu)] == ["The machine was restarted", f"1.  {plan.items[1].name}", *ends]
    for action, signal in zip(menu.actions()[-2:], (card.resume_wanted, card.deletion_wanted), strict=True):
        with qtbot.waitSignal(signal) as wanted:
            action.trigger()
        assert wanted.args == [plan.plan_id]
    menu.close()
    qtbot.waitUntil(lambda: not card.findChildren(QMenu))
    card.show_live([], [queue])
    assert "Go on with the queue" not in [text for text, _ in lines(card.open_menu(queue))], "it goes on"
