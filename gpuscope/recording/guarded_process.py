"""The workload under its guards, as seen by the recorder's loop: never blocks, survives the guards' death."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NoReturn, Self

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.recording import guard
from gpuscope.recording.early_guard import MARKER
from gpuscope.recording.guard_pair import GuardPair
from gpuscope.recording.process_events import Exited, GuardLost, GuardsKilledError, ProcessEvent, Started, StartFailed, TreeEnded
from gpuscope.recording.start_error import start_error
from gpuscope.recording.stop_ladder import AdoptedTree, Rung, StopLadder
from gpuscope.system import processes
from gpuscope.system.waiting import readable

_SECOND_NS = 1_000_000_000
_GUARDS_PATIENCE_NS = 3 * _SECOND_NS // 2
"""How long the guards may take to end the tree before the recorder kills them and ends the tree itself."""
_DELIVERED_DELAY_S = 2.0
"""After an INT that the kernel has delivered, the ladder waits this long before it sends its own."""
_LEFT_BEHIND_NS = 3 * _SECOND_NS
"""How long the guards may take after the workload's end to end the processes that it left."""
_CLOSE_NS = 5 * _SECOND_NS // 2
"""Covers the 1.5 s that the guards have before the recorder takes over the killing."""
_POLL_NS = 10_000_000
"""Polling interval if no descriptor reports an end: short enough that a stop ends without perceptible delay."""
_REAP_NS = _SECOND_NS // 2
"""Polling interval if a pidfd or a pipe reports the end anyway: only catches missed events."""


class GuardedProcess:
    """A workload, its guards, and the ladder that stops it.

    Register ``fileno()`` for reading and call :meth:`on_readable`; call :meth:`tick` at or after
    :meth:`next_deadline_ns`. Both return events. Call :meth:`close` after TreeEnded or StartFailed.

    Attributes:
        pid: Pid of the workload; None before Started.
        spawned_ns: Monotonic stamp of the spawn; None before Started.
        stop_reason: Why a stop was requested, in words; None if none was.
        ended: Whether TreeEnded or StartFailed has been returned.
    """

    def __init__(self, argv: Sequence[str], cwd: str | None, guards: GuardPair, own_children: Callable[[], Iterable[int]]) -> None:
        self._argv = argv
        self._cwd = cwd
        self._guards = guards
        self._own_children = own_children
        self._again: list[ProcessEvent] = []
        self._adopted: AdoptedTree | None = None
        self._ladder: StopLadder | None = None
        self._delivered = False
        self._killed_ns: int | None = None
        self._exited: Exited | None = None
        self._exit_reported = False
        self._loss_reported = False
        self._left_running = 0
        self._immune = 0
        self._workload_fd = -1
        self._watched: set[int] = set()
        self._epoll = select.epoll()
        self.pid: int | None = None
        self.spawned_ns: int | None = None
        self.stop_reason: str | None = None
        self.ended = False
        self._watch()

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
        """Start guards and workload; return immediately (Started or StartFailed follow as events).

        Args:
            argv: The command; ``argv[0]`` is looked up in env's PATH.
            cwd: Its working folder; None inherits.
            env: Its whole environment; GPUSCOPE_RUN is added.
            stdin: Descriptor of its standard input; None is /dev/null.
            stdout: Descriptor of its standard output; the caller closes its own copy after the call.
            stderr: Descriptor of its standard error.
            controlling_terminal: Whether it stays in the recorder's process group (a shell's job); else it gets a session of its own.
            ignored_signals: Signals that it ignores (``processes.ignored_signals()`` at the recorder's start). For a built-in workload on
                a terminal add SIGHUP, so that a closed terminal doesn't end it.
            run_id: Marks the processes in their environment.
            pass_fds: Additional descriptors that it inherits under the same numbers.
            own_children: Returns the pids of the recorder's other children (the sensor helper), which are never signalled.

        Raises:
            GpuscopeError: The guards themselves cannot be started; nothing runs.
        """
        if sys.platform != "linux":
            raise UnavailableError("recording works only on Linux so far", "Use Linux, or WSL on Windows.")
        processes.set_subreaper()
        if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if ignored, the kernel discards the exit status of children
        try:
            guards = GuardPair.start(
                argv,
                cwd=cwd,
                env={**env, MARKER: run_id},
                streams=(stdin, stdout, stderr),
                group=os.getpgrp() if controlling_terminal else 0,
                ignored_signals=ignored_signals,
                pass_fds=pass_fds,
            )
        except OSError as error:
            raise start_error(argv, cwd, "guard", error.errno or 0) from None
        except ValueError:
            raise UsageError("the command or its environment holds a NUL character", "Leave it out.") from None
        return cls(argv, cwd, guards, own_children)

    def begin(self, own_children: Callable[[], Iterable[int]]) -> None:
        """Begin the run of a process that was started in advance and is waiting: Started is returned again, with the current stamp."""
        self._own_children = own_children
        self.spawned_ns = time.monotonic_ns()
        self._again = [Started(self.pid or 0, self.spawned_ns)]

    @property
    def root_pid(self) -> int:
        """The root of the run's process tree: the first guard; after its death the second; after both, the workload."""
        return self._guards.root or self.pid or self._guards.first

    @property
    def guard_pids(self) -> tuple[int, ...]:
        """The pids of the guards, as far as known."""
        return self._guards.pids

    def fileno(self) -> int:
        """Return a descriptor, valid until close(), that becomes readable when there is something to do."""
        return self._epoll.fileno()

    def _watch(self) -> None:
        wanted = set(self._guards.filenos())
        if self._workload_fd >= 0:
            wanted.add(self._workload_fd)
        for descriptor in wanted - self._watched:  # a closed descriptor is removed automatically
            self._epoll.register(descriptor, select.EPOLLIN)
        self._watched = wanted

    def on_readable(self) -> list[ProcessEvent]:
        """Process pending reports; return the resulting events."""
        return self._advance(time.monotonic_ns())

    def tick(self, now_ns: int) -> list[ProcessEvent]:
        """Perform the actions that are due; return the resulting events."""
        self._climb(now_ns)
        return self._advance(now_ns)

    def next_deadline_ns(self) -> int | None:
        """Return when tick() is due next; None for never."""
        if self.ended:
            return None
        due: list[int] = []
        if self._ladder is not None and self._ladder.due_ns is not None:
            due.append(self._ladder.due_ns)
        now_ns = time.monotonic_ns()
        if not self._guards.is_watched:
            due.append(now_ns + _REAP_NS)
        if self._guards.silent:
            due.append(now_ns + (_REAP_NS if self._adopted is not None and self._workload_fd >= 0 else _POLL_NS))
        if self._killed_ns is not None:
            due.append(now_ns + _POLL_NS)
        elif self._exited is not None:
            due.append(self._exited.t_ns + _LEFT_BEHIND_NS)
        return min(due, default=None)

    # Reports of the guards

    def _advance(self, now_ns: int) -> list[ProcessEvent]:
        events, self._again = self._again, []
        if self.ended:
            return events
        for message in self._guards.hear():
            self._handle_message(message, events)
        self._watch()  # immediately: the number of a closed descriptor may be reused
        if self._guards.first_killed and not self._loss_reported:
            self._loss_reported = True
            if not self._guards.gone:
                events.append(GuardLost(1))
        if self._guards.gone and not self.ended:
            self._without_guards(now_ns, events)
        self._watch()
        return events

    def _handle_message(self, message: Sequence[str], events: list[ProcessEvent]) -> None:
        match message:
            case ["started", pid, t_ns] if self.pid is None:
                self._begun(int(pid), int(t_ns), events)
            case ["failed", stage, number, _]:
                self._failed(start_error(self._argv, self._cwd, stage, int(number)), events)
            case ["exited", code, signal_number, t_ns] if self._exited is None:
                self._exited = Exited(int(t_ns), _number(code), _number(signal_number), None)
            case ["usage", kibibytes] if self._exited is not None:
                self._report_exit(events, int(kibibytes) * 1024)
            case ["lost", _]:
                events.append(GuardLost(1))
            case ["left", number]:
                self._left_running = max(self._left_running, int(number))
            case ["immune", number]:
                self._immune = int(number)

    def _begun(self, pid: int, t_ns: int, events: list[ProcessEvent]) -> None:
        self.pid, self.spawned_ns = pid, t_ns
        events.append(Started(pid, t_ns))
        if self._ladder is not None and not self._delivered:
            self.send(signal.SIGINT)  # the INT sent when the stop began reached no process

    def _failed(self, error: GpuscopeError, events: list[ProcessEvent]) -> None:
        if not self.ended:
            self.ended = True
            events.append(StartFailed(error))

    def _report_exit(self, events: list[ProcessEvent], max_rss_bytes: int | None) -> None:
        if self._exited is not None and not self._exit_reported:
            self._exit_reported = True
            self._ladder = None
            events.append(self._exited._replace(max_rss_bytes=max_rss_bytes))

    # After the guards

    def _without_guards(self, now_ns: int, events: list[ProcessEvent]) -> None:
        if self._guards.has_ended and not self._guards.first_killed:
            self._finish(now_ns, self._immune, events)
            return
        if self._adopted is None:
            self._adopt_tree(events)
        adopted = self._adopted
        assert adopted is not None
        adopted.reap()
        self._hear_of_death(adopted, now_ns)
        self._report_exit(events, adopted.death.max_rss_bytes if adopted.death else None)
        if self._exited is None and self._killed_ns is None and self.pid is not None:
            return
        if adopted.end(now_ns, 0.0 if self._killed_ns is not None else guard.GRACE_S):
            self._left_running = max(self._left_running, adopted.left_running)
            self._hear_of_death(adopted, now_ns)
            self._finish(now_ns, 0, events)
        elif adopted.given_up(now_ns):
            self._finish(now_ns, len(adopted.living()), events)

    def _adopt_tree(self, events: list[ProcessEvent]) -> None:
        if not self._guards.has_ended:
            events.append(GuardLost(0))
        self._adopted = AdoptedTree(self.pid, self._guards.pids, self._own_children)
        if self._exited is None and self.pid is not None and self._adopted.holds_workload:
            self._workload_fd = processes.open_pidfd(self.pid)

    def _hear_of_death(self, adopted: AdoptedTree, now_ns: int) -> None:
        if self._exited is not None or self.pid is None:
            return
        if adopted.death is not None:
            self._exited = Exited(now_ns, adopted.death.exit_code, adopted.death.signal, adopted.death.max_rss_bytes)
        elif not adopted.holds_workload:
            self._exited = Exited(now_ns, None, None, None)  # a guard reaped it and was killed before it could report
        if self._exited is not None and self._workload_fd >= 0:
            os.close(self._workload_fd)
            self._workload_fd = -1

    def _finish(self, now_ns: int, remaining: int, events: list[ProcessEvent]) -> None:
        if self.pid is None:
            self._failed(self._never_began(), events)
            return
        if self._exited is None:
            self._exited = Exited(now_ns, None, None, None)
        self._report_exit(events, None)
        self.ended = True
        events.append(TreeEnded(now_ns, self._left_running, remaining))

    def _never_began(self) -> GpuscopeError:
        if self.stop_reason is not None or self._killed_ns is not None:
            return GpuscopeError(f"{self._argv[0]} was stopped before it began")
        return GuardsKilledError(f"{self._argv[0]} was not started: its guard process ended", "Try again; check the system's memory.")

    # Stopping

    def request_stop(self, reason: str, *, delivered: bool = False) -> None:
        """Begin the ladder INT, TERM (4 s), KILL (2.5 s more), each to the whole tree; a second call changes nothing.

        Args:
            reason: In words, kept in ``stop_reason``.
            delivered: The kernel has already sent INT (Ctrl-C on a controlling terminal): the ladder sends its own only after two
                seconds or at interrupt_again().
        """
        if self.stop_reason is not None:
            return
        self.stop_reason = reason
        if self._exited is None and not self.ended:
            self._delivered = delivered
            now_ns = time.monotonic_ns()
            self._ladder = StopLadder(now_ns, _DELIVERED_DELAY_S if delivered else 0.0)
            self._climb(now_ns)

    def interrupt_again(self) -> None:
        """Take the next step of the ladder immediately."""
        if self._ladder is not None:
            now_ns = time.monotonic_ns()
            self._ladder.hurry(now_ns)
            self._climb(now_ns)

    def _climb(self, now_ns: int) -> None:
        match self._ladder and self._ladder.due_rung(now_ns):
            case Rung.INTERRUPT:
                self._delivered = False
                self.send(signal.SIGINT)
            case Rung.TERMINATE:
                self.send(signal.SIGTERM)
            case Rung.KILL:
                self.kill()
        if self._killed_ns is not None:
            if now_ns - self._killed_ns > _GUARDS_PATIENCE_NS and not self._guards.gone:
                self._guards.kill()  # they fail to end the tree, or were stopped: the recorder adopts it
        elif self._exited is not None and now_ns > self._exited.t_ns + _LEFT_BEHIND_NS:
            self.kill()

    def kill(self) -> None:
        """End the whole tree immediately."""
        if self._killed_ns is None:
            self._killed_ns = time.monotonic_ns()
            self._guards.let_go()

    def countdown_s(self, now_ns: int) -> float | None:
        """Return the seconds until KILL; None if no stop is in progress."""
        return None if self._ladder is None else self._ladder.countdown_s(now_ns)

    def send(self, signal_number: int) -> None:
        """Send a signal to every process of the tree; with INT and TERM, also continue stopped processes."""
        wake = (signal.SIGCONT,) if signal_number in (signal.SIGINT, signal.SIGTERM) else ()
        guard.signal_each(self._tree(), signal_number, *wake)

    def _tree(self) -> list[tuple[int, bytes]]:
        if self._adopted is not None:
            return self._adopted.living()
        root = self._guards.root
        below = [] if root is None else guard.living_below(root, frozenset())
        return [process for process in below if process[0] not in self._guards.pids]

    def close(self) -> None:
        """Kill any remaining processes, waiting at most 2.5 s for them, and close all descriptors."""
        self.kill()
        deadline_ns = time.monotonic_ns() + _CLOSE_NS
        while not (self._guards.gone and self.ended) and time.monotonic_ns() < deadline_ns:
            readable([self._epoll], _POLL_NS / _SECOND_NS)
            self.tick(time.monotonic_ns())
            self._guards.hear()
        self._guards.close()
        if self._workload_fd >= 0:
            os.close(self._workload_fd)
            self._workload_fd = -1
        self._epoll.close()


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


def shell_exit_code(exit_code: int | None, signal_number: int | None) -> int:
    """Return the code that a shell would report: the workload's own, 128+N for a signal, 1 if it is lost."""
    if signal_number is not None:
        return 128 + signal_number
    return 1 if exit_code is None else exit_code


def die_of_interrupt() -> NoReturn:
    """Restore SIGINT's default and send it to this process, so that a shell's loop stops; doesn't return."""
    sys.stdout.flush()
    sys.stderr.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.kill(os.getpid(), signal.SIGINT)
    os._exit(128 + signal.SIGINT)
