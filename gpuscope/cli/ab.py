"""``gpuscope ab``: variants of a workload against a baseline, in interleaved repeats, with a verdict for each metric."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.analysis.repeats_plan import MOST_REPEATS, alike, expected_words, is_narrow, share_of, short_windows_words
from gpuscope.analysis.statistics.verdict import CLAIM_REPEATS
from gpuscope.cli import console, selection, sensor_choice
from gpuscope.cli.compare import print_comparison
from gpuscope.cli.recorded_variant import record_variant
from gpuscope.cli.spec_flags import add_spec_flags, spec_from
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.recording.cooling import Cooling
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.variants import Variant, interleaved, varied
from gpuscope.workloads.launch import is_parallel

NAME = "ab"
HELP = "run variants of a workload in turns, and say what differs measurably"
_REPEATS = 5
"""Runs of each variant: as many as a claim asks for (analysis, CLAIM_REPEATS)."""
_WARMUP_LIMIT_S = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.usage = "gpuscope ab WORKLOAD --vary KEY=VALUE,VALUE [options]"
    parser.description = (
        f"Each run warms up until it is steady, {_WARMUP_LIMIT_S:.0f} s at most: --warmup-limit sets another limit, and 0 leaves it at"
        " --warmup-steps."
    )
    add_spec_flags(parser)
    parser.add_argument(
        "--vary", action="append", default=[], metavar="KEY=VALUE,VALUE",
        help="what the variants differ in, the baseline first: precision=fp32,bf16; optimize=none,channels-last+fused; several flags cross",
    )  # fmt: skip
    parser.add_argument(
        "--repeats", type=int, default=_REPEATS, metavar="N", help=f"runs of each variant (default {_REPEATS}, as a claim asks for)"
    )
    parser.add_argument(
        "--until",
        metavar="SHARE",
        help=f"go on until the interval of each throughput's ratio is no wider, such as 2%%; at most {MOST_REPEATS} repeats",
    )
    parser.add_argument(
        "--no-cooling", action="store_true", help="do not wait, before a run, for the GPU to be as cool as before the first"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the comparison to a .pdf, .html, .csv or .json file")
    sensor_choice.add_flag(parser)
    sensor_choice.add_rate_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the runs in turns and compare them."""
    from gpuscope.recording.comparison_file import refuse_comparison_file
    from gpuscope.storage.preflight import refuse_unusable

    variants, share = _variants(arguments), share_of(arguments.until)
    if not 1 <= arguments.repeats <= MOST_REPEATS:
        raise UsageError(f"--repeats {arguments.repeats} is not from 1 to {MOST_REPEATS}", "Five are enough for a claim: --repeats 5")
    if arguments.output is not None:
        refuse_comparison_file(arguments.output)
    refuse_unusable(selection.url_of(arguments))
    sensor_choice.chosen(arguments)
    _tell_plan(variants, arguments)
    runs: dict[str, list[str]] = {variant.name: [] for variant in variants}
    try:
        _record(variants, share, arguments, runs)
    except (GpuscopeError, KeyboardInterrupt):
        if recorded := [run_id for ids in runs.values() for run_id in ids]:
            console.tell(f"the runs so far are kept: gpuscope compare {' '.join(recorded)}")
        raise
    return _report(variants, runs, arguments)


def _variants(arguments: argparse.Namespace) -> list[Variant]:
    """Return the variants; none of them is refused by the catalogue or by this machine."""
    from gpuscope.workloads import arithmetic, catalog
    from gpuscope.workloads.capabilities import Capabilities

    if not arguments.vary:
        raise UsageError("nothing varies", "For example: gpuscope ab mnist-mlp --vary precision=fp32,bf16")
    variants, capabilities = varied(spec_from(arguments), arguments.vary), Capabilities.load()
    if arguments.field_warmup_limit_s is None:
        variants = _steady(variants)
    resolved = [catalog.resolve(variant.spec) for variant in variants]
    if len({resolved_spec.identity() for resolved_spec in resolved}) < len(resolved):
        raise UsageError("two of the variants are the same", "Give --vary values that differ; repeats are asked for with --repeats.")
    for resolved_spec in resolved:
        if (refusal := catalog.refusal(resolved_spec, capabilities)) is not None:
            raise refusal
    for warning in dict.fromkeys(
        arithmetic.warning(resolved_spec.device, resolved_spec.precision, capabilities) for resolved_spec in resolved
    ):
        if warning:
            console.tell(warning)
    return [Variant(variant.name, spec) for variant, spec in zip(variants, resolved, strict=True)]


def _steady(variants: Sequence[Variant]) -> list[Variant]:
    """Return the variants, each to warm up until steady; unchanged where one sets its warm-up, or has ranks, which cannot."""
    if any(variant.spec.warmup_limit_s or is_parallel(variant.spec) for variant in variants):
        return list(variants)
    return [replace(variant, spec=replace(variant.spec, warmup_limit_s=_WARMUP_LIMIT_S)) for variant in variants]


def _tell_plan(variants: Sequence[Variant], arguments: argparse.Namespace) -> None:
    names = " against ".join((", ".join(variant.name for variant in variants[1:]), variants[0].name))
    console.tell(f"{names}: {arguments.repeats} repeats each, in turns")
    limit_s = max(variant.spec.warmup_limit_s for variant in variants)
    console.tell(f"each warms up until it is steady, {limit_s:g} s at most" if limit_s else "each warms up for its warm-up steps alone")
    with RunHistory(selection.url_of(arguments)) as reader:  # which may not be there yet
        earlier = alike(variants[0].spec, reader.runs())
    for sentence in (expected_words(earlier, arguments.repeats, len(variants) - 1), short_windows_words(earlier)):
        if sentence:
            console.tell(sentence)


def _record(variants: Sequence[Variant], share: float | None, arguments: argparse.Namespace, runs: dict[str, list[str]]) -> None:
    """Record the rounds; the runs' ids go to their variant's name."""
    is_cooled = not arguments.no_cooling and any(variant.spec.device != "cpu" for variant in variants)
    cooling = Cooling() if is_cooled else None
    for count, order in enumerate(interleaved(variants)):
        if count >= arguments.repeats and _is_enough(runs, share, count, arguments):
            return
        for variant in order:
            for device, temperature in cooling.wait().items() if cooling is not None else ():
                console.tell(f"{device} is still at {temperature:.0f} °C, warmer than before the first run")
            console.tell(f"repeat {count + 1}{_of(arguments.repeats, share)}: {variant.name}")
            runs[variant.name].append(record_variant(variant.repeat(count), f"ab: {variant.name}", arguments))


def _of(repeats: int, share: float | None) -> str:
    return f" of {repeats}" if share is None else ""


def _is_enough(runs: Mapping[str, Sequence[str]], share: float | None, count: int, arguments: argparse.Namespace) -> bool:
    if share is None or count >= MOST_REPEATS:
        return True
    if count < CLAIM_REPEATS:  # two that agree by chance are not enough
        return False
    with selection.opened(arguments) as reader:
        baseline, *others = (reader.find_all(ids) for ids in runs.values())
    return all(is_narrow(baseline, other, share) for other in others)


def _report(variants: Sequence[Variant], runs: Mapping[str, Sequence[str]], arguments: argparse.Namespace) -> int:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.recording.comparison_file import write_comparison_file

    with selection.opened(arguments) as reader:
        groups = [Group(variant.name, tuple(reader.find_all(runs[variant.name]))) for variant in variants]
        comparison = compare(groups)
        if arguments.output is not None:
            write_comparison_file(reader, comparison, arguments.output)
    if arguments.json:
        console.print_document(comparison.to_json())
    else:
        print_comparison(comparison, arguments.output)
    return 0
