"""The readings of all sensor calls of a run, by device and metric."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.event import Sample
from gpuscope.gui.data.reading_table import Floats, ReadingTable
from gpuscope.recording.machine_state import RATE_S
from gpuscope.sensors.declaration import Declaration
from gpuscope.sensors.gap_tracker import INTERVALS

Series = tuple[str, str]
"""(device, metric)."""


class CounterRate:
    """The rate of one counter, computed incrementally.

    At each reading it is the difference from the newest reading that is at least ``RATE_S`` older, divided by the time
    between them; from the first reading while there is none that old. It is NaN at the first reading, where either
    reading is missing, and where the counter went backwards.
    """

    def __init__(self) -> None:
        self._rates: ReadingTable[str] = ReadingTable(("rate",))
        self._begin: float | None = None

    def of(self, times: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Return (seconds, per second), float64 [n], for a counter's readings, which must include those of earlier calls."""
        if not times.size:
            return times, values
        if self._begin != times[0] or len(self._rates) > times.size:  # the oldest readings were dropped
            self._rates, self._begin = ReadingTable(("rate",)), float(times[0])
        known = len(self._rates)
        if known < times.size:
            self._rates.extend(times[known:], {"rate": _rates(times, values, known)})
        return self._rates.column("rate")


def _rates(times: Floats, values: Floats, begin: int) -> Floats:
    here = np.arange(begin, times.size)
    there = np.searchsorted(times, times[begin:] - RATE_S, side="right") - 1
    there = np.clip(there, 0, np.maximum(here - 1, 0))
    with np.errstate(all="ignore"):
        rates = (values[here] - values[there]) / (times[here] - times[there])
    rates[rates < 0] = np.nan
    return np.asarray(rates)


class SensorReadings:
    """Readings by series. One thread writes, others read.

    If a call gives no reading for longer than :data:`INTERVALS` of its periods, a row without values is inserted, so that no
    line is drawn across the gap.

    Args:
        most: Maximum number of readings per call; None keeps all.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._tables: dict[str, ReadingTable[Series]] = {}
        self._layouts: dict[str, tuple[Series, ...]] = {}
        self._periods_ns: dict[str, float] = {}
        self._last_ns: dict[str, int] = {}
        self._homes: dict[Series, tuple[ReadingTable[Series], ...]] = {}
        self._rates: dict[Series, CounterRate] = {}

    @property
    def keys(self) -> tuple[Series, ...]:
        """The series, in order of declaration."""
        return tuple(self._homes)

    def declare(self, declaration: Declaration) -> None:
        """Set the series to which each call's values belong from now on."""
        for call, series in declaration.calls.items():
            self._layouts[call] = tuple(series)
            self._periods_ns[call] = declaration.periods.get(call, 0.0) * 1e9
            self._house(call, self._layouts[call])

    def _house(self, call: str, series: Iterable[Series]) -> ReadingTable[Series]:
        table = self._tables.setdefault(call, ReadingTable((), self._most))
        table.widen(series)
        new = {key: (*self._homes.get(key, ()), table) for key in series if table not in self._homes.get(key, ())}
        if new:
            self._homes = {**self._homes, **new}
        return table

    def add(self, sample: Sample, start_ns: int) -> None:
        """Add one reading of a call; readings of an undeclared call are dropped."""
        layout = self._layouts.get(sample.call)
        if layout is None:
            return
        table = self._tables[sample.call]
        last_ns, period_ns = self._last_ns.get(sample.call), self._periods_ns[sample.call]
        if last_ns is not None and period_ns and sample.before_ns - last_ns > INTERVALS * period_ns:
            table.append(((last_ns + sample.before_ns) // 2 - start_ns) / 1e9, (), ())
        self._last_ns[sample.call] = sample.after_ns
        table.append(_middle_s(sample.before_ns - start_ns, sample.after_ns - start_ns), layout, map(_as_float, sample.values))

    def extend(
        self, call: str, before_ns: NDArray[np.int64], after_ns: NDArray[np.int64], columns: Mapping[Series, Floats], start_ns: int
    ) -> None:
        """Add many readings of a call; stamps are nanoseconds from the run's start."""
        if not before_ns.size:
            return
        table = self._house(call, columns)
        last_ns, period_ns = self._last_ns.get(call), self._periods_ns.get(call, 0.0)
        earlier = np.concatenate([[before_ns[0] if last_ns is None else last_ns - start_ns], after_ns[:-1]])
        holes = np.flatnonzero(before_ns - earlier > INTERVALS * period_ns) if period_ns else np.zeros(0, np.int64)
        times = (before_ns + (after_ns - before_ns) // 2) / 1e9
        if holes.size:
            times = np.insert(times, holes, (earlier[holes] + before_ns[holes]) // 2 / 1e9)
            columns = {key: np.insert(values, holes, np.nan) for key, values in columns.items()}
        table.extend(times, columns)
        self._last_ns[call] = int(after_ns[-1]) + start_ns

    def reserve(self, call: str, rows: int) -> None:
        """Allocate room for ``rows`` readings of a call."""
        self._house(call, ()).reserve(rows)

    def series(self, key: Series) -> tuple[Floats, Floats]:
        """Return (seconds from the start, values), float64 [n]; empty for an unknown series."""
        homes = self._homes.get(key, ())
        if not homes:
            return np.zeros(0), np.zeros(0)
        if len(homes) == 1:
            return homes[0].column(key)
        return _end_to_end([table.column(key) for table in homes])

    def rate(self, key: Series) -> tuple[Floats, Floats]:
        """Return (seconds, increase per second) of a counter, see :class:`CounterRate`; for a single reading thread."""
        return self._rates.setdefault(key, CounterRate()).of(*self.series(key))

    def last(self, key: Series) -> float | None:
        """Return the newest reading; None if it failed or there is none."""
        _, values = self.series(key)
        return float(values[-1]) if values.size and not np.isnan(values[-1]) else None


def _end_to_end(parts: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Join the parts of a series that moved from one call to another."""
    filled = [(times, values) for times, values in parts if times.size]
    for place in range(len(filled) - 1):
        times, values = filled[place]
        cut = int(np.searchsorted(times, filled[place + 1][0][0]))
        filled[place] = times[:cut], values[:cut]
    if not filled:
        return np.zeros(0), np.zeros(0)
    return np.concatenate([times for times, _ in filled]), np.concatenate([values for _, values in filled])


def _middle_s(before_ns: int, after_ns: int) -> float:
    return (before_ns + (after_ns - before_ns) // 2) / 1e9


def _as_float(value: float | int | None) -> float:
    if value is None:
        return np.nan
    try:
        return float(value)
    except OverflowError:  # an integer beyond the range of floats
        return np.inf if value > 0 else -np.inf
