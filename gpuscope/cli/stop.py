"""``gpuscope stop``: stops a live run, or a plan with its run, cleanly; for an attached process, ends only the recording."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.event import Log
from gpuscope.core.plan import Plan, PlanState
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording import plan_folder
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.run_store import UNWRITTEN
from gpuscope.storage.plans import PlanReader, is_plan_id

HELP = "stop a live run or a plan cleanly"
PATIENCE_S = 12.0
"""Longer than a clean stop takes: 6.5 s of the stop ladder (4 + 2.5), then up to 5 s of waiting for a store in use."""
_POLL_S = 0.1
"""Short enough to go unnoticed; each poll reads the run's state from the store."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope stop``."""
    parser.add_argument("run", metavar="RUN|PLAN", help=f"{selection.LIVE_RUN_HELP}; or plan id")


def run(arguments: argparse.Namespace) -> int:
    """Ask the run's recorder to stop it and wait until it has; a run that has already ended is reported as such."""
    if is_plan_id(arguments.run):
        return _stop_plan(arguments)
    with selection.opened(arguments) as reader:
        record = reader.find_live(arguments.run)
        was_live = record.state is RunState.RUNNING
        if was_live:
            _ask(reader, record)
            record = wait_until_down(lambda: reader.find(record.run_id), waits_for=lambda: _waits_for(Path(record.folder)))
    document = {"run_id": record.run_id, "state": record.state.value, "reason": record.reason, "was_live": was_live}
    ended = "its recording has ended; the process goes on" if record.spec.is_attached and record.spec.command else record.state.value
    text = f"Run {record.run_id}: {ended}." if was_live else f"Run {record.run_id} has already ended: {record.state.value}."
    return console.print_result(arguments, document, text)


def _stop_plan(arguments: argparse.Namespace) -> int:
    """Ask a plan's conductor to stop and wait until it has; if the plan is not being conducted, report its state."""
    url = selection.url_of(arguments)
    with selection.opened(arguments), PlanReader(url) as reader:
        plan = plan_folder.true_plan(reader, arguments.run)
        was_live = plan_folder.is_conducted(url, plan.plan_id) or plan_folder.is_elsewhere(plan)
        if was_live:
            if plan_folder.folder_of(url, plan.plan_id).is_dir():  # missing if another machine sharing the store conducts it
                plan_folder.request_stop(url, plan.plan_id)
            plan = _wait_until_left(url, reader, plan)
    if arguments.json:
        console.print_document({**plan.to_json(), "was_live": was_live})
    elif was_live:
        console.print_text(f"Plan {plan.plan_id}: {plan.state.value}. 'gpuscope resume {plan.plan_id}' goes on with it.")
    elif plan.state in (PlanState.FINISHED, PlanState.STOPPED, PlanState.FAILED):
        console.print_text(f"Plan {plan.plan_id} has already ended: {plan.state.value}.")
    else:
        console.print_text(f"Plan {plan.plan_id} is not running: {plan.state.value}. 'gpuscope resume {plan.plan_id}' goes on with it.")
    return 0


def _wait_until_left(url: str, reader: PlanReader, plan: Plan) -> Plan:
    """Wait until a plan is no longer conducted, and return its state then.

    Raises:
        GpuscopeError: It is still conducted after 12 s.
    """
    deadline = time.monotonic() + PATIENCE_S
    while plan_folder.is_conducted(url, plan.plan_id) or plan_folder.is_elsewhere(plan):
        if time.monotonic() > deadline:
            if plan_folder.is_elsewhere(plan):
                hint = f"When that machine is gone: gpuscope resume {plan.plan_id} --take-over"
                raise GpuscopeError(f"plan {plan.plan_id} is still running on {plan.host}", hint)
            raise GpuscopeError(f"plan {plan.plan_id} is still stopping", f"'gpuscope plans {plan.plan_id}' shows its progress.")
        time.sleep(_POLL_S)
        if plan_folder.is_elsewhere(plan):
            plan = reader.plan(plan.plan_id)
    return plan_folder.true_plan(reader, plan.plan_id)


def _ask(reader: RunHistory, record: RunRecord) -> None:
    try:
        with RunConnection.open(Path(record.folder)) as connection:
            connection.request("stop")
    except UnavailableError:
        # If the run has ended by itself meanwhile, there is nothing to do.
        if reader.find(record.run_id).state is RunState.RUNNING:
            raise


def wait_until_down(
    read_record: Callable[[], RunRecord],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    *,
    waits_for: Callable[[], str] = str,
) -> RunRecord:
    """Poll a run until it is no longer live, with a countdown on the terminal, and return it.

    Args:
        read_record: Returns the run.
        clock: Returns the time in seconds.
        sleep: Sleeps for a number of seconds.
        waits_for: Returns what the run's recorder waits for, as text; "" if it is not known.

    Raises:
        GpuscopeError: It is still live after 12 s.
    """
    deadline, line = clock() + PATIENCE_S, console.LiveLine()
    try:
        while (record := read_record()).state is RunState.RUNNING:
            left_s = deadline - clock()
            if left_s <= 0:
                raise _still_live(record.run_id, waits_for())
            line.show(f"stopping, at the latest in {left_s:.0f} s")
            sleep(_POLL_S)
    finally:
        line.clear()
    return record


def _still_live(run_id: str, waits_for: str) -> GpuscopeError:
    problem = f"run {run_id} is still live after {PATIENCE_S:g} s"
    if waits_for:
        return GpuscopeError(
            f"{problem}: {waits_for}", "Free space on its disk, or make the store's folder writable: then it is stored and ends."
        )
    return GpuscopeError(problem, "Try again; 'gpuscope show RUN --follow' shows its progress.")


def _waits_for(folder: Path) -> str:
    """Return the recorder's message on why the recording cannot be stored yet; "" if it is not waiting for that."""
    try:
        with RunConnection.open(folder) as connection:
            logs = [event for event in connection.pending() if isinstance(event, Log) and UNWRITTEN in event.values]
    except UnavailableError:
        return ""
    return logs[-1].text if logs and logs[-1].values[UNWRITTEN] else ""
