"""The end of a run, derived from that of its workload, and the outcome of its recording."""

import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpuscope.core.event import End
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.process_events import Exited

_INTERRUPTED = 128 + signal.SIGINT
"""Exit code by which shells and most runtimes report termination by SIGINT."""
UNREPORTED = "its process ended with exit code 0, but without reporting its end"


def died_of_interrupt(exited: Exited) -> bool:
    """Return whether the workload's exit status is that of a program terminated by Ctrl-C."""
    return exited.signal == signal.SIGINT or exited.exit_code == _INTERRUPTED


def end_of(
    exited: Exited, stopped: str | None, reported: End | None, last_lines: Sequence[str], out_of_memory: bool, *, is_command: bool
) -> End:
    """Return the end of a run.

    Args:
        exited: How the workload's process ended.
        stopped: Why a stop was requested, in words; None if none was.
        reported: The end reported by a built-in workload itself; None if it reported none.
        last_lines: The last lines of its output.
        out_of_memory: Whether the kernel's out-of-memory killer killed a process meanwhile.
        is_command: Whether it is the user's command, which reports no end.
    """
    if stopped is not None:
        return End(exited.t_ns, "stopped", exited.exit_code, exited.signal, stopped)
    if exited.exit_code == 0 and reported is None and not is_command:
        return End(exited.t_ns, "failed", 0, None, UNREPORTED)
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a run.

    Attributes:
        record: The run with its results; without them if the store could not be written.
        exit_code: The workload's exit code as a shell would report it (128+N for a signal).
        refusal_code: 2 or 3 if a built-in workload rejected its settings; else None.
        interrupted_by_sigint: Whether the workload was terminated by SIGINT.
        store_trouble: Why the run is missing or incomplete in the store; None if it is complete.
        bug: Unexpected exception while storing the run; None if there was none.
        tail: The last lines of the output.
        stored_ns: Monotonic stamp at which the run's end was stored; None if it was not.
    """

    record: RunRecord
    exit_code: int
    refusal_code: int | None
    interrupted_by_sigint: bool
    store_trouble: str | None
    bug: Exception | None
    tail: tuple[str, ...]
    stored_ns: int | None = None
