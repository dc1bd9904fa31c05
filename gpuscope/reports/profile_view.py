"""A profile as every surface shows it: tables of values in SI units, beside its sentences; terminal, CSV and window lay them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from gpuscope.core import figures
from gpuscope.core.device import split_reason
from gpuscope.profiles.advice import TITLES, Program, advice
from gpuscope.profiles.kernel_names import short_kernel_names, short_operator_name
from gpuscope.profiles.kernels import EARLIER_LAUNCH, Triple
from gpuscope.profiles.operator_classes import LABELS
from gpuscope.profiles.operators import OperatorRow, alike_merged
from gpuscope.profiles.ranks import RankTable
from gpuscope.profiles.roofline import Ceilings, RooflinePoint, ceilings_of, roofline_points
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.timeline import DeviceTimeline
from gpuscope.profiles.trace import MODULE_PREFIX, S_PER_NS, Category
from gpuscope.reports.memory_record_view import owner_table
from gpuscope.reports.profile_sentences import SENTENCES, ProfileSentences, device_title
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable, Value

if TYPE_CHECKING:
    from gpuscope.profiles.flame_rows import FlameRows
    from gpuscope.reports.pictures.picture import Chart

_HOST_MEMORY = "Of the host's memory, the profiler records only what PyTorch allocates while it records, without the weights from before"
_NO_MODULES = "Memory is attributed to operators only: recording stacks adds the module (--profile …,memory,stacks; with_stack=True)"
_INFERRED = "Inferred from the phase in which memory was allocated and from how long it was kept"
_HARDLY, _MOSTLY = 0.1, 0.5
"""Shares of its communication that the rank waits for which all others wait, at most, and each of the others, at least."""
_NO_JOULES, _NO_JOULES_ON = "The energy of operators is not known: {0}", "The energy of operators on {0} is not known: {1}"
_JOULES = "Energy is an operator's own time at the capture's mean power of {0} ({1} in {2}, {3})"
_JOULES_OF_RUN = "Energy is an operator's own time at the run's mean power of {0}, as that of the capture is not known: {1}"
_NO_OPERATOR = (
    "Operators launched {0} of the device time; the rest was launched outside of them, as by CUDA graphs, or its launch was not recorded"
)
_MOST_UNLAUNCHED = 0.1
"""Share of device time without an operator above which the table of operators notes it, as it then covers little of the device's work."""
_PUBLISHED = "Ceilings of {0} from its data sheet: {1} ({2}) and {3}"
_MEASURED = "Ceilings of {0} as measured by run {1}: {2} ({3}) and {4}"
_NO_CEILINGS = "The ceilings of this device are not known: a run of the workload scaled-sum on its machine measures them"
_HOST = "this processor"
_INCLUDED = "Costs include the time of recording, which weighs most on many small calls"
NOTHING = "Nothing stands out: no rule of the guide found a large cost"
_OVERLAP = "Costs overlap, so they do not add up"
_NO_LINES = "Recording stacks adds the lines of the program (--profile …,stacks; with_stack=True)"
TEXTS = (
    *SENTENCES, EARLIER_LAUNCH, _NO_JOULES, _JOULES, _JOULES_OF_RUN, _NO_OPERATOR, _INFERRED, _NO_LINES,
    "Energy, estimated", "Allocated in", "Allocated at", "In use for", "At the peak", "Operations", "Moved at least", "Grid", "Block",
    NOTHING, _NO_JOULES_ON, _OVERLAP, _INCLUDED, _PUBLISHED, _MEASURED, _NO_CEILINGS, _HOST, _NO_MODULES, _HOST_MEMORY,
    "Memory at the peak by category", "Finding", "Costs at most", "What was seen", "What to try", "In code", "As a run", "Where",
    "Device time", "Host time", "Time", "Share", "Device", "Operator", "Class", "Calls", "Self device", "Total device", "Self host",
    "Total host", "Kernel", "Stream", "Call", "Self", "Total", "Mean", "Min", "Max", "Occupancy", "Class of work",
    "Shapes", "Types", "FLOP per byte", "Rate", "Of the ceiling", "Step",
    "Start", "Duration", "Device busy", "Memory of", "Peak in use", "At", "Peak held", "Rank", "Trace", "Device total", "Communication",
    "Python functions by own time", "Function",
    "Operators by device time", "Operators by host time", "Operators by shapes", "Kernels", "Classes of work", "Exposed",
    "Waiting for others", "Overlap", "computation", "exposed communication", "exposed copies", "idle", "host", "total",
)  # fmt: skip
"""Sentences without their full stops, headings and words, for translators."""
_OPERATOR = ProfileColumn("operator", "Operator", widest=36, short=short_operator_name)
_CALLS = ProfileColumn("calls", "Calls", "1")
_SHARE = ProfileColumn("share", "Share", "1", share=True)
_TIMES = (
    ProfileColumn("self_device", "Self device", "s"),
    ProfileColumn("total_device", "Total device", "s", minor=True),
    ProfileColumn("self_host", "Self host", "s"),
    ProfileColumn("total_host", "Total host", "s", minor=True),
)


_COSTS = (ProfileColumn("flops", "Operations", "FLOP", minor=True), ProfileColumn("moved", "Moved at least", "B", minor=True))


class ProfileView(ProfileSentences):
    """A profile as it is shown: its tables, and its sentences."""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings on what costs time and what to try, the most expensive first."""
        return advice(self._profile, self._program)

    @property
    def _has_advice(self) -> bool:
        return bool(self.findings)

    @cached_property
    def timeline(self) -> ProfileTable:
        """The breakdown of device time, by device, all over the same time."""
        devices = self._profile.device_time.devices
        columns = (ProfileColumn("device", "Device"), ProfileColumn("part", "Device time"), ProfileColumn("time", "Time", "s"), _SHARE)
        rows = tuple((device_title(part.device), *row) for part in devices for row in _timeline_rows(part))
        table = ProfileTable("timeline", "Device timeline", columns, rows)
        return table if len(devices) > 1 else table.without("device")

    @cached_property
    def operators(self) -> ProfileTable:
        """The operators by their own time; shares are of the time of all device work."""
        rows = self._profile.operators
        by_host = self._profile.by_host
        whole = (sum(row.self_host_s for row in rows) or 1.0) if by_host else self._device_work_s
        columns = (
            _OPERATOR,
            ProfileColumn("class", "Class", minor=True),
            _CALLS,
            *_TIMES,
            *_COSTS,
            ProfileColumn("energy", "Energy, estimated", "J"),
            _SHARE,
        )
        title = "Operators by host time" if by_host else "Operators by device time"
        values = tuple(_operator_values(row, whole, by_host, self.mean_power_w) for row in rows)
        table = ProfileTable("operators", title, columns, values, (*self._launch_notes, *self._energy_notes))
        return self._known(table if self.mean_power_w is not None else table.without("energy"))

    @property
    def mean_power_w(self) -> float | None:
        """Mean power of the run's devices during the capture, else during the run, in watts; None if neither is known."""
        return (self._program or Program()).mean_power_w(self._profile, self._energy)

    @property
    def _device_work_s(self) -> float:
        """Summed time of the device work launched within the capture, in seconds; 1 without any, for shares of 0."""
        return sum(row.total_s for row in self._profile.kernels if not row.is_foreign) or 1.0

    @property
    def _launch_notes(self) -> tuple[str, ...]:
        """Return how much of the device time operators launched; () if it is nearly all, or if there are none."""
        kernels = [row for row in self._profile.kernels if not row.is_foreign]
        launched_s = sum(row.total_s for row in kernels if row.operator is not None)
        if not kernels or launched_s >= (1 - _MOST_UNLAUNCHED) * self._device_work_s:
            return ()
        return (f"{_NO_OPERATOR.format(figures.percent(launched_s / self._device_work_s))}.",)

    @property
    def _energy_notes(self) -> tuple[str, ...]:
        """Return how the operators' energies were obtained, or why there are none; () if the capture belongs to no run."""
        if self._energy is None:
            return ()
        device, why = split_reason(self._energy.reason or "")
        if self.mean_power_w is None:
            return (f"{_NO_JOULES_ON.format(device, why) if device else _NO_JOULES.format(why)}.",)
        power = figures.figure(self.mean_power_w, "W")
        if self._profile.mean_power_w(self._energy) is None:
            return (f"{_JOULES_OF_RUN.format(power, why)}.",)
        begin_ns, end_ns = self._profile.work_ns
        whole = figures.shown(self._energy)
        return (f"{_JOULES.format(power, whole, figures.duration((end_ns - begin_ns) * S_PER_NS), self._energy.source)}.",)

    @property
    def _time(self) -> ProfileColumn:
        return ProfileColumn("time", "Host time" if self._profile.by_host else "Device time", "s")

    def _known(self, table: ProfileTable) -> ProfileTable:
        """Return a table, without its columns of device time if there was no device work, and without operations and bytes if unknown."""
        by_host = ("self_device", "total_device", "device_busy") if self._profile.by_host else ()
        return table.without(*by_host).without_unknown(*(column.key for column in _COSTS))

    @cached_property
    def kernels(self) -> ProfileTable:
        """The work of the devices: kernels, copies and fills."""
        rows = self._profile.kernels
        whole = self._device_work_s
        columns = (
            ProfileColumn("kernel", "Kernel", widest=48, short=short_kernel_names(row.name for row in rows).__getitem__),
            ProfileColumn("operator", "Operator", widest=28, short=short_operator_name),
            ProfileColumn("device", "Device"),
            ProfileColumn("stream", "Stream", "1", minor=True),
            _CALLS,
            ProfileColumn("total", "Total", "s"),
            ProfileColumn("mean", "Mean", "s", minor=True),
            ProfileColumn("min", "Min", "s", minor=True),
            ProfileColumn("max", "Max", "s", minor=True),
            ProfileColumn("grid", "Grid", minor=True),
            ProfileColumn("block", "Block", minor=True),
            ProfileColumn("occupancy", "Occupancy", "1", share=True, minor=True),
            _SHARE,
        )
        values = tuple(
            (row.name, EARLIER_LAUNCH if row.is_foreign else row.operator, device_title(row.device), row.stream, row.calls,
             row.total_s, row.mean_s, row.min_s, row.max_s, _extent(row.grid), _extent(row.block), row.occupancy,
             None if row.is_foreign else row.total_s / whole) for row in rows
        )  # fmt: skip
        table = ProfileTable("kernels", "Kernels", columns, values).without_unknown("grid", "block", "occupancy")
        return table if len(self._profile.trace.working_devices) > 1 else table.without("device")

    @cached_property
    def classes(self) -> ProfileTable:
        """Classes of work."""
        columns = (ProfileColumn("class", "Class of work"), _CALLS, self._time, _SHARE)
        rows = tuple((LABELS[row.work_class], row.calls, row.total_s, row.share) for row in self._profile.classes)
        return ProfileTable("classes", "Classes of work", columns, rows)

    @cached_property
    def shapes(self) -> ProfileTable:
        """The operators by the shapes of their arguments, with the types where these alone differ; without rows if none were recorded."""
        columns = (_OPERATOR, ProfileColumn("shapes", "Shapes", widest=60), ProfileColumn("types", "Types"), _CALLS, *_TIMES, *_COSTS)
        shapes = alike_merged(shape for row in self._profile.operators for shape in row.by_shape)
        ordered = sorted(shapes, key=lambda row: (-row.self_device_s, -row.self_host_s)) if any(row.shapes for row in shapes) else []
        rows = tuple(
            (row.operator, row.shapes_text or None, row.types_text or None, row.calls,
             *(row.self_device_s, row.total_device_s, row.self_host_s, row.total_host_s), row.flops, row.bytes)
            for row in ordered
        )  # fmt: skip
        table = ProfileTable("shapes", "Operators by shapes", columns, rows)
        is_told_by_shapes = len({row[:2] for row in rows}) == len(rows)
        return self._known(table.without("types") if is_told_by_shapes else table)

    @cached_property
    def functions(self) -> ProfileTable:
        """Python functions, for a capture that contains only stacks."""
        columns = (
            ProfileColumn("function", "Function", widest=40),
            ProfileColumn("where", "Where", widest=60),
            ProfileColumn("self", "Self", "s"),
            _SHARE,
            ProfileColumn("total", "Total", "s"),
        )
        rows = tuple((row.name, row.place, row.self_s, row.share, row.total_s) for row in self._profile.functions)
        return ProfileTable("functions", "Python functions by own time", columns, rows)

    @cached_property
    def roofline(self) -> ProfileTable:
        """Operators by arithmetic intensity and rate."""
        columns = (
            _OPERATOR,
            ProfileColumn("shapes", "Shapes", widest=48),
            _CALLS,
            self._time,
            ProfileColumn("intensity", "FLOP per byte", "1"),
            ProfileColumn("rate", "Rate", "FLOP/s"),
            ProfileColumn("of_ceiling", "Of the ceiling", "1", share=True),
        )
        ceilings = self._ceilings
        rows = tuple(
            (*(p.row.operator, p.row.shapes_text, p.row.calls), *(p.seconds, p.intensity, p.rate), _share(p, ceilings))
            for p in self._roofline_points
        )
        table = ProfileTable("roofline", "Roofline", columns, rows, (_ceilings_sentence(ceilings),))
        return table if ceilings is not None else table.without("of_ceiling")

    @cached_property
    def roofline_chart(self) -> Chart | None:
        """The roofline as a chart, with points in the order of the table's rows; None if there are none."""
        from gpuscope.reports.pictures.profile_pictures import operator_roofline  # not needed by the tables

        return operator_roofline(self._roofline_points, self._ceilings, self.roofline.notes[0])

    @cached_property
    def _roofline_points(self) -> tuple[RooflinePoint, ...]:
        return roofline_points(self._profile)

    @property
    def has_ceilings(self) -> bool:
        """Whether the roofline's ceilings are known."""
        return self._ceilings is not None

    @property
    def _ceilings(self) -> Ceilings | None:
        return ceilings_of(self._profile, () if self._program is None else self._program.ceilings)

    @cached_property
    def steps(self) -> ProfileTable:
        """The steps marked in the capture."""
        columns = (
            ProfileColumn("step", "Step", "1"),
            ProfileColumn("start", "Start", "s", even=True),
            ProfileColumn("duration", "Duration", "s", even=True),
            ProfileColumn("device_busy", "Device busy", "s", even=True),
        )
        rows = tuple((row.number, row.start_s, row.duration_s, row.device_busy_s) for row in self._profile.steps)
        return self._known(ProfileTable("steps", "Steps", columns, rows))

    @cached_property
    def memory(self) -> ProfileTable:
        """Peak memory of each device."""
        columns = (
            ProfileColumn("device", "Memory of"),
            ProfileColumn("peak", "Peak in use", "B", each_own=True),
            ProfileColumn("peak_at", "At", "s"),
            ProfileColumn("reserved", "Peak held", "B", each_own=True),
        )
        rows = tuple(
            (curve.title, curve.peak_bytes, curve.peak_ns * S_PER_NS, curve.reserved_peak_bytes or None) for curve in self._profile.memory
        )
        return ProfileTable("memory", "Memory", columns, rows)

    @cached_property
    def owners(self) -> ProfileTable:
        """The owners of each device's memory at its peak."""
        table = owner_table([(curve.title, blocks) for curve, blocks in self._memory], "Allocated in")
        has_modules = any(name.startswith(MODULE_PREFIX) for name in self._profile.trace.names)
        notes = (
            *([f"{_HOST_MEMORY}."] if any(curve.is_host for curve in self._profile.memory) else []),
            *([] if has_modules else [f"{_NO_MODULES}."]),
        )
        return replace(table, notes=(*table.notes, *notes))

    @cached_property
    def purposes(self) -> ProfileTable:
        """What each device's memory is for at its peak."""
        devices = [(curve.title, blocks) for curve, blocks in zip(self._profile.memory, self._profile.memory_categories, strict=True)]
        return replace(owner_table(devices, "In use for"), key="purposes", title="Memory at the peak by category", notes=(f"{_INFERRED}.",))

    @cached_property
    def advice(self) -> ProfileTable:
        """The findings as a table."""
        columns = (
            ProfileColumn("finding", "Finding"),
            ProfileColumn("cost", "Costs at most", "s"),
            ProfileColumn("energy", "Costs at most", "J"),
            ProfileColumn("seen", "What was seen", widest=90),
            ProfileColumn("cure", "What to try", widest=90),
            ProfileColumn("code", "In code", widest=60),
            ProfileColumn("arguments", "As a run", widest=40),
            ProfileColumn("where", "Where", widest=60),
        )
        rows = tuple(
            (TITLES[entry.rule], entry.cost_s, entry.cost_j, entry.seen, entry.cure, entry.code or None, entry.change or None,
             "; ".join(place.text for place in entry.places) or None)
            for entry in self.findings
        )  # fmt: skip
        return ProfileTable("advice", "What to try", columns, rows, self._advice_notes)

    @property
    def _advice_notes(self) -> tuple[str, ...]:
        """Return what the costs of the findings include, that they do not add up, and what would name the lines of the program."""
        trace = self._profile.trace
        has_lines = bool(trace.slices.of(Category.PYTHON).size) or not trace.has_host_calls or all(one.change for one in self.findings)
        is_compiled = self._recording is None and any(finding.rule == "recompilations" for finding in self.findings)
        is_raw = not all(finding.is_device for finding in self.findings) and (
            self._program is None or self._program.step_s is None or is_compiled
        )
        notes = ((_INCLUDED, is_raw), (_OVERLAP, len(self.findings) > 1), (_NO_LINES, not has_lines))
        return tuple(f"{note}." for note, is_told in notes if is_told)

    @property
    def tables(self) -> Sequence[ProfileTable]:
        """All tables that have rows."""
        shown = (
            self.timeline,
            self.operators,
            self.functions,
            self.kernels,
            self.classes,
            self.steps,
            self.owners,
            self.purposes,
            self.memory,
            self.shapes,
        )
        return [table for table in (*shown, self.roofline, self.advice) if table.rows]


def _share(point: RooflinePoint, ceilings: Ceilings | None) -> float | None:
    return None if ceilings is None else point.rate / ceilings.reachable(point.intensity)


def _ceilings_sentence(ceilings: Ceilings | None) -> str:
    """Return a sentence on the roofline's ceilings and their source, or on their absence."""
    if ceilings is None:
        return f"{_NO_CEILINGS}."
    rates = figures.figure(ceilings.flops, "FLOP/s"), ceilings.precision, figures.figure(ceilings.bandwidth, "B/s")
    if ceilings.run_id:
        return f"{_MEASURED.format(ceilings.device or _HOST, ceilings.run_id, *rates)}."
    return f"{_PUBLISHED.format(ceilings.device, *rates)}."


def call_table(rows: FlameRows) -> ProfileTable:
    """Return the calls of a flame graph, summed by name."""
    from gpuscope.profiles.flame_rows import short_label

    totals, whole = rows.by_name, max(1, rows.total_ns)
    names = rows.graph.trace.names
    columns = (
        ProfileColumn("call", "Call", short=short_label),
        ProfileColumn("self", "Self", "s"),
        ProfileColumn("total", "Total", "s"),
        ProfileColumn("merged", "Calls", "1"),
        ProfileColumn("self_share", "Share", "1", share=True),
    )
    columned = zip(totals.name.tolist(), totals.self_ns.tolist(), totals.total_ns.tolist(), totals.calls.tolist(), strict=True)
    values = tuple((names[name], own * S_PER_NS, total * S_PER_NS, calls, own / whole) for name, own, total, calls in columned)
    return ProfileTable("calls", "Calls by name", columns, values)


def rank_columns(table: RankTable) -> ProfileTable:
    """Return the ranks of a job side by side."""
    columns = (
        ProfileColumn("rank", "Rank", "1"),
        ProfileColumn("source", "Trace", widest=40),
        ProfileColumn("step", "Step", "s"),
        ProfileColumn("busy", "Device busy", "s"),
        ProfileColumn("total", "Device total", "s"),
        ProfileColumn("communication", "Communication", "s"),
        ProfileColumn("exposed", "Exposed", "s"),
        ProfileColumn("waiting", "Waiting for others", "s"),
        ProfileColumn("overlap", "Overlap", "1", share=True),
    )
    rows = tuple(
        (row.rank, row.source, row.step_s, row.busy_s, row.total_s, row.communication_s, row.exposed_s, row.waiting_s, row.overlap)
        for row in table.rows
    )
    notes = [f"The slowest rank's step takes {figures.percent(table.skew)} longer than the fastest's."] if table.skew is not None else []
    return ProfileTable("ranks", "Ranks", columns, rows, (*notes, *_waited_for(table), *_waiting_notes(table)))


def _waited_for(table: RankTable) -> list[str]:
    """Return which rank all others wait for, if one hardly waits and they do for most of their communication: steps do not show it."""
    waits = [(row.waiting_s / row.communication_s, row) for row in table.rows if row.waiting_s is not None and row.communication_s]
    if len(waits) < max(2, len(table.rows)) or table.missing:
        return []
    (least, slow), *others = sorted(waits, key=lambda wait: wait[0])
    if least > _HARDLY or others[0][0] < _MOSTLY:
        return []
    longest = max((row for _, row in others), key=lambda row: row.waiting_s or 0.0)
    waited, whole = (figures.duration(seconds or 0.0) for seconds in (longest.waiting_s, longest.communication_s))
    return [f"The others wait for rank {slow.rank}: up to {waited} of their {whole} in collectives."]


def _waiting_notes(table: RankTable) -> list[str]:
    notes = []
    for reason in dict.fromkeys(row.waiting_reason for row in table.rows if row.waiting_reason):
        ranks = [str(row.rank) for row in table.rows if row.waiting_reason == reason]
        if len(ranks) == len(table.rows):
            return [f"Waiting is not known: {reason}."]
        several = f"Waiting is not known for ranks {', '.join(ranks)}: {reason}."
        notes.append(several if len(ranks) > 1 else f"Waiting is not known for rank {ranks[0]}: {reason}.")
    if any(row.waiting_s is not None for row in table.rows):
        if table.missing:
            notes.append(f"Waiting for {figures.counted(table.missing, 'rank')} without a trace is not counted.")
        if table.has_transfers:
            notes.append("Waiting in transfers between two ranks (send, receive) is not counted.")
        if table.has_uneven:
            notes.append("Waiting in all-to-alls whose parts differ in size is not counted: they differ in length by their size.")
    return notes


def _timeline_rows(part: DeviceTimeline) -> list[tuple[Value, ...]]:
    named = (
        ("computation", part.computation_s),
        ("exposed communication", part.communication_exposed_s),
        ("exposed copies", part.copy_exposed_s),
        ("idle", part.common_idle_s),
        ("total", part.common_s),
    )
    return [(name, seconds, seconds / part.common_s if part.common_s else None) for name, seconds in named]


def _operator_values(row: OperatorRow, whole: float, by_host: bool, power_w: float | None) -> tuple[Value, ...]:
    own_s = row.self_host_s if by_host else row.self_device_s
    times = (row.self_device_s, row.total_device_s, row.self_host_s, row.total_host_s)
    energy_j = None if power_w is None else own_s * power_w
    return (row.name, LABELS[row.work_class], row.calls, *times, row.flops, row.bytes, energy_j, own_s / whole)


def _extent(sizes: Triple | None) -> str | None:
    """Return the sizes of a grid or block without trailing ones: ``128``, ``16×8``; None if they are not known."""
    if sizes is None:
        return None
    used = next((place for place in (3, 2) if sizes[place - 1] != 1), 1)
    return "×".join(map(str, sizes[:used]))
