"""Finds gaps in the incoming readings: more than three sampling intervals without a reading (measurement.md, S1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gpuscope.core.event import Gap, Sample, Samples
from gpuscope.sensors.backend import GONE, NOT_YET

INTERVALS = 3
"""Number of sampling intervals: a longer silence is a gap, a shorter one is jitter (measurement.md, S1)."""
ON_ITS_WAY_NS = 100_000_000
"""Allowance for a reading's transit from the helper before its absence is reported."""
SILENT = "no reading came for more than three sampling intervals"
UNKNOWN_YET = "no value came for more than three sampling intervals"
Reason = Callable[[str, int], str | None]
"""Returns why a call has been silent since a timestamp; None if unknown."""


@dataclass(slots=True)
class _Call:
    series: Sequence[tuple[str, str]]
    period_ns: int
    last_ns: int | None = None
    gap: Gap | None = None
    failing: dict[int, int] = field(default_factory=dict)
    """Timestamp of the last good reading of each failing value, by the value's index."""
    failing_gaps: dict[int, Gap] = field(default_factory=dict)

    def with_series(self, series: Sequence[tuple[str, str]], period_ns: int) -> "_Call":
        """Return the call with other series; its open gap stays open, and so do those of failing values that it still has."""
        places = {old: series.index(value) for old, value in enumerate(self.series) if value in series}
        failing = {places[old]: since_ns for old, since_ns in self.failing.items() if old in places}
        failing_gaps = {places[old]: gap for old, gap in self.failing_gaps.items() if old in places}
        return _Call(series, period_ns, self.last_ns, self.gap, failing, failing_gaps)

    def make_gap(self, start_ns: int, end_ns: int | None, reason: str) -> Gap:
        return Gap(self.series[0][0], tuple(metric for _, metric in self.series), start_ns, end_ns, reason)


class GapTracker:
    """Tracks the samples of all calls.

    A gap is reported when it is detected, without an end, and again with its end. A call that never had a reading has only the gaps that
    the helper reports: a metric that cannot be measured is an unavailable capability with a reason.

    Args:
        reason: Returns why a call is silent.

    Attributes:
        on_its_way_ns: How long a reading may be in transit; longer where the helper holds readings back.
    """

    def __init__(self, reason: Reason) -> None:
        self._reason = reason
        self.on_its_way_ns = ON_ITS_WAY_NS
        self._calls: dict[str, _Call] = {}

    def declare(self, calls: Mapping[str, Sequence[tuple[str, str]]], periods: Mapping[str, float]) -> None:
        """Set the current calls, with their periods in seconds; the state of calls that were known is kept."""
        declared = {}
        for name, series in calls.items():
            known, period_ns = self._calls.get(name), round(periods.get(name, 1.0) * 1e9)
            if known is None:
                declared[name] = _Call(series, period_ns)
            else:
                declared[name] = known if tuple(known.series) == tuple(series) else known.with_series(series, period_ns)
        self._calls = declared

    def add(self, sample: Sample) -> list[Gap]:
        """Add a sample; return the gaps that begin or end with it."""
        call = self._calls.get(sample.call)
        if call is None or len(call.series) != len(sample.values):
            return []
        if GONE in sample.codes.values():
            self.forget(sample.call)
            return []
        gaps = []
        if call.gap is not None:
            # The cause may have become known since the gap began.
            reason = self._reason(sample.call, call.gap.start_ns) or call.gap.reason
            # If the readings were only late and none is missing, the gap gets zero length and has no effect.
            was_late = call.gap.reason == SILENT and sample.before_ns - call.gap.start_ns <= INTERVALS * call.period_ns
            gaps.append(replace(call.gap, end_ns=call.gap.start_ns if was_late else sample.before_ns, reason=reason))
        elif call.last_ns is not None and sample.before_ns - call.last_ns > INTERVALS * call.period_ns:
            gaps.append(call.make_gap(call.last_ns, sample.before_ns, self._reason(sample.call, call.last_ns) or SILENT))
        call.gap = None
        if sample.codes or call.failing:
            gaps += self._check_values(call, sample)
        call.last_ns = sample.after_ns
        return gaps

    def add_all(self, samples: Samples) -> list[Gap]:
        """Add successive samples of one call; return the gaps that begin or end with them."""
        call = self._calls.get(samples.call)
        if call is None or call.gap is not None or call.failing or any(len(values) != len(call.series) for values in samples.values):
            return [gap for sample in samples.each() for gap in self.add(sample)]
        last_ns = samples.before_ns[0] if call.last_ns is None else call.last_ns
        ends_ns = (last_ns, *samples.after_ns)
        if any(begin - end > INTERVALS * call.period_ns for begin, end in zip(samples.before_ns, ends_ns, strict=False)):
            return [gap for sample in samples.each() for gap in self.add(sample)]
        call.last_ns = ends_ns[-1]
        return []

    def _check_values(self, call: _Call, sample: Sample) -> list[Gap]:
        gaps = []
        for index, value in enumerate(sample.values):
            if value is None:
                since = call.failing.setdefault(index, call.last_ns or sample.before_ns)
                if sample.after_ns - since > INTERVALS * call.period_ns and index not in call.failing_gaps:
                    device, metric = call.series[index]
                    code = sample.codes.get(str(index), "unknown")
                    reason = UNKNOWN_YET if code == NOT_YET else f"readings fail with code {code}"
                    call.failing_gaps[index] = Gap(device, (metric,), since, None, reason)
                    gaps.append(call.failing_gaps[index])
            elif call.failing.pop(index, None) is not None and index in call.failing_gaps:
                gaps.append(replace(call.failing_gaps.pop(index), end_ns=sample.before_ns))
        return gaps

    def poll(self, now_ns: int) -> list[Gap]:
        """Return gaps of calls whose reading is now overdue, and open gaps whose reason has become known."""
        gaps = []
        for name, call in self._calls.items():
            if call.last_ns is None:
                continue
            if call.gap is not None:
                reason = self._reason(name, call.last_ns) if call.gap.reason == SILENT else None
                if reason is not None:
                    call.gap = replace(call.gap, reason=reason)
                    gaps.append(call.gap)
            elif now_ns - call.last_ns > INTERVALS * call.period_ns + self.on_its_way_ns:
                call.gap = call.make_gap(call.last_ns, None, self._reason(name, call.last_ns) or SILENT)
                gaps.append(call.gap)
        return gaps

    def apply(self, gap: Gap) -> list[Gap]:
        """Apply a gap that the helper reports: an open gap opens a gap on each affected call, a closed gap is returned as it is."""
        if gap.end_ns is not None:
            for call in self._calls.values():
                if call.last_ns is not None and call.series and call.series[0][0] == gap.device:
                    self._leave_to_helper(call, gap)
            return [gap]
        gaps = []
        for call in self._calls.values():
            if call.gap is None and any(series[0] == gap.device and series[1] in gap.metrics for series in call.series):
                call.gap = call.make_gap(gap.start_ns if call.last_ns is None else call.last_ns, None, gap.reason)
                gaps.append(call.gap)
        return gaps

    def _leave_to_helper(self, call: _Call, gap: Gap) -> None:
        last_ns, end_ns = call.last_ns or 0, gap.end_ns or 0
        if call.gap is None and gap.start_ns <= last_ns <= end_ns and all(metric in gap.metrics for _, metric in call.series):
            call.last_ns = end_ns

    def forget(self, name: str) -> None:
        """Reset a call whose subject has ended, so that its silence is not a gap."""
        call = self._calls.get(name)
        if call is not None:
            self._calls[name] = _Call(call.series, call.period_ns)
