"""The store and the runs that a command line names."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from gpuscope.cli import console
from gpuscope.recording.run_history import RunHistory
from gpuscope.system import settings

RUN_HELP = "id of a run or the beginning of one; 'last' is the newest"


def url_of(arguments: argparse.Namespace) -> str:
    """Returns the URL of the store that the command line, the settings or the default name."""
    return settings.store_url(arguments.store)


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[RunHistory]:
    """Opens the store for reading; nothing is changed in it.

    Raises:
        UnavailableError: It cannot be read.
    """
    with RunHistory(url_of(arguments)) as reader:
        for note in reader.notes:
            console.tell(note)
        yield reader
