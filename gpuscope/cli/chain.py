"""``gpuscope run WORKLOAD --chain``: train, compress, convert, deploy; each stage is a run, and one table shows them all."""

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.cli import alert_flags, console, selection, sensor_choice
from gpuscope.cli.plan_progress import PlanProgress, output_of, output_option, warn_of_formats
from gpuscope.cli.spec_flags import spec_from
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.recording.conductor import conduct
from gpuscope.recording.launch import Launcher
from gpuscope.recording.plan_folder import folder_of
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.variants import Stage, stages


def record_chain(arguments: argparse.Namespace) -> int:
    """Record the stages one after another and compare them; a failed stage is reported, and the others continue.

    Returns:
        The exit code: 0 if at least two stages can be compared, else 1.
    """
    with Launcher.reporting(arguments.ready_fd) as launcher:
        plan_id = _store_plan(_plan(arguments), arguments)
    observer = _StageProgress() if launcher is None else _Detached(launcher, selection.url_of(arguments))
    plan = conduct(selection.url_of(arguments), plan_id, observer)
    if launcher is not None:  # no effect if a run has begun
        launcher.report_refused(GpuscopeError(*next((_failure(item) for item in plan.items if item.reason), ("no stage was recorded", ""))))
    return end_of(plan, arguments)


class _StageProgress(PlanProgress):
    """Prints which stage begins, and why a stage failed."""

    def __init__(self) -> None:
        super().__init__(lambda plan, item: f"stage {item.number + 1} of {plan.total}: {item.group}")

    def item_ended(self, plan: Plan, item: PlanItem) -> None:  # noqa: ARG002 - others count
        """Print why the stage failed."""
        if item.state is ItemState.FAILED:
            console.print_to_stderr(f"{item.group}: {'. '.join(part for part in _failure(item) if part)}")


class _Detached(PlanObserver):
    """Notifies the launcher that the first run has begun, so that a window can show it, or that the plan is waiting."""

    def __init__(self, launcher: Launcher, store_url: str) -> None:
        self._launcher, self._store_url = launcher, store_url

    def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:  # noqa: ARG002 - the run is what is shown
        """Notify the launcher, which handles only the first notification."""
        self._launcher.report_ready(str(item.run_id), folder)

    def waits(self, plan: Plan) -> None:
        """Notify the launcher of the plan, whose runs cannot begin before those of others have ended."""
        self._launcher.report_ready(plan.plan_id, folder_of(self._store_url, plan.plan_id))


def _store_plan(planned: Sequence[Stage], arguments: argparse.Namespace) -> str:
    """Store the plan, with stages that this machine refuses marked as skipped, and return its id."""
    items = [_item(number, stage, arguments) for number, stage in enumerate(planned)]
    options = {
        "tags": [f"chain-{secrets.token_hex(4)}"],
        "run_arguments": [*sensor_choice.run_arguments(arguments), *alert_flags.run_arguments(arguments)],
        "output": output_option(arguments),
    }
    return create_plan(selection.url_of(arguments), PlanKind.CHAIN, f"{planned[0].spec.workload}: chain", items, options)


def _item(number: int, stage: Stage, arguments: argparse.Namespace) -> PlanItem:
    item = PlanItem(number, f"{arguments.name or stage.spec.workload}: {stage.name}", stage.spec, stage.name)
    if stage.refusal is None:
        return item
    console.print_to_stderr(f"{stage.name}: {stage.refusal.message}. {stage.refusal.hint}".rstrip())
    return replace(item, state=ItemState.SKIPPED, reason=stage.refusal.message, details={"cure": stage.refusal.hint})


def _failure(item: PlanItem) -> tuple[str, str]:
    """Return why a stage has no run, and what to do about it."""
    return item.reason or "", item.cure or ("Its page says why." if item.run_id else "")


def _plan(arguments: argparse.Namespace) -> list[Stage]:
    """Return the stages, after checking that the store and the output file are usable."""
    from gpuscope.recording.comparison_file import refuse_comparison_file
    from gpuscope.storage.sqlite_file import refuse_unusable
    from gpuscope.workloads.capabilities import Capabilities

    if arguments.output is not None:
        refuse_comparison_file(arguments.output)
    if arguments.baseline:
        raise UsageError("--baseline with --chain", "Leave it out: a chain is several runs, one after another.")
    plan = stages(spec_from(arguments))
    refuse_unusable(selection.url_of(arguments))
    warn_of_formats((stage.spec for stage in plan), Capabilities.load())
    return plan


def end_of(plan: Plan, arguments: argparse.Namespace) -> int:
    """Print the table of a finished plan, and return the exit code.

    Raises:
        KeyboardInterrupt: It was stopped.
    """
    if plan.state is PlanState.FINISHED:
        return _report(plan, arguments)
    console.print_to_stderr(f"'gpuscope resume {plan.plan_id}' goes on with it")
    if plan.state is PlanState.STOPPED:
        raise KeyboardInterrupt
    raise GpuscopeError(str(plan.reason))


def _report(plan: Plan, arguments: argparse.Namespace) -> int:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.recording.comparison_file import write_comparison_file

    tag = next(iter(plan.tags), "")
    output = output_of(plan)
    runs = {item.group: item.run_id for item in plan.items if item.state is ItemState.DONE and item.run_id}
    documents = [_document(item) for item in plan.items]
    if len(runs) < 2:
        if arguments.json:
            console.print_document({"tag": tag, "stages": documents})
        console.print_to_stderr("Fewer than two stages were recorded, so there is nothing to compare.")
        return 1
    with selection.opened(arguments) as reader:
        comparison = compare([Group(name, tuple(reader.find_all([run_id]))) for name, run_id in runs.items()])
        if output is not None:
            write_comparison_file(reader, comparison, output)
    if arguments.json:
        console.print_document({"tag": tag, "stages": documents, **comparison.to_json()})
        return 0
    from gpuscope.reports.deployment_table import deployment_tables
    from gpuscope.reports.model import Report
    from gpuscope.reports.printable import printable
    from gpuscope.reports.text import render

    console.print_rendered(render(Report("", (), deployment_tables(comparison)), console.columns()))
    console.print_text(f"\nThe stages are kept: gpuscope compare --tag {tag}; with -o a .pdf, .html, .csv or .json file.")
    if output is not None:
        console.print_text(f"Written: {printable(str(output))}")
    return 0


def _document(item: PlanItem) -> dict[str, str | None]:
    reason, cure = (None, None) if item.state is ItemState.DONE else _failure(item)
    return {"stage": item.group, "run_id": item.run_id if item.state is ItemState.DONE else None, "reason": reason, "cure": cure}
