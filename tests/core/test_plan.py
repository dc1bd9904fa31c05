"""Plans as values."""

from dataclasses import replace
from datetime import UTC, datetime

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState, counts_of
from gpuscope.core.runspec import RunSpec

SPEC = RunSpec("gemm")


def a_plan(*states: ItemState) -> Plan:
    """Make a plan with an item in each of the given states."""
    items = tuple(PlanItem(number, f"item {number}", SPEC, "ab"[number % 2], state) for number, state in enumerate(states))
    return Plan("p1", PlanKind.QUEUE, "a plan", datetime(2026, 11, 1, tzinfo=UTC), {}, items, counts=counts_of(items))


def test_done_counts_the_runs_that_were_made_and_not_what_was_skipped() -> None:
    plan = a_plan(*ItemState)
    assert (plan.settled, plan.made, plan.total) == (3, 2, len(ItemState))
    assert (plan.to_json()["done"], plan.to_json()["total"]) == (2, 6)


def test_an_item_is_changed_or_added() -> None:
    plan = a_plan(ItemState.WAITING)
    changed = plan.with_item(PlanItem(0, "item 0", SPEC, "a", ItemState.DONE, "run"))
    assert [item.run_id for item in changed.items] == ["run"]
    grown = changed.with_item(PlanItem(1, "item 1", SPEC, "b"))
    assert [item.name for item in grown.items] == ["item 0", "item 1"]
    assert grown.counts == {ItemState.DONE: 1, ItemState.WAITING: 1}
    assert [item.number for item in grown.of_group("b")] == [1]


def test_an_item_that_waits_again_remembers_its_runs() -> None:
    item = PlanItem(0, "item", SPEC, state=ItemState.FAILED, run_id="first", reason="why", details={"factor": 2})
    again = item.waiting_again()
    assert (again.state, again.run_id, again.reason) == (ItemState.WAITING, None, None)
    assert again.details == {"factor": 2, "earlier_runs": ["first"]}
    assert PlanItem(0, "item", SPEC, run_id="second", details=again.details).waiting_again().details["earlier_runs"] == ["first", "second"]


def test_a_plan_that_grows_counts_what_is_expected_until_it_is_over() -> None:
    plan = Plan("p1", PlanKind.LADDER, "x", datetime.now(UTC), {"expected": 8}, (), PlanState.RUNNING, counts={ItemState.DONE: 2})
    assert plan.total == 8
    assert replace(plan, counts={ItemState.DONE: 9}).total == 9
    assert replace(plan, state=PlanState.FINISHED).total == 2
