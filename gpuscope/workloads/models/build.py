"""Builds the network of a workload."""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.workload import resolve_reference
from gpuscope.workloads.workload_table import workload


def build_model(spec: ResolvedSpec) -> nn.Module:
    """Return the run's network in FP32 in main memory, its weights by the seed."""
    model: nn.Module = resolve_reference(workload(spec.workload).model)(spec)
    return model
