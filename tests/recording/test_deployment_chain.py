"""The stages of a chain, and what cannot be one."""

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.deployment_chain import Stage, stages
from gpuscope.workloads.capabilities import Capabilities

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
