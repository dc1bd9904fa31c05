"""The table of the workloads: each family's entries, by key. Does not import torch."""

from collections.abc import Mapping
from types import MappingProxyType

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.families import images, kernels, networks, text
from gpuscope.workloads.workload import Workload

WORKLOADS: Mapping[str, Workload] = MappingProxyType(
    {entry.key: entry for entry in (*images.WORKLOADS, *networks.WORKLOADS, *text.WORKLOADS, *kernels.WORKLOADS)}
)
"""The workloads by key."""


def workload(key: str) -> Workload:
    """Return the workload of that key.

    Raises:
        UsageError: There is none.
    """
    if key not in WORKLOADS:
        raise UsageError(
            f"workload {key!r} is not known", f"Choose one of {', '.join(WORKLOADS)}; for a program of yours: gpuscope run -- …"
        )
    return WORKLOADS[key]


def operations_per_step(spec: ResolvedSpec) -> float | None:
    """Return the FLOP of a step of a spec by formula, this machine's share of them; None where there is no formula."""
    formula = workload(spec.workload).operations
    return None if formula is None else formula(spec) / spec.nodes
