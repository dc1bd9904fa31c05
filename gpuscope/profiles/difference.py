"""Two profiles side by side: which operators, kernels and classes of work are new, gone, faster or slower.

Operators are matched by name and shapes of the arguments (their types may differ: that is what a change of precision does), kernels by
name and operator, classes by themselves. Times are those of one step where both captures have steps, else of the whole capture. Where
no device did anything in one of them, times of both are the host's: a time of a device and one of a host are no change of each other.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from gpuscope.profiles.kernels import KernelRow
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.steps import median_step_s

SAME = 0.02
"""Share of a time by which it must change to be called faster or slower: clocks of GPUs move single kernels by as much."""

Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)


class Change(StrEnum):
    """What became of something."""

    ADDED = "new"
    GONE = "gone"
    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a comparison: calls and seconds, of one step or of the whole capture."""

    calls: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Delta(Generic[Key]):
    """What became of one operator, kernel or class.

    Attributes:
        key: What it is matched by.
        work_class: What kind of work it does.
        before: None where it is new.
        after: None where it is gone.
    """

    key: Key
    work_class: OperatorClass
    before: Part | None
    after: Part | None

    @property
    def seconds(self) -> float:
        """How much more time it takes than before."""
        return (self.after.seconds if self.after else 0.0) - (self.before.seconds if self.before else 0.0)

    @property
    def change(self) -> Change:
        """What became of it."""
        if self.before is None:
            return Change.ADDED
        if self.after is None:
            return Change.GONE
        if abs(self.seconds) <= SAME * max(self.before.seconds, self.after.seconds):
            return Change.SAME
        return Change.FASTER if self.seconds < 0 else Change.SLOWER


OperatorKey = tuple[str, str]
"""Name, and shapes of the arguments as JSON."""
KernelKey = tuple[str, str]
"""Name, and operator; "" where that is not known."""


@dataclass(frozen=True)
class ProfileDifference:
    """Two profiles side by side.

    Attributes:
        before: The baseline.
        after: What is set against it.
    """

    before: Profile
    after: Profile

    @cached_property
    def steps(self) -> tuple[int, int] | None:
        """How many steps each has; None where one has none, so that whole captures are compared."""
        counts = len(self.before.steps), len(self.after.steps)
        return counts if all(counts) else None

    @property
    def by_host(self) -> bool:
        """Whether times are the host's."""
        return self.before.by_host or self.after.by_host

    @property
    def is_comparable(self) -> bool:
        """Whether both hold work of one kind: not calls of the host alone on one side and work of a device alone on the other."""
        return not self.by_host or bool(self.before.operators) == bool(self.after.operators)

    @cached_property
    def operators(self) -> tuple[Delta[OperatorKey], ...]:
        """Operators by shapes, the largest difference first."""
        return self._deltas(_operator_parts)

    @cached_property
    def kernels(self) -> tuple[Delta[KernelKey], ...]:
        """Kernels that were launched in the capture, the largest difference first; () where times are the host's."""
        return () if self.by_host else self._deltas(_kernel_parts)

    @cached_property
    def classes(self) -> tuple[Delta[OperatorClass], ...]:
        """Classes of work, the largest difference first."""
        return self._deltas(_class_parts)

    @cached_property
    def seconds(self) -> tuple[float, float]:
        """Time of all work before and after: of kernels, copies and fills added up, or of the host's operators."""
        sums = [sum(part.seconds for delta in self.classes if (part := getattr(delta, side))) for side in ("before", "after")]
        return sums[0], sums[1]

    @cached_property
    def common_share(self) -> float | None:
        """Share of the operators' time before and after that is in operators which both have, whatever the shapes; None without any."""
        before, after = ({delta.key[0] for delta in self.operators if getattr(delta, side)} for side in ("before", "after"))
        if not (before and after):
            return None
        times = [(delta.key[0], sum(part.seconds for part in (delta.before, delta.after) if part)) for delta in self.operators]
        return sum(seconds for name, seconds in times if name in before & after) / sum(seconds for _, seconds in times)

    @cached_property
    def step_s(self) -> tuple[float | None, float | None]:
        """Median duration of a step before and after; None where one has none."""
        return median_step_s(self.before.steps), median_step_s(self.after.steps)

    def _deltas(self, parts: "Callable[[Profile, bool], Iterable[tuple[Key, OperatorClass, int, float]]]") -> tuple[Delta[Key], ...]:
        scales = self.steps or (1, 1)
        before, after = (
            _summed(parts(profile, self.by_host), scale) for profile, scale in zip((self.before, self.after), scales, strict=True)
        )
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


def _kernel_parts(profile: Profile, by_host: bool) -> Iterable[tuple[KernelKey, OperatorClass, int, float]]:  # noqa: ARG001 - as the others
    return [((row.name, row.operator or ""), row.work_class, row.calls, row.total_s) for row in launched(profile.kernels)]


def _class_parts(profile: Profile, by_host: bool) -> Iterable[tuple[OperatorClass, OperatorClass, int, float]]:
    rows = profile.host_classes if by_host else profile.classes
    return [(row.work_class, row.work_class, row.calls, row.total_s) for row in rows]


def launched(kernels: Iterable[KernelRow]) -> list[KernelRow]:
    """Return the rows of what was launched in the capture."""
    return [row for row in kernels if not row.is_foreign]


def _summed(parts: Iterable[tuple[Key, OperatorClass, int, float]], steps: int) -> dict[Key, tuple[OperatorClass, Part]]:
    sums: dict[Key, tuple[OperatorClass, Part]] = {}
    for key, work_class, calls, seconds in parts:
        known = sums.get(key, (work_class, Part(0, 0.0)))[1]
        sums[key] = (work_class, Part(known.calls + calls / steps, known.seconds + seconds / steps))
    return sums
