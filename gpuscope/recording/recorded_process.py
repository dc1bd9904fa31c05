"""What a recorder records, as its loop sees it: started under guards or running already, interrupted by Ctrl-C."""

import os
import signal
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from gpuscope import probe
from gpuscope.recording.baseline_stage import idle_s
from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.process_events import ProcessEvent
from gpuscope.recording.ready_worker import ReadyWorker, workload_environment, workload_signals
from gpuscope.recording.run_request import RunRequest
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.recording.watched_process import WatchedProcess
from gpuscope.system import processes

_INSISTS_NS = 2_000_000_000
"""Two presses of Ctrl-C within it mean the run; farther apart, each may be meant for the command."""
_STOP_WORDS = {"SIGINT": "stopped by Ctrl-C", "SIGQUIT": "stopped by Ctrl-\\", "SIGTERM": "stopped by SIGTERM"}
BY_CTRL_C = _STOP_WORDS["SIGINT"]


class RecordedProcess(Protocol):
    """A process in a selectors loop: one that we started under guards, or one that somebody else did.

    Register ``fileno()`` for reading and call :meth:`on_readable`; call :meth:`tick` at or after :meth:`next_deadline_ns`. Both return
    events.

    Attributes:
        pid: The process; None before Started, and where the machine is recorded with no process.
        spawned_ns: Monotonic stamp of the recording's begin; None before Started.
        stop_reason: Why a stop was requested, in words; None when none was.
    """

    pid: int | None
    spawned_ns: int | None
    stop_reason: str | None

    @property
    def root_pid(self) -> int | None:
        """The root of what belongs to the run; None where no process does."""
        ...

    @property
    def guard_pids(self) -> tuple[int, ...]:
        """Process of ours in that tree."""
        ...

    def fileno(self) -> int:
        """Return one descriptor that stays the same until close(), readable when there is something to do."""
        ...

    def on_readable(self) -> list[ProcessEvent]:
        """Handle what is there."""
        ...

    def tick(self, now_ns: int) -> list[ProcessEvent]:
        """Take the steps that are due."""
        ...

    def next_deadline_ns(self) -> int | None:
        """Return when tick() has something to do; None for never."""
        ...

    def request_stop(self, reason: str, *, delivered: bool = False) -> None:
        """Begin to end it; a second call changes nothing."""
        ...

    def interrupt_again(self) -> None:
        """End it faster."""
        ...

    def countdown_s(self, now_ns: int) -> float | None:
        """Return the seconds until it is ended by force; None when it is not to be."""
        ...

    def send(self, signal_number: int) -> None:
        """Send a signal to the whole tree, if it is ours to signal."""
        ...

    def close(self) -> None:
        """Let go of it, and close all descriptors."""
        ...


class Interruption:
    """Ends a process when a signal asks for it.

    Args:
        process: The process.
        on_terminal: Whether the kernel sends it Ctrl-C as well.
        is_command: Whether it is the user's own, which may go on after Ctrl-C.
    """

    def __init__(self, process: RecordedProcess, *, on_terminal: bool, is_command: bool) -> None:
        self._process = process
        self._on_terminal = on_terminal
        self._is_command = is_command
        self._at_ns: int | None = None

    @property
    def was_left_to_the_command(self) -> bool:
        """Whether Ctrl-C came and was left to the command."""
        return self._at_ns is not None

    def handle(self, number: int) -> None:
        """Apply INT, QUIT or TERM: ask the run to stop, or stop it sooner."""
        name = signal.Signals(number).name
        if self._process.stop_reason is not None:
            self._process.interrupt_again()
        elif name == "SIGTERM" or not self._on_terminal:
            self._process.request_stop(_STOP_WORDS[name])
        elif not self._is_command:
            self._process.request_stop(_STOP_WORDS[name], delivered=True)
        else:
            self._leave_to_the_command(_STOP_WORDS[name])

    def _leave_to_the_command(self, reason: str) -> None:
        """Stop it only at a second Ctrl-C within two seconds.

        The kernel has sent the command the first one, which an interactive interpreter survives.
        """
        now_ns = time.monotonic_ns()
        if self._at_ns is not None and now_ns - self._at_ns < _INSISTS_NS:
            self._process.request_stop(reason, delivered=True)
        self._at_ns = now_ns


def start_process(
    request: RunRequest,
    folder: Path,
    output: WorkloadOutput,
    ignored: Collection[int],
    *,
    on_terminal: bool,
    own_children: Callable[[], Iterable[int]],
    worker: ReadyWorker | None = None,
) -> RecordedProcess:
    """Return the process of a run, which has begun or will say why not.

    Args:
        request: What to record.
        folder: Of the run; the workload's channel is there.
        output: Takes the workload's output.
        ignored: Signals that the recorder was started with ignored.
        on_terminal: Whether it stays in the recorder's process group, a shell's job.
        own_children: Gives the pids of the recorder's other children.
        worker: The process that waits to be this run's; None starts one.

    Raises:
        GpuscopeError: Not even the guards can be started.
    """
    if request.attached is not None:
        process, seconds = request.attached.process, request.attached.seconds
        return WatchedProcess(None, None, seconds) if process is None else WatchedProcess(process.pid, process.created, seconds)
    is_command = request.spec.is_command
    if worker is not None:
        worker.begin(request.spec.to_json(), idle_s(request.baseline_s), own_children)
        return worker.process
    return GuardedProcess.start(
        request.argv,
        cwd=request.folder or None,
        env=_command_environment(folder, request.spec.profile, request.variables) if is_command else workload_environment(folder),
        stdin=0 if is_command and not request.detached else None,
        stdout=output.stdout_fd,
        stderr=output.stderr_fd,
        controlling_terminal=on_terminal,
        ignored_signals=ignored if is_command else workload_signals(ignored),
        run_id=request.run_id,
        pass_fds=processes.inherited_descriptors() if is_command else (),
        own_children=own_children,
    )


def _command_environment(folder: Path, profile: str | None, variables: Mapping[str, str]) -> dict[str, str]:
    """Return the command's environment: what this process was started with, what was asked for, where the run is, what is profiled."""
    environment = {**processes.initial_environment(), **variables}
    environment.pop("GPUSCOPE_PROFILE", None)  # of a run within whose command this one was started
    own = {"GPUSCOPE_CHANNEL": str(folder), **({} if profile is None else {"GPUSCOPE_PROFILE": profile})}
    return {**environment, **_with_probe(environment), **own}


def _with_probe(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the PYTHONPATH by which a program of any environment finds the probe.

    What Python runs first stands in front of everything that is named there already, what the program may import behind it.
    """
    folder = Path(probe.__file__).parent
    first, last = str(folder / "hooks" / "entry"), str(folder / "alone")
    named = [entry for entry in environment.get("PYTHONPATH", "").split(os.pathsep) if entry and entry not in (first, last)]
    return {"PYTHONPATH": os.pathsep.join((first, *named, last))}
