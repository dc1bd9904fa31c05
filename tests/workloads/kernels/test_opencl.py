"""The OpenCL programs are compiled as C++ and run work item by work item, behind a fake of pyopencl's interface."""

import ctypes
import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Result
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.kernels import opencl
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.steps.setting import Setting
from tests.probe.listener import Listener
from tests.workloads.test_catalog import CPU_ONLY, refused
from tests.workloads.test_child import finish, start

Prepare = Callable[..., Setting]
AS_CPP = """
#define __kernel extern "C"
#define __global
static long place[2];
extern "C" void go_to(long column, long row) { place[0] = column; place[1] = row; }
static long get_global_id(int axis) { return place[axis]; }
"""


class FakeError(Exception):
    pass


class FakeBuffer:
    def __init__(self, context: object, flags: int, size: int = 0, hostbuf: Any = None) -> None:
        self.bytes = bytearray(hostbuf.tobytes() if flags & 32 else size)

    @property
    def pointer(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(ctypes.addressof((ctypes.c_char * len(self.bytes)).from_buffer(self.bytes)))


class FakeProgram:
    def __init__(self, folder: Path, context: object, text: str) -> None:
        self._folder, self._text = folder, text

    def build(self) -> "FakeProgram":
        source, library = self._folder / "kernels.cpp", self._folder / "kernels.so"
        source.write_text(AS_CPP + self._text)
        subprocess.run(["g++", "-shared", "-fPIC", "-w", "-o", str(library), str(source)], check=True)
        self._library = ctypes.CDLL(str(library))
        return self

    def __getattr__(self, name: str) -> Callable[..., None]:
        def launch(queue: object, size: tuple[int, ...], local: object, *arguments: Any) -> None:
            values = [one.pointer if isinstance(one, FakeBuffer) else ctypes.c_int(int(one)) for one in arguments]
            assert all(isinstance(one, (FakeBuffer, np.int32)) for one in arguments)
            for column, row in itertools.product(range(size[0]), range(size[1] if len(size) > 1 else 1)):
                self._library.go_to(ctypes.c_long(column), ctypes.c_long(row))
                self._library[name](*values)

        return launch


def copied(queue: object, target: Any, source: FakeBuffer) -> None:
    target[...] = np.frombuffer(bytes(source.bytes), target.dtype).reshape(target.shape)


@pytest.fixture
def cl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    cpu, other, gpu = (
        SimpleNamespace(type=kind, name=name, version="OpenCL 3.0", vendor_id=vendor)
        for kind, name, vendor in ((2, "a CPU", 0x8086), (4, "a GPU in the processor", 0x8086), (4, "a GPU", 0x10DE))
    )
    fake = SimpleNamespace(
        Error=FakeError,
        device_type=SimpleNamespace(CPU=2, GPU=4),
        mem_flags=SimpleNamespace(READ_ONLY=4, WRITE_ONLY=2, COPY_HOST_PTR=32),
        get_platforms=lambda: [SimpleNamespace(get_devices=lambda: [other, gpu, cpu])],
        Context=lambda devices: devices,
        CommandQueue=lambda context: SimpleNamespace(finish=lambda: None),
        Buffer=FakeBuffer,
        Program=lambda context, text: FakeProgram(tmp_path, context, text),
        enqueue_copy=copied,
    )
    monkeypatch.setitem(sys.modules, "pyopencl", fake)
    return fake


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("opencl-gemm", {"size": 9}),
        ("opencl-convolution", {"size": 9, "filter": 4}),
        ("opencl-convolution", {"size": 3, "filter": 3}),
        ("opencl-neighbours", {"size": 4}),
        ("opencl-neighbours", {"size": 33}),
    ],
)
@pytest.mark.parametrize(("precision", "largest"), [("fp64", 1e-14), ("fp32", 1e-6)])
def test_programs_agree_with_torch(
    setting: Prepare, cl: SimpleNamespace, key: str, options: dict[str, int], precision: str, largest: float
) -> None:
    found = run_kernel(setting(key, steps=1, warmup_steps=0, precision=precision, options=options))
    error = found.values["max_relative_error"].value
    assert error is not None
    assert error <= largest
    assert found.facts["opencl_device"] == "a CPU"


@pytest.mark.skipif(find_spec("pyopencl") is None, reason="needs pyopencl")
@pytest.mark.parametrize("key", ["opencl-gemm", "opencl-convolution", "opencl-neighbours"])
def test_a_real_driver_gives_what_torch_gives(key: str, listener: Listener) -> None:
    spec = resolve(RunSpec(key, steps=2, warmup_steps=1, options={"size": 64}))
    events, _, _ = finish(start(spec, listener.folder), listener)
    (result,) = (event for event in events if isinstance(event, Result))
    assert result.values["max_relative_error"]["value"] <= 1e-5


def test_devices_are_chosen_by_kind(cl: SimpleNamespace) -> None:
    assert opencl.opencl_device(cl, "cuda:0").name == "a GPU"
    with pytest.raises(UnavailableError, match="OpenCL has no device for cuda:1: found 1 of its kind"):
        opencl.opencl_device(cl, "cuda:1")


def test_no_driver_is_told(cl: SimpleNamespace) -> None:
    def none() -> None:
        raise FakeError("PLATFORM_NOT_FOUND_KHR")

    cl.get_platforms = none
    with pytest.raises(UnavailableError) as caught:
        opencl.opencl_device(cl, "cpu")
    assert "pyopencl[pocl]" in caught.value.hint


def test_a_program_that_the_driver_refuses_is_told(setting: Prepare, cl: SimpleNamespace) -> None:
    def refuses(context: object, text: str) -> None:
        raise FakeError("BUILD_PROGRAM_FAILURE\nlog")

    cl.Program = refuses
    with pytest.raises(UnavailableError, match="the OpenCL driver refuses the program: BUILD_PROGRAM_FAILURE\n"):
        opencl.neighbours(setting("opencl-neighbours", options={"size": 4}))


def test_what_is_missing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.workloads.needs.find_module", lambda name: None)
    assert refused(RunSpec("opencl-gemm"), CPU_ONLY) == "3 opencl-gemm needs pyopencl (not installed)"
