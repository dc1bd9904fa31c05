"""The registry of what can be measured. Charts, tables, CSV headers and stored series come from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Better(StrEnum):
    """Which direction is an improvement."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


class Kind(StrEnum):
    """How a series behaves between two readings."""

    GAUGE = "gauge"
    """A value that holds at the instant of the reading."""
    COUNTER = "counter"
    """A sum that only grows; shown as its rate, reduced to its difference over the window."""
    STATE = "state"
    """A bit field or code; reduced to the share of time in each state."""


class Family(StrEnum):
    """What a metric is about; gives it its colour and its place."""

    COMPUTE = "compute"
    POWER = "power"
    MEMORY = "memory"
    CLOCK = "clock"
    TEMPERATURE = "temperature"
    THROUGHPUT = "throughput"
    LOSS = "loss"
    HOST = "host"


class Reduction(StrEnum):
    """How a series becomes one number over the run's window; the suffix of the reduced metric's key."""

    MEAN = "mean"
    PEAK = "peak"
    MINIMUM = "min"
    LAST = "last"
    DELTA = "delta"
    """The difference of a counter over the window; the reduced metric has the counter's own key."""


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that can be measured on a device, or told of a run.

    Attributes:
        key: Stable name in JSON, CSV and the store; [a-z0-9_].
        label: In words, sentence case.
        unit: SI unit above ``sensors``; "1" for a ratio.
        better: Which direction is an improvement.
        kind: How a series behaves between readings; also given for metrics that are one number per run.
        family: What it is about.
        reductions: How a series of it becomes numbers of the run; empty for metrics that are one number per run.
        help: One or two sentences that say what the number is, and what it is not.
    """

    key: str
    label: str
    unit: str
    better: Better
    kind: Kind
    family: Family
    reductions: tuple[Reduction, ...]
    help: str


_H, _L, _N = Better.HIGHER, Better.LOWER, Better.NEITHER
_MEAN, _PEAK, _DELTA = Reduction.MEAN, Reduction.PEAK, Reduction.DELTA

# Measured on devices, as series.
DEVICE_METRICS: tuple[Metric, ...] = (
    Metric(
        "utilization",
        "Utilization",
        "1",
        _N,
        Kind.GAUGE,
        Family.COMPUTE,
        (_MEAN, _PEAK),
        "Share of time in which the device was busy. For a GPU: any kernel ran, which says nothing of how much of it was used.",
    ),
    Metric(
        "power",
        "Power",
        "W",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (_MEAN, _PEAK),
        "Electrical power as the device's own sensor tells it; instantaneous where the device offers that.",
    ),
    Metric(
        "power_average",
        "Power, 1 s average",
        "W",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (_MEAN, _PEAK),
        "Power as the device averages it over the last second.",
    ),
    Metric("power_limit", "Power limit", "W", _N, Kind.GAUGE, Family.POWER, (Reduction.LAST,), "The limit that the device enforces."),
    Metric(
        "energy",
        "Energy",
        "J",
        _L,
        Kind.COUNTER,
        Family.POWER,
        (_DELTA,),
        "The device's cumulative energy counter; its difference over the measured window.",
    ),
    Metric(
        "memory_used",
        "Memory used",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (_PEAK, _MEAN),
        "Memory of the device that is taken, by any process. For the CPU: main memory that is not available.",
    ),
    Metric(
        "memory_utilization",
        "Memory controller",
        "1",
        _N,
        Kind.GAUGE,
        Family.MEMORY,
        (_MEAN,),
        "Share of time in which the device's memory was read or written.",
    ),
    Metric("swap_used", "Swap used", "B", _L, Kind.GAUGE, Family.MEMORY, (_PEAK,), "Swap space that is taken."),
    Metric(
        "clock",
        "Clock",
        "Hz",
        _N,
        Kind.GAUGE,
        Family.CLOCK,
        (_MEAN, Reduction.MINIMUM),
        "Frequency of the compute units (GPU: SM clock; CPU: mean over the cores).",
    ),
    Metric("memory_clock", "Memory clock", "Hz", _N, Kind.GAUGE, Family.CLOCK, (_MEAN,), "Frequency of the device's memory."),
    Metric("temperature", "Temperature", "°C", _L, Kind.GAUGE, Family.TEMPERATURE, (_PEAK, _MEAN), "Core temperature."),
    Metric(
        "throttle",
        "Throttle reasons",
        "bits",
        _N,
        Kind.STATE,
        Family.CLOCK,
        (),
        "Why the clock is below what was asked for, as NVML's bit field of clock event reasons.",
    ),
    Metric(
        "sm_activity",
        "SM activity",
        "1",
        _N,
        Kind.GAUGE,
        Family.COMPUTE,
        (_MEAN, _PEAK),
        "Share of the multiprocessors' time in which at least one warp was resident, averaged over all of them (GPM).",
    ),
    Metric(
        "sm_occupancy",
        "SM occupancy",
        "1",
        _N,
        Kind.GAUGE,
        Family.COMPUTE,
        (_MEAN,),
        "Resident warps as a share of what the multiprocessors can hold (GPM).",
    ),
    Metric(
        "tensor_activity",
        "Tensor core activity",
        "1",
        _N,
        Kind.GAUGE,
        Family.COMPUTE,
        (_MEAN, _PEAK),
        "Share of time in which the tensor pipes were busy, averaged over the multiprocessors (GPM).",
    ),
    Metric(
        "memory_activity",
        "Memory bandwidth used",
        "1",
        _N,
        Kind.GAUGE,
        Family.MEMORY,
        (_MEAN, _PEAK),
        "Share of the device memory's bandwidth that was used (GPM).",
    ),
    Metric(
        "memory_reserved",
        "Memory reserved by the driver",
        "B",
        _N,
        Kind.GAUGE,
        Family.MEMORY,
        (_PEAK,),
        "Memory of the device that driver and firmware keep for themselves; not part of the memory used.",
    ),
    Metric(
        "pcie_received",
        "PCIe, to the device",
        "B/s",
        _N,
        Kind.GAUGE,
        Family.HOST,
        (_MEAN, _PEAK),
        "Bytes a second that the device received over PCIe, sampled by the device over 20 ms.",
    ),
    Metric(
        "pcie_sent",
        "PCIe, from the device",
        "B/s",
        _N,
        Kind.GAUGE,
        Family.HOST,
        (_MEAN, _PEAK),
        "Bytes a second that the device sent over PCIe, sampled by the device over 20 ms.",
    ),
    Metric(
        "nvlink_received",
        "NVLink, received",
        "B",
        _N,
        Kind.COUNTER,
        Family.HOST,
        (_DELTA,),
        "Data bytes received over all NVLinks since the driver was loaded.",
    ),
    Metric(
        "nvlink_sent",
        "NVLink, sent",
        "B",
        _N,
        Kind.COUNTER,
        Family.HOST,
        (_DELTA,),
        "Data bytes sent over all NVLinks since the driver was loaded.",
    ),
    Metric(
        "memory_temperature",
        "Memory temperature",
        "°C",
        _L,
        Kind.GAUGE,
        Family.TEMPERATURE,
        (_PEAK,),
        "Temperature of the device's memory.",
    ),
    Metric("fan", "Fan", "1", _N, Kind.GAUGE, Family.TEMPERATURE, (_MEAN, _PEAK), "Speed of the fan as a share of the fastest."),
    Metric(
        "device_processes",
        "Processes on the device",
        "1",
        _N,
        Kind.GAUGE,
        Family.HOST,
        (_PEAK,),
        "Processes that use the device, as far as this process may see them; whole-device figures are theirs together.",
    ),
    Metric(
        "memory_energy",
        "Main memory energy",
        "J",
        _L,
        Kind.COUNTER,
        Family.POWER,
        (_DELTA,),
        "Energy of the main memory as the processor counts it, beside the package's and not part of it.",
    ),
    Metric("disk_read", "Disk read", "B", _N, Kind.COUNTER, Family.HOST, (_DELTA,), "Bytes read from all disks since boot."),
    Metric("disk_written", "Disk written", "B", _N, Kind.COUNTER, Family.HOST, (_DELTA,), "Bytes written to all disks since boot."),
    Metric(
        "network_received",
        "Network received",
        "B",
        _N,
        Kind.COUNTER,
        Family.HOST,
        (_DELTA,),
        "Bytes received on all interfaces but loopback since boot.",
    ),
    Metric(
        "network_sent",
        "Network sent",
        "B",
        _N,
        Kind.COUNTER,
        Family.HOST,
        (_DELTA,),
        "Bytes sent on all interfaces but loopback since boot.",
    ),
    Metric(
        "cpu_time",
        "CPU time",
        "s",
        _L,
        Kind.COUNTER,
        Family.HOST,
        (_DELTA,),
        "Processor time taken by the processes, user and system, all cores, those that ended included.",
    ),
    Metric(
        "resident_memory",
        "Resident memory",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (_PEAK,),
        "Memory of the processes that lies in RAM; pages that several share are counted once a process.",
    ),
    Metric("processes", "Processes", "1", _N, Kind.GAUGE, Family.HOST, (_PEAK,), "Number of processes of the tree."),
)

SHARES = frozenset({"utilization", "memory_utilization", "sm_activity", "sm_occupancy", "tensor_activity", "memory_activity", "fan"})
"""Device metrics of unit "1" that are shares, to be read in per cent."""

STEP_PHASES = {
    "data": "getting its batch, the wait for it included",
    "copy": "copying its batch to the device",
    "forward": "the forward pass, the loss included",
    "prefill": "reading the prompts, up to the first new token",
    "decode": "the new tokens behind the first, one after another",
    "backward": "the backward pass, the clearing of the gradients included",
    "optimizer": "the update of the weights",
}
"""The phases of a step in their order, and what each is in words. A step has those that its workload tells of."""


def told_time_key(phase: str) -> str:
    """Returns the key under which a workload tells how long a phase of one step took, in seconds."""
    return f"time_{phase}"


TOKENS_PER_S = "tokens_per_s"
"""Told of the runs whose samples are tokens, and of no others."""

# Told of a run, as one number each; the reduced device metrics ("power_mean") are made by reduced_key().
RUN_METRICS: tuple[Metric, ...] = (
    Metric(
        "throughput",
        "Throughput",
        "samples/s",
        _H,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Samples of the measured steps, by the wall clock between synchronised edges.",
    ),
    Metric("step_rate", "Step rate", "steps/s", _H, Kind.GAUGE, Family.THROUGHPUT, (), "Measured steps by the wall clock."),
    Metric(
        "flops",
        "Achieved FLOP/s",
        "FLOP/s",
        _H,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Floating-point operations that the algorithm needs, by the wall clock.",
    ),
    Metric(
        "bandwidth",
        "Achieved bandwidth",
        "B/s",
        _H,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Bytes that the algorithm must move, each read and written once, by the wall clock.",
    ),
    Metric(
        "roofline_share",
        "Share of the device's ceiling",
        "1",
        _H,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Of the lower of two ceilings at this FLOP per byte: the fastest copy and the fastest matrix product measured after the run.",
    ),
    Metric("latency_p50", "Step time, median", "s", _L, Kind.GAUGE, Family.THROUGHPUT, (), "Half of the measured steps took no longer."),
    Metric("latency_p95", "Step time, p95", "s", _L, Kind.GAUGE, Family.THROUGHPUT, (), "95 % of the measured steps took no longer."),
    Metric("latency_p99", "Step time, p99", "s", _L, Kind.GAUGE, Family.THROUGHPUT, (), "99 % of the measured steps took no longer."),
    Metric(
        "loss",
        "Loss",
        "1",
        _L,
        Kind.GAUGE,
        Family.LOSS,
        (Reduction.LAST,),
        "Mean cross entropy on the data held apart from training, after the run; during it, of the training batch.",
    ),
    Metric("accuracy", "Accuracy", "1", _H, Kind.GAUGE, Family.LOSS, (), "Share of right answers on the data held apart from training."),
    Metric(
        "accuracy_before",
        "Accuracy before compression",
        "1",
        _H,
        Kind.GAUGE,
        Family.LOSS,
        (),
        "Share of right answers of the trained model before it was compressed, on the same data.",
    ),
    Metric(
        "accuracy_undistilled",
        "Accuracy of the student without a teacher",
        "1",
        _H,
        Kind.GAUGE,
        Family.LOSS,
        (),
        "Share of right answers of the same student after as many steps on the labels alone, on the same data.",
    ),
    Metric(
        "model_size_bytes",
        "Model size",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (),
        "Of the file of the model's weights as torch writes it, or of the engine's form.",
    ),
    Metric(
        "model_size_bytes_before",
        "Model size before compression",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (),
        "Of the file of the trained model's weights before it was compressed, as torch writes it.",
    ),
    Metric(
        "time_to_accuracy",
        "Time to accuracy",
        "s",
        _L,
        Kind.GAUGE,
        Family.LOSS,
        (),
        "From fresh weights to the step after which a test told the accuracy that was asked for, earlier tests included. The run's energy"
        " is that of the same time.",
    ),
    Metric(
        "max_relative_error",
        "Largest relative error",
        "1",
        _L,
        Kind.GAUGE,
        Family.LOSS,
        (),
        "Largest difference from the reference named beside it (FP64, or eager torch for an engine), relative to its largest value.",
    ),
    Metric(
        "drift",
        "Numerical drift",
        "1",
        _L,
        Kind.GAUGE,
        Family.LOSS,
        (),
        "Largest difference of the logits of held-out samples from those of the same trained weights in FP64, relative to the largest.",
    ),
    Metric(
        "load_time",
        "Load time",
        "s",
        _L,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Opening the engine's form of the model from its file, up to the first batch's answer; converting it is not in it.",
    ),
    Metric("energy", "Energy", "J", _L, Kind.COUNTER, Family.POWER, (), "Energy of the devices that the run was placed on."),
    Metric("energy_per_sample", "Energy per sample", "J", _L, Kind.GAUGE, Family.POWER, (), "Energy by the samples of the measured steps."),
    Metric("energy_per_step", "Energy per step", "J", _L, Kind.GAUGE, Family.POWER, (), "Energy by the measured steps; an average."),
    Metric("energy_per_epoch", "Energy per epoch", "J", _L, Kind.GAUGE, Family.POWER, (), "Energy of as many samples as the data has."),
    Metric(
        "energy_net",
        "Energy above idle",
        "J",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Energy less what the devices draw when idle, by the baseline that is named beside it; not there below a fifth of the energy.",
    ),
    Metric(
        "energy_counter",
        "Energy by the counter",
        "J",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Difference of the device's cumulative counter over the window, straight lines between its updates.",
    ),
    Metric(
        "energy_instant",
        "Energy by instantaneous power",
        "J",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Integral of the instantaneous power over the window; the sensor may look at a part of the time alone.",
    ),
    Metric(
        "energy_average",
        "Energy by average power",
        "J",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Integral of the power that the device averages over a second, moved back by half of it.",
    ),
    *(
        Metric(
            f"phase_time_{phase}",
            f"Step time, {phase}",
            "s",
            _L,
            Kind.GAUGE,
            Family.THROUGHPUT,
            (),
            f"Time that a step spends on {words}: the median of those measured steps whose phases were timed.",
        )
        for phase, words in STEP_PHASES.items()
    ),
    *(
        Metric(
            f"phase_energy_{phase}",
            f"Energy per step, {phase}",
            "J",
            _L,
            Kind.GAUGE,
            Family.POWER,
            (),
            f"Energy that a step spends on {words}: a statistical estimate from many power readings and the times of the phases.",
        )
        for phase, words in STEP_PHASES.items()
    ),
    Metric(
        "energy_waiting",
        "Energy while waiting for data",
        "J",
        _L,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Energy that the measured steps spent while they got their batches: a statistical estimate, part of the run's energy.",
    ),
    Metric(
        TOKENS_PER_S,
        "Tokens per second",
        "tokens/s",
        _H,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Tokens of the measured steps, by the wall clock: those trained on, or those generated.",
    ),
    Metric(
        "time_to_first_token",
        "Time to first token",
        "s",
        _L,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "From the prompts on the device to their first new tokens (prefill): the median of the measured steps whose phases were timed.",
    ),
    Metric(
        "time_per_token",
        "Time per token",
        "s",
        _L,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "Time of one new token behind the first (decode), of the whole batch at once: the median of the measured steps that were timed.",
    ),
    Metric(
        "tokens_per_joule",
        "Tokens per joule",
        "1/J",
        _H,
        Kind.GAUGE,
        Family.POWER,
        (),
        "Tokens of the measured steps by the energy of the devices that the run was placed on.",
    ),
    Metric(
        "memory_allocated_peak",
        "Tensor memory, peak",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (),
        "The largest amount that torch had allocated for tensors on the GPU.",
    ),
    Metric(
        "memory_reserved_peak",
        "Reserved memory, peak",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (),
        "The largest amount that torch's caching allocator held on the GPU.",
    ),
    Metric(
        "resident_memory_peak",
        "Process memory, peak",
        "B",
        _L,
        Kind.GAUGE,
        Family.MEMORY,
        (),
        "Largest resident memory of the workload's process as the kernel counts it (ru_maxrss).",
    ),
    Metric(
        "time_to_first_step",
        "Time to first step",
        "s",
        _L,
        Kind.GAUGE,
        Family.THROUGHPUT,
        (),
        "From the command to the end of the first step.",
    ),
    Metric(
        "wall_time", "Start to exit", "s", _L, Kind.GAUGE, Family.THROUGHPUT, (), "From the start of the workload's process to its exit."
    ),
)

_BY_KEY = {metric.key: metric for metric in RUN_METRICS} | {metric.key: metric for metric in DEVICE_METRICS}
_BY_KEY |= {told_time_key(phase): _BY_KEY[f"phase_time_{phase}"] for phase in STEP_PHASES}


def metric(key: str) -> Metric | None:
    """Returns the metric of that key, or None when the registry has none (a metric of a later version)."""
    return _BY_KEY.get(key)


def reduced_key(device_metric: Metric, reduction: Reduction) -> str:
    """Returns the key of a device metric reduced over the run's window: ``power_mean``; a counter keeps its own."""
    return device_metric.key if reduction is Reduction.DELTA else f"{device_metric.key}_{reduction.value}"


_REDUCED: dict[str, tuple[Metric, Reduction]] = {
    reduced_key(one, reduction): (one, reduction) for one in DEVICE_METRICS for reduction in one.reductions
}
_WORDS = {
    Reduction.MEAN: "mean",
    Reduction.PEAK: "peak",
    Reduction.MINIMUM: "lowest",
    Reduction.LAST: "last",
    Reduction.DELTA: "",
}


def reduced_metrics() -> Iterator[tuple[str, Metric, Reduction]]:
    """Yields (key, device metric, reduction) of everything that a device's series are reduced to."""
    for key, (one, reduction) in _REDUCED.items():
        yield key, one, reduction


def describe(key: str) -> tuple[str, str, Better]:
    """Returns (label, unit, better) of a run's metric or a reduced device metric; an unknown key labels itself."""
    if key in _REDUCED:
        one, reduction = _REDUCED[key]
        word = _WORDS[reduction]
        return (f"{one.label}, {word}" if word else one.label), one.unit, one.better
    known = _BY_KEY.get(key)
    return (known.label, known.unit, known.better) if known else (key, "", Better.NEITHER)
