"""``gpuscope demo``: runs a quick ladder on this machine and writes a CSV and a PDF; in the window if there is a screen."""

import argparse
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.cli.ladder import climb, document, exit_code, outcome, print_outcome
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import screen

HELP = "measure what optimizations gain on this machine in two minutes; write a CSV and a PDF"
DEFAULT_OUTPUT = Path("gpuscope-demo.csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope demo``."""
    parser.add_argument(
        "--repeats", type=int, default=1, metavar="N", help="runs per rung (default 1); from 2 on with an interval and a verdict"
    )
    parser.add_argument("--steps", type=int, metavar="N", help="measured steps per run (default: three seconds)")
    parser.add_argument(
        "-o", "--output", type=Path, default=DEFAULT_OUTPUT, metavar="FILE",
        help=f"the CSV (default {DEFAULT_OUTPUT}, in this folder); the PDF is written next to it",
    )  # fmt: skip
    parser.add_argument("--no-window", action="store_true", help="stay in the terminal even if there is a screen")


def run(arguments: argparse.Namespace) -> int:
    """Run the quick ladder and write its files."""
    from gpuscope.recording.ladder_request import demo_request
    from gpuscope.reports.output_file import refuse_bad_output
    from gpuscope.storage.sqlite_file import refuse_unusable

    if arguments.repeats < 1 or (arguments.steps is not None and arguments.steps < 1):
        raise UsageError("at least one repeat and one step are needed", "For example: gpuscope demo --repeats 2 --steps 100")
    files = [arguments.output, arguments.output.with_suffix(".pdf")]
    for file in files:
        refuse_bad_output(file)
    refuse_unusable(selection.url_of(arguments))
    if _in_window(arguments):
        console.print_text(f"The window measures a ladder of optimizations. It writes {files[0]} and {files[1]}.")
        return int(arguments.open_window(arguments))
    asked, from_cpu = demo_request(arguments.steps)
    plan = climb(arguments, asked, thorough=arguments.repeats > 1, repeats=arguments.repeats, from_cpu=from_cpu, files=files)
    view, comparison = outcome(plan, arguments, files)
    written = files if comparison is not None else []
    if arguments.json:
        paths = {file.suffix.lstrip("."): str(file.absolute()) for file in written}
        compared = {} if comparison is None else comparison.to_json()
        console.print_document({**compared, **document(plan, view), "answers": [view.sentence], **paths})
    else:
        print_outcome(view, written)
        console.print_text("The runs are kept: gpuscope runs, gpuscope show RUN")
    return exit_code(plan, view)


def _in_window(arguments: argparse.Namespace) -> bool:
    if arguments.json or arguments.no_window or arguments.open_window is None or not screen.has_screen():
        return False
    try:
        screen.refuse_without_screen()
    except UnavailableError as error:
        console.print_to_stderr(f"In the terminal, since {error.message}. {error.hint}")
        return False
    return True
