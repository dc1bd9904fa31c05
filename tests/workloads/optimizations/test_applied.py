"""Optimizations in the loops: the run ends properly, and its result equals the plain run's to a stated tolerance."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import End, Result
from gpuscope.core.tolerance import TOLERANCES
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.training import run_training
from tests.probe.listener import Listener
from tests.workloads.conftest import Prepare
from tests.workloads.optimizations import compiled_beside_eager

SIZES: dict[str, Any] = {"steps": 3, "warmup_steps": 1, "batch_size": 8}


@pytest.mark.parametrize("optimize", ["channels-last"])
def test_training_gives_the_plain_loss(setting: Prepare, optimize: str) -> None:
    plain, changed = (run_training(setting("cifar-cnn", optimize=one, **SIZES)).values["loss"].value for one in (None, optimize))
    assert changed == pytest.approx(plain, rel=1e-4)


def test_inference_gives_the_plain_answers(setting: Prepare) -> None:
    options = {"task": "inference", "options": {"pretrain_steps": 5}}
    plain, changed = (
        run_inference(setting("cifar-cnn", optimize=one, **SIZES, **options)).values["loss"].value for one in (None, "channels-last")
    )
    assert changed == pytest.approx(plain, rel=1e-4)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("workloads", [("mnist-mlp", "resnet50-32", "gpt"), pytest.param(("cifar-cnn",), marks=pytest.mark.long)])
def test_compiled_models_give_the_answers_of_eager_and_learn_what_it_does(
    setting: Prepare, workloads: tuple[str, ...], tmp_path: Path
) -> None:
    """MLP, ResNet, and a GPT that generates from its cache; in one process of their own, as the compiler keeps threads.

    With `-m long` the CNN, too.
    """
    (folder := tmp_path / "compiled").mkdir()
    command = [sys.executable, "-m", compiled_beside_eager.__name__, str(tmp_path / "told"), *workloads]
    with Listener(folder) as compiled:
        subprocess.run(command, env={**os.environ, "GPUSCOPE_CHANNEL": str(folder)}, check=True)
        events = compiled.events() if "mnist-mlp" in workloads else []
    results = [event for event in events if isinstance(event, Result)]
    assert len(results) == workloads.count("mnist-mlp")
    for result in results:
        plain = run_training(setting("mnist-mlp", **compiled_beside_eager.TRAINING)).values["loss"].value
        assert result.values["loss"]["value"] == pytest.approx(plain, rel=1e-4)
    assert [event.state for event in events if isinstance(event, End)] == ["finished"] * workloads.count("mnist-mlp")
    told = json.loads((tmp_path / "told").read_text())
    errors = told["errors"]
    assert told["graph_breaks"] == []
    assert {key.split()[0] for key in errors} == set(workloads)
    beyond = {key: error for key, error in errors.items() if not error <= TOLERANCES[key.split()[1]]}
    assert not beyond
    assert any(errors.values())  # with the same kernels all would be 0
