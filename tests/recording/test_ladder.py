"""The ladder's planner on runs of known throughput: which rung is added to which, which rungs are kept, and what it reports."""

import contextlib
import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.errors import UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import ladder as ladder_module
from gpuscope.recording.ladder import AGAIN, BASE_AGAIN, LadderPlanner, items_again, ladder_options, ladder_view
from gpuscope.recording.plan_records import PlanRecords
from gpuscope.system import language
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from gpuscope.workloads.rungs import NO_LOADER, Fit, Rung, fit
from tests.analysis.records import run_record
from tests.recording.recorders import store_url

TWO_CORES = Capabilities(
    torch_version="2.13.0", cuda=(), cuda_reason="no NVIDIA driver", memory_bytes=2**34, cpu_flags=("sse2",), cpu_count=2
)
INFERENCE = RunSpec("cifar-cnn", task="inference")


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: TWO_CORES))


def climbed(
    speeds: Mapping[str, float], *, asked: RunSpec = INFERENCE, thorough: bool = False, fails: str = "", wall_s: float = 45.0
) -> tuple[Plan, dict[str, RunRecord]]:
    """Carry out a ladder in memory; each run has its group's throughput, "below …" that of the rung named in its details."""
    options = ladder_options(asked, TWO_CORES, thorough=thorough)
    plan = Plan("p00000000000a", PlanKind.LADDER, "ladder", datetime(2026, 11, 22, tzinfo=UTC), options.to_json(), ())
    return conducted(plan, {}, speeds, fails, wall_s)


def conducted(
    plan: Plan, records: dict[str, RunRecord], speeds: Mapping[str, float], fails: str = "", wall_s: float = 45.0
) -> tuple[Plan, dict[str, RunRecord]]:
    """Carry out a ladder in memory."""
    thorough = plan.options["thorough"]
    planner = LadderPlanner()
    while (item := planner.next(plan, records)) is not None:
        if item.state is ItemState.SKIPPED:
            plan = plan.with_item(item)
            continue
        run_id = f"{len(records) + 1:012x}"
        state = ItemState.FAILED if item.group == fails else ItemState.DONE
        scatter = 1 + 0.001 * ((7 * item.number) % 5 - 2) if thorough else 1.0
        record = run(run_id, item.spec, speed_of(item.spec, speeds) * scatter)
        records[run_id] = replace(record, wall_s=wall_s, started_at=record.started_at + timedelta(seconds=len(records)))
        plan = plan.with_item(replace(item, state=state, run_id=run_id, reason="it died" if state is ItemState.FAILED else None))
    return plan, records


def speed_of(spec: RunSpec, speeds: Mapping[str, float]) -> float:
    """Return a throughput that follows from the spec alone: the product of the factors of its parts."""
    factor = speeds.get("threads", 1.0) if spec.threads == 2 else 1.0
    for change in spec.changes:
        factor *= speeds.get(change, 1.0)
    return 1000.0 * factor * (speeds.get("batch", 1.0) if spec.batch_size == 256 else 1.0)


def run(run_id: str, spec: RunSpec, throughput: float, **metrics: Quantity) -> RunRecord:
    speed = Quantity(throughput, "samples/s", Quality.DERIVED, "steps by the clock")
    return run_record(run_id, spec, {"throughput": speed, **metrics}, duration_s=3.0, steps=100, samples=6400)


def by_key(plan: Plan, records: Mapping[str, RunRecord]) -> dict[str, Any]:
    return {card.step.key: card for card in ladder_view(plan, records).cards}


SPEEDS = {"threads": 1.8, "channels-last": 0.9, "compile": 1.25, "onnxruntime": 3.0, "openvino": 2.0, "onnxruntime-int8": 3.0, "batch": 1.5}


def test_a_rung_is_added_to_those_below_it_that_helped_and_to_no_other() -> None:
    plan, _ = climbed(SPEEDS)
    changes = {item.group: item.spec.changes for item in plan.items}
    assert changes["channels-last"] == ("channels-last",)
    assert changes["compile"] == ("compile",), "channels last made it slower, so compile is added without it"
    assert changes["onnxruntime"] == ("onnxruntime",), "an engine takes the place of what torch did"
    assert changes["openvino"] == ("openvino",)
    assert changes["int8"] == ("onnxruntime-int8",)
    assert plan.of_group("batch")[0].spec.batch_size == 256
    assert plan.of_group("batch")[0].spec.engine == "onnxruntime", "OpenVINO and INT8 brought nothing over ONNX Runtime"


def test_factors_are_the_ratios_of_the_comparison_and_multiply_to_the_total() -> None:
    plan, records = climbed(SPEEDS)
    view = ladder_view(plan, records)
    product = 1.0
    for card in view.cards[1:]:
        assert card.factor is not None
        pair = compare([Group("below", card.step.below), Group("this", card.step.runs)])
        assert card.factor == pair.metrics["throughput"][1].ratio
        product *= card.factor if card.step.is_kept else 1.0
    base, best = view.steps[0].runs[0], next(step for step in view.steps if step.key == "batch").runs[0]
    whole = compare([Group("base", (base,)), Group("best", (best,))]).metrics["throughput"][1].ratio
    assert view.total == pytest.approx(product) == pytest.approx(whole)
    assert view.total == pytest.approx(1.8 * 3.0 * 1.5)


def test_the_sentence_names_what_brought_most() -> None:
    two = "cifar-cnn inference became 8.10\u00a0× faster, mostly thanks to ONNX Runtime and all threads."
    assert ladder_view(*climbed(SPEEDS)).sentence == two
    half = ladder_view(*climbed({"threads": 1.5, "openvino": 4.0})).sentence
    assert half == "cifar-cnn inference became 6.00\u00a0× faster, mostly thanks to OpenVINO."
    assert ladder_view(*climbed({"batch": 1.4})).sentence == "cifar-cnn inference became 1.40\u00a0× faster, thanks to larger batch."
    assert ladder_view(*climbed({"openvino": 0.5})).sentence == "No optimization made cifar-cnn inference faster here."


def test_a_rung_that_fails_is_told_and_the_ladder_goes_on() -> None:
    plan, records = climbed(SPEEDS, fails="onnxruntime")
    cards = by_key(plan, records)
    assert (cards["onnxruntime"].step.state, cards["onnxruntime"].note) == ("failed", "it died")
    assert cards["openvino"].factor == pytest.approx(2.0 / 1.25)
    assert len(plan.of_group("onnxruntime")) == 1


def test_a_ladder_whose_lowest_step_fails_ends() -> None:
    plan, records = climbed(SPEEDS, fails="base")
    assert [item.group for item in plan.items] == ["base"]
    assert ladder_view(plan, records).sentence == "No rung of the ladder of cifar-cnn inference could be measured here."


def test_an_emulated_format_and_an_unfit_rung_are_grey_with_their_reason() -> None:
    plan, records = climbed({}, asked=RunSpec("mnist-mlp"))
    cards = by_key(plan, records)
    assert cards["bf16"].step.state == "skipped"
    assert cards["bf16"].note.startswith("BF16 is emulated on this processor (no AVX512-BF16, no AMX)")
    assert cards["channels-last"].note == "Channels last does not fit mnist-mlp: its samples have no channels"
    assert all(card.factor is None for card in cards.values() if card.step.state == "skipped")


def test_repeats_of_a_thorough_rung_alternate_with_those_below_it() -> None:
    plan, records = climbed(SPEEDS, thorough=True)
    groups = [item.group for item in plan.items[:10]]
    pair = ("below threads", "threads")
    assert groups == [*pair, *reversed(pair)] * 2 + [*pair]
    assert len({item.spec.seed for item in plan.of_group("threads")}) == 5
    cards = by_key(plan, records)
    assert cards["threads"].verdict.endswith("better")
    assert cards["threads"].interval_text
    assert cards["channels-last"].verdict.endswith("worse")
    assert not cards["channels-last"].step.is_kept


@pytest.mark.parametrize("tongue", ["en", "zh_CN"])
def test_the_json_of_a_thorough_rung_has_interval_and_verdict_as_a_comparison_has_them(tongue: str) -> None:
    plan, records = climbed(SPEEDS, thorough=True)
    language.use(tongue)
    try:
        view = ladder_view(plan, records)
        rungs = {rung["adds"]: rung for rung in view.to_json()["rungs"]}
    finally:
        language.use(language.ENGLISH)
    for card in view.cards[1:]:
        rung = rungs[card.step.key]
        [_, entry] = compare([Group("below", tuple(card.step.below)), Group("this", tuple(card.step.runs))]).metrics["throughput"]
        assert (rung["factor"], rung["interval"], rung["verdict"]) == (entry.ratio, list(entry.interval or ()), entry.verdict)
        assert (card.interval_text, card.verdict) != ("", "")
    assert {rung["verdict"] for rung in rungs.values()} > {None, "better", "no-difference"}
    quick = ladder_view(*climbed(SPEEDS)).to_json()["rungs"][1]
    assert (quick["interval"], quick["verdict"]) == (None, None)


def test_what_a_ladder_changes_itself_is_not_asked_for() -> None:
    for spec in (replace(INFERENCE, optimize="compile"), replace(INFERENCE, engine="openvino"), replace(INFERENCE, precision="bf16")):
        with pytest.raises(UsageError, match="adds optimizations, engine and number format itself"):
            ladder_options(spec, TWO_CORES)
    with pytest.raises(UsageError, match="kernel"):
        ladder_options(RunSpec("gemm"), TWO_CORES)
    with pytest.raises(UsageError, match="command"):
        ladder_options(RunSpec("command", command=("true",)), TWO_CORES)


def test_the_forecast_counts_the_rungs_that_fit_the_repeats_and_the_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (0.5, 1.0, 1.0))
    quick = ladder_options(INFERENCE, TWO_CORES)
    assert quick.fitting <= len(quick.rungs)
    fewer = ladder_options(RunSpec("mnist-mlp", task="inference"), TWO_CORES)
    assert fewer.fitting < len(fewer.rungs), "channels last does not fit images without channels"
    assert fewer.to_json()["expected"] == 1 + len(fewer.rungs)
    per_run = fewer.forecast_s / (4 + fewer.fitting)
    assert per_run == pytest.approx(9.0), "three seconds of steps, six around them"
    thorough = ladder_options(RunSpec("mnist-mlp", task="inference"), TWO_CORES, thorough=True, repeats=3)
    assert thorough.to_json()["expected"] == 2 * 3 * thorough.fitting + len(thorough.rungs) - thorough.fitting
    assert thorough.forecast_s == pytest.approx(2 * 3 * thorough.fitting * (5.0 + 6.0 + 3.0))
    monkeypatch.setattr("os.getloadavg", lambda: (6.0, 1.0, 1.0))
    loaded = ladder_options(RunSpec("mnist-mlp", task="inference"), TWO_CORES)
    assert loaded.forecast_s / (4 + loaded.fitting) == pytest.approx(3.0 + 3 * 6.0), "three times as long around three seconds of steps"


def test_one_core_has_no_rung_of_threads() -> None:
    assert "threads" not in ladder_options(INFERENCE, replace(TWO_CORES, cpu_count=1)).rungs


def test_a_rung_that_waits_is_measured_again_against_what_it_was_measured_against() -> None:
    plan, records = climbed(SPEEDS)
    [item] = plan.of_group("openvino")
    plan = plan.with_item(replace(item, state=ItemState.WAITING, run_id=None))
    again = LadderPlanner().next(plan, records)
    assert isinstance(again, PlanItem)
    assert (again.number, again.spec, again.details["below"]) == (item.number, item.spec, "onnxruntime")


def test_a_quick_ladder_measures_its_base_again_at_the_end_and_says_how_far_it_drifted(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, records = climbed(SPEEDS, wall_s=5.0)
    assert [item.group for item in plan.items][-4:] == ["batch", BASE_AGAIN, "batch again", "onnxruntime again"]
    for again, key in zip(plan.items[-3:], ("base", "batch", "onnxruntime"), strict=True):
        assert again.spec == plan.of_group(key)[0].spec
    [again] = plan.of_group(BASE_AGAIN)
    view = ladder_view(plan, records)
    assert "was as fast" in view.labels[-1]
    slow = records[str(again.run_id)]
    records[slow.run_id] = replace(run(slow.run_id, slow.spec, 880.0), started_at=slow.started_at, wall_s=5.0)
    view = ladder_view(plan, records)
    assert view.labels[-1] == "The base, measured again at the end, was 12.0 % slower."
    assert view.to_json()["base_again"] == {"run": slow.run_id, "ratio": pytest.approx(0.88)}
    assert [card.step.key for card in view.cards][-1] == "batch", "it is no rung"


def test_a_quick_look_says_how_far_its_factors_may_be_off_by_what_it_shows_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, records = climbed(SPEEDS, wall_s=5.0)
    quiet = ladder_view(plan, records)
    assert quiet.labels[0] == "Quick look, no verdict: factors may be off by about 1 %.", "no two runs agree for ever"
    [again] = plan.of_group(BASE_AGAIN)
    slower = records[str(again.run_id)]
    records[slower.run_id] = replace(run(slower.run_id, slower.spec, 957.0), started_at=slower.started_at, wall_s=5.0)
    drifted = ladder_view(plan, records)
    pooled = abs(math.log(0.957)) / math.sqrt(2) / math.sqrt(3)  # three pairs, of which two agree
    assert drifted.spread == pytest.approx(math.expm1(3.182 * math.sqrt(2) * pooled), rel=1e-3)
    assert drifted.to_json()["spread"] == drifted.spread
    assert drifted.to_json()["spread"] < 0.1
    one = replace(plan, items=tuple(item for item in plan.items if item.group in ("base", BASE_AGAIN, "threads")))
    apart = math.log(0.957) / math.sqrt(2)
    assert ladder_view(one, records).spread == pytest.approx(math.expm1(4.303 * math.hypot(0.025, apart)), rel=1e-3), "one pair alone"
    thorough, _ = climbed(SPEEDS, wall_s=5.0)
    assert ladder_view(replace(thorough, options={**thorough.options, "thorough": True}), records).spread is None


@pytest.mark.parametrize("repeats", [3, 1, 0])
@pytest.mark.parametrize("scatter", [0.01, 0.03, 0.05, 0.1])
def test_factors_are_off_by_no_more_than_the_ladder_says_in_95_percent(scatter: float, repeats: int) -> None:
    plan, records = climbed(SPEEDS, wall_s={3: 5.0, 1: 10.0, 0: 12.0}[repeats])
    assert sum(item.group.endswith(AGAIN) for item in plan.items) == repeats
    if scatter > 0.05 and repeats < 2:
        pytest.skip("of less than two repeats half is assumed, for machines that are otherwise idle")
    random, hits = Random(20261129), []
    for _ in range(1000):
        off = {run_id: random.gauss(0.0, scatter) for run_id in records}
        scattered = {
            run_id: replace(
                run(run_id, record.spec, (record.metrics["throughput"].value or 0.0) * math.exp(off[run_id])), started_at=record.started_at
            )
            for run_id, record in records.items()
        }
        view = ladder_view(plan, scattered)
        assert view.spread is not None
        pairs = [(step.runs[0].run_id, step.below[0].run_id) for step in view.steps if step.below]
        hits += [abs(off[rung] - off[below]) <= math.log1p(view.spread) for rung, below in pairs]
    assert sum(hits) / len(hits) >= 0.93
    assert repeats < 2 or sum(hits) / len(hits) <= 0.97


def test_windows_that_scatter_make_factors_worth_less(gpuscope_home: object) -> None:
    with contextlib.closing(PlanRecords(store_url())) as kept:
        steady = [(at + 1) * 10_000_000 for at in range(120)]
        uneven = [end + (end - 600_000_000) // 2 * (end > 600_000_000) for end in steady]
        ends = {"000000000001": steady, "000000000002": uneven, "000000000003": steady[:24]}
        kept._history.steps = ends.__getitem__  # type: ignore[assignment, method-assign]
        errors = [kept.mean_error(replace(run(run_id, RunSpec("mnist-mlp"), 1.0), warmup_steps=0)) for run_id in ends]
    assert errors[0] == pytest.approx(0.0, abs=1e-9)
    assert errors[1] == pytest.approx(0.222 / math.sqrt(6), abs=0.005), "half of the window 1.5 times slower"
    assert errors[2] is None, "too few steps"


def test_a_base_that_would_make_the_quick_look_a_long_one_is_not_measured_again() -> None:
    plan, records = climbed(SPEEDS, wall_s=12.0)
    assert plan.items[-1].group == "batch"
    assert ladder_view(plan, records).base_drift is None, "while it goes on, nobody knows yet"
    assert ladder_view(plan, records).to_json()["base_again"] is None
    ended = ladder_view(replace(plan, state=PlanState.FINISHED), records)
    assert ended.labels[-1] == "The base was not measured again at the end, since no time was left."
    assert ended.to_json()["base_again"] == {"run": None, "ratio": None, "reason": ended.labels[-1].removesuffix(".")}


def test_a_gpu_that_vanishes_in_the_middle_leaves_the_rest_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = CudaDevice(0, "NVIDIA H100", 80 * 2**30, (9, 0), True)
    there = replace(TWO_CORES, cuda=(gpu,), cuda_reason=None)
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: there))
    options = ladder_options(RunSpec("cifar-cnn", task="training", device="cuda:0"), there)
    plan = Plan("p00000000000b", PlanKind.LADDER, "ladder", datetime(2026, 11, 22, tzinfo=UTC), options.to_json(), ())
    item = LadderPlanner().next(plan, {})
    assert item is not None
    records = {"a": run("a", item.spec, 1000.0)}
    plan = plan.with_item(replace(item, state=ItemState.DONE, run_id="a"))
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: TWO_CORES))
    plan, records = conducted(plan, records, {})
    assert {entry.state for entry in plan.items[1:]} == {ItemState.SKIPPED}
    assert len(plan.items) == 1 + len(options.rungs)
    assert {entry.reason for entry in plan.items[1:]} == {"cuda:0: no NVIDIA driver", NO_LOADER}
    assert ladder_view(plan, records).sentence == "No rung of the ladder of cifar-cnn training could be measured here."


def waiting(plan: Plan, key: str) -> Plan:
    """Have a rung measured again."""
    for number in items_again(plan, key):
        plan = plan.with_item(plan.items[number].waiting_again())
    return plan


@pytest.mark.parametrize("thorough", [False, True])
def test_a_rung_that_was_left_out_is_measured_where_it_has_become_available(monkeypatch: pytest.MonkeyPatch, thorough: bool) -> None:
    monkeypatch.setattr(ladder_module, "_fit", lambda rung, below, asked: lacking(rung, below, asked, "openvino"))
    plan, records = climbed(SPEEDS, thorough=thorough)
    [left_out] = plan.of_group("openvino")
    assert left_out.state is ItemState.SKIPPED
    plan, records = conducted(waiting(plan, "OpenVINO"), records, SPEEDS)
    assert plan.items[left_out.number].state is ItemState.SKIPPED, "it still cannot be here"
    monkeypatch.undo()
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: TWO_CORES))
    plan, records = conducted(waiting(plan, "openvino"), records, SPEEDS)
    items = plan.of_group("openvino")
    assert [item.state for item in items] == [ItemState.DONE] * (5 if thorough else 1)
    assert {item.spec.changes for item in items} == {("openvino",)}
    card = by_key(plan, records)["openvino"]
    assert card.factor == pytest.approx(2 / 3, rel=0.01), "against ONNX Runtime, which was kept"
    assert (card.step.state, card.step.reason, card.step.cure) == ("done", "", "")


def test_a_rung_that_failed_is_measured_again() -> None:
    plan, records = climbed(SPEEDS, fails="compile")
    plan, records = conducted(waiting(plan, "compile"), records, SPEEDS)
    assert by_key(plan, records)["compile"].factor == pytest.approx(1.25)


def test_where_a_rung_helps_only_when_it_is_measured_again_those_above_are_added_to_it() -> None:
    asked = RunSpec("cifar-cnn", task="training")
    slow = {"threads": 1.8, "channels-last": 0.9, "compile": 1.25}
    plan, records = climbed(slow, asked=asked)
    assert plan.of_group("compile")[0].spec.changes == ("compile",)
    before = plan.of_group("threads")[0].run_id
    fast = {**slow, "channels-last": 1.4}
    plan, records = conducted(waiting(plan, "channels-last"), records, fast)
    assert plan.of_group("compile")[0].spec.changes == ("channels-last", "compile")
    assert plan.of_group("threads")[0].run_id == before, "what lies below stays"
    assert len(plan.items) == len({item.number for item in plan.items})
    view = ladder_view(plan, records)
    assert view.total == pytest.approx(1.8 * 1.4 * 1.25)


def test_a_rung_that_it_does_not_have_is_refused_with_those_that_it_has() -> None:
    plan, _ = climbed(SPEEDS)
    with pytest.raises(UsageError, match="no rung 'jax'") as error:
        items_again(plan, "jax")
    assert "openvino" in error.value.hint


def lacking(rung: Rung, below: RunSpec, asked: RunSpec, key: str) -> Fit:
    """Answer as on a machine that lacks a rung's engine."""
    from gpuscope.workloads import catalog

    return Fit(None, "it is not installed", "pip install it") if rung.key == key else fit(rung, catalog.resolve(below), asked, TWO_CORES)
