"""``gpuscope compare``: runs side by side, each metric with its ratio to the baseline."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.fail_condition import fail_condition
from gpuscope.analysis.group import Group, group_repeats, runs_of
from gpuscope.cli import console, selection
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.recording.comparison_file import HTML, PDF, refuse_comparison_file, write_comparison_file
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.report_layout import WHOLE, Paper, ReportLayout, Section, named_sections

_PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}
HELP = "compare runs: values, ratios to a baseline, and differing settings"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope compare``."""
    parser.add_argument("runs", nargs="*", metavar="RUN", help=f"{selection.RUN_HELP}; runs of the same settings form a group")
    parser.add_argument("--group", action="append", default=[], metavar="NAME=RUN,RUN", help="a custom group; may be repeated")
    parser.add_argument("--tag", metavar="TAG", help="all runs with this tag, oldest first, such as those of a chain")
    parser.add_argument("--baseline", metavar="NAME", help="group or run that ratios refer to (default: the first)")
    parser.add_argument(
        "--fail-if", action="append", default=[], metavar="CONDITION",
        help="exit with 1 if it holds, or cannot be judged: 'throughput < 0.97 baseline', 'accuracy < 0.9', 'latency_p99 worse';"
        " may be repeated",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write it to a .pdf, .html, .csv or .json file")
    parser.add_argument(
        "--sections", metavar="NAME,NAME",
        help=f"what a .pdf or .html file contains after verdict, table and chart: {', '.join(Section)}; none (default: all of them)",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="print every metric, remark and difference, not only the first screen")
    parser.add_argument("--paper", choices=list(_PAPERS), help="size of a .pdf file's pages (default: a4)")


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison, and write it to a file if one is given."""
    if not (arguments.runs or arguments.group or arguments.tag):
        raise UsageError("two runs are needed to compare", "For example: gpuscope compare RUN RUN; 'gpuscope runs' lists them.")
    conditions = [fail_condition(text) for text in arguments.fail_if]
    layout = _layout(arguments)
    if arguments.output is not None:
        refuse_comparison_file(arguments.output)
    with selection.opened(arguments) as reader:
        groups = _groups(reader, [*arguments.runs, *_tagged(reader, arguments.tag)], arguments.group)
        comparison = compare(groups, _baseline(reader, groups, arguments.baseline))
        failures = [failure for condition in conditions for failure in condition.failures(comparison)]
        if arguments.output is not None:
            write_comparison_file(reader, comparison, arguments.output, layout)
    if arguments.json:
        console.print_document(comparison.to_json())
    else:
        print_comparison(comparison, arguments.output, is_whole=arguments.all)
    for failure in failures:
        console.print_to_stderr(f"failed: {failure}")
    return 1 if failures else 0


def _layout(arguments: argparse.Namespace) -> ReportLayout:
    ending = "" if arguments.output is None else arguments.output.suffix.lower()
    if arguments.sections is not None and ending not in (PDF, HTML):
        raise UsageError("--sections is for a .pdf or .html file", "Give one with -o: -o report.pdf --sections metrics,methods")
    if arguments.paper is not None and ending != PDF:
        raise UsageError("--paper is for a .pdf file", "Give one with -o: -o report.pdf --paper letter")
    sections = WHOLE.sections if arguments.sections is None else named_sections(arguments.sections)
    return ReportLayout(sections, _PAPERS[arguments.paper or "a4"])


def _groups(reader: RunHistory, runs: Sequence[str], named: Sequence[str]) -> list[Group]:
    own = [_group(reader, text) for text in named]
    ids = [record.run_id for group in own for record in group.runs]
    if twice := next((run_id for run_id in ids if ids.count(run_id) > 1), None):
        raise UsageError(f"the run {twice} is named in --group twice", "A run can be on one side only.")
    taken = {record.run_id for group in own for record in group.runs}
    rest = [record for record in reader.find_all(runs) if record.run_id not in taken]
    return [*own, *group_repeats(rest)]


def _tagged(reader: RunHistory, tag: str | None) -> list[str]:
    if tag is None:
        return []
    records = sorted((record for record in reader.runs() if tag in record.tags), key=lambda record: record.started_at)
    if not records:
        raise UsageError(f"no run has the tag {tag!r}", "'gpuscope runs' lists the runs with their tags.")
    return [record.run_id for record in records]


def _group(reader: RunHistory, text: str) -> Group:
    name, equals, runs = text.rpartition("=")
    ids = [part.strip() for part in runs.split(",") if part.strip()]
    if not equals or not name.strip() or not ids:
        raise UsageError(f"--group {text[:60]!r} is not NAME=RUN,RUN", "For example: --group fp32=a1b2c3,d4e5f6")
    return Group(name.strip(), tuple(reader.find_all(ids)))


def _baseline(reader: RunHistory, groups: Sequence[Group], named: str | None) -> str | None:
    """Return the baseline's name; a run id selects the group that contains the run."""
    if named is None or any(group.name == named for group in groups):
        return named
    try:
        run_id = reader.run(named).run_id
    except GpuscopeError:
        return named
    return next((group.name for group in groups if any(record.run_id == run_id for record in group.runs)), named)


def print_comparison(comparison: Comparison, output: Path | None, *, is_whole: bool = False) -> None:
    """Print a comparison as sentences and tables, and the path it was written to."""
    from gpuscope.reports.comparison_report import comparison_report
    from gpuscope.reports.printable import printable
    from gpuscope.reports.run_screen import profile_lines
    from gpuscope.reports.text import render
    from gpuscope.system.settings import read_settings

    console.print_rendered(render(comparison_report(comparison, read_settings().energy_unit, is_whole=is_whole), console.columns()))
    for line in profile_lines(*runs_of(comparison.groups)):
        console.print_text(f"\n{line}")
    if output is not None:
        console.print_text(f"\nWritten: {printable(str(output))}")
