"""Each verdict from a run made to show it; no verdict from a run that lacks the signal."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from gpuscope.analysis.bottleneck import (
    COMPUTE,
    COPY,
    EMULATED,
    FALSE_CEILING,
    INPUT,
    LAUNCH,
    MEMORY,
    NO_CEILING,
    NO_DATA,
    NO_LIMIT,
    NO_PHASES,
    NO_PROGRAM,
    NO_UTILIZATION,
    NOT_DERIVED,
    NOT_KNOWN,
    OVERHEAD,
    POWER,
    RANKS,
    REASONS,
    SHARED,
    SLOW_FORMAT,
    THROTTLED,
    VERDICT_TEXTS,
    bottleneck,
)  # fmt: skip
from gpuscope.analysis.bottleneck_signals import LABELS, Evidence
from gpuscope.core.cure_texts import COPY_ADVICE, PIN_ADVICE, PROFILE, PROFILE_ADVICE, QUIET_ADVICE, QUIET_OR_TIME_ADVICE
from gpuscope.core.device import NO_GPU_FOUND, Device, DeviceKind
from gpuscope.core.field import Scalar
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import UNDERIVED, DeviceResult, RunRecord, RunState
from gpuscope.core.run_metrics import CPU_TIME_PER_SAMPLE, without_false_ceilings
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.sensors.declaration import no_gpu
from tests.analysis.records import CPU, GPU, measured, run_record

WORKLOAD = Device("workload", DeviceKind.CPU, "The workload")
CNN, MLP = RunSpec("cifar-cnn", device="cuda:0", batch_size=64), RunSpec("mnist-mlp", batch_size=1)
LOADER = RunSpec("cifar-cnn-loader", options={"workers": 0, "prefetch": 2, "augmentation": "flip-crop"})
DDP = RunSpec("mnist-mlp", device="cuda:0", ranks=2, optimize="ddp")
COMPUTING = {"phase_time_data": 0.001, "phase_time_forward": 0.004, "phase_time_backward": 0.005}
BUSY = {"utilization_mean": 0.98, "slowed_power_cap": 0.0, "slowed_thermal": 0.0, "slowed_hardware": 0.0}


def quantities(values: Mapping[str, float]) -> dict[str, Quantity]:
    return {key: measured(value, "1") for key, value in values.items()}


def on_gpu(metrics: Mapping[str, float], gpu: Mapping[str, float], spec: RunSpec = CNN, **more: object) -> RunRecord:
    return run_record("a", spec, quantities(metrics), (DeviceResult(GPU, quantities(gpu)),), **more)


def on_cpu(
    metrics: Mapping[str, float], facts: Mapping[str, object], spec: RunSpec = MLP, cpu_time: float = 80.0, **more: object
) -> RunRecord:
    devices = (DeviceResult(CPU, quantities({"utilization_mean": 1.0})), DeviceResult(WORKLOAD, quantities({"cpu_time": cpu_time})))
    return run_record("a", spec, quantities(metrics), devices, environment={"threads": 2, "cpu_threads": 2, **facts}, **more)


SMALL = {"latency_p50": 0.0002, "mfu": 0.006, **COMPUTING}
VECTOR = {"bandwidth": 9e9, "flops": 1.5e9, "roofline_share": 0.75, "mfu": 0.004}
ROOFS = {"ceiling_bandwidth": 12e9, "ceiling_flops": 100e9, "bytes_per_step": 2e8, "operations_per_step": 3.3e7}
MADE = {
    THROTTLED: on_gpu({**COMPUTING, "mfu": 0.6}, {**BUSY, "slowed_thermal": 0.2}),
    INPUT: on_gpu({**COMPUTING, "phase_time_data": 0.02}, BUSY),
    COPY: on_gpu({**COMPUTING, "phase_time_copy": 0.02}, BUSY),
    POWER: on_gpu({**COMPUTING, "mfu": 0.6}, {**BUSY, "slowed_power_cap": 0.9}),
    LAUNCH: on_gpu(COMPUTING, {**BUSY, "utilization_mean": 0.4}),
    OVERHEAD: on_cpu(SMALL, {"parameters": 101_770}),
    MEMORY: on_cpu(VECTOR, ROOFS, RunSpec("scaled-sum"), steps_kind="kernel"),
    COMPUTE: on_cpu({"mfu": 0.8, "latency_p50": 0.03}, {}, RunSpec("gemm"), steps_kind="kernel"),
    EMULATED: on_cpu(
        {**COMPUTING, "mfu": 2.56, "latency_p50": 0.03},
        {"arithmetic": "emulated", "arithmetic_reason": "the processor has neither AVX512-BF16 nor AMX"},
        RunSpec("cifar-cnn", precision="bf16"),
    ),
    SLOW_FORMAT: on_gpu(
        {**COMPUTING, "mfu": 0.7},
        BUSY,
        RunSpec("cifar-cnn", device="cuda:0", precision="fp64"),
        environment={"arithmetic": "slow by design", "arithmetic_reason": "this GPU computes FP64 at 1/64 of its FP32 rate"},
    ),
    SHARED: on_cpu({"mfu": 0.02, "latency_p50": 0.03}, {}, RunSpec("gemm"), cpu_time=17.2, steps_kind="kernel"),
}
"""A run made for each verdict."""


@pytest.mark.parametrize("verdict", MADE)
def test_a_run_made_to_be_it_is_told_to_be_it_with_figures_and_what_to_try(verdict: str) -> None:
    found = bottleneck(MADE[verdict])
    assert found.verdict == verdict
    assert found.evidence
    assert found.cures
    assert found.sentence == VERDICT_TEXTS[verdict].format(found.detail)
    document = found.to_json()
    assert document["evidence"][0]["value"] == found.evidence[0].value
    assert document["try"][0]["text"]


@pytest.mark.parametrize(
    ("record", "verdict", "also"),
    [
        (on_gpu({}, {**BUSY, "utilization_mean": 0.99}, RunSpec("h2d-copy", device="cuda:0")), NOT_KNOWN, ()),
        (on_gpu({"bandwidth": 20e9}, BUSY, RunSpec("h2d-copy", device="cuda:0")), COPY, ()),
        (on_gpu({**COMPUTING, "phase_time_data": 0.02, "phase_time_copy": 0.03}, BUSY), COPY, (INPUT,)),
        (on_gpu({**COMPUTING, "mfu": 0.6}, {**BUSY, "slowed_power_cap": 0.9}), POWER, (COMPUTE,)),
        (on_gpu(COMPUTING, {"utilization_mean": 0.9, "power_mean": 690.0, "power_limit_last": 700.0}), POWER, ()),
        (on_gpu(COMPUTING, {**BUSY, "power_mean": 690.0, "power_limit_last": 700.0}), NOT_KNOWN, ()),
        (on_gpu(COMPUTING, {**BUSY, "sm_activity_mean": 0.1}), LAUNCH, ()),
        (on_gpu(COMPUTING, {**BUSY, "sm_activity_mean": 0.9, "memory_activity_mean": 0.7}), MEMORY, ()),
        (on_gpu(COMPUTING, {**BUSY, "memory_activity_mean": 0.7, "tensor_activity_mean": 0.8}), COMPUTE, (MEMORY,)),
        (on_gpu(COMPUTING, {**BUSY, "memory_utilization_mean": 0.99}), NOT_KNOWN, ()),
        (on_cpu({**SMALL, "phase_time_data": 0.005}, {"parameters": 101_770}), OVERHEAD, ()),
        (on_cpu({**SMALL, "phase_time_data": 0.005}, {"parameters": 101_770}, LOADER), INPUT, ()),
        (on_cpu({"bandwidth": 8e9}, {"bytes_per_step": 2**27}, RunSpec("copy"), steps_kind="kernel"), MEMORY, ()),
        (on_cpu({"bandwidth": 8e9}, {"bytes_per_step": 2**20}, RunSpec("copy"), steps_kind="kernel"), NOT_KNOWN, ()),
        (on_cpu({**VECTOR, "flops": 300e9}, ROOFS, RunSpec("scaled-sum"), steps_kind="kernel"), COMPUTE, ()),
    ],
)
def test_verdicts_beside_the_clear_ones(record: RunRecord, verdict: str, also: tuple[str, ...]) -> None:
    found = bottleneck(record)
    assert (found.verdict, found.also) == (verdict, also)


@pytest.mark.parametrize(
    ("record", "reasons"),
    [
        (on_gpu(COMPUTING, {"power_mean": 300.0}), (NO_UTILIZATION, NO_CEILING)),
        (on_gpu({"mfu": 0.1}, {**BUSY, "utilization_mean": 0.2}), (NO_PHASES,)),
        (on_gpu({**COMPUTING, "mfu": 0.1}, {**BUSY, "utilization_mean": 0.2}, DDP, environment={"device_uuids": [GPU.uuid, GPU.uuid]}),
         (RANKS,)),
        (on_gpu({**COMPUTING, "mfu": 0.2}, BUSY), (NO_LIMIT,)),
        (on_cpu({**SMALL, "mfu": float("nan")}, {"parameters": 101_770}), (NO_CEILING,)),
        (on_cpu(SMALL, {}), (NO_LIMIT,)),
        (on_cpu(SMALL, {"parameters": 10**9}), (NO_LIMIT,)),
        (run_record("a", RunSpec("command", command=("true",)), devices=(DeviceResult(GPU, quantities({"utilization_mean": 0.2})),)),
         (NO_PHASES, NO_CEILING)),
        (run_record("a", RunSpec("command", command=("true",)), quantities({"phase_time_forward": 0.01, "phase_time_other": 0.02}),
                    devices=(DeviceResult(GPU, quantities({"utilization_mean": 0.2})),)),
         (NO_DATA, NO_CEILING)),
    ],
)  # fmt: skip
def test_a_signal_that_is_missing_makes_no_verdict(record: RunRecord, reasons: tuple[str, ...]) -> None:
    found = bottleneck(record)
    assert (found.verdict, found.reasons) == (NOT_KNOWN, reasons)
    assert [cure.sentence for cure in found.cures] == [PROFILE_ADVICE if record.spec.is_command else PROFILE]
    assert found.sentence == f"What held it back is not known: {'; '.join(reasons)}."


@pytest.mark.parametrize(("steps", "profile"), [(100, "steps=10:20"), (20, "steps=10:20"), (19, "steps=0:10"), (4, "steps=0:4")])
def test_a_run_whose_limit_is_not_known_is_to_be_profiled_once(steps: int, profile: str) -> None:
    record = on_cpu({**SMALL, "mfu": float("nan")}, {}, replace(CNN, steps=steps))
    [cure] = bottleneck(record).cures
    assert cure.arguments == f"--profile {profile}"
    assert not bottleneck(replace(record, spec=record.spec.with_values(cure.values))).cures


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({"workers": 2}, [{"workers": 4}]),
        ({"workers": 2, "prefetch": "many", "augmentation": 3}, [{"workers": 4}, {"augmentation": "none"}]),
        ({"workers": "two"}, [{}]),
        ({"workers": -3}, [{}]),
    ],
)
def test_an_imported_run_may_have_other_options_than_ours(options: Mapping[str, Scalar], changes: list[Mapping[str, Scalar]]) -> None:
    record = replace(MADE[INPUT], spec=replace(MADE[INPUT].spec, options=options))
    assert [cure.values for cure in bottleneck(record).cures] == changes


def test_a_run_without_an_end_or_without_steps_is_not_judged() -> None:
    live = run_record("a", CNN, quantities(COMPUTING), state=RunState.RUNNING)
    assert bottleneck(live).sentence == "What held it back is not known: the run has not ended."
    assert bottleneck(run_record("a", CNN, duration_s=None)).sentence == "What held it back is not known: no measured step was finished."
    killed = bottleneck(run_record("a", CNN, duration_s=None, state=RunState.INTERRUPTED, metrics={}))
    assert killed.reasons == (NOT_DERIVED,), "steps were finished, and nobody has counted them yet"


def test_a_recording_of_the_machine_has_nothing_that_could_be_held_back() -> None:
    found = bottleneck(replace(MADE[SHARED], spec=RunSpec(ATTACHED)))
    assert (found.verdict, found.reasons, found.cures) == (NOT_KNOWN, (NO_PROGRAM,), ())


def test_a_run_without_results_that_can_be_derived_does_not_promise_them() -> None:
    record = run_record("a", state=RunState.INTERRUPTED, duration_s=None, reason=f"its recorder ended unexpectedly; {UNDERIVED}")
    assert bottleneck(record).reasons == (UNDERIVED,)


def test_a_shared_processor_is_told_and_its_share_of_the_ceiling_is_that_of_the_time_it_had() -> None:
    shared = bottleneck(on_cpu({"mfu": 0.15, "latency_p50": 0.03}, {}, RunSpec("gemm"), cpu_time=20.0, steps_kind="kernel"))
    assert shared.verdict == COMPUTE
    assert [one.key for one in shared.evidence] == ["mfu", "others"]
    assert [one.value for one in shared.evidence] == pytest.approx([0.6, 0.75])
    alone = bottleneck(on_cpu({"mfu": 0.15, "latency_p50": 0.03}, {}, RunSpec("gemm"), steps_kind="kernel"))
    assert alone.verdict == NOT_KNOWN
    assert "others" not in [one.key for one in alone.evidence]


def test_a_command_waits_for_its_data_unless_its_gpu_was_busy_meanwhile() -> None:
    waits, command = {"phase_time_data": 0.4, "phase_time_forward": 0.6}, RunSpec(COMMAND, command=("python", "train.py"))
    assert bottleneck(on_gpu(waits, BUSY | {"utilization_mean": 0.6}, command)).verdict == INPUT
    assert bottleneck(on_gpu(waits, BUSY, command)).verdict != INPUT
    assert bottleneck(run_record("a", command, quantities(waits))).verdict == INPUT


@pytest.mark.parametrize(
    ("phases", "gpu", "verdict"),
    [
        ({"data": 0.0, "copy": 0.5, "forward": 0.5}, {"utilization_mean": 0.4}, COPY),
        ({"copy": 0.5, "forward": 0.3, "other": 0.2}, {"utilization_mean": 0.7}, COPY),
        ({"copy": 0.5, "forward": 0.3, "other": 0.2}, {"utilization_mean": 0.71}, NOT_KNOWN),
        ({"data": 0.25, "copy": 0.5, "forward": 0.25}, {"utilization_mean": 0.5}, LAUNCH),
        ({"data": 0.31, "copy": 0.4, "forward": 0.29}, {"utilization_mean": 0.6}, INPUT),
        ({"copy": 0.5, "forward": 0.3, "other": 0.2}, {"power_mean": 200.0}, NOT_KNOWN),
    ],
)
def test_a_command_waits_for_its_copies_as_far_as_its_gpu_was_idle_meanwhile_and_did_not_wait_for_data(
    phases: dict[str, float], gpu: dict[str, float], verdict: str
) -> None:
    """A copy that blocks its host waits for the GPU's earlier work; its duration alone would call a GPU that computes copy-bound."""
    command = RunSpec(COMMAND, command=("python", "train.py"))
    found = bottleneck(on_gpu({f"phase_time_{phase}": time_s for phase, time_s in phases.items()}, gpu, command))
    assert found.verdict == verdict
    assert COPY not in found.also
    if verdict == COPY:
        shown = [(one.key, one.value) for one in found.evidence]
        assert shown == [("copy", 0.5), ("utilization_mean", gpu["utilization_mean"])]
        assert [cure.sentence for cure in found.cures] == [PIN_ADVICE, COPY_ADVICE]


def test_copies_of_a_command_whose_gpu_nobody_reads_limit_nothing() -> None:
    record = run_record(
        "a", RunSpec(COMMAND, command=("python", "train.py")), quantities({"phase_time_copy": 0.5, "phase_time_other": 0.5})
    )
    assert bottleneck(record).verdict == NOT_KNOWN


def test_evidence_stands_with_its_threshold() -> None:
    first = bottleneck(MADE[INPUT]).evidence[0]
    assert first.text == "Share of a step spent on getting its data: 69.0 % (≥ 30 %)"
    assert bottleneck(MADE[OVERHEAD]).evidence[0].text == "Step time: 200 µs (< 5.00 ms)"
    assert Evidence("step", 0.004998, 0.005).text == "Step time: 4.998 ms (< 5.00 ms)"


def test_words_are_sentences_of_their_own() -> None:
    assert len(set(VERDICT_TEXTS.values())) == len(VERDICT_TEXTS)
    assert len(set(LABELS.values())) == len(LABELS)
    assert len(set(REASONS)) == len(REASONS)


def test_flops_above_the_ceiling_are_no_share_of_it_and_no_verdict() -> None:
    """A BF16 run on a processor without BF16 arithmetic reached 256 % of the throughput of an emulated matrix product."""
    record = on_cpu({**COMPUTING, "mfu": 2.56, "latency_p50": 0.03}, {}, RunSpec("cifar-cnn", precision="bf16"))
    share = without_false_ceilings(record.metrics)["mfu"]
    assert share.is_missing
    assert share.reason == "2.56 times the ceiling was reached, so it is no ceiling"
    found = bottleneck(record)
    assert (found.verdict, found.reasons) == (NOT_KNOWN, (FALSE_CEILING,))


def test_what_two_measurements_of_one_product_scatter_is_the_ceiling_itself() -> None:
    record = on_cpu({"mfu": 1.04, "roofline_share": 1.5, "latency_p50": 0.03}, {}, RunSpec("gemm"), steps_kind="kernel")
    shares = without_false_ceilings(record.metrics)
    assert shares["mfu"].value == 1.0
    assert shares["mfu"].reason == "1.04 times the ceiling, within the scatter of the ceiling's measurement"
    assert shares["roofline_share"].is_missing
    assert without_false_ceilings(shares) == shares
    assert bottleneck(record).verdict == COMPUTE


@pytest.mark.parametrize(
    ("metrics", "spec"),
    [
        ({**COMPUTING, "mfu": 2.56, "roofline_share": 3.0}, RunSpec("cifar-cnn", precision="bf16")),
        ({**SMALL, "mfu": 0.9}, RunSpec("mnist-mlp", precision="fp16")),
        ({}, RunSpec("gemm", precision="bf16", device="cuda:0")),
    ],
)
def test_emulated_arithmetic_is_the_verdict_whatever_share_of_an_emulated_product_it_reached(
    metrics: dict[str, float], spec: RunSpec
) -> None:
    facts = {"arithmetic": "emulated", "arithmetic_reason": "no unit of it computes BF16"}
    found = bottleneck(run_record("a", spec, quantities(metrics), environment=facts))
    assert found.verdict == EMULATED
    assert found.sentence == "Number format emulated here: no unit of it computes BF16."
    assert COMPUTE not in found.also
    assert [cure.arguments for cure in found.cures] == ["--precision fp32"]
    assert found.to_json()["text"] == found.sentence


def test_emulation_behind_a_wait_for_data_stands_beside_it() -> None:
    found = bottleneck(on_cpu({**COMPUTING, "phase_time_data": 0.02}, {"arithmetic": "emulated"}, LOADER))
    assert (found.verdict, found.also) == (INPUT, (EMULATED,))


def test_native_arithmetic_changes_nothing() -> None:
    facts = {"arithmetic": "native", "arithmetic_reason": ""}
    assert bottleneck(on_cpu({"mfu": 0.8, "latency_p50": 0.03}, facts, RunSpec("gemm"), steps_kind="kernel")).verdict == COMPUTE


def test_a_format_that_is_slow_by_design_says_so_where_arithmetic_is_the_limit_alone() -> None:
    slow = {"arithmetic": "slow by design", "arithmetic_reason": "this GPU computes FP64 at 1/64 of its FP32 rate"}
    spec = RunSpec("cifar-cnn", device="cuda:0", precision="fp64")
    found = bottleneck(MADE[SLOW_FORMAT])
    assert found.sentence == "Number format slow by design: this GPU computes FP64 at 1/64 of its FP32 rate."
    assert (found.also, found.cures[0].arguments) == ((), "--precision fp32")
    idle = bottleneck(on_gpu(COMPUTING, {**BUSY, "utilization_mean": 0.4}, spec, environment=slow))
    assert (idle.verdict, idle.also) == (LAUNCH, (SLOW_FORMAT,))


def test_a_processor_that_others_took_is_the_limit_where_no_other_stands_out() -> None:
    found = bottleneck(MADE[SHARED])
    assert found.sentence == "Other programs used 78.5 % of the processor meanwhile."
    assert [one.key for one in found.evidence] == ["others"]
    assert found.cures


STALLED = {**SMALL, "latency_p50": 0.0012, "step_rate": 1 / 0.038}
"""Steps of 1.2 ms, most of which waited for the processor: 38 ms in the mean."""


def fed_slowly(utilization: float) -> RunRecord:
    """Return a run on a GPU, whose processor mostly served others."""
    record = on_gpu({**COMPUTING, "latency_p50": 0.0012, "step_rate": 1 / 0.038}, {**BUSY, "utilization_mean": utilization})
    return replace(record, devices=(*record.devices, *on_cpu({}, {}, cpu_time=16.0).devices), environment={"cpu_threads": 2})


@pytest.mark.parametrize(
    ("record", "also", "signs"),
    [
        (on_cpu(STALLED, {"parameters": 101_770}, cpu_time=16.0), (OVERHEAD,), ["beyond_median", "own"]),
        (on_cpu(STALLED, {"parameters": 101_770}, cpu_time=60.0), (OVERHEAD,), ["beyond_median"]),
        (on_cpu(SMALL, {"parameters": 101_770}, cpu_time=16.0), (OVERHEAD,), ["own"]),
        (on_cpu({**STALLED, "phase_time_data": 0.005}, {"parameters": 101_770}, LOADER, cpu_time=16.0), (INPUT,), ["beyond_median", "own"]),
        (fed_slowly(0.4), (LAUNCH,), ["beyond_median"]),
        (fed_slowly(0.98), (), ["beyond_median"]),
    ],
)  # fmt: skip
def test_others_are_the_limit_where_most_of_the_time_was_lost_to_them(record: RunRecord, also: tuple[str, ...], signs: list[str]) -> None:
    """The median step is one that nobody disturbed, so it must not be what limits steps that took thirty times as long."""
    found = bottleneck(record)
    assert (found.verdict, found.also) == (SHARED, also)
    assert [one.key for one in found.evidence] == ["others", *signs]
    assert [one.key for one in found.evidence_beside] == signs
    assert found.sentence == f"Other programs used {found.detail} of the processor meanwhile."
    assert found.detail == ("25.0 %" if record.devices[-1].metrics["cpu_time"].value == 60.0 else "80.0 %")
    assert [cure.sentence for cure in found.cures] == [QUIET_ADVICE]


def test_processor_time_per_sample_is_advised_only_where_the_run_has_it() -> None:
    """Runs on a GPU and attached ones have none, and one whose processes could not be read has a reason instead."""
    timed = on_cpu({**STALLED, CPU_TIME_PER_SAMPLE: 0.001}, {"parameters": 101_770}, cpu_time=16.0)
    unread = replace(timed, metrics={**timed.metrics, CPU_TIME_PER_SAMPLE: Quantity.missing("s", "not recorded")})
    attached = replace(on_cpu({}, {}, RunSpec(ATTACHED, command=("python", "serve.py")), cpu_time=16.0), environment={"cpu_threads": 2})
    for record, advice in (
        (timed, QUIET_OR_TIME_ADVICE),
        (unread, QUIET_ADVICE),
        (fed_slowly(0.4), QUIET_ADVICE),
        (attached, QUIET_ADVICE),
    ):
        found = bottleneck(record)
        assert (found.verdict, [cure.sentence for cure in found.cures]) == (SHARED, [advice])


@pytest.mark.parametrize(
    ("record", "verdict"),
    [
        (on_cpu({**SMALL, "step_rate": 4000.0}, {"parameters": 101_770}, cpu_time=60.0), OVERHEAD),
        (on_cpu(STALLED, {"parameters": 101_770}, cpu_time=66.0), OVERHEAD),
        (on_cpu(STALLED, {"parameters": 101_770}, replace(MLP, options={"test_every": 10}), cpu_time=60.0), OVERHEAD),
        (on_cpu({**STALLED, "phase_time_data": 0.005}, {"parameters": 101_770}, LOADER, cpu_time=44.0), INPUT),
        (replace(MADE[INPUT], metrics=quantities({**COMPUTING, "phase_time_data": 0.02, "latency_p50": 0.001, "step_rate": 10.0})), INPUT),
    ],
)
def test_others_are_not_the_limit_of_steps_that_had_the_processor_or_waited_for_something_else(record: RunRecord, verdict: str) -> None:
    assert bottleneck(record).verdict == verdict


def test_a_command_beside_others_is_held_back_by_them_where_there_is_no_gpu() -> None:
    command = replace(MADE[SHARED], spec=RunSpec(COMMAND, command=("python", "train.py")))
    assert bottleneck(command).sentence == "Other programs used 78.5 % of the processor meanwhile."
    beside_gpu = replace(command, devices=(*command.devices, DeviceResult(GPU, quantities({"utilization_mean": 0.98}))))
    found = bottleneck(beside_gpu)
    assert found.verdict == NOT_KNOWN
    assert found.sentence.endswith("other programs used 78.5 % of the processor meanwhile.")


def test_a_little_that_others_took_is_the_reason_where_there_is_no_verdict() -> None:
    found = bottleneck(on_cpu({"mfu": 0.02, "latency_p50": 0.03}, {}, RunSpec("gemm"), cpu_time=70.4, steps_kind="kernel"))
    assert found.verdict == NOT_KNOWN
    assert found.sentence == f"What held it back is not known: {NO_LIMIT}; other programs used 12.0 % of the processor meanwhile."


def test_a_share_corrected_for_others_is_never_above_the_whole() -> None:
    """The ceiling was measured while other programs used the processor too: the uncorrected share is right."""
    found = bottleneck(on_cpu({"mfu": 0.8, "latency_p50": 0.03}, {}, RunSpec("gemm"), cpu_time=20.0, steps_kind="kernel"))
    assert (found.verdict, found.evidence[0].value) == (COMPUTE, 0.8)


def test_a_busy_processor_does_not_hide_what_a_command_without_a_gpu_waits_for() -> None:
    absent = no_gpu(NO_GPU_FOUND, "Install one.")
    waits = {"phase_time_data": 0.4, "phase_time_forward": 0.6, "latency_p50": 1.0}
    command = RunSpec(COMMAND, command=("python", "train.py"))
    devices = (DeviceResult(CPU, quantities({"utilization_mean": 0.99})), DeviceResult(absent, {}))
    assert bottleneck(run_record("a", command, quantities(waits), devices=devices)).verdict == INPUT
