"""``gpuscope`` and ``python -m gpuscope``: the command line, or the window where no verb is given."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

STOPPED = 130
"""Exit code after Ctrl-C, as a shell has it."""


def main() -> int:
    """Do what the command line asks for and return the exit code."""
    try:
        return _main()
    except KeyboardInterrupt:  # while modules are imported: nothing has begun
        return STOPPED


def _main() -> int:
    gc.disable()  # until the verb is imported: collections in between find nothing and take an eighth of the time
    frame = None
    if sys.argv[1:] in ([], ["open"]):  # the window and nothing else: it is seen before the rest is loaded
        from gpuscope import app

        frame = app.early_frame()
    from gpuscope.cli import parser

    def open_window(arguments: argparse.Namespace) -> int:
        from gpuscope import app

        gc.enable()
        return app.open_window(arguments, frame)

    try:
        return parser.main(sys.argv[1:], open_window, _collect_from_now_on)
    finally:
        gc.enable()


def _collect_from_now_on() -> None:
    """Have garbage collected, but not what was imported: it stays, and going through it each time was a tenth of the time of a report."""
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    sys.exit(main())
