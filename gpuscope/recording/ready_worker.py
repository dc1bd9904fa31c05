"""A workload's process that is started under its guards in advance, before its spec is known: it does its imports, and waits.

It has everything that a fresh process would have at the start of the run: the same environment, niceness, signals, output and guards.
Only its spec is sent later (``workloads.ready_child``). Its working folder is set from the start, since torch records it on import. It
computes nothing while it waits.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.process_events import Started
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.system import processes, sockets
from gpuscope.workloads.launch import ready_command


class ReadyWorker:
    """A process started in advance, until its run begins or it is closed.

    Args:
        run_id: Id of its future run.
        folder: Folder of that run.
        kind: Kind of that run (``workload_table.ready_kind``).

    Raises:
        GpuscopeError: The guards cannot be started.

    Attributes:
        kind: Kind of its future run.
        cwd: Its working folder.
        is_ready: Whether its imports are done.
        has_begun: Whether its run has begun.
        is_lost: Whether the process or one of its guards has ended, so that it is unusable.
        tail: Tail of its output.
    """

    def __init__(self, run_id: str, folder: Path, kind: str, cwd: str) -> None:
        self.kind, self.cwd = kind, cwd
        self.is_ready = self.is_lost = self.has_begun = False
        self.tail = OutputTail(folder / "output.log")
        self.output = WorkloadOutput(self.tail, forward_to=None)
        with sockets.pair() as (self._socket, theirs):
            try:
                self.process = GuardedProcess.start(
                    ready_command(theirs.fileno(), kind),
                    cwd=cwd,
                    env=workload_environment(folder),
                    stdin=None,
                    stdout=self.output.stdout_fd,
                    stderr=self.output.stderr_fd,
                    controlling_terminal=False,
                    ignored_signals=workload_signals(processes.ignored_signals()),
                    run_id=run_id,
                    pass_fds=(theirs.fileno(),),
                )
            except BaseException:
                self.output.close()
                raise
        self.output.started()
        self._socket.setblocking(False)

    def filenos(self) -> list[int]:
        """Return the descriptors that become readable when there is something to do."""
        return [self.process.fileno(), *([] if self.is_ready else [self._socket.fileno()])]

    def poll(self) -> None:
        """Update the process's state; call when a descriptor is readable, and before :meth:`begin`."""
        for event in self.process.tick(time.monotonic_ns()):
            self.is_lost = self.is_lost or not isinstance(event, Started)
        if self.is_ready or self.is_lost:
            return
        with contextlib.suppress(BlockingIOError):
            try:
                self.is_ready = bool(self._socket.recv(100))
            except ConnectionError:
                self.is_ready = False
            self.is_lost = not self.is_ready

    def next_deadline_s(self) -> float | None:
        """Return the seconds until :meth:`poll` is due; None for never."""
        due_ns = self.process.next_deadline_ns()
        return None if due_ns is None else max(0.0, (due_ns - time.monotonic_ns()) / 1e9)

    def begin(self, spec: Mapping[str, Any], idle_s: float, own_children: Callable[[], Iterable[int]]) -> None:
        """Send the process its spec; from now on the recorder must close its process and its output.

        Args:
            spec: The run's spec as JSON.
            idle_s: Seconds to keep the GPU's context idle after the work.
            own_children: Returns the pids of the recorder's other children.
        """
        self.has_begun = True
        self.process.begin(own_children)
        self._socket.setblocking(True)
        with contextlib.suppress(OSError):  # it was just killed, which ends the run
            self._socket.sendall(json.dumps({"spec": dict(spec), "idle_s": idle_s}).encode() + b"\n")
        self._socket.close()

    def memory_bytes(self) -> int | None:
        """Return the memory used while waiting: its process, its guards and this process, each page counted once; None if unknown."""
        sizes = [_proportional_bytes(pid) for pid in (os.getpid(), *self.process.guard_pids, self.process.pid or 0)]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    def close(self) -> None:
        """End the process, unless its run has begun."""
        if not self.has_begun:
            self._socket.close()
            self.process.close()
            self.output.close()


def workload_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a built-in workload with the given run folder."""
    return {**os.environ, "GPUSCOPE_CHANNEL": str(folder)}


def workload_signals(ignored: Collection[int]) -> set[int]:
    """Return the signals that a built-in workload ignores, so that a closed terminal does not end it."""
    return {*ignored, *processes.hang_up_signals()}


def _proportional_bytes(pid: int) -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError, StopIteration):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return int(next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1]) * 1024
    return None
