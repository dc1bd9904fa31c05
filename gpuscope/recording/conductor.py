"""Carries out a plan: asks its planner for the next item, starts a recorder for it, stores the result.

A plan is conducted by a single process, which holds the lock of the plan's folder. A kill at any instant leaves a recoverable state: an
item is stored as running, with its run's id, before its recorder is ordered to begin, and the recorder holds the lock of the run's folder
before that (``standby_recorder``). A conductor that resumes a plan checks each item stored as running: while the run's folder is locked, it
waits for the run; a run that has ended determines the item's state; if the run was interrupted or never existed, the item is rerun. So no
run is lost and none is counted twice.

While an item's workload runs, the recorder of the next item is prepared, so that between the end of a run and the start of the next
workload only the planner, one transaction and the start of the guards remain. If the planner expects runs whose workload processes may be
prepared together, a batch of them is prepared before a run (``standby_pool``).
"""

import contextlib
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import CancelledError, GpuscopeError, UnavailableError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import ON_REQUEST, RunRecord, RunState
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_records import PlanRecords
from gpuscope.recording.planners import planner_of
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_folder import remove_empty_folders
from gpuscope.recording.run_history import last_lines
from gpuscope.recording.standby_pool import StandbyPool, batch_size
from gpuscope.recording.standby_recorder import StandbyRecorder
from gpuscope.storage.errors import StoreWriteError
from gpuscope.storage.plans import PlanWriter
from gpuscope.system import paths
from gpuscope.system.device_use import DevicePresence, DeviceUse, Holder, listed_holders, uses_of
from gpuscope.system.locks import is_locked
from gpuscope.system.processes import boot_id
from gpuscope.workloads.workload_table import ready_kind

_POLL_S = 0.1
"""Interval between checks for a stop request, in seconds: imperceptible to a person who pressed a button."""
_WAIT_S = 0.5
"""Interval between checks whether the devices are free, in seconds."""
MOST_INTERRUPTIONS = 3
"""Interruptions after which an item fails: a recorder killed this often (usually out of memory) would be killed again."""
_STORE_PATIENCE_S = 30.0
"""How long to retry writes to the store, in seconds: a full disk is often freed within seconds, when the process that filled it ends."""
_KEPT_LINES = 8
"""Lines of output kept of a failed run: a Python error with its innermost frames."""
_ENDS = {RunState.FINISHED: ItemState.DONE, RunState.STOPPED: ItemState.STOPPED, RunState.FAILED: ItemState.FAILED}


def conduct(store_url: str, plan_id: str, observer: PlanObserver | None = None, *, conducted: Callable[[Path], None] | None = None) -> Plan:
    """Carry out a plan from its current state to its end or until it is stopped; on the main thread INT and TERM stop it too.

    Args:
        store_url: The store of the plan and its runs.
        plan_id: The plan's id.
        observer: Notified of progress; None for no observer.
        conducted: Called with the plan's folder once this process is its conductor.

    Returns:
        The plan as stored: finished, stopped, or failed with its reason.

    Raises:
        UnavailableError: Another process conducts the plan, or the store cannot be written; the stored plan can be resumed.
        UsageError: There is no such plan.
    """
    writer = PlanWriter(store_url)
    writer.read(plan_id)  # so that no folder is created for a plan that does not exist
    folder = PlanFolder(store_url, plan_id)
    conductor = _Conductor(store_url, writer, folder, writer.read(plan_id), observer or PlanObserver())
    with _stopping_signals(conductor.request_stop):  # until all is released: who presses Ctrl-C again must learn how to resume
        try:
            if conducted is not None:
                conducted(folder.path)
            return conductor.run()
        finally:
            conductor.close()
            folder.close()


@contextlib.contextmanager
def _stopping_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Make INT and TERM request a stop, and ignore a closed terminal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers: dict[int, Any] = {signal.SIGINT: lambda *_: stop(), signal.SIGTERM: lambda *_: stop()}
    if hasattr(signal, "SIGHUP"):
        handlers[signal.SIGHUP] = signal.SIG_IGN
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Conductor:
    def __init__(self, store_url: str, writer: PlanWriter, folder: PlanFolder, plan: Plan, observer: PlanObserver) -> None:
        self._store_url, self._writer, self._folder, self._observer = store_url, writer, folder, observer
        self._planner = planner_of(plan.kind)
        self._plan = plan
        self._records = PlanRecords(store_url)
        self._presence = DevicePresence(Holder("plan", plan.plan_id, plan.name, plan.plan_id, str(paths.runs_folder(store_url))))
        self._pool = StandbyPool(store_url, shows_progress=observer.shows_progress)
        self._ending: list[StandbyRecorder] = []
        self._unstored: dict[int, PlanItem] = {}
        self._uses: dict[str, bool] = {}
        self._interruptions: Counter[int] = Counter()
        self._stops_asked = 0
        self._cooling: Any = None

    def request_stop(self) -> None:
        """Request a stop; a second request skips the workload's grace period. Safe in a signal handler."""
        self._stops_asked += 1

    def close(self) -> None:
        """Release all resources; a run that is still live continues by itself."""
        self._pool.close()
        for recorder in self._ending:
            recorder.release()
        self._pool.end_template()
        self._presence.leave()
        self._records.close()
        remove_empty_folders(self._store_url)

    def run(self) -> Plan:
        """Carry out the plan."""
        if self._plan.state is PlanState.DAMAGED:
            raise UnavailableError(f"plan {self._plan.plan_id} is damaged: {self._plan.reason}", "Delete it; its runs stay.")
        may_run = (ItemState.WAITING, ItemState.RUNNING, ItemState.STOPPED)
        if any(item.state in may_run for item in self._plan.items) or self._planner.is_open:
            self._pool.start_one(is_last=self._is_last_run())
        tried_again = (ItemState.STOPPED, ItemState.FAILED) if self._plan.state is PlanState.FAILED else (ItemState.STOPPED,)
        self._plan = replace(self._plan, state=PlanState.RUNNING, reason=None, host=socket.gethostname(), boot_id=boot_id())
        self._store(*(item.waiting_again() for item in self._plan.items if item.state in tried_again))
        try:
            for item in [item for item in self._plan.items if item.state is ItemState.RUNNING]:
                self._settle_begun(item)
            while not self._is_stopping() and self._step():
                pass
        except CancelledError:
            pass
        except StoreWriteError:
            raise
        except GpuscopeError as error:
            return self._end(PlanState.FAILED, f"{error.message}. {error.hint}".strip())
        if self._plan.state is PlanState.RUNNING:
            return self._end(PlanState.STOPPED, self._plan.reason or ON_REQUEST)
        return self._plan

    def _is_last_run(self) -> bool:
        """Return whether the plan expects one more run at most."""
        return not self._planner.is_open and sum(item.state in (ItemState.WAITING, ItemState.STOPPED) for item in self._plan.items) <= 1

    def _step(self) -> bool:
        """Run, or skip, the next item; return whether there may be another."""
        self._records.plan = self._plan
        item = self._planner.next(self._plan, self._records)
        if item is None:
            return self._finish()
        if item.state is ItemState.SKIPPED:
            self._change(item)
            self._observer.item_ended(self._plan, item)
            return True
        if not self._has_devices(item) or not self._has_cooled(item):
            return not self._is_stopping()  # else the item was removed while it waited
        return self._was_removed(item) or self._record(item)

    def _was_removed(self, item: PlanItem) -> bool:
        """Return whether the user has removed an item from a queue meanwhile, and take that over."""
        if self._plan.kind is not PlanKind.QUEUE:
            return False
        stored = self._trying(lambda: self._writer.read(self._plan.plan_id)).items
        if item.number >= len(stored) or stored[item.number].state is not ItemState.SKIPPED:
            return False
        self._plan = self._plan.with_item(stored[item.number])
        self._observer.item_ended(self._plan, stored[item.number])
        return True

    def _finish(self) -> bool:
        self._store()
        added = self._planner.finish(self._plan, self._records)
        options = {**self._plan.options, **(added or {})}
        finished = replace(self._plan, state=PlanState.FINISHED, reason=None, options=options)
        if self._trying(lambda: self._writer.finish(finished)):
            self._plan = finished
            return False
        self._plan = replace(self._trying(lambda: self._writer.read(self._plan.plan_id)), state=PlanState.RUNNING)
        return True

    # Preconditions of an item

    def _has_devices(self, item: PlanItem) -> bool:
        """Wait until the item's devices are available; return False if a stop was requested or the item was removed."""
        if not (others := self._join(item)):
            return True
        while others and not self._is_stopping() and not self._was_removed(item):
            reason = "; ".join(holder.wait_reason for holder in listed_holders(others))
            if reason != self._plan.reason:
                self._plan = replace(self._plan, state=PlanState.WAITING, reason=reason)
                self._store()
                self._observer.waits(self._plan)
            time.sleep(_WAIT_S)
            others = self._join(item)
        self._plan = replace(self._plan, state=PlanState.RUNNING, reason=None)
        return not others and not self._is_stopping()

    def _join(self, item: PlanItem) -> tuple[Holder, ...]:
        """Try to acquire an item's devices in addition to those already held; return the other holders.

        If more devices are needed, all are released first and acquired together: two plans holding one of two devices each would deadlock.
        """
        wanted = dict(self._uses)
        for use in uses_of(item.spec):
            wanted[use.device] = wanted.get(use.device, False) or use.exclusive
        if wanted == self._uses:
            return ()
        self._presence.leave()
        self._uses = {}
        others = self._presence.try_join([DeviceUse(device, exclusive) for device, exclusive in wanted.items()])
        self._uses = {} if others else wanted
        return others

    def _has_cooled(self, item: PlanItem) -> bool:
        if self._plan.has_cooling and (item.spec.is_command or item.spec.device != "cpu"):
            self._store()
            if self._cooling is None:
                from gpuscope.recording.gpu_warmth import Cooling

                self._cooling = Cooling()
            for device, temperature in self._cooling.wait().items():
                self._observer.notice(f"{device} is still at {temperature:.0f} °C, warmer than before the first run")
        return not self._is_stopping()

    # A run

    def _record(self, item: PlanItem) -> bool:
        """Record an item; return whether the plan continues."""
        self._prepare_batch(item)
        if self._is_stopping():
            return False
        recorder = self._pool.claim(is_last=self._is_last_run())
        if self._was_removed(item):  # while its recorder started
            recorder.discard()
            return True
        item = replace(item, state=ItemState.RUNNING, run_id=recorder.run_id, reason=None)
        self._observer.item_begins(self._plan, item)
        try:
            self._change(item)
            self._store(synced=False)  # the device is idle; the run's first synced write, in the same log, makes this durable
        except BaseException:
            recorder.discard()
            raise
        recorder.begin(self._document(item))
        message = self._wait_for(item, recorder)
        recorder.close()
        self._ending = [other for other in (*self._ending, recorder) if not other.has_ended()]
        return self._settle(item, message)

    def _prepare_batch(self, item: PlanItem) -> None:
        """Prepare the workload processes of an item and the next ones together, if the planner expects any and none waits."""
        kind = None if self._pool.has_prepared else ready_kind(item.spec)
        if kind is None or not (count := batch_size(self._planner.runs_ahead(self._plan))):
            return
        reason = f"preparing the processes of {figures.counted(count, 'run')}"
        self._plan = replace(self._plan, reason=reason)
        self._store()
        self._observer.notice(reason)
        self._pool.prepare(count, kind, self._working_folder(item), self._is_stopping)
        self._plan = replace(self._plan, reason=None)

    def _working_folder(self, item: PlanItem) -> str:
        return item.folder or self._plan.folder or str(Path.home())

    def _document(self, item: PlanItem) -> dict[str, Any]:
        name = ["--name", item.name] if item.name else []
        return {
            "arguments": [*name, *self._plan.run_arguments, *item.run_arguments, *item.spec.command_line()[1:]],
            "folder": self._working_folder(item),
            "store": self._store_url,
            "plan": self._plan.plan_id,
            "item": item.number,
            "tags": list(self._plan.tags),
        }

    def _wait_for(self, item: PlanItem, recorder: StandbyRecorder) -> Mapping[str, Any]:
        """Wait for the recorder's message on the end of its run and return it; empty if the recorder was killed."""
        stops = 0
        while True:
            message = recorder.poll(_POLL_S)
            if message is not None and "started" not in message:
                return message
            if message is not None:
                self._observer.run_started(self._plan, item, recorder.folder)
                if self._planner.is_open or any(other.state is ItemState.WAITING for other in self._plan.items):
                    # Not earlier: its imports would compete with the start of the workload.
                    self._pool.start_one(is_last=self._is_last_run())
            stops = self._pass_stops_on(recorder.folder, stops)

    def _pass_stops_on(self, folder: Path, stops: int) -> int:
        """Forward stop requests to a run; return the number forwarded so far."""
        self._is_stopping()
        if stops < self._stops_asked:
            with contextlib.suppress(UnavailableError), RunConnection.open(folder) as connection:
                connection.request("stop", again=stops > 0)
                return stops + 1
        return stops  # nothing to forward, or the recorder is not listening yet or any more

    def _settle(self, item: PlanItem, message: Mapping[str, Any]) -> bool:
        """Set the final state of an item from its recorder's message; return whether the plan continues."""
        if message.get("again"):
            return self._run_again(item, str(message["refused"]))
        if "refused" in message:
            refused = replace(item, state=ItemState.FAILED, run_id=None, reason=str(message["refused"]))
            return self._ended(refused.with_details(cure=message.get("hint"), exit_code=message.get("exit_code")))
        if "state" not in message:
            while is_locked(self._run_folder(item)):
                time.sleep(_POLL_S)
            record = self._records.find(str(item.run_id))
            return self._settle_by_record(item, record)
        if trouble := message.get("store_trouble"):
            self._observer.notice(f"run {item.run_id} is not in the store, or not whole: {trouble}")
        state = RunState(message["state"])
        return self._settle_by_state(item, state, message.get("reason"), message.get("last_lines") or [], message.get("exit_code"))

    def _settle_by_record(self, item: PlanItem, record: RunRecord | None) -> bool:
        if record is None:
            return self._run_again(item, "it never began")
        if record.state is RunState.INTERRUPTED:
            return self._run_again(item, record.reason or "interrupted")
        return self._settle_by_state(item, record.state, record.reason, last_lines(record, _KEPT_LINES), record.exit_code)

    def _settle_by_state(self, item: PlanItem, state: RunState, reason: str | None, lines: Sequence[str], code: int | None) -> bool:
        if state is RunState.STOPPED and not self._is_stopping():
            if not self._plan.kind.ends_with_a_stopped_run:
                return self._ended(replace(item, state=ItemState.FAILED, reason=reason or ON_REQUEST))
            self._plan = replace(self._plan, reason=f"its run {item.run_id} was stopped")
            self._ended(replace(item, state=ItemState.STOPPED, reason=reason))
            return False
        ended = replace(item, state=_ENDS.get(state, ItemState.FAILED), reason=reason)
        if state is RunState.FAILED:
            ended = ended.with_details(last_lines=list(lines), exit_code=code)
        return self._ended(ended) and ended.state is not ItemState.STOPPED

    def _ended(self, item: PlanItem) -> bool:
        self._change(item)
        self._observer.item_ended(self._plan, item)
        return True

    def _run_again(self, item: PlanItem, why: str) -> bool:
        self._interruptions[item.number] += 1
        interruptions, again = self._interruptions[item.number], item.waiting_again()
        if interruptions >= MOST_INTERRUPTIONS:
            reason = f"its recorder was ended {figures.how_often(interruptions)}: {why}"
            return self._ended(replace(again, state=ItemState.FAILED, run_id=item.run_id, reason=reason))
        self._observer.notice(f"run {item.run_id} was interrupted ({why}); {item.name or item.spec.workload} is run again")
        self._change(again)
        self._store()
        return True

    def _settle_begun(self, item: PlanItem) -> None:
        """Settle an item whose run was live when an earlier conductor ended; wait for the run's end if it is still live."""
        folder, run_id, stops = self._run_folder(item), str(item.run_id), 0
        if is_locked(folder):
            self._observer.notice(
                f"run {run_id} ({item.name or item.spec.workload}) was begun before and is not over yet: waits for its end"
            )
        while is_locked(folder) or ((record := self._records.find(run_id)) is not None and record.state is RunState.RUNNING):
            stops = self._pass_stops_on(folder, stops)
            if self._is_stopping() and not is_locked(folder):  # a run on another machine, which cannot be stopped from here
                raise CancelledError("stopped")
            time.sleep(_POLL_S)
        if not self._settle_by_record(item, record):
            raise CancelledError("stopped")

    def _run_folder(self, item: PlanItem) -> Path:
        return paths.runs_folder(self._store_url) / str(item.run_id)

    # The store

    def _change(self, item: PlanItem) -> None:
        """Change an item in memory; :meth:`_store` writes it."""
        self._plan = self._plan.with_item(item)
        self._unstored[item.number] = item

    def _store(self, *items: PlanItem, synced: bool = True) -> None:
        """Write the plan's state and all changed items, in one transaction."""
        for item in items:
            self._change(item)
        changed = [self._unstored[number] for number in sorted(self._unstored)]
        self._trying(lambda: self._writer.update(self._plan, changed, synced=synced))
        self._unstored.clear()

    def _trying(self, write: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + _STORE_PATIENCE_S
        while True:
            try:
                return write()
            except StoreWriteError as error:
                if time.monotonic() > deadline or self._is_stopping():
                    raise
                self._observer.notice(f"{error.message}; trying again")
                time.sleep(1.0)

    def _end(self, state: PlanState, reason: str) -> Plan:
        self._plan = replace(self._plan, state=state, reason=reason)
        self._store()
        return self._plan

    def _is_stopping(self) -> bool:
        if self._folder.take_stop_request():
            self.request_stop()
        return self._stops_asked > 0
