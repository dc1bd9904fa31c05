"""Operators by their arithmetic intensity and the rate that they reach (Williams, Waterman, Patterson: Roofline, CACM 52 (2009) 4).

Operations are the profiler's where it counted them, else they follow from the shapes; bytes always do. Times are of the device; an
operator of which either is not known has no place.
"""

from dataclasses import dataclass

from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.operators import ShapeRow
from gpuscope.profiles.profile import Profile


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """The calls of an operator with arguments of one shape.

    Attributes:
        row: The calls.
        work_class: What kind of work the operator does.
        seconds: Of device time, all calls together; of host time where no device did anything.
        flops: Of all calls.
        bytes: That all calls must at least move.
    """

    row: ShapeRow
    work_class: OperatorClass
    seconds: float
    flops: float
    bytes: float

    @property
    def intensity(self) -> float:
        """Operations a byte."""
        return self.flops / self.bytes

    @property
    def rate(self) -> float:
        """Operations a second."""
        return self.flops / self.seconds


def roofline_points(profile: Profile) -> tuple[RooflinePoint, ...]:
    """Return the operators that have a place, the most time first."""
    points = []
    for operator in profile.operators:
        for row in operator.by_shape:
            seconds = row.self_host_s if profile.by_host else row.self_device_s
            if row.flops and row.bytes and seconds > 0:
                points.append(RooflinePoint(row, operator.work_class, seconds, row.flops, row.bytes))
    return tuple(sorted(points, key=lambda point: -point.seconds))
