"""``gpuscope monitor``: the machine without a run, as a live table, a CSV, a stream of events, or one snapshot."""

import argparse
import contextlib
import io
import json
import math
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from gpuscope.cli import alert_flags, console, sensor_choice
from gpuscope.cli.machine_watch import MachineWatch, without_run
from gpuscope.cli.monitor_screen import MonitorScreen, keyboard
from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.event import Event, Hello, Log, Sample
from gpuscope.core.event_json import encode
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.reports.output_file import growing_file, refuse_bad_output
from gpuscope.sensors.recording_file import RecordingWriter
from gpuscope.system.settings import read_settings

_COLUMNS_AFTER_S = 2.0
"""Seconds to wait for back ends that declare their series late, since the header of a CSV cannot change afterwards."""

HELP = "watch the machine without recording a run"
_REDRAW_S = 0.5
"""Maximum wait for events, so that the screen is redrawn even if sensors are silent."""


class CsvRecording:
    """Writes readings as they arrive, one row per sampling call. Readings are held back until the columns are known.

    The columns are the series of all devices declared after two seconds; a series that is declared later gets no column, which is
    reported once.
    """

    def __init__(self, watch: MachineWatch, file: TextIO, start_ns: int) -> None:
        self._watch = watch
        self._file = file
        self._start_ns = start_ns
        self._columns: dict[tuple[str, str], int] | None = None
        self._early: list[tuple[Sample, Sequence[tuple[str, str]]]] = []
        self._late: set[tuple[str, str]] = set()
        self.rows = 0

    def write(self, events: Sequence[Event]) -> None:
        """Write the readings among the events."""
        for event in events:
            if isinstance(event, Sample):
                self._early.append((event, self._watch.series_of(event)))
            elif isinstance(event, Log) and event.text:
                console.print_to_stderr(event.text)
            elif isinstance(event, Hello) and self._columns is not None:
                self._report_late()
        elapsed_s = (time.monotonic_ns() - self._start_ns) / 1e9
        if self._columns is not None or (self._watch.ready and elapsed_s >= _COLUMNS_AFTER_S):
            self._write_rows()

    def finish(self) -> None:
        """Write the readings still held back."""
        self._write_rows()

    def _write_rows(self) -> None:
        from gpuscope.reports.csv_report import header_line, instant_line

        if self._columns is None:
            series = self._series()
            self._columns = {column: index for index, column in enumerate(series)}
            labels = {device.key: device.simulated for device in self._watch.devices if device.simulated}
            self._file.write(header_line(series, labels))
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

    def _report_late(self) -> None:
        late = set(self._series()) - (self._columns or {}).keys()
        for device, key in sorted(late - self._late):
            console.print_to_stderr(f"{device} {key} appeared too late for a column in the file")
        self._late |= late

    def _series(self) -> list[tuple[str, str]]:
        """Return the series that the devices declare at present."""
        devices = self._watch.devices
        return [(device.key, key) for device in devices for key, capability in device.capabilities.items() if capability.available]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope monitor``."""
    parser.add_argument("--events", action="store_true", help="every event as a line of JSON on standard output")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.csv", help="record the readings: one row per instant, as 'export' writes them"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="record the sensors for --sensor replay:FILE")
    sensor_choice.add_flag(parser)
    sensor_choice.add_rate_flag(parser)
    alert_flags.add_flags(parser, is_run=False)
    parser.add_argument("--seconds", type=float, metavar="N", help="stop after N seconds (default: at Ctrl-C)")


def run(arguments: argparse.Namespace) -> int:
    """Watch until Ctrl-C, or take one snapshot if the output is not a terminal."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # how the window ends it; this way the helper is ended too
    if arguments.seconds is not None and not 0 < arguments.seconds < math.inf:
        raise UsageError("--seconds needs a finite number above 0", "For example: --seconds 60")
    records = arguments.output is not None or arguments.record is not None
    if arguments.events and (records or arguments.json):
        raise UsageError("--events cannot be combined with -o, --record or --json", "Start the monitor twice.")
    if records:
        return _record(arguments)
    if arguments.json and arguments.seconds:
        raise UsageError("--seconds with --json alone", "One is a snapshot; leave --seconds out, or use --events or -o FILE.csv.")
    if arguments.json or not (arguments.events or sys.stdout.isatty() or arguments.seconds):
        _refuse_alerts(arguments)
        return _snapshot(arguments)
    with _machine_watch(arguments) as watch:
        if arguments.events:
            _watch(watch, _printed_events, arguments.seconds)
        else:
            with MonitorScreen(sys.stdout, keyboard(), read_settings().energy_unit) as screen:
                _watch(watch, screen.show, arguments.seconds)
    return 0


def _refuse_alerts(arguments: argparse.Namespace) -> None:
    """Refuse alerts of the command line for one snapshot, which would end before any could fire: silence would look like safety."""
    flag = "--alert" if arguments.alert else "--alert-command" if arguments.alert_command else None
    if flag is None:
        return
    with_json = "With --json it prints one snapshot; use --events instead."
    without_terminal = "Without a terminal it prints one snapshot; add --events or --seconds N."
    raise UsageError(f"{flag} needs a monitor that goes on", with_json if arguments.json else without_terminal)


def _snapshot(arguments: argparse.Namespace) -> int:
    from gpuscope.reports.device_report import snapshot_document, snapshot_report
    from gpuscope.reports.text import render
    from gpuscope.sensors.inventory import snapshot

    current = snapshot(extra=sensor_choice.chosen(arguments))
    devices = without_run(current.devices)
    if arguments.json:
        console.print_document(snapshot_document(devices, current.values, current.tables))
    else:
        console.print_rendered(
            render(snapshot_report(devices, current.values, current.tables, read_settings().energy_unit), console.columns())
        )
    return 0


def _watch(watch: MachineWatch, hand_on: Callable[[Sequence[Event]], None], seconds: float | None) -> None:
    """Pass the sensors' events on until Ctrl-C or until the time is up."""
    end_s = float("inf") if seconds is None else time.monotonic() + seconds
    try:
        while time.monotonic() < end_s:
            hand_on(watch.events(min(end_s, time.monotonic() + _REDRAW_S)))
    except KeyboardInterrupt:
        return


def _printed_events(events: Sequence[Event]) -> None:
    if events:
        sys.stdout.write("".join(f"{json.dumps(encode(event))}\n" for event in events))
        sys.stdout.flush()


def _record(arguments: argparse.Namespace) -> int:
    """Write the readings to one or both files until Ctrl-C or until the time is up."""
    paths = [path for path in (arguments.output, arguments.record) if path is not None]
    for path in paths:
        refuse_bad_output(path, grows=True)
    if arguments.output is not None and arguments.output.suffix.lower() != ".csv":
        raise UsageError(f"{arguments.output.name!r} has no known file ending", "Use -o machine.csv.")
    try:
        counts = _written(arguments, paths)
    except OSError as error:
        named = error.filename or paths[0]
        raise UnavailableError(f"{named} cannot be written: {error.strerror}", "What was written before stays.") from None
    if arguments.json:
        console.print_document(counts)
    else:
        _tell_written(counts)
    return 0


def _tell_written(counts: Mapping[str, str | int]) -> None:
    from gpuscope.reports.printable import printable

    if "output" in counts:
        console.print_text(f"Written: {printable(str(counts['output']))} ({figures.counted(int(counts['rows']), 'row')})")
    if "record" in counts:
        console.print_text(f"Written: {printable(str(counts['record']))} ({figures.counted(int(counts['events']), 'event')})")


def _written(arguments: argparse.Namespace, paths: Sequence[Path]) -> dict[str, str | int]:
    """Record, and return the paths and counts of what was written, as ``--json`` prints them."""
    summary: dict[str, str | int] = {}
    with contextlib.ExitStack() as files, _machine_watch(arguments) as watch:
        recordings: list[CsvRecording | RecordingWriter] = []
        if arguments.output is not None:
            text = io.TextIOWrapper(files.enter_context(growing_file(arguments.output)), encoding="utf-8", newline="")
            recordings.append(CsvRecording(watch, files.enter_context(text), time.monotonic_ns()))
        if arguments.record is not None:
            recordings.append(files.enter_context(RecordingWriter(files.enter_context(growing_file(arguments.record)))))

        def record(events: Sequence[Event]) -> None:
            for recording in recordings:
                recording.write(events)

        if sys.stderr.isatty():
            console.print_to_stderr(f"recording to {' and '.join(str(path) for path in paths)}; Ctrl-C ends it")
        _watch(watch, record, arguments.seconds)
        for recording in recordings:
            if isinstance(recording, CsvRecording):
                recording.finish()
                summary |= {"output": str(arguments.output), "rows": recording.rows}
            else:
                summary |= {"record": str(arguments.record), "events": recording.events}
    return summary


def _machine_watch(arguments: argparse.Namespace) -> MachineWatch:
    sensors = sensor_choice.chosen(arguments)
    rules = alert_flags.chosen(arguments, sensors, is_run=False)
    supervisor = SensorSupervisor(extra=sensors, in_detail=True, power_hz=arguments.power_hz)
    return MachineWatch(supervisor, rules, alert_flags.command(arguments, rules))
