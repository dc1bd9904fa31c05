"""What a conductor and a recorder have of a fork server (``fork_server``, which says what they speak): a workload starts without an import.

The conductor has the server, and starts recorders by it; such a recorder has a fork point, a child of its own that becomes the first guard.
"""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpuscope.recording import guard
from gpuscope.recording.fork_server import OF_A_RUN, PACKET_BYTES, facts_digest
from gpuscope.system import paths

LEAST_FREE_BYTES = 4 * 1024**3
"""Below so much free memory the 0.3 GB of a process that only waits are better left to others."""
_READY_S = 60.0
"""Imports take 2 s, on a machine that swaps far longer; a server that is never ready must not hold the plan."""
_LOOK_S = 0.1
_ANSWER_S = 5.0
"""A fork takes 10 ms; whoever does not answer by then is stopped or gone."""
_START = (
    "import sys; r={root!r}; r in sys.path or sys.path.insert(0, r); from gpuscope.recording.fork_server import main; "
    "from gpuscope.workloads import forked_child; main(sys.argv, forked_child)"
)


class ForkServer:
    """A process that has made the imports of a kind of workload; recorders that it starts have a fork point.

    Args:
        kind: Of workload (``workload_table.fork_kind``).
        folder: Where the workloads run; torch notes it when it is imported.
        run_folder: Of a run that is not there: what the environment of the workloads names is as long as this.

    Raises:
        OSError: There is no room for a process.
    """

    def __init__(self, kind: str, folder: str, run_folder: str) -> None:
        self._is_ready = False
        self._facts = facts_digest(os.environ)
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START.format(root=str(paths.package_root())), str(theirs.fileno()), kind],
                cwd=folder,
                env={**os.environ, **dict(zip(OF_A_RUN, (os.path.basename(run_folder), run_folder), strict=True))},  # noqa: PTH119
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()
        guard.renice_session(guard.niceness(), f"/proc/{self._process.pid}/autogroup")

    def wait_until_ready(self, is_stopping: Callable[[], bool]) -> bool:
        """Wait until everything is imported, or nobody waits any more; return whether it is.

        Args:
            is_stopping: Whether nobody waits any more.
        """
        deadline = time.monotonic() + _READY_S
        while not self._is_ready and time.monotonic() < deadline and not is_stopping():
            if select.select([self._socket], [], [], _LOOK_S)[0]:
                self._is_ready = bool(self._receive()[0])
                break
        return self._is_ready

    def start(self, argv: Sequence[str], flags: tuple[str, str], conductor: socket.socket, stderr: int) -> "ForkedRecorder | None":
        """Start a recorder; return None when the server cannot, or one that is started here would inherit something else.

        Args:
            argv: Its command line, without the flags for descriptors.
            flags: Those: for the conductor's socket, and for that of the fork point.
            conductor: The recorder's end of its conductor's socket.
            stderr: Descriptor of its standard error.
        """
        if facts_digest(os.environ) != self._facts:
            return None
        variables = {name: os.environ[name] for name in OF_A_RUN if name in os.environ}
        try:
            request = json.dumps({"argv": list(argv), "flags": flags, "set": variables}).encode()
            socket.send_fds(self._socket, [request], [conductor.fileno(), stderr])
        except OSError:  # it was killed
            return None
        packet, descriptors = self._receive()
        return ForkedRecorder(packet["pid"], descriptors[0]) if packet and descriptors else None

    def _receive(self) -> tuple[dict[str, Any], list[int]]:
        with contextlib.suppress(OSError, ValueError):
            if select.select([self._socket], [], [], _ANSWER_S)[0]:
                packet, descriptors, _, _ = socket.recv_fds(self._socket, PACKET_BYTES, 1)
                return (json.loads(packet), list(descriptors)) if packet else ({}, [])
        return {}, []

    def close(self) -> None:
        """End it; what it started goes on."""
        self._socket.close()
        if not self._is_ready:
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_ANSWER_S)
        if self._process.returncode is None:
            self._process.kill()
            self._process.wait()


class ForkedRecorder:
    """A recorder that a fork server started, as the ``Popen`` of one that this process did.

    Args:
        pid: The recorder.
        pidfd: A descriptor of its; it becomes readable at its end.
    """

    def __init__(self, pid: int, pidfd: int) -> None:
        self.pid = pid
        self._pidfd = pidfd
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end.

        Raises:
            subprocess.TimeoutExpired: It goes on.
        """
        if self.returncode is None:
            if not select.select([self._pidfd], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("recorder", timeout or 0.0)
            os.close(self._pidfd)
            self.returncode = 0  # how it ended the server knows; nobody asks
        return self.returncode

    def __del__(self) -> None:
        if self.returncode is None:
            os.close(self._pidfd)


class ForkPoint:
    """A child of this recorder that has made a workload's imports.

    Args:
        descriptor: Of the socket to it.

    Attributes:
        kind: Of workload that it has made the imports of; "" when it is gone.
    """

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.set_inheritable(False)
        self._socket.settimeout(_ANSWER_S)
        hello = self._receive()
        self.kind = str(hello.get("kind", ""))
        self._child = ForkedGuard(hello["pid"]) if hello else None

    def fits(self, variables: Mapping[str, str]) -> bool:
        """Return whether a process that is started now would be as a fork of it is.

        Args:
            variables: What is in the environment of the run's processes, and not in ours.
        """
        self._send({"facts": facts_digest(os.environ), "set": dict(variables)})
        return bool(self._receive().get("fits"))

    def become_guard(self, order: Sequence[str], descriptors: Sequence[int]) -> "ForkedGuard":
        """Have it become the first guard of a workload.

        Args:
            order: Arguments of the guard, without the numbers of its descriptors.
            descriptors: Lifeline, status, and the workload's standard streams.
        """
        assert self._child is not None
        self._send({"order": list(order)}, descriptors)  # was it killed, its guard was
        self._socket.close()
        child, self._child = self._child, None
        return child

    def close(self) -> None:
        """End it, unless it has become a guard."""
        self._socket.close()
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None

    def _send(self, document: Mapping[str, object], descriptors: Sequence[int] = ()) -> None:
        with contextlib.suppress(OSError):
            socket.send_fds(self._socket, [json.dumps(document).encode()], descriptors)

    def _receive(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError):
            document = json.loads(self._socket.recv(PACKET_BYTES))
            return document if isinstance(document, dict) else {}
        return {}


class ForkedGuard:
    """A first guard that is a child of this process, as the ``Popen`` of one that it started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Reap it if it has ended; return its exit code, the negative of a signal, or None while it lives."""
        return self._reap(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for its end."""
        return self._reap(0)

    def _reap(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # reaped with what this process adopted
                self.returncode = 0
            else:
                self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it was reaped."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)
