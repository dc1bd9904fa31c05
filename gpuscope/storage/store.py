"""Reading runs, and writing one run while it goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gpuscope.core.device import Device
from gpuscope.core.event import Event
from gpuscope.core.run import RunRecord
from gpuscope.storage.values import Series, SeriesInfo, StoreSize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class StoreReader:
    """Reads a store and never changes what is in it. Also a context manager. May be used from several threads.

    A store that is not there reads as one without runs, and is found as soon as it comes to be.

    Args:
        url: SQLAlchemy URL of the store.

    Raises:
        UnavailableError: The store cannot be read, belongs to another program, is of a later version that this one does
            not understand, or the URL is not one that is served.
        CorruptStoreError: It is ours, and damaged.
    """

    def __init__(self, url: str) -> None:
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the store was opened (a copy was read, it is of a later version), in words."""
        raise NotImplementedError

    def runs(self, *, limit: int | None = None) -> list[RunRecord]:
        """Returns the runs, newest first, deleted ones left out; made to be cheap for 10,000.

        ``devices`` is empty. ``environment`` is empty. ``metrics`` are parsed when they are looked at.
        ``state`` is as stored: a run that has not been finished says "running", whether its recorder lives or not.

        Args:
            limit: At most that many; None for all.
        """
        raise NotImplementedError

    def run(self, run_id_or_prefix: str) -> RunRecord:
        """Returns a run whole, by its id, the beginning of it, or "last" for the newest.

        Raises:
            UsageError: There is none, or more than one (names the candidates).
        """
        raise NotImplementedError

    def series_list(self, run_id: str) -> list[SeriesInfo]:
        """Returns the series of a run with what is known of each, in the order in which they were declared.

        Raises:
            UsageError: There is no such run (also from the following ones).
        """
        raise NotImplementedError

    def series(self, run_id: str, device: str, metric: str) -> Series:
        """Returns the readings of one series up to the last commit.

        Raises:
            UsageError: There is no such run, or no such series in it.
        """
        raise NotImplementedError

    def steps(self, run_id: str, pid: int | None = None) -> NDArray[np.int64]:
        """Returns the ends of all steps, warm-up included, in nanoseconds from the run's ``start_ns``, in order of steps.

        Ends that a full ring lost are not there (a gap event tells of them).

        Args:
            run_id: Of which run.
            pid: Of which of its processes; None for the one that took the first step.
        """
        raise NotImplementedError

    def events(self, run_id: str, kinds: Collection[str] = ()) -> list[Event]:
        """Returns the rare events (hello, phase, log, result, gap, end) in order of arrival, with absolute stamps.

        Args:
            run_id: Of which run.
            kinds: Only those kinds; empty for all.
        """
        raise NotImplementedError

    def batches(self, run_id: str, first_seq: int, last_seq: int) -> list[tuple[int, tuple[Event, ...]]]:
        """Returns (seq, events) of the batches first_seq … last_seq that are still whole, for healing a hole.

        At least the batches of the last minute of a live run are there; older ones were taken apart into columns.
        """
        raise NotImplementedError

    def committed(self, run_id: str) -> int:
        """Returns the highest seq that is in the store, -1 for none."""
        raise NotImplementedError

    def size(self) -> StoreSize:
        """Returns what the store takes on its disk."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes the store; does nothing the second time."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunWriter:
    """Writes one run: one per recorder, used from one thread. Also a context manager.

    Opening makes the store when there is none, brings it to the newest revision (with a backup beside it), and inserts
    the run, synced. A run that is in the store already is taken up again: its header is updated and :attr:`committed`
    says what is there; so a recorder that lost its store for a while opens a new writer and goes on.

    No connection is kept: each call opens, writes and closes under the store's write lock.

    Args:
        url: SQLAlchemy URL of the store.
        record: The run; stored as "running" until :meth:`finish`.

    Raises:
        UnavailableError: The store cannot be written here, is foreign, or of a later version (both are named).
        CorruptStoreError: It is ours, and damaged: ``repair.set_aside`` and try again.
    """

    def __init__(self, url: str, record: RunRecord) -> None:
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the store was opened (backup kept, network folder), in words."""
        raise NotImplementedError

    @property
    def committed(self) -> int:
        """The highest seq that is in the store, -1 for none."""
        raise NotImplementedError

    def declare(
        self, devices: Sequence[Device], calls: Mapping[str, Sequence[tuple[str, str]]], quality: Mapping[str, tuple[str, str]]
    ) -> None:
        """Says which series the values of each call belong to, for all batches appended from now on. Synced.

        Called again when a helper's hello brings something new; series of calls that are not named any more stay.

        Args:
            devices: Devices to add or to bring up to date, by key.
            calls: By name of a call, the (device, metric) of each of its values.
            quality: By "device/metric", its (quality, source).

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
        """
        raise NotImplementedError

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]], *, sync: bool = False) -> int:
        """Writes batches in one transaction; when it returns they are acknowledged and survive a kill of any process.

        Batches that the store has already (seq not above :attr:`committed`) are left out, so that repeating a failed
        call doubles nothing. Samples of a call that was never declared are kept as series of the device "".

        Args:
            batches: (seq, events), seq increasing.
            sync: Also survive a power cut: them and everything before. Wanted at least every 5 s.

        Returns:
            The highest seq that is in the store.

        Raises:
            StoreWriteError: They are not in the store; keep them and try again later.
            CorruptStoreError: The store is damaged.
        """
        raise NotImplementedError

    def update(self, record: RunRecord) -> None:
        """Writes the header, results and devices as they are now, synced.

        Name, tags and note are the user's and are left as they are in the store.

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
        """
        raise NotImplementedError

    def compact(self, *, final: bool = False) -> None:
        """Turns the older part of the raw tail into columns when there is enough of it; cheap to call after each append.

        Args:
            final: Take all of it, and join small chunks.

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
        """
        raise NotImplementedError

    def finish(self, record: RunRecord) -> None:
        """Writes the run's end (synced), then turns the whole tail into columns.

        Raises:
            StoreWriteError: It could not be written.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Ends the writing; does nothing the second time."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
