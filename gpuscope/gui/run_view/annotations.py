"""Annotations of the strips: gaps, throttling, limits, marks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.alert_rule import ALERT_PREFIX
from gpuscope.core.device import DeviceKind
from gpuscope.core.run import RunGap
from gpuscope.core.slowdown import MASK, throttle_reasons
from gpuscope.gui.charts.strip import Limit, Mark, Shade
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.reading_figures import span
from gpuscope.gui.run_view.run_strips import drawn_keys
from gpuscope.gui.run_view.strip_template import RunAxis, Series, step_name
from gpuscope.gui.services.monitor_feed import gap_text
from gpuscope.recording.machine_figures import power_limit
from gpuscope.reports.run_report import shown_mark
from gpuscope.system import language
from gpuscope.system.language import labelled

_SHORTEST_BREAK_S = 1.0
"""Intervals with the same reason are merged across shorter breaks: a power cap is hit many times per second."""
MOST = 300
"""Maximum number of throttled intervals kept per GPU, the newest."""
Stretch = tuple[float, float, str]
"""(start, end, reason) in seconds from the run's start."""

_PHASES = ("measured", "evaluate")
_SLOWED = ("power", "clock")
"""Strips that show throttling; if neither is present, utilization does."""
_SHORTEST_GAP_S = 0.05
"""Half a period of the fast sensors at 10 Hz: no reading is missing in a shorter gap."""
_LONGEST_MARK = 60
"""Characters of a mark, which can be any length; its lane elides earlier."""

Layout = Mapping[str, frozenset[Series]]
"""Sensor series of each shown strip, by the strip's key, top to bottom."""


def throttle_text(bits: int) -> str:
    """Return the text of the reasons in a bit field; "" for none."""
    return _throttle_text(bits, language.current())


@cache
def _throttle_text(bits: int, _code: str) -> str:
    """Cache the texts by language."""
    names = {
        "power cap": QCoreApplication.translate("Throttling", "power cap"),
        "hardware slowdown": QCoreApplication.translate("Throttling", "hardware slowdown"),
        "sync boost": QCoreApplication.translate("Throttling", "sync boost"),
        "thermal slowdown": QCoreApplication.translate("Throttling", "thermal slowdown"),
        "power brake": QCoreApplication.translate("Throttling", "power brake"),
    }
    return language.joined_items([names[reason] for reason in throttle_reasons(bits)])


class Throttling:
    """The throttled intervals of one run, extended incrementally.

    Attributes:
        stretches: The intervals, by key of the GPU.
    """

    def __init__(self) -> None:
        self.stretches: dict[str, list[Stretch]] = {}
        self._seen: dict[str, tuple[int, float]] = {}
        self._loads = 0

    def update(self, data: ShownRun) -> bool:
        """Process new readings; return whether there were any."""
        is_anew = data.loads != self._loads
        if is_anew:
            self._loads = data.loads
            self.stretches, self._seen = {}, {}
        grown = [self._extend_device(data, device) for device, key in data.series_keys() if key == "throttle"]
        return is_anew or any(grown)

    def _extend_device(self, data: ShownRun, device: str) -> bool:
        times, values = data.series(device, "throttle")
        count, first = self._seen.get(device, (0, float(times[0]) if times.size else 0.0))
        if times.size == count:
            return False
        if times.size < count or times[0] != first:  # the oldest readings were dropped
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
    """Add the intervals of equal bits; each lasts until the next reading."""
    edges = np.flatnonzero(np.diff(bits, prepend=-1))
    ends = [*edges[1:], bits.size - 1]
    for begin, end in zip(edges, ends, strict=True):
        if reasons := throttle_text(int(bits[begin])):
            _extend(known, float(times[begin]), float(times[end]), reasons)


def _extend(known: list[Stretch], start: float, end: float, reasons: str) -> None:
    if known and known[-1][2] == reasons and start - known[-1][1] <= _SHORTEST_BREAK_S:
        known[-1] = (known[-1][0], max(end, known[-1][1]), reasons)
    else:
        known.append((start, end, reasons))


def shades(data: ShownRun, throttling: Throttling, layout: Layout, axis: RunAxis) -> list[Shade]:
    """Return gaps and throttling as shades on the axis."""
    shades_in_seconds = _slowed_shades(throttling, layout)
    for gap in joined(data.gaps):
        shades_in_seconds += _gap_shades(data, gap, layout)
    if axis is RunAxis.TIME:
        return shades_in_seconds
    placed = [
        (shade, axis.place(data, shade.start), None if shade.end is None else axis.place(data, shade.end)) for shade in shades_in_seconds
    ]
    return [replace(shade, start=start, end=end) for shade, start, end in placed]


def joined(gaps: Sequence[RunGap]) -> list[RunGap]:
    """Merge simultaneous gaps of one sensor's calls with the same reason, and drop very short ones."""
    by_source: dict[tuple[str, str], list[RunGap]] = {}
    for gap in sorted(gaps, key=lambda item: item.start_s):
        known = by_source.setdefault((gap.device, gap.reason), [])
        if known and (known[-1].end_s is None or gap.start_s < known[-1].end_s):
            known[-1] = _union(known[-1], gap)
        elif gap.end_s is None or gap.end_s - gap.start_s >= _SHORTEST_GAP_S:
            known.append(gap)
    return [gap for group in by_source.values() for gap in group]


def _union(first: RunGap, second: RunGap) -> RunGap:
    end_s = None if first.end_s is None or second.end_s is None else max(first.end_s, second.end_s)
    metrics = tuple(dict.fromkeys((*first.metrics, *second.metrics))) if first.metrics and second.metrics else ()
    return RunGap(min(first.start_s, second.start_s), end_s, first.device, metrics, first.reason)


def _gap_shades(data: ShownRun, gap: RunGap, layout: Layout) -> list[Shade]:
    """Return a gap's shades, only for strips none of whose series was read, so that a curve stays visible during another's gap."""
    end = data.end_s if gap.end_s is None and data.ended else gap.end_s
    if not gap.device and not gap.metrics:
        return [Shade(gap.start_s, end, gap_text(gap.reason), tone="sleep")]
    hit = [key for key, series in layout.items() if series and all(_lacks(gap, shown) for shown in series)]
    if not hit:
        return []
    length = (data.end_s if end is None else end) - gap.start_s
    label = QCoreApplication.translate("Annotations", "gap {0}").format(span(max(0.0, length)))
    silent = [Shade(gap.start_s, end, "", frozenset(hit[1:]))] if hit[1:] else []
    return [Shade(gap.start_s, end, label, frozenset(hit[:1]), detail=gap_text(gap.reason)), *silent]


def _lacks(gap: RunGap, series: Series) -> bool:
    device, key = series
    return gap.device in ("", device) and (not gap.metrics or key in gap.metrics)


def _slowed_shades(throttling: Throttling, layout: Layout) -> list[Shade]:
    strips = frozenset(key for key in _SLOWED if key in layout) or frozenset({"utilization"} & layout.keys())
    if not strips:
        return []
    several = len(throttling.stretches) > 1
    return [
        Shade(start, end, labelled(device, reasons) if several else reasons, strips, "throttle")
        for device, stretches in throttling.stretches.items()
        for start, end, reasons in stretches
    ]


def limits(data: ShownRun, layout: Layout) -> list[Limit]:
    """Return the GPUs' power limits, one line for equal ones."""
    if "power" not in layout:
        return []
    by_limit: dict[float, list[str]] = {}
    for device in data.devices:
        if device.kind is DeviceKind.GPU and (watts := power_limit(data.machine, device)):
            by_limit.setdefault(watts, []).append(device.key)
    label = QCoreApplication.translate("Annotations", "limit {0}")
    return [
        Limit("power", watts, (f"{', '.join(devices)}: " if len(by_limit) > 1 else "") + label.format(figures.figure(watts, "W")))
        for watts, devices in by_limit.items()
    ]


def marks(data: ShownRun, axis: RunAxis, chosen: tuple[str, ...] = ()) -> list[Mark]:
    """Return the user's marks, start and end of the measured window, and the first NaN or infinity of each drawn value."""
    names = {
        "measured": QCoreApplication.translate("Annotations", "measured"),
        "evaluate": QCoreApplication.translate("Annotations", "evaluated"),
    }
    marked = [(t_s, names[name]) for t_s, name in data.phases if name in _PHASES]
    marked += [(t_s, _mark_text(text)) for t_s, text in data.marks]
    marked += [mark for key in drawn_keys(data.logged_keys(), chosen) for mark in _not_numbers(data, key)]
    return [Mark(axis.place(data, t_s), text) for t_s, text in sorted(marked)]


def _mark_text(text: str) -> str:
    """Return a mark's text for its lane; for an alert, only its first part, which says what happened."""
    return shown_mark(text.partition("; ")[0] if text.startswith(ALERT_PREFIX) else text)[:_LONGEST_MARK]


def _not_numbers(data: ShownRun, key: str) -> Iterator[tuple[float, str]]:
    """Yield the first occurrence of NaN, infinity and negative infinity each."""
    values = data.logged(key)[2]
    for is_it in (np.isnan, np.isposinf, np.isneginf):
        matches = np.flatnonzero(is_it(values))
        if matches.size:
            yield _not_a_number(data, key, int(matches[0]))


def _not_a_number(data: ShownRun, key: str, first: int) -> tuple[float, str]:
    times, steps, values = data.logged(key)
    name = f"{key[:_LONGEST_MARK]} {figures.significant(float(values[first]))}"
    if np.isnan(steps[first]):
        return float(times[first]), name
    step = step_name(int(steps[first]), data.progress.warmup_steps)
    return float(times[first]), QCoreApplication.translate("Annotations", "{0} from {1}").format(name, step)
