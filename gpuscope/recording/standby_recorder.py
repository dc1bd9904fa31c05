"""A recorder that waits, with all imports done and its run's folder locked, for a conductor's order.

This is the conductor's side; the other is ``gpuscope run --conducted-fd N`` (``cli.conducted_run``). They communicate over a socket, with
one JSON document per line:

    recorder   {"ready": true}                            the run's folder exists and is locked
    conductor  {"prepare": "training", "folder": …}       start the process of such a workload in advance (optional; may come first)
    recorder   {"worker": "ready", "memory_bytes": …}     its imports are done; or "lost": the run will start a new process
    conductor  {"arguments": [...], "folder": ..., …}     what to record: arguments of ``gpuscope run``
    recorder   {"started": ns}                            the workload is running
    recorder   {"state": ..., "stored": ns, …}            the run has ended and is stored;
               or {"refused": ..., "hint": ..., …}        there is no run; with "again": true it may be retried

The run's id is generated here, and its folder is locked before the conductor stores the item of the run. So after a kill at any instant,
the state of the run of an item with that id can be determined: while the folder is locked, the run is pending or live; once it is unlocked,
the run has ended or never existed. A recorder whose conductor ends before sending the arguments removes the folder and ends; after that, it
continues on its own.
"""

import contextlib
import json
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpuscope.core.errors import GpuscopeError, error_type
from gpuscope.recording.early_guard import new_run_id
from gpuscope.recording.launch import Launched, detached_process
from gpuscope.recording.recorder_template import ForkedRecorder, RecorderTemplate
from gpuscope.recording.run_folder import read_header
from gpuscope.system import paths, sockets
from gpuscope.system.waiting import readable

CONDUCTED_FLAG = "--conducted-fd"
RUN_ID_FLAG = "--run-id"
PREPARE, WORKER, READY, LOST = "prepare", "worker", "ready", "lost"
READY_S = 60.0
"""Time limit for a recorder to become ready: usually 0.3 s, but longer on a machine that swaps; a hung recorder must not block the plan."""
LEAST_FREE_BYTES = 4 * 1024**3
"""With less free memory, the 0.3 GB of a waiting workload process are better left to others."""
END_S = 10.0
"""Time limit for an idle recorder to end, after which it is killed; it takes 0.1 s."""


class RecorderLostError(GpuscopeError):
    """A recorder ended before it was ready and without a reason: it was killed, or the process from which it was to be forked ended."""


class StandbyRecorder:
    """A recorder, from its start to its end; for at most one run.

    Args:
        store_url: The store of the run.
        shows_progress: Whether it prints its live line to this process's standard error; else it prints nothing.
        template: The process to fork it from, which has the same output; None to start a fresh process.

    Raises:
        OSError: It cannot be started, or the template has ended.

    Attributes:
        is_ready: Whether it has reported that it can record at once; then its run's folder exists.
        worker: State of the workload's process requested with :meth:`prepare`: "ready", "lost", or "" before either.
        worker_bytes: Memory used by the workload's process, its guards and the recorder; None if unknown or not ready.
    """

    def __init__(self, store_url: str, *, shows_progress: bool, template: RecorderTemplate | None = None) -> None:
        self.run_id = new_run_id()
        self.folder: Path = paths.runs_folder(store_url) / self.run_id
        self._buffer = bytearray()
        self.is_ready = False
        self.worker = ""
        self.worker_bytes: int | None = None
        with sockets.pair() as (self._socket, theirs):
            conducted = theirs.fileno()
            arguments = ["run", CONDUCTED_FLAG, str(conducted), RUN_ID_FLAG, self.run_id, "--store", store_url]
            self._process: subprocess.Popen[bytes] | ForkedRecorder = (
                template.fork(self.run_id, store_url, conducted)
                if template
                else detached_process(arguments, conducted, shows_progress=shows_progress)
            )

    def wait_until_ready(self) -> None:
        """Wait until the recorder can record at once.

        Raises:
            RecorderLostError: It ended without a message.
            GpuscopeError: The recorder's own error, or it did not become ready in time.
        """
        if self.is_ready:
            return
        deadline = time.monotonic() + READY_S
        while (message := self.poll(max(0.0, deadline - time.monotonic()))) is None and time.monotonic() < deadline:
            pass
        if message and "refused" in message:
            raise GpuscopeError(str(message["refused"]), str(message["hint"]))
        if not self.is_ready:
            error = GpuscopeError if message is None else RecorderLostError
            raise error("the recorder of the next run did not start", f"See {paths.home() / 'gpuscope.log'}.")

    def prepare(self, kind: str, folder: str) -> None:
        """Ask the recorder to start the workload's process, which does its imports and waits; return immediately."""
        with contextlib.suppress(OSError):  # if it was killed, the next message is its end
            self._socket.sendall(json.dumps({PREPARE: kind, "folder": folder}).encode() + b"\n")

    def begin(self, document: Mapping[str, Any]) -> None:
        """Send the order to record, which begins the run."""
        with contextlib.suppress(OSError):  # if it was killed, the next message is its end
            self._socket.sendall(json.dumps(dict(document)).encode() + b"\n")

    def launch(self, arguments: Sequence[str], store_url: str) -> Launched | None:
        """Begin an independent run, in this process's working folder, and wait until its workload is running.

        Args:
            arguments: Arguments of ``gpuscope run``.
            store_url: The store of the run.

        Returns:
            The run; None if the recorder was killed, or hung, before the run existed, so that a new recorder must be started.

        Raises:
            GpuscopeError: The recorder's own error, with its message and exit code.
        """
        self.begin({"arguments": list(arguments), "folder": str(Path.cwd()), "store": store_url})
        while (message := self.poll(READY_S)) is not None and "ready" in message:
            pass
        if message and "refused" in message:
            self.discard()
            error = error_type(int(message["exit_code"]))
            raise error(str(message["refused"]), str(message["hint"]))
        if not message and read_header(self.folder) is None:
            self.discard()
            return None
        self.close()
        threading.Thread(target=self._process.wait, name=f"end of recorder {self.run_id}", daemon=True).start()
        return Launched(self.run_id, self.folder)

    def poll(self, timeout_s: float) -> dict[str, Any] | None:
        """Return the recorder's next message; None on timeout, and an empty message if its process has ended.

        Reports on the workload's process are stored as attributes and not returned.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            message = self._next_message(max(0.0, deadline - time.monotonic()))
            self.is_ready = self.is_ready or bool(message and "ready" in message)
            if message is None or WORKER not in message:
                return message
            self.worker, self.worker_bytes = message[WORKER], message.get("memory_bytes")

    def _next_message(self, timeout_s: float) -> dict[str, Any] | None:
        while b"\n" not in self._buffer:
            if not readable([self._socket], timeout_s):
                return None
            try:
                part = self._socket.recv(65536)
            except OSError:
                part = b""
            if not part:
                return {}
            self._buffer += part
        message = json.loads(sockets.take_line(self._buffer))
        return message if isinstance(message, dict) else {}

    def close(self) -> None:
        """Close the connection: a recorder that has not begun ends, and one that is recording continues."""
        self._socket.close()

    def has_ended(self, wait_s: float = 0.0) -> bool:
        """Wait up to ``wait_s`` seconds for the process and reap it; return whether it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(wait_s)
        return self._process.returncode is not None

    def release(self, wait_s: float = END_S) -> bool:
        """Wait for the end of the process, which was closed, give up after ``wait_s`` seconds, and return whether it has ended."""
        has_ended = self.has_ended(wait_s)
        if isinstance(self._process, ForkedRecorder):
            self._process.close()
        return has_ended

    def discard(self, wait_s: float = END_S) -> None:
        """End a recorder that has not begun, by a kill after ``wait_s`` seconds, and remove its folder if it was killed."""
        self.close()
        if not self.has_ended(wait_s):
            self._process.kill()
        if self.release(wait_s):
            with contextlib.suppress(OSError):  # usually it has removed it itself; a folder with a run is not empty
                self.folder.rmdir()
