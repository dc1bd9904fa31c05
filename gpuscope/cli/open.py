"""``gpuscope open``: opens the window, with the runs of any given bundles, as a double click on such a file does."""

import argparse
import os
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import window_socket

HELP = "open the window, or use the one that is open; given a bundle, show its runs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope open``."""
    parser.add_argument(
        "recordings", nargs="*", type=Path, metavar="FILE", help="a run bundle (.gpuscope), or what 'gpuscope import' takes"
    )


def run(arguments: argparse.Namespace) -> int:
    """Pass the files to the window that is open, or open one.

    Raises:
        UsageError: A file does not exist, or ``--json`` was given.
        UnavailableError: A file cannot be read, or there is no screen.
    """
    if arguments.json:
        raise UsageError("the window prints no JSON", "To bring runs in without it: gpuscope import FILE --json")
    arguments.recordings = [_readable(path.absolute()) for path in arguments.recordings]
    if arguments.recordings and window_socket.hand_over(selection.url_of(arguments), arguments.recordings):
        console.print_text("The runs are shown in the window that is open.")
        return 0
    return int(arguments.open_window(arguments))


def _readable(path: Path) -> Path:
    if not path.exists():
        raise UsageError(f"{path} is not there", "Name a run bundle (.gpuscope).")
    if not os.access(path, os.R_OK):
        raise UnavailableError(f"{path} cannot be read", "Check its permissions.")
    return path
