"""The difference between two profiles: the operators, kernels and classes of work that are new, gone, faster or slower.

Operators are matched by name and argument shapes (not by types, which a change of precision alters), kernels by name and operator, or
by name alone if either capture has no operators. Times are per step if both captures have steps, else for the whole capture. If either
capture has no device work, host times are used for both, since device time and host time are not comparable.
"""

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from gpuscope.profiles.kernels import KernelRow
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.steps import median_step_s

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
        work_class: Its class of work.
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
        """The number of steps of each; None if either has none, so that whole captures are compared."""
        counts = len(self.before.steps), len(self.after.steps)
        return counts if all(counts) else None

    @property
    def by_host(self) -> bool:
        """Whether times are host times."""
        return self.before.by_host or self.after.by_host

    @property
    def is_comparable(self) -> bool:
        """Whether both contain work of the same kind; false if one has only host calls and the other only device work."""
        return not self.by_host or bool(self.before.operators) == bool(self.after.operators)

    @cached_property
    def operators(self) -> tuple[Delta[OperatorKey], ...]:
        """Operators by shapes, the largest difference first; () if either capture has none, as of a device alone."""
        return self._deltas(lambda profile: _operator_parts(profile, self.by_host)) if self._has_operators else ()

    @cached_property
    def kernels(self) -> tuple[Delta[KernelKey], ...]:
        """Kernels launched within the captures, the largest difference first; () if times are host times."""
        return () if self.by_host else self._deltas(lambda profile: _kernel_parts(profile, self._has_operators))

    @property
    def _has_operators(self) -> bool:
        """Whether both captures have operators."""
        return bool(self.before.operators and self.after.operators)

    @cached_property
    def classes(self) -> tuple[Delta[OperatorClass], ...]:
        """Classes of work, the largest difference first."""
        return self._deltas(lambda profile: _class_parts(profile, self.by_host))

    @cached_property
    def seconds(self) -> tuple[float, float]:
        """Summed time of all work before and after: kernels, copies and fills, or the operators on the host."""
        sums = [sum(part.seconds for delta in self.classes if (part := getattr(delta, side))) for side in ("before", "after")]
        return sums[0], sums[1]

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

    def _deltas(self, parts: Callable[[Profile], Iterable[tuple[Key, OperatorClass, int, float]]]) -> tuple[Delta[Key], ...]:
        scales = self.steps or (1, 1)
        before, after = (_summed(parts(profile), scale) for profile, scale in zip((self.before, self.after), scales, strict=True))
        deltas = []
        for key in {**before, **after}:
            work_class = (after.get(key) or before[key])[0]
            old, new = before.get(key), after.get(key)
            deltas.append(Delta(key, work_class, old[1] if old else None, new[1] if new else None))
        return tuple(sorted(deltas, key=lambda delta: (-abs(delta.seconds), str(delta.key))))


def _operator_parts(profile: Profile, by_host: bool) -> Iterable[tuple[OperatorKey, OperatorClass, int, float]]:
    for row in profile.operators:
        for shape in row.by_shape:
            seconds = shape.self_host_s if by_host else shape.self_device_s
            if seconds > 0:
                yield (row.name, shape.shapes), row.work_class, shape.calls, seconds


def _kernel_parts(profile: Profile, by_operator: bool) -> Iterable[tuple[KernelKey, OperatorClass, int, float]]:
    rows = launched(profile.kernels)
    return [((row.name, row.operator or "" if by_operator else ""), row.work_class, row.calls, row.total_s) for row in rows]


def _class_parts(profile: Profile, by_host: bool) -> Iterable[tuple[OperatorClass, OperatorClass, int, float]]:
    rows = profile.host_classes if by_host else profile.classes
    return [(row.work_class, row.work_class, row.calls, row.total_s) for row in rows]


def launched(kernels: Iterable[KernelRow]) -> list[KernelRow]:
    """Return the rows of work launched within the capture."""
    return [row for row in kernels if not row.is_foreign]


def _summed(parts: Iterable[tuple[Key, OperatorClass, int, float]], steps: int) -> dict[Key, tuple[OperatorClass, Part]]:
    sums: dict[Key, tuple[OperatorClass, Part]] = {}
    for key, work_class, calls, seconds in parts:
        summed = sums.get(key, (work_class, Part(0, 0.0)))[1]
        sums[key] = (work_class, Part(summed.calls + calls / steps, summed.seconds + seconds / steps))
    return sums
