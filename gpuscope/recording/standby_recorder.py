"""A recorder that waits, with everything imported and its run's folder locked, until a conductor says what it records.

This is the conductor's side; the other is ``gpuscope run --conducted-fd N`` (``cli.conducted_run``). They talk over a socket, a JSON
document a line:

    recorder   {"ready": true}                            the run's folder is there, and locked
    conductor  {"prepare": "training", "folder": …}       start the process of such a workload beforehand (optional; may come first)
    recorder   {"worker": "ready", "memory_bytes": …}     it has made its imports; or "lost": the run will take a fresh one
    conductor  {"arguments": [...], "folder": ..., …}     what to record: arguments of ``gpuscope run``
    recorder   {"started": ns}                            the workload runs
    recorder   {"state": ..., "stored": ns, …}            the run is over and stored;
               or {"refused": ..., "hint": ..., …}        there is none; with "again": true it may be begun once more

The run's id is drawn here, and its folder is locked before the conductor stores which item the run is for. So whoever finds an item with
that id, after a kill at any instant, can tell how the run stands: while the folder is locked it is to come or goes on; when it is free,
the run is over, or there never was one. A recorder whose conductor ends before the second line removes the folder and ends; after it, it
goes on alone.
"""

import contextlib
import json
import select
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpuscope.core.errors import GpuscopeError
from gpuscope.recording import guard
from gpuscope.recording.launch import ERRORS, Launched, recorder_command
from gpuscope.recording.run_folder import new_run_id, read_header
from gpuscope.system import paths

CONDUCTED_FLAG = "--conducted-fd"
RUN_ID_FLAG = "--run-id"
PREPARE, WORKER, READY, LOST = "prepare", "worker", "ready", "lost"
READY_S = 60.0
"""A recorder is ready after 0.3 s; on a machine that swaps it takes long, and one that never is must not hold the plan."""
END_S = 10.0
"""For a recorder to end that has nothing left to do; it takes 0.1 s."""


class StandbyRecorder:
    """A recorder, from its start to its end; one run at most.

    Args:
        store_url: Where the run is kept.
        shows_progress: Whether it prints its live line on our standard error; else it prints nothing.

    Attributes:
        is_ready: Whether it has said that it can record at once; its run's folder is there then.
        worker: How the workload's process stands that it was asked to :meth:`prepare`: "ready", "lost", or "" before either.
        worker_bytes: The memory that recorder, guards and this process take; None before they are ready.
    """

    def __init__(self, store_url: str, *, shows_progress: bool) -> None:
        self.run_id = new_run_id()
        self.folder: Path = paths.runs_folder(store_url) / self.run_id
        self._socket, theirs = socket.socketpair()
        self._buffer = bytearray()
        self.is_ready = False
        self.worker = ""
        self.worker_bytes: int | None = None
        try:
            self._process = subprocess.Popen(
                recorder_command(["run", CONDUCTED_FLAG, str(theirs.fileno()), RUN_ID_FLAG, self.run_id, "--store", store_url]),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None if shows_progress else subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()
        guard.renice_session(guard.niceness(), f"/proc/{self._process.pid}/autogroup")

    def wait_until_ready(self) -> None:
        """Wait until it can record at once.

        Raises:
            GpuscopeError: It cannot, in its words.
        """
        if self.is_ready:
            return
        deadline = time.monotonic() + READY_S
        while (message := self.poll(max(0.0, deadline - time.monotonic()))) is None and time.monotonic() < deadline:
            pass
        if not message or "ready" not in message:
            raise GpuscopeError(
                str((message or {}).get("refused") or "the recorder of the next run did not start"),
                str((message or {}).get("hint") or f"See {paths.home() / 'gpuscope.log'}."),
            )

    def prepare(self, kind: str, folder: str) -> None:
        """Have it start the workload's process, which makes its imports and waits; return at once.

        Args:
            kind: What kind of run it will be (``workload_table.ready_kind``).
            folder: Where it will run.
        """
        with contextlib.suppress(OSError):  # it was killed: what comes next is its end
            self._socket.sendall(json.dumps({PREPARE: kind, "folder": folder}).encode() + b"\n")

    def begin(self, document: Mapping[str, Any]) -> None:
        """Say what to record; the run begins."""
        with contextlib.suppress(OSError):  # it was killed: what comes next is its end
            self._socket.sendall(json.dumps(dict(document)).encode() + b"\n")

    def launch(self, arguments: Sequence[str], store_url: str) -> Launched | None:
        """Begin a run that goes on alone, in this process's working folder, and wait until its workload runs.

        Args:
            arguments: Of ``gpuscope run``.
            store_url: Where the run is kept.

        Returns:
            The run; None when the recorder was killed before there was one: start it afresh.

        Raises:
            GpuscopeError: What the recorder refused with, in its words and with its exit code.
        """
        self.begin({"arguments": list(arguments), "folder": str(Path.cwd()), "store": store_url})
        while (message := self.poll(READY_S)) is not None and "ready" in message:
            pass
        if not message or "refused" in message:
            has_begun = read_header(self.folder) is not None
            self.discard()
            if message:
                error = ERRORS.get(int(message["exit_code"]), GpuscopeError)
                raise error(str(message["refused"]), str(message["hint"]))
            return Launched(self.run_id, self.folder) if has_begun else None
        self.close()
        threading.Thread(target=self._process.wait, name=f"end of recorder {self._process.pid}", daemon=True).start()
        return Launched(self.run_id, self.folder)

    def poll(self, timeout_s: float) -> dict[str, Any] | None:
        """Return its next message, None when none comes in that time, and an empty one when its process has ended.

        What it tells of the workload's process is noted, and is no message.
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
            if not select.select([self._socket], [], [], timeout_s)[0]:
                return None
            try:
                part = self._socket.recv(65536)
            except OSError:
                part = b""
            if not part:
                return {}
            self._buffer += part
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        message = json.loads(line)
        return message if isinstance(message, dict) else {}

    def close(self) -> None:
        """Let it go: one that has not begun ends; one that is recording goes on."""
        self._socket.close()

    def has_ended(self, wait_s: float = 0.0) -> bool:
        """Reap it, waiting so long; return whether its process has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(wait_s)
        return self._process.returncode is not None

    def discard(self) -> None:
        """End one that has not begun, and remove what it leaves if it was killed."""
        self.close()
        if self.has_ended(END_S):
            with contextlib.suppress(OSError):  # as a rule it has removed it itself; one with a run in it is not empty
                self.folder.rmdir()
