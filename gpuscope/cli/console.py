"""Terminal output: results (text or one JSON document) on standard output; progress, warnings and errors on standard error."""

import argparse
import contextlib
import os
import sys

from gpuscope.system.language import composed

LINE_AWAY = "\r\x1b[K"
"""Clears the line that the cursor is on."""


def make_robust() -> None:
    """Escape characters that the terminal cannot encode instead of raising, and replace closed streams by the null device."""
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def print_document(document: object) -> None:
    """Print one JSON document in pure ASCII, so that any name survives any terminal; NaN and infinities become null."""
    from gpuscope.reports.json_text import json_text

    print(json_text(document))


def print_text(text: str) -> None:
    """Translate text and print it on standard output at once. Text from users and programs in it must have been made printable."""
    print("\n".join(map(composed, text.split("\n"))), flush=True)  # what follows may take minutes, and a pipe would hold it back


def print_result(arguments: argparse.Namespace, document: object, text: str) -> int:
    """Print the result of a verb, with ``--json`` the document and otherwise the text; return the exit code of success."""
    if arguments.json:
        print_document(document)
    else:
        print_text(text)
    return 0


def print_rendered(rendered: str) -> None:
    """Print an already translated report on standard output as it is."""
    print(rendered)


def print_to_stderr(text: str) -> None:
    """Translate a progress message or a warning and print it on standard error, with control characters escaped."""
    from gpuscope.reports.printable import printable

    _write(f"gpuscope: {printable(composed(text))}\n")


def prompt(text: str) -> None:
    """Print a question on standard error and leave the cursor behind it, for the answer."""
    from gpuscope.reports.printable import printable

    _write(" ".join(("gpuscope:", printable(composed(text)), "")))


def print_error(message: str, hint: str) -> None:
    """Print an error and a hint on standard error, one line each."""
    from gpuscope.reports.printable import printable

    lines = [f"gpuscope: {printable(composed(message), 1000)}", *([printable(composed(hint), 1000)] if hint else [])]
    _write("\n".join(lines) + "\n")


def _width() -> int:
    from shutil import get_terminal_size  # lazy: not needed for the start of a run

    return get_terminal_size().columns


def columns() -> int | None:
    """Return the width of the terminal on standard output; None if it is not a terminal."""
    return _width() if sys.stdout.isatty() else None


def redrawn(text: str) -> str:
    """Return the characters that redraw the current line of the terminal with ``text``, cut to the terminal's width."""
    from gpuscope.reports.printable import printable

    return f"{LINE_AWAY}{printable(composed(text), max(20, _width() - 1))}"


class LiveLine:
    """A line on standard error that is redrawn in place on a terminal, and left out elsewhere. Writing blocks."""

    def __init__(self) -> None:
        self._redraws = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Redraw the line with ``text``."""
        if self._redraws:
            self._shown = True
            _write(redrawn(text))

    def clear(self) -> None:
        """Clear the line, so that something else can be printed there."""
        if self._shown:
            _write(LINE_AWAY)
            self._shown = False


def _write(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # a closed terminal must not end the program
        sys.stderr.write(text)
        sys.stderr.flush()
