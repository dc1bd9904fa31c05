"""``gpuscope profile``: analyses a profiler's trace: device timeline, operators, kernels, classes of work."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuscope.cli import console
from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.quantity import Quantity
from gpuscope.profiles.advice import Program
from gpuscope.profiles.document import SCHEMA_OF_SEVERAL, profile_document, rank_document
from gpuscope.profiles.memory_record import MemoryRecord
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.ranks import RankTable, are_ranks, rank_table
from gpuscope.profiles.reading.trace_reader import read_recording
from gpuscope.recording.trace_paths import is_trace_path, trace_files
from gpuscope.reports.json_text import json_text
from gpuscope.reports.memory_record_view import MemoryRecordView
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.reports.profile_text import profile_csv, profile_report
from gpuscope.reports.profile_view import ProfileView, rank_columns
from gpuscope.reports.text import render, render_table
from gpuscope.system.paths import is_there

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.core.run import RunRecord

_PICTURES = (".svg", ".pdf")
_PICTURE = (720.0, 420.0)
"""Size of a picture in points, the same as for a sweep."""
HELP = "show what a profiler's trace holds: where the device's time went, operators, kernels"


Recording = Profile | MemoryRecord


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope profile``."""
    help_text = (
        "a profiled run; a trace of torch.profiler, Kineto, Chrome or Perfetto (.gz too); a memory snapshot or timeline of PyTorch;"
        " of several ranks, each, or their folder"
    )
    parser.add_argument("files", nargs="+", metavar="RUN|FILE", help=help_text)
    parser.add_argument("--against", metavar="RUN|FILE", help="profile to compare it with: what is new, gone, faster, slower")
    parser.add_argument("--all", action="store_true", help="print all tables in full")
    parser.add_argument(
        "--perfetto", type=Path, metavar="FILE.json.gz", help="write the trace again with the run's curves in it, for Perfetto"
    )
    parser.add_argument("--curves", metavar="RUN", help="run whose curves --perfetto adds (default: those of the run that is named)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE.csv",
        help="write the tables as CSV, with .json the document, with .svg or .pdf the roofline",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis of each file, or write it."""
    names = arguments.files
    if arguments.curves is not None and arguments.perfetto is None:
        raise UsageError("--curves goes with --perfetto", "Name the file to write: --perfetto FILE.json.gz.")
    sources = [(name, path) for name in names for path in _paths(arguments, name)]
    arguments.files = [path for _, path in sources]
    if arguments.output is not None:
        if len(arguments.files) > 1:
            raise UsageError("-o takes one trace", "Name one file.")
        from gpuscope.reports.output_file import refuse_bad_output

        refuse_bad_output(arguments.output)
    if arguments.perfetto is not None:
        return _write_with_curves(arguments, arguments.curves or names[0])
    if arguments.against is not None:
        return _against(arguments, names[0])
    recordings = [_opened(path) for path in arguments.files]
    known = {name: _captured(arguments, name) for name in dict.fromkeys(names)}
    captured = [known[name] for name, _ in sources]
    of_ranks = _of_ranks(recordings, is_one_job=len(names) == 1)
    if arguments.output is not None:
        view = _view(recordings[0], captured[0])
        if arguments.output.suffix in _PICTURES:
            _write_roofline(arguments.output, view)
        else:
            _write(arguments.output, lambda: _document(recordings[0], captured[0]), view.tables)
    if arguments.json:
        documents = [_document(*each) for each in zip(recordings, captured, strict=True)]
        ranks = rank_document(_ranks(recordings)) if of_ranks else None
        several = {"schema": SCHEMA_OF_SEVERAL, "profiles": documents, "ranks": ranks}
        console.print_document(documents[0] if len(documents) == 1 else several)
    elif arguments.output is None:
        tables = [render_table(rank_columns(_ranks(recordings)).shown(), console.columns())] if of_ranks else []
        texts = [_text(*each, everything=arguments.all) for each in zip(recordings, captured, strict=True)]
        console.print_rendered("\n\n".join([*tables, *texts]))
    return 0


def _paths(arguments: argparse.Namespace, named: str) -> list[Path]:
    """Return the files that a name refers to."""
    if is_trace_path(named):
        return trace_files(Path(named))
    from gpuscope.cli import selection  # imports the store, which takes as long as reading 25 MB of a trace

    return selection.profiles_of(arguments, named)


@dataclass(frozen=True, slots=True)
class _Captured:
    """What is known about a captured program.

    Attributes:
        program: Its folders, its power, and the changes that can be made to it.
        record: The run; None for a file.
        series: The run's readings.
    """

    program: Program
    record: "RunRecord | None" = None
    series: "Sequence[DeviceSeries]" = ()

    @property
    def name(self) -> str:
        """Name of the run; "" for a file."""
        return "" if self.record is None else self.record.name

    def energy(self, profile: Profile) -> Quantity | None:
        """Return the energy of the run's devices during a profile, in joules; None for a file."""
        if self.record is None:
            return None
        from gpuscope.recording.captures import profile_energy

        return profile_energy(self.record, self.series, profile)

    @property
    def out_of_memory(self) -> str:
        """The reason for which the run ended, if that is a lack of memory; else ""."""
        if self.record is None:
            return ""
        from gpuscope.recording.captures import memory_end

        return memory_end(self.record)


def _captured(arguments: argparse.Namespace, named: str) -> _Captured:
    """Return what is known about the captured program: for a run its power and possible changes, for a file its folder."""
    if is_trace_path(named):
        path = Path(named).absolute()
        return _Captured(Program((path if path.is_dir() else path.parent, Path.cwd())))
    from gpuscope.cli import selection
    from gpuscope.reports.captured_program import captured_program

    with selection.opened(arguments) as history:
        record = history.find(named)
        return _Captured(captured_program(record, history.ceilings(record)), record, history.device_series(record.run_id))


def _text(recording: Recording, captured: _Captured, *, everything: bool) -> str:
    view = _view(recording, captured)
    if isinstance(view, MemoryRecordView):
        return render(view.report(everything=everything), console.columns())
    columns = console.columns()
    return render(profile_report(view, everything=everything, name=captured.name, columns=columns), columns)


def _view(recording: Recording, captured: _Captured) -> MemoryRecordView | ProfileView:
    if isinstance(recording, MemoryRecord):
        return MemoryRecordView(recording)
    return ProfileView(recording, captured.program, captured.energy(recording), captured.out_of_memory)


def _document(recording: Recording, captured: _Captured) -> dict[str, Any]:
    if isinstance(recording, MemoryRecord):
        return MemoryRecordView(recording).document()
    return profile_document(recording, captured.program, captured.energy(recording))


def _of_ranks(recordings: Sequence[Recording], *, is_one_job: bool) -> bool:
    """Return whether recordings are traces of several ranks: those of one run or folder are, two files only if they say so themselves."""
    profiles = [recording for recording in recordings if isinstance(recording, Profile)]
    return len(profiles) == len(recordings) > 1 and (is_one_job or are_ranks(profiles))


def _ranks(recordings: Sequence[Recording]) -> RankTable:
    return rank_table([recording for recording in recordings if isinstance(recording, Profile)])


def _against(arguments: argparse.Namespace, named: str) -> int:
    if len(arguments.files) > 1:
        raise UsageError("--against takes one trace on each side", "Name one file, and one behind --against.")
    before = _paths(arguments, arguments.against)
    if len(before) > 1 and is_trace_path(arguments.against):
        raise UsageError(f"{arguments.against} holds {len(before)} traces", "Name one of them behind --against.")
    paths = [before[0], arguments.files[0]]
    sides = [_opened(path) for path in paths]
    for path, side in zip(paths, sides, strict=True):
        if isinstance(side, MemoryRecord):
            raise UsageError(f"{path} is a record of memory", "--against sets traces against each other.")
    from gpuscope.profiles.difference import ProfileDifference
    from gpuscope.reports.profile_difference_view import ProfileDifferenceView

    difference = ProfileDifference(*(side for side in sides if isinstance(side, Profile)))
    old, new = (_captured(arguments, name) for name in (arguments.against, named))
    powers = (
        old.program.mean_power_w(difference.before, old.energy(difference.before)),
        new.program.mean_power_w(difference.after, new.energy(difference.after)),
    )
    view = ProfileDifferenceView(difference, *_names(paths, old, new), powers)
    if arguments.output is not None:
        _write(arguments.output, view.document, view.tables)
    if arguments.json:
        console.print_document(view.document())
    elif arguments.output is None:
        console.print_rendered(render(view.report(everything=arguments.all), console.columns()))
    return 0


def _names(paths: Sequence[Path], before: _Captured, after: _Captured) -> tuple[str, str]:
    """Return the names of the two sides: of runs their names, with ids if these are the same, and of files their file names."""
    from gpuscope.reports.profile_difference_view import trace_names

    first, second = trace_names(paths)
    names = before.name or first, after.name or second
    if names[0] == names[1] and before.record is not None and after.record is not None:
        return f"{names[0]} ({before.record.run_id})", f"{names[1]} ({after.record.run_id})"
    return names


def _write_with_curves(arguments: argparse.Namespace, run: str) -> int:
    source, target = arguments.files[0], arguments.perfetto
    if len(arguments.files) > 1 or arguments.against is not None or arguments.output is not None:
        raise UsageError("--perfetto takes one trace and nothing beside it", "Name one file; of several ranks, one after the other.")
    if is_there(target):
        raise UsageError(f"{target} is there already", "Name a new file.")
    from gpuscope.reports.output_file import refuse_bad_output

    refuse_bad_output(target)
    if is_trace_path(run):
        raise UsageError("--perfetto needs a run whose curves go into the trace", "Name it: --curves RUN.")
    from gpuscope.cli import selection
    from gpuscope.recording.captures import write_for_perfetto

    with selection.opened(arguments) as history:
        record = history.find(run)
        history.refuse_unstored([record])
        series = history.device_series(record.run_id)
    recording = _opened(source)
    if isinstance(recording, MemoryRecord):
        raise UsageError(f"{source} is a record of memory", "Curves go into traces.")
    points = write_for_perfetto(record, series, source, recording.trace, target)
    if arguments.json:
        console.print_document({"output": str(target), "run_id": record.run_id, "points": points})
        return 0
    count = figures.counted(sum(points.values()), "point")
    console.print_to_stderr(f"written to {target}, with {count} of {figures.counted(len(points), 'curve')}")
    return 0


def _opened(path: Path) -> Recording:
    line = console.LiveLine()
    try:
        recording = read_recording(path, lambda share: line.show(f"reading {path.name}  {figures.percent(share)}"))
    finally:
        line.clear()
    return recording if isinstance(recording, MemoryRecord) else Profile(recording)


def _write_roofline(path: Path, view: MemoryRecordView | ProfileView) -> None:
    from gpuscope.reports.output_file import write_file
    from gpuscope.reports.pictures.chart_layout import chart_drawing
    from gpuscope.reports.pictures.svg_canvas import PAPER, svg

    chart = view.roofline_chart if isinstance(view, ProfileView) else None
    if chart is None:
        raise UnavailableError("the operations of no operator are known, so there is no roofline", "Record shapes: record_shapes=True.")
    drawing = chart_drawing(chart, *_PICTURE, PAPER)
    if path.suffix == ".pdf":
        from gpuscope.reports.pdf_report import drawing_pdf

        write_file(path, [drawing_pdf(drawing)])
    else:
        write_file(path, [svg(drawing, ground=True)])
    console.print_to_stderr(f"written to {path}")


def _write(path: Path, document: Callable[[], dict[str, Any]], tables: Sequence[ProfileTable]) -> None:
    from gpuscope.reports.output_file import write_file

    if path.suffix == ".json":
        write_file(path, [json_text(document(), indent=1), "\n"])
    elif path.suffix == ".csv":
        write_file(path, profile_csv(tables))
    else:
        raise UsageError(f"{path.name!r} has no known file ending", "Name a .csv or a .json; of one profile also an .svg or a .pdf.")
    console.print_to_stderr(f"written to {path}")
