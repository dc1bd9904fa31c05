"""A guard whose interpreter starts beside the recorder's imports, so that the command need not wait for it.

Imports next to nothing, since it runs before everything else. The guard receives its order, with the descriptors, over a socket
(``guard.Order.received``); if the recorder ends without giving one, so does the guard.
"""

from __future__ import annotations

import _socket  # without socket around it, whose import takes a millisecond
import importlib.util
import os
import signal
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MARKER = "GPUSCOPE_RUN"
"""Environment variable that marks a run's processes; the next start ends those whose recorder is gone."""
_ELSEWHERE = ("-h", "--help", "--detach", "--after", "--chain", "--ready-fd", "--conducted-fd")
"""Options with which another process records the command, or this one holds descriptors that the command must not inherit."""


def new_run_id() -> str:
    """Generate a random run id: 12 hexadecimal digits."""
    return os.urandom(6).hex()


def program() -> str:
    """Return the guard's compiled file if it is up to date (it starts 4 ms sooner), else its source."""
    source = os.path.join(os.path.dirname(__file__), "guard.py")  # noqa: PTH118, PTH120 - pathlib is not imported yet
    compiled = importlib.util.cache_from_source(source)
    try:
        with open(compiled, "rb") as file:
            magic, flags, modified, size = struct.unpack("<4sIII", file.read(16))
        facts = os.stat(source)  # noqa: PTH116
    except (OSError, struct.error):
        return source
    fresh = (importlib.util.MAGIC_NUMBER, 0, int(facts.st_mtime) & 0xFFFFFFFF, facts.st_size & 0xFFFFFFFF)
    return compiled if (magic, flags, modified, size) == fresh else source


class EarlyGuard:
    """A guard that waits for its order, with the part of ``subprocess.Popen`` that its owner uses.

    Args:
        run_id: Id of its future run, which marks the process.

    Raises:
        OSError: The system cannot create a process.

    Attributes:
        run_id: Id of its future run.
        returncode: As of ``Popen``.
    """

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.returncode: int | None = None
        self._socket, theirs = _socket.socketpair()
        try:
            os.set_inheritable(theirs.fileno(), True)
            self.pid = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", program(), str(theirs.fileno())],
                {**os.environ, MARKER: run_id},
                file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0), *((os.POSIX_SPAWN_DUP2, 0, to) for to in (1, 2))],
                setpgroup=0,  # no Ctrl-C reaches it, not even before it ignores the signal
            )
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()

    def order(
        self, fields: Sequence[object], argv: Sequence[str], env: Mapping[str, str], descriptors: Sequence[int], stdin: int | None
    ) -> None:
        """Give the guard its order.

        Args:
            fields: RECORDER, GROUP, IGNORED, FOLDER as on its command line.
            argv: The command.
            env: Its whole environment.
            descriptors: LIFELINE, STATUS, and the command's standard output and error.
            stdin: The command's standard input; None is /dev/null.

        Raises:
            OSError: The guard has ended.
            ValueError: A part contains a NUL.
        """
        parts = [*map(str, fields), str(len(argv)), *argv, *(f"{name}={value}" for name, value in env.items())]
        encoded = [os.fsencode(part) for part in parts]
        if any(b"\0" in part for part in encoded):
            raise ValueError
        data = b"\0".join(encoded)
        handed = [*descriptors, *([] if stdin is None else [stdin])]
        rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack(f"{len(handed)}i", *handed))
        try:
            self._socket.sendall(data[self._socket.sendmsg([data], [rights]) :])
        finally:
            self._socket.close()

    def poll(self) -> int | None:
        """Return the exit status as ``Popen`` does, once it has ended."""
        return self._reap(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for its end."""
        return self._reap(0)

    def _reap(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
                self.returncode = os.waitstatus_to_exitcode(status) if pid else None
            except ChildProcessError:  # another part of this process, which adopts orphans, has reaped it
                self.returncode = 0
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def end(self) -> None:
        """End it without an order."""
        self._socket.close()
        self.kill()
        self.wait()


_waiting: EarlyGuard | None = None


def start(arguments: Sequence[str]) -> None:
    """Start a guard if these arguments of ``gpuscope run`` record a command; a failure is left to the start of the command itself."""
    global _waiting
    if sys.platform != "linux" or "--" not in arguments:
        return
    if any(word.partition("=")[0] in _ELSEWHERE for word in arguments[: arguments.index("--")]):
        return
    if not _are_open(0, 1, 2):
        return  # the socket would get the number of a standard stream
    try:
        _waiting = EarlyGuard(new_run_id())
    except (OSError, ValueError):  # the latter: the environment has a variable without a name
        _waiting = None


def _are_open(*descriptors: int) -> bool:
    try:
        return all(os.fstat(descriptor) for descriptor in descriptors)
    except OSError:
        return False


def run_id() -> str:
    """Return the id for the next run of this process: that of the waiting guard, else a new one."""
    return new_run_id() if _waiting is None else _waiting.run_id


def is_waiting() -> bool:
    """Return whether a guard waits for its order."""
    return _waiting is not None


def claim() -> EarlyGuard | None:
    """Return the waiting guard, once; None without one."""
    global _waiting
    claimed, _waiting = _waiting, None
    return claimed


def end() -> None:
    """End the guard that still waits, if any: nothing was started."""
    if (guard := claim()) is not None:
        guard.end()
