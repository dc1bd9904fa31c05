"""AlexNet, VGG-16 and ResNet-50 match their publications, and run in the same loops as the small models."""

import pytest
import torch
from torch import nn

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import outcome
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.operation_count import counted
from gpuscope.workloads.workload_table import operations_per_step, workload
from tests.workloads.loops.test_loops import Prepare

NETWORKS = ("alexnet-32", "alexnet-224", "vgg16-32", "vgg16-224", "resnet50-32", "resnet50-224")


def without_numbers(key: str) -> nn.Module:
    with torch.device("meta"):
        return build_model(resolve(RunSpec(key)))


@pytest.mark.parametrize("key", NETWORKS)
def test_shapes_and_memory(key: str) -> None:
    model, known = without_numbers(key), workload(key)
    assert model(torch.empty(2, *known.sample_shape, device="meta")).shape == (2, 10)
    numbers = sum(one.numel() for one in model.parameters())
    training, inference = (known.step_memory(resolve(RunSpec(key, task=task, device="cuda:0"))) for task in ("training", "inference"))
    assert training > 4 * 3.5 * numbers
    assert 4 * numbers < inference < training


@pytest.mark.parametrize(
    ("key", "weights", "gflop"),
    [
        # As published, with 10 classes for 1000 in the last layer: 138,357,544 and 25,557,032 weights; 15.5 and 4.1 billion products.
        ("vgg16-224", 138_357_544 - 990 * 4097, 2 * 15.47),
        ("resnet50-224", 25_557_032 - 990 * 2049, 2 * 4.09),
    ],
)
def test_they_are_as_published(key: str, weights: int, gflop: float) -> None:
    assert sum(one.numel() for one in without_numbers(key).parameters()) == weights
    assert counted(resolve(RunSpec(key, task="inference", batch_size=2))) == pytest.approx(2e9 * gflop, rel=0.01)


def test_alexnet_is_as_drawn() -> None:
    layers = list(without_numbers("alexnet-224"))
    drawn = [(one.out_channels, one.kernel_size[0], one.stride[0]) for one in layers if isinstance(one, nn.Conv2d)]
    assert drawn == [(96, 11, 4), (256, 5, 1), (384, 3, 1), (384, 3, 1), (256, 3, 1)]
    kinds = [type(one).__name__ for one in layers if not isinstance(one, nn.ReLU)]
    convolution, pool = ["Conv2d", "BatchNorm2d", "MaxPool2d"], "MaxPool2d"
    dense = ["Flatten", "Linear", "Dropout", "Linear", "Dropout", "Linear"]
    assert kinds == [*convolution, *convolution, "Conv2d", "Conv2d", "Conv2d", pool, *dense]
    assert [one.out_features for one in layers if isinstance(one, nn.Linear)] == [4096, 4096, 10]


def test_operations_are_counted_where_no_formula_tells_them(setting: Prepare) -> None:
    one = setting("alexnet-32", steps=2, warmup_steps=0, batch_size=2)
    found = run_training(one)
    assert found.window is not None
    counted_operations = counted(one.spec)
    assert operations_per_step(one.spec) is None
    assert outcome.facts(found, one)["operations_per_step"] == counted_operations
    flops = outcome.values(found, one)["flops"]
    assert flops["value"] == pytest.approx(2 * counted_operations / found.window.seconds)
    assert flops["source"] == "operations as torch counts them, divided by wall-clock time"


def test_images_are_scaled_up_as_they_are_taken(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = []

    class Seen(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.last = nn.Linear(3, 10)

        def forward(self, images: torch.Tensor) -> torch.Tensor:
            if images.device.type != "meta" and images.dtype is not torch.float64:  # in which its twin is trained
                shapes.append(tuple(images.shape))
            return self.last(images.mean((2, 3)))

    for module in ("loops.training", "loops.drift", "operation_count"):
        monkeypatch.setattr(f"gpuscope.workloads.{module}.build_model", lambda spec: Seen())
    one = setting("resnet50-224", steps=2, warmup_steps=0, batch_size=4)
    assert classifier.read_data(one).images.shape[1:] == (3, 32, 32)
    found = run_training(one)
    # Two steps, and the number of held-out digits that a CPU evaluates, 20 at once.
    assert shapes == [(4, 3, 224, 224), (4, 3, 224, 224), (20, 3, 224, 224), (12, 3, 224, 224)]
    assert found.values["accuracy"].source == "32 samples of digits held out of training"


def test_untrained_networks_tell_no_accuracy(setting: Prepare) -> None:
    found = run_inference(setting("vgg16-32", task="inference", steps=1, warmup_steps=0, batch_size=2))
    assert found.values["accuracy"].reason == "the model was not trained: --set pretrain_steps=N trains it first"
    assert found.facts["operations_per_step"] == counted(resolve(RunSpec("vgg16-32", task="inference", batch_size=2)))
