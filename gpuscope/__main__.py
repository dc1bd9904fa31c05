"""``gpuscope`` and ``python -m gpuscope``: the command line, or the window when no verb is given."""

from __future__ import annotations

import atexit
import gc
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

STOPPED = 130
"""Exit code after Ctrl-C, the shells' convention."""


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        return _main()
    except KeyboardInterrupt:  # during imports: no command has started yet
        return STOPPED
    finally:
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C has nothing left to stop
        if "PySide6" not in sys.modules:  # Qt's objects must be collected in the interpreter's last collection
            gc.freeze()  # for all others it only takes time: 0.08 s for a recorder


def _main() -> int:
    gc.disable()  # until the verb is imported: collections during imports take time and free nothing
    if sys.argv[1:2] != ["run"]:
        return _command()
    from gpuscope.recording import early_guard

    early_guard.start(sys.argv[2:])
    if early_guard.is_waiting():  # for the imports below
        from gpuscope.system import imports

        imports.postpone_imports()
    try:
        return _command()
    finally:
        early_guard.end()


def _command() -> int:
    frame = None
    if sys.argv[1:] in ([], ["open"]):  # plain window: show it before loading the rest
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
    """Enable garbage collection with all imported objects frozen: they stay, so each full collection would scan them for nothing."""
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    sys.exit(main())
