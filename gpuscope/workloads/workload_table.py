"""All workloads by key. Does not import torch."""

from collections.abc import Mapping
from types import MappingProxyType

from gpuscope.core.errors import UsageError, did_you_mean
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.system.language import keep_names
from gpuscope.workloads.families import images, kernels, text
from gpuscope.workloads.launch import is_parallel
from gpuscope.workloads.workload import Workload

WORKLOADS: Mapping[str, Workload] = MappingProxyType(
    {entry.key: entry for entry in (*images.WORKLOADS, *text.WORKLOADS, *kernels.WORKLOADS)}
)


def workload(key: str) -> Workload:
    """Return the workload with that key.

    Raises:
        UsageError: There is no such workload.
    """
    if key not in WORKLOADS:
        from shlex import quote
        from shutil import which

        keep_names(WORKLOADS)  # keys are not translated, though some are ordinary words: copy, convolution
        if which(key):
            raise UsageError(f"workload {key!r} is not known", f"For the program of that name: gpuscope run -- {quote(key)}")
        raise UsageError(
            f"workload {key!r} is not known",
            did_you_mean(key, WORKLOADS, f"Choose one of {', '.join(WORKLOADS)}; for a program of your own: gpuscope run -- …"),
        )
    return WORKLOADS[key]


def ready_kind(spec: RunSpec) -> str | None:
    """Return the kind of ``ready_child`` process, with modules already imported, that can run a spec exactly as a fresh process would.

    "training", "inference" or "kernel", which import different parts of torch before their first step; None for specs that need a fresh
    process: a command, or a training over several processes, whose launcher sets variables that torch reads when it is imported.
    """
    if spec.workload not in WORKLOADS or is_parallel(spec):
        return None
    return spec.task if WORKLOADS[spec.workload].tasks else "kernel"


def operations_per_step(spec: ResolvedSpec) -> float | None:
    """Return this machine's share of a spec's FLOP per step by formula; None if there is no formula."""
    formula = workload(spec.workload).operations
    return None if formula is None else formula(spec) / spec.nodes
