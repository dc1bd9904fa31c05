"""Plays a recording back as a device, with its readings at the pace at which they were taken."""

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Event, Gap, Hello, Log, Sample, Table
from gpuscope.sensors.backend import Call, Reading, period_ns
from gpuscope.sensors.declaration import Declaration
from gpuscope.sensors.recording_file import RecordingReader

ENDED = "the recording has ended"
_BEGINNING = 1000
"""A recording declares all its devices within this many events from its start."""
_NO_READINGS = "the recording holds no device whose readings can be played"
_CUT = "the file is cut before the first reading, so that there is nothing to play; take a whole copy of the recording"


class ReplayBackend:
    """The devices of a recording as "replay:0", "replay:1" …: its GPUs, or its processor if it has none.

    Timestamps are shifted so that the recording starts when this back end is opened. Counters are played back unchanged.

    Args:
        path: The recording.
        clock: Monotonic nanoseconds.
    """

    name = "replay"

    def __init__(self, path: Path, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self.revision = 0
        self._path = path
        self._clock = clock
        self._reader: RecordingReader | None = None
        self._stream: Iterator[Event] = iter(())
        self._ahead: Event | None = None
        self._shift_ns = 0
        self._keys: dict[str, str] = {}
        self._label = ""
        self._declared = Declaration()
        self._ready: dict[str, deque[Sample]] = {}
        self._events: list[Gap | Log | Table] = []
        self._last_ns = 0

    def open(self) -> None:
        """Open the recording and read up to its first reading; log a warning if there is none to play."""
        self.revision += 1
        self._name_devices()
        self._reader = RecordingReader(self._path)
        self._stream = self._reader.events()
        for event in self._stream:
            if isinstance(event, Hello):
                self._declare(event)
            elif isinstance(event, Sample) and event.call in self._declared.calls:
                self._ahead = event
                self._shift_ns = self._clock() - event.before_ns
                return
        reason = _CUT if self._reader.is_cut else _NO_READINGS
        self._events.append(Log(self._clock(), "warning", f"{self._path.name}: {reason}"))

    def _name_devices(self) -> None:
        """Assign the keys of the devices, from the first declaration in which no back end is pending."""
        reader = RecordingReader(self._path)
        header = reader.header
        self._label = f"recorded on {header.recorded_at[:10]} on {header.host}"
        declaration = Declaration()
        for event in itertools.islice(reader.events(), _BEGINNING):
            if isinstance(event, Hello):
                declaration = Declaration.from_info(event.info)
                if not declaration.pending:
                    break
        reader.close()
        gpus = [key for key, device in declaration.devices.items() if device.kind is DeviceKind.GPU and ":" in key]
        played = gpus or [key for key, device in declaration.devices.items() if device.kind is DeviceKind.CPU]
        self._keys = {key: f"replay:{index}" for index, key in enumerate(played)}

    def _declare(self, hello: Hello) -> None:
        declaration = Declaration.from_info(hello.info)
        devices = {self._keys[key]: self._renamed(device) for key, device in declaration.devices.items() if key in self._keys}
        calls = {name: series for name, series in declaration.calls.items() if series and all(device in self._keys for device, _ in series)}
        self._declared = replace(
            self._declared,
            devices=devices,
            calls={name: tuple((self._keys[device], metric) for device, metric in series) for name, series in calls.items()},
            periods={name: declaration.periods[name] for name in calls},
            quality={
                f"{self._keys[device]}/{metric}": declaration.quality[f"{device}/{metric}"]
                for series in calls.values()
                for device, metric in series
                if f"{device}/{metric}" in declaration.quality
            },
        )
        self.revision += 1

    def _renamed(self, device: Device) -> Device:
        whole = self._label if device.simulated is None else f"{device.simulated}, {self._label}"
        return replace(device, key=self._keys[device.key], simulated=whole)

    def devices(self) -> Sequence[Device]:
        """Return the recorded devices, labelled with date and machine."""
        return list(self._declared.devices.values())

    def calls(self) -> Sequence[Call]:
        """Return the recorded calls, at their recorded rates."""
        return [
            Call(f"replay.{name}", period_ns(1 / self._declared.periods[name]), tuple(series))
            for name, series in self._declared.calls.items()
        ]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the recorded quality of each series."""
        return self._declared.quality

    def read(self, call: str) -> Reading | None:
        """Return the next reading of a call that is due; None if there is none."""
        self._advance(self._clock() - self._shift_ns)
        waiting = self._ready.get(call.removeprefix("replay."))
        if not waiting:
            return None
        sample = waiting.popleft()
        return Reading(sample.before_ns + self._shift_ns, sample.after_ns + self._shift_ns, sample.values, sample.codes)

    def _advance(self, until_ns: int) -> None:
        """Process the events up to a timestamp of the recording."""
        while self._ahead is not None:
            event = self._ahead
            if isinstance(event, Sample):
                if event.after_ns > until_ns:
                    return
                if event.call in self._declared.calls:
                    self._ready.setdefault(event.call, deque()).append(event)
                    self._last_ns = event.after_ns
            elif isinstance(event, Hello):
                self._declare(event)
            elif isinstance(event, Gap) and event.device in self._keys:
                self._report_gap(event)
            self._ahead = next(self._stream, None)
            if self._ahead is None:
                self._report_end()

    def _report_gap(self, gap: Gap) -> None:
        end = None if gap.end_ns is None else gap.end_ns + self._shift_ns
        self._events.append(replace(gap, device=self._keys[gap.device], start_ns=gap.start_ns + self._shift_ns, end_ns=end))

    def _report_end(self) -> None:
        reason = f"{ENDED}: the file is cut" if self._reader is not None and self._reader.is_cut else ENDED
        for device in self._declared.devices.values():
            metrics = tuple(key for key, capability in device.capabilities.items() if capability.available)
            self._events.append(Gap(device.key, metrics, self._last_ns + self._shift_ns, None, reason))

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the recorded gaps, and the gaps at the recording's end, each once."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Close the file."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
