"""What Ctrl-C and its kin mean for the process of a run."""

import signal
import time

from gpuscope.recording.recorded_process import RecordedProcess

_INSISTS_NS = 2_000_000_000
_STOP_WORDS = {"SIGINT": "stopped by Ctrl-C", "SIGQUIT": "stopped by Ctrl-\\", "SIGTERM": "stopped by SIGTERM"}
BY_CTRL_C = _STOP_WORDS["SIGINT"]


class Interruption:
    """Ends a process when a signal asks for it.

    Args:
        process: The process.
        on_terminal: Whether the kernel tells it of Ctrl-C as well.
        is_command: Whether it is the user's own, which may go on after Ctrl-C.
    """

    def __init__(self, process: RecordedProcess, *, on_terminal: bool, is_command: bool) -> None:
        self._process = process
        self._on_terminal = on_terminal
        self._is_command = is_command
        self._at_ns: int | None = None

    @property
    def was_left_to_the_command(self) -> bool:
        """Whether Ctrl-C came and was left to the command."""
        return self._at_ns is not None

    def take(self, number: int) -> None:
        """Take INT, QUIT or TERM."""
        name = signal.Signals(number).name
        if self._process.stop_reason is not None:
            self._process.interrupt_again()
        elif name == "SIGTERM" or not self._on_terminal:
            self._process.request_stop(_STOP_WORDS[name])
        elif not self._is_command:
            self._process.request_stop(_STOP_WORDS[name], delivered=True)
        else:
            self._leave_to_the_command(_STOP_WORDS[name])

    def _leave_to_the_command(self, reason: str) -> None:
        """The kernel has told it, and an interpreter goes on after one; only a second within two seconds says that the user means it."""
        now_ns = time.monotonic_ns()
        if self._at_ns is not None and now_ns - self._at_ns < _INSISTS_NS:
            self._process.request_stop(reason, delivered=True)
        self._at_ns = now_ns
