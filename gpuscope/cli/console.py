"""What a person or a script reads: one JSON document or words on standard output; warnings and errors on standard error."""

import contextlib
import os
import shutil
import sys
from typing import TextIO

from gpuscope.system.language import composed

LINE_AWAY = "\r\x1b[K"
"""Takes the line away that the cursor is on."""


def make_robust() -> None:
    """Let a terminal that lacks a character show its escape instead of ending the program; a closed stream takes nothing."""
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def print_document(document: object) -> None:
    """Print one JSON document; pure ASCII, so that any name survives any terminal; NaN and infinities become null."""
    from gpuscope.reports.json_text import json_text

    print(json_text(document))


def say(text: str) -> None:
    """Print words that hold no foreign text, or foreign text made printable."""
    print("\n".join(map(composed, text.split("\n"))))


def show(rendered: str) -> None:
    """Print a rendered report, which is translated already but for the words of users and programs in it."""
    print(rendered)


def tell(text: str) -> None:
    """Print a line of progress or warning on standard error; foreign text in it does no harm."""
    from gpuscope.reports.printable import printable

    _write(sys.stderr, f"gpuscope: {printable(composed(text))}\n")


def ask(text: str) -> None:
    """Print a question on standard error; its answer is typed behind it."""
    from gpuscope.reports.printable import printable

    _write(sys.stderr, " ".join(("gpuscope:", printable(composed(text)), "")))


def tell_error(message: str, hint: str) -> None:
    """Print what happened and what to do, one line each, on standard error."""
    from gpuscope.reports.printable import printable

    lines = [f"gpuscope: {printable(composed(message), 1000)}", *([printable(composed(hint), 1000)] if hint else [])]
    _write(sys.stderr, "\n".join(lines) + "\n")


def columns() -> int | None:
    """Return the width of the terminal on standard output; None when that is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def redrawn(text: str) -> str:
    """Return what draws a line again on a terminal, cut to its width; foreign text in it does no harm."""
    from gpuscope.reports.printable import printable

    return f"{LINE_AWAY}{printable(composed(text), max(20, shutil.get_terminal_size().columns - 1))}"


class LiveLine:
    """A line on standard error that is redrawn in place on a terminal, and left out elsewhere; it waits for the terminal."""

    def __init__(self) -> None:
        self._redraws = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Draw the line again."""
        if self._redraws:
            self._shown = True
            _write(sys.stderr, redrawn(text))

    def clear(self) -> None:
        """Take the line away, so that something else can be printed there."""
        if self._shown:
            _write(sys.stderr, LINE_AWAY)
            self._shown = False


def _write(stream: TextIO, text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # a closed terminal ends nothing
        stream.write(text)
        stream.flush()
