"""Where a run stands below the roofline: FLOP/s over FLOP per byte moved, and the ceilings of its device.

Source: S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model", CACM 52 (2009).
"""

from dataclasses import dataclass

from gpuscope.core.run import RunRecord


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """One run.

    Attributes:
        intensity: FLOP per byte that the algorithm must move.
        flops: Achieved, FLOP/s.
        ceiling_flops: Measured on the device, FLOP/s.
        ceiling_bandwidth: Measured on the device, B/s.
    """

    intensity: float
    flops: float
    ceiling_flops: float
    ceiling_bandwidth: float


def roofline_point(run: RunRecord) -> RooflinePoint | None:
    """Return where a run stands; None unless its workload told FLOP, bytes and both ceilings."""
    flops, bandwidth = (quantity.value if (quantity := run.metrics.get(key)) else None for key in ("flops", "bandwidth"))
    ceilings = [run.environment.get(key) for key in ("ceiling_flops", "ceiling_bandwidth")]
    known = [float(one) for one in (flops, bandwidth, *ceilings) if isinstance(one, int | float) and one > 0]
    if len(known) < 4:
        return None
    return RooflinePoint(known[0] / known[1], known[0], known[2], known[3])
