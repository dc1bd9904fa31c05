"""``gpuscope monitor``: the machine with no run: a live table, a CSV, a stream of events, or one snapshot."""

import argparse
import json
import math
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from gpuscope.cli import console
from gpuscope.cli.machine_watch import MachineWatch, without_run
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.event import Event, Hello, Log, Sample, encode
from gpuscope.recording.sensor_supervisor import SensorSupervisor

NAME = "monitor"
HELP = "watch the machine, with no run"
_REDRAW_S = 0.5
_REPRINT_S = 1.0
_COLUMNS_AFTER_S = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags."""
    parser.add_argument("--events", action="store_true", help="every event as a line of JSON on standard output")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.csv", help="record the readings: a row an instant, as 'export' writes them"
    )
    parser.add_argument("--seconds", type=float, metavar="N", help="end after so long (default: Ctrl-C ends it)")


def run(arguments: argparse.Namespace) -> int:
    """Watches until Ctrl-C, or takes one snapshot where nobody watches."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a window's way to end it: the helper is ended with it then
    if arguments.seconds is not None and not 0 < arguments.seconds < math.inf:
        raise UsageError("--seconds needs a finite number above 0", "For example: --seconds 60")
    if arguments.events and (arguments.output is not None or arguments.json):
        raise UsageError("--events goes with neither -o nor --json", "Start the monitor twice.")
    if arguments.output is not None:
        return _record(arguments)
    if arguments.json or not (arguments.events or sys.stdout.isatty() or arguments.seconds):
        return _snapshot(as_document=arguments.json)
    with MachineWatch(SensorSupervisor()) as watch:
        _watch(watch, _printed_events if arguments.events else _Screen(watch, sys.stdout).take, arguments.seconds)
    return 0


def _snapshot(*, as_document: bool) -> int:
    from gpuscope.reports.device_report import snapshot_document, snapshot_report
    from gpuscope.reports.text import render
    from gpuscope.sensors.inventory import snapshot

    found = snapshot()
    devices = without_run(found.devices)
    if as_document:
        console.print_document(snapshot_document(devices, found.values))
    else:
        console.say(render(snapshot_report(devices, found.values), console.columns()))
    return 0


def _watch(watch: MachineWatch, take: Callable[[Sequence[Event]], None], seconds: float | None) -> None:
    """Hands on what the sensors tell until Ctrl-C or the time is up."""
    end_s = float("inf") if seconds is None else time.monotonic() + seconds
    try:
        while time.monotonic() < end_s:
            take(watch.events(min(end_s, time.monotonic() + _REDRAW_S)))
    except KeyboardInterrupt:
        return


def _printed_events(events: Sequence[Event]) -> None:
    if events:
        sys.stdout.write("".join(f"{json.dumps(encode(event))}\n" for event in events))
        sys.stdout.flush()


class _Screen:
    """The live table from the first reading on: redrawn in place on a terminal and no longer than it, else one below the other."""

    def __init__(self, watch: MachineWatch, stream: TextIO) -> None:
        self._watch = watch
        self._stream = stream
        self._redraws = stream.isatty()
        self._lines = 0
        self._next_s = 0.0

    def take(self, events: Sequence[Event]) -> None:
        """Redraws twice a second; where nothing can be redrawn, prints once a second."""
        for event in events:
            if isinstance(event, Log) and event.text:
                console.tell(event.text)
                self._lines = 0
        if time.monotonic() >= self._next_s and any(value is not None for value in self._watch.values.values()):
            self._next_s = time.monotonic() + (_REDRAW_S if self._redraws else _REPRINT_S)
            if self._redraws:
                self._draw()
            else:
                self._stream.write(f"{self._table(None)}\n\n")
                self._stream.flush()

    def _table(self, columns: int | None) -> str:
        from gpuscope.reports.device_report import snapshot_report
        from gpuscope.reports.text import render

        return render(snapshot_report(self._watch.devices, self._watch.values), columns).rstrip("\n")

    def _draw(self) -> None:
        size = shutil.get_terminal_size()
        text = self._table(size.columns)
        lines = text.splitlines()[: max(1, size.lines - 2)]
        up = f"\x1b[{self._lines}F\x1b[J" if self._lines else ""
        self._stream.write(up + "\n".join(lines) + "\n")
        self._stream.flush()
        self._lines = len(lines)


def _record(arguments: argparse.Namespace) -> int:
    from gpuscope.reports.output_file import refuse_bad_output

    refuse_bad_output(arguments.output)
    if arguments.output.suffix.lower() != ".csv":
        raise UsageError(f"{arguments.output.name!r} does not say what it shall be", "Use -o machine.csv.")
    try:
        with MachineWatch(SensorSupervisor()) as watch, arguments.output.open("w", encoding="utf-8", newline="") as file:
            recording = CsvRecording(watch, file, time.monotonic_ns())
            if sys.stderr.isatty():
                console.tell(f"recording to {arguments.output}; Ctrl-C ends it")
            _watch(watch, recording.take, arguments.seconds)
            recording.finish()
    except OSError as error:
        raise UnavailableError(f"{arguments.output} cannot be written: {error.strerror}", "What was written before stays.") from None
    if arguments.json:
        console.print_document({"output": str(arguments.output), "rows": recording.rows})
    return 0


class CsvRecording:
    """Readings as they come, a row a call. What came in before the columns were known is held back and written then.

    The columns are those of all devices that have told of themselves after two seconds; a series that comes later has
    none, which is told once.
    """

    def __init__(self, watch: MachineWatch, file: TextIO, start_ns: int) -> None:
        self._watch = watch
        self._file = file
        self._start_ns = start_ns
        self._columns: dict[tuple[str, str], int] | None = None
        self._early: list[tuple[Sample, Sequence[tuple[str, str]]]] = []
        self._late: set[tuple[str, str]] = set()
        self.rows = 0

    def take(self, events: Sequence[Event]) -> None:
        """Writes the readings among the events."""
        for event in events:
            if isinstance(event, Sample):
                self._early.append((event, self._watch.series_of(event)))
            elif isinstance(event, Log) and event.text:
                console.tell(event.text)
            elif isinstance(event, Hello) and self._columns is not None:
                self._tell_late()
        elapsed_s = (time.monotonic_ns() - self._start_ns) / 1e9
        if self._columns is not None or (self._watch.ready and elapsed_s >= _COLUMNS_AFTER_S):
            self._write()

    def finish(self) -> None:
        """Writes what is still held back."""
        self._write()

    def _write(self) -> None:
        from gpuscope.reports.csv_report import header_line, instant_line

        if self._columns is None:
            series = [(device.key, key) for device in self._watch.devices for key, one in device.capabilities.items() if one.available]
            self._columns = {one: index for index, one in enumerate(series)}
            self._file.write(header_line(series))
        for event, keys in self._early:
            cells: list[float | int | None] = [None] * len(self._columns)
            for key, value in zip(keys, event.values, strict=False):
                if key in self._columns:
                    cells[self._columns[key]] = value
            middle_ns = (event.before_ns + event.after_ns) // 2 - self._start_ns
            self._file.write(instant_line(middle_ns, cells))
            self.rows += 1
        self._early = []
        self._file.flush()

    def _tell_late(self) -> None:
        known = self._columns or {}
        now = {(device.key, key) for device in self._watch.devices for key, one in device.capabilities.items() if one.available}
        for device, key in sorted(now - known.keys() - self._late):
            console.tell(f"{device} {key} came too late to have a column in the file")
        self._late |= now - known.keys()
