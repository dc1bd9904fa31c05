"""The live state of the machine from its sensors. Shared by the window's pages and ``gpuscope monitor``; no Qt, no numpy."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from gpuscope.core.device import Device
from gpuscope.core.event import Event, Gap, Hello, Sample, Table
from gpuscope.core.metric import Kind
from gpuscope.core.metric_registry import metric
from gpuscope.sensors.declaration import Declaration

Row = Mapping[str, str | float | int | None]
Series = tuple[str, str]
"""(device, metric)."""

LOAD_S = 0.95
"""A load is the mean of the readings younger than this. Nearly a second: single readings at 10 Hz fluctuate, and a sensor that is read
once a second, which averages by itself, contributes exactly its newest reading even if it arrives a little early."""
RATE_S = 0.5
"""Minimum span for a counter's rate: counters advance in steps, which would appear as spikes."""
RECENT_S = 1.0
"""Span of readings kept for load and rate, plus one older reading."""
_MOST_RECENT = 512
"""Maximum number of readings kept per series, whatever sampling rate a replayed file claims."""
_OF_COUNTER = frozenset({"energy", "power"})
"""A gap in only these metrics comes from the counter itself (it jumped): no difference is taken across it (measurement.md, S8)."""
_SPEAK_FOR_DEVICE = ("utilization", "memory_used", "power", "power_average", "energy", "temperature", "clock")
"""A device is silent if all of these metrics that it supports are silent."""


class MachineState:
    """The newest readings of a sensor helper, and loads and rates over the last second. One thread writes, any thread may read.

    Attributes:
        devices: The devices, as last declared.
        tables: The newest table of each (device, name): processes, load of the cores.
        now_ns: The newest stamp of a reading; 0 before the first.
        has_ended: Whether no reading will follow.
    """

    def __init__(self) -> None:
        self.devices: tuple[Device, ...] = ()
        self.tables: Mapping[tuple[str, str], Table] = {}
        self.now_ns = 0
        self.has_ended = False
        self._calls: Mapping[str, Sequence[Series]] = {}
        self._values: dict[Series, float | int | None] = {}
        self._recent: dict[Series, deque[tuple[int, float | None]]] = {}
        self._energy: dict[str, tuple[tuple[int, float], tuple[int, float]]] = {}
        """(first, newest) reading of each energy counter, each (stamp, joules)."""
        self._gaps: dict[tuple[str, tuple[str, ...], int], Gap] = {}

    # Updates

    def apply(self, events: Iterable[Event]) -> None:
        """Apply the sensors' events, in order."""
        for event in events:
            match event:
                case Sample():
                    self._add_sample(event)
                case Table():
                    self.tables = {**self.tables, (event.device, event.name): event}
                case Gap():
                    self._add_gap(event)
                case Hello() if event.role == "helper":
                    self._declare(event)
                case _:
                    pass

    def _declare(self, hello: Hello) -> None:
        try:
            declaration = Declaration.from_info(hello.info)
        except ValueError:
            return  # from a later version
        self.devices = tuple(declaration.devices.values())
        self._calls = declaration.calls

    def _add_sample(self, sample: Sample) -> None:
        t_ns = (sample.before_ns + sample.after_ns) // 2
        for series, value in zip(self._calls.get(sample.call, ()), sample.values, strict=False):
            self.add_reading(series, t_ns, value)

    def add_reading(self, series: Series, t_ns: int, value: float | int | None) -> None:
        """Add a reading of a series (device, metric), in SI units, None if it failed; the stamps of a series increase."""
        self.now_ns = max(self.now_ns, t_ns)
        self._values[series] = value
        if _is_recent_wanted(series[1]):
            recent = self._recent.setdefault(series, deque(maxlen=_MOST_RECENT))
            recent.append((t_ns, value))
            while len(recent) > 2 and recent[-1][0] - recent[1][0] >= RECENT_S * 1e9:
                recent.popleft()
        if series[1] == "energy" and value is not None:
            first, newest = self._energy.get(series[0], ((t_ns, value), (t_ns, value)))
            self._energy[series[0]] = (first if value >= newest[1] else (t_ns, value)), (t_ns, value)

    def _add_gap(self, gap: Gap) -> None:
        key = (gap.device, gap.metrics, gap.start_ns)
        if gap.end_ns is None:
            self._gaps = {**self._gaps, key: gap}
            for series in [series for series in self._recent if _is_of(gap, *series)]:
                del self._recent[series]
            return
        self._gaps = {gap_key: lasting for gap_key, lasting in self._gaps.items() if gap_key != key}
        counted = self._energy.get(gap.device)
        if counted is not None and is_of_counter(gap.metrics) and counted[0][0] < gap.end_ns:
            if counted[1][0] >= gap.end_ns:
                self._energy[gap.device] = counted[1], counted[1]
            else:
                del self._energy[gap.device]

    def end_gaps(self) -> None:
        """End all open gaps, since their sender is gone."""
        self._gaps = {}

    def end(self) -> None:
        """End all open gaps; no reading follows."""
        self.end_gaps()
        self.has_ended = True

    # Queries

    @property
    def has_readings(self) -> bool:
        """Whether there is any successful reading."""
        return any(value is not None for value in tuple(self._values.values()))

    @property
    def values(self) -> dict[Series, float | int | None]:
        """The newest readings in SI units, with the load for the utilization; None if a reading failed or a gap is open."""
        return {
            (device, key): self.load(device) if key == "utilization" else self.value(device, key) for device, key in tuple(self._values)
        }

    def value(self, device: str, key: str) -> float | int | None:
        """Return the newest reading in SI units; None if there is none or a gap is open."""
        return None if self.gap(device, key) is not None else self._values.get((device, key))

    def gap(self, device: str, key: str) -> Gap | None:
        """Return the open gap of a series; None if there is none."""
        return next((gap for gap in self._gaps.values() if _is_of(gap, device, key)), None)

    def load(self, device: str) -> float | None:
        """Return the share of time that a device was busy: the mean over :data:`LOAD_S`, at most 1; None without a reading."""
        newest = self.value(device, "utilization")
        recent = tuple(self._recent.get((device, "utilization"), ()))
        if newest is None or not recent:
            return newest
        shares = [share for t_ns, share in recent if share is not None and recent[-1][0] - t_ns < LOAD_S * 1e9]
        return min(1.0, sum(shares) / len(shares)) if shares else newest

    def rate(self, device: str, key: str) -> float | None:
        """Return a counter's rate per second; None without two readings, if one failed, or if the counter went backwards.

        Based on the difference to the newest reading that is at least :data:`RATE_S` older, or to the oldest reading if there is none.
        """
        recent = tuple(self._recent.get((device, key), ()))
        if len(recent) < 2 or self.gap(device, key) is not None:
            return None
        end_ns, end = recent[-1]
        begin_ns, begin = next((reading for reading in reversed(recent[:-1]) if end_ns - reading[0] >= RATE_S * 1e9), recent[0])
        values = [value for t_ns, value in recent if t_ns >= begin_ns]
        went_back = any(later < earlier for earlier, later in pairwise(value for value in values if value is not None))
        if begin is None or end is None or went_back or end_ns == begin_ns:
            return None
        return (end - begin) / ((end_ns - begin_ns) * 1e-9)

    def energy(self, device: str) -> tuple[float, float] | None:
        """Return (joules, seconds) of a device's counter since its first reading, or since its last reset; None without two readings.

        A counter resets when it falls below its last reading (the driver was reloaded), or when its back end reports a gap.
        """
        counted = self._energy.get(device)
        if counted is None or counted[1][0] <= counted[0][0] or self.gap(device, "energy") is not None:
            return None
        (begin_ns, begin), (end_ns, end) = counted
        return end - begin, (end_ns - begin_ns) * 1e-9

    def table(self, device: str, name: str) -> Sequence[Row]:
        """Return the newest rows of a table; empty if there is none."""
        recorded = self.tables.get((device, name))
        return () if recorded is None else recorded.rows

    def silence(self, device: Device) -> Gap | None:
        """Return an open gap if the whole device is silent; None otherwise."""
        able = [key for key in _SPEAK_FOR_DEVICE if key in device.capabilities and device.capabilities[key].available]
        gaps = [self.gap(device.key, key) for key in able]
        return gaps[0] if gaps and None not in gaps else None


def is_of_counter(metrics: Collection[str]) -> bool:
    """Return whether a gap in these metrics comes from an energy counter itself, so that no difference may be taken across it."""
    return "energy" in metrics and _OF_COUNTER.issuperset(metrics)


def _is_of(gap: Gap, device: str, key: str) -> bool:
    return gap.device in ("", device) and (not gap.metrics or key in gap.metrics)


def _is_recent_wanted(key: str) -> bool:
    definition = metric(key)
    return key == "utilization" or (definition is not None and definition.kind is Kind.COUNTER)
