"""Expected errors: what happened, and what to do about it.

Any exception that is not a :class:`GpuscopeError` is a bug in gpuscope and is logged with its traceback.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterable

NOT_ENOUGH_MEMORY = "there is not enough memory for gpuscope itself"
_MEMORY_HINT = "Close other programs, or raise the limit on memory."
_NOEXEC_HINT = "Install gpuscope on another file system, or mount this one without the option noexec."


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


def first_line(error: Exception) -> str:
    """Return the first line of an exception's message; "" if it has none."""
    return next(iter(str(error).splitlines()), "")


def pip_install(*arguments: str, python: str = "") -> str:
    """Return the command that installs packages for an interpreter, by default this one; the ``pip`` on the PATH may be another's."""
    import shlex  # its import of re takes longer than those of all this module, which every start of gpuscope imports

    return f"{shlex.quote(python or sys.executable)} -m pip install {shlex.join(arguments)}"


def did_you_mean(word: str, known: Iterable[str], hint: str) -> str:
    """Return a hint, after "Did you mean 'run'?" if a mistyped word is similar to known ones."""
    import difflib

    match difflib.get_close_matches(word, list(known), 2):
        case [near, other]:
            return " ".join((f"Did you mean '{near}' or '{other}'?", hint))  # two texts for translation
        case [near]:
            return " ".join((f"Did you mean '{near}'?", hint))
        case _:
            return hint


class UsageError(GpuscopeError):
    """A verb, flag, value, workload, run id or command does not exist or is invalid (exit code 2)."""

    exit_code = 2


class UnavailableError(GpuscopeError):
    """A device, package, precision, screen or store cannot be used here (exit code 3)."""

    exit_code = 3


def error_type(exit_code: int) -> type[GpuscopeError]:
    """Return the kind of error that another gpuscope process ended with, by its exit code."""
    return {kind.exit_code: kind for kind in (UsageError, UnavailableError)}.get(exit_code, GpuscopeError)


class CancelledError(GpuscopeError):
    """Raised to abandon work whose result is no longer wanted; never reported."""


class EventError(GpuscopeError):
    """A message on an event channel is not an event; receivers count such messages and continue."""


def refusal_by_system(error: BaseException | None) -> UnavailableError | None:
    """Return an error for the user if the system caused an exception, directly or as the cause of a later one; None if it did not.

    These are refusals of memory, also for a library that is imported, and libraries on a file system where nothing may be executed. The
    traceback is still needed: memory is also refused to a bug that asks for an absurd size.
    """
    while error is not None:
        if isinstance(error, ImportError) and str(error).endswith("failed to map segment from shared object"):  # glibc, in both cases
            return _not_mapped(error.path or "")
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return UnavailableError(NOT_ENOUGH_MEMORY, _MEMORY_HINT)
        error = error.__cause__ or error.__context__
    return None


def _not_mapped(library: str) -> UnavailableError:
    with contextlib.suppress(OSError, AttributeError):  # it is gone; a system without these flags
        if os.statvfs(library).f_flag & os.ST_NOEXEC:
            return UnavailableError(f"{library} cannot be loaded: its file system is mounted without the right to execute", _NOEXEC_HINT)
    return UnavailableError(NOT_ENOUGH_MEMORY, _MEMORY_HINT)
