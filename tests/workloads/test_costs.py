from pathlib import Path
from typing import Any

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from gpuscope.core.event import Result
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import costs
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.models.images import cnn, mlp
from gpuscope.workloads.workload_table import WORKLOADS, operations_per_step
from tests.probe.listener import Listener
from tests.workloads.test_child import finish, start

FORMULAS = [
    ("mnist-mlp", "training"),
    ("mnist-mlp", "inference"),
    ("cifar-cnn", "training"),
    ("cifar-cnn", "inference"),
    ("gemm", "training"),
]


def counted(spec: RunSpec) -> int:
    """Return the FLOP of a step as counted by torch."""
    batch = spec.batch_size or 1
    if spec.workload == "gemm":
        size = int(spec.options["size"])
        with FlopCounterMode(display=False) as counter:
            torch.bmm(torch.zeros(batch, size, size), torch.zeros(batch, size, size))
        return counter.get_total_flops()
    model, inputs = (mlp(int(spec.options["hidden"])), (784,)) if spec.workload == "mnist-mlp" else (cnn(), (3, 32, 32))
    with FlopCounterMode(display=False) as counter:
        out = model(torch.zeros(batch, *inputs))
        if spec.task == "training":
            out.sum().backward()
    return counter.get_total_flops()


@pytest.mark.parametrize(("workload", "task"), FORMULAS)
def test_operations_are_those_that_torch_counts(workload: str, task: str) -> None:
    options: dict[str, str | int | float | bool] = {"gemm": {"size": 12}, "mnist-mlp": {"hidden": 20}}.get(workload, {})  # type: ignore[assignment]
    spec = resolve(RunSpec(workload, task=task, batch_size=3, options=options))
    assert operations_per_step(spec) == counted(spec)


def test_parameters() -> None:
    assert sum(one.numel() for one in mlp(128).parameters()) == costs.mlp_parameters(128) == 101_770
    assert sum(one.numel() for one in cnn().parameters()) == costs.CNN_PARAMETERS == 545_098


@pytest.mark.parametrize(
    "values", [{"workload": "cifar-cnn", "batch_size": 1000}, {"workload": "gemm", "batch_size": 36, "options": {"size": 1000}}]
)
def test_memory_is_about_what_a_process_takes(tmp_path: Path, values: dict[str, Any]) -> None:
    estimated, taken = [], []
    for batch in (1, values["batch_size"]):
        (folder := tmp_path / str(batch)).mkdir()
        with Listener(folder) as listener:
            spec = resolve(RunSpec(**{**values, "batch_size": batch}, steps=1, warmup_steps=0))
            events, _, _ = finish(start(spec, folder), listener)
        (result,) = (event for event in events if isinstance(event, Result))
        estimated.append(WORKLOADS[spec.workload].memory_bytes(spec))
        taken.append(result.values["resident_memory_peak"]["value"])
    assert estimated[1] - estimated[0] == pytest.approx(taken[1] - taken[0], rel=0.3)
    if torch.version.cuda is None:  # whose libraries alone take more than the estimate allows for
        assert estimated[1] == pytest.approx(taken[1], rel=0.3)


@pytest.mark.parametrize("workload", WORKLOADS)
def test_memory_grows_with_the_batch_and_is_never_free(workload: str) -> None:
    small, large = (WORKLOADS[workload].memory_bytes(resolve(RunSpec(workload, batch_size=size))) for size in (1, 1001))
    assert small > costs.mlp_parameters(1)
    # A kernel may repeat an operation on the same numbers; a model cannot.
    assert large > small if WORKLOADS[workload].tasks else large >= small
