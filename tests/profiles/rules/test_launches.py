"""Launching, small kernels and optimizers, on traces whose times are known."""

from pathlib import Path

import pytest

from tests.profiles.made import Event, annotation, kernel, launch, operator
from tests.profiles.rules.advised import advised


def launched(count: int, every: float, length: float, launching: float = 6.0, name: str = "cudaLaunchKernel") -> list[Event]:
    """Return kernels launched every `every` µs, each starting when its launch ends."""
    return [
        event
        for n in range(count)
        for event in (launch(n + 1, every * n, launching, name=name), kernel("gemm", n + 1, every * n + launching, length))
    ]  # fmt: skip


def test_a_host_slower_than_the_device_costs_the_gaps(tmp_path: Path) -> None:
    finding = advised(tmp_path, launched(11, 50, 4), "host_bound_launches")
    assert finding is not None
    assert finding.cost_s == pytest.approx(10 * 46e-6)
    assert finding.seen == (
        "The device was idle for 460 µs in 10 gaps while the host prepared the next kernel (91.3 % of the time);"
        " 11 of 11 kernels are shorter than their launch."
    )


def test_kernels_that_were_queued_wait_for_the_device_not_for_the_host(tmp_path: Path) -> None:
    events = [event for n in range(10) for event in (launch(n + 1, n), kernel("gemm", n + 1, 100 + 50 * n, 40))]
    assert advised(tmp_path, events, "host_bound_launches") is None


def test_short_kernels_cost_their_own_time(tmp_path: Path) -> None:
    events = launched(10, 10, 4)
    finding = advised(tmp_path, events, "small_kernels")
    assert finding is not None
    assert finding.cost_s == pytest.approx(40e-6)
    assert finding.seen.startswith("10 of 10 kernels are shorter than their launch (6.00 µs); they took 40.0 µs")
    assert advised(tmp_path, launched(10, 20, 12), "small_kernels") is None


@pytest.mark.parametrize(
    "name", ["cuLaunchKernelEx", "hipExtModuleLaunchKernel", "urEnqueueKernelLaunchWithArgsExp", "zeCommandListAppendLaunchKernel"]
)
def test_launches_are_known_by_each_makers_names(name: str, tmp_path: Path) -> None:
    finding = advised(tmp_path, launched(10, 10, 4, name=name), "small_kernels")
    assert finding is not None
    assert finding.seen.startswith("10 of 10 kernels")


def test_kernels_of_one_graph_have_no_launch_of_their_own(tmp_path: Path) -> None:
    events = [launch(1, 0, 10, name="cudaGraphLaunch"), *(kernel("gemm", 1, 20 + 3 * n, 2) for n in range(20))]
    assert advised(tmp_path, events, "small_kernels") is None


def updates(name: str, count: int) -> list[Event]:
    return [
        annotation("Optimizer.step#AdamW.step", 0, 500),
        *(operator(name, 10 * n, 8) for n in range(count)),
        operator("aten::mm", 600, 400),
    ]


def test_an_optimizer_of_many_calls_costs_its_step(tmp_path: Path) -> None:
    finding = advised(tmp_path, updates("aten::addcdiv_", 40), "single_updates")
    assert finding is not None
    assert finding.cost_s == pytest.approx(500e-6)
    assert finding.code == "torch.optim.AdamW(…, fused=True)"
    assert "40 calls per step" in finding.seen


@pytest.mark.parametrize("name", ["aten::_foreach_add_", "aten::_fused_adamw_"])
def test_grouped_optimizers_are_left_alone(name: str, tmp_path: Path) -> None:
    assert advised(tmp_path, [*updates("aten::add_", 30), operator(name, 450, 20)], "single_updates") is None
    assert advised(tmp_path, updates(name, 40), "single_updates") is None
