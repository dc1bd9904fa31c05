"""``gpuscope plans``: ladders, sweeps, A/Bs, chains and queues, and their progress."""

import argparse
import contextlib

from gpuscope.cli import console, selection
from gpuscope.core.plan import Plan, PlanItem, PlanKind
from gpuscope.core.run import reason_beyond
from gpuscope.recording.plan_folder import true_plan, true_plans
from gpuscope.storage.plans import PlanReader
from gpuscope.system.language import composed, remarked, translated

HELP = "list plans (ladders, sweeps, A/Bs, chains, queues), or the runs of one"
PLAN_HELP = "plan id, its beginning, or 'last' for the newest; 'gpuscope plans' lists them"
_STATE = 11
"""Width of the state column: "interrupted"."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope plans``."""
    parser.add_argument("plan", nargs="?", metavar="PLAN", help=PLAN_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Print the plans, or one plan with its items."""
    url = selection.url_of(arguments)
    with selection.opened(arguments), PlanReader(url) as reader:
        if arguments.plan is None:
            plans = true_plans(reader)
        else:
            plan = true_plan(reader, arguments.plan)
    if arguments.plan is not None:
        _show(plan, arguments)
    elif arguments.json:
        console.print_document({"plans": [plan.to_json() for plan in plans]})
    else:
        _list(plans)
    return 0


def _list(plans: list[Plan]) -> None:
    from gpuscope.reports.printable import printable, width

    if not plans:
        console.print_text("There is no plan yet. 'gpuscope ladder' makes one.")
        return
    for plan in plans:
        done = f"{plan.made}/{plan.total}" if plan.total else translated("no run yet")
        state = translated(plan.state.value)
        line = f"{plan.plan_id}  {plan.kind.value:<6}  {state}{' ' * (_STATE - width(state))}  {done}  {composed(plan.name)}"
        reason = composed(reason_beyond(plan.state, plan.reason) or "")
        console.print_rendered(printable(remarked(line, reason, "  ") if reason else line))


def _show(plan: Plan, arguments: argparse.Namespace) -> None:
    if arguments.json:
        console.print_document(document_of(plan))
        return
    _list([plan])
    rungs = _rungs(plan, arguments) if plan.kind is PlanKind.LADDER else {}
    for item in plan.items:
        _show_item(item, rungs.get(item.group, ""))
    if plan.sentence:
        console.print_text(plan.sentence)


def _rungs(plan: Plan, arguments: argparse.Namespace) -> dict[str, str]:
    """Return the result of each rung of a ladder, by group."""
    from gpuscope.recording.ladder import ladder_view
    from gpuscope.recording.plan_records import PlanRecords

    with contextlib.closing(PlanRecords(selection.url_of(arguments))) as records:
        records.plan = plan
        cards = ladder_view(plan, records).cards
    brought = {card.step.key: " ".join(filter(None, (card.factor_text, card.verdict))) or card.speed for card in cards}
    return {key: text for key, text in brought.items() if text}


def document_of(plan: Plan) -> dict[str, object]:
    """Return a plan with its items as one JSON document."""
    return {**plan.to_json(), "options": dict(plan.options), "items": [item.to_json() for item in plan.items]}


def _show_item(item: PlanItem, brought: str) -> None:
    from gpuscope.reports.printable import printable

    line = f"  {item.number:>3}  {item.state.value:<8}  {item.run_id or '-':<12}  {item.shown_title}  {brought}".rstrip()
    console.print_text(printable(remarked(line, reason, "  ") if (reason := reason_beyond(item.state, item.reason)) else line))
