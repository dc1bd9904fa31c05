"""The variants of an A/B, how long they take, and the resulting plan; shared by the command and the window."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.plan import AbOptions, PlanItem
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.ab_plan import ab_items
from gpuscope.recording.run_request import default_name
from gpuscope.recording.variants import Variant, command_variants, varied
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.launch import is_parallel

REPEATS = 5
"""Default number of runs of each variant: as many as a claim requires (analysis, CLAIM_REPEATS)."""
_LONGEST_TITLE = 60
"""Maximum length of a command in a plan's name."""
WARMUP_LIMIT_S = 60.0
"""A comparison needs steady runs; a minute limits the warm-up if a GPU never becomes steady."""


def ab_variants(base: RunSpec, vary: Sequence[str], capabilities: Capabilities, *, until_steady: bool) -> list[Variant]:
    """Return the variants, resolved and checked against the catalogue and this machine.

    Args:
        base: The spec that all variants share.
        vary: As for :func:`~gpuscope.recording.variants.varied`.
        capabilities: What this machine can run.
        until_steady: Whether each variant warms up until steady, unless it sets its own warm-up.

    Raises:
        UsageError: Nothing varies, two variants are the same, or a value does not fit.
        UnavailableError: This machine cannot run one of them.
    """
    if base.is_command:
        return command_variants(base, vary)
    if not vary:
        raise UsageError("nothing varies", "For example: gpuscope ab mnist-mlp --vary precision=fp32,bf16")
    variants = varied(base, vary)
    if until_steady:
        variants = _steady(variants)
    resolved = [catalog.resolve(variant.spec) for variant in variants]
    if len({spec.identity() for spec in resolved}) < len(resolved):
        raise UsageError("two of the variants are the same", "Give --vary values that differ; set the number of repeats with --repeats.")
    for spec in resolved:
        if (refusal := catalog.refusal(spec, capabilities)) is not None:
            raise refusal
    return [Variant(variant.name, spec) for variant, spec in zip(variants, resolved, strict=True)]


def _steady(variants: Sequence[Variant]) -> list[Variant]:
    """Return the variants with a warm-up until steady; unchanged if any sets its own warm-up, or is parallel, which does not support it."""
    if any(variant.spec.warmup_limit_s or is_parallel(variant.spec) for variant in variants):
        return list(variants)
    return [replace(variant, spec=replace(variant.spec, warmup_limit_s=WARMUP_LIMIT_S)) for variant in variants]


def ab_plan(variants: Sequence[Variant], repeats: int, until: float | None) -> tuple[str, list[PlanItem], AbOptions]:
    """Return name, items and options of the plan that compares variants, the baseline first.

    Args:
        variants: The variants to compare.
        repeats: Minimum number of runs of each.
        until: Maximum width of the interval of each throughput's ratio, as a share; None for a fixed number of repeats.
    """
    names, spec = [variant.name for variant in variants], variants[0].spec
    # It is unknown where a command computes.
    is_on_gpu = any(variant.spec.is_command or variant.spec.device != "cpu" for variant in variants)
    title = default_name(spec)[:_LONGEST_TITLE] if spec.is_command else spec.workload
    against = f": {', '.join(names[1:])} against {names[0]}" if names[1:] else ", repeated"
    return f"{title}{against}", ab_items(variants, repeats), AbOptions(repeats, until, cooling=is_on_gpu)


def expected_time_sentence(variants: Sequence[Variant], repeats: int, earlier: Sequence[RunRecord], shorter: str = "") -> str:
    """Return a sentence on how long all runs will take, with an upper limit if a duration or an earlier run gives the time per run.

    Args:
        variants: The variants to compare.
        repeats: Number of runs of each.
        earlier: Runs like the baseline.
        shorter: How to shorten the warm-up, in the caller's terms.
    """
    count = len(variants) * repeats
    is_command = variants[0].spec.is_command
    warm_s = repeats * sum(variant.spec.warmup_limit_s for variant in variants)
    lasts = [seconds for run in earlier if (seconds := _whole_s(run))]
    each = [variant.spec.duration_s or (statistics.median(lasts) if lasts else None) for variant in variants]
    durations = [seconds for seconds in each if seconds is not None]
    measured_s = repeats * sum(durations) if len(durations) == len(each) else None
    shorter = shorter if warm_s else ""
    if measured_s is None:
        warm_up = f"up to {_forecast(warm_s)} of warm-up{shorter}, and " if warm_s else ""
        if is_command:
            return f"{figures.counted(count, 'run')}; their duration is not known from an earlier run"
        return f"{figures.counted(count, 'run')}: {warm_up}the measured steps; their duration is not known from an earlier run"
    whole = _forecast(warm_s + measured_s)
    if not warm_s:
        return f"{figures.counted(count, 'run')} will take about {whole}; each start adds a few seconds"
    measured = f"{figures.duration(measured_s)} are measured, the rest is warm-up{shorter}"
    return f"{figures.counted(count, 'run')} will take up to {whole}, of which {measured}; each start adds a few seconds"


def _forecast(seconds: float) -> str:
    return figures.duration(seconds).removesuffix(" 00 s")


def _whole_s(run: RunRecord) -> float | None:
    """Return how long a command, or a workload's measured steps, took; those that ended early by their speed; None if unknown."""
    lasted_s = run.wall_s if run.spec.is_command else run.duration_s
    if run.state is RunState.FINISHED or lasted_s is None:
        return lasted_s
    if run.spec.is_command:  # nobody knows how many steps it would have taken
        return None
    return lasted_s * run.spec.steps / run.steps if run.spec.steps and run.steps else None
