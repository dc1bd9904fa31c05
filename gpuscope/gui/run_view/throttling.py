"""When GPUs ran below the clock that was asked for, and why."""

from functools import cache

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core.slowdown import MASK, throttle_reasons
from gpuscope.gui.data.run_data import RunData

_SHORTEST_BREAK_S = 1.0
"""Stretches with the same reason that are less apart are one: a cap is met and left many times a second."""
MOST = 300
"""Stretches that are kept of each GPU, the newest."""
Stretch = tuple[float, float, str]
"""(start, end, reason) in seconds from the run's start."""


@cache
def reason_words(bits: int) -> str:
    """Return the reasons of a bit field in words; "" for none."""
    words = {
        "power cap": QCoreApplication.translate("Throttling", "power cap"),
        "hardware slowdown": QCoreApplication.translate("Throttling", "hardware slowdown"),
        "sync boost": QCoreApplication.translate("Throttling", "sync boost"),
        "thermal slowdown": QCoreApplication.translate("Throttling", "thermal slowdown"),
        "power brake": QCoreApplication.translate("Throttling", "power brake"),
    }
    return ", ".join(words[reason] for reason in throttle_reasons(bits))


class Throttling:
    """The stretches of one run, found in what is new since the last look.

    Attributes:
        stretches: Of each GPU, by its key.
    """

    def __init__(self) -> None:
        self.stretches: dict[str, list[Stretch]] = {}
        self._seen: dict[str, tuple[int, float]] = {}
        self._loads = 0

    def look(self, data: RunData) -> bool:
        """Take in what is new; return whether there is any."""
        is_anew = data.loads != self._loads
        if is_anew:
            self._loads = data.loads
            self.stretches, self._seen = {}, {}
        grown = [self._look(data, device) for device, key in data.series_keys() if key == "throttle"]
        return is_anew or any(grown)

    def _look(self, data: RunData, device: str) -> bool:
        times, values = data.series(device, "throttle")
        count, first = self._seen.get(device, (0, float(times[0]) if times.size else 0.0))
        if times.size == count:
            return False
        if times.size < count or times[0] != first:  # older readings have gone
            count, first = 0, float(times[0])
            self.stretches.pop(device, None)
        self._seen[device] = (times.size, first)
        known = self.stretches.setdefault(device, [])
        begin = max(0, count - 1)
        bits = np.where(np.isfinite(values[begin:]), values[begin:], 0).astype(np.int64) & MASK
        if not (bits.any() or (known and known[-1][1] == times[begin])):
            return False
        _append(known, bits, times[begin:])
        del known[:-MOST]
        return True


def _append(known: list[Stretch], bits: np.ndarray, times: np.ndarray) -> None:
    """Add the stretches of equal bits; each lasts until the next reading."""
    edges = np.flatnonzero(np.diff(bits, prepend=-1))
    ends = [*edges[1:], bits.size - 1]
    for begin, end in zip(edges, ends, strict=True):
        if words := reason_words(int(bits[begin])):
            _extend(known, float(times[begin]), float(times[end]), words)


def _extend(known: list[Stretch], start: float, end: float, words: str) -> None:
    if known and known[-1][2] == words and start - known[-1][1] <= _SHORTEST_BREAK_S:
        known[-1] = (known[-1][0], max(end, known[-1][1]), words)
    else:
        known.append((start, end, words))
