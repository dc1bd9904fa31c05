"""``gpuscope run WORKLOAD --chain``: train, compress, convert, deploy; each stage a run, all of them in one table."""

import argparse
import secrets
import time
from collections.abc import Sequence

from gpuscope.cli import console, selection
from gpuscope.cli.recorded_variant import record_variant
from gpuscope.cli.spec_flags import spec_from
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunState
from gpuscope.recording.deployment_chain import Stage, stages
from gpuscope.recording.launch import Launcher, launch_detached
from gpuscope.recording.variants import Variant
from gpuscope.system.locks import is_locked

_LOOK_EVERY_S = 0.3


def record_chain(arguments: argparse.Namespace) -> int:
    """Record the stages one after another and compare them; a stage that fails is reported, and the others go on.

    Args:
        arguments: Of ``run``.

    Returns:
        The exit code: 0 when at least two stages can be compared, else 1.
    """
    launcher = None if arguments.ready_fd is None else Launcher(arguments.ready_fd)
    try:
        plan = _plan(arguments)
    except GpuscopeError as error:
        if launcher is not None:
            launcher.tell_refused(error)
        raise
    tag = f"chain-{secrets.token_hex(4)}"
    runs: dict[str, str] = {}
    failures: dict[str, GpuscopeError] = {}
    for number, stage in enumerate(plan, 1):
        console.tell(f"stage {number} of {len(plan)}: {stage.name}")
        try:
            runs[stage.name] = _record(stage, tag, arguments, launcher)
        except GpuscopeError as error:
            failures[stage.name] = error
            console.tell(f"{stage.name}: {error.message}. {error.hint or ''}".rstrip())
    if launcher is not None and not runs:
        launcher.tell_refused(next(iter(failures.values())))
    return _report(plan, runs, failures, tag, arguments)


def _plan(arguments: argparse.Namespace) -> list[Stage]:
    """Return the stages, after checking that the store and the output file are usable."""
    from gpuscope.recording.comparison_file import refuse_comparison_file
    from gpuscope.storage.preflight import refuse_unusable

    if arguments.output is not None:
        refuse_comparison_file(arguments.output)
    if arguments.baseline:
        raise UsageError("--baseline with --chain", "Leave it out: a chain is several runs, one after another.")
    plan = stages(spec_from(arguments))
    refuse_unusable(selection.url_of(arguments))
    return plan


def _record(stage: Stage, tag: str, arguments: argparse.Namespace, launcher: Launcher | None) -> str:
    from gpuscope.storage.editing import edit_run

    if stage.refusal is not None:
        raise stage.refusal
    name = f"{arguments.name or stage.spec.workload}: {stage.name}"
    if launcher is None:
        run_id = record_variant(Variant(stage.name, stage.spec), name, arguments)
    else:
        run_id = _record_detached(stage, name, arguments, launcher)
    edit_run(selection.url_of(arguments), run_id, add_tags=(tag,))
    return run_id


def _record_detached(stage: Stage, name: str, arguments: argparse.Namespace, launcher: Launcher) -> str:
    """Record a stage detached from the terminal; report the first once it has begun, so that a window can show it."""
    verb, *rest = stage.spec.command_line()
    launched = launch_detached([verb, "--name", name, "--store", selection.url_of(arguments), *rest])
    launcher.tell_ready(*launched)
    while is_locked(launched.folder):
        time.sleep(_LOOK_EVERY_S)
    with selection.opened(arguments) as reader:
        record = reader.find(launched.run_id)
    if record.state is RunState.STOPPED:
        raise KeyboardInterrupt
    if record.state is not RunState.FINISHED:
        raise GpuscopeError(f"the run of {stage.name} is {record.state.value}", record.reason or "Its page says why.")
    return launched.run_id


def _report(
    plan: Sequence[Stage], runs: dict[str, str], failures: dict[str, GpuscopeError], tag: str, arguments: argparse.Namespace
) -> int:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.recording.comparison_file import write_comparison_file

    documents = [
        {"stage": stage.name, "run_id": runs.get(stage.name), "reason": error and error.message, "cure": error and error.hint}
        for stage in plan
        for error in (failures.get(stage.name),)
    ]
    if len(runs) < 2:
        if arguments.json:
            console.print_document({"tag": tag, "stages": documents})
        console.tell("Fewer than two stages were recorded, so there is nothing to compare.")
        return 1
    with selection.opened(arguments) as reader:
        comparison = compare([Group(name, tuple(reader.find_all([run_id]))) for name, run_id in runs.items()])
        if arguments.output is not None:
            write_comparison_file(reader, comparison, arguments.output)
    if arguments.json:
        console.print_document({"tag": tag, "stages": documents, **comparison.to_json()})
        return 0
    from gpuscope.reports.deployment_table import deployment_tables
    from gpuscope.reports.model import Report
    from gpuscope.reports.text import render

    console.say(render(Report("", (), deployment_tables(comparison)), console.columns()))
    console.say(f"\nThe stages are kept: gpuscope compare --tag {tag}; with -o a .pdf, .html, .csv or .json file.")
    return 0
