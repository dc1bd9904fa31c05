"""Trouble with the store."""

from gpuscope.core.errors import UnavailableError


class StoreWriteError(UnavailableError):
    """A write did not take place (disk full, read-only, failed sync, locked out).

    Nothing of it is in the store, or all of it is: writing the same batches again is safe, since those that the store
    has are left out.
    """


class StoreBusyError(StoreWriteError):
    """Somebody else was writing all the time.

    Attributes:
        waited_s: How long that was.
    """

    def __init__(self, message: str, hint: str, waited_s: float) -> None:
        super().__init__(message, hint)
        self.waited_s = waited_s


class CorruptStoreError(UnavailableError):
    """The store carries our mark and is damaged; ``repair.set_aside`` is the cure."""


class DamageError(ValueError):
    """A value inside the store is not what was written (a checksum, a length, a form)."""
