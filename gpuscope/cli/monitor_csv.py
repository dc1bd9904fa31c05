"""The CSV that ``gpuscope monitor -o FILE`` records."""

import time
from collections.abc import Sequence
from typing import TextIO

from gpuscope.cli import console
from gpuscope.cli.machine_watch import MachineWatch
from gpuscope.core.event import Event, Hello, Log, Sample

_COLUMNS_AFTER_S = 2.0


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
        """Write the readings among the events."""
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
        """Write what is still held back."""
        self._write()

    def _write(self) -> None:
        from gpuscope.reports.csv_report import header_line, instant_line

        if self._columns is None:
            series = [(device.key, key) for device in self._watch.devices for key, one in device.capabilities.items() if one.available]
            self._columns = {one: index for index, one in enumerate(series)}
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

    def _tell_late(self) -> None:
        known = self._columns or {}
        now = {(device.key, key) for device in self._watch.devices for key, one in device.capabilities.items() if one.available}
        for device, key in sorted(now - known.keys() - self._late):
            console.tell(f"{device} {key} came too late to have a column in the file")
        self._late |= now - known.keys()
