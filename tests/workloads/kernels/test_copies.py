"""Copies transfer every byte, and their bandwidth is reported; copies to a GPU are refused if there is none."""

from collections.abc import Callable

import pytest
import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import catalog, outcome
from gpuscope.workloads.kernels import copies
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.steps.setting import Setting
from tests.workloads.test_catalog import CPU_ONLY, TWO_GPUS

Prepare = Callable[..., Setting]


def test_a_copy_of_main_memory_carries_every_byte(setting: Prepare) -> None:
    one = setting("copy", steps=3, batch_size=2, options={"size": 1})
    found = run_kernel(one)
    assert found.window is not None
    assert found.values["max_relative_error"].value == 0
    assert outcome.values(found, one)["bandwidth"]["value"] == pytest.approx(3 * 2 * 2 * 2**20 / found.window.seconds)


def test_a_byte_that_is_wrong_is_found(setting: Prepare) -> None:
    kernel = copies.within(setting("copy", options={"size": 1}))
    kernel.step()
    kernel._target[-1] += 1
    assert kernel.check()["max_relative_error"].value == float("inf")


@pytest.mark.parametrize("key", ["h2d-copy", "d2h-copy"])
def test_copies_to_a_gpu_say_why_not_here(key: str) -> None:
    error = catalog.refusal(catalog.resolve(RunSpec(key)), CPU_ONLY)
    assert error is not None
    assert error.message == f"{key} runs on cuda only, not on cpu"
    assert error.hint == "A CPU has its data in main memory already; for a copy within it: gpuscope run copy."
    assert catalog.refusal(catalog.resolve(RunSpec(key, device="cuda:0")), TWO_GPUS) is None


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU is here")
@pytest.mark.parametrize("key", ["h2d-copy", "d2h-copy"])
@pytest.mark.parametrize("memory", ["pageable", "pinned"])
@pytest.mark.parametrize("overlap", [False, True])
def test_copies_on_a_gpu(setting: Prepare, key: str, memory: str, overlap: bool) -> None:
    options = {"size": 16, "memory": memory, "overlap": overlap}
    found = run_kernel(setting(key, device="cuda:0", steps=5, options=options))
    assert found.values["max_relative_error"].value == 0
