"""Models are trained by one command, to the accuracy at which compressions are compared."""

import json

import pytest

from gpuscope.cli import parser, pretrain


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_models_are_trained_once_to_95_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["pretrain", "mnist-mlp", "cifar-cnn", "--json"]) == 0
    models = json.loads(capsys.readouterr().out)["models"]
    assert [model["workload"] for model in models] == ["mnist-mlp", "cifar-cnn"]
    assert all(model["accuracy"] >= 0.95 for model in models)
    assert parser.main(["pretrain", "cifar-cnn", "--json"]) == 0
    (again,) = json.loads(capsys.readouterr().out)["models"]
    assert again["accuracy"] == models[1]["accuracy"]
    assert again["seconds"] < models[1]["seconds"]
    assert pretrain._sentence(models[0]).startswith("mnist-mlp: accuracy 95.8 % on 355 held-out samples, after ")


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_usual_models_are_all_trained_to_95_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    """Training AlexNet as well as the two above takes thirty seconds of CPU time."""
    assert parser.main(["pretrain", "--json"]) == 0
    models = json.loads(capsys.readouterr().out)["models"]
    assert [model["workload"] for model in models] == pretrain._usual()
    assert all(model["accuracy"] >= 0.95 for model in models)


def test_the_usual_models_are_those_of_small_images() -> None:
    assert pretrain._usual() == ["mnist-mlp", "cifar-cnn", "alexnet-32"]


@pytest.mark.parametrize(
    ("arguments", "words"), [(["gemm"], "no task"), (["nothing"], "not known"), (["mnist-mlp", "--device", "mps"], "mps:0")]
)
def test_what_cannot_be_trained_says_so(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["pretrain", *arguments]) in (2, 3)
    assert words in capsys.readouterr().err
