"""The measured peak rates of a device."""

from types import SimpleNamespace

import pytest
import torch

from gpuscope.workloads.kernels import reference
from gpuscope.workloads.kernels.vectors import VectorKernel, neighbour_products
from tests.workloads.conftest import Prepare


@pytest.mark.parametrize(("takes_s", "most"), [(2.0, 2), (0.1, 4), (0.001, 170)])
def test_slow_work_is_repeated_less_often(monkeypatch: pytest.MonkeyPatch, takes_s: float, most: int) -> None:
    """A product of 8192 rows in FP64 takes seconds on a GeForce card."""
    now, runs = 0.0, 0

    def work() -> None:
        nonlocal now, runs
        now, runs = now + takes_s, runs + 1

    monkeypatch.setattr(reference, "time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr(reference, "wait_for", lambda device: None)
    assert reference._fastest(work, torch.device("cuda:0")) == pytest.approx(takes_s)
    assert 2 <= runs <= most
    assert takes_s > 0.01 or runs > 100


def test_without_memory_for_the_ceilings_a_kernel_still_has_its_result(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(device: torch.device, dtype: torch.dtype) -> float:
        raise torch.OutOfMemoryError("no memory is left")

    monkeypatch.setattr(reference, "product_flops", fails)
    kernel: VectorKernel = neighbour_products(setting("neighbour-products", options={"size": 100}))
    kernel.step()
    assert kernel.check()["max_relative_error"].value == pytest.approx(0, abs=1e-6)
    assert reference.FLOPS not in kernel.facts()
