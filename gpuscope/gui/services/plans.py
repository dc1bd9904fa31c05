"""Active plans on this machine, and the calls that start, stop and resume one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.worker import PATIENCE_S, Errands, Failed, Mailbox, Poller
from gpuscope.recording import plan_folder

if TYPE_CHECKING:
    from gpuscope.storage.plans import PlanReader

_POLL_S = 1.0
"""Progress of a plan changes with its runs, which last seconds to minutes."""
T = TypeVar("T")


def specs_of(plans: Iterable[Plan]) -> list[RunSpec]:
    """Return the specs that plans run, one per plan and device."""
    return [spec for plan in plans for spec in {item.spec.device: item.spec for item in plan.items}.values()]


def still_unfinished(before: Sequence[Plan], live: Sequence[Plan], gone: Sequence[Plan]) -> tuple[Plan, ...]:
    """Return the plans to be resumed after a change: those that have just ended unfinished, then earlier ones that are not live again."""
    known = {plan.plan_id for plan in (*live, *gone)}
    return (*(plan for plan in gone if plan.state.can_resume), *(plan for plan in before if plan.plan_id not in known))


class Plans(QObject):
    """Looks for active plans once per second by the locks of their folders; the store is read only while there is one.

    Signals:
        changed: :attr:`live` or :attr:`unfinished` has changed: a plan started, was asked to stop or waits, or an item started or ended.
        ended: A :class:`~gpuscope.core.plan.Plan` has left :attr:`live`; passed complete, as stored.

    Attributes:
        live: The active plans, newest first, complete.
        unfinished: Plans that ended unfinished while this object watched, the last one first, and the queues that :meth:`look_back` found;
            one that is resumed or dismissed is dropped.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, store_url: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.live: tuple[Plan, ...] = ()
        self.unfinished: tuple[Plan, ...] = ()
        self._store_url = store_url
        self._errands = Errands("plan", self)
        self._mailbox = Mailbox(self)
        self._stopped: set[str] = set()
        """Ids of the active plans that were asked to stop."""
        self._readers: dict[str, PlanReader] = {}
        """By id of an active plan; used by the thread alone."""
        self._known: tuple[Plan, ...] = ()
        """The active plans of the last poll; used by the thread alone."""
        self._poller = Poller("live plans", self._poll_once, _POLL_S, self._close_readers)

    def start(self) -> None:
        """Start polling."""
        self._poller.start()

    def look_back(self) -> None:
        """Look for queues that lost their conductor, even before this window was opened (after a restart): no page lists them."""
        known = {plan.plan_id for plan in self.unfinished if _is_stranded(plan)}
        self._errands.submit(partial(_stranded_queues, self._store_url), partial(self._replace_stranded, known), None, self)

    def poll(self) -> None:
        """Poll now."""
        self._poller.poll()

    def begin(
        self,
        kind: PlanKind,
        name: str,
        items: Sequence[PlanItem],
        options: Mapping[str, Any],
        then: Callable[[str], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Store a plan and start its conductor, which outlives the window; return at once.

        ``items`` are those known in advance, ``options`` those of the planner and the conductor (:class:`Plan`). ``then`` gets
        the plan's id once its conductor runs.
        """

        def job() -> str:
            from gpuscope.recording import plan_start  # imports the store here, not on the event loop

            plan_id = plan_start.create_plan(self._store_url, kind, name, items, options)
            plan_start.start_detached(self._store_url, plan_id)
            return plan_id

        self._submit(job, then, failed, owner)

    def resume(
        self,
        plan_id: str,
        again: Sequence[int] = (),
        then: Callable[[str], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Resume a plan after resetting the items with these numbers to waiting; see :meth:`begin`."""

        def job() -> str:
            from gpuscope.recording import plan_start

            if again:
                plan_start.run_again(self._store_url, plan_id, again)
            plan_start.start_detached(self._store_url, plan_id)
            return plan_id

        self._submit(job, then, failed, owner)

    def stop(self, plan_id: str, failed: Failed | None = None) -> None:
        """Ask a plan's conductor to stop it and its run; :attr:`ended` follows. A second request gives a program less time to end."""
        try:
            plan_folder.request_stop(self._store_url, plan_id)
        except GpuscopeError as error:
            if failed is not None:
                failed(error)
            return
        self._stopped.add(plan_id)
        self.changed.emit()

    def is_stopping(self, plan_id: str) -> bool:
        """Return whether an active plan was asked to stop."""
        return plan_id in self._stopped

    @property
    def stranded(self) -> Plan | None:
        """The last queue in :attr:`unfinished` that has waiting runs but no conductor, unless the user stopped it."""
        return next((plan for plan in self.unfinished if _is_stranded(plan)), None)

    def dismiss(self, plan_id: str) -> None:
        """Drop a plan from :attr:`unfinished`."""
        rest = tuple(plan for plan in self.unfinished if plan.plan_id != plan_id)
        if rest != self.unfinished:
            self.unfinished = rest
            self.changed.emit()

    def remove(self, plan_id: str, number: int) -> None:
        """Remove a waiting run from a queue; one that has begun meanwhile goes on."""

        def job() -> bool:
            from gpuscope.recording import plan_start

            return plan_start.remove_item(self._store_url, plan_id, number)

        self._submit(job, None, None, None)

    def stop_once(self, plan_id: str) -> None:
        """Ask a plan's conductor to stop, unless it was asked already."""
        if plan_id not in self._stopped:
            self.stop(plan_id)

    def delete(
        self, plan_id: str, then: Callable[[Plan], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Delete a plan without a conductor, and pass it to ``then`` as it was; its runs are kept. See :meth:`begin`."""

        def job() -> Plan:
            from gpuscope.recording import plan_start

            return plan_start.delete_plan(self._store_url, plan_id)

        self._submit(job, then, failed, owner)

    def restore(
        self, plan: Plan, then: Callable[[str], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Restore a deleted plan; ``then`` gets its id."""

        def job() -> str:
            from gpuscope.storage.plans import PlanWriter

            PlanWriter(self._store_url).restore(plan)
            return plan.plan_id

        self._submit(job, then, failed, owner)

    def read(self, plan_id: str, then: Callable[[Plan], None], failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Read a complete plan with its derived state, off the event loop."""
        self._errands.submit(partial(_read, self._store_url, plan_id), then, failed, owner)

    def close(self) -> None:
        """Wait for the threads; plans continue."""
        self._mailbox.close()
        self._poller.close()
        self._poller.join(PATIENCE_S)
        self._errands.close()

    def _replace_stranded(self, known: Collection[str], queues: Sequence[Plan]) -> None:
        """Replace the queues that were stranded before the store was read by those found there; others were stranded since."""
        live = {plan.plan_id for plan in self.live}
        found = {queue.plan_id: queue for queue in queues if queue.plan_id not in live}
        rest = (plan for plan in self.unfinished if plan.plan_id not in found and not (plan.plan_id in known and _is_stranded(plan)))
        unfinished = (*rest, *found.values())
        if unfinished != self.unfinished:
            self.unfinished = unfinished
            self.changed.emit()

    def _submit(self, job: Callable[[], T], then: Callable[[T], None] | None, failed: Failed | None, owner: QObject | None) -> None:
        def done(result: T) -> None:
            self.poll()
            self._look_again()
            if then is not None:
                then(result)

        def refused(error: GpuscopeError) -> None:
            self._look_again()
            if failed is not None:
                failed(error)

        self._errands.submit(job, done, refused, owner)

    def _look_again(self) -> None:
        """Look back if a queue is stranded: it may have changed, also by another program."""
        if self.stranded is not None:
            self.look_back()

    def _poll_once(self) -> None:
        conducted = plan_folder.conducted_plans(self._store_url)
        if not conducted and not self._known:
            return
        self._keep_readers(conducted)
        plans = [plan_folder.true_plan(reader, plan_id) for plan_id, reader in self._readers.items()]
        live = tuple(sorted(plans, key=lambda plan: plan.created_at, reverse=True))
        ended = [_read_unless_deleted(self._store_url, plan.plan_id) for plan in self._known if plan.plan_id not in conducted]
        gone = [plan for plan in ended if plan is not None]
        if live != self._known:
            self._mailbox.post(partial(self._apply, live, gone))
        self._known = live

    def _close_readers(self) -> None:
        for reader in self._readers.values():
            reader.close()

    def _keep_readers(self, conducted: Sequence[str]) -> None:
        """Open a reader for each of these plans, and close the others: a reader reads only what has changed."""
        from gpuscope.storage.plans import PlanReader  # imports the store, only on a thread

        for plan_id in self._readers.keys() - set(conducted):
            self._readers.pop(plan_id).close()
        for plan_id in conducted:
            if plan_id not in self._readers:
                self._readers[plan_id] = PlanReader(self._store_url)

    def _apply(self, live: tuple[Plan, ...], gone: Sequence[Plan]) -> None:
        self.live = live
        self._stopped &= {plan.plan_id for plan in live}  # a stopped plan that is resumed keeps its id
        self.unfinished = still_unfinished(self.unfinished, live, gone)
        self.changed.emit()
        for plan in gone:
            self.ended.emit(plan)


def _read(store_url: str, plan_id: str) -> Plan:
    from gpuscope.storage.plans import PlanReader  # imports the store, only on a thread

    with PlanReader(store_url) as reader:
        return plan_folder.true_plan(reader, plan_id)


def _is_stranded(plan: Plan) -> bool:
    """Return whether a plan, complete or without its items, is a queue that lost its conductor while runs waited."""
    lost = plan.state in (PlanState.INTERRUPTED, PlanState.FAILED)
    return lost and plan.kind is PlanKind.QUEUE and plan.counts.get(ItemState.WAITING, 0) > 0


def _stranded_queues(store_url: str) -> list[Plan]:
    """Return the stranded queues of the store, newest first, complete."""
    from gpuscope.storage.plans import PlanReader  # imports the store, only on a thread

    with PlanReader(store_url) as reader:
        queues = plan_folder.true_plans(reader, PlanKind.QUEUE)
        return [plan_folder.true_plan(reader, queue.plan_id) for queue in queues if _is_stranded(queue)]


def _read_unless_deleted(store_url: str, plan_id: str) -> Plan | None:
    with suppress(UsageError):
        return _read(store_url, plan_id)
    return None
