"""The recorded process as seen by the recorder's loop: started under guards or already running, and interruptible by Ctrl-C."""

import os
import signal
import socket
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from gpuscope import probe
from gpuscope.core.run import RunRecord
from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.job_control import JobControl, SignalWatch
from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.ready_worker import ReadyWorker, workload_environment, workload_signals
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import RunRequest, idle_s
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.recording.watched_process import WatchedProcess
from gpuscope.system import processes

_INSISTS_NS = 2_000_000_000
"""Two presses of Ctrl-C within this time stop the run; farther apart, each may be meant for the command."""
_STOP_TEXTS = {"SIGINT": "stopped by Ctrl-C", "SIGQUIT": "stopped by Ctrl-\\", "SIGTERM": "stopped by SIGTERM"}
BY_CTRL_C = _STOP_TEXTS["SIGINT"]


RecordedProcess = GuardedProcess | WatchedProcess
"""A process in a selectors loop: started by the recorder under guards, or by someone else and only observed."""


class StartedRun(NamedTuple):
    """A run whose process is being started.

    Attributes:
        folder: Its folder, which this process holds.
        record: Its initial record, as in the folder's header.
        on_terminal: Whether the process belongs to a shell's job on a terminal.
        output: The process's output.
        tail: The end of that output.
        channel: Listening socket of its channel.
        server: Listening socket of the run; made before the start, since a program may remove or fill the folder at once.
        signals: The recorder's signals since before the start.
        jobs: Stops of the shell's job since before the start.
        warnings: Warnings to be recorded with the run.
    """

    folder: RunFolder
    record: RunRecord
    process: RecordedProcess
    on_terminal: bool
    output: WorkloadOutput
    tail: OutputTail
    channel: socket.socket
    server: socket.socket
    signals: SignalWatch
    jobs: JobControl
    warnings: tuple[str, ...]


class Interruption:
    """Stops a process on INT, QUIT or TERM.

    Args:
        on_terminal: Whether the kernel sends it Ctrl-C as well.
        is_command: Whether it is the user's command, which may continue after Ctrl-C.
    """

    def __init__(self, process: RecordedProcess, *, on_terminal: bool, is_command: bool) -> None:
        self._process = process
        self._on_terminal = on_terminal
        self._is_command = is_command
        self._at_ns: int | None = None

    @property
    def was_left_to_the_command(self) -> bool:
        """Whether a Ctrl-C was received and left to the command."""
        return self._at_ns is not None

    def handle(self, number: int) -> None:
        """Handle INT, QUIT or TERM: request a stop, or escalate one."""
        name = signal.Signals(number).name
        if self._process.stop_reason is not None:
            self._process.interrupt_again()
        elif name == "SIGTERM" or not self._on_terminal:
            self._process.request_stop(_STOP_TEXTS[name])
        elif not self._is_command:
            self._process.request_stop(_STOP_TEXTS[name], delivered=True)
        else:
            self._leave_to_the_command(_STOP_TEXTS[name])

    def _leave_to_the_command(self, reason: str) -> None:
        """Stop the command only at a second Ctrl-C within two seconds.

        The kernel has already sent the first to the command, and an interactive interpreter survives it.
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
    """Start or attach to the process of a run; failures to start follow as events.

    Args:
        request: What to record.
        folder: The run's folder, which contains the workload's channel.
        output: Receives the workload's output.
        ignored: Signals that were ignored when the recorder was started.
        on_terminal: Whether it stays in the recorder's process group, a shell's job.
        own_children: Returns the pids of the recorder's other children.
        worker: A process started in advance for this run; None starts one.

    Raises:
        GpuscopeError: The guards cannot be started.
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
    """Return the command's environment: this process's initial environment, requested variables, the run's folder, what is profiled."""
    environment = {**processes.initial_environment(), **variables}
    environment.pop("GPUSCOPE_PROFILE", None)  # set if this run was started within another run's command
    own = {"GPUSCOPE_CHANNEL": str(folder), **({} if profile is None else {"GPUSCOPE_PROFILE": profile})}
    return {**environment, **_with_probe(environment), **own}


def _with_probe(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the PYTHONPATH by which a program in any environment finds the probe.

    The folder with the code that Python runs first precedes all existing entries; the folder that the program may import from follows them.
    """
    folder = Path(probe.__file__).parent
    first, last = str(folder / "hooks" / "entry"), str(folder / "alone")
    named = [entry for entry in environment.get("PYTHONPATH", "").split(os.pathsep) if entry and entry not in (first, last)]
    return {"PYTHONPATH": os.pathsep.join((first, *named, last))}
