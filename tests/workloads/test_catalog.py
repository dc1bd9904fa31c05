import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from gpuscope.workloads.other_gpus import OtherGpus

TF32 = "only NVIDIA GPUs of compute capability 8.0 or higher have it"
H100 = CudaDevice(0, "NVIDIA H100", 80 * 2**30, (9, 0), True)
T4 = CudaDevice(1, "Tesla T4", 15 * 2**30, (7, 5), False)
CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 16 * 2**30, complete=True)
TWO_GPUS = Capabilities("2.13.0", (H100, T4), None, 16 * 2**30, complete=True)
UNKNOWN = Capabilities("2.13.0", None, None, None)
ONE_MAC = replace(CPU_ONLY, others={"mps": OtherGpus(("Apple M4",)), "xpu": OtherGpus((), "built without it")})
TWO_ARCS = replace(CPU_ONLY, others={"mps": OtherGpus((), "Apple GPUs are in Macs only"), "xpu": OtherGpus(("Arc B580", "Arc B570"))})


def refused(spec: RunSpec, capabilities: Capabilities) -> str | None:
    error = catalog.refusal(catalog.resolve(spec), capabilities)
    return None if error is None else f"{error.exit_code} {error.message}"


def test_defaults_are_filled_in() -> None:
    spec = catalog.resolve(RunSpec("mnist-mlp"))
    assert (spec.batch_size, dict(spec.options)) == (64, {"hidden": 128, "optimizer": "sgd", "learning_rate": 0.01})
    assert catalog.resolve(RunSpec("gemm")).batch_size == 1
    assert dict(catalog.resolve(RunSpec("cifar-cnn", task="inference")).options)["pretrain_steps"] == 50


def test_resolving_twice_changes_nothing() -> None:
    spec = catalog.resolve(RunSpec("mnist-mlp", options={"hidden": "32"}, data="some/folder"))
    assert catalog.resolve(spec) == spec
    assert spec.options["hidden"] == 32
    assert Path(spec.data or "").is_absolute()


def test_a_users_command_has_nothing_to_resolve() -> None:
    with pytest.raises(UsageError, match="workload 'command' is not known"):
        catalog.resolve(RunSpec("command", command=("true",)))


@pytest.mark.parametrize(
    ("spec", "message", "hint"),
    [
        (RunSpec("nix"), "workload 'nix' is not known", "mnist-mlp, cifar-cnn, "),
        (
            RunSpec("mnist-mlp", options={"hiden": 1}),
            "mnist-mlp (training) has no option 'hiden'",
            "Its options: hidden, optimizer, learning_rate.",
        ),
        (RunSpec("mnist-mlp", options={"pretrain_steps": 1}), "mnist-mlp (training) has no option 'pretrain_steps'", "hidden"),
        (RunSpec("cifar-cnn", options={"size": 1}), "cifar-cnn (training) has no option 'size'", "Its options: optimizer, learning_rate."),
        (RunSpec("gemm", options={"size": 0}), "Matrix size: '0' is too small", "The minimum is 1."),
        (RunSpec("gemm", options={"size": "big"}), "Matrix size: 'big' is not a whole number", "Rows and columns"),
        (RunSpec("early-stopping", task="inference"), "early-stopping has no inference", "Use --task training."),
        (RunSpec("gemm", task="inference"), "gemm is a kernel and has no task", "Leave out --task."),
        (RunSpec("gemm", data="x"), "gemm takes no data: it generates its own numbers", "Leave out --data."),
    ],
)
def test_what_does_not_fit_is_refused_in_words(spec: RunSpec, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        catalog.resolve(spec)
    assert caught.value.message == message
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("values", "capabilities", "words"),
    [
        ({"device": "cuda:0"}, CPU_ONLY, "3 cuda:0: no NVIDIA driver is loaded on this machine"),
        ({"device": "cuda:2"}, TWO_GPUS, "3 cuda:2 is not there"),
        ({"device": "mps"}, TWO_ARCS, "3 mps:0: Apple GPUs are in Macs only"),
        ({"device": "xpu:1"}, ONE_MAC, "3 xpu:1: built without it"),
        ({"device": "mps"}, ONE_MAC, None),
        ({"device": "mps:1"}, ONE_MAC, "3 mps:1 is not there"),
        ({"device": "xpu:1"}, TWO_ARCS, None),
        ({"device": "xpu:2"}, TWO_ARCS, "3 xpu:2 is not there"),
        ({"device": "xpu:9"}, replace(CPU_ONLY, others={"xpu": OtherGpus(None)}), None),
        ({"device": "mps", "precision": "fp64"}, ONE_MAC, "3 fp64 on mps:0: Apple GPUs do not have it"),
        ({"device": "xpu:0", "precision": "tf32"}, TWO_ARCS, f"3 tf32 on xpu:0: {TF32}"),
        ({"precision": "tf32"}, TWO_GPUS, f"3 tf32 on cpu: {TF32}"),
        ({"precision": "tf32", "device": "cuda:1"}, TWO_GPUS, "3 tf32 on cuda:1: it needs compute capability 8.0, and Tesla T4 has 7.5"),
        ({"precision": "bf16", "device": "cuda:1"}, TWO_GPUS, "3 bf16 on cuda:1: it needs compute capability 8.0, and Tesla T4 has 7.5"),
        ({"precision": "tf32", "device": "cuda:0"}, TWO_GPUS, None),
        ({"precision": "fp16", "device": "cuda:1"}, TWO_GPUS, None),
        ({"precision": "bf16"}, CPU_ONLY, None),
        ({"device": "cuda:7", "precision": "tf32"}, UNKNOWN, None),
        ({}, replace(CPU_ONLY, torch_version=None), "3 torch is not installed for this Python"),
        ({"data": "/not/there"}, CPU_ONLY, "2 data folder /not/there is not there"),
    ],
)
def test_what_is_not_here_is_refused(values: dict[str, str], capabilities: Capabilities, words: str | None) -> None:
    assert refused(RunSpec("mnist-mlp", **values), capabilities) == words  # type: ignore[arg-type]


def test_a_batch_that_cannot_fit_says_how_much_there_is() -> None:
    words = refused(RunSpec("cifar-cnn", batch_size=10**6), CPU_ONLY)
    assert words is not None
    assert words.startswith("2 cifar-cnn with a batch of 1000000 needs about ")
    assert words.endswith(" GiB, and 16.0 GiB of main memory are free")
    words = refused(RunSpec("gemm", device="cuda:1", options={"size": 65536}), TWO_GPUS)
    assert words == "2 gemm with a batch of 1 needs about 48.0 GiB, and 15.0 GiB are all that cuda:1 has"
    assert refused(RunSpec("gemm", device="cuda:0", options={"size": 65536}), TWO_GPUS) is None


def test_the_listing_says_what_the_refusal_says() -> None:
    listed = {one["key"]: one for one in catalog.availability(TWO_GPUS)}
    assert list(listed) == list(workload_table.WORKLOADS)
    for key, one in listed.items():
        if not one["available"]:
            assert one["reason"]
            continue
        for device in one["devices"]:
            error = catalog.refusal(catalog.resolve(RunSpec(key, device=device["device"])), TWO_GPUS)
            assert (device["available"], device["reason"]) == (error is None, error and error.message)
        for cell in one["precisions"]:
            error = catalog.refusal(catalog.resolve(RunSpec(key, device=cell["device"], precision=cell["precision"])), TWO_GPUS)
            assert (cell["available"], cell["reason"]) == (error is None, error and error.message)
    assert sum(not cell["available"] for cell in listed["gemm"]["precisions"]) == 3


def test_every_device_of_a_kind_is_listed() -> None:
    listed = {one["device"]: one["available"] for one in catalog.availability(TWO_ARCS)[0]["devices"]}
    assert listed == {"cpu": True, "cuda:0": False, "mps:0": False, "xpu:0": True, "xpu:1": True}


def test_the_listing_of_a_machine_without_torch() -> None:
    one = catalog.availability(replace(CPU_ONLY, torch_version=None))[0]
    assert (one["available"], one["reason"]) == (False, "torch is not installed for this Python")


def test_missing_digits_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.workloads.data.source.find_spec", lambda name: None)
    error = catalog.refusal(catalog.resolve(RunSpec("mnist-mlp")), CPU_ONLY)
    assert isinstance(error, UnavailableError)
    assert error.message == "scikit-learn's handwritten digits are not installed here"


def test_steps_kind() -> None:
    assert [workload_table.workload("cifar-cnn").steps_kind(task) for task in ("training", "inference")] == ["optimizer", "forward"]
    assert workload_table.workload("gemm").steps_kind("training") == "kernel"


def test_neither_torch_nor_numpy_nor_scikit_learn_is_imported() -> None:
    code = """
import sys
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import catalog, launch, workload_table
from gpuscope.workloads.capabilities import Capabilities
catalog.refusal(catalog.resolve(RunSpec("cifar-cnn")), Capabilities.load())
catalog.availability(Capabilities.load())
launch.child_command(RunSpec("gemm"))
print(sorted({"torch", "numpy", "sklearn", "psutil", "sqlalchemy", "importlib.metadata", "tarfile"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        (RunSpec("mnist-mlp", device="cuda:0"), "device"),
        (RunSpec("mnist-mlp", precision="tf32"), "precision"),
        (RunSpec("mnist-mlp", data="/no/such/folder"), "data"),
        (RunSpec("gemm", batch_size=2**31 - 1), "batch_size"),
    ],
)
def test_a_refusal_names_the_field_that_it_is_about(spec: RunSpec, field: str) -> None:
    resolved = catalog.resolve(spec)
    found = catalog.refused_field(resolved, CPU_ONLY)
    assert found is not None
    assert found[0] == field
    assert str(found[1]) == str(catalog.refusal(resolved, CPU_ONLY))


def test_a_missing_torch_is_about_the_workload() -> None:
    found = catalog.refused_field(catalog.resolve(RunSpec("gemm")), replace(CPU_ONLY, torch_version=None))
    assert found is not None
    assert found[0] == "workload"


GPU_OF_8_GB = replace(TWO_GPUS, cuda=(CudaDevice(0, "A", 8 * 10**9, (8, 0), True), CudaDevice(1, "B", 8 * 10**9, (8, 0), True)))


@pytest.mark.parametrize(
    ("values", "fits"),
    [
        ({}, False),
        ({"optimize": "grad-accumulation-4"}, True),
        ({"optimize": "grad-accumulation-4", "batch_size": 4096}, False),
        ({"optimize": "activation-checkpointing"}, True),
        ({"optimize": "offload-half"}, True),
        ({"optimize": "fsdp2", "ranks": 2}, True),
        ({"optimize": "channels-last"}, False),
    ],
)
def test_what_saves_memory_may_be_tried_with_a_batch_that_would_not_fit(values: dict[str, Any], fits: bool) -> None:
    spec = catalog.resolve(RunSpec("resnet50-32", **{"device": "cuda:0", "batch_size": 512, **values}))
    found = catalog.refused_field(spec, GPU_OF_8_GB)
    assert (found is None) is fits
    assert fits or (found is not None and found[0] == "batch_size")
