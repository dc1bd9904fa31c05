"""What an A/B sets against each other, how long that takes, and the plan that it becomes; the same for the verb and for the window."""

import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.plan import PlanItem
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.ab_plan import ab_items
from gpuscope.recording.run_request import default_name
from gpuscope.recording.variants import Variant, command_variants, varied
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.launch import is_parallel

REPEATS = 5
"""Runs of each variant: as many as a claim asks for (analysis, CLAIM_REPEATS)."""
_LONGEST_TITLE = 60
"""Of a command in a plan's name."""
WARMUP_LIMIT_S = 60.0
"""A comparison wants steady runs; a minute bounds its length where a GPU never becomes steady."""


def ab_variants(base: RunSpec, vary: Sequence[str], capabilities: Capabilities, *, until_steady: bool) -> list[Variant]:
    """Return the variants, resolved; none of them is refused by the catalogue or by this machine.

    Args:
        base: What all variants share.
        vary: As :func:`~gpuscope.recording.variants.varied` takes it.
        capabilities: What can be run here.
        until_steady: Whether each warms up until it is steady, where it sets no warm-up of its own.

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
    """Return the variants, each to warm up until steady; unchanged where one sets its warm-up, or has ranks, which cannot."""
    if any(variant.spec.warmup_limit_s or is_parallel(variant.spec) for variant in variants):
        return list(variants)
    return [replace(variant, spec=replace(variant.spec, warmup_limit_s=WARMUP_LIMIT_S)) for variant in variants]


def ab_plan(variants: Sequence[Variant], repeats: int, until: float | None, **more: Any) -> tuple[str, list[PlanItem], dict[str, Any]]:
    """Return name, items and options of the plan that compares variants, the baseline first.

    Args:
        variants: What is compared.
        repeats: At least so many runs of each.
        until: How wide the interval of each throughput's ratio may be, as a share; None for the repeats alone.
        more: Further options.
    """
    names, spec = [variant.name for variant in variants], variants[0].spec
    # Of a command it is not known where it computes.
    is_on_gpu = any(variant.spec.is_command or variant.spec.device != "cpu" for variant in variants)
    options = {"repeats": repeats, "until": until, "cooling": is_on_gpu, **more}
    title = default_name(spec)[:_LONGEST_TITLE] if spec.is_command else spec.workload
    against = f": {', '.join(names[1:])} against {names[0]}" if names[1:] else ", repeated"
    return f"{title}{against}", ab_items(variants, repeats), options


def expected_time_sentence(variants: Sequence[Variant], repeats: int, earlier: Sequence[RunRecord], shorter: str = "") -> str:
    """Return how long all runs will take: at most, where a duration or an earlier run says how long one measures.

    Args:
        variants: What is compared.
        repeats: Of each.
        earlier: Runs like the baseline.
        shorter: How the warm-up is shortened, in the words of who asks.
    """
    count = len(variants) * repeats
    is_command = variants[0].spec.is_command
    warm_s = repeats * sum(variant.spec.warmup_limit_s for variant in variants)
    lasts = [run.took_s for run in earlier if run.took_s]
    each = [variant.spec.duration_s or (statistics.median(lasts) if lasts else None) for variant in variants]
    known = [seconds for seconds in each if seconds is not None]
    measured_s = repeats * sum(known) if len(known) == len(each) else None
    shorter = shorter if warm_s else ""
    if measured_s is None:
        warm_up = f"up to {figures.duration(warm_s)} of warm-up{shorter}, and " if warm_s else ""
        if is_command:
            return f"{figures.counted(count, 'run')}; no earlier run says how long they take"
        return f"{figures.counted(count, 'run')}: {warm_up}the measured steps, of which no earlier run says how long they take"
    up_to = f", of which {figures.duration(measured_s)} are measured, the rest is warm-up{shorter}" if warm_s else ""
    return (
        f"{figures.counted(count, 'run')} will take {'up to' if warm_s else 'about'} {figures.duration(warm_s + measured_s)}{up_to};"
        " starting each adds some seconds"
    )
