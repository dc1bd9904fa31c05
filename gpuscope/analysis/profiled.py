"""Cut the profiled parts out of a run, so that its metrics cover only the steps that a profiler did not slow down.

Everything recorded in such a part is dropped, and everything after it is shifted: stamps by the length of the part, counters by their
increase within it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.analysis.device_summary import AVERAGE, POWER, device_power_sampling
from gpuscope.analysis.recorded_run import Profiled, SummaryInput
from gpuscope.analysis.reduction import updates
from gpuscope.analysis.series import DeviceSeries, Stamps, Values
from gpuscope.core import figures
from gpuscope.core.metric import Family, Kind
from gpuscope.core.metric_registry import metric
from gpuscope.core.run import RunGap

PROFILER = "profiler"
"""Word by which the note of :func:`left_out_note` is recognized."""
_FOR_EVER_NS = 1 << 61
"""End of a part that lasted until its process ended: later than any stamp."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """Intervals that are cut out of a run.

    Attributes:
        begins_ns: Starts of the intervals, rising, int64; shape (n,).
        ends_ns: Ends of the intervals, each before the next start; shape (n,).
    """

    begins_ns: Stamps
    ends_ns: Stamps

    @classmethod
    def of(cls, parts: Iterable[Profiled]) -> "Cuts":
        """Return the parts with overlapping ones merged, as those of several ranks."""
        joined: list[tuple[int, int]] = []
        for begin, end in sorted((part.begin_ns, _FOR_EVER_NS if part.end_ns is None else part.end_ns) for part in parts):
            if joined and begin <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            elif end > begin:
                joined.append((begin, end))
        pairs = np.array(joined, np.int64).reshape(-1, 2)
        return cls(pairs[:, 0], pairs[:, 1])

    def within(self, window: tuple[int, int] | None) -> "Cuts":
        """Return the cuts clipped to a window."""
        if window is None:
            return self
        begins, ends = np.clip(self.begins_ns, *window), np.clip(self.ends_ns, *window)
        return Cuts(begins[ends > begins], ends[ends > begins])

    @property
    def seconds(self) -> float:
        """Total length."""
        return float((self.ends_ns - self.begins_ns).sum()) / 1e9

    def hides(self, stamps_ns: Stamps) -> np.ndarray:
        """Return a mask of the rising stamps that lie in a cut: after its start, up to and including its end."""
        return np.searchsorted(self.begins_ns, stamps_ns, "left") > np.searchsorted(self.ends_ns, stamps_ns, "left")

    def moved(self, stamps_ns: Stamps) -> Stamps:
        """Return stamps shifted by the cuts before them; stamps within a cut move to its start."""
        inside = np.clip(stamps_ns[:, None] - self.begins_ns[None, :], 0, (self.ends_ns - self.begins_ns)[None, :])
        return np.asarray(stamps_ns - inside.sum(axis=1), np.int64)

    def left(self, stamps_ns: Stamps) -> Stamps:
        """Return the rising stamps outside the cuts, shifted."""
        return self.moved(stamps_ns[~self.hides(stamps_ns)])

    def moved_one(self, stamp_ns: int) -> int:
        """Return a single stamp shifted as by :meth:`moved`."""
        return int(self.moved(np.array([stamp_ns], np.int64))[0])


def without_profiled(data: SummaryInput, cuts: Cuts) -> SummaryInput:
    """Return a run without its profiled parts."""
    hidden = cuts.hides(data.steps_ns)
    hidden_steps = int(hidden.sum())
    dropped = hidden_steps or sum(part.steps for part in data.profiled)  # the step ends may be missing
    steps = None if data.counted_steps is None else data.counted_steps - dropped
    first = 1 if data.planned_steps is None else data.warmup_steps  # the first step of a command only opens its window
    return replace(
        data,
        profiled=(),
        window=None if data.window is None else (cuts.moved_one(data.window[0]), _moved(cuts, data.window[1])),
        series=tuple(_cut_series(data, series, cuts) for series in data.series),
        gaps=tuple(_cut_gap(gap, cuts) for gap in data.gaps),
        steps_ns=cuts.left(data.steps_ns),
        measured_numbers=np.flatnonzero(~hidden)[first:] - first,
        planned_steps=None if data.planned_steps is None else max(0, data.planned_steps - dropped),
        counted_steps=steps,
        reported_samples=_samples_left(data.reported_samples, dropped),
        phase_times=_renumbered(data.phase_times, hidden, are_means=data.has_phase_means),
        no_steps_reason="every measured step was profiled" if steps == 0 else data.no_steps_reason,
    )


def _samples_left(reported: tuple[int, int, int] | None, dropped: int) -> tuple[int, int, int] | None:
    """Return the samples of the remaining steps: a dropped step is assumed to have the mean number."""
    if reported is None or reported[2] < 2:
        return reported
    total, first, steps = reported
    return total - round(dropped * (total - first) / (steps - 1)), first, steps - dropped


def _renumbered(phase_times: Mapping[int, Mapping[str, float]], hidden: np.ndarray, *, are_means: bool) -> dict[int, Mapping[str, float]]:
    """Return the times of the remaining steps, keyed by their new numbers.

    Means over steps already exclude profiled ones, so they are kept even if their last step was profiled.
    """
    left = {step: times for step, times in phase_times.items() if are_means or step > hidden.size or not hidden[step - 1]}
    return {step - int(hidden[:step].sum()): times for step, times in left.items()}


def left_out_note(cuts: Cuts) -> str:
    """Return the note for a metric from which the profiled parts were cut."""
    return f"without {figures.figure(cuts.seconds, 's')} in which the profiler ran"


def _moved(cuts: Cuts, stamp_ns: int | None) -> int | None:
    return None if stamp_ns is None else cuts.moved_one(stamp_ns)


def _cut_gap(gap: RunGap, cuts: Cuts) -> RunGap:
    begin_s = cuts.moved_one(round(gap.start_s * 1e9)) / 1e9
    return replace(gap, start_s=begin_s, end_s=None if gap.end_s is None else cuts.moved_one(round(gap.end_s * 1e9)) / 1e9)


def _cut_series(data: SummaryInput, series: DeviceSeries, cuts: Cuts) -> DeviceSeries:
    definition = metric(series.metric)
    if series.values.size == 0 or definition is None:
        return series
    if definition.kind is Kind.COUNTER:
        return _cut_counter(series, cuts, steps_between_readings=definition.family is Family.POWER)
    return _cut_gauge(series, cuts, _age_ns(data, series))


def _age_ns(data: SummaryInput, series: DeviceSeries) -> int:
    """Return the time from the start of the interval that a reading represents to the reading; 0 unless it is power."""
    device = next((device for device in data.devices if device.key == series.device), None)
    if device is None or series.metric not in (POWER, AVERAGE):
        return 0
    sampling = device_power_sampling(data, device, series.metric)
    return 0 if sampling is None else round(sampling.shift_s * 1e9)


def _cut_gauge(series: DeviceSeries, cuts: Cuts, age_ns: int) -> DeviceSeries:
    """Drop the readings that represent a cut; the last dropped power reading also represents the time after the cut and is held there."""
    stamps, values = series.stamps_ns - age_ns, series.values
    hidden = cuts.hides(stamps)
    kept_stamps, kept_values = cuts.moved(stamps[~hidden]), values[~hidden]
    if age_ns:
        last = np.searchsorted(stamps, cuts.ends_ns, "right") - 1
        is_hidden = (last >= 0) & (cuts.ends_ns < stamps[-1])
        is_hidden[is_hidden] = hidden[last[is_hidden]]
        kept_stamps = np.append(kept_stamps, cuts.moved(cuts.ends_ns[is_hidden]))
        kept_values = np.append(kept_values, values[last[is_hidden]])
    return _series(series, kept_stamps + age_ns, kept_values)


def _cut_counter(series: DeviceSeries, cuts: Cuts, *, steps_between_readings: bool) -> DeviceSeries:
    """Remove a counter's increase within the cuts, interpolated linearly between its readings (for energy: between its updates)."""
    stamps, values = series.readings()
    if stamps.size < 2:
        return series
    line = updates(stamps, values) if steps_between_readings else (stamps, values)
    inside = (cuts.begins_ns >= stamps[0]) & (cuts.ends_ns <= stamps[-1])
    at_begin, at_end = _read_off(line, cuts.begins_ns), _read_off(line, np.minimum(cuts.ends_ns, stamps[-1]))
    rises = np.where(inside, np.maximum(0.0, at_end - at_begin), 0.0)
    before = np.concatenate(([0.0], np.cumsum(rises)))
    hidden = cuts.hides(stamps)
    kept = values[~hidden] - before[np.searchsorted(cuts.ends_ns, stamps[~hidden], "left")]
    edges = at_begin[inside] - before[:-1][inside]
    return _series(series, np.append(cuts.moved(stamps[~hidden]), cuts.moved(cuts.begins_ns[inside])), np.append(kept, edges))


def _read_off(line: tuple[Stamps, Values], at_ns: Stamps) -> Values:
    stamps, values = line
    # In seconds from the first reading: nanoseconds since boot would cost precision.
    return np.asarray(np.interp((at_ns - stamps[0]) / 1e9, (stamps - stamps[0]) / 1e9, values), np.float64)


def _series(series: DeviceSeries, stamps: Stamps, values: Values) -> DeviceSeries:
    order = np.argsort(stamps, kind="stable")
    stamps, values = stamps[order].astype(np.int64), values[order]
    return replace(series, before_ns=stamps, after_ns=stamps, values=values)
