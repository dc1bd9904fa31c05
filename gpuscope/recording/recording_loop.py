"""The recorder's loop: monitors a run whose process is being started, writes it and ends it."""

from __future__ import annotations

import contextlib
import selectors
import signal
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gpuscope.core import figures
from gpuscope.core.device import WORKLOAD
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Steps
from gpuscope.core.runspec import SAMPLES_PER_STEP
from gpuscope.core.workload_keys import OF_ALL_RANKS
from gpuscope.recording import process_events
from gpuscope.recording.alerts import Alerts, run_variables
from gpuscope.recording.baseline_stage import PHASE as BASELINE
from gpuscope.recording.baseline_stage import BaselineStage
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.child_channel import ChildChannel
from gpuscope.recording.clocks import clocks_side_by_side
from gpuscope.recording.event_batches import EventBatches
from gpuscope.recording.guarded_process import shell_exit_code
from gpuscope.recording.profile_requests import ProfileRequests
from gpuscope.recording.progress import Progress, placed_on
from gpuscope.recording.recorded_process import BY_CTRL_C, Interruption, StartedRun
from gpuscope.recording.report_rings import ReportRings
from gpuscope.recording.run_end import Outcome, died_of_interrupt, end_of, end_of_recording, ended_record, refusal_code
from gpuscope.recording.run_readings import RunReadings
from gpuscope.recording.run_requests import RunRequests
from gpuscope.recording.run_store import RunStore
from gpuscope.recording.seen_steps import SEEN, SeenSteps
from gpuscope.recording.steps_ring import StepsRings
from gpuscope.recording.terminal import OutputWatch
from gpuscope.recording.unseen_steps import UnhookedTorch, why_unseen
from gpuscope.system import paths, processes
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.system.device_use import DevicePresence, Holder, beside, uses_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gpuscope.recording.missing_torch import MissingTorch
    from gpuscope.recording.process_events import ProcessEvent
    from gpuscope.recording.run_request import Observer, RunRequest

_WINCH = getattr(signal, "SIGWINCH", None)
_RING_NS = 50_000_000
"""A ring of 65,536 steps is half full after 50 ms at 1.5 µs per step, far faster than any Python loop."""
_SHOW_NS = 200_000_000
"""Five times a second: nobody can read more frequent updates."""
_SECOND_NS = 1_000_000_000
_TOGETHER_NS = 250_000_000
"""Work due each second is done up to this much earlier if the loop is awake anyway."""
_LAST_READINGS_S = 1.5
"""An energy counter is read every 0.1 s, or every second with slow drivers: allows for one update after the end, plus delays on a busy
machine."""
_CLOCK_NS = 10 * _SECOND_NS
"""Clocks drift by some 50 µs in this time, less than a reading takes."""
_KEPT_LINES = 1000
"""Lines of output kept with the readings of a run whose folder cannot be written."""


class RecordingLoop:
    """The loop of one run; :meth:`run` must be called only once, on the main thread.

    Args:
        request: What is recorded.
        observer: Observer within this process.
        started: The run; its parts are released by the caller.
    """

    def __init__(self, request: RunRequest, observer: Observer, started: StartedRun) -> None:
        self._request = request
        self._observer = observer
        self._folder, self._record = started.folder, started.record
        self._process, self._on_terminal = started.process, started.on_terminal
        self._output, self._tail = started.output, started.tail
        self._signals, self._jobs, self._server = started.signals, started.jobs, started.server
        self._selector = selectors.DefaultSelector()
        self._progress = Progress(placed_on=placed_on(request.spec))
        variables = run_variables(request.run_id, request.name)
        is_command = request.spec.is_command
        self._alerts = Alerts(
            request.alerts, request.alert_command, lambda text: self._batches.warn(text), variables, is_command=is_command
        )
        self._batches = EventBatches(observer, self._progress, self._alerts)
        self._exited: process_events.Exited | None = None
        self._tree_ended = False
        self._child_end: End | None = None
        self._finishing = False
        self._ended: End | None = None
        self._missing_torch: MissingTorch | None = None
        self._output_trouble: str | None = None
        self._baseline = BaselineStage(request.spec, request.baseline_s)
        self._readings = RunReadings(request, self._folder.path, self._batches, self._baseline, observer)
        self._store = RunStore(request, lambda: self._record, self._batches, observer)
        self._presence = DevicePresence(
            Holder(
                "run",
                request.run_id,
                request.name,
                plan_id=str(request.membership.get("plan", "")),
                runs_folder=str(paths.runs_folder(request.store_url)),
            )
        )
        self._channel = ChildChannel(started.channel, self._selector, self._handle_event)
        self._rings, self._seen, self._reports = StepsRings(self._folder.path), SeenSteps(self._folder.path), ReportRings(self._folder.path)
        self._unhooked = UnhookedTorch(self._folder.path)
        self._profiles = ProfileRequests(request.spec, self._folder.path)
        self._interruption = Interruption(self._process, on_terminal=self._on_terminal, is_command=is_command)
        self._output_watch = OutputWatch(self._output, self._selector)
        self._oom = processes.OomKills()
        self._next_ring_ns = self._next_show_ns = self._next_second_ns = self._next_clock_ns = 0
        for text in started.warnings:
            self._batches.warn(text)

    def run(self) -> Outcome:
        """Record until the run is over and stored.

        Raises:
            UsageError: The command could not be started (not found, not executable).
        """
        with contextlib.ExitStack() as parts:
            self._start(parts)
            self._watch()
            return self._outcome()

    def own_children(self) -> Iterable[int]:
        """Return the pids of this process's children that do not belong to the run."""
        return [*self._readings.pids, *self._alerts.pids]

    def _start(self, parts: contextlib.ExitStack) -> None:
        """Start everything that runs beside the workload; each is released at the end, newest first, even if others fail."""
        # The selector's callback is registered first, so that it is closed last: the other parts unregister from it.
        parts.callback(self._selector.close)
        parts.callback(self._alerts.close)
        parts.callback(self._presence.leave)
        parts.callback(self._rings.close)
        parts.callback(self._seen.close)
        parts.callback(self._reports.close)
        parts.callback(self._store.journal.close)
        parts.callback(self._channel.close)
        parts.callback(self._profiles.close)
        self._listen(parts)
        self._readings.start()
        parts.callback(self._readings.stop, 0.2)
        self._join_others()
        for source, handler in (
            (self._signals.fileno(), self._on_signals),
            (self._store.journal.fileno(), self._store.on_readable),
            (self._process.fileno(), lambda: self._handle(self._process.on_readable())),
        ):
            self._selector.register(source, selectors.EVENT_READ, handler)

    def _join_others(self) -> None:
        others = self._presence.join(uses_of(self._request.spec))
        if others and not self._request.detached:
            self._observer.notice(beside(others, paths.runs_folder(self._request.store_url)))

    def _listen(self, parts: contextlib.ExitStack) -> None:
        self._broadcast = Broadcast(self._server, self._selector, lambda request: self._requests.answer(request))
        parts.callback(self._broadcast.close)
        self._batches.connect(self._store.journal, self._broadcast)
        self._requests = RunRequests(
            self._request.run_id, self._process, self._readings, self._baseline, self._store.journal, self._profiles, self._handle_event
        )

    # The loop

    def _watch(self) -> None:
        while not (self._finishing and self._store.journal.finished):
            self._output_watch.renew()
            timeout = max(0.0, (self._next_deadline_ns() - time.monotonic_ns()) / 1e9)
            for key, _ in self._selector.select(timeout):
                registered = self._selector.get_map().get(key.fd)
                if registered is not None and registered.data is key.data:  # it was not closed, nor its number reused, in this iteration
                    key.data()
            self._tick(time.monotonic_ns())

    def _next_deadline_ns(self) -> int:
        are_open = self._rings.are_open or self._reports.are_open or self._seen.are_open
        ring_ns = self._next_ring_ns if are_open else None
        due = (self._batches.due_ns, self._next_second_ns, ring_ns, self._readings.due_ns, self._process.next_deadline_ns())
        return min(stamp_ns for stamp_ns in due if stamp_ns is not None)

    def _tick(self, now_ns: int) -> None:
        self._handle(self._process.tick(now_ns))
        if now_ns >= self._next_ring_ns:
            self._next_ring_ns = now_ns + _RING_NS
            self._read_rings()
        if now_ns >= self._next_second_ns - _TOGETHER_NS:
            self._next_second_ns = now_ns + _SECOND_NS
            self._every_second(now_ns)
        is_due = now_ns >= self._batches.due_ns
        if is_due or now_ns >= (self._readings.due_ns or now_ns):
            self._readings.read(now_ns)
        if is_due:
            self._batches.flush()
        if now_ns >= self._next_show_ns:
            self._next_show_ns = now_ns + _SHOW_NS
            self._observer.show(self._progress, self._process.countdown_s(now_ns))
        if self._exited is not None and self._tree_ended and not self._finishing and self._output.finished:
            if self._process.stop_reason is None and self._baseline.begin(now_ns):
                self._batches.add(Phase(BASELINE, now_ns))
            if self._baseline.is_over(now_ns):
                self._finish()

    def _every_second(self, now_ns: int) -> None:
        self._channel.retry()
        self._broadcast.retry()
        self._resize()  # the recorder gets no SIGWINCH while a command has the foreground
        self._tail.flush()
        if self._tail.write_error != self._output_trouble:
            self._output_trouble = self._tail.write_error
            if self._output_trouble is not None:
                self._batches.warn(f"the output is not kept: {self._output_trouble}")
        for begin, end in self._jobs.drain_stops():
            self._handle_event(Gap(WORKLOAD, (), begin, end, "the job was stopped (Ctrl-Z)"))
        for capture in self._profiles.given_up(now_ns):
            self._handle_event(capture)
        if now_ns >= self._next_clock_ns:
            self._next_clock_ns = now_ns + _CLOCK_NS
            self._batches.add(clocks_side_by_side())
        if self._request.spec.is_command:
            self._seen.find_rings()
            self._unhooked.look(None if self._seen.are_open or self._request.attached is not None else self._process.root_pid, now_ns)
        self._store.open_in_time(now_ns, self._process.spawned_ns)

    # Incoming events

    def _on_signals(self) -> None:
        for number in self._signals.drain():
            if number == _WINCH:
                self._resize()
            elif self._exited is not None:
                self._store.journal.give_up()  # processes that it left behind are already being ended
                self._baseline.cut()
            else:
                self._interruption.handle(number)

    def _resize(self) -> None:
        if self._output.resize():
            self._process.send(signal.SIGWINCH)

    def _handle(self, events: Sequence[ProcessEvent]) -> None:
        for event in events:
            match event:
                case process_events.Started():
                    self._record = replace(self._record, start_ns=event.t_ns, started_at=datetime.now(UTC))
                    self._readings.started_ns = event.t_ns
                    self._alerts.begin(event.t_ns)
                    self._watch_tree()
                    self._observer.started(self._request.run_id, self._folder.path)
                case process_events.StartFailed():
                    raise event.error
                case process_events.Exited():
                    self._workload_ended(event)
                case process_events.GuardLost():
                    left = "one is left" if event.guards_left else "none is left, the recorder watches the run itself"
                    self._batches.warn(f"a guard process was killed; the run goes on ({left})")
                    self._watch_tree()
                case process_events.TreeEnded():
                    self._tree_ended = True
                    if event.left_running:
                        self._batches.warn(
                            f"ended {figures.counted(event.left_running, 'process', 'processes')} that the command left running"
                        )
                    if event.remaining:
                        self._batches.warn(f"{figures.counted(event.remaining, 'process', 'processes')} of the run could not be ended")

    def _watch_tree(self) -> None:
        self._readings.watch(self._process.root_pid, self._process.guard_pids)

    def _workload_ended(self, event: process_events.Exited) -> None:
        self._exited = event
        self._requests.has_exited = True
        self._alerts.end()
        self._baseline.workload_ended()
        self._store.journal.start()  # the store opens while the sensors take their last readings
        # Data that the workload sent before its end may still be in its socket, rings and pipe: the exit can be reported first.
        self._channel.drain()
        self._read_rings(is_last=True)
        for event_from_report in (*self._reports.read(whole=True), *self._reports.tally(event.t_ns), *self._rings.samples()):
            self._handle_event(event_from_report)
        self._output.finish()
        self._output_watch.renew()

    def _handle_event(self, event: Event) -> None:
        """Process an event of the workload and add it to the next batch."""
        if isinstance(event, Hello) and event.role == "workload":
            self._rings.open(event.info)
            self._reports.open(event.info)
            if samples := self._request.spec.options.get(SAMPLES_PER_STEP):
                declared = {SAMPLES_PER_STEP: samples, OF_ALL_RANKS: True}
                if SEEN in event.info or SAMPLES_PER_STEP not in event.info:  # overrides observed values, not those the program reported
                    event = replace(event, info={**event.info, **declared})
            self._store.workload_is_up()
        elif isinstance(event, End):
            self._child_end = event  # as reported by the workload; the run's End event is derived from this and the exit status
            return
        self._baseline.handle(event)
        self._readings.handle(event)
        mark = self._profiles.handle(event)
        self._batches.add(event)
        if mark is not None:
            self._batches.add(mark)

    def _read_rings(self, *, is_last: bool = False) -> None:
        for report in self._reports.read():
            self._handle_event(report)
        steps = self._rings.read()
        if steps:
            self._batches.add_all(steps)
            self._store.journal.start()
        for seen in self._seen.read(is_last=is_last and self._request.spec.is_command):
            if isinstance(seen, Steps):
                self._store.journal.start()
            self._handle_event(seen)
        for event in self._rings.drain_trouble():
            self._batches.add(event)
            if isinstance(event, Log):
                self._observer.notice(event.text)

    # The end

    def _finish(self) -> None:
        """Take the last readings after the whole workload has ended, report the end, and let the journal derive the results."""
        # Readings continue until a counter has advanced after the exit: without that reading the window's last energy would be missing.
        self._readings.stop(_LAST_READINGS_S)
        self._output_watch.renew()
        self._finishing = True
        if self._output.lost_bytes:
            self._batches.warn(f"{self._output.lost_bytes} bytes of the command's output could not be written to where it goes")
        if garbage := self._channel.garbage + self._reports.garbage:
            self._batches.warn(f"{garbage} messages of the workload were not understood")
        self._batches.flush()
        self._alerts.report_unused()
        self._tail.close()
        idle, sentences = self._baseline.keep(DeviceNotes())
        for sentence in sentences:
            self._batches.notify(Log(time.monotonic_ns(), "info", sentence))
        self._store.report_trouble()
        self._batches.add(clocks_side_by_side())
        self._ended = ended = self._end()
        self._batches.add(ended)
        self._batches.flush()
        window = self._readings.window.until(ended.t_ns) if self._request.spec.is_command else None
        self._store.finish(ended_record(self._record, ended), window, {**self._facts(), "idle": idle})

    def _end(self) -> End:
        assert self._exited is not None
        stopped = self._process.stop_reason
        if self._request.attached is not None:
            return end_of_recording(self._exited, stopped, of_process=self._request.attached.process is not None)
        if stopped is None and self._interruption.was_left_to_the_command and died_of_interrupt(self._exited):
            stopped = BY_CTRL_C
        is_command = self._request.spec.is_command
        lines = self._tail.lines(40)
        ended = end_of(self._exited, stopped, self._child_end, lines, self._oom.since() > 0, is_command=is_command)
        if ended.state != "failed" or not ended.exit_code or not is_command:
            return ended
        from gpuscope.recording.cause_of_death import missing_module

        if missing_module(lines) != "torch":
            return ended
        from gpuscope.recording.missing_torch import missing_torch

        request = self._request
        self._missing_torch = missing_torch(request.argv, request.folder, request.variables.get("PATH"))
        return ended if self._missing_torch is None else replace(ended, reason=f"exit code {ended.exit_code}: {self._missing_torch.cause}")

    def _facts(self) -> dict[str, Any]:
        """Return the recorder's facts that are not in the stored events."""
        assert self._exited is not None
        return {
            "asked_ns": self._request.asked_ns,
            "max_rss_bytes": self._exited.max_rss_bytes,
            "output_bytes": self._tail.received_bytes,
            "power_hz": self._request.power_hz,
            "helper_cpu_time_s": round(self._readings.cpu_time_s, 3),
            "shared_with": self._presence.met(),
            "steps_unseen": self._steps_unseen(),
            **({"python_with_torch": self._missing_torch.other} if self._missing_torch and self._missing_torch.other else {}),
        }

    def _steps_unseen(self) -> str | None:
        spec, ended = self._request.spec, self._ended
        if not spec.is_command or spec.is_attached or self._seen.are_open:
            return None
        is_stopped = ended is not None and ended.state == "stopped"
        return why_unseen(self._folder.path, spec.command, is_stopped=is_stopped, unhooked=self._unhooked.reason)

    def _outcome(self) -> Outcome:
        assert self._exited is not None
        assert self._ended is not None
        journal = self._store.journal
        record = journal.result or ended_record(self._record, self._ended)
        store_trouble = self._store.unwritten(self._folder, record, self._tail.lines(_KEPT_LINES))
        return Outcome(
            record=record,
            exit_code=shell_exit_code(self._exited.exit_code, self._exited.signal),
            refusal_code=None if self._child_end is None else refusal_code(self._child_end),
            interrupted_by_sigint=self._exited.signal == signal.SIGINT,
            store_trouble=store_trouble,
            bug=journal.failure,
            tail=tuple(self._tail.lines(8)),
            stored_ns=self._store.stored_ns,
        )
