"""The ladders of a store are read, forecast and started off the event loop."""

import platform
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import ItemState, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.ladders import LadderRequest, Ladders, LadderState
from gpuscope.gui.services.plans import Plans
from gpuscope.recording.ladder import BASE_AGAIN
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.system.processes import boot_id
from tests.recording.recorders import store_url

OPTIONS = {
    "asked": RunSpec("mnist-mlp", steps=5).to_json(),
    "thorough": False,
    "from_cpu": False,
    "repeats": 1,
    "base": {"title": "One thread", "spec": RunSpec("mnist-mlp", steps=5).to_json()},
    "rungs": ["threads", "batch"],
}


class StillPlans(Plans):
    """Starts no process."""

    def resume(self, plan_id: str, again: object = (), then: object = None, failed: object = None, owner: object = None) -> None:
        assert callable(then)
        then(plan_id)


@pytest.fixture
def ladders(qtbot: QtBot, gpuscope_home: object) -> Iterator[Ladders]:
    plans = StillPlans(store_url())
    made = Ladders(store_url(), plans)
    yield made
    made.close()
    plans.close()


def read(ladders: Ladders, qtbot: QtBot, plan_id: str = "") -> LadderState | None:
    with qtbot.waitSignal(ladders.changed):
        ladders.follow(plan_id)
    return ladders.state


def test_an_empty_store_has_none(ladders: Ladders, qtbot: QtBot) -> None:
    assert read(ladders, qtbot) is None


def test_the_newest_is_followed_and_told_of_again_only_when_it_changes(ladders: Ladders, qtbot: QtBot) -> None:
    writer = PlanWriter(store_url())
    writer.create(PlanKind.LADDER, "older", OPTIONS, [])
    plan_id = writer.create(PlanKind.LADDER, "newer", OPTIONS, [])
    writer.create(PlanKind.QUEUE, "no ladder", {}, [])
    state = read(ladders, qtbot)
    assert state is not None
    assert (state.plan.name, state.is_live, state.can_resume) == ("newer", False, True)
    assert [step.state for step in state.view.steps] == ["waiting", "waiting", "waiting"]
    told: list[object] = []
    ladders.changed.connect(told.append)
    ladders.poll()
    qtbot.waitUntil(lambda: not ladders._is_busy)
    assert told == []
    skipped = PlanItem(0, "x", RunSpec("mnist-mlp"), "threads", ItemState.SKIPPED, reason="one processor", details={"cure": "buy another"})
    writer.update(writer.read(plan_id), [skipped])
    ladders.poll()
    qtbot.waitUntil(lambda: told != [])
    state = ladders.state
    assert state is not None
    assert (state.view.cards[1].note, state.view.cards[1].step.cure) == ("one processor", "buy another")
    assert state.items_of("threads") == [0], "what is left out may be available by now"
    assert state.items_of("batch") == [], "it was not reached yet"


def test_it_is_found_among_however_many_newer_plans_of_other_kinds(ladders: Ladders, qtbot: QtBot) -> None:
    writer = PlanWriter(store_url())
    writer.create(PlanKind.LADDER, "the only one", OPTIONS, [])
    for number in range(50):
        writer.create(PlanKind.QUEUE, f"queue {number}", {}, [])
    state = read(ladders, qtbot)
    assert state is not None
    assert state.plan.name == "the only one"


def test_a_conducted_one_is_live(ladders: Ladders, qtbot: QtBot) -> None:
    plan_id = PlanWriter(store_url()).create(PlanKind.LADDER, "x", OPTIONS, [])
    folder = PlanFolder(store_url(), plan_id)
    state = read(ladders, qtbot, plan_id)
    folder.close()
    assert state is not None
    assert (state.is_live, state.can_resume) == (True, False)


def test_the_rung_that_is_measured_is_the_present_one_also_where_later_ones_are_settled(ladders: Ladders, qtbot: QtBot) -> None:
    spec = RunSpec("mnist-mlp")
    items = [
        PlanItem(0, "", spec, "base", ItemState.RUNNING, "000000000001"),
        PlanItem(1, "", spec, "threads", ItemState.DONE, "000000000002"),
        PlanItem(2, "", spec, "batch", ItemState.SKIPPED),
    ]
    plan_id = PlanWriter(store_url()).create(PlanKind.LADDER, "x", OPTIONS, items)
    state = read(ladders, qtbot, plan_id)
    assert state is not None
    assert state.present_part == (1, 3)
    assert state.repeated is None


def test_the_base_that_is_measured_again_at_the_end_is_no_rung(ladders: Ladders, qtbot: QtBot) -> None:
    spec = RunSpec("mnist-mlp")
    groups = ("base", "threads", "batch")
    items = [PlanItem(number, "", spec, group, ItemState.SKIPPED) for number, group in enumerate(groups)]
    items.append(PlanItem(3, "", spec, BASE_AGAIN, ItemState.RUNNING, "000000000003"))
    plan_id = PlanWriter(store_url()).create(PlanKind.LADDER, "x", OPTIONS, items)
    state = read(ladders, qtbot, plan_id)
    assert state is not None
    assert state.repeated is state.view.steps[0]


@pytest.mark.parametrize("stored", [PlanState.STOPPED, PlanState.FAILED])
def test_one_whose_conductor_has_just_begun_again_is_followed_on(ladders: Ladders, qtbot: QtBot, stored: PlanState) -> None:
    writer = PlanWriter(store_url())
    plan_id = writer.create(PlanKind.LADDER, "x", OPTIONS, [])
    writer.update(replace(writer.read(plan_id), state=stored, host=platform.node(), boot_id=boot_id()), [])
    folder = PlanFolder(store_url(), plan_id)
    state = read(ladders, qtbot, plan_id)
    folder.close()
    assert state is not None
    assert (state.is_live, state.can_resume) == (True, False), "its first word in the store comes later"
    state = read(ladders, qtbot, plan_id)
    assert state is not None
    assert (state.is_live, state.can_resume) == (False, True)


def test_a_forecast_says_what_and_how_long_and_a_refusal_why_not(ladders: Ladders, qtbot: QtBot) -> None:
    said: list[str] = []
    refused: list[GpuscopeError] = []
    owner = QObject()
    ladders.forecast(LadderRequest(RunSpec("cifar-cnn", task="inference")), said.append, refused.append, owner)
    ladders.forecast(LadderRequest(RunSpec("gemm")), said.append, refused.append, owner)
    qtbot.waitUntil(lambda: bool(said and refused))
    assert said[0].startswith("cifar-cnn inference on cpu: ")
    assert "about" in said[0]
    assert "kernel" in refused[0].message


def test_a_ladder_that_is_begun_is_stored_and_followed(ladders: Ladders, qtbot: QtBot) -> None:
    begun: list[str] = []
    said: list[str] = []
    request, owner = LadderRequest(RunSpec("cifar-cnn", task="inference", steps=5)), QObject()
    ladders.forecast(request, said.append, lambda _: None, owner)
    ladders.start(request, begun.append)
    qtbot.waitUntil(lambda: bool(begun) and ladders.state is not None)
    with PlanReader(store_url()) as reader:
        plan = reader.plan(begun[0])
    assert (plan.kind, plan.state, plan.options["thorough"]) == (PlanKind.LADDER, PlanState.WAITING, False)
    assert ladders.state is not None
    assert ladders.state.plan.plan_id == begun[0]
    qtbot.waitUntil(lambda: said != [])
    assert f": {len(ladders.state.part_states)} rungs; " in said[0], "the page counts the rungs as the forecast did"
