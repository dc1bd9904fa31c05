"""Events in the life of a workload's process, in the order in which they occur."""

from typing import NamedTuple

from gpuscope.core.errors import GpuscopeError, UnavailableError


class GuardsKilledError(UnavailableError):
    """The guards were killed before the workload began: the run itself is not at fault and can be started again."""


class Started(NamedTuple):
    """The workload is running: its program was exec'ed.

    Attributes:
        pid: Pid of the workload.
        t_ns: Monotonic stamp of the spawn (just before the fork); origin of the run's times.
    """

    pid: int
    t_ns: int


class StartFailed(NamedTuple):
    """The workload could not be started, and none of its processes is running.

    Attributes:
        error: Message and hint; its ``exit_code`` is the one to exit with (2: not found, not executable, folder gone).
    """

    error: GpuscopeError


class Exited(NamedTuple):
    """The workload's main process ended: this is the end of the run, even if it left processes behind.

    Attributes:
        t_ns: Monotonic stamp.
        exit_code: None if a signal ended it, or if the code is lost (then ``signal`` is None too).
        signal: The signal's number; None if there was none.
        max_rss_bytes: Peak resident memory of the process and the children that it waited for; None if unknown.
    """

    t_ns: int
    exit_code: int | None
    signal: int | None
    max_rss_bytes: int | None


class GuardLost(NamedTuple):
    """A guard was killed; the run continues.

    Attributes:
        guards_left: 1, or 0 if the recorder itself has taken over.
    """

    guards_left: int


class TreeEnded(NamedTuple):
    """The workload's whole tree has ended; the last event of a process.

    Attributes:
        t_ns: Monotonic stamp.
        left_running: Number of processes that the workload left running at its end and that were then ended.
        remaining: Number of processes that could not be ended (stuck in the kernel, or of another user); usually 0.
    """

    t_ns: int
    left_running: int
    remaining: int


ProcessEvent = Started | StartFailed | Exited | GuardLost | TreeEnded
