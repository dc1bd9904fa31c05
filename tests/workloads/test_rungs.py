"""The ladders of unavailable devices, from the report of a machine that has one: each rung resolves, or gives a reason and a remedy.

Nothing runs on such a device here; the tests show that choosing a spec neither crashes nor combines incompatible options.
"""

import shlex

import pytest

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.other_gpus import OtherGpus
from gpuscope.workloads.rungs import Fit, fit, ladder

NONE = {"mps": OtherGpus((), "no Apple GPU"), "xpu": OtherGpus((), "no Intel GPU")}


def nvidia(major: int, minor: int, name: str) -> Capabilities:
    device = CudaDevice(0, name, 80 * 2**30, (major, minor), bf16=major >= 8)
    return Capabilities("2.13.0", (device,), None, 2**37, ("avx2", "avx512f"), 16, complete=True, others=NONE)


MACHINES = {
    "cuda:0 A100": nvidia(8, 0, "NVIDIA A100 80GB"),
    "cuda:0 H100": nvidia(9, 0, "NVIDIA H100"),
    "cuda:0 T4": nvidia(7, 5, "Tesla T4"),
    "mps:0 M3": Capabilities("2.13.0", (), "no NVIDIA driver", 2**35, (), 8, complete=True, others={**NONE, "mps": OtherGpus(("M3",))}),
    "xpu:0 B580": Capabilities("2.13.0", (), "no NVIDIA driver", 2**35, (), 8, complete=True, others={**NONE, "xpu": OtherGpus(("B580",))}),
    "cpu 16": Capabilities("2.13.0", (), "no NVIDIA driver", 2**35, ("avx512f", "avx512_bf16", "amx_bf16"), 16, complete=True, others=NONE),
}
WORKLOADS = ("cifar-cnn", "cifar-cnn-loader", "mnist-mlp", "resnet50-32", "lstm-text", "gpt")
COMMANDS = ("pip", "apt-get", "gpuscope", "python", "brew", "xcode-select")


def climbed(key: str, workload: str, task: str, *, from_cpu: bool = False) -> dict[str, Fit]:
    """Add every rung to those below it, as if each that fits had helped."""
    capabilities = MACHINES[key]
    asked = RunSpec(workload, task=task, device=key.split()[0], duration_s=3.0)
    climb = ladder(asked, capabilities, from_cpu=from_cpu)
    spec, answers = climb.spec, {}
    for rung in climb.rungs:
        answer = answers[rung.key] = fit(rung, spec, asked, capabilities)
        spec = answer.spec or spec
    return answers


@pytest.mark.parametrize("task", ["training", "inference"])
@pytest.mark.parametrize("workload", WORKLOADS)
@pytest.mark.parametrize("key", MACHINES)
def test_each_rung_resolves_or_is_refused_in_words(key: str, workload: str, task: str) -> None:
    if workload == "cifar-cnn-loader" and task == "inference":
        with pytest.raises(GpuscopeError) as caught:
            climbed(key, workload, task)
        assert caught.value.hint
        return
    answers = climbed(key, workload, task)
    for answer in answers.values():
        if answer.spec is not None:
            assert catalog.refusal(answer.spec, MACHINES[key]) is None
        else:
            assert answer.reason
            assert not answer.reason.endswith(".")
            assert answer.reason.split()[0] not in (*OPTIMIZATIONS, *ENGINES), "a title, no internal key"


@pytest.mark.parametrize("task", ["training", "inference"])
@pytest.mark.parametrize("workload", WORKLOADS)
@pytest.mark.parametrize("key", MACHINES)
def test_a_cure_is_a_line_that_can_be_typed(key: str, workload: str, task: str) -> None:
    if workload == "cifar-cnn-loader" and task == "inference":
        pytest.skip("it has no inference")
    answers = climbed(key, workload, task)
    for cure in {answer.cure for answer in answers.values() if answer.cure}:
        lines = [part.partition(": ")[2].rstrip(".") for part in cure.split("; ")[:1] if ": " in part]
        assert lines, f"no line to type: {cure}"
        assert shlex.split(lines[0])[0] in COMMANDS, cure


@pytest.mark.parametrize(("key", "tensor_cores"), [("cuda:0 A100", True), ("cuda:0 H100", True), ("cuda:0 T4", False)])
def test_tf32_and_bf16_need_tensor_cores_that_have_them(key: str, tensor_cores: bool) -> None:
    answers = climbed(key, "cifar-cnn", "training")
    assert [answers[rung].spec is not None for rung in ("tf32", "bf16")] == [tensor_cores] * 2


def test_on_an_h100_the_training_ladder_of_the_cnn_reaches_its_top() -> None:
    answers = climbed("cuda:0 H100", "cifar-cnn", "training")
    top = answers["batch"].spec
    assert top is not None
    assert top.precision == "bf16"
    assert {"channels-last", "fused-optimizer"} <= set(top.changes)
    assert {"compile", "compile-reduce-overhead"} & set(top.changes)
    assert top.batch_size == 4 * 64


def test_a_ladder_from_the_cpu_reaches_the_gpu_in_its_first_rung() -> None:
    answers = climbed("cuda:0 H100", "cifar-cnn", "training", from_cpu=True)
    assert next(iter(answers)) == "gpu"
    assert answers["gpu"].spec is not None
    assert answers["gpu"].spec.device == "cuda:0"


@pytest.mark.parametrize("asked", [RunSpec("gemm"), RunSpec("command", command=("true",)), RunSpec("cifar-cnn", engine="openvino")])
def test_what_has_no_ladder_is_refused_with_what_has(asked: RunSpec) -> None:
    with pytest.raises(UsageError) as caught:
        ladder(asked, MACHINES["cpu 16"])
    assert caught.value.hint
