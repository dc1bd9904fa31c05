"""What becomes of a workload, in the order in which it happens."""

from dataclasses import dataclass

from gpuscope.core.errors import GpuscopeError, UnavailableError


class GuardsKilledError(UnavailableError):
    """The guards were killed before the workload began: nothing speaks against the run itself, and it can be started again."""


@dataclass(frozen=True, slots=True)
class Started:
    """The workload runs: its program was exec'ed.

    Attributes:
        pid: The workload.
        t_ns: Monotonic stamp of the spawn (just before the fork); origin of the run's times.
    """

    pid: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class StartFailed:
    """The workload could not be started, and nothing of it runs.

    Attributes:
        t_ns: When.
        error: Message and hint; its ``exit_code`` is the one to end with (2: not found, not executable, folder gone).
    """

    t_ns: int
    error: GpuscopeError


@dataclass(frozen=True, slots=True)
class Exited:
    """The workload's own process ended: the end of the run, whatever it left behind.

    Attributes:
        t_ns: When.
        exit_code: None when a signal ended it, or when the code is lost (``signal`` None too).
        signal: The signal's number; None when there was none.
        max_rss_bytes: Largest resident memory of the process and those that it waited for; None when unknown.
    """

    t_ns: int
    exit_code: int | None
    signal: int | None
    max_rss_bytes: int | None


@dataclass(frozen=True, slots=True)
class GuardLost:
    """A guard was killed; the run goes on.

    Attributes:
        t_ns: When it was noticed.
        guards_left: 1, or 0 when the recorder itself has taken over.
    """

    t_ns: int
    guards_left: int


@dataclass(frozen=True, slots=True)
class TreeEnded:
    """Nothing of the workload's tree is left; the last event of a process.

    Attributes:
        t_ns: When.
        left_running: How many processes the workload had left running at its end, all ended since.
        remaining: How many could not be ended (stuck in the kernel, or of another user); 0 as a rule.
    """

    t_ns: int
    left_running: int
    remaining: int


ProcessEvent = Started | StartFailed | Exited | GuardLost | TreeEnded
