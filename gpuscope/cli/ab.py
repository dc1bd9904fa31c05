"""``gpuscope ab``: variants of a workload against a baseline, in interleaved repeats, with a verdict for each metric."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.analysis.repeats_plan import (
    MOST_REPEATS,
    alike,
    expected_precision_sentence,
    repeated_document,
    repeated_sentence,
    share_of,
    short_windows_sentence,
)
from gpuscope.cli import console, selection, sensor_choice
from gpuscope.cli.capture_question import agree_to_capture
from gpuscope.cli.compare import print_comparison
from gpuscope.cli.plan_progress import PlanProgress, output_of, output_option, warn_of_formats
from gpuscope.cli.spec_flags import add_spec_flags, spec_from
from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import AbOptions, ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.recording.ab_plan import failure_of, repeat_of
from gpuscope.recording.ab_variants import REPEATS, WARMUP_LIMIT_S, ab_plan, ab_variants, expected_time_sentence
from gpuscope.recording.conductor import conduct
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.start_error import refuse_missing_command, refuse_missing_folder
from gpuscope.recording.variants import Variant, command_variants

HELP = "run variants of a workload interleaved, and report measurable differences"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope ab``."""
    parser.usage = (
        "gpuscope ab WORKLOAD --vary KEY=VALUE,VALUE [options]\n"
        "       gpuscope ab --vary KEY=VALUE,VALUE [options] -- COMMAND with {KEY} in its arguments"
    )
    parser.description = (
        f"Each run warms up until it is steady, {WARMUP_LIMIT_S:.0f} s at most: --warmup-limit sets another limit, and 0 leaves it at"
        " --warmup-steps. A command is run as it is; without --vary it is repeated."
    )
    add_spec_flags(parser)
    parser.add_argument(
        "--vary", action="append", default=[], metavar="KEY=VALUE,VALUE",
        help="what to vary, the baseline first: precision=fp32,bf16; optimize=none,channels-last+fused; several flags are combined; in "
            "a command, a word in braces: batch=6,12 for {batch}",
    )  # fmt: skip
    parser.add_argument(
        "--repeats", type=int, default=REPEATS, metavar="N", help=f"runs of each variant (default {REPEATS}, enough for a claim)"
    )
    parser.add_argument(
        "--until",
        metavar="SHARE",
        help=f"go on until the interval of each throughput's ratio is no wider, such as 2%%; at most {MOST_REPEATS} repeats",
    )
    parser.add_argument(
        "--no-cooling", action="store_true", help="do not wait before each run until the GPU has cooled to its first temperature"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the comparison to a .pdf, .html, .csv or .json file")
    sensor_choice.add_flag(parser)
    sensor_choice.add_rate_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Record the runs, interleaved, and compare them."""
    from gpuscope.recording.comparison_file import refuse_comparison_file
    from gpuscope.storage.sqlite_file import refuse_unusable

    variants, share = _variants(arguments), share_of(arguments.until)
    if not 1 <= arguments.repeats <= MOST_REPEATS:
        raise UsageError(f"--repeats {arguments.repeats} is not from 1 to {MOST_REPEATS}", "Five are enough for a claim: --repeats 5")
    if arguments.output is not None:
        if not variants[1:]:
            raise UsageError(
                "--output is for a comparison, and nothing varies", "For example: --vary batch=6,12 for {batch} in the command"
            )
        refuse_comparison_file(arguments.output)
    refuse_unusable(selection.url_of(arguments))
    sensor_choice.chosen(arguments)
    for variant in variants:
        agree_to_capture(arguments, variant.spec)
    _print_plan(variants, arguments)
    plan = conduct(selection.url_of(arguments), _store_plan(variants, share, arguments), PlanProgress(_repeat_begins))
    return end_of(plan, arguments)


def _store_plan(variants: Sequence[Variant], share: float | None, arguments: argparse.Namespace) -> str:
    """Store the plan, and return its id."""
    name, items, options = ab_plan(variants, arguments.repeats, share)
    options = replace(options, cooling=options.cooling and not arguments.no_cooling)
    stored = {**options.to_json(), "run_arguments": sensor_choice.run_arguments(arguments), "output": output_option(arguments)}
    return create_plan(selection.url_of(arguments), PlanKind.AB, name, items, stored)


def _repeat_begins(plan: Plan, item: PlanItem) -> str:
    """Return which repeat begins, and the total number if it is known."""
    number, options = repeat_of(item) + 1, AbOptions.of(plan)
    return f"repeat {number} of {options.repeats}: {item.group}" if options.until is None else f"repeat {number}: {item.group}"


def end_of(plan: Plan, arguments: argparse.Namespace) -> int:
    """Compare the runs of a finished plan; for an unfinished one, print how to continue.

    Raises:
        GpuscopeError: A run failed.
        KeyboardInterrupt: It was stopped.
    """
    if plan.state is PlanState.FINISHED:
        return _report(plan, arguments)
    if recorded := [item.run_id for item in plan.items if item.state is ItemState.DONE and item.run_id]:
        console.print_to_stderr(f"the runs so far are kept: gpuscope compare {' '.join(recorded)}")
    console.print_to_stderr(f"'gpuscope resume {plan.plan_id}' goes on with it")
    if plan.state is PlanState.STOPPED:
        raise KeyboardInterrupt
    raise failure_of(plan) or GpuscopeError(str(plan.reason))


def _variants(arguments: argparse.Namespace) -> list[Variant]:
    """Return the variants, checked against the catalogue and this machine."""
    from gpuscope.workloads.capabilities import Capabilities

    asked = spec_from(arguments)
    if asked.is_command:
        return _of_command(command_variants(asked, arguments.vary))
    capabilities = Capabilities.load()
    until_steady = arguments.field_warmup_limit_s is None
    variants = ab_variants(asked, arguments.vary, capabilities, until_steady=until_steady)
    warn_of_formats((variant.spec for variant in variants), capabilities)
    return variants


def _of_command(variants: list[Variant]) -> list[Variant]:
    """Return variants of a command after checking that their programs exist."""
    refuse_missing_folder()
    for variant in variants:
        refuse_missing_command(variant.spec.command[0])
    return variants


def _print_plan(variants: Sequence[Variant], arguments: argparse.Namespace) -> None:
    others = ", ".join(variant.name for variant in variants[1:])
    if others and arguments.repeats == 1:
        console.print_to_stderr(f"{others} against {variants[0].name}: one run each")
    elif others:
        console.print_to_stderr(f"{others} against {variants[0].name}: {arguments.repeats} repeats each, in turns")
    else:
        console.print_to_stderr(f"{variants[0].name}: {figures.counted(arguments.repeats, 'run')}")
    limit_s = max(variant.spec.warmup_limit_s for variant in variants)
    if not variants[0].spec.is_command:
        console.print_to_stderr(
            f"each warms up until it is steady, {limit_s:g} s at most" if limit_s else "each warms up for its warm-up steps only"
        )
    with RunHistory(selection.url_of(arguments)) as reader:  # the store may not exist yet
        earlier = alike(variants[0].spec, reader.runs())
    console.print_to_stderr(expected_time_sentence(variants, arguments.repeats, earlier, " (--warmup-limit SECONDS shortens it)"))
    precision = expected_precision_sentence(earlier, arguments.repeats, len(variants) - 1) if variants[1:] else ""
    for sentence in (precision, short_windows_sentence(earlier)):
        if sentence:
            console.print_to_stderr(sentence)


def _report(plan: Plan, arguments: argparse.Namespace) -> int:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.recording.comparison_file import write_comparison_file

    names = dict.fromkeys(item.group for item in plan.items)
    output = output_of(plan)
    with selection.opened(arguments) as reader:
        if len(names) == 1:
            document = repeated_document(reader.find_all(str(item.run_id) for item in plan.items))
            return console.print_result(arguments, document, repeated_sentence(document))
        groups = [Group(name, tuple(reader.find_all(str(item.run_id) for item in plan.of_group(name)))) for name in names]
        comparison = compare(groups)
        if output is not None:
            write_comparison_file(reader, comparison, output)
    if arguments.json:
        console.print_document(comparison.to_json())
    else:
        print_comparison(comparison, output)
    return 0
