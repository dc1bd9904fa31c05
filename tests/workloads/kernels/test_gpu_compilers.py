"""The kernels in CUDA C++ and Triton, where their compilers are installed: pip install .[gpu-compilers]. No GPU is needed.

NVRTC and Triton compile for GPUs that are not here, and Triton's interpreter computes on the CPU.
"""

import ctypes
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuscope.workloads.kernels import vectors_cuda
from gpuscope.workloads.kernels.vectors import MATRIX_VECTOR, NEIGHBOURS, PRODUCT_SUM, SCALED_SUM, VectorOperation
from gpuscope.workloads.steps.setting import Setting
from tests.workloads.kernels.test_vectors import DEFINITIONS, proved, quick_ceiling

__all__ = ["quick_ceiling"]
Prepare = Callable[..., Setting]
INTERPRETED = "TRITON_INTERPRET"
"""Environment variable of Triton that has kernels computed on the CPU; it counts when Triton is imported."""
CAPABILITIES = (75, 80, 90)
"""Turing, the oldest that current compilers know; Ampere; Hopper."""


@pytest.fixture(scope="module")
def nvrtc() -> ctypes.CDLL:
    spec = importlib.util.find_spec("nvidia")
    folders = [] if spec is None else list(spec.submodule_search_locations or ())
    libraries = [path for folder in folders for path in Path(folder).glob("*/lib/libnvrtc.so.*")]
    if not libraries:
        pytest.skip("NVRTC is not installed: pip install .[gpu-compilers]")
    return ctypes.CDLL(str(libraries[0]))


@pytest.mark.parametrize("number", ["float", "double"])
@pytest.mark.parametrize("capability", CAPABILITIES)
@pytest.mark.parametrize("operation", [NEIGHBOURS, PRODUCT_SUM, SCALED_SUM, MATRIX_VECTOR], ids=lambda operation: operation.key)
def test_nvrtc_compiles_the_cuda_kernels(nvrtc: ctypes.CDLL, operation: VectorOperation, capability: int, number: str) -> None:
    name = operation.key.encode()
    program, lowered, size = ctypes.c_void_p(), ctypes.c_char_p(), ctypes.c_size_t()
    assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), vectors_cuda.source(number).encode(), b"kernel.cu", 0, None, None) == 0
    assert nvrtc.nvrtcAddNameExpression(program, name) == 0
    options = (ctypes.c_char_p * 1)(f"--gpu-architecture=sm_{capability}".encode())
    failed = nvrtc.nvrtcCompileProgram(program, 1, options)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert (failed, log.value) == (0, b"")
    assert nvrtc.nvrtcGetLoweredName(program, name, ctypes.byref(lowered)) == 0
    assert lowered.value == name  # without C++'s mangling


if os.environ.get(INTERPRETED) == "1":  # in a process of the next test

    @pytest.mark.parametrize("workload", DEFINITIONS)
    @pytest.mark.parametrize("size", [4, 7, 1023, 1024, 1025])
    def test_interpreted(setting: Prepare, workload: str, size: int) -> None:
        proved(setting, workload, "triton", size)


def test_the_triton_kernels_match_the_definitions(tmp_path: Path) -> None:
    triton = pytest.importorskip("triton", reason="Triton is not installed: pip install .[gpu-compilers]")
    if triton.__version__ < "3.7":
        pytest.skip("the interpreter of this Triton takes no loops with NumPy 2.4")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", f"--basetemp={tmp_path / 'tests'}"]
    of_all = subprocess.run(
        [*command, __file__, "-k", "test_interpreted"],
        env={**os.environ, INTERPRETED: "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=300,
    )
    assert "20 passed" in of_all.stdout, of_all.stdout


@pytest.mark.filterwarnings("ignore:AnnAssign:DeprecationWarning")  # Triton 3.7 with Python 3.13
@pytest.mark.filterwarnings("ignore:TRITON_DEFAULT_FP_FUSION is unset")
@pytest.mark.parametrize("number", ["fp32", "fp64", "bf16", "fp16"])
@pytest.mark.parametrize("capability", CAPABILITIES)
def test_triton_compiles_its_kernels(capability: int, number: str) -> None:
    triton = pytest.importorskip("triton", reason="Triton is not installed: pip install .[gpu-compilers]")
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from gpuscope.workloads.kernels import vectors_triton

    for key, kernel in vectors_triton._KERNELS.items():
        summed = "fp32" if key in ("product_sum", "matrix_vector") and number.endswith("16") else number
        kinds = (f"*{number}", f"*{number}", f"*{summed}", "i32", "constexpr", "constexpr")
        signature = dict(zip(kernel.arg_names, kinds, strict=True))
        constants = dict(zip(kernel.arg_names[4:], (0.75, 1024), strict=True))
        made = triton.compile(ASTSource(kernel, signature, constexprs=constants), target=GPUTarget("cuda", capability, 32))
        assert made.asm["cubin"]
