"""The sweep's planner in memory, on runs of known figures: the order, the skipped items and reasons, the budget, resuming."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, counts_of
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.sweep import (
    SweepPlanner,
    lacks_memory,
    options_of,
    rest_of,
    split_axes,
    sweep_options,
    sweep_view,
)
from gpuscope.workloads.capabilities import Capabilities
from tests.analysis.records import run_record

TWO_CORES = Capabilities(
    torch_version="2.13.0", cuda=(), cuda_reason="no NVIDIA driver", memory_bytes=2**34, cpu_flags=("sse2",), cpu_count=2
)
OUT_OF_MEMORY = "exit code 1: out of main memory: RuntimeError: DefaultCPUAllocator: can't allocate memory"
Fails = Callable[[PlanItem], str | None]


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: TWO_CORES))


def sweep_plan(values: Mapping[str, str], *, workload: str = "mnist-mlp", budget_s: float | None = None, emulated: bool = False) -> Plan:
    fixed, axes = split_axes(workload, values)
    options = sweep_options(RunSpec(workload).with_values(fixed), axes, TWO_CORES, budget_s=budget_s, emulated=emulated)
    items = tuple(options.items())
    return Plan(
        "p00000000000a", PlanKind.SWEEP, "sweep", datetime(2026, 11, 22, tzinfo=UTC), options.to_json(), items, counts=counts_of(items)
    )


def swept(
    plan: Plan, records: dict[str, RunRecord], *, most: int = 10_000, fails: Fails = lambda _: None, wall_s: float = 4.0
) -> tuple[Plan, list[PlanItem]]:
    """Carry out a sweep in memory, with a new planner for each step, as when resumed; return the plan and the items that ran, in order."""
    ran: list[PlanItem] = []
    while len(ran) < most and (item := SweepPlanner().next(plan, records)) is not None:
        if item.state is ItemState.SKIPPED:
            plan = plan.with_item(item)
            continue
        ran.append(item)
        run_id = f"{item.number:012x}"
        reason = fails(item)
        if reason is None:
            records[run_id] = run(run_id, item.spec, wall_s)
        plan = plan.with_item(replace(item, state=ItemState.FAILED if reason else ItemState.DONE, run_id=run_id, reason=reason))
    return plan, ran


def run(run_id: str, spec: RunSpec, wall_s: float = 4.0) -> RunRecord:
    """Return a run whose throughput saturates at a batch size of 64."""
    batch = float(spec.batch_size or 64)
    speed = 1000.0 * min(batch, 64.0) * (2.0 if spec.precision == "bf16" else 1.0)
    metrics = {
        "throughput": Quantity(speed, "samples/s", Quality.DERIVED, "steps by the clock"),
        "latency_p50": Quantity(batch / speed, "s", Quality.DERIVED, "steps by the clock"),
    }
    return run_record(run_id, spec, metrics, duration_s=2.0, wall_s=wall_s)


def test_every_cell_is_run_once_in_the_useful_order() -> None:
    plan, ran = swept(sweep_plan({"batch_size": "1..256", "task": "training,inference"}), {})
    assert len(ran) == 18
    assert {(item.spec.batch_size, item.spec.task) for item in ran[:4]} == {(b, t) for b in (1, 256) for t in ("training", "inference")}
    assert all(item.spec.duration_s == 2.0 and item.spec.warmup_steps == 5 for item in ran)
    assert all(item.state is ItemState.DONE for item in plan.items)


def test_a_cell_without_memory_is_a_result_and_larger_batches_are_not_tried() -> None:
    def fails(item: PlanItem) -> str | None:
        return OUT_OF_MEMORY if item.spec.task == "training" and (item.spec.batch_size or 0) >= 32 else None

    records: dict[str, RunRecord] = {}
    plan, ran = swept(sweep_plan({"batch_size": "1..64", "task": "training,inference"}), records, fails=fails)
    tried = [item.spec.batch_size for item in ran if item.spec.task == "training"]
    assert tried == [1, 64, 8, 2, 16, 4, 32], "64 was tried before 32 told that it would fail"
    smaller = replace(plan, items=tuple(replace(i, state=ItemState.WAITING) if i.spec.batch_size == 64 else i for i in plan.items))
    plan, ran = swept(smaller, records, fails=fails)
    assert [item.spec.task for item in ran] == ["inference"]
    skipped = next(item for item in plan.items if item.spec.batch_size == 64 and item.spec.task == "training")
    assert (skipped.state, skipped.reason) == (ItemState.SKIPPED, "batch size 32, training is out of memory already")
    view = sweep_view(plan, records)
    assert [cell.label for cell in view.cells if cell.is_out_of_memory] == ["out of memory"] * 2
    assert view.sentence.endswith("2 cells out of memory.")


def test_what_the_catalogue_refuses_for_its_memory_is_out_of_memory_too() -> None:
    plan, ran = swept(sweep_plan({"size": "1024..131072:x2"}, workload="gemm"), {})
    refused = [item for item in plan.items if item.state is ItemState.SKIPPED]
    assert refused
    assert all(lacks_memory(item) for item in refused)
    assert len(ran) + len(refused) == len(plan.items)
    assert max(int(item.spec.options["size"]) for item in ran) < min(int(item.spec.options["size"]) for item in refused)


def test_another_failure_is_told_and_larger_batches_are_tried() -> None:
    plan, ran = swept(sweep_plan({"batch_size": "1..8"}), {}, fails=lambda item: "it crashed" if item.spec.batch_size == 2 else None)
    assert len(ran) == 4
    assert [cell.label for cell in sweep_view(plan, {}).cells if cell.state == "failed"] == ["failed"]


def test_formats_that_are_only_emulated_are_skipped_unless_they_are_asked_for() -> None:
    records: dict[str, RunRecord] = {}
    plan, ran = swept(sweep_plan({"precision": "fp32,bf16"}), records)
    assert [item.spec.precision for item in ran] == ["fp32"]
    cell = next(cell for cell in sweep_view(plan, records).cells if cell.state == "skipped")
    assert cell.label == "emulated"
    assert cell.reason.startswith("BF16 is emulated on this processor")
    _, ran = swept(sweep_plan({"precision": "fp32,bf16"}, emulated=True), {})
    assert len(ran) == 2


def test_what_is_not_here_is_skipped_with_its_reason() -> None:
    plan, ran = swept(sweep_plan({"device": "cpu,cuda:0"}), {})
    assert [item.spec.device for item in ran] == ["cpu"]
    assert [item.reason for item in plan.items if item.state is ItemState.SKIPPED] == ["cuda:0: no NVIDIA driver"]


def test_the_budget_ends_it_by_the_wall_time_of_its_runs() -> None:
    records: dict[str, RunRecord] = {}
    plan, ran = swept(sweep_plan({"batch_size": "1..256"}, budget_s=10.0), records, wall_s=4.0)
    assert len(ran) == 3, "12 s of runs are the first that reach 10 s"
    skipped = [item for item in plan.items if item.state is ItemState.SKIPPED]
    assert {item.reason for item in skipped} == {"the budget of 10 s is spent"}
    assert rest_of(plan) == [item.number for item in skipped]
    assert sweep_view(plan, records).cells[-1].label == "budget"


def test_a_resumed_sweep_goes_on_as_it_would_have_and_its_interrupted_runs_count() -> None:
    whole, order = swept(sweep_plan({"batch_size": "1..256"}), {})
    records: dict[str, RunRecord] = {}
    plan, first = swept(sweep_plan({"batch_size": "1..256"}), records, most=4)
    plan, rest = swept(plan, records)
    assert [item.number for item in (*first, *rest)] == [item.number for item in order]
    assert [item.state for item in plan.items] == [item.state for item in whole.items]

    records = {}
    plan, _ = swept(sweep_plan({"batch_size": "1..256"}, budget_s=10.0), records, most=2)
    records["a" * 12] = run("a" * 12, RunSpec("mnist-mlp"), 4.0)
    plan = plan.with_item(replace(plan.items[2], details={**plan.items[2].details, "earlier_runs": ["a" * 12]}))
    _, rest = swept(plan, records)
    assert rest == [], "two runs and the interrupted one took 12 s"
    killed = run("a" * 12, RunSpec("mnist-mlp"))
    heartbeat_at = killed.started_at + timedelta(seconds=4.0)
    records["a" * 12] = replace(killed, state=RunState.INTERRUPTED, wall_s=None, heartbeat_at=heartbeat_at)
    _, rest = swept(plan, records)
    assert rest == [], "nobody saw the end of a run whose recorder was killed, but it was recorded for 4 s"


def test_the_knee_is_where_throughput_saturates_and_the_sentence_says_what_it_costs() -> None:
    records: dict[str, RunRecord] = {}
    plan, _ = swept(sweep_plan({"batch_size": "1..1024"}), records)
    view = sweep_view(plan, records)
    assert view.knee is not None
    assert view.knee.run is not None
    assert view.knee.run.spec.batch_size == 64
    assert view.sentence == "Batch size 64 is the knee: 100 % of the best throughput at 6 % of the latency."
    assert [cell.run.spec.batch_size for cell in view.front if cell.run] == [64], "below it the latency is the same, above it the speed"
    document = view.to_json()
    assert document["knee"] == {"batch_size": 64}
    assert len(document["cells"]) == 11
    assert document["front_of"] == ["throughput", "latency_p50"]
    assert [(measure["key"], measure["unit"], measure["better"]) for measure in document["measures"]] == [
        ("throughput", "samples/s", "higher"),
        ("latency_p50", "s", "lower"),
    ]
    assert all([measure["key"] for measure in document["measures"]] == list(cell["figures"]) for cell in document["cells"])


@pytest.mark.parametrize(
    ("values", "budget_s", "words"),
    [
        ({}, None, "no axis"),
        ({"batch_size": "1..4", "precision": "fp32,bf16", "threads": "1,2"}, None, "3 axes (batch size, precision and threads)"),
        ({"batch_size": "1..1000:x1.01", "threads": "1..4000:x1.05"}, None, "are too many"),
        ({"batch_size": "1..100:x1", "threads": "1,2"}, None, "is not a range"),
        ({"batch_size": "1..4"}, 1.0, "a budget of 1 s is shorter than one run, which takes 3 s at least"),
        ({"device": "cuda:0,cuda:1", "batch_size": "1,2"}, None, "cuda:0: no NVIDIA driver"),
        ({"batch_size": "1..4", "nonsense": "1"}, None, "has no option 'nonsense'"),
    ],
)
def test_what_is_no_sweep_is_refused_in_words(values: Mapping[str, str], budget_s: float | None, words: str) -> None:
    with pytest.raises(GpuscopeError) as error:
        sweep_plan(values, budget_s=budget_s)
    assert words in error.value.message


def test_a_command_has_no_knobs() -> None:
    with pytest.raises(UsageError):
        sweep_options(RunSpec("command", command=("true",)), (), TWO_CORES)


def test_the_forecast_is_that_of_all_cells_or_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (0.5, 1.0, 1.0))
    options = options_of(sweep_plan({"batch_size": "1..1024"}))
    assert options.forecast_s == 11 * 8.0
    assert options.forecast == "mnist-mlp training: batch size: 11 runs; about 1 min 30 s"
    assert options_of(sweep_plan({"batch_size": "1..1024"}, budget_s=30.0)).forecast_s == 30.0
    busy = replace(options, slowdown=3.0)
    assert busy.forecast_s == 11 * 20.0, "three times as long around two seconds of steps"
    assert busy.forecast.endswith("about 3 min 30 s while other programs keep the processor as busy as now")


def test_a_cell_at_a_time_of_its_own_keeps_it() -> None:
    plan = sweep_plan({"batch_size": "1,2", "steps": "50"})
    assert {(item.spec.steps, item.spec.duration_s) for item in plan.items} == {(50, None)}


def test_it_is_asked_about_by_its_time_and_not_by_its_cells() -> None:
    """Regardless of other load on the machine: a script must not be refused because another program is running."""
    assert not replace(options_of(sweep_plan({"batch_size": "1..1024"})), slowdown=100.0).is_long
    assert options_of(sweep_plan({"batch_size": "1..1024", "duration_s": "5min"})).is_long
    many = ",".join(map(str, range(1, 101)))
    assert options_of(sweep_plan({"batch_size": many, "hidden": many})).is_long
    assert not options_of(sweep_plan({"batch_size": many, "hidden": many}, budget_s=60.0)).is_long
