"""``gpuscope profile``: what a profiler's trace says: device timeline, operators, kernels, classes of work."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gpuscope.cli import console, selection
from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.profiles.difference import ProfileDifference
from gpuscope.profiles.document import profile_document, rank_document
from gpuscope.profiles.profile import Profile, open_profile
from gpuscope.profiles.ranks import rank_table
from gpuscope.reports.json_text import json_text
from gpuscope.reports.output_file import refuse_bad_output, write_file
from gpuscope.reports.profile_difference_view import ProfileDifferenceView
from gpuscope.reports.profile_text import profile_csv, profile_report
from gpuscope.reports.profile_view import ProfileTable, ProfileView, rank_columns
from gpuscope.reports.text import render, render_table

NAME = "profile"
HELP = "say what a profiler's trace holds: where the device's time went, operators, kernels"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    help_text = "a run that was profiled, or a .json or .json.gz of torch.profiler, Kineto or Chrome; of several ranks, each"
    parser.add_argument("files", nargs="+", metavar="RUN|FILE", help=help_text)
    parser.add_argument("--against", metavar="RUN|FILE", help="the profile to set it against: what is new, gone, faster, slower")
    parser.add_argument("--all", action="store_true", help="every table, whole")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.csv", help="write the tables as CSV, or with .json the document")


def run(arguments: argparse.Namespace) -> int:
    """Print what each trace says."""
    arguments.files = [path for named in arguments.files for path in selection.profiles_of(arguments, named)]
    if arguments.output is not None:
        if len(arguments.files) > 1:
            raise UsageError("-o takes one trace", "Name one file.")
        refuse_bad_output(arguments.output)
    if arguments.against is not None:
        return _against(arguments)
    profiles = [_opened(path) for path in arguments.files]
    if arguments.output is not None:
        _write(arguments.output, lambda: profile_document(profiles[0]), ProfileView(profiles[0]).tables)
    if arguments.json:
        documents = [profile_document(profile) for profile in profiles]
        console.print_document(
            documents[0] if len(documents) == 1 else {"profiles": documents, "ranks": rank_document(rank_table(profiles))}
        )
    elif arguments.output is None:
        texts = [render(profile_report(ProfileView(profile), everything=arguments.all), console.columns()) for profile in profiles]
        if len(profiles) > 1:
            texts.insert(0, render_table(rank_columns(rank_table(profiles)).shown(), console.columns()))
        console.say("\n\n".join(texts))
    return 0


def _against(arguments: argparse.Namespace) -> int:
    if len(arguments.files) > 1:
        raise UsageError("--against takes one trace on each side", "Name one file, and one behind --against.")
    paths = [selection.profiles_of(arguments, arguments.against)[0], arguments.files[0]]
    difference = ProfileDifference(*(_opened(path) for path in paths))
    view = ProfileDifferenceView(difference, *_names(paths))
    if arguments.output is not None:
        _write(arguments.output, view.document, view.tables)
    if arguments.json:
        console.print_document(view.document())
    elif arguments.output is None:
        console.say(render(view.report(everything=arguments.all), console.columns()))
    return 0


def _names(paths: list[Path]) -> list[str]:
    """Return what two files are called: their names, or where these are the same, their folders'."""
    names = [path.name.removesuffix(".gz").removesuffix(".json") for path in paths]
    folders = [path.absolute().parent.name for path in paths]
    return folders if names[0] == names[1] and folders[0] != folders[1] else names


def _opened(path: Path) -> Profile:
    line = console.LiveLine()
    try:
        return open_profile(path, lambda share: line.show(f"reading {path.name}  {figures.percent(share)}"))
    finally:
        line.clear()


def _write(path: Path, document: Callable[[], dict[str, Any]], tables: Sequence[ProfileTable]) -> None:
    if path.suffix == ".json":
        write_file(path, [json_text(document(), indent=1), "\n"])
    elif path.suffix == ".csv":
        write_file(path, profile_csv(tables))
    else:
        raise UsageError(f"{path.name} has no ending that is known", "Name a .csv or a .json.")
    console.tell(f"written to {path}")
