"""A seed makes a run repeatable: the same loss curve, step by step, on the same device."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch

from gpuscope.workloads.loops.optimizer_step import LossWatch
from gpuscope.workloads.loops.training import run_training
from tests.workloads.conftest import Prepare

WORKLOADS = ["mnist-mlp", "cifar-cnn", "lstm-text", "gpt", "cifar-cnn-loader"]
SIZES: dict[str, Any] = {"steps": 4, "warmup_steps": 1, "batch_size": 4, "threads": 1}
OPTIONS: dict[str, dict[str, object]] = {
    "gpt": {"layers": 1, "context": 16},
    "lstm-text": {"hidden": 16},
    "cifar-cnn-loader": {"workers": 0, "mixup": 0.2},
}


@pytest.fixture
def curve(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep the loss of every step; a run reports ten per second."""
    kept: list[float] = []

    def keep(watch: LossWatch, losses: Sequence[torch.Tensor], first: int) -> None:
        kept.extend(loss.item() for loss in losses)

    monkeypatch.setattr(LossWatch, "__call__", keep)
    return kept


@pytest.mark.parametrize("workload", WORKLOADS)
def test_a_seed_repeats_the_loss_curve(setting: Prepare, curve: list[float], workload: str) -> None:
    curves = []
    for seed in (7, 7, 8):
        run_training(setting(workload, seed=seed, options=OPTIONS.get(workload, {}), **SIZES))
        curves.append(curve.copy())
        curve.clear()
    assert len(curves[0]) == 5
    assert curves[0] == curves[1]
    assert curves[0] != curves[2]
