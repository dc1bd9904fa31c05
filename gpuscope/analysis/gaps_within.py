"""The gaps that lie within a window, in words."""

from collections.abc import Sequence

from gpuscope.analysis.reduction import Window
from gpuscope.core.event import SLEPT
from gpuscope.core.run import RunGap


def gap_words(gaps: Sequence[RunGap], key: str, window: Window) -> str | None:
    """Return how much of a window a metric was not read, and why; None where there is no gap."""
    inside = _inside(gaps, key, window)
    if not inside:
        return None
    start_s, end_s = window[0] / 1e9, window[1] / 1e9
    unread_s, until_s = 0.0, start_s
    for begin_s, stop_s in sorted((gap.start_s, end_s if gap.end_s is None else min(gap.end_s, end_s)) for gap in inside):
        unread_s += max(0.0, stop_s - max(begin_s, until_s))  # gaps may lie over each other
        until_s = max(until_s, stop_s)
    return f"{unread_s:.2g} s of the window without readings ({inside[0].reason})"


def slept_words(gaps: Sequence[RunGap], key: str, window: Window) -> str | None:
    """Return that the computer slept within a window; None when it did not. No counter is believed across that."""
    return next((gap.reason for gap in _inside(gaps, key, window) if gap.reason.startswith(SLEPT)), None)


def _inside(gaps: Sequence[RunGap], key: str, window: Window) -> list[RunGap]:
    start_s, end_s = window[0] / 1e9, window[1] / 1e9
    told = [gap for gap in gaps if not gap.metrics or key in gap.metrics]
    return [gap for gap in told if gap.start_s < end_s and (gap.end_s is None or gap.end_s > start_s)]
