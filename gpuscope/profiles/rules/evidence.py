"""The input of all rules: a profile, its gaps, and the places of its calls in the user's program."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_sites import CallSites
from gpuscope.profiles.gaps import DeviceGaps, device_gaps
from gpuscope.profiles.intervals import Intervals, covered
from gpuscope.profiles.operator_classes import kernel_classes
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.recording_cost import RecordingCost
from gpuscope.profiles.rules.finding import Place
from gpuscope.profiles.source_lines import SourceLines
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN, Flags, Integers

_PAGEABLE = re.compile(r"Memcpy HtoD \(.*Pageable")
_MOST_PLACES = 3
"""Most places per finding: changes start at the most expensive lines."""


@dataclass(frozen=True)
class Evidence:
    """A profile with the quantities that rules use.

    Attributes:
        profile: The evaluated capture.
        sources: Finds lines in the program's source.
        recording: What recording cost; None if it is not known.
    """

    profile: Profile
    sources: SourceLines = field(default_factory=SourceLines)
    recording: RecordingCost | None = None

    @property
    def is_pytorch(self) -> bool:
        """Whether PyTorch's profiler recorded it: the device's work alone, without a description of the device, is of another program."""
        return self.profile.trace.has_host_calls or bool(self.profile.trace.devices)

    @cached_property
    def total_s(self) -> float:
        """Reference time for costs in seconds, less recording overhead: the device's time from first to last work, else that of the steps.

        Without steps, it is the whole capture.
        """
        timeline = self.profile.timeline
        begin_ns, end_ns = self.profile.work_ns
        if timeline is None and self.steps.start_ns.size:
            return self._normal_s(self.steps.total_ns * S_PER_NS, self.steps.start_ns, self.steps.end_ns)
        total_s = self.profile.trace.span_ns * S_PER_NS if timeline is None else timeline.total_s
        return max(self.busy_s, self._normal_s(total_s, np.array([begin_ns]), np.array([end_ns])))

    def _normal_s(self, time_s: float, start_ns: Integers, end_ns: Integers) -> float:
        recording = self.recording
        return time_s if recording is None else recording.normal_s(time_s, recording.calls_within(start_ns, end_ns))

    def less_recording_s(self, time_ns: int, start_ns: Integers, end_ns: Integers) -> float:
        """Return the total of disjoint intervals in seconds, less the recording overhead in them, at most `total_s`."""
        return min(self.total_s, self._normal_s(time_ns * S_PER_NS, start_ns, end_ns))

    def gap_cost_s(self, gaps: Integers, time_ns: Integers) -> float:
        """Return the host's time in some gaps in seconds, less recording overhead.

        Args:
            gaps: Their indices.
            time_ns: Time in each.
        """
        return self.less_recording_s(int(time_ns[gaps].sum()), self.gaps.start_ns[gaps], self.gaps.host_end_ns[gaps])

    @property
    def busy_s(self) -> float:
        """Time in which any device was busy."""
        return 0.0 if self.profile.timeline is None else self.profile.timeline.busy_s

    @cached_property
    def gaps(self) -> DeviceGaps:
        """The gaps in the device work."""
        return device_gaps(self.profile.device_time)

    @cached_property
    def sites(self) -> CallSites:
        """The call sites in the user's program."""
        return CallSites(self.profile.trace)

    @cached_property
    def work(self) -> Integers:
        """The device work that the timeline counts, as indices into the device work."""
        return np.flatnonzero(self.profile.device_time.is_counted)

    @cached_property
    def work_classes(self) -> Integers:
        """The class of each piece of device work, by its own name."""
        return kernel_classes(self.profile.trace)

    @cached_property
    def steps(self) -> Intervals:
        """The time in marked steps."""
        return covered(self.profile.trace.slices, self.profile.marked_steps.marks)

    @cached_property
    def optimizer_steps(self) -> Integers:
        """The steps of optimizers, as indices into the slices."""
        return self.profile.tree.optimizer_steps

    @cached_property
    def is_update(self) -> Flags:
        """The device work launched within an optimizer's step."""
        slices, tree = self.profile.trace.slices, self.profile.tree
        by = tree.launching_call
        marked = covered(slices, self.optimizer_steps)
        launched_ns = slices.start_ns[tree.calls[by]] if tree.calls.size else np.zeros(by.size, np.int64)
        is_update: Flags = (by >= 0) & (marked.within_each(launched_ns, launched_ns + 1) > 0)
        return is_update

    @cached_property
    def warm_ns(self) -> int:
        """Time from which no kernel runs for the first time: the start of the last kernel with a new name; 0 without kernels."""
        slices, work = self.profile.trace.slices, self.profile.trace.device_work.slice[self.work]
        if not work.size:
            return 0
        firsts = np.unique(slices.name[work], return_index=True)[1]
        return int(slices.start_ns[work[firsts]].max())

    @cached_property
    def pageable_copies(self) -> Integers:
        """The copies from memory that is not pinned, as indices into the device work."""
        return self.named(_PAGEABLE.match)

    @cached_property
    def is_after_copy(self) -> Flags:
        """The gaps that follow a wait of the host for such a copy."""
        tree, waits = self.profile.tree, self.gaps.synchronization
        launchers = tree.launcher[self.pageable_copies]
        if not launchers.size or not tree.calls.size:
            return np.zeros(waits.size, bool)
        waiting = np.where(waits >= 0, tree.operator[np.minimum(np.searchsorted(tree.calls, waits), tree.calls.size - 1)], UNKNOWN)
        return (waiting >= 0) & np.isin(waiting, launchers)

    def device_s(self, work: Integers) -> float:
        """Return the seconds in which any of some device work ran."""
        return covered(self.profile.trace.slices, self.profile.trace.device_work.slice[work]).total_ns * S_PER_NS

    def durations_ns(self, work: Integers) -> Integers:
        """Return the durations of some device work in ns."""
        durations: Integers = self.profile.trace.slices.duration_ns[self.profile.trace.device_work.slice[work]]
        return durations

    def named(self, matches: Callable[[str], object]) -> Integers:
        """Return the counted device work whose names match."""
        trace = self.profile.trace
        return self.work[trace.are_named(trace.device_work.slice[self.work], matches)]

    def places(self, rows: Integers, cost_ns: Integers) -> tuple[Place, ...]:
        """Return the places in the user's program that make some calls, the most expensive first.

        Args:
            rows: Indices of slices on the host.
            cost_ns: Cost of each in ns.
        """
        places: dict[str, Place] = {}
        for site, calls, cost in self.sites.by_cost(rows, cost_ns):
            place = Place(site.file, site.function, self.sources.first(site), self.sources.of(site), calls, cost * S_PER_NS)
            if same := places.get(place.text):
                place = replace(same, calls=same.calls + calls, cost_s=same.cost_s + place.cost_s)
            places[place.text] = place
        return tuple(sorted(places.values(), key=lambda place: -place.cost_s)[:_MOST_PLACES])

    def places_of_work(self, work: Integers) -> tuple[Place, ...]:
        """Return the places in the user's program that launch some device work, the most expensive first."""
        tree = self.profile.tree
        work = work[tree.has_launch[work]]
        return self.places(tree.calls[tree.launching_call[work]], self.durations_ns(work)) if work.size else ()
