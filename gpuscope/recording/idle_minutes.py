"""Idle power of the GPUs of a machine that is watched anyway: of each minute in which nothing uses one."""

from collections.abc import Mapping, Sequence

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Sample
from gpuscope.recording.idle_notes import BARE, CONTEXT, note_baseline
from gpuscope.recording.idle_span import IdleSpan
from gpuscope.system.device_notes import DeviceNotes

MINUTE_S = 60.0


class IdleMinutes:
    """Notes a baseline after each minute in which a GPU's utilization was 0 throughout: "context" when a process held it, else "bare".

    Args:
        notes: Where they are kept.
    """

    def __init__(self, notes: DeviceNotes) -> None:
        self._notes = notes
        self._spans: dict[str, IdleSpan] = {}

    def look(self, sample: Sample, calls: Mapping[str, Sequence[tuple[str, str]]], devices: Sequence[Device]) -> None:
        """Take a reading into account; write the notes at most once a minute and device."""
        found: dict[str, dict[str, float | None]] = {}
        for (key, metric), value in zip(calls.get(sample.call, ()), sample.values, strict=False):
            found.setdefault(key, {})[metric] = value
        for device in devices:
            if device.key in found and device.kind is DeviceKind.GPU:
                self._take(device, (sample.before_ns + sample.after_ns) // 2, found[device.key])

    def _take(self, device: Device, t_ns: int, values: Mapping[str, float | None]) -> None:
        span = self._spans.setdefault(device.key, IdleSpan(device))
        span.take(t_ns, values)
        if span.disturbance is not None:
            del self._spans[device.key]
        elif span.seconds >= MINUTE_S:
            del self._spans[device.key]
            if span.refusal(MINUTE_S) is None:
                note_baseline(self._notes, device, CONTEXT if span.processes else BARE, span.baseline())
