"""``gpuscope delete``: deletes runs, restores deleted ones, or removes them permanently."""

import argparse
from collections.abc import Sequence
from functools import partial

from gpuscope.cli import console, selection
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunState
from gpuscope.recording import plan_start
from gpuscope.recording.run_folder import remove_run_folder
from gpuscope.storage import editing
from gpuscope.storage.plans import PlanReader, is_plan_id

_DELETED = "Run {0} is deleted; 'gpuscope delete --restore {0}' brings it back until --purge."
_PURGED = "Run {0} is removed for good."
_RESTORED = "Run {0} is back."
HELP = "delete runs (restorable until --purge), or plans (their runs stay)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope delete``."""
    parser.add_argument("runs", nargs="*", metavar="RUN|PLAN", help=f"{selection.RUN_HELP}; or plan id")
    parser.add_argument("--restore", action="store_true", help="restore the named runs")
    parser.add_argument("--purge", action="store_true", help="remove deleted runs for good, with samples and output, and free their space")


def run(arguments: argparse.Namespace) -> int:
    """Delete all of the runs, or none if one of them is live or does not exist."""
    if arguments.restore and not (arguments.runs or arguments.purge):
        raise UsageError("nothing to restore", "Name deleted runs by their ids.")
    if bool(arguments.runs) == arguments.purge or (arguments.purge and arguments.restore):
        raise UsageError("nothing to delete" if not arguments.purge else "--purge takes no run", "Name runs, or give --purge alone.")
    url = selection.url_of(arguments)
    if arguments.purge:
        return _print_outcome(arguments, "purged", editing.purge(url, partial(remove_run_folder, url)), _PURGED)
    if arguments.restore:
        return _print_outcome(arguments, "restored", _restored(url, arguments.runs), _RESTORED)
    plan_ids = _plans_to_delete(arguments, [named for named in arguments.runs if is_plan_id(named)])
    with selection.opened(arguments) as reader:
        records = reader.find_all([named for named in arguments.runs if not is_plan_id(named)])
        if live := [record.run_id for record in records if record.state is RunState.RUNNING]:
            raise UsageError(f"run {live[0]} is live and cannot be deleted", f"End it first: gpuscope stop {live[0]}")
        reader.refuse_unstored(records)
    run_ids = [record.run_id for record in records]
    for plan_id in plan_ids:
        plan_start.delete_plan(url, plan_id)
    if plan_ids:
        return _delete_plans(arguments, url, run_ids, plan_ids)
    editing.delete_runs(url, run_ids)
    return _print_outcome(arguments, "deleted", run_ids, _DELETED)


def _plans_to_delete(arguments: argparse.Namespace, named: Sequence[str]) -> list[str]:
    """Return the ids of the given plans.

    Raises:
        UsageError: A plan does not exist, or is being conducted, here or on another machine.
    """
    url = selection.url_of(arguments)
    with PlanReader(url) as reader:
        plans = [reader.plan(prefix) for prefix in named]
    for plan in plans:
        plan_start.refuse_deletion(url, plan)
    return [plan.plan_id for plan in plans]


def _delete_plans(arguments: argparse.Namespace, url: str, run_ids: Sequence[str], plan_ids: Sequence[str]) -> int:
    if run_ids:
        editing.delete_runs(url, run_ids)
    if arguments.json:
        console.print_document({"deleted": list(run_ids), "deleted_plans": list(plan_ids)})
    else:
        console.print_text("\n".join([f"Plan {plan_id} is removed; its runs stay." for plan_id in plan_ids]))
        if run_ids:
            return _print_outcome(arguments, "deleted", run_ids, _DELETED)
    return 0


def _restored(url: str, named: Sequence[str]) -> list[str]:
    deleted = editing.deleted_runs(url)
    run_ids = [_only(deleted, prefix) for prefix in named]
    editing.restore_runs(url, run_ids)
    return run_ids


def _only(deleted: Sequence[str], named: str) -> str:
    matches = [run_id for run_id in deleted if run_id.startswith(named)] if named else []
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UsageError(f"{named!r} matches {len(matches)} deleted runs", f"Give more of the id: {', '.join(matches[:5])}.")
    raise UsageError(f"no deleted run begins with {named[:60]!r}", f"Deleted are: {', '.join(deleted[:5]) or 'none'}.")


def _print_outcome(arguments: argparse.Namespace, key: str, run_ids: Sequence[str], sentence: str) -> int:
    text = "\n".join(map(sentence.format, run_ids)) or "There was nothing to remove."
    return console.print_result(arguments, {key: list(run_ids)}, text)
