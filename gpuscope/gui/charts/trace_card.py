"""Content of a timeline's card for a slice, and for a gap on the device."""

import json
import re

from PySide6.QtCore import QCoreApplication

from gpuscope.core.figures import NO_BREAK_SPACE, capitalized, figure, percent
from gpuscope.gui.charts.hover_card import HoverCard
from gpuscope.gui.charts.time_axis import instant
from gpuscope.gui.charts.tone_colours import tone_label
from gpuscope.profiles.kernel_names import short_kernel_name
from gpuscope.profiles.kernels import EARLIER_LAUNCH
from gpuscope.profiles.lanes import Gap, Lane, LaneKind, TraceLanes
from gpuscope.profiles.trace import MODULE_PREFIX, S_PER_NS, Category, Trace, Track
from gpuscope.system.language import duration_text, translated

_THREAD, _STREAM = re.compile(r"[Tt]hread (-?\d+) \((.*)\)"), re.compile(r"[Ss]tream (-?\d+)")
"""Names that Kineto gives to threads and streams; further words are the program's own."""
_MOST_SHAPES = 6
"""Maximum number of arguments whose shapes are listed: tensors come first."""


def shortened(title: str) -> str:
    """Return a title without the prefix that nearly all operators share, for a drawing in which it does not fit with it."""
    return title.removeprefix("aten::").removeprefix("autograd::engine::evaluate_function: ")


def slice_title(trace: Trace, index: int) -> str:
    """Return the name of a slice, shortened for kernels and Python functions."""
    name, category = trace.name_of(index), trace.slices.category[index]
    if category == Category.KERNEL:
        return short_kernel_name(name)
    if category == Category.PYTHON:
        return name.removeprefix(MODULE_PREFIX).rpartition("/")[2] if name.startswith(("/", MODULE_PREFIX)) else name
    return name


def slice_card(lanes: TraceLanes, index: int, reach_ns: float) -> HoverCard:
    """Return the card of a slice.

    Args:
        lanes: Lanes of the trace.
        index: Index of the slice.
        reach_ns: Duration of one pixel, which limits the precision of instants.
    """
    trace = lanes.trace
    start, length = int(trace.slices.start_ns[index]), int(trace.slices.duration_ns[index])
    rows = [
        (QCoreApplication.translate("TraceCard", "Duration"), figure(length * S_PER_NS, "s")),
        (QCoreApplication.translate("TraceCard", "Start"), instant(start, max(1.0, reach_ns))),
    ]
    if trace.slices.category[index] in (Category.OPERATOR, Category.KERNEL):
        rows.append((QCoreApplication.translate("TraceCard", "Kind"), tone_label(int(lanes.lanes[0].tone[index]))))
    if (operator := lanes.operator_of(index)) is not None:
        rows.append((QCoreApplication.translate("TraceCard", "Operator"), trace.name_of(operator)))
        rows += _operator_rows(trace, operator)
    if (work := lanes.work_of(index)) is not None:
        if lanes.tree.is_foreign[work]:
            rows.append((QCoreApplication.translate("TraceCard", "Operator"), translated(EARLIER_LAUNCH)))
        rows += _work_rows(lanes, index, work)
    rows += _operator_rows(trace, index)
    return HoverCard(slice_title(trace, index), tuple(rows))


def _work_rows(lanes: TraceLanes, index: int, work: int) -> list[tuple[str, str]]:
    trace = lanes.trace
    facts = trace.device_work
    rows = [(QCoreApplication.translate("TraceCard", "Stream"), f"{facts.stream[work]}")] if facts.stream[work] >= 0 else []
    for label, values in (
        (QCoreApplication.translate("TraceCard", "Grid"), facts.grid[work]),
        (QCoreApplication.translate("TraceCard", "Block"), facts.block[work]),
    ):
        if values[0] >= 0:
            rows.append((label, f"{NO_BREAK_SPACE}×{NO_BREAK_SPACE}".join(str(value) for value in values.tolist())))
    if facts.registers[work] >= 0:
        rows.append((QCoreApplication.translate("TraceCard", "Registers per thread"), str(facts.registers[work])))
    if facts.shared_bytes[work] > 0:
        rows.append((QCoreApplication.translate("TraceCard", "Shared memory"), figure(float(facts.shared_bytes[work]), "B")))
    if facts.occupancy[work] > 0:
        rows.append((QCoreApplication.translate("TraceCard", "Estimated occupancy"), percent(float(facts.occupancy[work]))))
    length = int(trace.slices.duration_ns[index])
    if facts.bytes[work] >= 0:
        rows.append((QCoreApplication.translate("TraceCard", "Moved"), figure(float(facts.bytes[work]), "B")))
        if length:
            rows.append((QCoreApplication.translate("TraceCard", "Rate"), figure(float(facts.bytes[work]) / (length * S_PER_NS), "B/s")))
    if links := lanes.links(index):
        waited = int(trace.slices.start_ns[index] - trace.slices.start_ns[links[0][0]])
        rows.append((QCoreApplication.translate("TraceCard", "After its launch"), figure(waited * S_PER_NS, "s")))
    return rows


def _operator_rows(trace: Trace, index: int) -> list[tuple[str, str]]:
    calls = trace.operator_calls
    place = int(calls.slice.searchsorted(index))
    if place >= calls.slice.size or calls.slice[place] != index:
        return []
    rows = (
        [(QCoreApplication.translate("TraceCard", "Shapes"), shapes)]
        if calls.shapes[place] >= 0 and (shapes := _shapes(trace.texts[calls.shapes[place]]))
        else []
    )
    if calls.flops[place] > 0:
        rows.append((QCoreApplication.translate("TraceCard", "Operations"), figure(float(calls.flops[place]), "FLOP")))
    return rows


def _shapes(text: str) -> str:
    """Format the shapes of the arguments that have one: ``[8, 3, 224, 224] [64]``."""
    try:
        shapes = json.loads(text)
    except ValueError:
        return ""
    known = [shape for shape in shapes if isinstance(shape, list) and shape] if isinstance(shapes, list) else []
    shown = [f"[{', '.join(str(size) for size in shape)}]" for shape in known[:_MOST_SHAPES]]
    return " ".join(shown) + (" …" if len(known) > _MOST_SHAPES else "")


def gap_card(lanes: TraceLanes, gap: Gap, reach_ns: float) -> HoverCard:
    """Return the card of a gap: its duration, and the host's calls during it."""
    length = gap.end_ns - gap.start_ns
    start = (QCoreApplication.translate("TraceCard", "Start"), instant(gap.start_ns, max(1.0, reach_ns)))
    if not gap.is_device_idle:
        title = QCoreApplication.translate("TraceCard", "This stream waited {0}").format(duration_text(figure(length * S_PER_NS, "s")))
        return HoverCard(title, (start,), (QCoreApplication.translate("TraceCard", "Another stream of the device was busy."),))
    title = QCoreApplication.translate("TraceCard", "The device waited {0}").format(duration_text(figure(length * S_PER_NS, "s")))
    if gap.host is None:
        return HoverCard(title, (start,), (QCoreApplication.translate("TraceCard", "No host activity was recorded then."),))
    host = (QCoreApplication.translate("TraceCard", "The host was in"), slice_title(lanes.trace, gap.host))
    return HoverCard(
        title,
        (
            start,
            host,
            (QCoreApplication.translate("TraceCard", "for"), f"{figure(gap.host_ns * S_PER_NS, 's')}, {percent(gap.host_ns / length)}"),
        ),
    )


def thread_title(track: Track) -> str:
    """Return the title of a thread: its name, or its number."""
    name = track.thread_name.strip()
    if found := _THREAD.fullmatch(name):
        return QCoreApplication.translate("TraceCard", "Thread {0} ({1})").format(*found.groups())
    return capitalized(name) if name else QCoreApplication.translate("TraceCard", "Thread {0}").format(track.thread)


def _stream_title(track: Track) -> str:
    name = track.thread_name.strip()
    found = _STREAM.fullmatch(name)
    if name and not found:
        return name
    return QCoreApplication.translate("TraceCard", "stream {0}").format(found[1] if found else track.thread)


def lane_title(lane: Lane, *, names_track: bool) -> str:
    """Return the title of a lane, or of its track."""
    track = lane.trace.tracks[lane.track] if lane.track >= 0 else None
    if track is None:
        return QCoreApplication.translate("TraceCard", "Steps")
    if names_track:
        if lane.kind in (LaneKind.DEVICE_RANGES, LaneKind.STREAM, LaneKind.WAITS):
            if not isinstance(track.thread, int) or track.thread < 0:  # a wait for a whole device belongs to no stream
                return QCoreApplication.translate("TraceCard", "GPU {0}").format(track.process)
            return QCoreApplication.translate("TraceCard", "GPU {0}, {1}").format(track.process, _stream_title(track))
        return thread_title(track)
    return {
        LaneKind.STEPS: QCoreApplication.translate("TraceCard", "Steps"),
        LaneKind.DEVICE_RANGES: QCoreApplication.translate("TraceCard", "Ranges"),
        LaneKind.STREAM: QCoreApplication.translate("TraceCard", "Kernels and copies"),
        LaneKind.WAITS: QCoreApplication.translate("TraceCard", "Waits"),
        LaneKind.RANGES: QCoreApplication.translate("TraceCard", "Ranges"),
        LaneKind.MODULES: QCoreApplication.translate("TraceCard", "Modules"),
        LaneKind.CALLS: QCoreApplication.translate("TraceCard", "Operators"),
        LaneKind.PYTHON: QCoreApplication.translate("TraceCard", "Python"),
        LaneKind.OTHER: QCoreApplication.translate("TraceCard", "Other"),
    }[lane.kind]
