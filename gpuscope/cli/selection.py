"""The store and the runs that a command line names."""

import argparse
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.cli import console
from gpuscope.core.errors import UsageError
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunRecord
from gpuscope.recording.run_folder import derive_state, read_header
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths, settings

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries

_TAIL_BYTES = 16 * 1024
LAST = "last"
RUN_HELP = "id of a run or the beginning of one; 'last' is the newest"


def url_of(arguments: argparse.Namespace) -> str:
    """Returns the URL of the store that the command line, the settings or the default name."""
    return settings.store_url(arguments.store)


class OpenedStore(StoreReader):
    """A store that is read, and its URL."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[OpenedStore]:
    """Opens the store for reading; nothing is changed in it.

    Raises:
        UnavailableError: It cannot be read.
    """
    with OpenedStore(url_of(arguments)) as reader:
        for note in reader.notes:
            console.tell(note)
        yield reader


def find(reader: OpenedStore, named: str) -> RunRecord:
    """Returns the run of that id or prefix, its state derived; also one that is too young to be in the store.

    Raises:
        UsageError: There is none, or more than one, or none was named.
    """
    if not named.strip():
        raise UsageError("a run must be named", "'gpuscope runs' lists them; 'last' is the newest.")
    try:
        stored = true_state(reader, reader.run(named))
    except UsageError:
        return _unstored(reader, named)
    if named != LAST:
        return stored
    return max([stored, *young(reader, {stored.run_id})], key=lambda record: record.started_at)


def true_state(reader: OpenedStore, record: RunRecord) -> RunRecord:
    """Returns the record with its state derived; looks into the store once more before it calls a run interrupted.

    A run may end between the look into the store and that at its lock: its recorder writes the end, then frees the lock.
    """
    derived = derive_state(record)
    if derived.state is record.state:
        return derived
    try:
        return derive_state(reader.run(record.run_id))
    except UsageError:
        return derived


def _unstored(reader: OpenedStore, named: str) -> RunRecord:
    stored = [record.run_id for record in reader.runs()]
    found = [record for record in young(reader, stored) if named == LAST or record.run_id.startswith(named)]
    if not found or any(run_id.startswith(named) for run_id in stored):
        return true_state(reader, reader.run(named))  # it has come into the store meanwhile, or there is none
    if len(found) > 1 and named != LAST:
        raise UsageError(f"{named!r} begins {len(found)} runs", f"Say more of it: {', '.join(record.run_id for record in found[:5])}.")
    return max(found, key=lambda record: record.started_at)


def young(reader: OpenedStore, stored: Collection[str]) -> Iterator[RunRecord]:
    """Yields the runs that are not in the store: a recorder opens it at the first step, or after five seconds."""
    folder = paths.runs_folder(reader.url)
    for name in os.listdir(folder) if folder.is_dir() else ():
        if name not in stored:
            found = read_header(folder / name)
            if found is not None and found[1] == reader.url:
                yield true_state(reader, found[0])


def find_all(reader: OpenedStore, named: Iterable[str]) -> list[RunRecord]:
    """Returns the runs of those ids or prefixes in that order, each once.

    Raises:
        UsageError: For one there is none, or more than one.
    """
    found = {record.run_id: record for record in (find(reader, one) for one in named)}
    return list(found.values())


def device_series(reader: OpenedStore, run_id: str) -> "list[DeviceSeries]":
    """Returns all readings of a run, in the order of its series list."""
    from gpuscope.analysis.series import DeviceSeries  # numpy, which most verbs do without

    devices = [result.device for result in reader.run(run_id).devices]
    periods = {(device.key, key): capability.period_s for device in devices for key, capability in device.capabilities.items()}
    found = []
    for info in reader.series_list(run_id):
        series = reader.series(run_id, info.device, info.metric)
        quality = Quality(info.quality) if info.quality else Quality.ESTIMATED  # nobody vouched for it
        period_s = periods.get((info.device, info.metric))
        found.append(
            DeviceSeries(info.device, info.metric, series.before_ns, series.after_ns, series.values, quality, info.source, period_s)
        )
    return found


def last_lines(record: RunRecord, count: int = 10) -> list[str]:
    """Returns the last lines of the workload's output; none when they are not on this machine."""
    if not record.folder:
        return []
    try:
        with (Path(record.folder) / "output.log").open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if line.strip()][-count:]
