"""Compressions against known results, and in the loop: accuracy and size before and after, of a previously trained model."""

import warnings
from dataclasses import replace

import pytest
import torch
from torch import nn

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import outcome
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.inference import pretrain, run_inference
from gpuscope.workloads.models import classifier, trained
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.optimizations import distill
from gpuscope.workloads.optimizations.distill import distance
from gpuscope.workloads.optimizations.pruning import SparseTwoOfFour, halved, two_of_four
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS, refusal
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.workload_table import WORKLOADS
from tests.workloads.conftest import Prepare
from tests.workloads.loops.test_loops import value

pytestmark = pytest.mark.usefixtures("shared_trainings")
COMPRESSIONS = [key for key, one in OPTIMIZATIONS.items() if one().compresses]


def compressed(setting: Prepare, optimize: str, workload: str = "mnist-mlp", pretrain_steps: int = 300) -> Outcome:
    """Run a small inference of a previously trained model."""
    sizes = {"steps": 1, "warmup_steps": 1, "batch_size": 8, "threads": 1}
    return run_inference(setting(workload, task="inference", optimize=optimize, options={"pretrain_steps": pretrain_steps}, **sizes))


def transformed(setting: Prepare, optimize: str, workload: str = "mnist-mlp") -> tuple[nn.Module, nn.Module]:
    """Return a model with random weights, and the result of an optimization."""
    one = setting(workload, task="inference", optimize=optimize, threads=1)
    plain, model = (build_model(one.spec).eval() for _ in range(2))
    model.load_state_dict(plain.state_dict())
    return plain, OPTIMIZATIONS[optimize]().transform(model, one)


# For the MLP at 0.9 after so few steps: the accuracy that a compression may cost, and the factor by which the file shrinks.
@pytest.mark.parametrize(
    ("optimize", "loss_of_accuracy", "factor"),
    [
        ("prune-50", 0.03, (0.99, 1.01)),
        ("sparse-2-4", 0.03, (0.99, 1.01)),
        ("prune-structured", 0.6, (1.9, 2.1)),
        ("half-storage", 0.005, (1.9, 2.1)),
        ("int8-weights", 0.01, (3.6, 4.1)),
        ("fp8-weights", 0.02, (3.6, 4.1)),
        ("int8-dynamic", 0.01, (3.6, 4.1)),
        ("torchao-int8-dynamic", 0.02, (3.6, 4.1)),
        ("torchao-int8-weights", 0.01, (3.6, 4.1)),
        ("torchao-fp8-weights", 0.02, (3.6, 4.1)),
        ("distill", 0.2, (1.9, 2.1)),
    ],
)
def test_accuracy_and_size_are_told_before_and_after(
    setting: Prepare, optimize: str, loss_of_accuracy: float, factor: tuple[float, float]
) -> None:
    found = compressed(setting, optimize)
    hidden = 64 if optimize in ("prune-structured", "distill") else 128
    assert found.facts["parameters"] == 785 * hidden + (hidden + 1) * 10, "packed weights count too, and scales do not"
    assert value(found, "accuracy_before") > 0.85
    assert value(found, "accuracy") >= value(found, "accuracy_before") - loss_of_accuracy
    assert 0 < value(found, "load_time") < 60
    assert factor[0] < value(found, "model_size_bytes_before") / value(found, "model_size_bytes") < factor[1]


def test_every_compression_is_in_the_table_above() -> None:
    (table,) = (mark.args[1] for mark in test_accuracy_and_size_are_told_before_and_after.pytestmark)  # type: ignore[attr-defined]
    assert {row[0] for row in table} == set(COMPRESSIONS)


def test_a_run_without_compression_tells_its_size_alone(setting: Prepare) -> None:
    found = run_inference(setting("mnist-mlp", task="inference", steps=1, threads=1, options={"pretrain_steps": 1}))
    weights = 4 * (784 * 128 + 128 + 128 * 10 + 10)
    assert weights < value(found, "model_size_bytes") < weights + 4096
    assert "accuracy_before" not in found.values


def test_an_untrained_model_has_no_accuracy_before(setting: Prepare) -> None:
    found = compressed(setting, "prune-50", pretrain_steps=0)
    assert "not trained" in str(found.values["accuracy_before"].reason)


def test_pruning_leaves_half_of_all_weights_zero_and_the_accuracy_is_that_of_the_pruned_model(setting: Prepare) -> None:
    plain, model = transformed(setting, "prune-50")
    zeros = sum(int((layer.weight == 0).sum()) for layer in (model[0], model[2]))
    assert zeros / (784 * 128 + 128 * 10) == pytest.approx(0.5, abs=1e-5)
    kept = model[0].weight != 0
    assert torch.equal(model[0].weight[kept], plain[0].weight[kept])
    assert plain[0].weight[~kept].abs().max() <= torch.cat([plain[0].weight[kept], model[2].weight[model[2].weight != 0]]).abs().min()
    found = compressed(setting, "prune-50")
    assert found.facts["zero_weights"] == pytest.approx(0.5, abs=1e-5)
    assert value(found, "accuracy") == pytest.approx(_accuracy_of_the_larger_half(setting), abs=1e-9)
    assert value(found, "accuracy") != value(found, "accuracy_before")


def _accuracy_of_the_larger_half(setting: Prepare) -> float:
    """Train the same model, zero the smaller half of its weights by a threshold, and return the accuracy."""
    one = setting("mnist-mlp", task="inference", threads=1, options={"pretrain_steps": 300})
    dataset, model = classifier.read_data(one), build_model(one.spec)
    pretrain(one, model, dataset)
    weights = [model[0].weight, model[2].weight]
    threshold = torch.cat([weight.detach().abs().flatten() for weight in weights]).median()
    with torch.no_grad():
        for weight in weights:
            weight *= weight.abs() > threshold
        right = model(dataset.held_out_images).argmax(1) == dataset.held_out_labels
    return float(right.double().mean())


@pytest.mark.parametrize("workload", ["mnist-mlp", "cifar-cnn"])
def test_structured_pruning_takes_out_units_that_do_nothing_without_a_change(setting: Prepare, workload: str) -> None:
    """Half of the units of each inner layer are zero: the smaller model gives the same answers."""
    one = setting(workload)
    model = build_model(one.spec).eval()
    inner = [layer for layer in model if isinstance(layer, nn.Linear | nn.Conv2d)][:-1]
    with torch.no_grad():
        for layer in inner:
            silent = torch.randperm(len(layer.weight))[: len(layer.weight) // 2]
            layer.weight[silent] = 0
            layer.bias[silent] = 0
    smaller = halved(model)
    images = torch.randn(4, *WORKLOADS[workload].sample_shape)
    torch.testing.assert_close(smaller(images), model(images), rtol=1e-4, atol=1e-5)
    widths = [len(layer.weight) for layer in smaller if isinstance(layer, nn.Linear | nn.Conv2d)]
    assert widths == [*(len(layer.weight) // 2 for layer in inner), 10]


def test_structured_pruning_keeps_batch_normalization_in_step() -> None:
    model = nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(4 * 4, 5)).eval()
    with torch.no_grad():
        model[0].weight[[0, 2]] = 0
        model[1].running_mean.uniform_()
        model[3].weight.unflatten(1, (4, 4))[:, [0, 2]] = 0
    images = torch.randn(2, 3, 2, 2)
    smaller = halved(model)
    assert smaller[1].num_features == 2
    torch.testing.assert_close(smaller(images), model(images))


@pytest.mark.parametrize(("optimize", "hidden"), [("prune-structured", 64), ("distill", 64), ("prune-50", 128)])
def test_a_smaller_model_counts_its_own_operations(setting: Prepare, optimize: str, hidden: int) -> None:
    found = compressed(setting, optimize, pretrain_steps=2)
    one = setting("mnist-mlp", task="inference", optimize=optimize, batch_size=8)
    operations = 2 * 8 * (784 * hidden + hidden * 10)
    assert outcome.facts(found, one)["operations_per_step"] == operations
    assert found.window is not None
    assert outcome.values(found, one)["flops"]["value"] == pytest.approx(operations / found.window.seconds)


def test_two_of_four_keeps_the_larger_two() -> None:
    weight = torch.tensor([[1.0, -3.0, 2.0, 0.5, -1.0, -2.0, -3.0, -4.0]])
    assert two_of_four(weight).tolist() == [[0.0, -3.0, 2.0, 0.0, 0.0, 0.0, -3.0, -4.0]]


def test_two_of_four_says_why_a_cpu_is_no_faster(setting: Prepare) -> None:
    found = compressed(setting, "sparse-2-4")
    assert found.facts["sparse_layers"] == 0
    assert "8.0" in found.facts["sparse_layers_reason"]


def test_two_of_four_packs_linear_layers_where_the_device_multiplies_so(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a fake of torch's interface: the sparse form exists only on GPUs, and not in FP32."""
    packed: list[tuple[torch.Size, torch.dtype]] = []

    def pack(weight: torch.Tensor) -> torch.Tensor:
        warnings.warn("the interface is a prototype", UserWarning, stacklevel=1)
        packed.append((weight.shape, weight.dtype))
        if weight.shape[0] == 10:
            raise RuntimeError("the shape is not supported")
        return weight

    monkeypatch.setattr("torch.sparse.to_sparse_semi_structured", pack)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (8, 0))
    one = SparseTwoOfFour()
    setting_of = replace(setting("mnist-mlp", task="inference", precision="bf16"), device=torch.device("cuda:0"))
    one.transform(build_model(setting_of.spec), setting_of)
    assert packed == [((128, 784), torch.bfloat16), ((10, 128), torch.bfloat16)]
    assert one.facts() == {"sparse_layers": 1}


@pytest.mark.parametrize(
    ("precision", "capability", "words"),
    [
        ("fp32", (9, 0), "torch multiplies the sparse form in bf16 and fp16, not in fp32"),
        ("fp16", (7, 5), "compute capability 7.5, and the sparse form needs 8.0"),
    ],
)
def test_two_of_four_says_why_a_gpu_is_no_faster(
    setting: Prepare, monkeypatch: pytest.MonkeyPatch, precision: str, capability: tuple[int, int], words: str
) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    one = SparseTwoOfFour()
    setting_of = replace(setting("mnist-mlp", task="inference", precision=precision), device=torch.device("cuda:0"))
    one.transform(build_model(setting_of.spec), setting_of)
    assert one.facts() == {"sparse_layers": 0, "sparse_layers_reason": words}


@pytest.mark.parametrize(("optimize", "most"), [("half-storage", 2**-11), ("int8-weights", 0.5 / 127), ("fp8-weights", 2**-4)])
@pytest.mark.parametrize("workload", ["mnist-mlp", "cifar-cnn"])
def test_stored_weights_are_as_exact_as_their_type(setting: Prepare, optimize: str, most: float, workload: str) -> None:
    plain, model = transformed(setting, optimize, workload)
    for one, other in zip(plain, model, strict=True):
        if isinstance(one, nn.Linear | nn.Conv2d):
            highest = one.weight.abs().flatten(1).amax(1)
            error = (one.weight - other.weight).abs().flatten(1).amax(1)
            assert bool((error <= highest * most * 1.001).all())
    images = torch.randn(4, *WORKLOADS[workload].sample_shape)
    assert trained.size(model).value < 0.55 * trained.size(plain).value  # type: ignore[operator]
    torch.testing.assert_close(model(images), plain(images), rtol=0, atol=0.1)


def test_a_layer_of_zeros_stays_one() -> None:
    model = nn.Sequential(nn.Linear(4, 2))
    nn.init.zeros_(model[0].weight)
    OPTIMIZATIONS["int8-weights"]().transform(model, None)  # type: ignore[arg-type]
    assert torch.equal(model[0].weight, torch.zeros(2, 4))


def test_int8_names_another_way_when_torch_has_it_no_more(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("torch.ao.quantization.quantize_dynamic")
    with pytest.raises(UnavailableError, match="int8-weights"):
        transformed(setting, "int8-dynamic")


def test_distillation_tells_teacher_student_and_the_student_without_a_teacher(setting: Prepare) -> None:
    found = compressed(setting, "distill")
    assert value(found, "accuracy_undistilled") > 0.8
    assert value(found, "accuracy") > 0.8
    assert value(found, "accuracy") != value(found, "accuracy_undistilled")
    assert found.facts["parameters"] == 784 * 64 + 64 + 64 * 10 + 10


def test_distance_is_zero_between_equals_and_the_divergence_else() -> None:
    logits = torch.tensor([[1.0, 2.0, 3.0]])
    assert float(distance(logits, logits)) == pytest.approx(0)
    other = torch.tensor([[3.0, 0.0, 1.0]])
    p, q = ((one / 4).softmax(1) for one in (other, logits))
    assert float(distance(logits, other)) == pytest.approx(16 * float((p * (p / q).log()).sum()), rel=1e-5)


@pytest.mark.parametrize(
    ("optimize", "values", "words"),
    [
        ("distill", {"options": {"pretrain_steps": 0}}, "teaches nothing"),
        ("int8-dynamic", {"precision": "bf16"}, "take fp32"),
        ("int8-dynamic", {"device": "cuda:0"}, "works only on cpu"),
        ("int8-weights,fp8-weights", {}, "cannot be combined"),
    ],
)
def test_what_does_not_fit_says_why(optimize: str, values: dict[str, object], words: str) -> None:
    spec = resolve(RunSpec("mnist-mlp", task="inference", optimize=optimize, **values))  # type: ignore[arg-type]
    assert words in str(refusal(WORKLOADS["mnist-mlp"], spec))


@pytest.mark.parametrize("optimize", COMPRESSIONS)
def test_a_training_is_not_compressed(optimize: str) -> None:
    assert "no meaning" in str(refusal(WORKLOADS["mnist-mlp"], resolve(RunSpec("mnist-mlp", optimize=optimize))))


@pytest.mark.parametrize(
    "optimize", ["distill,int8-dynamic,channels-last", "prune-structured,int8-weights,channels-last", "prune-50,half-storage"]
)
def test_compressions_follow_one_another(setting: Prepare, optimize: str) -> None:
    found = compressed(setting, optimize, "cifar-cnn", pretrain_steps=15)
    assert value(found, "model_size_bytes") < 0.6 * value(found, "model_size_bytes_before")
    assert value(found, "accuracy_before") > 0.5
    assert found.window is not None


@pytest.mark.parametrize("workload", ["vgg16-32", "alexnet-32", "cifar-cnn"])
def test_a_student_begins_with_the_signal_of_its_teacher(setting: Prepare, workload: str) -> None:
    """With torch's initialization the signal of VGG-16 would vanish on its way to the last layer, and nothing could be learned."""
    one = setting(workload, task="inference", threads=1)
    teacher = build_model(one.spec)
    images = torch.randn(8, 3, 32, 32)
    spreads = []
    for model in (teacher, distill._untrained(teacher, one)):
        hidden = nn.Sequential(*list(model.children())[:-1]).eval()
        with torch.inference_mode():
            spreads.append(hidden(images).std(0).mean().item())
    assert spreads[0] / 3 < spreads[1] < spreads[0] * 3
