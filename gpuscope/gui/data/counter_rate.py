"""How fast a counter grows."""

import numpy as np

from gpuscope.gui.data.reading_table import Floats, ReadingTable
from gpuscope.recording.machine_state import RATE_S


class CounterRate:
    """The rate of one counter, computed for what is new since the last time.

    At each reading it is the difference to the newest reading that is at least ``RATE_S`` older (to the first one as
    long as there is none, to the one before where readings are rarer), by the time between them. It is NaN at the first
    reading, where one of the two is missing, and where the counter went backwards.
    """

    def __init__(self) -> None:
        self._rates: ReadingTable[str] = ReadingTable(("rate",))
        self._begin: float | None = None

    def of(self, times: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Return (seconds, per second), float64 [n], for a counter's readings; those given before must be among them."""
        if not times.size:
            return times, values
        if self._begin != times[0] or len(self._rates) > times.size:  # older readings have gone
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
