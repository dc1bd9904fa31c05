"""``gpuscope resume``: continues a plan; also conducts plans that the window or ``--detach`` started."""

import argparse
import importlib
from collections.abc import Sequence

from gpuscope.cli import console, selection
from gpuscope.cli.plan_progress import PlanProgress
from gpuscope.cli.plans import PLAN_HELP, document_of
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.recording.launch import READY_FLAG, Launcher
from gpuscope.recording.plan_folder import is_elsewhere
from gpuscope.storage.plans import PlanReader

HELP = "continue a plan that was stopped or interrupted"

_ENDS = {
    PlanKind.AB: "gpuscope.cli.ab",
    PlanKind.CHAIN: "gpuscope.cli.chain",
    PlanKind.LADDER: "gpuscope.cli.ladder",
    PlanKind.SWEEP: "gpuscope.cli.sweep",
}
"""By kind, the verb's module whose ``end_of(plan, arguments)`` prints the plan's findings and returns the exit code."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope resume``."""
    parser.add_argument("plan", metavar="PLAN", help=PLAN_HELP)
    parser.add_argument("--detach", action="store_true", help="start it in the background; 'gpuscope plans' shows its progress")
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="ITEM",
        help="first requeue an item, by its number in 'gpuscope plans PLAN' (from 0), or a rung of a ladder by its name",
    )
    parser.add_argument("--take-over", action="store_true", help="even if another machine, now gone, was conducting it")
    parser.add_argument(READY_FLAG, type=int, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Conduct the plan, here or in the background."""
    with Launcher.reporting(arguments.ready_fd) as launcher:
        url = selection.url_of(arguments)
        with selection.opened(arguments), PlanReader(url) as reader:
            plan = reader.plan(arguments.plan)
        if is_elsewhere(plan) and launcher is None and not arguments.take_over:
            hint = f"Stop it there; when that machine is gone: gpuscope resume {plan.plan_id} --take-over"
            raise UsageError(f"plan {plan.plan_id} is running on {plan.host}", hint)
        if arguments.again:
            from gpuscope.recording.plan_start import run_again

            run_again(url, plan.plan_id, _numbers(plan, arguments.again))
        elif plan.state is PlanState.FINISHED:
            raise UsageError(f"plan {plan.plan_id} is finished", "Nothing is left to do; --again ITEM repeats one.")
        if arguments.detach:
            from gpuscope.recording.plan_start import start_detached

            start_detached(url, plan.plan_id)
            sentence = f"plan {plan.plan_id} continues; 'gpuscope plans {plan.plan_id}' shows its progress"
            return console.print_result(arguments, document_of(plan), sentence)
        return _conduct(arguments, url, plan, launcher)


def _numbers(plan: Plan, names: Sequence[str]) -> list[int]:
    """Return the numbers of the items to run again.

    Raises:
        UsageError: A name is neither a number nor a rung.
    """
    numbers: list[int] = []
    for name in names:
        if name.isdecimal():
            numbers.append(int(name))
        elif plan.kind is PlanKind.LADDER:
            from gpuscope.recording.ladder import items_again

            numbers += items_again(plan, name)
        else:
            raise UsageError(f"--again: {name!r} is not a number of an item", f"'gpuscope plans {plan.plan_id}' lists them.")
    return numbers


def _conduct(arguments: argparse.Namespace, url: str, plan: Plan, launcher: Launcher | None) -> int:
    from gpuscope.cli.ladder import rung_begins
    from gpuscope.cli.sweep import SweepProgress
    from gpuscope.recording.conductor import conduct

    if launcher is not None:
        return exit_code(conduct(url, plan.plan_id, conducted=lambda folder: launcher.report_ready(plan.plan_id, folder)))
    progress = SweepProgress() if plan.kind is PlanKind.SWEEP else PlanProgress(rung_begins if plan.kind is PlanKind.LADDER else None)
    plan = conduct(url, plan.plan_id, progress)
    if plan.kind in _ENDS:
        return int(importlib.import_module(_ENDS[plan.kind]).end_of(plan, arguments))
    if plan.state is PlanState.STOPPED:
        console.print_to_stderr(f"'gpuscope resume {plan.plan_id}' goes on with it")
        raise KeyboardInterrupt
    failed = plan.counts.get(ItemState.FAILED, 0)
    sentence = f"plan {plan.plan_id}: {plan.made} of {plan.total} runs done{f', {failed} of them failed' if failed else ''}"
    console.print_result(arguments, document_of(plan), sentence)
    if plan.state is PlanState.FAILED and not arguments.json:
        raise GpuscopeError(plan.reason or "the plan could not go on", f"'gpuscope plans {plan.plan_id}' lists its runs.")
    return exit_code(plan)


def exit_code(plan: Plan) -> int:
    """Return the exit code for a plan that has ended: 0 finished, 130 stopped, 1 failed."""
    return {PlanState.FINISHED: 0, PlanState.STOPPED: 130}.get(plan.state, 1)
