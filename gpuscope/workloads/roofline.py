"""Bandwidth that a run reached, and which share of what its device can do at most. Does not import torch."""

from collections.abc import Mapping
from typing import Any

from gpuscope.core.quantity import Quality, Quantity


def values(facts: Mapping[str, Any], operations: float | None, steps_per_second: float) -> dict[str, Quantity]:
    """Return "bandwidth" and "roofline_share" as far as a workload told what they need; {} when moving bytes is not its work.

    The share is that of the lower of two ceilings: the measured FLOP/s, and the measured bandwidth times FLOP per byte.

    Args:
        facts: "bytes_per_step"; "ceiling_bandwidth" in B/s and "ceiling_flops" in FLOP/s where they were measured.
        operations: FLOP of a step; None when nothing is computed.
        steps_per_second: By the wall clock.
    """
    moved = facts.get("bytes_per_step")
    if not moved:
        return {}
    rate = moved * steps_per_second
    found = {"bandwidth": Quantity(rate, "B/s", Quality.DERIVED, "bytes that the algorithm must move, by the wall clock")}
    bandwidth, flops = facts.get("ceiling_bandwidth"), facts.get("ceiling_flops")
    if bandwidth and flops:
        share = max(rate / bandwidth, (operations or 0.0) * steps_per_second / flops)
        found["roofline_share"] = Quantity(share, "1", Quality.DERIVED, "of a copy and a matrix product measured after the window")
    return found
