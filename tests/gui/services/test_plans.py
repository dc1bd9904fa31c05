"""Plans live on this machine are found, started, stopped and resumed."""

import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.plans import Plans
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.storage.plans import PlanWriter
from tests.recording import recorders
from tests.recording.recorders import store_url

WAITS_MS = 60_000


@pytest.fixture
def plans(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plans]:
    monkeypatch.setattr("gpuscope.gui.services.plans._POLL_S", 0.05)
    made = Plans(store_url())
    yield made
    made.close()
    recorders.until(lambda: not recorders.of_home())


def test_a_conducted_plan_is_found_and_its_end_is_told(plans: Plans, qtbot: QtBot) -> None:
    writer = PlanWriter(store_url())
    plan_id = writer.create(PlanKind.QUEUE, "a queue", {}, [PlanItem(0, "one", RunSpec("gemm"))])
    writer.create(PlanKind.QUEUE, "nobody conducts this one", {}, [])
    plans.start()
    with qtbot.waitSignal(plans.changed, timeout=WAITS_MS):
        folder = PlanFolder(store_url(), plan_id)
    assert [plan.name for plan in plans.live] == ["a queue"]
    with qtbot.waitSignal(plans.ended, timeout=WAITS_MS) as ended:
        folder.close()
    assert plans.live == ()
    assert ended.args[0].plan_id == plan_id


def test_a_plan_deleted_right_after_its_end_is_not_shown_for_ever(plans: Plans, qtbot: QtBot) -> None:
    writer = PlanWriter(store_url())
    plan_id = writer.create(PlanKind.QUEUE, "a queue", {}, [PlanItem(0, "one", RunSpec("gemm"))])
    plans.start()
    with qtbot.waitSignal(plans.changed, timeout=WAITS_MS):
        folder = PlanFolder(store_url(), plan_id)
    writer.delete(plan_id)  # before the end, so that no poll lies between the two
    folder.close()
    qtbot.waitUntil(lambda: plans.live == (), timeout=5_000)


def test_a_plan_is_begun_stopped_and_resumed_with_an_item_again(plans: Plans, qtbot: QtBot, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    code = f"import os, time\nif not os.path.exists({str(flag)!r}): time.sleep(60)"
    items = [PlanItem(0, "one", RunSpec("command", command=(sys.executable, "-c", code)))]
    plans.start()
    begun: list[str] = []
    plans.begin(PlanKind.QUEUE, "a queue", items, {}, begun.append)
    qtbot.waitUntil(lambda: bool(begun) and any(_runs(plan) for plan in plans.live), timeout=WAITS_MS)
    with qtbot.waitSignal(plans.ended, timeout=WAITS_MS) as ended:
        plans.stop(begun[0])
    assert ended.args[0].state is PlanState.STOPPED
    assert [plan.plan_id for plan in plans.unfinished] == begun
    assert not plans.is_stopping(begun[0])
    flag.touch()
    with qtbot.waitSignal(plans.ended, timeout=WAITS_MS) as ended:
        plans.resume(begun[0])
    assert (ended.args[0].state, ended.args[0].items[0].state) == (PlanState.FINISHED, ItemState.DONE)
    assert plans.unfinished == ()


def _runs(plan: Plan) -> bool:
    return any(item.state is ItemState.RUNNING for item in plan.items)


def test_what_cannot_begin_says_why(plans: Plans, qtbot: QtBot) -> None:
    errors: list[GpuscopeError] = []
    plans.resume("p00", failed=errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=WAITS_MS)
    assert "is not there" in errors[0].message


def stranded_queue(*states: ItemState) -> str:
    """Store a queue whose conductor was lost, here with the boot of the machine."""
    writer = PlanWriter(store_url())
    items = [PlanItem(number, f"run {number}", RunSpec("gemm"), state=state) for number, state in enumerate(states)]
    plan_id = writer.create(PlanKind.QUEUE, "queue", {}, items)
    plan = writer.read(plan_id)
    writer.update(replace(plan, state=PlanState.RUNNING, host=socket.gethostname(), boot_id="an earlier boot"), items)
    PlanFolder(store_url(), plan_id).close()
    return plan_id


def test_a_queue_that_a_restart_of_the_machine_cut_off_is_found_later(plans: Plans, qtbot: QtBot) -> None:
    stranded_queue(ItemState.DONE, ItemState.DONE)  # nothing of it is left to run
    plan_id = stranded_queue(ItemState.DONE, ItemState.WAITING, ItemState.WAITING)
    with qtbot.waitSignal(plans.changed, timeout=WAITS_MS):
        plans.look_back()
    assert plans.stranded is not None
    assert (plans.stranded.plan_id, plans.stranded.state, len(plans.unfinished)) == (plan_id, PlanState.INTERRUPTED, 1)
    with qtbot.waitSignal(plans.changed, timeout=WAITS_MS):
        plans.remove(plan_id, 1)
    assert plans.stranded.counts[ItemState.WAITING] == 1
    deleted: list[Plan] = []
    plans.delete(plan_id, deleted.append)
    qtbot.waitUntil(lambda: bool(deleted), timeout=WAITS_MS)
    plans.dismiss(plan_id)
    assert plans.stranded is None
    plans.restore(deleted[0], lambda _: plans.look_back())
    qtbot.waitUntil(lambda: plans.stranded is not None, timeout=WAITS_MS)


def test_a_queue_that_the_user_stopped_is_not_stranded(plans: Plans, qtbot: QtBot) -> None:
    plan_id = stranded_queue(ItemState.WAITING)
    writer = PlanWriter(store_url())
    writer.update(replace(writer.read(plan_id), state=PlanState.STOPPED))
    plans.look_back()
    qtbot.waitUntil(lambda: not plans._errands._workers, timeout=WAITS_MS)
    assert plans.stranded is None


def test_a_queue_that_is_stranded_while_the_store_is_read_stays(plans: Plans, qtbot: QtBot) -> None:
    writer = PlanWriter(store_url())
    lost = replace(writer.read(stranded_queue(ItemState.WAITING)), state=PlanState.INTERRUPTED)
    writer.delete(lost.plan_id)  # stands for one that had its conductor when it was read
    plans.look_back()
    plans._apply((), [lost])
    qtbot.waitUntil(lambda: not plans._errands._workers, timeout=WAITS_MS)
    assert plans.stranded == lost


def test_a_queue_that_was_deleted_elsewhere_is_no_longer_stranded(plans: Plans, qtbot: QtBot) -> None:
    plan_id = stranded_queue(ItemState.WAITING)
    plans.look_back()
    qtbot.waitUntil(lambda: plans.stranded is not None, timeout=WAITS_MS)
    PlanWriter(store_url()).delete(plan_id)
    errors: list[GpuscopeError] = []
    plans.resume(plan_id, failed=errors.append)
    qtbot.waitUntil(lambda: plans.stranded is None, timeout=WAITS_MS)
    assert errors
