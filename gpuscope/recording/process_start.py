"""Brings what a recorder records into its loop: starts it under guards, or watches what is running already."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from gpuscope import probe
from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.recorded_process import RecordedProcess
from gpuscope.recording.run_request import RunRequest
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.recording.watched_process import WatchedProcess
from gpuscope.system import processes


def start_process(
    request: RunRequest,
    folder: Path,
    output: WorkloadOutput,
    ignored: Collection[int],
    *,
    on_terminal: bool,
    own_children: Callable[[], Iterable[int]],
) -> RecordedProcess:
    """Return the process of a run, which has begun or will say why not.

    Args:
        request: What is asked for.
        folder: Of the run; the workload tells there what it does.
        output: Takes the workload's output.
        ignored: Signals that the recorder was started with ignored.
        on_terminal: Whether it stays in the recorder's process group, a shell's job.
        own_children: Gives the pids of the recorder's other children.

    Raises:
        GpuscopeError: Not even the guards can be started.
    """
    if request.attached is not None:
        process, seconds = request.attached.process, request.attached.seconds
        return WatchedProcess(None, None, seconds) if process is None else WatchedProcess(process.pid, process.created, seconds)
    is_command = request.spec.is_command
    environment = processes.initial_environment() if is_command else dict(os.environ)
    return GuardedProcess.start(
        request.argv,
        cwd=None,
        env={**environment, **(_with_probe(environment) if is_command else {}), "GPUSCOPE_CHANNEL": str(folder)},
        stdin=0 if is_command and not request.detached else None,
        stdout=output.stdout_fd,
        stderr=output.stderr_fd,
        controlling_terminal=on_terminal,
        ignored_signals={*ignored, *(() if is_command else processes.hang_up_signals())},
        run_id=request.run_id,
        pass_fds=processes.inherited_descriptors() if is_command else (),
        own_children=own_children,
    )


def _with_probe(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the PYTHONPATH by which a program of any environment finds the probe, behind everything that is named there already."""
    named = environment.get("PYTHONPATH", "")
    ours = str(Path(probe.__file__).parent / "alone")
    return {} if ours in named.split(os.pathsep) else {"PYTHONPATH": f"{named}{os.pathsep}{ours}" if named else ours}
