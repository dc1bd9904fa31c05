"""Tests of the order of an A/B, and of when it has enough repeats."""

import math
import statistics
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scipy.special import stdtrit

from gpuscope.analysis.repeats_plan import MOST_REPEATS
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.plan import ItemState, Plan, PlanKind, counts_of
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.ab_plan import AbPlanner, ab_items, progress_of, repeats_plan, run_ids
from gpuscope.recording.planners import planner_of
from gpuscope.recording.variants import Variant
from tests.analysis.records import GPU
from tests.storage.known import a_record

A, B = Variant("a", RunSpec("gemm", seed=3)), Variant("b", RunSpec("gemm", precision="bf16", seed=3))


def a_plan(repeats: int, until: float | None = None) -> Plan:
    """Return an A/B whose items are all done."""
    items = tuple(replace(item, state=ItemState.DONE, run_id=f"r{item.number:03}") for item in ab_items([A, B], repeats))
    options = {"repeats": repeats, "until": until}
    return Plan("p1", PlanKind.AB, "ab", datetime.now(UTC), options, items, counts=counts_of(items))


def records(plan: Plan, spread: float) -> dict[str, RunRecord]:
    """Return runs whose throughputs differ by the given share and its multiples."""
    return {
        str(item.run_id): replace(
            a_record(f"01JD00000000000000000{item.number:05}"),
            spec=item.spec,
            state=RunState.FINISHED,
            metrics={"throughput": Quantity(100.0 * (1 + spread * (item.number * 7 % 5)), "samples/s", Quality.MEASURED, "steps")},
        )
        for item in plan.items
    }


def test_repeats_go_forth_and_back_with_a_seed_each() -> None:
    items = ab_items([A, B], 3)
    assert [(item.number, item.group, item.details["repeat"], item.spec.seed) for item in items] == [
        (0, "a", 0, 3), (1, "b", 0, 3), (2, "b", 1, 4), (3, "a", 1, 4), (4, "a", 2, 5), (5, "b", 2, 5),
    ]  # fmt: skip


def test_without_a_width_it_ends_after_the_repeats_that_were_asked_for() -> None:
    assert isinstance(planner_of(PlanKind.AB), AbPlanner)
    plan = a_plan(2)
    assert AbPlanner().next(plan, records(plan, 0.5)) is None


def test_it_goes_on_round_by_round_until_the_interval_is_narrow() -> None:
    planner = AbPlanner()
    plan = a_plan(2, until=0.01)
    assert planner.next(plan, records(plan, 0.0)), "two that agree by chance are not enough"
    plan = a_plan(5, until=0.01)
    assert planner.next(plan, records(plan, 0.0)) is None
    wide = records(plan, 0.5)
    first = planner.next(plan, wide)
    assert first is not None
    assert (first.number, first.group, first.spec.seed) == (10, "b", 8)
    begun = plan.with_item(replace(first, state=ItemState.DONE, run_id="r010"))
    second = planner.next(begun, {})
    assert second is not None
    assert (second.number, second.group, second.details) == (11, "a", {"repeat": 5})
    most = a_plan(MOST_REPEATS, until=0.01)
    assert planner.next(most, records(most, 0.5)) is None


def test_a_repeat_that_heat_slowed_counts_for_no_claim() -> None:
    plan = a_plan(5, until=0.01)
    found = records(plan, 0.0)
    assert AbPlanner().next(plan, found) is None
    hot = DeviceResult(GPU, {"slowed_thermal": Quantity(0.2, "1", Quality.MEASURED, "driver")})
    found["r004"] = replace(found["r004"], devices=(hot,))
    assert AbPlanner().next(plan, found) is not None, "the comparison sets it aside, which leaves four"


def test_a_failed_run_ends_it_with_the_code_of_what_refused_it() -> None:
    plan = a_plan(1)
    failed = replace(plan.items[0], state=ItemState.FAILED, reason="no such device", details={"exit_code": 3})
    with pytest.raises(UnavailableError, match="the run of a failed"):
        AbPlanner().next(plan.with_item(failed), {})
    with pytest.raises(GpuscopeError) as error:
        AbPlanner().next(plan.with_item(replace(failed, details={"exit_code": 134})), {})
    assert error.value.exit_code == 1


def run_of(run_id: str, throughput: float, spec: RunSpec = A.spec, **more: object) -> RunRecord:
    metrics = {"throughput": Quantity(throughput, "samples/s", Quality.MEASURED, "steps")}
    return replace(a_record(run_id), run_id=run_id, spec=spec, state=RunState.FINISHED, metrics=metrics, **more)  # type: ignore[arg-type]


def carried_out(groups: dict[str, list[RunRecord]], share: float, speeds: dict[str, list[float]]) -> tuple[Plan, dict[str, RunRecord]]:
    """Carry out a plan of repeats in memory; each group's runs take the speeds in its list, in turn."""
    items, options = repeats_plan(groups, share)
    plan = Plan("p1", PlanKind.AB, "repeats", datetime.now(UTC), options.to_json(), tuple(items), counts=counts_of(tuple(items)))
    known = {run.run_id: run for runs in groups.values() for run in runs}
    planner, left = AbPlanner(), {name: list(values) for name, values in speeds.items()}
    while (item := planner.next(plan, known)) is not None:
        run_id = f"n{item.number:03}"
        known[run_id] = run_of(run_id, left[item.group].pop(0), item.spec)
        plan = plan.with_item(replace(item, state=ItemState.DONE, run_id=run_id))
    return plan, known


def test_a_run_is_repeated_until_its_mean_is_known() -> None:
    speeds = [100.0, 101.0, 99.5, 100.5, 99.0, 100.2, 100.1, 99.9]
    first = run_of("first", 100.0)
    plan, known = carried_out({"mlp": [first]}, 0.04, {"mlp": speeds})
    values = [100.0, *speeds[: len(plan.items)]]
    assert len(values) == 5, "± 2 % is reached as soon as there are enough runs for a claim"
    assert known["n000"].name == first.name
    assert [item.spec.seed for item in plan.items] == [first.spec.seed + 1 + number for number in range(len(plan.items))]
    progress = progress_of(plan, known)
    logarithms = [math.log(value) for value in values]
    half = float(stdtrit(len(values) - 1, 0.975)) * statistics.stdev(logarithms) / math.sqrt(len(values))
    assert progress.repeats == len(values)
    assert progress.width == pytest.approx(math.exp(half) - math.exp(-half))
    assert progress.width is not None
    assert progress.width <= 0.04


def test_a_scattered_run_is_repeated_as_often_as_its_scatter_asks_and_no_oftener_than_the_most() -> None:
    scattered = [100.0 * (1 + 0.05 * (number * 7 % 5 - 2)) for number in range(2 * MOST_REPEATS)]
    plan, known = carried_out({"mlp": [run_of("first", 100.0)]}, 0.08, {"mlp": scattered})
    widths = [progress_of(replace(plan, items=plan.items[:count]), known).width for count in range(4, len(plan.items) + 1)]
    assert all(width is not None and width > 0.08 for width in widths[:-1])
    assert widths[-1] is not None
    assert widths[-1] <= 0.08
    plan, _ = carried_out({"mlp": [run_of("first", 100.0)]}, 0.001, {"mlp": scattered})
    assert len(plan.items) + 1 == MOST_REPEATS


def test_compared_groups_are_repeated_in_turns_and_their_earlier_runs_count() -> None:
    groups = {
        "a": [run_of("a1", 100.0), run_of("a2", 100.1, replace(A.spec, seed=9))],
        "b": [run_of("b1", 200.0, B.spec), run_of("b2", 200.1, B.spec), run_of("b3", 199.9, B.spec)],
    }
    plan, known = carried_out(groups, 0.02, {"a": [100.0, 99.9, 100.2], "b": [200.0] * 3})
    assert [item.group for item in plan.items] == ["a", "b", "b", "a", "a", "b"]
    assert [item.spec.seed for item in plan.items if item.group == "a"] == [10, 11, 12]
    assert run_ids(plan)["b"] == ["b1", "b2", "b3", "n001", "n002", "n005"]
    assert progress_of(plan, known).repeats == 5


def test_a_command_that_tells_no_throughput_is_repeated_until_its_time_is_known(tmp_path: Path) -> None:
    spec = RunSpec("command", command=("python", "train.py"))
    runs = [replace(run_of(f"r{number}", 1.0, spec), metrics={}, wall_s=10.0 + number / 100) for number in range(4)]
    runs[0] = replace(runs[0], environment={"working_folder": str(tmp_path)})
    items, options = repeats_plan({"train": runs}, 0.04)
    assert items[0].details["folder"] == str(tmp_path)
    plan = Plan("p1", PlanKind.AB, "repeats", datetime.now(UTC), options.to_json(), tuple(items), counts=counts_of(tuple(items)))
    plan = plan.with_item(replace(items[0], state=ItemState.DONE, run_id="n"))
    known = {run.run_id: run for run in runs}
    assert AbPlanner().next(plan, known | {"n": replace(runs[0], wall_s=10.05)}) is None
    another = AbPlanner().next(plan, known | {"n": replace(runs[0], wall_s=20.0)})
    assert another is not None
    assert (another.spec, another.details["folder"]) == (spec, str(tmp_path))


def test_a_deleted_run_is_left_out() -> None:
    items, options = repeats_plan({"a": [run_of("gone", 100.0), run_of("there", 100.0)]}, 0.04)
    plan = Plan("p1", PlanKind.AB, "repeats", datetime.now(UTC), options.to_json(), tuple(items), counts=counts_of(tuple(items)))
    assert progress_of(plan, {"there": run_of("there", 100.0)}).repeats == 1
