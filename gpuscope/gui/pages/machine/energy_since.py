"""How much energy each device's counter has told since the page began to look."""

import numpy as np

from gpuscope.gui.data.run_data import RunData

_OF_COUNTER = frozenset({"energy", "power"})
"""A gap of no more than these is told by the counter's back end: no difference is taken across it (measurement.md, S8)."""


class EnergySince:
    """Remembers where each counter began, also when its oldest readings are not kept any more."""

    def __init__(self) -> None:
        self._data: RunData | None = None
        self._begins: dict[str, tuple[float, float]] = {}
        self._last: dict[str, tuple[float, float]] = {}

    def of(self, data: RunData, device: str) -> tuple[float, float] | None:
        """Return (joules, seconds) since the first reading, or since the last break of the counter; None without two readings."""
        if data is not self._data:
            self._data, self._begins, self._last = data, {}, {}
        self._look(data, device)
        begin, last = self._begins.get(device), self._last.get(device)
        if begin is None or last is None or last[0] <= begin[0]:
            return None
        return last[1] - begin[1], last[0] - begin[0]

    def _look(self, data: RunData, device: str) -> None:
        times, values = data.series(device, "energy")
        last = self._last.get(device)
        begin = 0 if last is None else int(np.searchsorted(times, last[0], side="right"))
        is_there = np.isfinite(values[begin:])
        times, values = times[begin:][is_there], values[begin:][is_there]
        if times.size:
            before = values[0] if last is None else last[1]
            falls = np.flatnonzero(np.diff(values, prepend=before) < 0)
            first = int(falls[-1]) if falls.size else 0
            if last is None or falls.size:
                self._begins[device] = float(times[first]), float(values[first])
            self._last[device] = float(times[-1]), float(values[-1])
        self._heed_breaks(data, device)

    def _heed_breaks(self, data: RunData, device: str) -> None:
        begin = self._begins.get(device)
        ends = [
            gap.end_s
            for gap in data.gaps
            if gap.device == device and gap.end_s is not None and "energy" in gap.metrics and _OF_COUNTER.issuperset(gap.metrics)
        ]
        if begin is None or not ends or max(ends) <= begin[0]:
            return
        times, values = data.series(device, "energy")
        later = np.flatnonzero((times >= max(ends)) & np.isfinite(values))
        if later.size:
            self._begins[device] = float(times[later[0]]), float(values[later[0]])
        else:
            del self._begins[device], self._last[device]
