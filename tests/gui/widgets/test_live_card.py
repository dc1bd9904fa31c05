"""The live run's card in the rail lists a queue, which no page does, and stops it."""

from dataclasses import replace

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
    assert "Queue, Queue waits: 0 of 2" in card.accessibleName(), "not the kind's key"
    card.click()
    [menu] = card.findChildren(QMenu)
    names = [item.name for item in plan.items]
    shown = [("Waits for run gpt && co", False), (f"1.  {names[0]}", False), (f"2.  {names[1]}", False), ("Stop the queue", True)]
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


def test_without_a_queue_a_click_opens_the_run(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    with qtbot.waitSignal(card.run_wanted):
        card.click()
    assert not card.findChildren(QMenu)
