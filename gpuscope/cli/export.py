"""``gpuscope export``: the samples of a run, or the numbers of runs, as CSV."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.csv_report import samples_pieces, table_pieces
from gpuscope.reports.output_file import refuse_bad_output, write_file

NAME = "export"
HELP = "write the samples or the numbers of runs as CSV"
SAMPLES, SUMMARY = "samples", "summary"
_STREAM = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help=selection.RUN_HELP)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE.csv",
        help="the file to write; an older one is replaced; - is standard output",
    )
    parser.add_argument(
        "--kind",
        choices=(SAMPLES, SUMMARY),
        help="samples: every reading of one run, a row an instant; summary: a row a run with all of its numbers "
        "(default: samples for one run, summary for several)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the file."""
    to_stream = str(arguments.output) == _STREAM
    if not to_stream:
        _check_output(arguments.output)
    elif arguments.json:
        raise UsageError("-o - and --json would both write to standard output", "Name a file with -o, or leave --json out.")
    with selection.opened(arguments) as reader:
        records = reader.find_all(arguments.runs)
        kind = arguments.kind or (SAMPLES if len(records) == 1 else SUMMARY)
        if kind == SAMPLES and len(records) > 1:
            raise UsageError("the samples of several runs do not go into one file", "Export one run at a time, or use --kind summary.")
        if to_stream:
            sys.stdout.writelines(_pieces(reader, records, kind))
            return 0
        write_file(arguments.output, _pieces(reader, records, kind))
    _tell(arguments, kind, records)
    return 0


def _check_output(path: Path) -> None:
    if path.suffix.lower() == ".gpuscope":
        raise UsageError("run bundles (.gpuscope) come with a later version", "Use -o samples.csv.")
    if path.suffix.lower() != ".csv":
        raise UsageError(
            f"the ending of {path.name!r} is not known",
            "Known is .csv, for both kinds: -o samples.csv; -o - writes CSV to standard output.",
        )
    refuse_bad_output(path)


def _pieces(reader: RunHistory, records: list[RunRecord], kind: str) -> Iterable[str]:
    if kind == SAMPLES:
        return samples_pieces(reader.device_series(records[0].run_id))
    from gpuscope.reports.run_list import summary_table

    return table_pieces(summary_table(records))


def _tell(arguments: argparse.Namespace, kind: str, records: list[RunRecord]) -> None:
    if arguments.json:
        console.print_document({"output": str(arguments.output), "kind": kind, "runs": [record.run_id for record in records]})
        return
    from gpuscope.reports.printable import printable

    what = f"The samples of run {records[0].run_id} are" if kind == SAMPLES else f"The numbers of {len(records)} runs are"
    console.say(f"{what} in {printable(str(arguments.output))}")
