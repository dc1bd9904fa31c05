"""``gpuscope sweep``: records a run per combination of values of one or two knobs; reports knee, Pareto front and memory limit."""

import argparse
import contextlib
from dataclasses import replace
from pathlib import Path

from gpuscope.cli import console, selection, sensor_choice
from gpuscope.cli.capture_question import agree_to_capture
from gpuscope.cli.plan_progress import PlanProgress, output_of, output_option, without_figures
from gpuscope.cli.spec_flags import add_spec_flags, spec_from
from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.core.sweep_axes import SweepAxis
from gpuscope.reports.sweep_view import SweepView

HELP = "run a workload over ranges of one or two settings: knee, Pareto front, limit of memory"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope sweep``."""
    parser.usage = "gpuscope sweep WORKLOAD --batch-size 1..1024 [--precision fp32,bf16] [--budget 10min] [options]"
    parser.description = (
        "One or two of the values below are axes: numbers as doubling ranges (1..1024), as ranges with another factor (1..1024:x4) or as"
        " lists (1,8,64), choices as lists (fp32,bf16; optimize none,channels-last+fused). The order covers the whole range early, so that"
        " stopping is always useful. A cell without enough memory is a result, and larger batches are then left out."
    )
    add_spec_flags(parser, takes_commands=False)
    parser.add_argument("--budget", metavar="TIME", help="wall time of the runs, such as 10min, after which the rest is left out")
    parser.add_argument("--emulated", action="store_true", help="measure number formats too that the device only emulates")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write a .pdf report, the cells as .csv or .json, or the picture as .svg"
    )
    sensor_choice.add_flag(parser)
    sensor_choice.add_rate_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure the cells and show the findings."""
    if arguments.output is not None:
        from gpuscope.reports.sweep_file import refuse_sweep_file

        refuse_sweep_file(arguments.output)
    return end_of(_sweep(arguments), arguments)


def end_of(plan: Plan, arguments: argparse.Namespace) -> int:
    """Show the results of a sweep, including a resumed one, and write its file.

    Raises:
        GpuscopeError: No cell was measured.
        KeyboardInterrupt: It was stopped; its plan can be resumed.
    """
    view = _view(plan, arguments)
    if plan.state is PlanState.STOPPED:
        if view.sentence:
            console.print_to_stderr(view.sentence)
        console.print_to_stderr(f"stopped; 'gpuscope resume {plan.plan_id}' goes on")
        raise KeyboardInterrupt
    output = output_of(plan)
    if output is not None:
        from gpuscope.reports.sweep_file import write_sweep_file

        write_sweep_file(view, output)
    if arguments.json:
        console.print_document({"plan_id": plan.plan_id, "state": plan.state.value, **view.to_json()})
    else:
        _say(view, output)
    return _exit_code(plan, view)


def asked_sweep(arguments: argparse.Namespace) -> tuple[RunSpec, list[SweepAxis]]:
    """Return the sweep of the command line: the spec that all cells share, and the axes.

    Raises:
        UsageError: The command line is not valid for a sweep.
    """
    from gpuscope.recording.sweep import split_axes

    if arguments.command:
        raise UsageError("a command has no settings to sweep", "For example: gpuscope sweep mnist-mlp --batch-size 1..1024")
    if arguments.workload is None:
        raise UsageError("nothing to sweep", "For example: gpuscope sweep mnist-mlp --batch-size 1..1024")
    flags = {key: str(value) for key in FIELDS if (value := getattr(arguments, f"field_{key}", None)) is not None}
    settings = [text.partition("=") for text in arguments.set]
    values = flags | {key.strip().replace("-", "_"): value for key, equals, value in settings if equals and key.strip()}
    fixed, axes = split_axes(arguments.workload, values)
    swept = {key for key, text in values.items() if fixed.get(key) != text}  # also a range of one value, such as 32..32
    for key in swept:
        setattr(arguments, f"field_{key}", None)
    arguments.set = [text for text, (key, *_) in zip(arguments.set, settings, strict=True) if key.strip().replace("-", "_") not in swept]
    return spec_from(arguments).with_values({key: value for key, value in fixed.items() if key in FIELDS or key in swept}), axes


def _sweep(arguments: argparse.Namespace) -> Plan:
    """Store the plan of a sweep and conduct it, printing a line per cell on standard error.

    Raises:
        GpuscopeError: There is no such sweep, or nothing can be run or stored.
    """
    from gpuscope.recording.conductor import conduct
    from gpuscope.recording.plan_start import create_plan
    from gpuscope.recording.sweep import sweep_options
    from gpuscope.workloads.capabilities import Capabilities

    asked, axes = asked_sweep(arguments)
    agree_to_capture(arguments, asked)
    budget_s = None if arguments.budget is None else _seconds(arguments.budget)
    options = sweep_options(asked, axes, Capabilities.load(), budget_s=budget_s, emulated=arguments.emulated)
    if options.is_long and not arguments.yes:
        raise UsageError(
            f"{figures.counted(options.cells, 'cell')} would take about {figures.rough_duration(options.forecast_s)}",
            "Add --yes to start it; a coarser range such as 1..1024:x4 or a --budget makes it shorter.",
        )
    console.print_to_stderr(options.forecast)
    url = selection.url_of(arguments)
    stored = {**options.to_json(), "run_arguments": sensor_choice.run_arguments(arguments), "output": output_option(arguments)}
    plan_id = create_plan(url, PlanKind.SWEEP, options.plan_name, options.items(), stored)
    return conduct(url, plan_id, SweepProgress())


def _seconds(text: str) -> float:
    """Return the budget in seconds: ``90``, ``90s``, ``10min``, ``10m``."""
    short = f"{text.strip()}in" if text.strip().endswith("m") else text
    budget = replace(FIELDS["duration_s"], label="Budget", help="A time, such as 90s, 10min or 1h.")
    return float(budget.parse(short))


def _view(plan: Plan, arguments: argparse.Namespace) -> SweepView:
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.sweep import sweep_view
    from gpuscope.system.settings import read_settings

    with contextlib.closing(PlanRecords(selection.url_of(arguments))) as records:
        records.plan = plan
        return sweep_view(plan, records, read_settings().energy_unit)


def _say(view: SweepView, output: Path | None) -> None:
    from gpuscope.reports.text import render

    console.print_rendered(render(view.report(), console.columns()))
    if output is not None:
        console.print_text(f"Written: {output}")


def _exit_code(plan: Plan, view: SweepView) -> int:
    """Return the exit code of a sweep that has ended: 0 if any cell was measured or ran out of memory.

    Raises:
        GpuscopeError: There is no such cell.
    """
    if view.measured or any(cell.is_out_of_memory for cell in view.cells):
        return 0
    raise without_figures(plan, view.sentence or "no cell was measured")


class SweepProgress(PlanProgress):
    """Names cells by their settings alone."""

    def name(self, plan: Plan, item: PlanItem) -> str:
        """Return the name of a cell in the reader's language."""
        from gpuscope.recording.sweep import options_of
        from gpuscope.reports.sweep_view import shown_name

        return shown_name(options_of(plan).axes, tuple(item.details["place"]))

    def item_ended(self, plan: Plan, item: PlanItem) -> None:
        """Print why a cell has no figure; if it ran out of memory, without its last lines, which add nothing."""
        from gpuscope.recording.sweep import lacks_memory

        if lacks_memory(item):
            console.print_to_stderr(f"{self.name(plan, item)}: out of memory")
        else:
            super().item_ended(plan, item)
