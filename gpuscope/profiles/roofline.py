"""Operators by arithmetic intensity and achieved rate (Williams, Waterman, Patterson: Roofline, CACM 52 (2009) 4).

Operations are those counted by the profiler, or else derived from the shapes; bytes are always derived. Times are device times, or host
times if there is no device work. Operators for which any of these is not known are omitted.
"""

from dataclasses import dataclass

from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.operators import ShapeRow
from gpuscope.profiles.profile import Profile


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """The calls of an operator with the same argument shapes.

    Attributes:
        row: The calls.
        work_class: The operator's class of work.
        seconds: Self device time of all calls; self host time if there is no device work.
        flops: Operations of all calls.
        bytes: Minimum bytes moved by all calls.
    """

    row: ShapeRow
    work_class: OperatorClass
    seconds: float
    flops: float
    bytes: float

    @property
    def intensity(self) -> float:
        """Operations per byte."""
        return self.flops / self.bytes

    @property
    def rate(self) -> float:
        """Operations per second."""
        return self.flops / self.seconds


def roofline_points(profile: Profile) -> tuple[RooflinePoint, ...]:
    """Return the points of all operators for which they are known, the most time first."""
    points = []
    for operator in profile.operators:
        for row in operator.by_shape:
            seconds = row.self_host_s if profile.by_host else row.self_device_s
            if row.flops and row.bytes and seconds > 0:
                points.append(RooflinePoint(row, operator.work_class, seconds, row.flops, row.bytes))
    return tuple(sorted(points, key=lambda point: -point.seconds))
