"""The recorder's side of the two guards: starts them, reads their reports, tracks which of them are alive."""

import os
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Self

from gpuscope.recording import early_guard
from gpuscope.system import processes


class GuardPair:
    """Two guards, children of this process.

    Args:
        first: The first guard's process.
        lifeline: Write end of the pipe that keeps the workload alive.
        status: Read end of the pipe on which the guards report.

    Attributes:
        second: Pid of the second guard; None until reported.
        has_ended: Whether a guard has reported that no process is left, or only unkillable ones.
    """

    def __init__(self, first: "subprocess.Popen[bytes] | early_guard.EarlyGuard", lifeline: int, status: int) -> None:
        self._first = first
        self._lifeline = lifeline
        self._status = status
        self._heard = b""
        self._second_created: int | None = None
        self._first_fd = processes.open_pidfd(first.pid)
        self.second: int | None = None
        self.has_ended = False

    @classmethod
    def start(
        cls,
        argv: Sequence[str],
        *,
        cwd: str | None,
        env: Mapping[str, str],
        streams: tuple[int | None, int, int],
        group: int,
        ignored_signals: Collection[int],
        pass_fds: Sequence[int],
    ) -> Self:
        """Start the guards, which start the workload; return immediately.

        Args:
            argv: The command.
            cwd: Its working folder; None inherits.
            env: Its whole environment.
            streams: Its standard input (None is /dev/null), output and error.
            group: The process group that it joins; 0 gives it a session of its own.
            ignored_signals: Signals that it ignores.
            pass_fds: Additional descriptors that it inherits; an early guard has inherited those of this process, and no others.

        Raises:
            OSError: The system cannot create a process, or the command line is too long.
            ValueError: The command or its environment contains a NUL.
        """
        lifeline_read, lifeline = os.pipe()
        status, status_write = os.pipe()
        os.set_blocking(status, False)
        ignored = ",".join(map(str, sorted(ignored_signals))) or "-"
        order = _Order(argv, cwd or "", env, streams, group, ignored, (lifeline_read, status_write))
        try:
            first = _early(order) or _fresh(order, pass_fds)
        except BaseException:
            os.close(lifeline)
            os.close(status)
            raise
        finally:
            os.close(lifeline_read)
            os.close(status_write)
        return cls(first, lifeline, status)

    @property
    def first(self) -> int:
        """The pid of the first guard."""
        return self._first.pid

    @property
    def pids(self) -> tuple[int, ...]:
        """The pids of both, as far as known, whether alive or not."""
        return (self._first.pid,) if self.second is None else (self._first.pid, self.second)

    @property
    def root(self) -> int | None:
        """The pid of the guard that is the root of the whole tree; None if neither is alive."""
        if self._first.returncode is None:
            return self._first.pid
        return None if self._status < 0 else self.second

    @property
    def is_watched(self) -> bool:
        """Whether the first guard's end is known or will make a descriptor readable."""
        return self._first_fd >= 0 or self._first.returncode is not None

    @property
    def silent(self) -> bool:
        """Whether both have closed the status pipe, and so have ended or are about to."""
        return self._status < 0

    @property
    def gone(self) -> bool:
        """Whether both are gone and their children adopted; a process's pipes are closed before its children are reparented."""
        return self._status < 0 and self._first.returncode is not None and not self._second_lives()

    def _second_lives(self) -> bool:
        return self.second is not None and processes.create_time(self.second) == self._second_created and processes.is_running(self.second)

    @property
    def first_killed(self) -> bool:
        """Whether the first was killed."""
        return bool(self._first.returncode)

    def filenos(self) -> list[int]:
        """Return the descriptors that become readable when a guard has sent a report or ended."""
        return [descriptor for descriptor in (self._status, self._first_fd) if descriptor >= 0]

    def hear(self) -> list[list[str]]:
        """Return the guards' reports since the last call, each line split into words, and note which guards have ended."""
        while self._status >= 0:
            try:
                heard = os.read(self._status, 65536)
            except BlockingIOError:
                break
            if heard:
                self._heard += heard
            else:
                self._status = _closed(self._status)
        if self._first.poll() is not None:
            self._first_fd = _closed(self._first_fd)
        *lines, self._heard = self._heard.split(b"\n")
        messages = [line.decode().split() for line in lines]
        for message in messages:
            self._note(message)
        return messages

    def _note(self, message: list[str]) -> None:
        match message:
            case ["guards", _, second]:
                self.second = int(second)
                self._second_created = processes.create_time(self.second)
            case ["ended"] | ["immune", _]:
                self.has_ended = True

    def let_go(self) -> None:
        """Close the lifeline: the guards kill the tree and end."""
        if self._lifeline >= 0:
            self._lifeline = _closed(self._lifeline)
            self._signal(signal.SIGCONT)  # in case they were stopped

    def kill(self) -> None:
        """Kill both guards, so that this process adopts the tree."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self.second is not None and self._second_created is not None:
            processes.signal_process(self.second, self._second_created, number)
        if self._first.poll() is None:
            self._first.send_signal(number)

    def close(self) -> None:
        """Close all descriptors and kill the first guard; the second guard, if alive, continues killing the tree."""
        self.let_go()
        if self._first.poll() is None:
            self._first.kill()
            self._first.wait()
        self._status = _closed(self._status)
        self._first_fd = _closed(self._first_fd)


class _Order(NamedTuple):
    argv: Sequence[str]
    folder: str
    env: Mapping[str, str]
    streams: tuple[int | None, int, int]
    group: int
    ignored: str
    ends: tuple[int, int]


def _early(order: _Order) -> early_guard.EarlyGuard | None:
    """Give the order to the guard that was started early; return None without one, or if it has ended."""
    early = early_guard.claim()
    if early is None:
        return None
    stdin, *outputs = order.streams
    fields = (os.getpid(), order.group, order.ignored, order.folder)
    try:
        early.order(fields, order.argv, order.env, (*order.ends, *outputs), stdin)
    except OSError:
        early.end()
        return None
    except BaseException:
        early.end()
        raise
    return early


def _fresh(order: _Order, pass_fds: Sequence[int]) -> "subprocess.Popen[bytes]":
    fields = (os.getpid(), *order.ends, order.group, order.ignored, order.folder)
    stdin, stdout, stderr = order.streams
    return subprocess.Popen(
        [sys.executable, "-I", "-S", early_guard.program(), *map(str, fields), *order.argv],
        env=order.env,
        stdin=subprocess.DEVNULL if stdin is None else stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=(*order.ends, *pass_fds),
        process_group=0,  # no Ctrl-C reaches it, not even before it ignores the signal
    )


def _closed(descriptor: int) -> int:
    if descriptor >= 0:
        os.close(descriptor)
    return -1
