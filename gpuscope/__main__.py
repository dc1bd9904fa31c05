"""``gpuscope`` and ``python -m gpuscope``: the command line, or the window where no verb is given."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def main() -> int:
    """Do what the command line asks for and return the exit code."""
    frame = None
    if sys.argv[1:] in ([], ["open"]):  # the window and nothing else: it is seen before the rest is loaded
        from gpuscope import app

        frame = app.early_frame()
    from gpuscope.cli import parser

    def open_window(arguments: argparse.Namespace) -> int:
        from gpuscope import app

        return app.open_window(arguments, frame)

    # What a verb imports stays for as long as the process: to go through it again and again was a tenth of the time of a report.
    return parser.main(sys.argv[1:], open_window, gc.freeze)


if __name__ == "__main__":
    sys.exit(main())
