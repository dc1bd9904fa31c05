"""Definitions of the run metrics, one number per run; reduced device metrics ("power_mean") have no entries here."""

from collections.abc import Mapping
from dataclasses import replace

from gpuscope.core.energy_metrics import ENERGY_METRICS
from gpuscope.core.metric import Better, Family, Metric, Reduction
from gpuscope.core.quantity import Quantity

_H, _L = Better.HIGHER, Better.LOWER

TOKENS_PER_S = "tokens_per_s"
"""Key of the metric that only runs with tokens as samples have."""
CPU_TIME_PER_SAMPLE = "cpu_time_per_sample"
"""Key of the metric that only runs on the CPU have."""
CEILING_SHARES = ("mfu", "roofline_share")
"""Keys of the metrics that are shares of the device's measured ceilings."""
CEILING_SCATTER = 0.10
"""Share by which a run may exceed a ceiling and still count as having reached it: the ceiling is the fastest of a few products in
0.15 s on a possibly shared device, and itself scatters. Beyond a tenth it was not a ceiling: its product was emulated or slowed down."""


RUN_METRICS: tuple[Metric, ...] = (
    Metric(
        "throughput",
        "Throughput",
        "samples/s",
        _H,
        Family.THROUGHPUT,
        "Samples of the measured steps divided by the wall-clock time between synchronized edges.",
    ),
    Metric(
        "throughput_per_rank",
        "Throughput per rank",
        "samples/s",
        _H,
        Family.THROUGHPUT,
        "Throughput divided by the number of processes of a training; divided by the throughput of one, it is the scaling efficiency.",
    ),
    Metric(
        CPU_TIME_PER_SAMPLE,
        "Processor time per sample",
        "s",
        _L,
        Family.THROUGHPUT,
        "Processor time of the workload's processes, all cores, per measured sample of a run on the processor. Other programs hardly "
        "affect it, while they slow the wall clock.",
    ),
    Metric("step_rate", "Step rate", "steps/s", _H, Family.THROUGHPUT, "Measured steps divided by wall-clock time."),
    Metric(
        "flops",
        "Achieved FLOP/s",
        "FLOP/s",
        _H,
        Family.THROUGHPUT,
        "Floating-point operations that the algorithm needs, divided by wall-clock time.",
    ),
    Metric(
        "mfu",
        "Model FLOPs utilization (MFU)",
        "1",
        _H,
        Family.THROUGHPUT,
        "Achieved FLOP/s divided by those of a large matrix product in the same number format, measured after the run.",
    ),
    Metric(
        "bandwidth",
        "Achieved bandwidth",
        "B/s",
        _H,
        Family.THROUGHPUT,
        "Bytes that the algorithm must move, each read and written once, divided by wall-clock time.",
    ),
    Metric(
        "roofline_share",
        "Share of the device's ceiling",
        "1",
        _H,
        Family.THROUGHPUT,
        "Share of the lower of two ceilings at this FLOP per byte: the fastest copy and the fastest matrix product measured after the run.",
    ),
    Metric("latency_p50", "Step time, median", "s", _L, Family.THROUGHPUT, "Half of the measured steps took no longer."),
    Metric("latency_p95", "Step time, p95", "s", _L, Family.THROUGHPUT, "95 % of the measured steps took no longer."),
    Metric("latency_p99", "Step time, p99", "s", _L, Family.THROUGHPUT, "99 % of the measured steps took no longer."),
    Metric(
        "loss",
        "Loss",
        "1",
        _L,
        Family.LOSS,
        "Mean cross entropy on held-out data, after the run; during it, of the training batch.",
        reductions=(Reduction.LAST,),
    ),
    Metric("accuracy", "Accuracy", "1", _H, Family.LOSS, "Share of right answers on held-out data."),
    Metric(
        "accuracy_before",
        "Accuracy before compression",
        "1",
        _H,
        Family.LOSS,
        "Share of right answers of the trained model before it was compressed, on the same data.",
    ),
    Metric(
        "accuracy_undistilled",
        "Accuracy of the student without a teacher",
        "1",
        _H,
        Family.LOSS,
        "Share of right answers of the same student after as many steps on the labels alone, on the same data.",
    ),
    Metric(
        "model_size_bytes",
        "Model size",
        "B",
        _L,
        Family.MEMORY,
        "Size of the file of the model's weights as torch writes it, or of the engine's form.",
    ),
    Metric(
        "model_size_bytes_before",
        "Model size before compression",
        "B",
        _L,
        Family.MEMORY,
        "Size of the file of the trained model's weights before it was compressed, as torch writes it.",
    ),
    Metric(
        "time_to_accuracy",
        "Time to accuracy",
        "s",
        _L,
        Family.LOSS,
        "From fresh weights to the step after which a test reached the requested accuracy, earlier tests included. The run's energy"
        " is that of the same time.",
    ),
    Metric(
        "max_relative_error",
        "Largest relative error",
        "1",
        _L,
        Family.LOSS,
        "Largest difference from the reference named with it (FP64, or eager torch for an engine or another form of the model), relative"
        " to its largest value.",
    ),
    Metric(
        "drift",
        "Numerical drift",
        "1",
        _L,
        Family.LOSS,
        "From FP64. Inference: the largest difference of the logits of held-out samples from those of the same weights, relative to the"
        " largest. Training: the largest relative difference of the first losses from those of the same training.",
    ),
    Metric(
        "load_time",
        "Load time",
        "s",
        _L,
        Family.THROUGHPUT,
        "Opening the model from its file, the engine's own form of it or the weights that torch reads, up to the first batch's answer.",
    ),
    *ENERGY_METRICS,
    Metric(
        TOKENS_PER_S,
        "Tokens per second",
        "tokens/s",
        _H,
        Family.THROUGHPUT,
        "Tokens of the measured steps divided by wall-clock time: those trained on, or those generated.",
    ),
    Metric(
        "time_to_first_token",
        "Time to first token",
        "s",
        _L,
        Family.THROUGHPUT,
        "From the prompts on the device to their first new tokens (prefill): the median of the measured steps whose phases were timed.",
    ),
    Metric(
        "time_per_token",
        "Time per token",
        "s",
        _L,
        Family.THROUGHPUT,
        "Time of one new token after the first (decode), for the whole batch at once: the median of the measured steps that were timed.",
    ),
    Metric(
        "tokens_per_joule",
        "Tokens per joule",
        "1/J",
        _H,
        Family.POWER,
        "Tokens of the measured steps divided by the energy of the devices that the run was placed on.",
    ),
    Metric(
        "memory_allocated_peak",
        "Tensor memory, peak",
        "B",
        _L,
        Family.MEMORY,
        "The largest amount that torch had allocated for tensors on the GPU during the measured steps.",
    ),
    Metric(
        "memory_reserved_peak",
        "Reserved memory, peak",
        "B",
        _L,
        Family.MEMORY,
        "The largest amount that torch's caching allocator held on the GPU during the measured steps.",
    ),
    Metric(
        "resident_memory_peak",
        "Resident memory, peak",
        "B",
        _L,
        Family.MEMORY,
        "Largest resident memory of the workload's process as the kernel counts it, of gpuscope's own workloads during the measured steps;"
        " pages shared with other processes count whole.",
    ),
    Metric("time_to_first_step", "Time to first step", "s", _L, Family.THROUGHPUT, "From the command to the end of the first step."),
    Metric("wall_time", "Start to exit", "s", _L, Family.THROUGHPUT, "From the start of the workload's process to its exit."),
    Metric(
        "recorded_time",
        "Time recorded",
        "s",
        Better.NEITHER,
        Family.THROUGHPUT,
        "How long a program that ran already, or the machine, was recorded: whoever records it decides that.",
    ),
)


FALSE_CEILING = "so it is no ceiling"
"""Part of the reason of a missing share whose ceiling the run exceeded."""


def with_tests(source: str, tested_every: int | None) -> str:
    """Return a rate's source, with a remark if the model was tested within the measured window, whose time then includes the tests."""
    return source if tested_every is None else f"{source}, tests of the model included"


def without_false_ceilings(metrics: Mapping[str, Quantity]) -> Mapping[str, Quantity]:
    """Return a run's metrics with no share of a ceiling above 1.

    A share within :data:`CEILING_SCATTER` above 1 becomes 1. A larger one becomes missing: the product or copy that measured the ceiling
    was slower than the run, so it is not a ceiling (an emulated number format, or a CPU shared with other programs).
    """
    shares = {key: share for key in CEILING_SHARES if (share := metrics.get(key)) is not None and (share.value or 0.0) > 1.0}
    return {**metrics, **{key: _at_most_whole(share) for key, share in shares.items()}} if shares else metrics


def _at_most_whole(share: Quantity) -> Quantity:
    times = f"{share.value or 0.0:.3g} times the ceiling"
    if (share.value or 0.0) > 1.0 + CEILING_SCATTER:
        return Quantity.missing(share.unit, f"{times} was reached, {FALSE_CEILING}", share.source)
    return replace(share, value=1.0, reason=f"{times}, within the scatter of the ceiling's measurement")
