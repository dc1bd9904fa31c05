"""``gpuscope export``: runs as a bundle, one run's recording as CSV or JSON, or the numbers of runs as CSV."""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.captures import profile_files
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.output_file import refuse_bad_output, write_file

HELP = "write runs as a bundle, one run's recording as CSV or JSON, or results of runs as CSV"
SAMPLES, SUMMARY, EVERYTHING, BUNDLE = "samples", "summary", "everything", "bundle"
_STREAM = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope export``."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help=selection.RUN_HELP)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file to write: .gpuscope for a bundle that 'gpuscope import' reads on another machine; .csv; or .json for all that was "
        "recorded of one run (its document as of show --json, readings, steps, logged values, marks); an older one is replaced; - is CSV "
        "on standard output",
    )
    parser.add_argument(
        "--kind",
        choices=(SAMPLES, "steps", "values", "marks", SUMMARY),
        help="what a .csv file holds; samples: every reading of one run, one row per instant; steps: the end of each of its steps; values: "
        "all that it logged (loss …), one row per value; marks: its marks; summary: one row per run with all of its numbers "
        "(default: samples for one run, summary for several); steps are counted from 1, warm-up included",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    to_stream = str(arguments.output) == _STREAM
    if not to_stream:
        _check_output(arguments.output)
    elif arguments.json:
        raise UsageError("-o - and --json would both write to standard output", "Name a file with -o, or leave --json out.")
    with selection.opened(arguments) as reader:
        records = reader.find_all(arguments.runs)
        kind = _kind(arguments, len(records))
        # for a live run, a bundle is refused below
        reader.refuse_unstored(record for record in records if kind != BUNDLE or record.state is not RunState.RUNNING)
        if kind not in (SUMMARY, BUNDLE) and len(records) > 1:
            raise UsageError(f"the {kind} of several runs do not go into one file", "Export one run at a time, or use --kind summary.")
        if to_stream:
            sys.stdout.writelines(map(str, _pieces(reader, records, kind)))
            return 0
        line = console.LiveLine()
        try:
            write_file(arguments.output, _pieces(reader, records, kind, lambda share: line.show(f"exporting  {figures.percent(share)}")))
        finally:
            line.clear()
    _print_path(arguments, kind, records)
    return 0


def _kind(arguments: argparse.Namespace, runs: int) -> str:
    if arguments.output.suffix.lower() == ".gpuscope":
        if arguments.kind is not None:
            raise UsageError("--kind is for .csv files", "A bundle holds everything of its runs.")
        return BUNDLE
    if arguments.output.suffix.lower() == ".json":
        if arguments.kind is not None:
            raise UsageError("--kind is for .csv files", "A .json file holds everything of a run.")
        if runs > 1:
            raise UsageError(
                "a .json file holds one run", "Export one run at a time; 'gpuscope compare -o FILE.json' sets runs side by side."
            )
        return EVERYTHING
    return str(arguments.kind or (SAMPLES if runs == 1 else SUMMARY))


def _check_output(path: Path) -> None:
    if path.suffix.lower() not in (".csv", ".json", ".gpuscope"):
        raise UsageError(
            f"{path.name!r} has no known file ending",
            "Supported: .csv, .json and .gpuscope: -o samples.csv, -o run.json, -o runs.gpuscope; -o - writes CSV to standard output.",
        )
    refuse_bad_output(path)


def _pieces(
    reader: RunHistory, records: list[RunRecord], kind: str, progress: Callable[[float], None] = lambda _: None
) -> Iterable[str | bytes]:
    if kind == BUNDLE:
        from gpuscope.bundles.bundle_writer import bundle_pieces

        return bundle_pieces(reader, records, progress)
    if kind == SUMMARY:
        from gpuscope.reports.run_list import summary_table
        from gpuscope.system.settings import read_settings

        return table_pieces(summary_table(records, read_settings().factors))
    from gpuscope.recording import run_file

    return run_file.json_pieces(reader, records[0]) if kind == EVERYTHING else run_file.csv_pieces(reader, records[0], kind, progress)


def _print_path(arguments: argparse.Namespace, kind: str, records: list[RunRecord]) -> None:
    if arguments.json:
        console.print_document({"output": str(arguments.output), "kind": kind, "runs": [record.run_id for record in records]})
        return
    from gpuscope.reports.printable import printable

    console.print_text(_what_is_where(kind, records, printable(str(arguments.output))))
    if kind in (BUNDLE, EVERYTHING):
        for path in [path for record in records for path in profile_files(Path(record.folder))]:
            console.print_to_stderr(f"without its profile, which stays a file of its own: {printable(str(path))}")


def _what_is_where(kind: str, records: list[RunRecord], path: str) -> str:
    if kind == SUMMARY:
        return f"The numbers of {figures.counted(len(records), 'run')} are in {path}"
    if kind == BUNDLE:
        return f"The run is in {path}" if len(records) == 1 else f"The {len(records)} runs are in {path}"
    run_id = records[0].run_id
    return f"Everything of run {run_id} is in {path}" if kind == EVERYTHING else f"The {kind} of run {run_id} are in {path}"
