"""The store and the runs that a command line names."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.cli import console
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunRecord
from gpuscope.recording.run_folder import derive_state
from gpuscope.storage.store import StoreReader
from gpuscope.system import settings

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries

_TAIL_BYTES = 16 * 1024
RUN_HELP = "id of a run or the beginning of one; 'last' is the newest"


def url_of(arguments: argparse.Namespace) -> str:
    """Returns the URL of the store that the command line, the settings or the default name."""
    return settings.store_url(arguments.store)


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[StoreReader]:
    """Opens the store for reading; nothing is changed in it.

    Raises:
        UnavailableError: It cannot be read.
    """
    with StoreReader(url_of(arguments)) as reader:
        for note in reader.notes:
            console.tell(note)
        yield reader


def find(reader: StoreReader, named: str) -> RunRecord:
    """Returns the run of that id or prefix, its state derived.

    Raises:
        UsageError: There is none, or more than one.
    """
    return derive_state(reader.run(named))


def find_all(reader: StoreReader, named: Iterable[str]) -> list[RunRecord]:
    """Returns the runs of those ids or prefixes in that order, each once.

    Raises:
        UsageError: For one there is none, or more than one.
    """
    found = {record.run_id: record for record in (find(reader, one) for one in named)}
    return list(found.values())


def device_series(reader: StoreReader, run_id: str) -> "list[DeviceSeries]":
    """Returns all readings of a run, in the order of its series list."""
    from gpuscope.analysis.series import DeviceSeries  # numpy, which most verbs do without

    found = []
    for info in reader.series_list(run_id):
        series = reader.series(run_id, info.device, info.metric)
        quality = Quality(info.quality) if info.quality else Quality.ESTIMATED  # nobody vouched for it
        found.append(DeviceSeries(info.device, info.metric, series.before_ns, series.after_ns, series.values, quality, info.source))
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
