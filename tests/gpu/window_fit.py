"""Fits the averaging window of a power sensor to its readings of a square wave of load (after arXiv 2312.02741, 4.2)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WINDOWS_S = (0.005, 0.010, 0.015, 0.020, 0.025, 0.030, 0.035, 0.040, 0.050, 0.060, 0.075, 0.100, 0.125, 0.150, 0.250, 0.500, 1.0)
LAGS_S = tuple(step * 0.005 for step in range(25))


def window_s(updates_s: NDArray[np.float64], power_w: NDArray[np.float64], spans_s: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the window with the best fit, and the share of the variance that it explains.

    Args:
        updates_s: When the sensor was seen to change; shape (n,).
        power_w: The sensor's value from then on; shape (n,).
        spans_s: Begin and end of each busy span of the load.
    """
    found = [(_explained(updates_s - lag, power_w, spans_s, window), window) for window in WINDOWS_S for lag in LAGS_S]
    explained, window = max(found)
    return window, explained


def _explained(ends_s: NDArray[np.float64], power_w: NDArray[np.float64], spans_s: Sequence[tuple[float, float]], window: float) -> float:
    edges = np.array([edge for span in spans_s for edge in span])
    busy = np.concatenate(([0.0], np.cumsum(np.diff(edges) * (np.arange(edges.size - 1) % 2 == 0))))
    share = (np.interp(ends_s, edges, busy) - np.interp(ends_s - window, edges, busy)) / window
    if float(np.std(share)) == 0.0 or float(np.std(power_w)) == 0.0:
        return 0.0
    return float(np.corrcoef(share, power_w)[0, 1] ** 2)
