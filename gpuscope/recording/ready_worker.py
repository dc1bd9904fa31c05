"""A workload's process that is started under its guards before anybody knows what it runs: it makes its imports, and waits.

It gets everything that a fresh process would get at the start of the run: the same environment, niceness, signals, output and guards.
What it is told later is its spec (``workloads.ready_child``). Its working folder it has from the start, since torch notes that when it is
imported. While it waits nothing is computed in it.
"""

import contextlib
import json
import os
import socket
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.process_events import Started
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.system import processes
from gpuscope.system.redaction import redact_text
from gpuscope.workloads.launch import ready_command


class ReadyWorker:
    """One such process, until it is begun with or closed.

    Args:
        run_id: Of the run that it will be.
        folder: Of that run.
        kind: What kind of run it will be (``workload_table.ready_kind``).
        cwd: Its working folder.

    Raises:
        GpuscopeError: Not even the guards can be started.

    Attributes:
        kind: What kind of run it will be.
        cwd: Its working folder.
        is_ready: Whether its imports are made.
        has_begun: Whether it is the run's.
        is_lost: Whether it, or a guard of it, has ended: then it is of no use.
        tail: Of its output.
        output: Its output.
        process: The process.
    """

    def __init__(self, run_id: str, folder: Path, kind: str, cwd: str) -> None:
        self.kind, self.cwd = kind, cwd
        self.is_ready = self.is_lost = self.has_begun = False
        self.tail = OutputTail(folder / "output.log", redact=redact_text)
        self.output = WorkloadOutput(self.tail, forward_to=None)
        self._socket, theirs = socket.socketpair()
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
            self._socket.close()
            self.output.close()
            raise
        finally:
            theirs.close()
        self.output.started()
        self._socket.setblocking(False)

    def filenos(self) -> list[int]:
        """Return the descriptors that are readable when there is something to do."""
        return [self.process.fileno(), *([] if self.is_ready else [self._socket.fileno()])]

    def poll(self) -> None:
        """Note what has become of it; call it when a descriptor is readable, and before :meth:`begin`."""
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
        """Return the seconds until :meth:`poll` has something to do; None for never."""
        due_ns = self.process.next_deadline_ns()
        return None if due_ns is None else max(0.0, (due_ns - time.monotonic_ns()) / 1e9)

    def begin(self, spec: Mapping[str, Any], idle_s: float, own_children: Callable[[], Iterable[int]]) -> None:
        """Tell it what to run; from now on its process and its output are the recorder's to close.

        Args:
            spec: Its spec as JSON.
            idle_s: Seconds to keep the GPU's context idle after the work.
            own_children: Gives the pids of the recorder's other children.
        """
        self.has_begun = True
        self.process.begin(own_children)
        self._socket.setblocking(True)
        with contextlib.suppress(OSError):  # it was killed just now: the run ends with that
            self._socket.sendall(json.dumps({"spec": dict(spec), "idle_s": idle_s}).encode() + b"\n")
        self._socket.close()

    def memory_bytes(self) -> int | None:
        """Return the memory that waiting costs: its process, its guards and this one, each page once; None if unknown."""
        sizes = [_proportional_bytes(pid) for pid in (os.getpid(), *self.process.guard_pids, self.process.pid or 0)]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    def close(self) -> None:
        """End it, unless it has begun."""
        if not self.has_begun:
            self._socket.close()
            self.process.close()
            self.output.close()


def workload_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a workload of ours whose run has that folder."""
    return {**os.environ, "GPUSCOPE_CHANNEL": str(folder)}


def workload_signals(ignored: Collection[int]) -> set[int]:
    """Return the signals that a workload of ours ignores: a closed terminal does not end it."""
    return {*ignored, *processes.hang_up_signals()}


def _proportional_bytes(pid: int) -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError, StopIteration):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return int(next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1]) * 1024
    return None
