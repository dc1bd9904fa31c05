"""The optimizers of a training: each is the named algorithm, and uses the given learning rate."""

import pytest
import torch

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models import classifier
from gpuscope.workloads.workload import OPTIMIZERS
from tests.workloads.loops.test_loops import Prepare, value

CLASSES = {
    "sgd": torch.optim.SGD,
    "momentum": torch.optim.SGD,
    "adam": torch.optim.Adam,
    "adamw": torch.optim.AdamW,
    "rmsprop": torch.optim.RMSprop,
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_each_is_what_its_name_says_and_learns(setting: Prepare, name: str) -> None:
    one = setting("mnist-mlp", steps=150, options={"optimizer": name})
    made = classifier.build_optimizer(one.spec, torch.nn.Linear(2, 2))
    assert isinstance(made, CLASSES[name])
    assert type(made).__name__ == CLASSES[name].__name__, "profiles name it"
    assert made.defaults["lr"] == OPTIMIZERS[name]
    assert made.defaults.get("momentum", 0) == (0.9 if name == "momentum" else 0)
    assert value(run_training(one), "accuracy") > (0.6 if name == "sgd" else 0.85)


def test_the_rate_follows_the_optimizer_unless_it_is_said() -> None:
    def rate(workload: str, **options: str | float) -> object:
        return resolve(RunSpec(workload, options=options)).options["learning_rate"]

    assert (rate("mnist-mlp"), rate("cifar-cnn")) == (0.01, 0.001)
    assert (rate("mnist-mlp", optimizer="adam"), rate("cifar-cnn", optimizer="sgd")) == (0.001, 0.01)
    assert rate("cifar-cnn", optimizer="sgd", learning_rate="0.5") == 0.5


@pytest.mark.parametrize("options", [{"optimizer": "adagrad"}, {"learning_rate": "0"}, {"learning_rate": "fast"}])
def test_what_does_not_fit_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        resolve(RunSpec("mnist-mlp", options=options))
