"""Tests of the variants that are compared, and of the order of their runs."""

from itertools import islice

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.variants import Stage, interleaved, stages, varied
from gpuscope.workloads.capabilities import Capabilities

BASE = RunSpec("mnist-mlp", steps=100)


def test_the_first_value_is_the_baseline_and_the_rest_is_shared() -> None:
    fp32, bf16 = varied(BASE, ["precision=fp32,bf16"])
    assert (fp32.name, bf16.name) == ("precision fp32", "precision bf16")
    assert fp32.spec == BASE
    assert bf16.spec == BASE.with_values({"precision": "bf16"})


def test_several_keys_cross() -> None:
    found = varied(BASE, ["batch-size=32,64", "hidden=10,20"])
    assert [(one.spec.batch_size, one.spec.options["hidden"]) for one in found] == [(32, "10"), (32, "20"), (64, "10"), (64, "20")]
    assert len({one.name for one in found}) == 4


def test_optimizations_are_joined_with_plus_and_none_is_none() -> None:
    none, both = varied(BASE, ["optimize=none,channels-last+compile"])
    assert none.spec.optimize is None
    assert both.spec.optimize == "channels-last,compile"


@pytest.mark.parametrize(
    "texts", [["precision"], ["=a,b"], ["precision=fp32"], ["precision=fp32,fp32"], ["precision=fp32,fp8"], ["steps=1,2", "steps=3,4"], []]
)
def test_what_does_not_vary_is_refused(texts: list[str]) -> None:
    with pytest.raises(UsageError):
        varied(BASE, texts)


def test_too_many_are_refused() -> None:
    values = ",".join(map(str, range(1, 6)))
    with pytest.raises(UsageError, match="25 variants"):
        varied(BASE, [f"batch-size={values}", f"threads={values}"])


def test_rounds_go_forth_and_back() -> None:
    a, b, c = varied(BASE, ["batch-size=1,2,3"])
    assert list(islice(interleaved([a, b, c]), 3)) == [(a, b, c), (c, b, a), (a, b, c)]


def test_each_repeat_has_a_seed_of_its_own() -> None:
    a, _ = varied(BASE.with_values({"seed": 7}), ["batch-size=1,2"])
    assert [a.repeat(number).spec.seed for number in range(3)] == [7, 8, 9]
    assert a.repeat(2).spec.identity() == a.spec.identity()


CPU_ONLY = Capabilities("2.13.0", (), "there is none", 2**62, complete=True)


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: CPU_ONLY))


def by_name(spec: RunSpec) -> dict[str, Stage]:
    return {one.name: one for one in stages(spec)}


def test_a_model_is_trained_compressed_quantized_and_exported_to_each_engine_of_its_device() -> None:
    found = by_name(RunSpec("cifar-cnn", steps=10, threads=1))
    assert list(found) == [
        *("trained", "distill", "distill, int8-dynamic"),
        *("distill, onnxruntime", "distill, onnxruntime-int8", "distill, openvino", "distill, litert"),
    ]
    assert {(one.spec.task, one.spec.steps, one.spec.threads) for one in found.values()} == {("inference", 10, 1)}
    assert [name for name, one in found.items() if one.refusal is None][:3] == ["trained", "distill", "distill, int8-dynamic"]


def test_one_own_compression_takes_the_place_of_the_usual_one() -> None:
    found = by_name(RunSpec("mnist-mlp", optimize="prune-50"))
    assert list(found)[:3] == ["trained", "prune-50", "prune-50, int8-weights"]  # torch's INT8 kernels do not take pruned layers
    assert found["prune-50, int8-weights"].refusal is None


def test_a_model_with_branches_is_pruned_where_it_cannot_be_distilled() -> None:
    found = by_name(RunSpec("resnet50-32", options={"pretrain_steps": 5}))
    assert list(found)[1] == "prune-50"


def test_a_stage_that_cannot_be_here_says_why_and_the_others_stay() -> None:
    found = by_name(RunSpec("mnist-mlp", precision="bf16"))
    assert "onnxruntime does not compute in bf16" in str(found["distill, onnxruntime"].refusal)
    assert found["distill, int8-weights"].refusal is None
    assert found["distill, openvino"].refusal is None


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec("vgg16-32"), "is not trained"),
        (RunSpec("gemm"), "no task"),
        (RunSpec("mnist-mlp", engine="openvino"), "--engine openvino"),
        (RunSpec("mnist-mlp", optimize="nothing"), "not known"),
    ],
)
def test_what_cannot_be_a_chain_is_refused(spec: RunSpec, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        stages(spec)
