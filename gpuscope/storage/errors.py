"""Errors of the store."""

from gpuscope.core.errors import UnavailableError


class StoreWriteError(UnavailableError):
    """A write failed (disk full, read-only, failed sync, lock timeout).

    The store contains none or all of it: writing the same batches again is safe, since batches that are already stored are
    skipped.
    """


class StoreBusyError(StoreWriteError):
    """Another process held the write lock for the whole time."""

    def __init__(self, message: str, hint: str, waited_s: float) -> None:
        super().__init__(message, hint)
        self.waited_s = waited_s


class CorruptStoreError(UnavailableError):
    """The store is a gpuscope store and is damaged; recover with ``repair.set_aside``."""


class UnfitStoreError(UnavailableError):
    """The file is another program's, or a store of a later gpuscope: waiting does not change that."""


class DamageError(ValueError):
    """A value in the store is not what was written (wrong checksum, length or format)."""
