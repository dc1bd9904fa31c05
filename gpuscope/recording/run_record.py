"""A run's initial state on disk (its folder, its header), and its end, derived from that of its workload."""

import signal
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import End
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.process_events import Exited
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import RunRequest
from gpuscope.system import processes

Warn = Callable[[str], None]


def make_folder(request: RunRequest, warn: Warn) -> RunFolder:
    """Create the run's folder; for a user's command, a temporary one if it cannot be created beside the store.

    Raises:
        UnavailableError: The folder cannot be created, and the run is of a built-in workload.
    """
    try:
        return RunFolder.beside(request.store_url, request.run_id)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs anyway")
        return RunFolder.temporary()


def write_header(folder: RunFolder, record: RunRecord, request: RunRequest, warn: Warn) -> None:
    """Write the run's header; a user's command runs even if that fails.

    Raises:
        UnavailableError: The header cannot be written, and the run is of a built-in workload.
    """
    try:
        # after a power cut, an item of a plan is rerun regardless of what was written, so its start need not wait for the disk
        folder.write_header(record, request.store_url, synced=not request.membership)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs anyway")


def new_record(request: RunRequest, folder: RunFolder) -> RunRecord:
    """Return the record of a run that begins now."""
    return RunRecord(
        run_id=request.run_id,
        name=request.name,
        state=RunState.RUNNING,
        reason=None,
        spec=request.spec,
        environment={**(request.attached.facts if request.attached is not None else {}), **request.facts},
        tags=request.tags,
        started_at=datetime.now(UTC),
        start_ns=time.monotonic_ns(),
        host=socket.gethostname(),
        boot_id=processes.boot_id(),
        folder=str(folder.path),
    )


_INTERRUPTED = 128 + signal.SIGINT
"""Exit code by which shells and most runtimes report termination by SIGINT."""


def died_of_interrupt(exited: Exited) -> bool:
    """Return whether the workload's exit status is that of a program terminated by Ctrl-C."""
    return exited.signal == signal.SIGINT or exited.exit_code == _INTERRUPTED


def end_of(exited: Exited, stopped: str | None, reported: End | None, last_lines: Sequence[str], out_of_memory: bool) -> End:
    """Return the end of a run.

    Args:
        exited: How the workload's process ended.
        stopped: Why a stop was requested, in words; None if none was.
        reported: The end reported by a built-in workload itself; None if it reported none.
        last_lines: The last lines of its output.
        out_of_memory: Whether the kernel's out-of-memory killer killed a process meanwhile.
    """
    if stopped is not None:
        return End(exited.t_ns, "stopped", exited.exit_code, exited.signal, stopped)
    if exited.exit_code == 0:
        return End(exited.t_ns, "finished", 0)
    if reported is not None and reported.state != "finished" and reported.reason:
        return End(exited.t_ns, reported.state, exited.exit_code, exited.signal, reported.reason)
    from gpuscope.recording.cause_of_death import cause_of_death

    cause = cause_of_death(exited.exit_code, exited.signal, last_lines, out_of_memory)
    return End(exited.t_ns, "failed", exited.exit_code, exited.signal, cause or "its exit code was lost with the guards")


def end_of_recording(exited: Exited, stopped: str | None, *, of_process: bool) -> End:
    """Return the end of a recording that was attached: it never fails, and only a process's parent knows its exit code.

    Args:
        exited: When it ended.
        stopped: Why the end was requested, in words; None if the process has ended.
        of_process: Whether a process was recorded, not the machine as a whole.
    """
    ended = "ended; only its parent knows its exit code"
    reason = (ended if stopped is None else "recording ended; the process goes on") if of_process else None
    return End(exited.t_ns, "finished", None, None, reason)


def refusal_code(reported: End) -> int | None:
    """Return the exit code by which a built-in workload rejected its settings (2, 3); else None."""
    return reported.exit_code if reported.state == "failed" and reported.exit_code in (2, 3) else None


def ended_record(record: RunRecord, ended: End) -> RunRecord:
    """Return the record of a run with its end added."""
    return replace(
        record,
        state=RunState(ended.state),
        reason=ended.reason,
        exit_code=ended.exit_code,
        signal=ended.signal,
        wall_s=(ended.t_ns - record.start_ns) / 1e9,
    )
