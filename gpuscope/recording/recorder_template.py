"""A process with a recorder's modules imported, of which a conductor forks the recorders of its plan.

The imports are most of what a short run costs its recorder, and made beside the previous run they would disturb it. The other side is
``gpuscope run --template-fd N`` (``cli.conducted_run``). It has one thread and has opened nothing, so a fork's state is that of a new
process: its own session, the signals, streams, environment and working folder that the conductor would pass on, and no cached data. It
ends when its conductor ends; recorders go on. Linux only, elsewhere each recorder is a fresh process.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from typing import NamedTuple

from gpuscope.recording import guard
from gpuscope.recording.launch import detached_process, mounted_image
from gpuscope.system import sockets
from gpuscope.system.inheritance import inherited
from gpuscope.system.waiting import readable

TEMPLATE_FLAG = "--template-fd"
MOST_BYTES = 65536
"""Limit of a request, which is one message: far above a store's URL, whose path has at most 4096 bytes."""
_END_S = 10.0
"""Time limit for the template to end; an idle one takes 0.1 s."""
_PID_BYTES = 20
"""Length of the message with a process id, at most."""


class ForkRequest(NamedTuple):
    """The standby recorder that a fork becomes, and the niceness of its session."""

    run_id: str
    store_url: str
    niceness: int


class ForkedRecorder:
    """A recorder forked from a template, with the part of ``subprocess.Popen`` that its owner uses; its parent is the template.

    Args:
        end: Descriptor that delivers its process id, and at whose end of file it has ended; closed then, or by :meth:`close`.

    Attributes:
        returncode: None until it has ended; its exit code is not known.
    """

    def __init__(self, end: int) -> None:
        self._end = os.fdopen(end, "rb", buffering=0)
        self._pid: int | None = None
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end.

        Raises:
            subprocess.TimeoutExpired: It has not ended in time.
        """
        while self.returncode is None:
            if self._end.closed or not readable([self._end], timeout):
                raise subprocess.TimeoutExpired(TEMPLATE_FLAG, timeout or 0.0)
            if pid := self._end.read(_PID_BYTES):
                self._pid = int(pid)
            else:
                self._end.close()
                self.returncode = 0
        return self.returncode

    def kill(self) -> None:
        """Kill it, unless it has ended, or its template hangs and has not made it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0.0)
        if self.returncode is None and self._pid is not None:  # while its end of the pipe is open, the id is still its own
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def close(self) -> None:
        """Watch for its end no longer."""
        self._end.close()


class RecorderTemplate:
    """The template of a conductor's recorders.

    Args:
        shows_progress: Whether the recorders print their live line to this process's standard error; else they print nothing.

    Raises:
        OSError: The process cannot be started.
    """

    def __init__(self, *, shows_progress: bool) -> None:
        self._inherited = inherited()
        with sockets.pair(socket.SOCK_SEQPACKET) as (self._socket, theirs):
            self._process = detached_process(["run", TEMPLATE_FLAG, str(theirs.fileno())], theirs.fileno(), shows_progress=shows_progress)

    def is_as_fresh(self) -> bool:
        """Return whether it runs, and its forks are equivalent to a process started now."""
        return self._process.poll() is None and self._inherited == inherited()

    def fork(self, run_id: str, store_url: str, conducted: int) -> ForkedRecorder:
        """Request a run's recorder with a connection to its conductor; return immediately. If it cannot be created, the connection ends.

        Raises:
            OSError: The template has ended.
        """
        request = ForkRequest(run_id, store_url, guard.niceness())
        end, theirs = os.pipe()
        try:
            socket.send_fds(self._socket, [json.dumps(request).encode()], [conducted, theirs])
        except BaseException:
            os.close(end)
            raise
        finally:
            os.close(theirs)
        return ForkedRecorder(end)

    def close(self) -> None:
        """End the template, once it has created what was requested."""
        self._socket.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def is_possible() -> bool:
    """Return whether recorders can be forked here: from an AppImage, each holds its own mount, which a fork would not."""
    return sys.platform == "linux" and mounted_image() is None
