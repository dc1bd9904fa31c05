"""Carries a plan out: asks its planner for the next item, has a recorder of its own record it, stores the result.

One process conducts a plan: it holds the lock of the plan's folder. What is told apart after a kill at any instant: an item is stored as
running, with its run's id, before its recorder is told to begin, and the recorder holds the lock of the run's folder before that
(``standby_recorder``). A conductor that takes a plan up looks at each item that is stored as running: while the folder is locked it waits
for the run; a run that is over gives the item its state; an interrupted one, or none at all, and the item waits again, to be run once more.
So no run is lost and none is counted twice.

Once the workload of an item runs, the recorder of the next is made ready: from one run's end to the next workload's spawn only the planner,
one transaction and the guards' start are left.

Options of a plan that are the conductor's:

- ``folder``: where commands run, and relative paths start.
- ``run_arguments``: further arguments of ``gpuscope run`` for every item (``["--sensor", "simulated"]``).
- ``tags``: of each run.
- ``expected``: how many items there will be, for who shows how far it is (``Plan.total``).
- ``run_arguments`` and ``folder`` in the details of an item: for that item.
- ``cooling``: whether to wait before a run, at most a minute, until no GPU is warmer than before the first.
"""

import contextlib
import platform
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import CancelledError, GpuscopeError, UnavailableError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanState
from gpuscope.core.run import ON_REQUEST, RunRecord, RunState
from gpuscope.recording.attach import RunConnection
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_records import PlanRecords
from gpuscope.recording.planners import planner_of
from gpuscope.recording.run_folder import remove_empty_folders
from gpuscope.recording.run_history import last_lines
from gpuscope.recording.standby_recorder import END_S, StandbyRecorder
from gpuscope.storage.errors import StoreWriteError
from gpuscope.storage.plans import PlanWriter
from gpuscope.system import paths
from gpuscope.system.device_use import DevicePresence, DeviceUse, Holder, names_of, uses_of
from gpuscope.system.locks import is_locked
from gpuscope.system.processes import boot_id

_LOOK_S = 0.1
"""Between two looks for a request to stop: what a person who pressed a button does not notice."""
_WAIT_S = 0.5
"""Between two looks whether the devices are free."""
MOST_INTERRUPTIONS = 3
"""A recorder that is ended so often (out of memory, as a rule) would be ended again."""
_STORE_PATIENCE_S = 30.0
"""For which a store that cannot be written holds a plan up: a full disk is often freed within seconds, by the end of what filled it."""
_KEPT_LINES = 8
"""Of the output of a run that failed: a Python error with the last of its callers."""
_ENDS = {RunState.FINISHED: ItemState.DONE, RunState.STOPPED: ItemState.STOPPED, RunState.FAILED: ItemState.FAILED}


def conduct(store_url: str, plan_id: str, observer: PlanObserver | None = None, *, conducted: Callable[[Path], None] | None = None) -> Plan:
    """Carry a plan out, from where it stands to its end or until it is stopped; on the main thread INT and TERM stop it too.

    Args:
        store_url: Where plan and runs are kept.
        plan_id: Which plan.
        observer: Watches; None for nobody.
        conducted: Called with the plan's folder once this process is its conductor.

    Returns:
        The plan as it is stored now: finished, stopped, or failed with its reason.

    Raises:
        UnavailableError: Another process conducts it, or the store cannot be written; what was stored can be resumed.
        UsageError: There is no such plan.
    """
    writer = PlanWriter(store_url)
    writer.read(plan_id)  # before a folder is made for a plan that is not there
    folder = PlanFolder(store_url, plan_id)
    conductor = _Conductor(store_url, writer, folder, writer.read(plan_id), observer or PlanObserver())
    try:
        with _stopping_signals(conductor.request_stop):
            if conducted is not None:
                conducted(folder.path)
            return conductor.run()
    finally:
        conductor.close()
        folder.close()


@contextlib.contextmanager
def _stopping_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let INT and TERM ask to stop; a closed terminal does not."""
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
        self._presence = DevicePresence(Holder("plan", plan.plan_id, plan.name, plan_id=plan.plan_id))
        self._standby: StandbyRecorder | None = None
        self._ending: list[StandbyRecorder] = []
        self._unstored: dict[int, PlanItem] = {}
        self._uses: dict[str, bool] = {}
        self._interruptions: Counter[int] = Counter()
        self._stops_asked = 0
        self._cooling: Any = None

    def request_stop(self) -> None:
        """Stop; the second time without waiting for the workload's own good time. Safe in a signal's handler."""
        self._stops_asked += 1

    def close(self) -> None:
        """Let everything go; a run that goes on does so by itself."""
        if self._standby is not None:
            self._standby.discard()
        for recorder in self._ending:
            recorder.has_ended(END_S)
        self._presence.leave()
        self._records.close()
        remove_empty_folders(self._store_url)

    def run(self) -> Plan:
        """Carry the plan out."""
        if self._plan.state is PlanState.DAMAGED:
            raise UnavailableError(f"plan {self._plan.plan_id} is damaged: {self._plan.reason}", "Delete it; its runs stay.")
        if any(self._may_run(item) for item in self._plan.items) or self._planner.is_open:
            self._prepare_next()
        tried_again = (ItemState.STOPPED, ItemState.FAILED) if self._plan.state is PlanState.FAILED else (ItemState.STOPPED,)
        self._plan = replace(self._plan, state=PlanState.RUNNING, reason=None, host=platform.node(), boot_id=boot_id())
        self._store(*(item.waiting_again() for item in self._plan.items if item.state in tried_again))
        try:
            for item in [item for item in self._plan.items if item.state is ItemState.RUNNING]:
                self._take_up(item)
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

    @staticmethod
    def _may_run(item: PlanItem) -> bool:
        return item.state in (ItemState.WAITING, ItemState.RUNNING, ItemState.STOPPED)

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
            return False
        return self._record(item)

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

    # What must be so before an item runs

    def _has_devices(self, item: PlanItem) -> bool:
        """Wait until the devices are ours alone; return whether they are, and not a stop was asked for."""
        if not (others := self._join(item)):
            return True
        while others and not self._is_stopping():
            reason = f"waits for {names_of(others)}"
            if reason != self._plan.reason:
                self._plan = replace(self._plan, state=PlanState.WAITING, reason=reason)
                self._store()
                self._observer.waits(self._plan)
            time.sleep(_WAIT_S)
            others = self._join(item)
        self._plan = replace(self._plan, state=PlanState.RUNNING, reason=None)
        return not self._is_stopping()

    def _join(self, item: PlanItem) -> tuple[Holder, ...]:
        """Try to use an item's devices beside those that we use; return who else uses one.

        Where others are needed all are let go first and tried at once: two plans that had one of two each would wait for each other.
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
        if self._plan.options.get("cooling") and (item.spec.is_command or item.spec.device != "cpu"):
            self._store()
            if self._cooling is None:
                from gpuscope.recording.gpu_warmth import Cooling

                self._cooling = Cooling()
            for device, temperature in self._cooling.wait().items():
                self._observer.notice(f"{device} is still at {temperature:.0f} °C, warmer than before the first run")
        return not self._is_stopping()

    # A run

    def _record(self, item: PlanItem) -> bool:
        """Have an item recorded; return whether the plan goes on."""
        recorder = self._prepare_next()
        recorder.wait_until_ready()
        self._standby = None
        item = replace(item, state=ItemState.RUNNING, run_id=recorder.run_id, reason=None)
        self._observer.item_begins(self._plan, item)
        try:
            self._change(item)
            self._store(synced=False)  # the device is idle: what the run stores first, in the same log, makes this lasting too
        except BaseException:
            recorder.discard()
            raise
        recorder.begin(self._document(item))
        message = self._wait_for(item, recorder)
        recorder.close()
        self._ending = [other for other in (*self._ending, recorder) if not other.has_ended()]
        return self._settle(item, message)

    def _prepare_next(self) -> StandbyRecorder:
        if self._standby is None:
            self._standby = StandbyRecorder(self._store_url, shows_progress=self._observer.shows_progress)
        return self._standby

    def _document(self, item: PlanItem) -> dict[str, Any]:
        options = self._plan.options
        arguments = [
            *(["--name", item.name] if item.name else []),
            *options.get("run_arguments", []),
            *item.details.get("run_arguments", []),
        ]
        return {
            "arguments": [*arguments, *item.spec.command_line()[1:]],
            "folder": item.details.get("folder") or options.get("folder") or str(Path.home()),
            "store": self._store_url,
            "plan": self._plan.plan_id,
            "item": item.number,
            "tags": list(options.get("tags", [])),
        }

    def _wait_for(self, item: PlanItem, recorder: StandbyRecorder) -> Mapping[str, Any]:
        """Return what the recorder says of its run's end; nothing when it was killed."""
        stops = 0
        while True:
            message = recorder.poll(_LOOK_S)
            if message is not None and "started" not in message:
                return message
            if message is not None:
                self._observer.run_started(self._plan, item, recorder.folder)
                if self._planner.is_open or any(other.state is ItemState.WAITING for other in self._plan.items):
                    self._prepare_next()  # not earlier: its imports would compete with the start of the workload
            stops = self._pass_stops_on(recorder.folder, stops)

    def _pass_stops_on(self, folder: Path, stops: int) -> int:
        """Stop a run as often as we are asked to; return how often it was asked."""
        self._is_stopping()
        if stops < self._stops_asked:
            with contextlib.suppress(UnavailableError), RunConnection.open(folder) as connection:
                connection.request("stop", again=stops > 0)
                return stops + 1
        return stops  # nobody listens yet, or any more

    def _settle(self, item: PlanItem, message: Mapping[str, Any]) -> bool:
        """Give an item the end that its recorder told of; return whether the plan goes on."""
        if message.get("again"):
            return self._run_again(item, str(message["refused"]))
        if "refused" in message:
            details = {**item.details, "cure": message.get("hint"), "exit_code": message.get("exit_code")}
            return self._ended(replace(item, state=ItemState.FAILED, run_id=None, reason=str(message["refused"]), details=details))
        if "state" not in message:
            while is_locked(self._run_folder(item)):
                time.sleep(_LOOK_S)
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
            if not self._planner.ends_with_a_stopped_run:
                return self._ended(replace(item, state=ItemState.FAILED, reason=reason or ON_REQUEST))
            self._plan = replace(self._plan, reason=f"its run {item.run_id} was stopped")
            self._ended(replace(item, state=ItemState.STOPPED, reason=reason))
            return False
        details = {**item.details, "last_lines": list(lines), "exit_code": code} if state is RunState.FAILED else item.details
        ended = replace(item, state=_ENDS.get(state, ItemState.FAILED), reason=reason, details=details)
        return self._ended(ended) and ended.state is not ItemState.STOPPED

    def _ended(self, item: PlanItem) -> bool:
        self._change(item)
        self._observer.item_ended(self._plan, item)
        return True

    def _run_again(self, item: PlanItem, why: str) -> bool:
        self._interruptions[item.number] += 1
        interruptions, again = self._interruptions[item.number], item.waiting_again()
        if interruptions >= MOST_INTERRUPTIONS:
            reason = f"its recorder was ended {figures.counted(interruptions, 'time')}: {why}"
            return self._ended(replace(again, state=ItemState.FAILED, run_id=item.run_id, reason=reason))
        self._observer.notice(f"run {item.run_id} was interrupted ({why}); {item.name or item.spec.workload} is run again")
        self._change(again)
        self._store()
        return True

    def _take_up(self, item: PlanItem) -> None:
        """Find out what became of a run that was live when an earlier conductor ended, waiting for its end if it is."""
        folder, run_id, stops = self._run_folder(item), str(item.run_id), 0
        if is_locked(folder):
            self._observer.notice(
                f"run {run_id} ({item.name or item.spec.workload}) was begun before and is not over yet: waits for its end"
            )
        while is_locked(folder) or ((record := self._records.find(run_id)) is not None and record.state is RunState.RUNNING):
            stops = self._pass_stops_on(folder, stops)
            if self._is_stopping() and not is_locked(folder):  # another machine's, which we cannot stop
                raise CancelledError("stopped")
            time.sleep(_LOOK_S)
        if not self._settle_by_record(item, record):
            raise CancelledError("stopped")

    def _run_folder(self, item: PlanItem) -> Path:
        return paths.runs_folder(self._store_url) / str(item.run_id)

    # The store

    def _change(self, item: PlanItem) -> None:
        """Change an item here; :meth:`_store` writes it."""
        self._plan = self._plan.with_item(item)
        self._unstored[item.number] = item

    def _store(self, *items: PlanItem, synced: bool = True) -> None:
        """Write the plan's state and everything that was changed, in one transaction."""
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
        if not self._stops_asked and self._folder.is_stop_requested:
            self.request_stop()
        return self._stops_asked > 0
