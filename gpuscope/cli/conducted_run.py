"""``gpuscope run --conducted-fd N``: a recorder on standby for a conductor; the protocol is described in ``recording.standby_recorder``.

``--template-fd N``: the process from which such recorders are forked (``recording.recorder_template``).
"""

import argparse
import contextlib
import gc
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.cli.run_observer import RunObserver
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.recording import guard
from gpuscope.recording.process_events import GuardsKilledError
from gpuscope.recording.ready_worker import ReadyWorker
from gpuscope.recording.recorder import Recorder
from gpuscope.recording.recorder_template import MOST_BYTES, ForkRequest
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import RunRequest
from gpuscope.recording.standby_recorder import LOST, PREPARE, READY, WORKER
from gpuscope.system import processes, settings
from gpuscope.system.imports import without_collections
from gpuscope.system.waiting import readable
from gpuscope.workloads.workload_table import ready_kind

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"
RequestMaker = Callable[[list[str], Mapping[str, Any]], RunRequest]


def record_conducted(arguments: argparse.Namespace, make: RequestMaker) -> int:
    """Get ready, wait for the conductor's request, and record; end if the conductor ends first.

    Args:
        arguments: The verb's arguments: the descriptor of the socket, the run's id, the store.
        make: Makes the run request from the arguments of ``gpuscope run`` and the conductor's document.
    """
    with socket.socket(fileno=arguments.conducted_fd) as conductor:
        conductor.set_inheritable(False)
        try:
            folder = RunFolder.beside(settings.store_url(arguments.store), arguments.run_id)
        except GpuscopeError as error:
            _send(conductor, refusal(error))
            return error.exit_code
        _import_what_a_run_needs()
        _send(conductor, {"ready": True})
        standby = _Standby(conductor, folder)
        with contextlib.closing(standby):
            document = standby.wait()
            if document is None:
                standby.close()  # before the folder is removed, which the worker uses
                folder.remove()
                folder.close()
                return 0
            return _record(conductor, document, folder, make, standby)


def forked_recorder(arguments: argparse.Namespace) -> argparse.Namespace | None:
    """Serve as the template of a conductor's recorders (``recording.recorder_template``).

    Args:
        arguments: The verb's arguments, with the descriptor of the template's socket.

    Returns:
        In each fork, the arguments of its recorder; None in the template, once its conductor has ended.
    """
    _import_all()
    gc.freeze()  # what is imported stays shared with the forks: no collection writes to it
    signal.signal(signal.SIGCHLD, _reap)
    with socket.socket(fileno=arguments.template_fd) as conductor:
        conductor.set_inheritable(False)
        while True:
            data, descriptors, _, _ = socket.recv_fds(conductor, MOST_BYTES, 2, socket.MSG_CMSG_CLOEXEC)
            if not data:
                _reap()
                return None
            request = ForkRequest(*json.loads(data))
            if _is_fork(request.niceness):
                break
            for descriptor in descriptors:
                os.close(descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    conducted_fd, end = descriptors  # the other stays open until this process has ended
    with contextlib.suppress(BrokenPipeError):  # the conductor is gone
        os.write(end, b"%d" % os.getpid())
    return argparse.Namespace(
        **{**vars(arguments), "conducted_fd": conducted_fd, "run_id": request.run_id, "store": request.store_url, "template_fd": None}
    )


def _reap(*_: object) -> None:
    """Reap the forks that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _is_fork(niceness: int) -> bool:
    """Fork a process with a session of its own, and return whether this is it.

    Also False if no process can be created; the conductor notices that its connection is closed. The template sets the niceness of one
    session after another, because the kernel refuses most of those that are set at the same time (``guard.renice_session``). The fork
    waits for that, because its workload inherits the niceness.
    """
    pid = -1
    with contextlib.suppress(OSError):  # no process can be created, or the other one was just killed
        template, fork = socket.socketpair()
        with template, fork:
            pid = os.fork()
            (fork if pid else template).close()  # so that waiting for the other process ends if it is killed
            if pid == 0:
                os.setsid()
                fork.send(b"\n")
                fork.recv(1)
            elif template.recv(1):
                guard.renice_session(niceness, f"/proc/{pid}/autogroup")
    return pid == 0


def _import_all() -> None:
    """Import what a recorder imports until its end; loads no data, which would age with the template."""
    with without_collections():
        _import_modules()
        # Numpy's BLAS starts its threads when it is loaded, and a fork has one thread only. A recorder multiplies small matrices only, for
        # which one thread suffices.
        earlier = os.environ.get(_BLAS_THREADS)
        os.environ[_BLAS_THREADS] = "1"
        try:
            from gpuscope.recording import left_runs, results, sensor_supervisor  # noqa: F401
            from gpuscope.storage import compaction, reading  # noqa: F401
        finally:
            os.environ.pop(_BLAS_THREADS)
            os.environ.update({} if earlier is None else {_BLAS_THREADS: earlier})


def _import_what_a_run_needs() -> None:
    """Import modules and load data in advance that are needed between the conductor's request and the start of the workload."""
    _import_modules()
    from gpuscope.workloads.capabilities import Capabilities

    Capabilities.load()


def _import_modules() -> None:
    from gpuscope.recording import recording_loop  # noqa: F401
    from gpuscope.storage import sqlite_file  # noqa: F401
    from gpuscope.system import redaction  # noqa: F401
    from gpuscope.workloads import capabilities, catalog, launch, number_formats, workload_table  # noqa: F401


class _Standby:
    """Waits for the conductor's request, and prepares a worker process in advance if the conductor asks for it."""

    def __init__(self, conductor: socket.socket, folder: RunFolder) -> None:
        self._conductor, self._folder = conductor, folder
        self._received = b""
        self._worker: ReadyWorker | None = None

    def wait(self) -> dict[str, Any] | None:
        """Return the conductor's request; None if the conductor has ended."""
        while (document := self._next_line()) is None or PREPARE in document:
            if document is not None:
                self._prepare(document[PREPARE], document["folder"])
            elif not self._receive():
                return None
        return document

    def worker_for(self, request: RunRequest) -> ReadyWorker | None:
        """Return the prepared worker if it suits a request; otherwise close it and return None, so that a fresh one is started."""
        worker, self._worker = self._worker, None
        if worker is None:
            return None
        worker.poll()
        fits = worker.kind == ready_kind(request.spec) and Path(worker.cwd).resolve() == Path.cwd()
        pid = worker.process.pid
        if worker.is_lost or pid is None or not fits or not processes.is_running(pid):  # its guard may not have reported its end yet
            worker.close()
            return None
        self._worker = worker
        return worker

    def close(self) -> None:
        """End the worker process if no run has begun with it."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _next_line(self) -> dict[str, Any] | None:
        if b"\n" not in self._received:
            return None
        line, _, self._received = self._received.partition(b"\n")
        document: dict[str, Any] = json.loads(line)
        return document

    def _receive(self) -> bool:
        """Wait for data from the conductor while servicing the worker; return whether the conductor is still connected."""
        worker = self._worker
        watched: list[socket.socket | int] = [self._conductor, *(worker.filenos() if worker else [])]
        ready = readable(watched, worker.next_deadline_s() if worker else None)
        if worker is not None:
            self._poll_worker(worker)
        if self._conductor.fileno() not in ready:
            return True
        try:
            part = self._conductor.recv(65536)
        except OSError:
            part = b""
        self._received += part
        return bool(part)

    def _prepare(self, kind: str, cwd: str) -> None:
        if self._worker is None:
            try:
                self._worker = ReadyWorker(self._folder.path.name, self._folder.path, kind, cwd)
            except GpuscopeError:
                _send(self._conductor, {WORKER: LOST})

    def _poll_worker(self, worker: ReadyWorker) -> None:
        was_ready = worker.is_ready
        worker.poll()
        if worker.is_lost:
            self.close()
            _send(self._conductor, {WORKER: LOST})
        elif worker.is_ready and not was_ready:
            _send(self._conductor, {WORKER: READY, "memory_bytes": worker.memory_bytes()})


def _record(conductor: socket.socket, document: Mapping[str, Any], folder: RunFolder, make: RequestMaker, standby: _Standby) -> int:
    begun = False
    try:
        try:
            os.chdir(document["folder"])
        except OSError as error:
            raise UnavailableError(f"{document['folder']} cannot be entered: {error.strerror}", "Bring it back, or start over.") from None
        request = make(list(document["arguments"]), document)
        worker = standby.worker_for(request)
        if worker is not None:
            request = replace(request, worker=READY if worker.is_ready else "importing")
        observer = _NotifyingObserver(conductor, quiet=request.spec.is_command)
        with observer:
            begun = True
            outcome = Recorder(request, observer, folder, worker).run()
    except GpuscopeError as error:
        _send(conductor, refusal(error))
        return error.exit_code
    finally:
        if not begun:
            standby.close()
            folder.remove()
            folder.close()
    record = outcome.record
    _send(
        conductor,
        {
            "state": record.state.value,
            "reason": record.reason,
            "exit_code": outcome.exit_code,
            "last_lines": list(outcome.tail),
            "store_trouble": outcome.store_trouble,
            "stored": outcome.stored_ns,
        },
    )
    if request.membership:  # otherwise the recorder did so before reporting the end
        with contextlib.suppress(OSError, AttributeError):
            os.nice(19)  # the rest is not urgent, and the next workload is starting now
        _recover_left_runs(document["store"])
    if outcome.bug is not None:
        from gpuscope.system.bug_log import log_bug

        log_bug(outcome.bug)
    return 0


def _recover_left_runs(store_url: str) -> None:
    """Store runs whose recorder was killed, as each recorder does at its end; here, the plan has already moved on."""
    from gpuscope.recording import left_runs

    left_runs.recover_left_runs(store_url, lambda _: None)


class _NotifyingObserver(RunObserver):
    """The live line; also notifies the conductor that the workload is running."""

    def __init__(self, conductor: socket.socket, *, quiet: bool) -> None:
        super().__init__(sys.stderr.fileno(), launcher=None, quiet=quiet)
        self._conductor = conductor

    def started(self, run_id: str, folder: Path) -> None:  # noqa: ARG002 - the conductor knows
        """Notify the conductor."""
        _send(self._conductor, {"started": time.monotonic_ns()})


def refusal(error: GpuscopeError) -> dict[str, Any]:
    """Return the message to the conductor about a run that did not begin."""
    return {"refused": error.message, "hint": error.hint, "exit_code": error.exit_code, "again": isinstance(error, GuardsKilledError)}


def _send(conductor: socket.socket, message: Mapping[str, Any]) -> None:
    with contextlib.suppress(OSError):  # the conductor is gone; the run continues, and a resumed plan finds it
        conductor.sendall(json.dumps(dict(message)).encode() + b"\n")
