"""What the recorder's loop asks of the process that it records, whoever has started that."""

from typing import Protocol

from gpuscope.recording.process_events import ProcessEvent


class RecordedProcess(Protocol):
    """A process in a selectors loop: one that we started under guards, or one that somebody else did.

    Register ``fileno()`` for reading and call :meth:`on_readable`; call :meth:`tick` at or after :meth:`next_deadline_ns`. Both return
    events.

    Attributes:
        pid: The process; None before Started, and where the machine is recorded with no process.
        spawned_ns: Monotonic stamp of the recording's begin; None before Started.
        stop_reason: Why a stop was asked for, in words; None when none was.
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
