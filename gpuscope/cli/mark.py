"""``gpuscope mark``: adds a mark with a short text to a live run."""

import argparse
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunState
from gpuscope.recording.run_connection import RunConnection

HELP = "add a mark to a live run"
_MAX_TEXT = 1000
"""Maximum characters: a mark is a label on a chart, and must fit a request of at most 64 KiB (``recording.broadcast``)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope mark``."""
    parser.usage = "gpuscope mark RUN TEXT [options]"  # an empty text is refused with the same message as a missing one
    parser.add_argument("run", metavar="RUN", help=selection.LIVE_RUN_HELP)
    parser.add_argument("text", nargs="?", default="", metavar="TEXT", help="text of the mark")


def run(arguments: argparse.Namespace) -> int:
    """Send the mark to the run's recorder."""
    text = arguments.text.strip()
    if not text:
        raise UsageError("the mark has no text", 'For example: gpuscope mark last "fan on"')
    if len(text) > _MAX_TEXT:
        raise UsageError(f"a mark of {len(text)} characters is too long", f"The maximum is {_MAX_TEXT}.")
    with selection.opened(arguments) as reader:
        record = reader.find_live(arguments.run)
    if record.state is not RunState.RUNNING:
        raise UsageError(f"run {record.run_id} is not live: it is {record.state.value}", "Marks can be added only to a live run.")
    with RunConnection.open(Path(record.folder)) as connection:
        answer = connection.request("mark", text=text)
    if not answer.get("ok"):
        raise GpuscopeError("the run's recorder did not take the mark", str(answer.get("error", "")))
    return console.print_result(arguments, {"run_id": record.run_id, "text": text}, f"Run {record.run_id} is marked.")
