"""``gpuscope show``: a run's result in words, its numbers, gaps and environment; live with ``--follow``."""

import argparse
import math
import time
from collections.abc import Iterable
from pathlib import Path

from gpuscope.cli import console, selection
from gpuscope.core.device import WORKLOAD
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.event import End, Event
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.progress import Progress, placed_on
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_history import RunHistory, last_lines

HELP = "show a run: result, figures, gaps"
_REDRAW_S = 0.2
"""Seconds between redraws, the same as the recorder's."""
_RATE_WINDOW_NS = 2_000_000_000
"""The live line's window for the speed."""
_RESULT_PATIENCE_S = 20.0
"""Seconds to wait for the result after a run's end: up to 5 s for a store in use, plus deriving the results of a long run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope show``."""
    parser.add_argument("run", metavar="RUN", help=selection.RUN_HELP)
    parser.add_argument("--all", action="store_true", help="print everything, not only the first screen")
    parser.add_argument("--follow", action="store_true", help="watch a live run until it ends, then show it")


def run(arguments: argparse.Namespace) -> int:
    """Print the run; with ``--follow``, after its end."""
    with selection.opened(arguments) as reader:
        record = reader.find(arguments.run)
        if arguments.follow and record.state is RunState.RUNNING:
            record = _followed(reader, record, quiet=arguments.json)
        record = reader.checked(record)
        if arguments.json:
            from gpuscope.reports.run_json import run_document
            from gpuscope.system.settings import read_settings

            console.print_document(run_document(record, reader.marks(record), read_settings().factors))
        else:
            _print(reader, record, is_whole=arguments.all)
    return 0


def _followed(reader: RunHistory, record: RunRecord, *, quiet: bool) -> RunRecord:
    """Watch a live run to its end and return its final record from the store."""
    try:
        with RunConnection.open(Path(record.folder)) as connection:
            try:
                watch(connection.follow(reader, record.run_id), record.spec, quiet=quiet)
            except KeyboardInterrupt:
                console.print_to_stderr(f"the run goes on; 'gpuscope stop {record.run_id}' ends it")
                raise
    except UnavailableError as error:
        # The run may have ended between the check of its state and the connection.
        if reader.find(record.run_id).state is RunState.RUNNING:
            raise error
    return _settled(reader, record.run_id)


def watch(events: Iterable[Event], spec: RunSpec, *, quiet: bool) -> Progress:
    """Show a run's events as a live line, and its notices as separate lines, until the run ends."""
    progress, line = Progress(placed_on=placed_on(spec)), console.LiveLine()
    shown, next_draw = 0, 0.0
    for event in events:
        progress.apply((event,))
        if quiet:
            continue
        if progress.notice_count > shown:
            line.clear()
            for notice in progress.notices_since(shown):
                console.print_to_stderr(notice)
            shown = progress.notice_count
        if time.monotonic() >= next_draw:
            line.show(progress.line())
            next_draw = time.monotonic() + _REDRAW_S
        if isinstance(event, End):
            break
    line.clear()
    return progress


def _settled(reader: RunHistory, run_id: str) -> RunRecord:
    """Wait until the recorder has written the result and ended."""
    deadline = time.monotonic() + _RESULT_PATIENCE_S
    while (record := reader.find(run_id)).state is RunState.RUNNING and time.monotonic() < deadline:
        time.sleep(0.05)
    return record


def _print(reader: RunHistory, record: RunRecord, *, is_whole: bool) -> None:
    from gpuscope.reports.run_report import keep_as_written, run_report
    from gpuscope.reports.run_screen import run_screen
    from gpuscope.reports.text import render
    from gpuscope.system.settings import read_settings

    keep_as_written(record)
    latest = _latest(reader, record.run_id) if record.state is RunState.RUNNING else ()
    report = (run_report if is_whole else run_screen)(record, last_lines(record), latest, reader.marks(record), read_settings())
    console.print_rendered(render(report, console.columns()))


def _latest(reader: RunHistory, run_id: str) -> list[tuple[str, str, float]]:
    """Return (device, metric, value) of a live run's latest readings, the steps so far and their speed included."""
    try:
        series, ends_ns = reader.series_list(run_id), reader.steps(run_id)
    except UsageError:
        return []  # too new to be in the store
    recent_ns = ends_ns[ends_ns >= ends_ns[-1] - _RATE_WINDOW_NS] if ends_ns.size else ends_ns
    pace = [(WORKLOAD, "Steps", float(ends_ns.size))] if ends_ns.size else []
    if recent_ns.size > 1 and recent_ns[-1] > recent_ns[0]:
        pace.append((WORKLOAD, "step_rate", (recent_ns.size - 1) / float(recent_ns[-1] - recent_ns[0]) * 1e9))
    return pace + [(entry.device, entry.metric, entry.last) for entry in series if entry.last is not None and not math.isnan(entry.last)]
