"""Engines for real, where their packages are installed: the same answers as eager, in batches of any size, and the cost of loading."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.core.tolerance import TOLERANCES
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.engines import onnx_runtime
from gpuscope.workloads.engines.converted import WholeBatches, quietly
from gpuscope.workloads.engines.registry import ENGINES, engine
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.models import classifier, images
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.models.language import Gpt
from gpuscope.workloads.needs import missing
from gpuscope.workloads.steps.setting import Setting

Prepare = Callable[..., Setting]
CONVERTED = ("onnxruntime", "openvino", "jax", "litert")
FORMATS = [(key, precision) for key in CONVERTED for precision in ENGINES[key]().precisions if precision != "tf32"]
"""Without formats that only GPUs compute in."""


class Images(nn.Module):  # type: ignore[misc]
    """The operations of networks for images."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 4, 3, stride=2, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(3, 2, 1), nn.Conv2d(4, 8, 3, padding=1),
            nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(), nn.Linear(8, 5),
        )  # fmt: skip

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.layers(images)


class TranslatableText(nn.Module):  # type: ignore[misc]
    """The operations of networks for text; takes numbers as word indices."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.gates, self.norm = nn.Embedding(16, 8), nn.LSTM(8, 8, batch_first=True), nn.LayerNorm(8)
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        values, _ = self.gates(self.words((images[:, 0, 0, :6].abs() * 5).long().clamp(0, 15)))
        split = values.view(len(values), 6, 2, 4).transpose(1, 2)
        looked = nn.functional.scaled_dot_product_attention(split, split, split, is_causal=True).transpose(1, 2).flatten(2)
        looked = looked + self.attention(values, values, values, need_weights=False)[0]
        return self.norm(nn.functional.gelu(looked, approximate="tanh") + torch.softmax(values, -1)).mean(1)


def available(key: str) -> Any:
    one = engine(key)
    lacking = missing(key, one.needs)
    if lacking:
        pytest.skip(str(lacking))
    return one


def relative_error(found: torch.Tensor, true: torch.Tensor) -> float:
    return ((found.double() - true.double()).abs().max() / true.double().abs().max()).item()


def pictures(count: int, precision: str = "fp32") -> torch.Tensor:
    return torch.randn(count, 3, 20, 20, dtype=torch.float64 if precision == "fp64" else torch.float32)


@pytest.mark.usefixtures("shared_exports")
@pytest.mark.parametrize(("key", "precision"), FORMATS)
def test_answers_are_those_of_eager(setting: Prepare, key: str, precision: str) -> None:
    one, run = available(key), setting("cifar-cnn", task="inference", precision=precision, engine=key, batch_size=4)
    torch.manual_seed(3)
    model = Images().to(run.precision.stored).eval()
    with torch.inference_mode():
        forward = one.load(model, pictures(4, precision), run)
        for count in (4, 7, 1):
            images = pictures(count, precision)
            assert 0 <= relative_error(forward(images), model(images)) <= TOLERANCES[precision]
            assert forward(images).shape == (count, 5)
    values = {name: quantity.value for name, quantity in one.values().items()}
    weights = sum(weight.numel() for weight in model.parameters()) * 4
    assert values["model_size_bytes"] > weights * (0.5 if precision in ("bf16", "fp16") else 1)
    assert 0 < values["load_time"] < 60
    assert one.facts()["engine_version"]


def test_static_int8_shrinks_the_file_and_costs_little_accuracy(setting: Prepare) -> None:
    available("onnxruntime-int8")
    sizes = {"task": "inference", "steps": 1, "warmup_steps": 1, "batch_size": 32, "threads": 1, "options": {"pretrain_steps": 300}}
    wide, narrow = (
        {name: quantity.value or 0.0 for name, quantity in run_inference(setting("mnist-mlp", engine=key, **sizes)).values.items()}
        for key in ("onnxruntime", "onnxruntime-int8")
    )
    assert 0 < narrow["model_size_bytes"] < wide["model_size_bytes"] / 3.6
    assert wide["accuracy"] >= 0.9
    assert narrow["accuracy"] >= wide["accuracy"] - 0.01
    assert 1e-4 < narrow["max_relative_error"] < 0.1


def test_static_int8_computes_convolutions_in_8_bits(setting: Prepare) -> None:
    one, run = available("onnxruntime-int8"), setting("cifar-cnn", task="inference", engine="onnxruntime-int8", batch_size=8)
    model = build_model(run.spec).eval()
    with torch.inference_mode():
        samples = classifier.training_samples(run, 8)
        forward = one.load(model, samples[:8], run)
        assert 0 < relative_error(forward(samples[:5]), model(samples[:5])) < 0.1
    weights = sum(weight.numel() for weight in model.parameters())
    assert weights < (one.values()["model_size_bytes"].value or 0) < 1.1 * weights
    assert one.facts()["calibration_samples"] == 256


def test_every_calibration_sample_is_in_a_batch(setting: Prepare, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one, run = available("onnxruntime-int8"), setting("mnist-mlp", task="inference", engine="onnxruntime-int8", batch_size=100)
    read: list[int] = []
    plain = onnx_runtime._reader

    def counting(samples: torch.Tensor, size: int) -> Any:
        reader: Any = plain(samples, size)
        get_next = reader.get_next

        def counted() -> Any:
            batch = get_next()
            read.append(0 if batch is None else len(batch["images"]))
            return batch

        reader.get_next = counted
        return reader

    monkeypatch.setattr(onnx_runtime, "_reader", counting)
    with quietly():
        one.convert(build_model(run.spec).eval(), classifier.training_samples(run, 100)[:100], tmp_path, run)
    assert sum(read) == one.facts()["calibration_samples"] == 300


@pytest.mark.parametrize(
    ("flags", "bits"), [(("avx2",), 7), (("avx2", "avx512f"), 7), (("avx2", "avx_vnni"), 8), (("avx2", "avx512_vnni"), 8), (("asimd",), 8)]
)
def test_weights_have_seven_bits_where_products_of_eight_overflow(
    setting: Prepare, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, flags: tuple[str, ...], bits: int
) -> None:
    """The weights are read back from the file: 7 bits end at 64, 8 bits at 127."""
    monkeypatch.setattr(onnx_runtime, "cpu_flags", lambda: flags)
    one, run = available("onnxruntime-int8"), setting("mnist-mlp", task="inference", engine="onnxruntime-int8", batch_size=8)
    model, samples = build_model(run.spec).eval(), classifier.training_samples(run, 8)
    with quietly():
        path = one.convert(model, samples[:8], tmp_path, run)
    import onnx

    weights = [
        onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer if tensor.data_type == onnx.TensorProto.INT8
    ]
    largest = max(int(abs(weight.astype(int)).max()) for weight in weights if weight.ndim == 2)
    assert (largest <= 64) is (bits == 7)
    assert one.facts()["weight_bits"] == bits


class Classifiers(nn.Module):  # type: ignore[misc]
    """The classifiers of images side by side on one batch, so that one conversion covers all operations; ResNet has fewer layers."""

    def __init__(self) -> None:
        super().__init__()
        self.mlp, self.cnn, self.resnet = (build_model(resolve(RunSpec(key))) for key in ("mnist-mlp", "cifar-cnn", "resnet50-32"))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Take (batch, 3, 32, 32), return the logits of each as (batch, 3, 10)."""
        return torch.stack([self.mlp(images[:, 0, :28, :28].flatten(1)), self.cnn(images), self.resnet(images[:, :, :16, :16])], 1)


def small_model(key: str, monkeypatch: pytest.MonkeyPatch) -> tuple[nn.Module, torch.Tensor]:
    """Return models of the catalogue, large ones with fewer and narrower layers, and a batch."""
    torch.manual_seed(3)
    if key == "gpt":
        return Gpt(layers=1, heads=2, head_width=8, positions=24).eval(), torch.randint(256, (2, 16))
    monkeypatch.setattr(images, "_STAGES", ((8, 1, 2),))  # a block with everything that blocks contain: a stride and a projection beside it
    return Classifiers().eval(), torch.randn(2, 3, 32, 32)


@pytest.mark.usefixtures("shared_exports")
@pytest.mark.parametrize("model", ["classifiers", "gpt"])
@pytest.mark.parametrize(("key", "precision"), FORMATS)
def test_models_of_the_catalogue_give_the_answers_of_eager(
    setting: Prepare, monkeypatch: pytest.MonkeyPatch, model: str, key: str, precision: str
) -> None:
    network, batch = small_model(model, monkeypatch)
    one, run = available(key), setting("cifar-cnn", task="inference", precision=precision, engine=key, batch_size=2)
    network = network.to(run.precision.stored)
    batch = batch.to(run.precision.stored) if batch.is_floating_point() else batch
    with torch.inference_mode():
        forward = one.load(network, batch, run)
        with run.precision.autocast():
            answers, true = forward(batch), network(batch)
    for each, of_each in zip(answers.unbind(1), true.unbind(1), strict=True) if model == "classifiers" else [(answers, true)]:
        assert relative_error(each, of_each) <= TOLERANCES[precision]


@pytest.mark.usefixtures("shared_exports")
@pytest.mark.parametrize("key", CONVERTED)
def test_text_networks_give_the_answers_of_eager(setting: Prepare, key: str) -> None:
    one, run = available(key), setting("cifar-cnn", task="inference", engine=key, batch_size=2)
    torch.manual_seed(3)
    model = TranslatableText().eval()
    with torch.inference_mode():
        images = pictures(3)
        assert relative_error(one.load(model, pictures(2), run)(images), model(images)) <= 1e-5


@pytest.mark.parametrize("key", ["onnxruntime", "jax"])
def test_a_model_that_an_engine_rejects_says_so_with_the_cure(setting: Prepare, key: str) -> None:
    class Strange(nn.Module):  # type: ignore[misc]
        def forward(self, images: torch.Tensor) -> torch.Tensor:
            return torch.linalg.svdvals(images.flatten(1))

    one, run = available(key), setting("cifar-cnn", task="inference", engine=key, batch_size=4)
    with pytest.raises(UnavailableError) as caught, torch.inference_mode():
        one.load(Strange().eval(), pictures(4), run)
    assert key in caught.value.message
    assert caught.value.hint == "Use --engine eager."


def test_batches_of_any_size_are_cut_and_filled() -> None:
    sizes = []

    def forward(images: torch.Tensor) -> torch.Tensor:
        sizes.append(len(images))
        return images * 2

    whole = WholeBatches(forward, 4)
    for count in (4, 10, 3, 8):
        images = torch.randn(count, 2)
        assert torch.equal(whole(images), images * 2)
    assert set(sizes) == {4}
    assert len(sizes) == 1 + 3 + 1 + 2


@pytest.mark.parametrize("key", ENGINES)
def test_each_says_what_it_does_and_when_it_does_not_help(key: str) -> None:
    one = engine(key)
    assert one.key == key
    assert one.title
    assert key == "eager" or "not help" in one.help


@pytest.mark.parametrize("key", ["onnxruntime", "onnxruntime-int8", "openvino"])
def test_a_second_run_opens_what_the_first_converted(setting: Prepare, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    run = setting("cifar-cnn", task="inference", engine=key, batch_size=8)
    available(key)
    model, batch = build_model(run.spec).eval(), torch.randn(8, 3, 32, 32)
    first, second = engine(key), engine(key)
    with torch.inference_mode():
        logits = first.load(model, batch, run)(batch)
        monkeypatch.setattr("gpuscope.workloads.engines.converted.write_onnx", None)
        assert torch.equal(second.load(model, batch, run)(batch), logits)
    assert "engine_conversion" not in first.facts()
    assert second.facts()["engine_conversion"] == "kept from an earlier run"
    same = ("engine_conversion_s", "calibration_samples", "engine_version")
    assert [first.facts().get(fact) for fact in same] == [second.facts().get(fact) for fact in same]
    assert first.values()["model_size_bytes"].value == second.values()["model_size_bytes"].value
