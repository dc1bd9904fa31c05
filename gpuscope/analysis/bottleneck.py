"""Determine what limited a run, by rules on its recorded metrics. A rule whose signal is missing does not fire.

The rules are tried in the order of `_findings`: the first match is the verdict, further matches are listed with it. Each piece of
evidence carries its threshold. ``resources/guide/verdicts.md`` lists rules, thresholds and sources.

If a run exceeds its measured ceiling by more than the spread of two ceiling measurements, its share of the ceiling is discarded and no
rule uses it. With emulated arithmetic, the matrix product that measures the ceiling is emulated too, so the share says nothing about
the device.

On a CPU, the share of a ceiling refers to the processor time that the run actually got. NVML's utilization only shows that some kernel
ran, and its memory utilization only that memory was accessed: a high value of either is not evidence for any verdict.
If a workload's data is already in memory and its steps are small, fetching a batch counts as call overhead, not as waiting for input.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.bottleneck_cures import Cure, cures
from gpuscope.analysis.bottleneck_signals import BottleneckSignals, Evidence
from gpuscope.analysis.processor_share import OTHERS_TEXT, WORTH_TELLING, own_share
from gpuscope.core import figures
from gpuscope.core.cure_texts import WHOLE_BATCHES
from gpuscope.core.run import UNDERIVED, RunRecord, RunState

NOT_KNOWN = "not-known"
THROTTLED, INPUT, COPY, POWER = "throttled", "input-bound", "copy-bound", "power-limited"
LAUNCH, OVERHEAD, MEMORY, COMPUTE = "launch-bound", "overhead-bound", "memory-bound", "compute-bound"
EMULATED, SLOW_FORMAT, SHARED = "emulated-format", "slow-format", "processor-shared"
VERDICT_TEXTS: Mapping[str, str] = {
    THROTTLED: "Throttled: heat or the hardware held the clock down.",
    INPUT: "Input-bound: the steps wait for their data.",
    COPY: "Copy-bound: the steps wait for copies between main memory and the device.",
    POWER: "Power-limited: the clock is held down to keep the power limit.",
    LAUNCH: "Launch-bound: the device waits for the next kernel, or the kernels are too small to fill it.",
    OVERHEAD: "Overhead-bound: the steps are so small that calling the operations takes longer than computing.",
    MEMORY: "Memory-bound: moving the bytes takes longer than computing with them.",
    COMPUTE: "Compute-bound: the time goes into arithmetic.",
    EMULATED: "Number format emulated here: {0}.",
    SLOW_FORMAT: "Number format slow by design: {0}.",
    SHARED: "Other programs used {0} of the processor meanwhile.",
    NOT_KNOWN: "What held it back is not known.",
}
"""Sentence for each verdict; ``{0}`` is replaced by :attr:`Bottleneck.detail`."""
LIVE, NO_WINDOW, NO_DEVICE = "the run has not ended", "no measured step was finished", "the device of the run was not recorded"
NOT_DERIVED = "its recorder was ended before it worked out the results; the next run to start here does so"
NO_PROGRAM = "the machine was recorded, and no program"
NO_PHASES, NO_UTILIZATION = "the phases of the steps were not timed", "no utilization of the device was recorded"
NO_DATA = "how long the steps waited for data was not timed"
NO_CEILING = "FLOP/s and bandwidth were not compared with the device's ceilings"
FALSE_CEILING = "the measured ceiling of the device was exceeded, so it is not one"
RANKS, NO_LIMIT = "how long the ranks waited for each other is not recorded", "no limit stands out in the recording"
REASONS = (
    LIVE, NO_WINDOW, NO_PROGRAM, NOT_DERIVED, UNDERIVED, NO_DEVICE, NO_PHASES, NO_DATA, NO_UTILIZATION, NO_CEILING, FALSE_CEILING, RANKS,
    NO_LIMIT, OTHERS_TEXT,
)  # fmt: skip
"""Reasons for the absence of a verdict, for one run or several; ``{0}`` is replaced by :attr:`Bottleneck.detail`."""

# Thresholds; those marked "ours" in the guide were set on runs built to show each verdict (tests/workloads/test_real_bottlenecks.py).
_WAIT = 0.30
"""Minimum share of a step spent waiting, from TraceML's INPUT_BOUND."""
_BUSY_GPU = 0.95
"""Kernel-active share of the time from which a command's GPU counts as busy, even if its host waits meanwhile."""
_SLOWED, _CAPPED = 0.05, 0.20
"""Minimum shares of the time. Thermal throttling is a fault, so a little counts; every card hits its cap at times, so a cap must last."""
_NEAR_LIMIT = 0.95
"""Minimum share of the power limit: a power-capped card settles within 5 % below its limit."""
_IDLE, _EMPTY = 0.70, 0.30
"""Kernel-active share of the time, and share of active multiprocessors, below which a GPU mostly waits."""
_SHORT_S, _LITTLE, _CACHED_BYTES = 5e-3, 0.05, 8 * 2**20
"""A few hundred operations at about 10 µs per call take 5 ms; at 5 % of the ceiling, arithmetic is not the limit; 8 MiB fit the
last-level cache of current processors, so memory is not the limit either."""
_ROOF, _UNCACHED_BYTES = 0.10, 32 * 2**20
"""Below a tenth of the roofline, neither ceiling limits the run. A step that moves 32 MiB does not fit in cache."""
_MFU, _BUSY = 0.40, 0.60
"""PaLM's 46 % is a well-tuned training run, so 40 % is close to the practical limit; 60 % is Nsight Compute's bound for "high"."""
_TAKEN, _LOST = 0.20, 0.50
"""Minimum CPU share of other programs that counts as a limit in itself, equal to the threshold for the power cap; and the share
of the measured time beyond which time lost to them, rather than what the steps did, limited the run: most of it."""


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """What limited a run.

    Attributes:
        verdict: A key of :data:`VERDICT_TEXTS`.
        evidence: The figures that support the verdict; without a verdict, the figures that are known.
        cures: Changes to try next, the most promising first.
        also: Other verdicts whose rules hold.
        also_details: Their replacements for ``{0}``.
        reasons: Why there is no verdict, from :data:`REASONS`; empty if there is one.
        detail: Replacement for ``{0}`` in the verdict or the reasons; "" if they have no placeholder.
    """

    verdict: str
    evidence: tuple[Evidence, ...] = ()
    cures: tuple[Cure, ...] = ()
    also: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    detail: str = ""
    also_details: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The verdict in words, or the reasons why there is none."""
        if self.verdict != NOT_KNOWN:
            return VERDICT_TEXTS[self.verdict].format(self.detail)
        return f"What held it back is not known: {'; '.join(reason.format(self.detail) for reason in self.reasons)}."

    @property
    def evidence_beside(self) -> tuple[Evidence, ...]:
        """The evidence without what the sentence itself states, for texts that follow it."""
        return tuple(one for one in self.evidence if one.key != "others") if self.verdict == SHARED else self.evidence

    def to_json(self) -> dict[str, Any]:
        """Return the "bottleneck" object of ``gpuscope show --json``."""
        return {
            "verdict": self.verdict,
            "text": self.sentence,
            "evidence": [figure.to_json() for figure in self.evidence],
            "try": [cure.to_json() for cure in self.cures],
            "also": list(self.also),
        }


Finding = tuple[str, tuple[Evidence, ...]]


def _no_duration(record: RunRecord) -> str:
    if record.state is RunState.RUNNING:
        return LIVE
    if UNDERIVED in (record.reason or ""):
        return UNDERIVED
    return NOT_DERIVED if record.state is RunState.INTERRUPTED and not record.metrics else NO_WINDOW


def bottleneck(record: RunRecord) -> Bottleneck:
    """Return what limited a run, from its stored metrics."""
    if record.state is RunState.RUNNING or record.duration_s is None:
        return Bottleneck(NOT_KNOWN, reasons=(_no_duration(record),))
    if record.spec.is_machine:
        return Bottleneck(NOT_KNOWN, reasons=(NO_PROGRAM,))
    signals = BottleneckSignals(record)
    findings = list(_findings(signals))
    beside = _beside(signals)
    if not findings:
        reasons, detail = tuple(_lacking(signals)), ""
        taken = signals.taken
        if taken is not None and taken >= WORTH_TELLING:
            reasons, detail, beside = (*reasons, OTHERS_TEXT), figures.percent(taken), (Evidence("others", taken),)
        is_foreign = record.origin is not None and record.origin.is_foreign
        next_tries = () if is_foreign else cures(NOT_KNOWN, record)
        return Bottleneck(NOT_KNOWN, (*_known(signals), *beside), next_tries, (), reasons, detail)
    verdict, evidence = findings[0]
    also = dict.fromkeys(other for other, _ in findings[1:] if other != verdict)
    shown = evidence if verdict == SHARED else (*evidence, *beside)
    next_tries = (Cure(WHOLE_BATCHES),) if verdict == INPUT and signals.waits_briefly else cures(verdict, record)
    also_details = tuple(_detail(other, signals) for other in also)
    return Bottleneck(verdict, shown, next_tries, tuple(also), (), _detail(verdict, signals), also_details)


def _detail(verdict: str, signals: BottleneckSignals) -> str:
    if verdict == SHARED:
        return figures.percent(signals.taken or 0.0)
    if verdict in (EMULATED, SLOW_FORMAT):
        return signals.arithmetic_reason or f"{signals.record.spec.precision.upper()} on this device"
    return ""


def _findings(signals: BottleneckSignals) -> Iterator[Finding]:
    limits = list(_limits(signals))
    others = signals.others
    if not limits and others is not None and others >= _TAKEN:
        yield SHARED, (Evidence("others", others, _TAKEN),)
        return
    yield from _crowded_out(signals, limits)
    yield from limits


def _crowded_out(signals: BottleneckSignals, limits: Sequence[Finding]) -> Iterator[Finding]:
    """Yield other programs as the limit before all others if most of the measured time was lost beside the steps' work.

    The median step is one that others left alone: it tells nothing about a mean step that takes many times as long. A wait for data or
    for copies has the same signs, so beside one others must have used most of the processor. A user's command may do more than steps.
    """
    taken, least = signals.taken, _LOST if any(verdict in (INPUT, COPY) for verdict, _ in limits) else _TAKEN
    if signals.record.spec.is_command or taken is None or taken < least:
        return
    own = own_share(signals.record) if signals.on_cpu else None
    evidence = _above({"beyond_median": signals.beyond_median}, _LOST)
    evidence += () if own is None or own >= _LOST else (Evidence("own", own, _LOST),)
    if evidence:
        yield SHARED, (Evidence("others", taken, least), *evidence)


def _limits(signals: BottleneckSignals) -> Iterator[Finding]:
    yield from _throttled(signals)
    waits = [] if signals.draws_from_memory and any(_small_step(signals)) else list(_waits(signals))
    yield from waits
    if signals.arithmetic == "emulated":
        yield EMULATED, tuple(_known(signals))
    yield from _power(signals)
    if signals.arithmetic == "emulated" or waits:
        return  # an emulated product's share says nothing about the device, and a waiting device is not at a ceiling
    yield from _overhead(signals)
    yield from _slow_format(signals) if signals.arithmetic == "slow by design" else _ceilings(signals)


def _slow_format(signals: BottleneckSignals) -> Iterator[Finding]:
    """Yield the slow number format as the limit, after memory if the step is memory-bound even so."""
    ceilings = [finding for finding in _ceilings(signals) if finding[0] == MEMORY]
    yield from ceilings
    yield SLOW_FORMAT, tuple(_known(signals))


def _above(values: Mapping[str, float | None], threshold: float) -> tuple[Evidence, ...]:
    return tuple(Evidence(key, value, threshold) for key, value in values.items() if value is not None and value >= threshold)


def _throttled(signals: BottleneckSignals) -> Iterator[Finding]:
    if evidence := _above({key: signals.device(key) for key in ("slowed_thermal", "slowed_hardware")}, _SLOWED):
        yield THROTTLED, evidence


def _waits(signals: BottleneckSignals) -> Iterator[Finding]:
    """Yield waits for data and for copies, the longer first."""
    if signals.record.spec.is_command and (signals.device("utilization_mean") or 0.0) >= _BUSY_GPU:
        return
    bandwidth = signals.run("bandwidth")
    if signals.is_transfer and bandwidth is not None:
        yield COPY, (Evidence("bandwidth", bandwidth),)
    for phase, verdict in sorted((("data", INPUT), ("copy", COPY)), key=lambda wait: signals.phases.get(wait[0]) or 0.0, reverse=True):
        evidence = _above({phase: signals.phases.get(phase)}, _WAIT)
        if evidence and verdict == COPY and signals.record.spec.is_command:
            evidence = _with_idle_gpu(evidence, signals)
        if evidence:
            yield verdict, evidence


def _with_idle_gpu(copies: tuple[Evidence, ...], signals: BottleneckSignals) -> tuple[Evidence, ...]:
    """Return the evidence of a command's copies with that of its idle GPU; () if the GPU may have computed meanwhile, or if unknown.

    A copy that blocks its host first waits for what the GPU has yet to compute. While the host waits for data, the GPU may be idle too.
    """
    busy, data = signals.device("utilization_mean"), signals.phases.get("data") or 0.0
    return (*copies, Evidence("utilization_mean", busy)) if busy is not None and 1.0 - busy - data >= _WAIT else ()


def _power(signals: BottleneckSignals) -> Iterator[Finding]:
    capped = signals.device("slowed_power_cap")
    if capped is not None:
        evidence = _above({"slowed_power_cap": capped}, _CAPPED)
    else:
        evidence = _above({"power_share": _power_share(signals)}, _NEAR_LIMIT)
    if evidence:
        yield POWER, evidence


def _power_share(signals: BottleneckSignals) -> float | None:
    power, limit = signals.device("power_mean"), signals.device("power_limit_last")
    return power / limit if power is not None and limit and len(signals.placed) == 1 else None


def _overhead(signals: BottleneckSignals) -> Iterator[Finding]:
    if not signals.knows_waits or signals.is_spread:
        return
    evidence = [] if signals.on_cpu else list(_idle_device(signals))
    evidence += _small_step(signals)
    if evidence:
        yield OVERHEAD if signals.on_cpu else LAUNCH, tuple(evidence)


def _idle_device(signals: BottleneckSignals) -> Iterator[Evidence]:
    for key, threshold in (("utilization_mean", _IDLE), ("sm_activity_mean", _EMPTY)):
        value = signals.device(key)
        if value is not None and value < threshold:
            yield Evidence(key, value, threshold)


def _small_step(signals: BottleneckSignals) -> Iterator[Evidence]:
    """Yield the evidence for a short step that neither arithmetic nor memory explains; nothing if either is unknown."""
    step_s, share, footprint = signals.step_s, signals.of_ceiling("mfu"), signals.footprint
    if step_s is None or share is None or footprint is None or (signals.run("roofline_share") or 0.0) >= _ROOF:
        return
    if step_s < _SHORT_S and share < _LITTLE and footprint <= _CACHED_BYTES:
        yield from (Evidence("step", step_s, _SHORT_S), Evidence("mfu", share, _LITTLE), Evidence("footprint", footprint, _CACHED_BYTES))


def _ceilings(signals: BottleneckSignals) -> Iterator[Finding]:
    """Yield memory-bound and compute-bound findings, the one nearer to its ceiling first."""
    findings = list(_roofline(signals)) or list(_products(signals))
    findings += [
        (verdict, evidence)
        for verdict, key in ((MEMORY, "memory_activity_mean"), (COMPUTE, "tensor_activity_mean"))
        if (evidence := _above({key: signals.device(key)}, _BUSY))
    ]
    yield from sorted(findings, key=lambda finding: -finding[1][0].value)


def _roofline(signals: BottleneckSignals) -> Iterator[Finding]:
    """Classify by arithmetic intensity (Williams, Waterman and Patterson); a step without arithmetic is left of every ridge."""
    intensity, ridge, bandwidth, moved = signals.intensity, signals.ridge, signals.run("bandwidth"), signals.fact("bytes_per_step")
    share = signals.of_ceiling("roofline_share")
    if intensity is None or signals.is_transfer:
        return
    if intensity == 0.0 and bandwidth and moved is not None and moved >= _UNCACHED_BYTES:
        yield MEMORY, (Evidence("bandwidth", bandwidth), Evidence("footprint", moved, _UNCACHED_BYTES))
    elif ridge is not None and share is not None and share >= _ROOF:
        at = (Evidence("intensity", intensity), Evidence("ridge", ridge))
        yield MEMORY if intensity < ridge else COMPUTE, (Evidence("roofline_share", share, _ROOF), *at)


def _products(signals: BottleneckSignals) -> Iterator[Finding]:
    if evidence := _above({"mfu": signals.of_ceiling("mfu")}, _MFU):
        yield COMPUTE, evidence


def _beside(signals: BottleneckSignals) -> tuple[Evidence, ...]:
    """Return the CPU share of other processes, which affects every figure of a run on the CPU."""
    others = signals.others
    return (Evidence("others", others),) if others is not None and others >= WORTH_TELLING else ()


def _known(signals: BottleneckSignals) -> Sequence[Evidence]:
    keys = ("utilization_mean", "sm_activity_mean", "tensor_activity_mean", "memory_activity_mean")
    values = {phase: signals.phases.get(phase) for phase in ("data", "copy")} | {"step": signals.step_s}
    values |= {} if signals.on_cpu else {key: signals.device(key) for key in keys}
    values |= {key: signals.of_ceiling(key) for key in ("mfu", "roofline_share")}
    return [Evidence(key, value) for key, value in values.items() if value is not None]


def _lacking(signals: BottleneckSignals) -> Iterator[str]:
    """Yield the missing signals that a verdict would need, or that no limit stands out in the known ones."""
    lacking = {
        NO_DEVICE: not signals.placed,
        NO_DATA if signals.phases else NO_PHASES: not signals.knows_waits and not signals.is_transfer,
        NO_UTILIZATION: bool(signals.placed) and not signals.on_cpu and signals.device("utilization_mean") is None,
        FALSE_CEILING: signals.has_false_ceiling,
        NO_CEILING: not signals.has_false_ceiling
        and signals.of_ceiling("mfu") is None
        and signals.ridge is None
        and signals.device("memory_activity_mean") is None,
        RANKS: signals.is_spread,
    }
    yield from [reason for reason, lacks in lacking.items() if lacks] or [NO_LIMIT]
