"""Engines whose packages or devices are rarely available, against fakes of their interfaces; and the messages where they are missing."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.system import torch_place
from gpuscope.system.torch_place import TorchPlace, installed_place
from gpuscope.workloads import needs
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.engines import onnx_runtime, registry
from gpuscope.workloads.engines.converted import quietly
from gpuscope.workloads.engines.jax_xla import JaxXla
from gpuscope.workloads.engines.litert import LiteRt
from gpuscope.workloads.engines.onnx_runtime import OnnxRuntime, TensorRt
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.needs import COMPILER
from gpuscope.workloads.optimizations import registry as optimizations
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload_table import workload

Prepare = Callable[..., Setting]
CUDA = torch.device("cuda", 0)


@pytest.mark.parametrize(("key", "extra"), [("onnxruntime", "onnx"), ("openvino", "openvino"), ("jax", "jax"), ("litert", "litert")])
def test_a_missing_package_is_refused_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch, key: str, extra: str) -> None:
    """The line names the Python: a clone's is in .venv, and the pip on the PATH is that of the system."""
    monkeypatch.setattr(needs, "find_module", lambda _name: None)
    error = registry.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", task="inference", engine=key)))
    assert isinstance(error, UnavailableError)
    assert error.hint == f"Install it: {sys.executable} -m pip install {' '.join(needs.EXTRAS[extra])}"


def test_torch_compile_is_refused_without_the_headers_of_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without them the C++ compiler ends with "Python.h: No such file", as on Debian without python3-dev."""
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    torch_place._include_folder.cache_clear()
    try:
        error = optimizations.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", optimize="compile")))
        assert isinstance(error, UnavailableError)
        assert (error.message, error.hint) == (
            "compile needs Python's C headers (not installed)",
            "Install them, for example: apt-get install python3-dev",
        )
        (tmp_path / "Python.h").touch()
        assert optimizations.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", optimize="compile"))) is None
        monkeypatch.setattr(needs, "torch_place", installed_place)
        assert needs.HEADERS.cure.endswith("name that: gpuscope setup --python PATH"), "the headers of a package's Python are nowhere"
    finally:
        torch_place._include_folder.cache_clear()


def test_another_python_is_asked_where_its_headers_would_be(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho {tmp_path}\n")
    python.chmod(0o755)
    assert not torch_place.has_headers(str(python))
    (tmp_path / "Python.h").touch()
    assert torch_place.has_headers(str(python))
    assert not torch_place.has_headers(str(tmp_path / "none"))


def test_where_another_python_runs_workloads_the_line_installs_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """A .deb or AppImage contains its own Python; the pip on the PATH then belongs to another."""
    monkeypatch.setattr(needs, "find_module", lambda _name: None)
    place = TorchPlace("/home/me/my env/bin/python", "3.12.4", ("/home/me/my env/lib",), "named in the settings")
    monkeypatch.setattr(needs, "torch_place", lambda: place)
    error = registry.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", task="inference", engine="openvino")))
    assert error is not None
    assert error.hint == "Install it: '/home/me/my env/bin/python' -m pip install onnx onnxscript openvino"
    monkeypatch.setattr(needs, "torch_place", installed_place)
    error = registry.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", task="inference", engine="openvino")))
    assert error is not None
    assert error.hint.startswith("Install torch and onnx onnxscript openvino for a Python of yours")
    assert COMPILER.cure.startswith("Install one"), "no package of Python"


def test_the_packages_of_an_extra_are_those_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: {line.partition(">=")[0] for line in lines} for name, lines in project["optional-dependencies"].items()}
    assert {name: set(packages) for name, packages in needs.EXTRAS.items()} == {name: extras[name] for name in needs.EXTRAS}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec("cifar-cnn", engine="onnxruntime"), "runs inference only"),
        (RunSpec("cifar-cnn", task="inference", engine="tensorrt"), "works only on cuda"),
        (RunSpec("cifar-cnn", task="inference", engine="onnxruntime", precision="bf16"), "does not compute in bf16"),
    ],
)
def test_what_an_engine_does_not_do_is_refused(spec: RunSpec, words: str) -> None:
    assert words in str(registry.refusal(workload("cifar-cnn"), resolve(spec)))


@pytest.mark.parametrize("engine", ["onnxruntime", "openvino", "jax", "tensorrt"])
@pytest.mark.parametrize(
    "optimize", ["channels-last", "compile", "compile-max-autotune", "compile-reduce-overhead", "cudnn-autotune", "cuda-graphs"]
)
def test_what_an_engine_decides_by_itself_is_no_optimization_of_it(engine: str, optimize: str) -> None:
    one = optimizations.OPTIMIZATIONS[optimize]()
    for device in one.devices:
        spec = resolve(
            RunSpec("cifar-cnn", task="inference", engine=engine, optimize=optimize, device="cpu" if device == "cpu" else f"{device}:0")
        )
        words = str(optimizations.why_not(one, workload("cifar-cnn"), spec))
        assert engine in words
        assert "itself" in words


class Interpreter:
    """The part of LiteRT's interface that is used: doubles its input."""

    def __init__(self, *, model_content: bytes, num_threads: int) -> None:
        assert model_content == b"tflite"
        assert num_threads >= 1

    def allocate_tensors(self) -> None: ...

    def get_input_details(self) -> list[dict[str, Any]]:
        return [{"index": 3}]

    def get_output_details(self) -> list[dict[str, Any]]:
        return [{"index": 5}]

    def set_tensor(self, index: int, values: np.ndarray[Any, Any]) -> None:
        assert index == 3
        self._values = values

    def invoke(self) -> None:
        self._values = self._values * 2

    def get_tensor(self, index: int) -> np.ndarray[Any, Any]:
        assert index == 5
        return self._values


def test_litert_converts_and_interprets(monkeypatch: pytest.MonkeyPatch, setting: Prepare) -> None:
    def convert(model: nn.Module, examples: tuple[torch.Tensor]) -> SimpleNamespace:
        assert len(examples) == 1
        return SimpleNamespace(export=lambda path: Path(path).write_bytes(b"tflite"))

    _put(monkeypatch, "litert_torch", convert=convert)
    _put(monkeypatch, "ai_edge_litert")
    _put(monkeypatch, "ai_edge_litert.interpreter", Interpreter=Interpreter)
    monkeypatch.setattr(metadata, "version", lambda _name: "2.3.0")
    one = LiteRt()
    forward = one.load(nn.Identity(), torch.ones(2, 3), setting("mnist-mlp", task="inference", engine="litert"))
    assert torch.equal(forward(torch.full((3, 3), 4.0)), torch.full((3, 3), 8.0))
    assert one.values()["model_size_bytes"].value == len(b"tflite")
    assert one.facts()["engine_version"] == "2.3.0"


class Session:
    """The part of ONNX Runtime's interface that is used on a GPU: writes nothing, keeps its arguments."""

    def __init__(self, path: str, options: SimpleNamespace, providers: list[Any]) -> None:
        self.providers = providers
        self.bound: list[tuple[Any, ...]] = []
        self.runs = 0

    def get_inputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="images", shape=[2, 3])]

    def get_outputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="logits", shape=[2, 10])]

    def get_providers(self) -> list[str]:
        return [one if isinstance(one, str) else one[0] for one in self.providers]

    def io_binding(self) -> SimpleNamespace:
        return SimpleNamespace(
            bind_input=lambda *values: self.bound.append(("in", *values)), bind_output=lambda *values: self.bound.append(("out", *values))
        )

    def run_with_iobinding(self, _binding: SimpleNamespace) -> None:
        self.runs += 1


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (OnnxRuntime, ["CUDAExecutionProvider", "CPUExecutionProvider"]),
        (TensorRt, ["TensorrtExecutionProvider", "CUDAExecutionProvider", "CPUExecutionProvider"]),
    ],
)
def test_on_a_gpu_the_session_has_the_providers_on_torchs_stream(
    monkeypatch: pytest.MonkeyPatch, made: type[OnnxRuntime], wanted: list[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _device: SimpleNamespace(cuda_stream=77))
    monkeypatch.setattr(onnx_runtime, "_on_cuda", lambda session, device: session)
    _put(monkeypatch, "onnxruntime", SessionOptions=SimpleNamespace, InferenceSession=Session, get_available_providers=lambda: wanted)
    _put(monkeypatch, "tensorrt")
    monkeypatch.setenv("NVIDIA_TF32_OVERRIDE", "")
    monkeypatch.delenv("NVIDIA_TF32_OVERRIDE")
    one = made()
    session: Any = one.open(Path("model.onnx"), torch.ones(2, 3), SimpleNamespace(device=CUDA))  # type: ignore[arg-type]
    assert session.get_providers() == wanted == one.facts()["engine_providers"]
    options: dict[str, dict[str, Any]] = dict(provider for provider in session.providers if isinstance(provider, tuple))
    assert all((given["device_id"], given["user_compute_stream"]) == (0, "77") for given in options.values())
    # Both default to TF32, though these runs are of FP32.
    assert options["CUDAExecutionProvider"]["use_tf32"] == "0"
    assert os.environ.get("NVIDIA_TF32_OVERRIDE") == ("0" if made is TensorRt else None)


def test_a_session_that_fell_back_to_the_cpu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class FellBack(Session):
        def get_providers(self) -> list[str]:
            return ["CPUExecutionProvider"]

    available = ["CUDAExecutionProvider", "CPUExecutionProvider"]
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _device: SimpleNamespace(cuda_stream=77))
    _put(monkeypatch, "onnxruntime", SessionOptions=SimpleNamespace, InferenceSession=FellBack, get_available_providers=lambda: available)
    with pytest.raises(UnavailableError, match="could not start its CUDAExecutionProvider"):
        OnnxRuntime().open(Path("model.onnx"), torch.ones(2, 3), SimpleNamespace(device=CUDA))  # type: ignore[arg-type]


def test_tensors_are_bound_where_they_lie() -> None:
    session = Session("", SimpleNamespace(), [])
    forward = onnx_runtime._on_cuda(session, torch.device("cpu"))
    images = torch.ones(2, 3)
    assert forward(images).shape == (2, 10)
    assert session.runs == 1
    (_, *output), (_, *given) = session.bound
    assert output[:4] == ["logits", "cuda", 0, np.float32]
    assert given == ["images", "cuda", 0, np.dtype("float32"), (2, 3), images.data_ptr()]


def test_a_package_without_the_provider_says_which_build_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _put(monkeypatch, "onnxruntime", get_available_providers=lambda: ["CPUExecutionProvider"])
    with pytest.raises(UnavailableError, match="no TensorrtExecutionProvider") as caught:
        TensorRt()._providers(CUDA)
    assert caught.value.hint.startswith("Uninstall onnxruntime, beside which")
    assert caught.value.hint.endswith("pip install onnxruntime-gpu")


def _put(monkeypatch: pytest.MonkeyPatch, name: str, **members: Any) -> None:
    module = ModuleType(name)
    module.__dict__.update(members)
    monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.timeout(60)
def test_openvino_is_imported_without_its_telemetry(tmp_path: Path) -> None:
    if find_spec("openvino_telemetry") is None:
        pytest.skip("OpenVINO is not installed here")
    code = "from gpuscope.workloads.engines.openvino_cpu import imported; imported().Core()"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "HOME": str(tmp_path)}, check=True, timeout=50)
    assert list(tmp_path.iterdir()) == [], "it would keep an identity and its use there, and send them"


@pytest.mark.timeout(60)
def test_onnx_runtime_is_loaded_without_its_telemetry(tmp_path: Path) -> None:
    code = """
from types import SimpleNamespace

import onnx
import torch
from onnx import TensorProto, helper

from gpuscope.workloads.engines.converted import Converted
from gpuscope.workloads.engines.onnx_runtime import OnnxRuntime


class Identity(OnnxRuntime):
    _converted = Converted._converted

    def convert(self, model, example, folder, setting):
        x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 3]) for name in "xy")
        graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "identity", [x], [y])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), folder / "identity.onnx")
        return folder / "identity.onnx"


forward = Identity().load(torch.nn.Identity(), torch.zeros(2, 3), SimpleNamespace(device=torch.device("cpu")))
assert forward(torch.ones(2, 3)).sum() == 6
"""
    environment = {key: value for key, value in os.environ.items() if key not in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")}
    subprocess.run([sys.executable, "-c", code], env={**environment, "HOME": str(tmp_path)}, check=True, timeout=50)
    assert list(tmp_path.iterdir()) == [], "it would keep an identity and its use there, and send them"


def test_tensorrt_is_installed_with_the_build_for_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is missing: beside the build for CPUs, that for GPUs does not work."""
    for here in ((), ("onnxscript",), ("onnxscript", "onnxruntime")):
        monkeypatch.setattr(needs, "find_module", lambda name, here=here: object() if name in here else None)
        error = registry.refusal(workload("cifar-cnn"), resolve(RunSpec("cifar-cnn", task="inference", engine="tensorrt", device="cuda:0")))
        assert error is not None
        assert error.hint.endswith("pip install onnx onnxruntime-gpu onnxscript tensorrt")


def test_jax_writes_the_graph_for_the_runs_device(setting: Prepare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default it writes it for the device that it prefers, which on a machine with a GPU is not the processor."""
    pytest.importorskip("jax")
    import jax.export

    monkeypatch.setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    one = setting("mnist-mlp", task="inference", engine="jax", batch_size=2)
    for device in ("cpu", "cuda"):
        with quietly():
            path = JaxXla().convert(build_model(one.spec).eval(), torch.zeros(2, 784), tmp_path, replace(one, device=torch.device(device)))
        assert jax.export.deserialize(bytearray(path.read_bytes())).platforms == (device,)
