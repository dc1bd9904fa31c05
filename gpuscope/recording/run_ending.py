"""How a run ended, from how its workload did."""

import signal
from collections.abc import Sequence
from dataclasses import replace

from gpuscope.core.event import End
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.process_events import Exited

_INTERRUPTED = 128 + signal.SIGINT


def died_of_interrupt(exited: Exited) -> bool:
    """Return whether the workload ended as programs do that Ctrl-C ends."""
    return exited.signal == signal.SIGINT or exited.exit_code == _INTERRUPTED


def end_of(exited: Exited, stopped: str | None, told: End | None, last_lines: Sequence[str], out_of_memory: bool) -> End:
    """Return the end of a run.

    Args:
        exited: How the workload's process ended.
        stopped: Why it was asked to stop, in words; None when it was not.
        told: What a workload of ours said of its own end; None when it said nothing.
        last_lines: Of its output.
        out_of_memory: Whether the kernel's out-of-memory killer struck meanwhile.
    """
    if stopped is not None:
        return End(exited.t_ns, "stopped", exited.exit_code, exited.signal, stopped)
    if exited.exit_code == 0:
        return End(exited.t_ns, "finished", 0)
    if told is not None and told.state != "finished" and told.reason:
        return End(exited.t_ns, told.state, exited.exit_code, exited.signal, told.reason)
    from gpuscope.recording.cause_of_death import cause_of_death

    cause = cause_of_death(exited.exit_code, exited.signal, last_lines, out_of_memory)
    return End(exited.t_ns, "failed", exited.exit_code, exited.signal, cause or "its exit code was lost with the guards")


def end_of_recording(exited: Exited, stopped: str | None, *, of_process: bool) -> End:
    """Return the end of a recording of what was running already: it never fails, and the code of a process is its parent's to know.

    Args:
        exited: When it ended.
        stopped: Why it was asked to end, in words; None when the process has ended.
        of_process: Whether it was one of a process, and not of the machine as a whole.
    """
    ended = "ended; its exit code is not known to others than its parent"
    reason = (ended if stopped is None else "recording ended; the process goes on") if of_process else None
    return End(exited.t_ns, "finished", None, None, reason)


def refusal_code(told: End) -> int | None:
    """Return the code of a workload of ours that refused what it was asked for (2, 3), by its own word; else None."""
    return told.exit_code if told.state == "failed" and told.exit_code in (2, 3) else None


def ended_record(record: RunRecord, ended: End) -> RunRecord:
    """Return the record of a run with its end in it."""
    return replace(
        record,
        state=RunState(ended.state),
        reason=ended.reason,
        exit_code=ended.exit_code,
        signal=ended.signal,
        wall_s=(ended.t_ns - record.start_ns) / 1e9,
    )
