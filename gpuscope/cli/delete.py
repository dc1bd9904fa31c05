"""``gpuscope delete``: takes runs out of the store."""

import argparse

from gpuscope.cli import console, selection
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunState
from gpuscope.recording.run_folder import remove_run_folder

NAME = "delete"
HELP = "delete runs, their samples and their output"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help=selection.RUN_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Deletes all of the runs, or none when one of them is live or not there."""
    from gpuscope.storage.editing import delete_runs

    url = selection.url_of(arguments)
    with selection.opened(arguments) as reader:
        records = selection.find_all(reader, arguments.runs)
    live = [record.run_id for record in records if record.state is RunState.RUNNING]
    if live:
        raise UsageError(f"run {live[0]} is live and cannot be deleted", f"End it first: gpuscope stop {live[0]}")
    run_ids = [record.run_id for record in records]
    delete_runs(url, run_ids)
    for run_id in run_ids:
        remove_run_folder(url, run_id)
    if arguments.json:
        console.print_document({"deleted": run_ids})
    else:
        console.say("\n".join(f"Run {run_id} is deleted." for run_id in run_ids))
    return 0
