"""The recorder: makes a run's folder, starts its workload or attaches to a running process, and hands over to the loop.

Before the workload is running, only the standard library and gpuscope's own light modules are imported here: anything between
the command and the workload's first step keeps the user waiting. The loop and all that it needs are imported while the workload starts.
"""

from __future__ import annotations

import contextlib
import socket
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.job_control import JobControl, SignalWatch
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.ready_worker import ReadyWorker
from gpuscope.recording.recorded_process import RecordedProcess, StartedRun, start_process
from gpuscope.recording.run_folder import SOCKET_NAME, RunFolder
from gpuscope.recording.run_request import Observer, RunRequest
from gpuscope.recording.terminal import WorkloadOutput, has_controlling_terminal
from gpuscope.system import processes, sockets
from gpuscope.system.imports import finish_imports

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gpuscope.recording.recording_loop import RecordingLoop
    from gpuscope.recording.run_end import Outcome

CHANNEL_NAME = "channel.sock"
"""The socket on which the workload reports its rare events (``recording.child_channel``)."""


class Recorder:
    """Records one run; :meth:`run` must be called only once, on the main thread.

    Args:
        request: What to record.
        observer: Observer within this process.
        folder: The run's folder if this process already holds it; None to create it. It is closed at the end.
        worker: The workload's process if it was started in advance; None to start it. It is closed at the end.
    """

    def __init__(self, request: RunRequest, observer: Observer, folder: RunFolder | None = None, worker: ReadyWorker | None = None) -> None:
        self._request = request
        self._observer = observer
        self._made_folder = folder
        self._worker = worker
        self._process: RecordedProcess | None = None
        self._on_terminal = not request.detached and request.attached is None and has_controlling_terminal()
        self._warnings: list[str] = []
        self._loop: RecordingLoop | None = None

    def run(self) -> Outcome:
        """Record the run and return how it ended; a failing workload is an outcome, not an error.

        Raises:
            UnavailableError: The run's folder cannot be written; nothing was started.
            UsageError: The command cannot be started (not found, not executable).
        """
        ignored = processes.ignored_signals()
        processes.set_subreaper()
        try:
            folder = self._made_folder or self._new_folder()
            return self._run_in(folder, ignored)
        except GpuscopeError:
            for text in () if self._loop else self._warnings:  # the loop has shown them already
                self._observer.notice(text)
            raise

    def _run_in(self, folder: RunFolder, ignored: frozenset[int]) -> Outcome:
        try:
            record = _new_record(self._request, folder)
            self._write_header(folder, record)
            return self._recorded(folder, record, ignored)
        except GpuscopeError:
            folder.remove()  # nothing ran
            raise
        finally:
            folder.close()

    def _new_folder(self) -> RunFolder:
        """Create the run's folder; for a user's command, a temporary one if it cannot be created beside the store."""
        try:
            return RunFolder.beside(self._request.store_url, self._request.run_id)
        except GpuscopeError as error:
            self._run_anyway(error)
            return RunFolder.temporary()

    def _write_header(self, folder: RunFolder, record: RunRecord) -> None:
        try:
            # after a power cut, an item of a plan is rerun regardless of what was written, so its start need not wait for the disk
            folder.write_header(record, self._request.store_url, synced=not self._request.membership)
        except GpuscopeError as error:
            self._run_anyway(error)

    def _run_anyway(self, error: GpuscopeError) -> None:
        """Warn of an error despite which a user's command runs; raise it for a built-in workload."""
        if not self._request.spec.is_command:
            raise error
        self._warnings.append(f"{error.message}; the command runs anyway")

    def _recorded(self, folder: RunFolder, record: RunRecord, ignored: frozenset[int]) -> Outcome:
        with contextlib.ExitStack() as parts:
            started = self._start(parts, folder, record, ignored)
            finish_imports()  # before the loop starts threads
            from gpuscope.recording import recording_loop  # imported while the guards start

            self._loop = recording_loop.RecordingLoop(self._request, self._observer, started)
            return self._loop.run()

    def _start(self, parts: contextlib.ExitStack, folder: RunFolder, record: RunRecord, ignored: frozenset[int]) -> StartedRun:
        """Start the process; its resources are released with ``parts``, at the end or if anything fails."""
        signals, jobs = SignalWatch(), JobControl(self._workload_stopped)
        signals.install()
        parts.callback(signals.uninstall)
        jobs.install()
        parts.callback(jobs.uninstall)
        channel, server = self._listening(parts, folder, CHANNEL_NAME), self._listening(parts, folder, SOCKET_NAME)
        tail = self._worker.tail if self._worker else OutputTail(folder.path / "output.log")
        output = self._worker.output if self._worker else self._new_output(tail)
        parts.callback(output.close)
        self._process = process = start_process(
            self._request, folder.path, output, ignored, on_terminal=self._on_terminal, own_children=self._own_children, worker=self._worker
        )
        parts.callback(process.close)
        output.started()
        return StartedRun(folder, record, process, self._on_terminal, output, tail, channel, server, signals, jobs, tuple(self._warnings))

    def _listening(self, parts: contextlib.ExitStack, folder: RunFolder, name: str) -> socket.socket:
        path = folder.path / name
        try:
            server = sockets.listen(path)
        except OSError as error:
            reason = f"no socket can be made in {folder.path}: {error.strerror}"
            raise UnavailableError(reason, "Set GPUSCOPE_HOME to a local folder.") from None
        parts.callback(sockets.remove, path)
        return parts.enter_context(server)

    def _new_output(self, tail: OutputTail) -> WorkloadOutput:
        return WorkloadOutput(tail, forward_to=self._request.forward_output_to, inherit=self._request.inherit_output)

    def _own_children(self) -> Iterable[int]:
        return () if self._loop is None else self._loop.own_children()

    def _workload_stopped(self) -> bool:
        pid = None if self._process is None else self._process.pid
        return not self._on_terminal or pid is None or processes.is_stopped(pid)


def _new_record(request: RunRequest, folder: RunFolder) -> RunRecord:
    """Return the record of a run that begins now."""
    return RunRecord(
        run_id=request.run_id,
        name=request.name,
        state=RunState.RUNNING,
        reason=None,
        spec=request.spec,
        environment={**(request.attached.facts if request.attached is not None else {}), **request.facts},
        tags=request.tags,
        started_at=datetime.now(UTC),
        start_ns=time.monotonic_ns(),
        host=socket.gethostname(),
        boot_id=processes.boot_id(),
        folder=str(folder.path),
    )
