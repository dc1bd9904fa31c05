"""Stores plans, and starts their conductors detached from whoever asked for them: the calls of the verbs and of the window."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import plan_folder
from gpuscope.recording.launch import launch_detached
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.sqlite_file import refuse_unusable
from gpuscope.system.redaction import redact_arguments, redact_variables


def create_plan(store_url: str, kind: PlanKind, name: str, items: Sequence[PlanItem] = (), options: Mapping[str, Any] | None = None) -> str:
    """Store a new plan and return its id; it waits until it is conducted (``conductor.conduct``, or :func:`start_detached`).

    Args:
        store_url: Where plan and runs are kept.
        kind: Whose planner carries it out.
        name: For lists.
        items: Those that are known beforehand, numbered from 0.
        options: The planner's own, and those of the conductor; "folder" is ours unless it is given.

    Raises:
        UnavailableError: The store cannot be written, or its disk is full.
        UsageError: A command's arguments hold a secret, which is never stored.
    """
    for item in items:
        _refuse_secrets(item.spec)
    refuse_unusable(store_url)
    return PlanWriter(store_url).create(kind, name, {"folder": str(Path.cwd()), **(options or {})}, items)


def _refuse_secrets(spec: RunSpec) -> None:
    if spec.is_command and list(redact_arguments(spec.command)) != list(spec.command):
        raise UsageError("the command's arguments hold a secret, and a plan would store it", "Pass it by a variable or a file.")
    if redact_variables(spec.variables) != spec.variables:
        raise UsageError("the command's environment holds a secret, and a plan would store it", "Set it in the shell, or pass a file.")


def refuse_deletion(store_url: str, plan: Plan) -> None:
    """Raise while somebody works on a plan.

    Raises:
        UsageError: It is conducted, here or on another machine.
    """
    if plan_folder.is_elsewhere(plan):
        hint = f"Stop it there; when that machine is gone: gpuscope resume {plan.plan_id} --take-over"
        raise UsageError(f"plan {plan.plan_id} is conducted on {plan.host} and cannot be deleted", hint)
    if plan_folder.is_conducted(store_url, plan.plan_id):
        raise UsageError(f"plan {plan.plan_id} is being conducted and cannot be deleted", f"Stop it first: gpuscope stop {plan.plan_id}")


def delete_plan(store_url: str, plan_id: str) -> Plan:
    """Remove a plan with its items and its folder, and return it as it was, for :func:`restore_plan`; its runs stay.

    Raises:
        UsageError: There is no such plan, or somebody works on it.
    """
    with PlanReader(store_url) as reader:
        plan = reader.plan(plan_id)
    refuse_deletion(store_url, plan)
    PlanWriter(store_url).delete(plan.plan_id)
    plan_folder.remove_plan_folder(store_url, plan.plan_id)
    return plan


def restore_plan(store_url: str, plan: Plan) -> None:
    """Bring a deleted plan back as it was.

    Raises:
        UsageError: It is there.
    """
    PlanWriter(store_url).restore(plan)


def start_detached(store_url: str, plan_id: str) -> None:
    """Start a conductor that outlives us, and come back when it holds the plan.

    Raises:
        GpuscopeError: What it refused with, in its words and with its exit code.
    """
    launch_detached(["resume", plan_id, "--store", store_url])


def enqueue(store_url: str, spec: RunSpec, name: str, run_arguments: Sequence[str] = ()) -> tuple[str, bool]:
    """Have a run made when its device is free: by the queue that is conducted, or a new one, which is started.

    Args:
        store_url: Where it is kept.
        spec: What is run; refused beforehand where this machine cannot.
        name: Of the run.
        run_arguments: Further arguments of ``gpuscope run``.

    Returns:
        The plan's id, and whether it was there before.
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
        plans = [plan_folder.derive_state(store_url, plan) for plan in reader.plans()]
    live = (PlanState.WAITING, PlanState.RUNNING)
    return [
        plan.plan_id
        for plan in plans
        if plan.kind is PlanKind.QUEUE and plan.state in live and plan_folder.is_conducted(store_url, plan.plan_id)
    ]


def run_again(store_url: str, plan_id: str, numbers: Sequence[int]) -> None:
    """Let items that were settled wait again, to be run again when the plan is resumed; their earlier runs stay.

    Raises:
        UsageError: There is no such plan or item, or the plan is conducted now.
    """
    if plan_folder.is_conducted(store_url, plan_id):
        raise UsageError(f"plan {plan_id} is being conducted", f"Stop it first: gpuscope stop {plan_id}")
    writer = PlanWriter(store_url)
    plan = writer.read(plan_id)
    if unknown := [number for number in numbers if not 0 <= number < len(plan.items)]:
        raise UsageError(f"plan {plan_id} has no item {unknown[0]}", f"'gpuscope plans {plan_id}' lists them.")
    items = [plan.items[number].waiting_again() for number in numbers]
    writer.update(replace(plan, state=PlanState.STOPPED, reason="to be run again"), items)
