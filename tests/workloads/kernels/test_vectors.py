"""Every implementation matches the definition, at the edges too; unavailable ones are refused with a message."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import outcome
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.kernels import reference, vectors, vectors_cpp, vectors_cuda
from gpuscope.workloads.kernels.vectors import MATRIX_VECTOR, NEIGHBOURS, PRODUCT_SUM
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload_table import WORKLOADS
from tests.workloads.test_catalog import TWO_GPUS, refused

Prepare = Callable[..., Setting]
Array = np.ndarray[Any, Any]


def neighbours(x: Array) -> Array:
    return np.array([x[i] * x[i + 1] + x[i + 2] * x[i + 3] for i in range(len(x) - 3)])


DEFINITIONS: dict[str, Callable[..., Array]] = {
    "neighbour-products": neighbours,
    "product-reduction": lambda x, y: np.array([sum(a * b for a, b in zip(x, y, strict=True))]),
    "scaled-sum": lambda x, y: 0.75 * x + y,
    "matrix-vector": lambda matrix, x: np.array([sum(a * b for a, b in zip(row, x, strict=True)) for row in matrix]),
}


@pytest.fixture(autouse=True)
def quick_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "_LARGE", {"cpu": (2**16, 32)})
    monkeypatch.setattr(reference, "_SECONDS", 0.0)


def proved(setting: Prepare, workload: str, implementation: str, size: int, precision: str = "fp64") -> None:
    kernel = getattr(vectors, workload.replace("-", "_"))(
        setting(workload, precision=precision, options={"implementation": implementation, "size": size})
    )
    kernel.step()
    true = DEFINITIONS[workload](*(one.double().numpy() for one in kernel._inputs))
    assert kernel._result.shape == true.shape
    np.testing.assert_allclose(kernel._result.numpy(), true, rtol=1e-12 if precision == "fp64" else 1e-5)


@pytest.mark.parametrize("workload", DEFINITIONS)
@pytest.mark.parametrize("size", [4, 5, 7, 37])
def test_eager_is_the_definition(setting: Prepare, workload: str, size: int) -> None:
    proved(setting, workload, "eager", size)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors_cpp, "cache_folder", lambda: folder)
        yield


@pytest.mark.slow
@pytest.mark.parametrize("workload", DEFINITIONS)
def test_cpp_agrees_at_every_edge(setting: Prepare, compiled_once: None, workload: str) -> None:
    for size in (4, 5, 7, 255, 257):
        proved(setting, workload, "cpp", size)


@pytest.mark.slow
@pytest.mark.parametrize("workload", DEFINITIONS)
def test_compiled_agrees(setting: Prepare, workload: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TORCHINDUCTOR_PYOBJECT_TENSOR_DATA_PTR", "")  # the compiler sets it, and leaves it set
    proved(setting, workload, "compiled", 257, "fp32")


def test_a_compiler_that_fails_is_told_in_words(setting: Prepare, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def failed(*_: object, **__: object) -> None:
        raise RuntimeError(
            "Error building extension 'x': [1/2] c++ …\nmain.cpp:3:10: fatal error: cstdint: No such file or directory\nninja: stopped"
        )

    monkeypatch.setattr(vectors_cpp, "_loader", lambda: failed)
    monkeypatch.setattr(vectors_cpp, "cache_folder", lambda: tmp_path)
    with pytest.raises(UnavailableError) as caught:
        vectors.scaled_sum(setting("scaled-sum", options={"implementation": "cpp", "size": 4}))
    assert "cstdint: No such file or directory" in caught.value.message
    assert "C++ compiler and ninja" in caught.value.hint


@pytest.mark.parametrize(
    ("implementation", "values", "words"),
    [
        ("triton", {}, "3 implementation triton runs on GPUs only, not on cpu"),
        ("cuda", {}, "3 implementation cuda runs on NVIDIA GPUs only, not on cpu"),
        ("cpp", {"device": "cuda:0"}, "3 implementation cpp runs on the CPU only, not on cuda:0"),
        ("cpp", {"precision": "bf16"}, "3 implementation cpp has no bf16"),
        ("eager", {"precision": "tf32", "device": "cuda:0"}, "3 an operation without matrix products has no tf32"),
        ("eager", {"precision": "bf16"}, None),
    ],
)
def test_what_does_not_go_together(implementation: str, values: dict[str, str], words: str | None) -> None:
    assert refused(RunSpec("scaled-sum", options={"implementation": implementation}, **values), TWO_GPUS) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("implementation", "device", "words"),
    [
        ("cpp", "cpu", "3 implementation cpp needs a C++ compiler (not installed)"),
        ("compiled", "cpu", "3 implementation compiled needs a C++ compiler (not installed)"),
        ("triton", "cuda:0", "3 implementation triton needs Triton (not installed)"),
    ],
)
def test_tools_that_are_not_here_are_named(monkeypatch: pytest.MonkeyPatch, implementation: str, device: str, words: str) -> None:
    monkeypatch.setattr("gpuscope.workloads.needs.shutil.which", lambda name: None)
    monkeypatch.setattr("gpuscope.workloads.needs.find_module", lambda name: None)
    assert refused(RunSpec("scaled-sum", device=device, options={"implementation": implementation}), TWO_GPUS) == words


def test_bandwidth_and_its_share_of_the_ceiling(setting: Prepare) -> None:
    one = setting("scaled-sum", steps=5, batch_size=2, precision="bf16", options={"size": 100})
    found = run_kernel(one)
    assert found.window is not None
    values = outcome.values(found, one)
    assert found.facts["bytes_per_step"] == 2 * 3 * 100 * 2
    assert values["bandwidth"]["value"] == pytest.approx(5 * 1200 / found.window.seconds)
    assert values["roofline_share"]["value"] > 0
    assert 0 < (found.values["max_relative_error"].value or 0) < 1e-2


def test_the_lower_ceiling_counts() -> None:
    facts = {"bytes_per_step": 100, reference.BANDWIDTH: 1000.0, reference.FLOPS: 500.0}
    assert outcome.reached_bandwidth(facts, 10.0, 4.0)["roofline_share"].value == pytest.approx(0.4)  # 400 of 1000 B/s, 40 of 500 FLOP/s
    assert outcome.reached_bandwidth(facts, 100.0, 4.0)["roofline_share"].value == pytest.approx(0.8)
    assert set(outcome.reached_bandwidth({"bytes_per_step": 100}, None, 4.0)) == {"bandwidth"}
    assert outcome.reached_bandwidth({}, 10.0, 4.0) == {}


def test_numbers_that_move() -> None:
    assert [one.numbers(10) for one in (NEIGHBOURS, PRODUCT_SUM, MATRIX_VECTOR)] == [17, 21, 120]


class PlainKernel:
    """Replaces a kernel that NVRTC compiles: computes the same, and records its launches."""

    def __init__(self, launches: list[tuple[str, int]], name: str) -> None:
        self._launches, self._name = launches, name

    def __call__(self, grid: tuple[int, int, int], block: tuple[int, int, int], args: list[Any]) -> None:
        self._launches.append((self._name, grid[0]))
        x, y, out, size = args
        assert block == (256, 1, 1)
        if self._name == "product_sum":
            strides = torch.arange(size) // 256 % grid[0]
            out.zero_().index_add_(0, strides, x * y)
        else:
            assert self._name == "matrix_vector"
            out.copy_(x @ y)


def test_cuda_is_launched_with_a_grid_that_covers_everything(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    launches: list[tuple[str, int]] = []
    monkeypatch.setattr(torch.cuda, "_compile_kernel", lambda source, name: PlainKernel(launches, name))
    proved(setting, "product-reduction", "cuda", 513)
    proved(setting, "matrix-vector", "cuda", 5)
    assert launches == [("product_sum", 3), ("matrix_vector", 5)]
    assert vectors_cuda.blocks(NEIGHBOURS, 2**28) == 4096
    assert "typedef double T;" in vectors_cuda.source("double")


def test_nvrtc_that_is_not_here_is_told(setting: Prepare) -> None:
    if torch.cuda.is_available():
        pytest.skip("a GPU is here")
    with pytest.raises(UnavailableError, match="the CUDA kernel could not be compiled"):
        vectors.scaled_sum(setting("scaled-sum", options={"implementation": "cuda", "size": 4}))


def test_the_cuda_toolkit_is_not_needed(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    from torch.utils import cpp_extension

    asked: list[list[str]] = []

    def compiled(source: str, name: str) -> PlainKernel:
        asked.append(cpp_extension.include_paths("cuda"))  # what torch does first; it raises without the toolkit
        return PlainKernel([], name)

    monkeypatch.setattr(cpp_extension, "CUDA_HOME", None)
    monkeypatch.setattr(torch.cuda, "_compile_kernel", compiled)
    vectors.scaled_sum(setting("scaled-sum", options={"implementation": "cuda", "size": 4}))
    assert len(asked) == 1
    assert cpp_extension.CUDA_HOME is None


_MEASURE = """
import os, sys, torch
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.kernels import reference
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.steps.setting import prepare
from gpuscope.workloads.steps.stop_request import StopRequest

reference.measured = lambda *_: {}  # takes the same memory for every size
for size in sys.argv[3:]:
    if not (pid := os.fork()):  # a process of its own has a peak of its own; importing torch takes longer than the run
        spec = resolve(RunSpec(sys.argv[1], steps=1, warmup_steps=0, precision=sys.argv[2], options={"size": int(size)}))
        run_kernel(prepare(spec, Channel(None), StopRequest()))
        print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")), flush=True)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("workload", "sizes", "precision"),
    [("neighbour-products", (2**20, 2**23), "fp32"), ("matrix-vector", (512, 6144), "bf16")],
)
def test_memory_is_about_what_a_whole_run_takes_with_its_comparison(workload: str, sizes: tuple[int, int], precision: str) -> None:
    command = [sys.executable, "-c", _MEASURE, workload, precision, *map(str, sizes)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    taken = [int(kib) * 1024 for kib in shown.stdout.split()]
    specs = [resolve(RunSpec(workload, precision=precision, options={"size": size})) for size in sizes]
    estimated = [WORKLOADS[workload].memory_bytes(spec) for spec in specs]
    assert estimated[1] - estimated[0] == pytest.approx(taken[1] - taken[0], rel=0.35)
