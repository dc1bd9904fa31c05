"""Trains small models in every form on two ranks, and the same in one process on rank 0; writes the differences.

The ranks are forks of one process that has imported torch, which would otherwise take most of their time; runs of ranks, which torchrun
starts, are in ``test_runs_of_ranks``.

``argv[1]`` is the JSON file to write: by "workload form precision", ``weights`` (largest difference, relative to the largest weight of its
tensor), ``loss`` (of the held-out data, relative) and ``drift``, as the run reports it; by data-parallel form, ``seen`` and ``once``: the
number of samples that all ranks have seen in an epoch, and whether none of the data set's samples was seen twice.

The optimizer is SGD with momentum: Adam makes a full step from a gradient that is only rounding error.
"""

import json
import os
import signal
import sys
import traceback
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import torch
import torch._dynamo
import torch.distributed.checkpoint.state_dict
import torch.distributed.fsdp
import torch.distributed.pipelining
import torch.distributed.tensor.parallel
from torch import distributed

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data import dataset
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.launch import PARALLEL
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.parallel import training
from gpuscope.workloads.parallel.ranks import RankChannel, RankStop
from gpuscope.workloads.steps.setting import Setting, prepare

STEPS = 5
_GPT = {"layers": 3, "heads": 2, "head_width": 8, "context": 16}
_CASES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *(("mnist-mlp", form, {}) for form in sorted(PARALLEL)),
    *(("gpt", form, {}) for form in sorted(PARALLEL)),
    ("lstm-text", "ddp", {}),
    ("cifar-cnn", "tensor-parallel", {"batch_size": 8}),
    ("cifar-cnn", "pipeline-parallel", {"batch_size": 8}),
    ("mnist-mlp", "ddp,grad-accumulation-4,fused-optimizer", {}),
    *(("mnist-mlp", form, {"precision": "bf16"}) for form in sorted(PARALLEL)),
)


class _Recorded(Batches):
    """Batches that record the samples they gave."""

    given: list[bytes]

    def next(self) -> tuple[torch.Tensor, torch.Tensor]:
        images, labels = super().next()
        self.given += [image.numpy().tobytes() for image in images]
        return images, labels


def _setting(workload: str, form: str, values: dict[str, Any]) -> tuple[Setting, RankChannel, RankStop]:
    channel, stop = RankChannel(None, {}, distributed.get_rank(), leads=distributed.get_rank() == 0), RankStop()
    options = {"optimizer": "momentum", "learning_rate": 0.05, **(_GPT if workload == "gpt" else {})}
    given = {"steps": STEPS, "warmup_steps": 0, "threads": 1, "options": options, **values}
    spec = resolve(RunSpec(workload, optimize=form, ranks=2, **given))
    return prepare(spec, channel, stop), channel, stop


def _trained(workload: str, form: str, values: dict[str, Any]) -> tuple[dict[str, torch.Tensor], dict[str, float]]:
    """Return the weights that the ranks have trained together, and the loss and the drift that rank 0 reports."""
    kept: dict[str, torch.Tensor] = {}
    tested = training._tested

    def keep(setting: Setting, weights: Any, data: Any) -> Any:
        kept.update(weights)
        return tested(setting, weights, data)

    with patch.object(training, "_tested", keep):
        outcome = training.run_rank(*_setting(workload, form, values))
    return kept, {key: outcome.values[key].value or 0.0 for key in ("loss", "drift") if key in outcome.values}


def _alone(workload: str, values: dict[str, Any]) -> tuple[dict[str, torch.Tensor], float]:
    """Return the weights and the loss of a training in one process."""
    setting, _, _ = _setting(workload, "ddp", values)
    data = classifier.read_data(setting)
    model = build_model(setting.spec)
    optimizer = classifier.build_optimizer(setting.spec, model)
    step = training_step(model, optimizer, Batches(data, setting.batch_size, setting.spec.seed), setting.precision)
    for _ in range(STEPS):
        step()
    loss = classifier.test(model, data, setting, lambda images: images)["loss"].value
    return model.state_dict(), loss or 0.0


def _seen(form: str) -> dict[str, Any]:
    """Return the number of samples that the ranks see in an epoch, and whether they see each at most once."""
    _Recorded.given = []
    setting, channel, stop = _setting("mnist-mlp", form, {"batch_size": 144, "steps": 10})
    with patch.object(training, "Batches", _Recorded):
        training.run_rank(setting, channel, stop)
    found: list[list[bytes]] = [[], []]
    distributed.all_gather_object(found, _Recorded.given)
    there = Counter(image.numpy().tobytes() for image in classifier.read_data(setting).images)
    seen = Counter(found[0] + found[1])
    return {"seen": seen.total(), "once": seen <= there}


def _apart(ours: dict[str, torch.Tensor], theirs: dict[str, torch.Tensor]) -> float:
    assert ours.keys() == theirs.keys()
    return max(float((ours[key] - one).abs().max() / one.abs().max().clamp(min=1e-3)) for key, one in theirs.items())


def train(rank: int, answer: Path) -> None:
    """Train as one of two ranks; rank 0 writes the answer."""
    distributed.init_process_group("gloo", f"file://{answer}.meeting", rank=rank, world_size=2)
    found: dict[str, dict[str, Any]] = {}
    dataset.read_digits = cache(dataset.read_digits)  # otherwise the file is parsed for each training
    for workload, form, values in _CASES:
        weights, told = _trained(workload, form, values)
        if distributed.get_rank() == 0:
            alone, expected = _alone(workload, values)
            key = f"{workload} {form} {values.get('precision', 'fp32')}"
            apart = {"weights": _apart(weights, alone), "loss": abs(told["loss"] - expected) / expected}
            found[key] = {**apart, "drift": told["drift"]}
    for form in ("ddp", "fsdp2"):
        found[form] = _seen(form)
    if distributed.get_rank() == 0:
        answer.write_text(json.dumps(found))
    distributed.destroy_process_group()


def main() -> int:
    """Train on both ranks, and return 0 if both have ended well."""
    ranks = [os.fork() or _as_rank(rank) for rank in range(2)]
    codes = []
    for _ in ranks:
        pid, status = os.wait()
        codes.append(os.waitstatus_to_exitcode(status))
        if codes[-1]:  # the other one would wait for it
            for other in set(ranks) - {pid}:
                with suppress(ProcessLookupError):
                    os.kill(other, signal.SIGTERM)
    return int(any(codes))


def _as_rank(rank: int) -> NoReturn:
    code = 1
    try:
        train(rank, Path(sys.argv[1]))
        code = 0
    except BaseException:  # noqa: BLE001 - told as the interpreter does
        traceback.print_exc()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    sys.exit(main())
