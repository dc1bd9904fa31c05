"""What the live table shows of the machine: the readings now, how fast counters grow, energy since the start, tables."""

from collections import deque
from collections.abc import Mapping, Sequence

from gpuscope.cli.machine_watch import MachineWatch
from gpuscope.core.device import MACHINE, Device
from gpuscope.core.event import Event, Gap, Sample, Table
from gpuscope.core.metric import Kind
from gpuscope.core.metric_registry import metric

Row = Mapping[str, str | float | int | None]
Series = tuple[str, str]
_RECENT = 11
"""Readings over which rates and the load of the processor are taken: a second at the default rate."""
_ENERGY = frozenset({"energy", "power"})


class MonitorState:
    """Takes events in, and answers for the newest instant.

    Args:
        watch: Knows the devices and the calls.

    Attributes:
        tables: The newest of each, by (device, name).
    """

    def __init__(self, watch: MachineWatch) -> None:
        self._watch = watch
        self._values: dict[Series, float | int | None] = {}
        self._recent: dict[Series, deque[tuple[int, float]]] = {}
        self._energy: dict[str, tuple[int, float]] = {}
        self.tables: dict[tuple[str, str], Table] = {}
        self._gaps: dict[Series, str] = {}

    @property
    def devices(self) -> Sequence[Device]:
        """The devices, as last told."""
        return self._watch.devices

    @property
    def values(self) -> Mapping[Series, float | int | None]:
        """The newest readings."""
        return self._values

    @property
    def has_readings(self) -> bool:
        """Whether anything was read."""
        return any(value is not None for value in self._values.values())

    def take(self, events: Sequence[Event]) -> None:
        """Take in what the sensors have told."""
        for event in events:
            match event:
                case Sample():
                    self._take_sample(event)
                case Table():
                    self.tables[event.device, event.name] = event
                case Gap():
                    self._take_gap(event)
                case _:
                    pass

    def _take_sample(self, sample: Sample) -> None:
        for series, value in zip(self._watch.series_of(sample), sample.values, strict=False):
            self._values[series] = value
            self._gaps.pop(series, None)
            if value is not None and _is_recent_wanted(series):
                self._recent.setdefault(series, deque(maxlen=_RECENT)).append((sample.after_ns, value))
            if value is not None and series[1] == "energy":
                begin = self._energy.get(series[0])
                if begin is None or value < begin[1]:
                    self._energy[series[0]] = (sample.after_ns, value)

    def _take_gap(self, gap: Gap) -> None:
        if gap.end_ns is not None:
            if "energy" in gap.metrics and _ENERGY.issuperset(gap.metrics):  # no difference is taken across it (measurement.md, S8)
                self._energy.pop(gap.device, None)
            return
        for series in self._values:
            if gap.device in ("", series[0]) and (not gap.metrics or series[1] in gap.metrics):
                self._values[series] = None
                self._recent.pop(series, None)
                self._gaps[series] = gap.reason

    def value(self, device: str, key: str) -> float | None:
        """Return the newest reading, in SI units; None without one, or while a gap lasts."""
        return self._values.get((device, key))

    def load(self, device: str) -> float | None:
        """Return the share of time in which a device was busy; of the processor over a second, since a single reading jumps."""
        looks = self._recent.get((device, "utilization"))
        return sum(share for _, share in looks) / len(looks) if looks else self.value(device, "utilization")

    def rate(self, device: str, key: str) -> float | None:
        """Return how fast a counter grows a second; None before there are two readings, or when it went back."""
        looks = self._recent.get((device, key))
        if not looks or looks[-1][0] == looks[0][0]:
            return None
        grown = (looks[-1][1] - looks[0][1]) / ((looks[-1][0] - looks[0][0]) * 1e-9)
        return grown if grown >= 0 else None

    def energy(self, device: str) -> tuple[float, float] | None:
        """Return (joules, seconds) since the first reading, or since the last break of the counter; None without two readings."""
        begin, looks = self._energy.get(device), self._recent.get((device, "energy"))
        if begin is None or not looks or looks[-1][0] <= begin[0]:
            return None
        return looks[-1][1] - begin[1], (looks[-1][0] - begin[0]) * 1e-9

    def table(self, device: str, name: str) -> Sequence[Row]:
        """Return the newest rows of a table; empty without any."""
        found = self.tables.get((device, name))
        return () if found is None else found.rows

    def silence(self, device: str) -> str:
        """Return why nothing is read of a device any more; "" while something is."""
        of_device = [series for series in self._values if series[0] == device]
        if not of_device or any(series not in self._gaps for series in of_device):
            return ""
        return self._gaps[of_device[0]]


def _is_recent_wanted(series: Series) -> bool:
    known = metric(series[1])
    return series == (MACHINE, "utilization") or (known is not None and known.kind is Kind.COUNTER)
