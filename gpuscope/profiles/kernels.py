"""The kernels and other device work of a trace, by name, launching operator and stream."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.operator_classes import OperatorClass, operator_class
from gpuscope.profiles.trace import S_PER_NS, Category, Floats, Integers

Triple = tuple[int, int, int]
EARLIER_LAUNCH = "(before the capture)"
"""Shown in place of the operator of work that was launched before the capture began."""


@dataclass(frozen=True, slots=True)
class KernelRow:
    """All launches of one kernel by one operator on one stream of a device; times in seconds.

    Attributes:
        name: Name of the kernel.
        operator: The operator that launched it; None if it is not known.
        category: Kernel, copy or fill.
        device: Number of the device; None if it is not known.
        stream: Number of the stream; None if it is not known.
        calls: Number of launches.
        total_s: Total duration of all launches.
        min_s: Shortest duration.
        max_s: Longest duration.
        grid: Blocks in x, y and z; None if it is not known or varies between launches.
        block: Threads per block in x, y and z; None likewise.
        registers: Registers per thread; None likewise.
        shared_bytes: Shared memory per block; None likewise.
        occupancy: Mean over the launches for which it is known, weighted by duration; None if it is not known.
        bytes: Bytes moved by all launches; None if it is not known.
        is_foreign: Whether they were launched before the capture began.
    """

    name: str
    operator: str | None
    work_class: OperatorClass
    category: Category
    device: int | None
    stream: int | None
    calls: int
    total_s: float
    min_s: float
    max_s: float
    grid: Triple | None
    block: Triple | None
    registers: int | None
    shared_bytes: int | None
    occupancy: float | None
    bytes: int | None
    is_foreign: bool

    @property
    def mean_s(self) -> float:
        """Mean duration of a launch."""
        return self.total_s / self.calls


def kernel_rows(tree: CallTree, chosen: Integers | None = None) -> tuple[KernelRow, ...]:
    """Return the device work, the longest total time first.

    Args:
        tree: The call tree.
        chosen: Indices of the device work to include; None for all.
    """
    trace, work = tree.trace, tree.trace.device_work
    chosen = np.arange(work.slice.size) if chosen is None else chosen
    if not chosen.size:
        return ()
    slices = trace.slices
    launcher = tree.launcher_name
    names, categories = slices.name[work.slice], slices.category[work.slice]
    keys = np.stack([names, launcher, work.device, work.stream, categories, tree.is_foreign], axis=1).astype(np.int64)
    order, firsts = _grouped(keys[chosen])
    rows = [_row(tree, launcher, places) for places in np.split(chosen[order], firsts[1:])]
    return tuple(sorted(rows, key=lambda row: (-row.total_s, row.name)))


def _grouped(keys: Integers) -> tuple[Integers, Integers]:
    """Return an order that groups equal rows, and the start of each group in it."""
    order = np.lexsort(keys.T[::-1])
    is_first = np.ones(order.size, bool)
    is_first[1:] = np.any(np.diff(keys[order], axis=0) != 0, axis=1)
    return order, np.flatnonzero(is_first)


def _row(tree: CallTree, launcher: Integers, places: Integers) -> KernelRow:
    trace, work = tree.trace, tree.trace.device_work
    slices, first = trace.slices, places[0]
    durations = slices.duration_ns[work.slice[places]]
    name = trace.names[int(slices.name[work.slice[first]])]
    operator = trace.names[int(launcher[first])] if launcher[first] >= 0 else None
    category = Category(int(slices.category[work.slice[first]]))
    moved = work.bytes[places]
    return KernelRow(
        name,
        operator,
        _class(name, operator, category, tree.observed_classes.get(int(launcher[first]))),
        category,
        _known(work.device[first]),
        _known(work.stream[first]),
        places.size,
        int(durations.sum()) * S_PER_NS,
        int(durations.min()) * S_PER_NS,
        int(durations.max()) * S_PER_NS,
        _same_triple(work.grid[places]),
        _same_triple(work.block[places]),
        _same(work.registers[places]),
        _same(work.shared_bytes[places]),
        _weighed(work.occupancy[places], durations),
        int(moved[moved >= 0].sum()) if (moved >= 0).any() else None,
        bool(tree.is_foreign[first]),
    )


def _class(name: str, operator: str | None, category: Category, observed: OperatorClass | None) -> OperatorClass:
    if category == Category.COPY:
        return OperatorClass.COPY_ENGINE
    if category == Category.FILL:
        return OperatorClass.FILL
    return observed or operator_class(operator or "", name)


def _known(number: int) -> int | None:
    return None if number < 0 else int(number)


def _same(values: Integers) -> int | None:
    return int(values[0]) if values[0] >= 0 and (values == values[0]).all() else None


def _same_triple(values: Integers) -> Triple | None:
    if values[0, 0] < 0 or not (values == values[0]).all():
        return None
    x, y, z = values[0].tolist()
    return x, y, z


def _weighed(shares: Floats, durations: Integers) -> float | None:
    is_estimated = (shares > 0) & (durations > 0)  # profilers write 0 for unknown; running kernels never have 0
    return float(np.average(shares[is_estimated], weights=durations[is_estimated])) if is_estimated.any() else None


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class of work; times in seconds.

    Attributes:
        calls: Number of launches, or of operator calls if there is no device work.
        total_s: Time on the device, or on the host if there is no device work.
        share: Share of the total of all classes, 0 to 1.
    """

    work_class: OperatorClass
    calls: int
    total_s: float
    share: float


def class_rows(kernels: Sequence[KernelRow]) -> tuple[ClassRow, ...]:
    """Return the classes of the device work launched within the capture, the longest first."""
    return summed_classes([(row.work_class, row.calls, row.total_s) for row in kernels if not row.is_foreign])


def summed_classes(parts: Sequence[tuple[OperatorClass, int, float]]) -> tuple[ClassRow, ...]:
    """Return (class, calls, seconds) entries summed by class, the longest first."""
    calls: dict[OperatorClass, int] = {}
    seconds: dict[OperatorClass, float] = {}
    for work_class, count, duration in parts:
        calls[work_class] = calls.get(work_class, 0) + count
        seconds[work_class] = seconds.get(work_class, 0.0) + duration
    whole = sum(seconds.values()) or 1.0
    rows = [ClassRow(work_class, calls[work_class], total, total / whole) for work_class, total in seconds.items()]
    return tuple(sorted(rows, key=lambda row: -row.total_s))
