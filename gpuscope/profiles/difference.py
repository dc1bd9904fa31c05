"""The difference between two profiles: the operators, kernels and classes of work that are new, gone, faster or slower.

Operators are matched by name and argument shapes (not by types, which a change of precision alters), or by name alone if either capture
has no shapes; kernels by name and operator, or by name alone if either capture has no operators. Times are per step if both captures have
steps, else for the whole capture. If either capture has no device work, host times are used for both, since device time and host time are
not comparable.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np

from gpuscope.profiles.kernels import ClassRow, KernelRow, class_rows, kernel_rows, summed_classes
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.steps import mean_step_s, median_step_s
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN

_ROUNDING = 1e-12
"""Relative difference that is due to the order of adding floats."""
SAME = 0.02
"""Relative change in time above which something counts as faster or slower; variations of GPU clocks change single kernels by as much."""

Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)


class Change(StrEnum):
    """How something changed between two profiles."""

    ADDED = "new"
    GONE = "gone"
    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a comparison: calls and seconds, per step or for the whole capture."""

    calls: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Delta(Generic[Key]):
    """The change of one operator, kernel or class.

    Attributes:
        key: The key by which it is matched.
        before: Its calls and time before; None if it is new.
        after: Its calls and time after; None if it is gone.
    """

    key: Key
    work_class: OperatorClass
    before: Part | None
    after: Part | None

    @property
    def seconds(self) -> float:
        """Change of its time in seconds, positive if it takes longer than before."""
        before, after = (part.seconds if part else 0.0 for part in (self.before, self.after))
        return 0.0 if math.isclose(before, after, rel_tol=_ROUNDING) else after - before

    @property
    def longest_s(self) -> float:
        """The longer of its times, in seconds."""
        return max(part.seconds for part in (self.before, self.after) if part)

    @property
    def change(self) -> Change:
        """The kind of change."""
        if self.before is None:
            return Change.ADDED
        if self.after is None:
            return Change.GONE
        if abs(self.seconds) <= SAME * max(self.before.seconds, self.after.seconds):
            return Change.SAME
        return Change.FASTER if self.seconds < 0 else Change.SLOWER


OperatorKey = tuple[str, str]
"""Name, and argument shapes as JSON."""
KernelKey = tuple[str, str]
"""Name, and operator; "" if it is not known."""


@dataclass(frozen=True)
class _Compared:
    """The part of a profile that is compared: the work of its steps, or all of it.

    Attributes:
        by_host: Whether times are host times.
        in_steps: Whether only what belongs to a step is compared.
        by_shapes: Whether operators are told apart by the shapes of their arguments.
        class_of: The class of each operator by its name.
    """

    profile: Profile
    by_host: bool
    in_steps: bool
    by_shapes: bool
    class_of: Mapping[str, OperatorClass]

    @cached_property
    def kernels(self) -> list[KernelRow]:
        """The device work launched within the capture."""
        work = np.flatnonzero(self.profile.marked_steps.of_work >= 0) if self.in_steps else None
        rows = self.profile.kernels if work is None else kernel_rows(self.profile.tree, work)
        return [row for row in rows if not row.is_foreign]

    @cached_property
    def operators(self) -> list[tuple[OperatorKey, OperatorClass, int, float]]:
        """Key, class, calls and own seconds of each operator by shapes."""
        times, trace = self.profile.operator_times, self.profile.trace
        calls = np.flatnonzero(self.profile.marked_steps.of_calls[times.rows] >= 0) if self.in_steps else np.arange(times.rows.size)
        own_ns = (times.self_host_ns if self.by_host else times.self_device_ns)[calls]
        names = trace.slices.name[times.tree.calls[times.rows[calls]]]
        shapes = trace.operator_calls.shapes[calls] if self.by_shapes else np.full(calls.size, UNKNOWN)
        kinds, kind = np.unique(np.stack([names, shapes], axis=1), axis=0, return_inverse=True)
        totals_ns = np.zeros(len(kinds), np.int64)
        np.add.at(totals_ns, kind.reshape(-1), own_ns)
        counts = np.bincount(kind.reshape(-1), minlength=len(kinds))
        keys = [(trace.names[name], trace.texts[shape] if shape >= 0 else "") for name, shape in kinds.tolist()]
        columns = zip(keys, counts.tolist(), (totals_ns * S_PER_NS).tolist(), strict=True)
        return [(key, self.class_of[key[0]], count, seconds) for key, count, seconds in columns]

    @cached_property
    def classes(self) -> tuple[ClassRow, ...]:
        """Classes of work."""
        return summed_classes([one[1:] for one in self.operators]) if self.by_host else class_rows(self.kernels)

    @property
    def seconds(self) -> float:
        """Summed time of all work."""
        return sum(row.total_s for row in self.classes)


@dataclass(frozen=True)
class ProfileDifference:
    """The difference between two profiles.

    Attributes:
        before: The baseline.
        after: The profile compared with it.
    """

    before: Profile
    after: Profile

    @cached_property
    def steps(self) -> tuple[int, int] | None:
        """The number of steps of each; None if either has no step with work, so that whole captures are compared."""
        if not all(side.profile.steps and side.classes for side in self._in_steps):
            return None
        return len(self.before.steps), len(self.after.steps)

    @property
    def by_host(self) -> bool:
        """Whether times are host times."""
        return self.before.by_host or self.after.by_host

    @property
    def is_comparable(self) -> bool:
        """Whether both contain work of the same kind; false if either has none, or one only operators and the other only device work."""
        return not self.by_host or bool(self.before.operators and self.after.operators)

    @property
    def has_work(self) -> tuple[bool, bool]:
        """Whether each has operators or device work."""
        before, after = (bool(profile.operators) or profile.trace.has_device_work for profile in (self.before, self.after))
        return before, after

    @cached_property
    def operators(self) -> tuple[Delta[OperatorKey], ...]:
        """Operators by shapes, the largest difference first; () if either capture has none, as of a device alone."""
        return self._deltas(lambda side: [one for one in side.operators if one[3] > 0]) if self._has_operators else ()

    @cached_property
    def kernels(self) -> tuple[Delta[KernelKey], ...]:
        """Kernels launched within the captures, the largest difference first; () if times are host times."""
        return () if self.by_host else self._deltas(lambda side: [_kernel_part(row, self._has_operators) for row in side.kernels])

    @cached_property
    def _in_steps(self) -> tuple[_Compared, _Compared]:
        return self._compared(in_steps=True)

    @cached_property
    def _whole(self) -> tuple[_Compared, _Compared]:
        return self._compared(in_steps=False)

    def _compared(self, *, in_steps: bool) -> tuple[_Compared, _Compared]:
        """Return the work of the steps of each, or all of it."""
        sides = self.before, self.after
        before, after = (_Compared(profile, self.by_host, in_steps, all(self.has_shapes), self._class_of) for profile in sides)
        return before, after

    @cached_property
    def _class_of(self) -> dict[str, OperatorClass]:
        """Class of each operator by name, for both sides: from the capture with device work, if only one has it."""
        ordered = sorted((self.before, self.after), key=lambda profile: profile.trace.has_device_work)
        return {row.name: row.work_class for profile in ordered for row in profile.operators}

    @cached_property
    def has_shapes(self) -> tuple[bool, bool]:
        """Whether each has shapes; operators are matched by them if both have."""
        before, after = (bool((side.trace.operator_calls.shapes >= 0).any()) for side in (self.before, self.after))
        return before, after

    @property
    def _has_operators(self) -> bool:
        """Whether both captures have operators."""
        return bool(self.before.operators and self.after.operators)

    @cached_property
    def classes(self) -> tuple[Delta[OperatorClass], ...]:
        """Classes of work, the largest difference first; () if the captures are not comparable."""
        if not self.is_comparable:
            return ()
        return self._deltas(lambda side: [(row.work_class, row.work_class, row.calls, row.total_s) for row in side.classes])

    @cached_property
    def seconds(self) -> tuple[float, float]:
        """Summed time of all work before and after: kernels, copies and fills, or the operators on the host."""
        sums = [sum(part.seconds for delta in self.classes if (part := getattr(delta, side))) for side in ("before", "after")]
        return sums[0], sums[1]

    @cached_property
    def outside_s(self) -> tuple[float, float] | None:
        """Summed time of all work outside the steps, before and after; None if whole captures are compared."""
        if self.steps is None:
            return None
        before, after = (max(0.0, whole.seconds - side.seconds) for whole, side in zip(self._whole, self._in_steps, strict=True))
        return before, after

    @cached_property
    def common_share(self) -> float | None:
        """Share of the operators' total time spent in operators that both have, regardless of shapes; None if either has none."""
        before, after = ({delta.key[0] for delta in self.operators if getattr(delta, side)} for side in ("before", "after"))
        if not (before and after):
            return None
        times = [(delta.key[0], sum(part.seconds for part in (delta.before, delta.after) if part)) for delta in self.operators]
        return sum(seconds for name, seconds in times if name in before & after) / sum(seconds for _, seconds in times)

    @cached_property
    def step_s(self) -> tuple[float | None, float | None]:
        """Median duration of a step before and after, in seconds; None for a side without steps."""
        return median_step_s(self.before.steps), median_step_s(self.after.steps)

    @cached_property
    def mean_step_s(self) -> tuple[float | None, float | None]:
        """The same as means, as all times per step are."""
        return mean_step_s(self.before.steps), mean_step_s(self.after.steps)

    def _deltas(self, parts: Callable[[_Compared], Iterable[tuple[Key, OperatorClass, int, float]]]) -> tuple[Delta[Key], ...]:
        sides, scales = (self._whole, (1, 1)) if self.steps is None else (self._in_steps, self.steps)
        before, after = (_summed(parts(side), scale) for side, scale in zip(sides, scales, strict=True))
        deltas = []
        for key in {**before, **after}:
            work_class = (after.get(key) or before[key])[0]
            old, new = before.get(key), after.get(key)
            deltas.append(Delta(key, work_class, old[1] if old else None, new[1] if new else None))
        return tuple(sorted(deltas, key=lambda delta: (-abs(delta.seconds), -delta.longest_s, str(delta.key))))


def _kernel_part(row: KernelRow, by_operator: bool) -> tuple[KernelKey, OperatorClass, int, float]:
    return (row.name, row.operator or "" if by_operator else ""), row.work_class, row.calls, row.total_s


def _summed(parts: Iterable[tuple[Key, OperatorClass, int, float]], steps: int) -> dict[Key, tuple[OperatorClass, Part]]:
    sums: dict[Key, tuple[OperatorClass, Part]] = {}
    for key, work_class, calls, seconds in parts:
        summed = sums.get(key, (work_class, Part(0, 0.0)))[1]
        sums[key] = (work_class, Part(summed.calls + calls / steps, summed.seconds + seconds / steps))
    return sums
