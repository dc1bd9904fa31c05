"""Trained models are kept: the second run of a training loads its weights, and reports the first run's results."""

from pathlib import Path

import pytest
import torch

from gpuscope.workloads.loops import inference
from gpuscope.workloads.loops.inference import pretrain, run_inference
from gpuscope.workloads.models import classifier, trained
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.setting import Setting
from tests.workloads.conftest import Prepare

SIZES = {"task": "inference", "steps": 2, "warmup_steps": 1, "batch_size": 8, "threads": 1}


def trainings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one element with each training."""
    made: list[str] = []
    real = inference._train

    def counted(setting: Setting, *rest: object) -> None:
        made.append(setting.spec.workload)
        real(setting, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(inference, "_train", counted)
    return made


def kept(home: Path) -> list[Path]:
    return sorted((home / "cache" / "models").glob("*"))


def run(setting: Prepare, **values: object) -> Outcome:
    return run_inference(setting("mnist-mlp", options={"pretrain_steps": 30}, **SIZES, **values))


def test_the_same_training_is_made_once(setting: Prepare, monkeypatch: pytest.MonkeyPatch, gpuscope_home: Path) -> None:
    made = trainings(monkeypatch)
    first, again, other = run(setting), run(setting, precision="bf16"), run(setting, seed=1)
    assert len(made) == 2
    assert [path.suffix for path in kept(gpuscope_home)] == [".pt", ".pt"]
    assert kept(gpuscope_home)[0].parent.stat().st_mode & 0o777 == 0o700
    assert first.values["accuracy"].value == pytest.approx(again.values["accuracy"].value, abs=0.01)
    assert other.values["loss"].value != first.values["loss"].value
    assert run(setting).values["loss"].value == first.values["loss"].value


def test_a_student_is_kept_beside_its_teacher(setting: Prepare, gpuscope_home: Path) -> None:
    first, again = (run(setting, optimize="distill") for _ in range(2))
    assert len(kept(gpuscope_home)) == 3
    for key in ("loss", "accuracy", "accuracy_undistilled", "accuracy_before"):
        assert first.values[key].value == again.values[key].value


def test_a_damaged_file_is_trained_anew(setting: Prepare, monkeypatch: pytest.MonkeyPatch, gpuscope_home: Path) -> None:
    first = run(setting)
    made = trainings(monkeypatch)
    (path,) = kept(gpuscope_home)
    path.write_bytes(path.read_bytes()[:500])
    assert run(setting).values["loss"].value == first.values["loss"].value
    assert len(made) == 1
    run(setting)
    assert len(made) == 1


def test_weights_that_cannot_be_kept_cost_no_run(setting: Prepare, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir()
    (gpuscope_home / "cache").write_text("in the way")
    assert run(setting).values["accuracy"].value is not None


def test_the_oldest_go_when_they_are_too_many(setting: Prepare, monkeypatch: pytest.MonkeyPatch, gpuscope_home: Path) -> None:
    run(setting)
    (oldest,) = kept(gpuscope_home)
    monkeypatch.setattr(trained, "_MOST_BYTES", oldest.stat().st_size + 1)
    run(setting, seed=1)
    (left,) = kept(gpuscope_home)
    assert left != oldest


def test_kept_weights_are_those_of_the_training(setting: Prepare) -> None:
    one = setting("cifar-cnn", task="inference", options={"pretrain_steps": 3})
    dataset = classifier.read_data(one).to(one.device, torch.float32)
    models = []
    for _ in range(2):
        torch.manual_seed(0)
        models.append(build_model(one.spec).to(one.device))
        pretrain(one, models[-1], dataset)
    for weight, again in zip(models[0].parameters(), models[1].parameters(), strict=True):
        assert torch.equal(weight, again)
