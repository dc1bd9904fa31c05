"""Known trouble: what happened, and what to do about it.

Everything that is not a :class:`GpuscopeError` is a bug of ours and ends with a traceback in the log.
"""


class GpuscopeError(Exception):
    """Trouble that is known, shown to the user with its cure.

    Args:
        message: One sentence that says what happened.
        hint: One sentence that says what to do; may be empty.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(GpuscopeError):
    """A verb, flag, value, workload, run id or command that does not exist or cannot be (exit code 2)."""

    exit_code = 2


class UnavailableError(GpuscopeError):
    """A device, package, precision, screen or store that cannot be used here (exit code 3)."""

    exit_code = 3


class CancelledError(GpuscopeError):
    """Raised to abandon work whose result is no longer wanted; never reported."""


class EventError(GpuscopeError):
    """A message on an event channel that is not an event; receivers count these and go on."""
