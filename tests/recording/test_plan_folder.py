"""The true state of a plan follows from its lock, even if the plan ends while it is being read."""

import socket
from dataclasses import replace

import pytest

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.plan_folder import PlanFolder, true_plan, true_plans
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.system.processes import boot_id
from tests.recording.recorders import store_url


class Ending(PlanReader):
    """A reader during whose first answer the plan ends: its conductor writes the end, then releases the lock."""

    def __init__(self, plan: Plan, folder: PlanFolder) -> None:
        super().__init__(store_url())
        self._plan, self._folder = plan, folder

    def plan(self, id_or_prefix: str) -> Plan:
        before = super().plan(id_or_prefix)
        self._end()
        return before

    def plans(self, kind: PlanKind | None = None, *, limit: int | None = None) -> list[Plan]:
        before = super().plans(kind, limit=limit)
        self._end()
        return before

    def _end(self) -> None:
        items = tuple(replace(item, state=ItemState.DONE) for item in self._plan.items)
        PlanWriter(store_url()).update(replace(self._plan, state=PlanState.FINISHED), items)
        self._folder.close()


@pytest.fixture
def conducted() -> tuple[Plan, PlanFolder]:
    writer = PlanWriter(store_url())
    plan_id = writer.create(PlanKind.QUEUE, "queue", {}, [PlanItem(0, "one", RunSpec("gemm"))])
    folder = PlanFolder(store_url(), plan_id)
    plan = replace(writer.read(plan_id), state=PlanState.RUNNING, host=socket.gethostname(), boot_id=boot_id())
    writer.update(plan)
    return plan, folder


def test_a_plan_that_ends_while_it_is_read_is_not_interrupted(conducted: tuple[Plan, PlanFolder]) -> None:
    with Ending(*conducted) as reader:
        assert true_plan(reader, conducted[0].plan_id).state is PlanState.FINISHED


def test_nor_is_it_in_a_list(conducted: tuple[Plan, PlanFolder]) -> None:
    with Ending(*conducted) as reader:
        assert [plan.state for plan in true_plans(reader)] == [PlanState.FINISHED]


def test_a_plan_without_its_conductor_is_interrupted(conducted: tuple[Plan, PlanFolder]) -> None:
    plan, folder = conducted
    with PlanReader(store_url()) as reader:
        assert true_plan(reader, plan.plan_id).state is PlanState.RUNNING
        folder.close()
        assert true_plan(reader, plan.plan_id).state is PlanState.INTERRUPTED
        assert [listed.state for listed in true_plans(reader)] == [PlanState.INTERRUPTED]
