"""A recorder reduced to its process handling: does what `gpuscope run -- COMMAND` does on a terminal, without sensors and store.

Usage: small_recorder.py LOG terminal|detached COMMAND…; writes a JSON line per event to LOG.
"""

import json
import os
import selectors
import signal
import sys
import time
from pathlib import Path

from gpuscope.recording import guarded_process as guarded
from gpuscope.recording import process_events
from gpuscope.recording.job_control import JobControl
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.terminal import WorkloadOutput, has_controlling_terminal
from gpuscope.system import processes


class SmallRecorder:
    def __init__(self, log: Path, on_terminal: bool, argv: list[str]) -> None:
        self._log = log.open("a", buffering=1)
        self._tail = OutputTail()
        self._jobs = JobControl()
        self._on_terminal = on_terminal
        self._signals: list[int] = []
        ignored, inherited = processes.ignored_signals(), processes.inherited_descriptors()
        self._wake, wake_write = os.pipe()
        for end in (self._wake, wake_write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake_write)
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGWINCH):
            signal.signal(number, lambda number, _: self._signals.append(number))
        self._jobs.install()
        self.output = WorkloadOutput(self._tail, forward_to=(1, 2))
        self.process = guarded.GuardedProcess.start(
            argv,
            cwd=None,
            env=processes.initial_environment(),
            stdin=0,
            stdout=self.output.stdout_fd,
            stderr=self.output.stderr_fd,
            controlling_terminal=on_terminal and has_controlling_terminal(),
            ignored_signals=ignored,
            run_id="small",
            pass_fds=inherited,
        )
        self.output.started()
        self.note("guard", pid=self.process.root_pid)

    def note(self, name: str, **facts: object) -> None:
        self._log.write(json.dumps({"event": name, **facts}) + "\n")

    def run(self) -> int:
        exited: process_events.Exited | None = None
        while not (self.process.ended and self.output.finished):
            for event in self._wait():
                self.note(type(event).__name__, **{name: getattr(event, name) for name in event._fields if name != "error"})
                if isinstance(event, process_events.StartFailed):
                    self.note("error", message=event.error.message)
                    self.process.close()
                    return event.error.exit_code
                if isinstance(event, process_events.Exited):
                    exited = event
                    self.output.finish()
        self.process.close()
        self.output.close()
        for begin, end in self._jobs.drain_stops():
            self.note("stopped", seconds=(end - begin) / 1e9)
        self.note("tail", lines=self._tail.lines(20))
        assert exited is not None
        if exited.signal == signal.SIGINT:
            guarded.die_of_interrupt()
        return guarded.shell_exit_code(exited.exit_code, exited.signal)

    def _wait(self) -> list[process_events.ProcessEvent]:
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.fileno(), selectors.EVENT_READ, "process")
            selector.register(self._wake, selectors.EVENT_READ, "wake")
            for fd in self.output.readable_fds():
                selector.register(fd, selectors.EVENT_READ, "read")
            for fd in self.output.writable_fds():
                selector.register(fd, selectors.EVENT_WRITE, "write")
            deadline = self.process.next_deadline_ns()
            timeout = 60.0 if deadline is None else max(0.0, (deadline - time.monotonic_ns()) / 1e9)
            events: list[process_events.ProcessEvent] = []
            for key, _ in selector.select(timeout):
                if key.data == "process":
                    events += self.process.on_readable()
                elif key.data == "wake":
                    os.read(self._wake, 100)
                elif key.data == "read":
                    self.output.on_readable(key.fd)
                else:
                    self.output.on_writable(key.fd)
        self._answer_signals()
        return events + self.process.tick(time.monotonic_ns())

    def _answer_signals(self) -> None:
        arrived, self._signals = self._signals, []
        for number in arrived:
            if number == signal.SIGWINCH:
                if self.output.resize():
                    self.process.send(number)
            elif self.process.stop_reason is None:
                self.process.request_stop("asked", delivered=self._on_terminal and number != signal.SIGTERM)
            else:
                self.process.interrupt_again()


if __name__ == "__main__":
    sys.exit(SmallRecorder(Path(sys.argv[1]), sys.argv[2] == "terminal", sys.argv[3:]).run())
