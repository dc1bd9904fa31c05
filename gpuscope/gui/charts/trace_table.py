"""The views of a capture as tables: the slices in a timeline's visible range, memory over time by owner."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.gui.charts.trace_card import lane_title
from gpuscope.profiles.lanes import Lane, TraceLanes
from gpuscope.profiles.memory_stack import MemoryStack
from gpuscope.reports.pictures.picture import ChartTable, TableCell
from gpuscope.system.language import translated

_MOST = 20_000
"""Maximum rows of a table: more would not be read, and zooming in shows the others."""
_US, _MIB = 1e-3, 1 / 2**20
"""Microseconds in a nanosecond, MiB in a byte."""


def slice_table(lanes: TraceLanes, start_ns: float, end_ns: float) -> ChartTable:
    """Return the slices that overlap a time range, by lane and in order."""
    headers = (
        QCoreApplication.translate("TraceTable", "Lane"),
        QCoreApplication.translate("TraceTable", "Name"),
        QCoreApplication.translate("TraceTable", "Start, µs"),
        QCoreApplication.translate("TraceTable", "Duration, µs"),
    )
    rows: list[tuple[TableCell, ...]] = []
    for lane in lanes.lanes:
        rows += _lane_rows(lanes, lane, start_ns, end_ns, _MOST - len(rows))
    return ChartTable(headers, rows)


def _lane_rows(lanes: TraceLanes, lane: Lane, start_ns: float, end_ns: float, most: int) -> list[tuple[TableCell, ...]]:
    title = f"{lane_title(lane, names_track=True)}, {lane_title(lane, names_track=False)}"
    slices = lanes.trace.slices
    starts, lengths = slices.start_ns[lane.slices], slices.duration_ns[lane.slices]
    seen = lane.slices[(starts < end_ns) & (starts + lengths > start_ns)][: max(0, most)]
    return [
        (title, lanes.trace.name_of(index), float(slices.start_ns[index]) * _US, float(slices.duration_ns[index]) * _US)
        for index in seen.tolist()
    ]


def memory_table(stack: MemoryStack, start_ns: float, end_ns: float) -> ChartTable:
    """Return the memory after each event of a time range: in use, held by the allocator, and of each owner, in MiB."""
    within = np.flatnonzero((stack.time_ns >= start_ns) & (stack.time_ns <= end_ns))[:_MOST]
    columns = [stack.time_ns[within] * _US, stack.total[within] * _MIB]
    headers = [QCoreApplication.translate("TraceTable", "Time, µs"), QCoreApplication.translate("TraceTable", "In use, MiB")]
    if stack.reserved_bytes is not None:
        columns.append(stack.reserved_bytes[within] * _MIB)
        headers.append(QCoreApplication.translate("TraceTable", "Held by the allocator, MiB"))
    names = [*(translated(owner) for owner in stack.owners), QCoreApplication.translate("TraceTable", "Others")]
    columns += [held[within] * _MIB for held in stack.bytes]
    headers += [f"{name}, MiB" for name in names[: len(stack.bytes)]]
    return ChartTable(headers, list(zip(*(column.tolist() for column in columns), strict=True)))
