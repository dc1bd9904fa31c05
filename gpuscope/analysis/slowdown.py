"""For which share of a run's window something slowed a device against the user's will."""

import numpy as np

from gpuscope.analysis.reduction import IncompleteError, Window, time_weighted_mean
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.quantity import Quantity
from gpuscope.core.slowdown_metrics import SLOWDOWN_BITS


def slowdowns(series: DeviceSeries | None, window: Window) -> dict[str, Quantity]:
    """Return the share by metric key; nothing for a device that tells no reasons.

    Args:
        series: The bit field of reasons as it was read; None where it never was.
        window: Start and end in nanoseconds.
    """
    if series is None:
        return {}
    return {key: _share(series, bits, window) for key, bits in SLOWDOWN_BITS.items()}


def _share(series: DeviceSeries, bits: int, window: Window) -> Quantity:
    is_read = ~np.isnan(series.values)
    held = np.full(series.values.shape, np.nan)
    held[is_read] = (series.values[is_read].astype(np.int64) & bits) != 0
    try:
        share, note = time_weighted_mean(series.stamps_ns, held, window)
    except IncompleteError as reason:
        return Quantity.missing("1", str(reason), series.source)
    return Quantity(share, "1", series.quality, series.source, None, note)
