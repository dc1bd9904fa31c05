"""The recorder: one loop that starts a run, or attaches to what is running, watches it, writes it and ends it.

Before the workload runs, nothing is imported here but the standard library and gpuscope's own light modules: whatever
stands between the command and the workload's first step is time that the user waits.
"""

import contextlib
import os
import platform
import selectors
import signal
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from gpuscope.core import figures
from gpuscope.core.device import WORKLOAD
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Sample, Table
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording import guarded_process as guarded
from gpuscope.recording.baseline_stage import PHASE as BASELINE
from gpuscope.recording.baseline_stage import BaselineStage
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.changing_descriptors import ChangingDescriptors, Wanted
from gpuscope.recording.child_channel import ChildChannel
from gpuscope.recording.clocks import clocks_side_by_side
from gpuscope.recording.command_window import CommandWindow
from gpuscope.recording.guarded_process import ProcessEvent
from gpuscope.recording.interruption import BY_CTRL_C, Interruption
from gpuscope.recording.job_control import JobControl
from gpuscope.recording.journal import Declaration, Journal
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.process_start import start_process
from gpuscope.recording.progress import Progress, placed_on
from gpuscope.recording.run_ending import died_of_interrupt, end_of, end_of_recording, ended_record, refusal_code
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import Observer, Outcome, RunRequest
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.recording.signals import SignalWatch
from gpuscope.recording.steps_ring import StepsRings
from gpuscope.recording.store_trouble import StoreTrouble
from gpuscope.recording.terminal import WorkloadOutput, has_controlling_terminal
from gpuscope.system import processes
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.system.redaction import redact_text

_WINCH = getattr(signal, "SIGWINCH", None)
_BATCH_NS = 100_000_000
_RING_NS = 50_000_000
_SHOW_NS = 200_000_000
_SECOND_NS = 1_000_000_000
_LAST_READINGS_S = 1.5
_PATIENCE_S = 5.0
"""How long a store that cannot be written is tried after the end of the run, while somebody waits for the command."""
_DETACHED_PATIENCE_S = 600.0
"""How long a detached recorder tries, for which nobody waits; a second request to stop ends it."""
_CLOCK_NS = 10 * _SECOND_NS
_STORE_AT_LATEST_NS = 5 * _SECOND_NS
"""On one core the store is opened at the first step: beside the workload's imports it would delay that step."""
_STORE_BESIDE_NS = _SECOND_NS // 2
"""With a core to spare it is opened beside the workload's own start, where it disturbs no measured step."""


class Recorder:
    """Records one run; made for one call of :meth:`run`, on the main thread."""

    def __init__(self, request: RunRequest, observer: Observer) -> None:
        self._request = request
        self._observer = observer
        self._selector = selectors.DefaultSelector()
        self._changing = ChangingDescriptors(self._selector)
        self._pending: list[Event] = []
        self._told: deque[Log] = deque()
        """Warnings of any thread, on their way to the pending events."""
        self._seq = 0
        self._progress = Progress(placed_on=placed_on(request.spec))
        self._exited: guarded.Exited | None = None
        self._tree_ended = False
        self._child_end: End | None = None
        self._finishing = False
        self._ended: End | None = None
        self._trouble = StoreTrouble()
        self._output_trouble: str | None = None
        self._sensors_stopped = False
        self._window = CommandWindow(silent=(WORKLOAD,) if request.attached is not None and request.attached.process is None else ())
        self._baseline = BaselineStage(request.spec, request.baseline_s)
        self._environment: dict[str, Any] = {}
        self._next_batch_ns = self._next_ring_ns = self._next_show_ns = self._next_second_ns = self._next_clock_ns = 0

    def run(self) -> Outcome:
        """Records the run and returns how it ended; a failing workload is an outcome, not an error.

        Raises:
            UnavailableError: The run's folder cannot be written; nothing was started.
            UsageError: The command cannot be started (not found, not executable).
        """
        ignored = processes.ignored_signals()
        processes.set_subreaper()
        self._folder = self._make_folder()
        try:
            self._record = self._new_record()
            self._write_header()
            return self._recorded(ignored)
        except GpuscopeError:
            self._folder.remove()  # nothing ran
            raise
        finally:
            self._folder.close()

    def _make_folder(self) -> RunFolder:
        """Makes the run's folder; a user's command runs also where there can be none beside the store."""
        try:
            return RunFolder.beside(self._request.store_url, self._request.run_id)
        except GpuscopeError as error:
            if not self._request.spec.is_command:
                raise
            self._warn(f"{error.message}; the command runs all the same")
            return RunFolder.temporary()

    def _write_header(self) -> None:
        try:
            self._folder.write_header(self._record, self._request.store_url)
        except GpuscopeError as error:
            if not self._request.spec.is_command:
                raise
            self._warn(f"{error.message}; the command runs all the same")

    def _new_record(self) -> RunRecord:
        return RunRecord(
            run_id=self._request.run_id,
            name=self._request.name,
            state=RunState.RUNNING,
            reason=None,
            spec=self._request.spec,
            environment=self._request.attached.facts if self._request.attached is not None else {},
            started_at=datetime.now(UTC),
            start_ns=time.monotonic_ns(),
            host=platform.node(),
            boot_id=processes.boot_id(),
            folder=str(self._folder.path),
        )

    def _recorded(self, ignored: frozenset[int]) -> Outcome:
        with contextlib.ExitStack() as parts:
            self._make_parts(parts)
            self._start(parts, ignored)
            self._loop()
            return self._outcome()

    def _make_parts(self, parts: contextlib.ExitStack) -> None:
        """Makes everything that a run needs; each part is given back at the end, the newest first, whatever happens to the others."""
        path = self._folder.path
        parts.callback(self._selector.close)
        self._signals = SignalWatch()
        self._signals.install()
        parts.callback(self._signals.uninstall)
        self._jobs = JobControl(self._workload_stopped)
        self._jobs.install()
        parts.callback(self._jobs.uninstall)
        self._oom = processes.OomKills()
        self._tail = OutputTail(path / "output.log", redact=redact_text)
        self._rings = StepsRings(path)
        parts.callback(self._rings.close)
        self._journal = Journal(self._open_writer, self._replace_damaged_store)
        parts.callback(self._journal.close)
        try:
            self._channel = ChildChannel(path, self._selector, self._take)
            parts.callback(self._channel.close)
            self._broadcast = Broadcast(path, self._selector, self._answer)
            parts.callback(self._broadcast.close)
        except OSError as error:
            raise UnavailableError(f"no socket can be made in {path}: {error.strerror}", "Set GPUSCOPE_HOME to a local folder.") from None
        self._output = WorkloadOutput(self._tail, forward_to=self._request.forward_output_to, inherit=self._request.inherit_output)
        parts.callback(self._output.close)

    def _start(self, parts: contextlib.ExitStack, ignored: frozenset[int]) -> None:
        request = self._request
        self._sensors = SensorSupervisor(extra=request.sensors)
        self._on_terminal = not request.detached and request.attached is None and has_controlling_terminal()
        self._process = start_process(
            request,
            self._folder.path,
            self._output,
            ignored,
            on_terminal=self._on_terminal,
            own_children=lambda: [pid for pid in (self._sensors.pid,) if pid is not None],
        )
        self._interruption = Interruption(self._process, on_terminal=self._on_terminal, is_command=request.spec.is_command)
        parts.callback(self._process.close)
        self._output.started()
        self._sensors.start(own_pids=(os.getpid(),))
        parts.callback(self._stop_sensors, 0.2)
        for source, handler in (
            (self._signals.fileno(), self._on_signals),
            (self._journal.fileno(), self._on_journal),
            (self._process.fileno(), self._on_process),
        ):
            self._selector.register(source, selectors.EVENT_READ, handler)

    # The loop

    def _loop(self) -> None:
        while not (self._finishing and self._journal.finished):
            self._watch_changing()
            timeout = max(0.0, (self._next_deadline_ns() - time.monotonic_ns()) / 1e9)
            for key, _ in self._selector.select(timeout):
                registered = self._selector.get_map().get(key.fd)
                if registered is not None and registered.data is key.data:  # not closed, nor its number taken anew, in this turn
                    key.data()
            self._tick(time.monotonic_ns())

    def _next_deadline_ns(self) -> int:
        deadlines = [self._next_batch_ns, self._next_second_ns]
        if self._rings.are_open:
            deadlines.append(self._next_ring_ns)
        if not self._sensors_stopped:
            deadlines.append(self._sensors.next_deadline_ns())
        process = self._process.next_deadline_ns()
        return min(deadlines if process is None else [*deadlines, process])

    def _watch_changing(self) -> None:
        """Brings the selector up to date with the descriptors of the output, that come and go."""
        wanted: Wanted = {}
        for fd in self._output.readable_fds():
            wanted[fd] = (selectors.EVENT_READ, partial(self._on_output, self._output.on_readable, fd))
        for fd in self._output.writable_fds():
            wanted[fd] = (selectors.EVENT_WRITE, partial(self._on_output, self._output.on_writable, fd))
        self._changing.watch(wanted)

    def _on_output(self, handle: Callable[[int], None], fd: int) -> None:
        handle(fd)
        self._watch_changing()  # a descriptor that was closed leaves the selector before its number is given away again

    def _tick(self, now_ns: int) -> None:
        self._handle(self._process.tick(now_ns))
        if not self._sensors_stopped and now_ns >= self._sensors.next_deadline_ns():
            self._take_sensors(self._sensors.tick(now_ns))
        if now_ns >= self._next_ring_ns:
            self._next_ring_ns = now_ns + _RING_NS
            self._read_rings()
        if now_ns >= self._next_second_ns:
            self._next_second_ns = now_ns + _SECOND_NS
            self._every_second(now_ns)
        if now_ns >= self._next_batch_ns:
            self._next_batch_ns = now_ns + _BATCH_NS
            self._read_sensors()
            self._flush()
        if now_ns >= self._next_show_ns:
            self._next_show_ns = now_ns + _SHOW_NS
            self._observer.show(self._progress, self._process.countdown_s(now_ns))
        if self._exited is not None and self._tree_ended and not self._finishing and self._output.finished:
            if self._process.stop_reason is None and self._baseline.begin(now_ns):
                self._pending.append(Phase(BASELINE, now_ns))
            if self._baseline.is_over(now_ns):
                self._finish()

    def _every_second(self, now_ns: int) -> None:
        self._resize()  # a command that took the foreground keeps the signal from us
        self._tail.flush()
        if self._tail.write_error != self._output_trouble:
            self._output_trouble = self._tail.write_error
            if self._output_trouble is not None:
                self._warn(f"the output is not kept: {self._output_trouble}")
        for begin, end in self._jobs.take_stops():
            self._take(Gap(WORKLOAD, (), begin, end, "the job was stopped (Ctrl-Z)"))
        if now_ns >= self._next_clock_ns:
            self._next_clock_ns = now_ns + _CLOCK_NS
            self._pending.append(clocks_side_by_side())
        started = self._process.spawned_ns
        if started is not None and now_ns - started > (_STORE_BESIDE_NS if processes.has_spare_core() else _STORE_AT_LATEST_NS):
            self._journal.start()

    # What arrives

    def _on_signals(self) -> None:
        for number in self._signals.take():
            if number == _WINCH:
                self._resize()
            elif self._exited is not None:
                self._journal.give_up()  # what it left behind is being ended already
                self._baseline.cut()
            else:
                self._interruption.take(number)

    def _resize(self) -> None:
        if self._output.resize():
            self._process.send(signal.SIGWINCH)

    def _on_process(self) -> None:
        self._handle(self._process.on_readable())

    def _handle(self, events: Sequence[ProcessEvent]) -> None:
        for event in events:
            match event:
                case guarded.Started():
                    self._record = replace(self._record, start_ns=event.t_ns, started_at=datetime.now(UTC))
                    self._watch_tree()
                    self._observer.started(self._request.run_id, self._folder.path)
                case guarded.StartFailed():
                    raise event.error
                case guarded.Exited():
                    self._workload_ended(event)
                case guarded.GuardLost():
                    left = "one is left" if event.guards_left else "none is left, the recorder watches the run itself"
                    self._warn(f"a guard process was killed; the run goes on ({left})")
                    self._watch_tree()
                case guarded.TreeEnded():
                    self._tree_ended = True
                    if event.left_running:
                        self._warn(f"ended {figures.counted(event.left_running, 'process', 'processes')} that the command left running")
                    if event.remaining:
                        self._warn(f"{figures.counted(event.remaining, 'process', 'processes')} of the run could not be ended")

    def _workload_stopped(self) -> bool:
        pid = self._process.pid
        return not self._on_terminal or pid is None or processes.is_stopped(pid)

    def _watch_tree(self) -> None:
        self._sensors.watch(self._process.root_pid, apart=self._process.guard_pids)

    def _workload_ended(self, event: guarded.Exited) -> None:
        self._exited = event
        self._baseline.workload_ended()
        self._channel.drain()
        self._read_rings()
        self._output.finish()
        self._watch_changing()

    def _read_sensors(self) -> None:
        """Takes what the helper has told since the last batch: its readings carry their own stamps, and go out with a batch anyway."""
        if not self._sensors_stopped:
            self._take_sensors(self._sensors.on_readable())

    def _stop_sensors(self, timeout_s: float) -> None:
        if not self._sensors_stopped:
            self._sensors_stopped = True
            self._take_sensors(self._sensors.stop(timeout_s))

    def _take_sensors(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Hello):
                self._flush()
                self._journal.declare(Declaration(self._sensors.devices, self._sensors.calls, self._sensors.quality))
            elif isinstance(event, Sample):
                self._window.look(event, self._process.spawned_ns, self._sensors)
                self._baseline.look(event, self._sensors.calls, self._sensors.devices)
            elif isinstance(event, Log) and event.text:
                self._observer.notice(event.text)
            self._take(event)

    def _take(self, event: Event) -> None:
        """Takes an event in; it goes out with the next batch."""
        if isinstance(event, Hello) and event.role == "workload":
            self._rings.open(event.info)
            if processes.has_spare_core():
                self._journal.start()
        elif isinstance(event, End):
            self._child_end = event  # the workload's word on its own end; the run's is ours, made from this and the exit
            return
        self._baseline.take(event)
        self._pending.append(event)

    def _read_rings(self) -> None:
        steps = self._rings.read()
        if steps:
            self._pending += steps
            self._journal.start()
        for event in self._rings.take_trouble():
            self._pending.append(event)
            if isinstance(event, Log):
                self._observer.notice(event.text)

    def _flush(self) -> None:
        while self._told:
            self._pending.append(self._told.popleft())
        if not self._pending:
            return
        batch, self._pending = tuple(self._pending), []
        self._progress.take(batch)
        self._journal.put(self._seq, [event for event in batch if not isinstance(event, Table)])
        self._broadcast.publish(self._seq, batch)
        self._seq += 1

    def _answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        match request.get("op"):
            case "ping":
                start_ns = None if self._process.spawned_ns is None else self._record.start_ns
                return {"ok": True, "run_id": self._request.run_id, "pid": os.getpid(), "start_ns": start_ns}
            case "stop":
                self._baseline.cut()
                if self._process.stop_reason is None and self._exited is None:
                    self._process.request_stop("stopped on request")
                elif request.get("again"):
                    self._process.interrupt_again()
                    self._journal.give_up()
                return {"ok": True, "countdown_s": self._process.countdown_s(time.monotonic_ns())}
            case "mark":
                self._take(Log(time.monotonic_ns(), "mark", str(request.get("text", ""))[:4096]))
                return {"ok": True}
            case "sensors":
                if not self._sensors_stopped:
                    self._sensors.try_again()
                return {"ok": True}
        return {"ok": False, "error": f"unknown request {str(request.get('op'))[:40]!r}"}

    def _warn(self, text: str) -> None:
        self._tell(Log(time.monotonic_ns(), "warning", text))

    def _tell(self, log: Log) -> None:
        """Tells whoever watches, from inside or at the socket, and keeps it with the run; on any thread."""
        self._told.append(log)
        self._observer.notice(log.text)

    # The store

    def _open_writer(self) -> Any:
        """Opens the store and inserts the run; on the journal's thread."""
        from gpuscope.recording import results

        if not self._environment:
            self._environment = results.environment(self._record.spec, self._request.attached)
        record = replace(self._record, environment=self._environment)
        return results.open_writer(self._request.store_url, record, self._warn)

    def _replace_damaged_store(self, error: GpuscopeError) -> None:
        """Goes on with a fresh store; on the journal's thread."""
        from gpuscope.recording import results

        results.replace_damaged_store(self._request.store_url, error, self._warn)

    def _on_journal(self) -> None:
        self._journal.acknowledge()
        self._broadcast.committed(self._journal.committed)
        trouble = self._journal.trouble
        changed = self._trouble.change(trouble, self._patience_s if self._finishing else None)
        if changed is not None and (trouble is None or not self._journal.finished):  # of the last the outcome tells
            self._tell(changed)

    @property
    def _patience_s(self) -> float:
        return _DETACHED_PATIENCE_S if self._request.detached else _PATIENCE_S

    # The end

    def _finish(self) -> None:
        """Everything of the workload is gone: takes the last readings, tells the end, and lets the journal derive the results."""
        self._stop_sensors(_LAST_READINGS_S)
        self._watch_changing()
        self._finishing = True
        if self._output.lost_bytes:
            self._warn(f"{self._output.lost_bytes} bytes of the command's output could not be written to where it goes")
        if self._channel.garbage:
            self._warn(f"{self._channel.garbage} messages of the workload were not understood")
        self._tail.close()
        idle, found = self._baseline.keep(DeviceNotes())
        for words in found:
            self._tell(Log(time.monotonic_ns(), "info", words))
        if self._trouble.words is not None:
            self._tell(self._trouble.at_the_end(self._patience_s))
        self._pending.append(clocks_side_by_side())
        self._ended = ended = self._end()
        self._pending.append(ended)
        self._flush()
        record = ended_record(self._record, ended)
        window = self._window.until(ended.t_ns) if self._request.spec.is_command else None
        facts = {**self._facts(), "idle": idle}

        def last(writer: Any) -> RunRecord:
            from gpuscope.recording import results

            return results.finish(writer, self._request.store_url, record, window, facts, self._observer.notice)

        self._journal.finish(last, self._patience_s)

    def _end(self) -> End:
        assert self._exited is not None
        stopped = self._process.stop_reason
        if self._request.attached is not None:
            return end_of_recording(self._exited, stopped, of_process=self._request.attached.process is not None)
        if stopped is None and self._interruption.was_left_to_the_command and died_of_interrupt(self._exited):
            stopped = BY_CTRL_C
        return end_of(self._exited, stopped, self._child_end, self._tail.lines(40), self._oom.since() > 0)

    def _facts(self) -> dict[str, Any]:
        """What the recorder knows and the stored events do not tell."""
        assert self._exited is not None
        return {
            "asked_ns": self._request.asked_ns,
            "max_rss_bytes": self._exited.max_rss_bytes,
            "output_bytes": self._tail.received_bytes,
            "helper_cpu_time_s": self._sensors.cpu_time_s,
        }

    def _outcome(self) -> Outcome:
        assert self._exited is not None
        assert self._ended is not None
        trouble = None
        record = self._journal.result or ended_record(self._record, self._ended)
        if self._journal.result is None:
            with contextlib.suppress(GpuscopeError):
                self._folder.write_header(record, self._request.store_url)
        if self._journal.result is None or self._journal.has_lost:
            failure = self._journal.failure
            trouble = f"a bug of gpuscope, {failure!r}" if failure else self._journal.trouble or "the store was not written"
            self._told.append(self._trouble.given_up(trouble, has_lost=self._journal.has_lost))
            self._flush()
        return Outcome(
            record=record,
            exit_code=guarded.shell_exit_code(self._exited.exit_code, self._exited.signal),
            refusal_code=None if self._child_end is None else refusal_code(self._child_end),
            interrupted_by_sigint=self._exited.signal == signal.SIGINT,
            store_trouble=trouble,
            bug=self._journal.failure,
            tail=tuple(self._tail.lines(8)),
        )
