"""Stores plans and starts their conductors as detached processes, for the commands and the window."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import plan_folder
from gpuscope.recording.launch import launch_detached
from gpuscope.recording.start_error import refuse_missing_folder
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.sqlite_file import refuse_unusable
from gpuscope.system.redaction import redact_arguments, redact_variables


def create_plan(store_url: str, kind: PlanKind, name: str, items: Sequence[PlanItem] = (), options: Mapping[str, Any] | None = None) -> str:
    """Store a new plan and return its id; it waits until it is conducted (``conductor.conduct``, or :func:`start_detached`).

    Args:
        store_url: The store of the plan and its runs.
        kind: Determines the planner.
        name: The plan's name, for lists.
        items: Items known in advance, numbered from 0.
        options: Options of the planner and of the conductor; "folder" defaults to this process's working folder.

    Raises:
        UnavailableError: The store cannot be written, or its disk is full.
        UsageError: A command's arguments or variables contain a secret, which is never stored, or the working folder is gone.
    """
    for item in items:
        _refuse_secrets(item.spec)
    chosen = dict(options or {})
    if "folder" not in chosen:
        refuse_missing_folder()
        chosen["folder"] = str(Path.cwd())
    refuse_unusable(store_url)
    return PlanWriter(store_url).create(kind, name, chosen, items)


def _refuse_secrets(spec: RunSpec) -> None:
    if spec.is_command and list(redact_arguments(spec.command)) != list(spec.command):
        raise UsageError("the command's arguments hold a secret, and a plan would store it", "Pass it in a variable or a file.")
    if redact_variables(spec.variables) != spec.variables:
        raise UsageError("the command's environment holds a secret, and a plan would store it", "Set it in the shell, or pass a file.")


def refuse_deletion(store_url: str, plan: Plan) -> None:
    """Raise if a plan is being conducted and so cannot be deleted.

    Raises:
        UsageError: The plan is being conducted, here or on another machine.
    """
    if plan_folder.is_elsewhere(plan):
        hint = f"Stop it there; when that machine is gone: gpuscope resume {plan.plan_id} --take-over"
        raise UsageError(f"plan {plan.plan_id} is running on {plan.host} and cannot be deleted", hint)
    if plan_folder.is_conducted(store_url, plan.plan_id):
        raise UsageError(f"plan {plan.plan_id} is running and cannot be deleted", f"Stop it first: gpuscope stop {plan.plan_id}")


def delete_plan(store_url: str, plan_id: str) -> Plan:
    """Delete a plan with its items and its folder, but not its runs; return the plan, for ``PlanWriter.restore``.

    Raises:
        UsageError: There is no such plan, or it is being conducted.
    """
    with PlanReader(store_url) as reader:
        plan = reader.plan(plan_id)
    refuse_deletion(store_url, plan)
    PlanWriter(store_url).delete(plan.plan_id)
    shutil.rmtree(plan_folder.folder_of(store_url, plan.plan_id), ignore_errors=True)
    return plan


def start_detached(store_url: str, plan_id: str) -> None:
    """Start a conductor that outlives this process, and return when it has taken over the plan.

    Raises:
        GpuscopeError: The conductor's own error, with its message and exit code.
    """
    launch_detached(["resume", plan_id, "--store", store_url])


def enqueue(store_url: str, spec: RunSpec, name: str, run_arguments: Sequence[str] = ()) -> tuple[str, bool]:
    """Schedule a run for when its device is free: append it to the queue being conducted, or start a new queue.

    Args:
        store_url: The store of the run.
        spec: The run's spec; the caller has checked that this machine can run it.
        name: Name of the run.
        run_arguments: Additional arguments of ``gpuscope run``.

    Returns:
        The plan's id, and whether the plan already existed.
    """
    item = PlanItem(0, name, spec, details={"run_arguments": list(run_arguments), "folder": str(Path.cwd())})
    _refuse_secrets(spec)
    for plan_id in _live_queues(store_url):
        if PlanWriter(store_url).append(plan_id, [item]):
            return plan_id, True
    plan_id = create_plan(store_url, PlanKind.QUEUE, "queue", [item])
    start_detached(store_url, plan_id)
    return plan_id, False


def _live_queues(store_url: str) -> list[str]:
    with PlanReader(store_url) as reader:
        queues = plan_folder.true_plans(reader, PlanKind.QUEUE)
    live = (PlanState.WAITING, PlanState.RUNNING)
    return [queue.plan_id for queue in queues if queue.state in live and plan_folder.is_conducted(store_url, queue.plan_id)]


def run_again(store_url: str, plan_id: str, numbers: Sequence[int]) -> None:
    """Reset settled items to waiting, to be rerun when the plan is resumed; their earlier runs are kept.

    Raises:
        UsageError: There is no such plan or item, or the plan is being conducted.
    """
    if plan_folder.is_conducted(store_url, plan_id):
        raise UsageError(f"plan {plan_id} is running", f"Stop it first: gpuscope stop {plan_id}")
    writer = PlanWriter(store_url)
    plan = writer.read(plan_id)
    by_number = {item.number: item for item in plan.items}  # damaged ones are left out
    if unknown := [number for number in numbers if number not in by_number]:
        raise UsageError(f"plan {plan_id} has no item {unknown[0]}", f"'gpuscope plans {plan_id}' lists them.")
    items = [by_number[number].waiting_again() for number in numbers]
    writer.update(replace(plan, state=PlanState.STOPPED, reason="to be run again"), items)


REMOVED = "removed from the queue"
"""Why an item was skipped that the user removed."""


def remove_item(store_url: str, plan_id: str, number: int) -> bool:
    """Remove a waiting run from a queue, whose conductor then skips it; return whether it had not begun.

    Raises:
        UsageError: There is no such plan.
    """
    return PlanWriter(store_url).skip(plan_id, number, REMOVED)
