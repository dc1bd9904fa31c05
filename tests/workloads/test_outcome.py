"""A workload's report at its end."""

from typing import Any

import pytest
import torch

from gpuscope.workloads import outcome
from gpuscope.workloads.kernels import reference
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import Window
from tests.workloads.conftest import Prepare


def mfu(setting: Prepare, facts: dict[str, Any], steps: int = 1, **values: Any) -> dict[str, Any]:
    """Return the MFU of a product of 10 rows, 2,000 operations, with a step per second."""
    one = setting("gemm", options={"size": 10}, precision="bf16", **values)
    return outcome.values(Outcome(Window(0, steps * 1_000_000_000, steps, 1), {}, facts), one)["mfu"]


def test_utilization_is_by_a_product_in_the_same_format(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[torch.dtype] = []

    def product(device: torch.device, dtype: torch.dtype) -> float:
        asked.append(dtype)
        return 8000.0

    monkeypatch.setattr(reference, "product_flops", product)
    assert mfu(setting, {})["value"] == pytest.approx(0.25)
    assert asked == [torch.bfloat16]
    assert mfu(setting, {reference.FLOPS: 4000.0})["value"] == pytest.approx(0.5)  # measured by the run itself
    of_ranks = mfu(setting, {"ranks": 8}, ranks=4, nodes=2)
    assert of_ranks["value"] == pytest.approx(0.25 / 2 / 4)  # half of the operations are this machine's, over its four ranks
    assert of_ranks["source"].endswith("a matrix product measured after the window, on each of 4 ranks")


def test_operations_per_second_include_the_time_of_tests_and_say_so(setting: Prepare) -> None:
    facts = {reference.FLOPS: 1e9}
    tested, untested = (
        outcome.values(Outcome(Window(0, 10**9, 1, 1), {}, facts), setting(workload))["flops"]["source"]
        for workload in ("early-stopping", "cifar-cnn")
    )
    assert tested == f"{untested}, tests of the model included"


def test_without_a_product_to_compare_with_utilization_says_why(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(device: torch.device, dtype: torch.dtype) -> float:
        raise torch.OutOfMemoryError("no memory is left")

    monkeypatch.setattr(reference, "product_flops", fails)
    assert mfu(setting, {})["reason"] == "a matrix product to compare with failed: no memory is left"
    assert mfu(setting, {}, steps=0)["reason"] == "the run was stopped before its first measured step"
