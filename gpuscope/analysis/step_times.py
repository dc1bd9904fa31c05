"""Rates and latencies from the ends of steps."""

import numpy as np

from gpuscope.analysis.reduction import Window
from gpuscope.analysis.series import Stamps
from gpuscope.core.quantity import Quality, Quantity

PERCENTILES = (("latency_p50", 0.50, 1), ("latency_p95", 0.95, 20), ("latency_p99", 0.99, 100))
"""Key, share of the steps, and how many steps are needed for the number to mean anything."""


def latencies(steps_ns: Stamps, window: Window, *, on_gpu: bool = False, timed_every: int | None = None) -> dict[str, Quantity]:
    """Return the percentiles of the measured steps' durations in seconds.

    A percentile is the duration of a step that was taken (no interpolation), so that its help text holds literally: that
    share of the steps took no longer.

    Args:
        steps_ns: Ends of the measured steps, without a hole; shape (n,).
        window: The first step began at its start.
        on_gpu: Whether the work goes to a GPU, which may finish later than the host's clock says.
        timed_every: One step in so many was timed by an event on the device; None where the host's clock stamped them all.
    """
    durations = np.diff(steps_ns, prepend=np.int64(window[0])) / 1e9
    clock = "the host's clock" if timed_every is None else "events on the device"
    source = f"ends of {durations.size} steps by {clock}"
    note = "by the host's clock; single steps on the GPU may end later" if on_gpu and timed_every is None else None
    if timed_every is not None and timed_every > 1:
        note = f"one step in {timed_every} was timed; those between count as equally long"
    return {key: _percentile(durations, share, needed, source, note) for key, share, needed in PERCENTILES}


def _percentile(durations: np.ndarray, share: float, needed: int, source: str, note: str | None) -> Quantity:
    if durations.size < needed:
        steps = "a step was" if durations.size == 1 else f"{durations.size or 'no'} steps were"
        return Quantity.missing("s", f"{needed} steps are needed, {steps} measured", source)
    value = float(np.quantile(durations, share, method="inverted_cdf"))
    return Quantity(value, "s", Quality.MEASURED, source, None, note)


def no_latencies(reason: str) -> dict[str, Quantity]:
    """Return the percentiles as missing, with the reason."""
    return {key: Quantity.missing("s", reason) for key, _, _ in PERCENTILES}


def rate(count: float | None, duration_s: float | None, unit: str, what: str, missing: str | None) -> Quantity:
    """Return a count by the wall clock of the window, or why there is none.

    Args:
        count: How many; None when nothing was counted.
        duration_s: The window.
        unit: Of the rate.
        what: What was counted, for the source.
        missing: The reason that stands when something is missing.
    """
    if count is None or not duration_s or missing:
        return Quantity.missing(unit, missing or f"no {what} were counted")
    return Quantity(count / duration_s, unit, Quality.DERIVED, f"{what} of the window by the wall clock")
