"""The store and the runs that a command line refers to."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuscope.cli import console
from gpuscope.core.errors import UsageError
from gpuscope.recording.captures import newest_profiles
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.trace_paths import is_trace_path, trace_files
from gpuscope.storage.sqlite_file import store_path
from gpuscope.system import settings
from gpuscope.system.paths import is_there, refuse_impossible_folder

RUN_HELP = "run id, its beginning, or 'last' for the newest"
LIVE_RUN_HELP = "run id, its beginning, or 'last' for the newest live run"


def url_of(arguments: argparse.Namespace) -> str:
    """Return the URL of the store given by the command line, the settings or the default."""
    return settings.store_url(arguments.store)


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[RunHistory]:
    """Open the store read-only.

    Raises:
        UnavailableError: It cannot be read, or its folder is not there and cannot be made.
        UsageError: The store given on the command line does not exist.
    """
    with RunHistory(url_of(arguments)) as reader:
        _refuse_absent(arguments.store, reader)
        for note in reader.notes:
            console.print_to_stderr(note)
        yield reader


def _refuse_absent(named: str | None, reader: RunHistory) -> None:
    """Refuse a given store that does not exist, unless a run is about to create it: a typo must not look like an empty store.

    The same holds for a folder of the default store that can never be made.
    """
    if is_there(path := store_path(reader.url)):
        return
    if named and next(reader.young(()), None) is None:
        raise UsageError(f"the store {path} is not there", "Check --store; 'gpuscope run --store …' creates a new one.")
    refuse_impossible_folder(path.parent)


def profiles_of(arguments: argparse.Namespace, named: str) -> list[Path]:
    """Return the profiles that a name refers to: a file, the traces in a folder, or the newest of each process of a run.

    Raises:
        UsageError: There is no such file, and no such run, or the run has no profile.
    """
    if is_trace_path(named):
        return trace_files(Path(named))
    with opened(arguments) as reader:
        record = reader.find(named)
    if paths := newest_profiles(Path(record.folder)):
        return paths
    raise UsageError(f"run {record.run_id} has no profile", "Record one with the run: gpuscope run --profile steps=100:110 …")
