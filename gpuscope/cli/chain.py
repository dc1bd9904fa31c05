"""``gpuscope run WORKLOAD --chain``: train, compress, convert, deploy; each stage a run, all of them in one table."""

import argparse
import secrets
from collections.abc import Sequence

from gpuscope.cli import console, selection
from gpuscope.cli.recorded_variant import record_variant
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.recording.deployment_chain import Stage, stages
from gpuscope.recording.variants import Variant


def record_chain(arguments: argparse.Namespace) -> int:
    """Records the stages one after another, and compares them; one that fails is told, and the others go on.

    Args:
        arguments: Of ``run``.

    Returns:
        The exit code: 0 when at least two stages can be compared, else 1.
    """
    from gpuscope.cli.run import spec_from
    from gpuscope.recording.comparison_file import refuse_comparison_file
    from gpuscope.storage.preflight import refuse_unusable

    if arguments.output is not None:
        refuse_comparison_file(arguments.output)
    refuse_unusable(selection.url_of(arguments))
    if given := [flag for flag in ("detach", "baseline") if getattr(arguments, flag)]:
        raise UsageError(f"--{given[0]} with --chain", "Leave it out: a chain is several runs, one after another.")
    tag, plan = f"chain-{secrets.token_hex(4)}", stages(spec_from(arguments))
    runs: dict[str, str] = {}
    failures: dict[str, GpuscopeError] = {}
    for number, stage in enumerate(plan, 1):
        console.tell(f"stage {number} of {len(plan)}: {stage.name}")
        try:
            runs[stage.name] = _record(stage, tag, arguments)
        except GpuscopeError as error:
            failures[stage.name] = error
            console.tell(f"{stage.name}: {error.message}. {error.hint or ''}".rstrip())
    return _report(plan, runs, failures, tag, arguments)


def _record(stage: Stage, tag: str, arguments: argparse.Namespace) -> str:
    from gpuscope.storage.editing import edit_run

    if stage.refusal is not None:
        raise stage.refusal
    name = f"{arguments.name or stage.spec.workload}: {stage.name}"
    run_id = record_variant(Variant(stage.name, stage.spec), name, arguments)
    edit_run(selection.url_of(arguments), run_id, add_tags=(tag,))
    return run_id


def _report(
    plan: Sequence[Stage], runs: dict[str, str], failures: dict[str, GpuscopeError], tag: str, arguments: argparse.Namespace
) -> int:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.recording.comparison_file import write_comparison_file

    told = [
        {"stage": stage.name, "run_id": runs.get(stage.name), "reason": error and error.message, "cure": error and error.hint}
        for stage in plan
        for error in (failures.get(stage.name),)
    ]
    if len(runs) < 2:
        if arguments.json:
            console.print_document({"tag": tag, "stages": told})
        console.tell("Fewer than two stages were recorded, so there is nothing to compare.")
        return 1
    with selection.opened(arguments) as reader:
        comparison = compare([Group(name, tuple(reader.find_all([run_id]))) for name, run_id in runs.items()])
        if arguments.output is not None:
            write_comparison_file(reader, comparison, arguments.output)
    if arguments.json:
        console.print_document({"tag": tag, "stages": told, **comparison.to_json()})
        return 0
    from gpuscope.reports.deployment_table import deployment_tables
    from gpuscope.reports.model import Report
    from gpuscope.reports.text import render

    console.say(render(Report("", (), deployment_tables(comparison)), console.columns()))
    console.say(f"\nThe stages are kept: gpuscope compare --tag {tag}; with -o a .pdf, .csv or .json file.")
    return 0
