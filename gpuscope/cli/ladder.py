"""``gpuscope ladder``: adds optimizations one by one, and reports the factor that each gains on this machine."""

import argparse
import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpuscope.analysis.comparison import Comparison
from gpuscope.cli import console, selection
from gpuscope.cli.capture_question import agree_to_capture
from gpuscope.cli.plan_progress import PlanProgress, warn_of_formats, without_figures
from gpuscope.cli.spec_flags import add_spec_flags, spec_from
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.ladder_request import WORKLOAD, default_task
from gpuscope.reports.ladder_view import LadderView

HELP = "add optimizations one after another, and show what each gains here"
_MOST_REPEATS = 50
"""With this many repeats the interval is a seventh of that of one repeat, and the machine's drift is larger."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope ladder``."""
    parser.usage = "gpuscope ladder [WORKLOAD] [--task TASK] [--device DEVICE] [--thorough] [options]"
    parser.description = (
        "A quick ladder takes about two minutes and gives no verdict; a thorough one repeats each rung and the one below it in turns."
        f" Without a WORKLOAD it is {WORKLOAD}; without a --task inference on the CPU, else training."
    )
    add_spec_flags(parser, takes_commands=False)
    parser.add_argument("--thorough", action="store_true", help="repeat each rung, for an interval and a verdict; takes many minutes")
    parser.add_argument("--repeats", type=int, metavar="N", help="runs of each side of a rung, with --thorough (default 5)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write the comparison of its rungs to a .pdf, .html, .csv or .json file"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the ladder and show its findings."""
    from gpuscope.recording.comparison_file import refuse_comparison_file

    if arguments.repeats is not None and not (arguments.thorough and 2 <= arguments.repeats <= _MOST_REPEATS):
        raise UsageError(f"--repeats is for --thorough, from 2 to {_MOST_REPEATS}", "For example: gpuscope ladder --thorough --repeats 5")
    files = [] if arguments.output is None else [arguments.output]
    for file in files:
        refuse_comparison_file(file)
    asked = _asked(arguments)
    agree_to_capture(arguments, asked)
    plan = climb(arguments, asked, thorough=arguments.thorough, repeats=arguments.repeats, files=files)
    view, comparison = outcome(plan, arguments, files)
    if arguments.json:
        console.print_document(document(plan, view))
    else:
        print_outcome(view, files if comparison is not None else ())
    return exit_code(plan, view)


def _asked(arguments: argparse.Namespace) -> RunSpec:
    """Return the spec of the command line, with defaults for workload and task."""
    if not arguments.command:
        arguments.workload = arguments.workload or WORKLOAD
    spec = spec_from(arguments)
    is_open = arguments.field_task is None and not spec.is_command
    return spec.with_values({"task": default_task(spec.workload, spec.device)}) if is_open else spec


def climb(
    arguments: argparse.Namespace,
    asked: RunSpec,
    *,
    thorough: bool,
    repeats: int | None = None,
    from_cpu: bool = False,
    files: Sequence[Path] = (),
) -> Plan:
    """Store the plan of a ladder and conduct it, printing a line per rung on standard error.

    The plan records the files, so that they are also written if it is resumed.

    Raises:
        KeyboardInterrupt: It was stopped; its plan can be resumed.
        GpuscopeError: There is no such ladder, or nothing can be run or stored.
    """
    from gpuscope.recording.conductor import conduct
    from gpuscope.recording.ladder import REPEATS, ladder_options
    from gpuscope.recording.plan_start import create_plan
    from gpuscope.workloads.capabilities import Capabilities

    capabilities = Capabilities.load()
    options = ladder_options(asked, capabilities, thorough=thorough, from_cpu=from_cpu, repeats=repeats or REPEATS)
    warn_of_formats([asked], capabilities)
    console.print_to_stderr(options.forecast)
    url = selection.url_of(arguments)
    output = [str(file.absolute()) for file in files]
    plan_id = create_plan(url, PlanKind.LADDER, options.plan_name, options={**options.to_json(), "output": output})
    plan = conduct(url, plan_id, PlanProgress(rung_begins))
    _refuse_unfinished(plan)
    return plan


def outcome(plan: Plan, arguments: argparse.Namespace, files: Sequence[Path]) -> tuple[LadderView, Comparison | None]:
    """Return a ladder's view and the comparison of its rungs, which is written to the files; None with fewer than two rungs."""
    from gpuscope.recording.ladder import ladder_comparison, ladder_view
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.system.settings import read_settings

    with contextlib.closing(PlanRecords(selection.url_of(arguments))) as records:
        records.plan = plan
        view = ladder_view(plan, records, read_settings().energy_unit)
        comparison = ladder_comparison(plan, records)
    if files and comparison is not None:
        from gpuscope.recording.comparison_file import write_comparison_file

        with selection.opened(arguments) as reader:
            for file in files:
                write_comparison_file(reader, comparison, file, ladder=view)
    return view, comparison


def document(plan: Plan, view: LadderView) -> Mapping[str, Any]:
    """Return the JSON document of a ladder that has ended."""
    return {"plan_id": plan.plan_id, "state": plan.state.value, **view.to_json()}


def print_outcome(view: LadderView, files: Sequence[Path]) -> None:
    """Print the summary sentence, the tables of the rungs, and the paths of the files."""
    from gpuscope.reports.run_screen import profile_lines
    from gpuscope.reports.text import render

    console.print_rendered(render(view.report(), console.columns()))
    for line in profile_lines(*(run for step in view.steps for run in step.runs)):
        console.print_text(f"\n{line}")
    for file in files:
        console.print_text(f"{'' if file is not files[0] else chr(10)}Report: {file.absolute()}")


def exit_code(plan: Plan, view: LadderView) -> int:
    """Return the exit code of a ladder that has ended: 0 if any rung was measured.

    Raises:
        GpuscopeError: No rung was measured.
    """
    if view.total is None:
        are_all_left_out = all(step.state == "skipped" for step in view.steps[1:])
        raise without_figures(plan, view.sentence, UnavailableError.exit_code if are_all_left_out else 1)
    return 0


def end_of(plan: Plan, arguments: argparse.Namespace) -> int:
    """Show the findings of a resumed ladder; for an unfinished one, report how to continue.

    Raises:
        GpuscopeError: No rung was measured, or the ladder could not continue.
        KeyboardInterrupt: It was stopped.
    """
    from gpuscope.cli.plans import document_of

    _refuse_unfinished(plan)
    files = [Path(file) for file in plan.options.get("output", ())]
    view, comparison = outcome(plan, arguments, files)
    if arguments.json:
        console.print_document({**document_of(plan), "ladder": view.to_json()})
    else:
        print_outcome(view, files if comparison is not None else ())
    return exit_code(plan, view)


def _refuse_unfinished(plan: Plan) -> None:
    hint = f"'gpuscope resume {plan.plan_id}' goes on"
    if plan.state is PlanState.STOPPED:
        console.print_to_stderr(f"stopped; {hint}")
        raise KeyboardInterrupt
    if plan.state is PlanState.FAILED:
        raise GpuscopeError(plan.reason or "the ladder could not go on", f"{hint}.")


def rung_begins(plan: Plan, item: PlanItem) -> str:
    """Return the title of a rung that begins, and in a thorough ladder the number of the repeat."""
    from gpuscope.recording.ladder import BELOW, options_of

    title, options = item.title or item.group, options_of(plan)
    if not options.is_thorough:
        return title
    repeat = 1 + sum(other.number < item.number for other in plan.of_group(item.group))
    side = " (below it)" if item.group.startswith(BELOW) else ""
    return f"{title}{side}, {repeat} of {options.repeats}"
