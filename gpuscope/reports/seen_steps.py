"""A sentence on the steps detected in a command: what a step waits for and what helps, or why no steps were detected."""

from collections.abc import Mapping

from gpuscope.analysis.bottleneck import INPUT, bottleneck
from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.core import figures
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import SAMPLES_PER_STEP
from gpuscope.core.workload_keys import OTHER

WAITS = "Waiting for data takes {0} of a step: more DataLoader workers (num_workers) make the batches beside the steps."
BRIEF_WAITS = (
    "Waiting for data takes {0} of a step: index whole batches instead of single samples; "
    "a loading process would take about as long to hand a batch over."
)
REPORTED_WAITS = "Waiting for data takes {0} of a step: prepare batches in parallel and ahead of time."
"""For a phase that the program reported itself, since it may have no DataLoader."""
SPENDS = "A step is spent on {0}."
UNKNOWN_WAITS = "What a step waits for is not known: the thread that trains takes its batches from no DataLoader."
PHASE_TEXTS = {
    "data": "waiting for data",
    "copy": "copies between main memory and the device",
    "forward": "forward",
    "backward": "backward",
    "optimizer": "optimizer",
    "other": "what lies between the steps",
}
"""The phases of a detected step, as worded in a sentence."""
PRECEDING, PRECEDING_IT = "all that precedes the backward pass", "all that precedes it"
"""The detected forward phase without a loader, before and after the backward pass is named: it holds the batch, and what lies between the
steps."""
UNNAMED = "what is in no phase"
"""The rest of a step if the program named only some of its phases."""
_LEAST = 0.01
"""Share of a step below which a phase is not mentioned."""
_UNSEEN = ("cannot be detected", "step was detected", "steps are not recorded", "cannot be seen", "can be seen")
"""Parts of reasons for missing steps that are about detecting them, those of earlier versions last; other reasons are not reported."""
_NOT_TORCH = ("no import of PyTorch", "was not seen")
"""Parts of the reason for a program that does not use PyTorch, that of earlier versions last; reported only if the user asked for something
that needs steps."""


def steps_sentence(record: RunRecord) -> str:
    """Return what a command's steps spend their time on, or why none were detected; "" if neither is known."""
    if not record.spec.is_command or record.spec.is_attached:
        return ""
    if record.steps is None:
        return "" if record.state is RunState.FAILED else _why_unseen(record)
    signals = BottleneckSignals(record)
    shares = {phase: share for phase, share in signals.phases.items() if phase in PHASE_TEXTS}
    if not shares:
        return ""
    if bottleneck(record).verdict == INPUT and "data" in shares:
        waits = BRIEF_WAITS if signals.waits_briefly else WAITS if signals.draws_by_loader else REPORTED_WAITS
        return waits.format(figures.percent(shares["data"]))
    spends = _spends(shares, 1.0 - sum(signals.phases.values()))
    # A program without a loader has detected phases, the time between steps included, but none of waiting for data.
    return f"{UNKNOWN_WAITS} {spends}" if "data" not in shares and OTHER in shares else spends


def _spends(shares: Mapping[str, float], rest: float) -> str:
    """Return the sentence on the phases of a step, the longest first."""
    texts = PHASE_TEXTS
    if "data" not in shares and OTHER in shares:
        is_after = shares.get("backward", 0.0) >= shares.get("forward", 0.0)
        texts = {**PHASE_TEXTS, "forward": PRECEDING_IT if is_after else PRECEDING}
    largest_first = sorted(shares, key=lambda phase: -shares[phase])
    parts = [f"{texts[phase]} ({figures.percent(shares[phase])})" for phase in largest_first if shares[phase] >= _LEAST]
    parts += [f"{UNNAMED} ({figures.percent(rest)})"] if rest >= _LEAST else []
    return SPENDS.format(", ".join(parts))


def _why_unseen(record: RunRecord) -> str:
    rate = record.metrics.get("step_rate")
    reason = "" if rate is None else rate.reason or ""
    is_requested = record.spec.capture is not None or SAMPLES_PER_STEP in record.spec.options
    markers = (*_UNSEEN, *_NOT_TORCH) if is_requested else _UNSEEN
    return f"{figures.capitalized(reason)}." if any(marker in reason for marker in markers) else ""
