"""All workloads by key. Does not import torch."""

from collections.abc import Mapping
from types import MappingProxyType

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.system.language import keep_names
from gpuscope.workloads.families import images, kernels, text
from gpuscope.workloads.launch import is_parallel
from gpuscope.workloads.workload import Workload

WORKLOADS: Mapping[str, Workload] = MappingProxyType(
    {entry.key: entry for entry in (*images.WORKLOADS, *text.WORKLOADS, *kernels.WORKLOADS)}
)


def workload(key: str) -> Workload:
    """Return the workload of that key.

    Raises:
        UsageError: There is none.
    """
    if key not in WORKLOADS:
        keep_names(WORKLOADS)  # they are typed as they are, though some are words of ours: copy, convolution
        raise UsageError(
            f"workload {key!r} is not known", f"Choose one of {', '.join(WORKLOADS)}; for a program of yours: gpuscope run -- …"
        )
    return WORKLOADS[key]


def ready_kind(spec: RunSpec) -> str | None:
    """Return the kind of process that may make its imports beforehand (``ready_child``) and run a spec exactly as a fresh one does.

    "training", "inference" or "kernel", which import different parts of torch before their first step; None for what takes a fresh one: a
    command, and a training over several processes, whose launcher sets variables that torch reads when it is imported.
    """
    if spec.workload not in WORKLOADS or is_parallel(spec):
        return None
    return spec.task if WORKLOADS[spec.workload].tasks else "kernel"


def operations_per_step(spec: ResolvedSpec) -> float | None:
    """Return the FLOP of a step of a spec by formula, this machine's share of them; None where there is no formula."""
    formula = workload(spec.workload).operations
    return None if formula is None else formula(spec) / spec.nodes
