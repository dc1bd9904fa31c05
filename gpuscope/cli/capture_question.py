"""Asks for confirmation before recording a profile that may be large; without a terminal, refuses and names the flag to confirm with."""

import argparse
import sys

from gpuscope.cli import console
from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec

FLAG = "--yes"
_YES = frozenset({"y", "yes", "j", "ja", "是", "好"})


def agree_to_capture(arguments: argparse.Namespace, spec: RunSpec) -> None:
    """Ask for confirmation if the profile of a run may be large, unless the user has already agreed.

    Raises:
        UsageError: The user does not agree, or there is no terminal to ask on.
    """
    if spec.profile is None or arguments.yes:
        return
    from gpuscope.recording.capture_size import large_capture
    from gpuscope.system import paths
    from gpuscope.system.settings import store_url

    url = store_url(arguments.store)
    agree(large_capture(spec, url, paths.runs_folder(url)))


def agree(question: str) -> None:
    """Ask a question; do nothing if it is "".

    Raises:
        UsageError: The user does not agree, or there is no terminal to ask on.
    """
    if not question:
        return
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(question, f"Add {FLAG} to record it: it stops before either is full. Ten steps are usually enough.")
    console.print_to_stderr(question)
    if _answer().strip().lower() not in _YES:
        raise UsageError("nothing was started", "Ten steps are usually enough: --profile steps=100:110")


def _answer() -> str:
    """Return what was typed; "" at the end of the input."""
    console.prompt("It stops before either is full. Record it? [y/N]")
    try:
        return sys.stdin.readline()
    except (OSError, UnicodeDecodeError):
        return ""
