"""A plan's folder, in ``plans`` beside its store: the lock that marks the plan as conducted, and the stop request."""

import contextlib
import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.core.errors import UnavailableError
from gpuscope.core.plan import Plan, PlanKind, PlanState
from gpuscope.system import paths
from gpuscope.system.locks import FolderLock, is_locked
from gpuscope.system.processes import boot_id

if TYPE_CHECKING:
    from gpuscope.storage.plans import PlanReader

_STOP = "stop"


def folder_of(store_url: str, plan_id: str) -> Path:
    """Return the folder of a plan, whether or not it exists."""
    return paths.runs_folder(store_url).with_name("plans") / plan_id


def is_conducted(store_url: str, plan_id: str) -> bool:
    """Return whether a process on this machine is conducting the plan."""
    return is_locked(folder_of(store_url, plan_id))


def conducted_plans(store_url: str) -> list[str]:
    """Return the ids of the plans being conducted by processes on this machine; cheap, since the store is not read."""
    try:
        folders = list(folder_of(store_url, "").iterdir())
    except OSError:
        return []
    return [folder.name for folder in folders if is_locked(folder)]


def request_stop(store_url: str, plan_id: str) -> None:
    """Ask the conductor to stop its run and the plan; it checks every tenth of a second.

    Raises:
        UnavailableError: The plan's folder cannot be written.
    """
    path = folder_of(store_url, plan_id) / _STOP
    try:
        path.touch(0o600)
    except OSError as error:
        raise UnavailableError(f"{path} cannot be written: {error.strerror}", "Free some space, or make it writable.") from None


def is_elsewhere(plan: Plan) -> bool:
    """Return whether a plan is stored as conducted on another machine, whose actual state is unknown here."""
    return plan.state in (PlanState.RUNNING, PlanState.WAITING) and plan.host not in ("", socket.gethostname())


def derive_state(store_url: str, plan: Plan) -> Plan:
    """Return the plan with its true state: a plan stored as live without a conductor is interrupted.

    On the machine and boot that conducted it, the lock decides; for another machine that shares the store, the stored state is returned.
    """
    was_begun = bool(plan.host)
    if plan.state not in (PlanState.RUNNING, PlanState.WAITING) or not was_begun:
        return plan
    if is_elsewhere(plan):
        return replace(plan, reason=plan.reason or f"running on {plan.host}")
    if plan.boot_id == boot_id() and is_conducted(store_url, plan.plan_id):
        return plan
    why = "the process that runs the plan ended unexpectedly" if plan.boot_id == boot_id() else "the machine was restarted"
    return replace(plan, state=PlanState.INTERRUPTED, reason=f"{why}; 'gpuscope resume {plan.plan_id}' goes on with it")


def true_plan(reader: "PlanReader", named: str) -> Plan:
    """Return a plan with its items and its true state; read it again before declaring it interrupted.

    A plan may end between reading the store and checking its lock: its conductor writes the end, then releases the lock.

    Raises:
        UsageError: There is no such plan, or several match.
        UnavailableError: The store cannot be read.
    """
    plan = derive_state(reader.url, reader.plan(named))
    return plan if plan.state is not PlanState.INTERRUPTED else derive_state(reader.url, reader.plan(plan.plan_id))


def true_plans(reader: "PlanReader", kind: PlanKind | None = None, *, limit: int | None = None) -> list[Plan]:
    """Return the plans, or those of one kind, without their items, newest first, with their true states; see :func:`true_plan`."""
    plans = [derive_state(reader.url, plan) for plan in reader.plans(kind, limit=limit)]
    if any(plan.state is PlanState.INTERRUPTED for plan in plans):
        plans = [derive_state(reader.url, plan) for plan in reader.plans(kind, limit=limit)]
    return plans


class PlanFolder:
    """The folder of a plan that this process conducts; its lock is held from construction until :meth:`close`.

    Raises:
        UnavailableError: Another process conducts the plan, or the folder cannot be created.
    """

    def __init__(self, store_url: str, plan_id: str) -> None:
        folder = folder_of(store_url, plan_id)
        self.path = paths.private_folder(paths.private_folder(folder.parent) / plan_id)
        self._lock = FolderLock(self.path)
        if not self._lock.acquire():
            raise UnavailableError(f"plan {plan_id} is being run by another process", f"'gpuscope plans {plan_id}' shows its progress.")
        with contextlib.suppress(OSError):  # left by an earlier conductor
            (self.path / _STOP).unlink(missing_ok=True)

    def take_stop_request(self) -> bool:
        """Return whether a stop has been requested since the last call."""
        try:
            (self.path / _STOP).unlink()
        except FileNotFoundError:
            return False
        except OSError:  # it is there and cannot be removed, so the plan stops
            return True
        return True

    def close(self) -> None:
        """Release the lock."""
        self._lock.release()
