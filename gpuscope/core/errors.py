"""Expected errors: what happened, and what to do about it.

Any exception that is not a :class:`GpuscopeError` is a bug in gpuscope and is logged with its traceback.
"""

import errno

NOT_ENOUGH_MEMORY = "there is not enough memory for gpuscope itself"


class GpuscopeError(Exception):
    """An expected error, shown to the user with a hint.

    Args:
        message: One sentence on what happened.
        hint: One sentence on what to do; may be empty.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(GpuscopeError):
    """A verb, flag, value, workload, run id or command does not exist or is invalid (exit code 2)."""

    exit_code = 2


class UnavailableError(GpuscopeError):
    """A device, package, precision, screen or store cannot be used here (exit code 3)."""

    exit_code = 3


class CancelledError(GpuscopeError):
    """Raised to abandon work whose result is no longer wanted; never reported."""


class EventError(GpuscopeError):
    """A message on an event channel is not an event; receivers count such messages and continue."""


def is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error, or one that led to it, is the system's refusal of memory, such as for a library that is imported."""
    while error is not None:
        is_unmapped = isinstance(error, ImportError) and str(error).endswith("failed to map segment from shared object")  # glibc
        if is_unmapped or isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        error = error.__cause__ or error.__context__
    return False
