"""``gpuscope demo``: a small comparison on this machine, from its runs to a CSV and a PDF; in the window where there is a screen."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.cli.recorded_variant import record_variant
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.recording import demo_plan
from gpuscope.recording.demo_plan import Question
from gpuscope.system import screen

NAME = "demo"
HELP = "run a small comparison and leave a CSV and a PDF; in the window where there is a screen"
DEFAULT_OUTPUT = Path("gpuscope-demo.csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="runs of each variant (default 3)")
    parser.add_argument("--steps", type=int, metavar="N", help="measured steps of each run; chosen so that it takes seconds when not given")
    parser.add_argument(
        "-o", "--output", type=Path, default=DEFAULT_OUTPUT, metavar="FILE",
        help=f"the CSV (default {DEFAULT_OUTPUT}, in this folder); the PDF lies beside it",
    )  # fmt: skip
    parser.add_argument("--no-window", action="store_true", help="stay in the terminal, also where there is a screen")


def run(arguments: argparse.Namespace) -> int:
    """Run the comparison and leave its files."""
    from gpuscope.reports.output_file import refuse_bad_output
    from gpuscope.storage.preflight import refuse_unusable

    if arguments.repeats < 1 or (arguments.steps is not None and arguments.steps < 1):
        raise UsageError("at least one repeat and one step are needed", "For example: gpuscope demo --repeats 2 --steps 100")
    for output in (arguments.output, _pdf_of(arguments.output)):
        refuse_bad_output(output)
    refuse_unusable(selection.url_of(arguments))
    if _in_window(arguments):
        console.say(f"A small comparison runs in the window. It leaves {arguments.output} and {_pdf_of(arguments.output)}.")
        return int(arguments.open_window(arguments))
    questions, absent = demo_plan.questions(arguments.steps)
    if not arguments.json:
        console.say(
            "A small comparison: " + "; ".join(f"{question.other.name} against {question.baseline.name}" for question in questions) + "."
        )
        for reason in absent:
            console.say(f"Left out: {reason}")
    return _report(questions, _record(questions, arguments), arguments)


def _pdf_of(csv: Path) -> Path:
    return csv.with_suffix(".pdf")


def _in_window(arguments: argparse.Namespace) -> bool:
    if arguments.json or arguments.no_window or arguments.open_window is None or not screen.has_screen():
        return False
    try:
        screen.refuse_without_screen()
    except UnavailableError as error:
        console.tell(f"In the terminal, since {error.message}. {error.hint}")
        return False
    return True


def _record(questions: Sequence[Question], arguments: argparse.Namespace) -> dict[str, list[str]]:
    """Record every variant as often as asked, and return the runs' ids by its name."""
    order = demo_plan.run_order(questions, arguments.repeats)
    runs: dict[str, list[str]] = {variant.name: [] for variant in order}
    for number, variant in enumerate(order, 1):
        console.tell(f"run {number} of {len(order)}: {variant.name}")
        runs[variant.name].append(record_variant(variant, demo_plan.run_name(variant), arguments))
    return runs


def _report(questions: Sequence[Question], runs: dict[str, list[str]], arguments: argparse.Namespace) -> int:
    from gpuscope.recording.demo_report import compare_demo, write_demo_report
    from gpuscope.reports.comparison_report import comparison_report
    from gpuscope.reports.text import render
    from gpuscope.system.settings import read_settings

    with selection.opened(arguments) as reader:
        comparison, answers = compare_demo(reader, questions, runs)
        pdf = write_demo_report(reader, comparison, arguments.output)
    if arguments.json:
        files = {"csv": str(arguments.output.absolute()), "pdf": str(pdf.absolute())}
        console.print_document({**comparison.to_json(), "answers": answers, **files})
        return 0
    console.say(render(comparison_report(comparison, read_settings().energy_unit), console.columns()))
    console.say("")
    for text in answers:
        console.say(text)
    console.say(f"\nThe report: {pdf.absolute()}\nEvery number of it: {arguments.output.absolute()}")
    console.say("The runs are kept: gpuscope runs, gpuscope show RUN")
    return 0
