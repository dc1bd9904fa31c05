"""The workload under its guards, as the recorder's loop sees it: never blocks, survives the guards' death."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from gpuscope.core.errors import GpuscopeError


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


class GuardedProcess:
    """A workload, its guards, and the ladder that stops it.

    Register ``fileno()`` for reading and call :meth:`on_readable`; call :meth:`tick` at or after
    :meth:`next_deadline_ns`. Both return events. Call :meth:`close` after TreeEnded or StartFailed.

    Attributes:
        pid: The workload; None before Started.
        guard_pid: The first guard.
        spawned_ns: Monotonic stamp of the spawn; None before Started.
    """

    pid: int | None
    guard_pid: int
    spawned_ns: int | None

    @classmethod
    def start(
        cls,
        argv: Sequence[str],
        *,
        cwd: str | None,
        env: Mapping[str, str],
        stdin: int | None,
        stdout: int,
        stderr: int,
        controlling_terminal: bool,
        ignored_signals: Collection[int],
        run_id: str,
        pass_fds: Sequence[int] = (),
        own_children: Callable[[], Iterable[int]] = tuple,
    ) -> Self:
        """Starts guards and workload; returns at once (Started or StartFailed come as events).

        Args:
            argv: The command; ``argv[0]`` is looked up in env's PATH.
            cwd: Its working folder; None inherits.
            env: Its whole environment; GPUSCOPE_RUN is added.
            stdin: Descriptor of its standard input; None is /dev/null.
            stdout: Descriptor of its standard output; the caller closes its own copy after the call.
            stderr: Descriptor of its standard error.
            controlling_terminal: Whether it stays in the recorder's process group (a shell's job); else it gets a session of its own.
            ignored_signals: Signals that the recorder was started with ignored (``processes.ignored_signals()`` at its start). For a workload
                of ours on a terminal add SIGHUP, so that a closed terminal doesn't end it.
            run_id: Marks the processes in their environment.
            pass_fds: Further descriptors that it gets under the same numbers.
            own_children: Gives the pids of the recorder's other children (the sensor helper), which are never signalled.
        """
        raise NotImplementedError

    def fileno(self) -> int:
        """Returns one descriptor that stays the same until close(), readable when there is something to do."""
        raise NotImplementedError

    def on_readable(self) -> list[ProcessEvent]:
        """Handles what is there."""
        raise NotImplementedError

    def tick(self, now_ns: int) -> list[ProcessEvent]:
        """Takes the steps that are due."""
        raise NotImplementedError

    def next_deadline_ns(self) -> int | None:
        """Returns when tick() has something to do; None for never."""
        raise NotImplementedError

    def request_stop(self, reason: str, *, delivered: bool = False, delay_s: float = 2.0) -> None:
        """Begins the ladder INT, TERM (4 s), KILL (2.5 s more), each to the whole tree; a second call changes nothing.

        Args:
            reason: In words, kept in ``stop_reason``.
            delivered: The kernel has already sent INT (Ctrl-C on a controlling terminal): ours comes only after ``delay_s``
                or at interrupt_again().
            delay_s: That delay; ``math.inf`` leaves a program that handles INT itself alone until the user insists.
        """
        raise NotImplementedError

    @property
    def stop_reason(self) -> str | None:
        """Why a stop was asked for; None when none was."""
        raise NotImplementedError

    def interrupt_again(self) -> None:
        """Takes the ladder's next step at once."""
        raise NotImplementedError

    def kill(self) -> None:
        """Ends the whole tree at once."""
        raise NotImplementedError

    def countdown_s(self, now_ns: int) -> float | None:
        """Returns the seconds until KILL; None when no stop is under way."""
        raise NotImplementedError

    def send(self, signal_number: int) -> None:
        """Sends a signal to every process of the tree (WINCH after a resize)."""
        raise NotImplementedError

    @property
    def ended(self) -> bool:
        """Whether TreeEnded or StartFailed has come."""
        raise NotImplementedError

    def close(self) -> None:
        """Kills what is left without waiting for more than a second, and closes all descriptors."""
        raise NotImplementedError


def shell_exit_code(exit_code: int | None, signal_number: int | None) -> int:
    """Returns the code that a shell would tell: the workload's own, 128+N for a signal, 1 when it is lost."""
    raise NotImplementedError


def die_of_interrupt() -> None:
    """Restores SIGINT's default and raises it on this process, so that a shell's loop stops; doesn't return."""
    raise NotImplementedError
