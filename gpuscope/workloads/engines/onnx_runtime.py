"""ONNX Runtime with its execution providers for CPU, CUDA and TensorRT; static INT8 quantization."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.errors import UnavailableError, pip_install
from gpuscope.workloads.capabilities import cpu_flags
from gpuscope.workloads.engines.converted import ConvertedOnce
from gpuscope.workloads.needs import Need, extra
from gpuscope.workloads.number_formats import saturates_int8

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


_CPU, _CUDA, _TENSORRT = "CPUExecutionProvider", "CUDAExecutionProvider", "TensorrtExecutionProvider"


class OnnxRuntime(ConvertedOnce):
    """ONNX Runtime on the CPU, or on an NVIDIA GPU through its CUDA provider."""

    key = "onnxruntime"
    title = "ONNX Runtime"
    help = (
        "Exports the model to ONNX and runs it with Microsoft's runtime, which fuses operations and plans memory ahead; the file runs"
        " without torch. It does not help where a few large matrix products take all the time: both use equally fast libraries."
    )
    devices: ClassVar[tuple[str, ...]] = ("cpu", "cuda")
    needs: ClassVar[tuple[Need, ...]] = (
        extra("onnxscript", "onnxscript, which exports ONNX", "onnx"),
        extra("onnxruntime", "ONNX Runtime", "onnx"),
    )
    distribution = "onnxruntime"
    providers: ClassVar[tuple[str, ...]] = (_CUDA,)
    """Execution providers on a GPU, in order of priority."""

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the ONNX file."""
        return self.export(model, example, folder, setting)

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the session's forward pass; tensors stay on their device.

        Raises:
            UnavailableError: An execution provider is missing, or could not be started.
        """
        import onnxruntime
        import torch

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = torch.get_num_threads()
        options.log_severity_level = 3  # errors
        session = onnxruntime.InferenceSession(str(path), options, providers=self._providers(setting.device))
        self._facts["engine_providers"] = started = session.get_providers()
        if setting.device.type == "cuda" and (lacking := [provider for provider in self.providers if provider not in started]):
            raise UnavailableError(  # it would compute on the CPU, under the GPU's name
                f"ONNX Runtime could not start its {lacking[0]}",
                "Its build must be for the CUDA version of torch, with cuDNN 9; its own message is in the run's output.",
            )
        return _on_cpu(session) if setting.device.type == "cpu" else _on_cuda(session, setting.device)

    def _providers(self, device: torch.device) -> list[Any]:
        """Return the execution providers for a device; operations that they do not support run on the CPU.

        Raises:
            UnavailableError: The installed package lacks one of them.
        """
        if device.type == "cpu":
            return [_CPU]
        import onnxruntime
        import torch

        available = onnxruntime.get_available_providers()
        if lacking := [provider for provider in self.providers if provider not in available]:
            raise UnavailableError(
                f"this ONNX Runtime has no {lacking[0]}, only {', '.join(available)}",
                f"Uninstall onnxruntime, beside which its build for NVIDIA GPUs does not work, then: {pip_install('onnxruntime-gpu')}",
            )
        # On torch's own stream, so that events around a step include its work.
        stream = {"device_id": device.index or 0, "user_compute_stream": str(torch.cuda.current_stream(device).cuda_stream)}
        # ONNX Runtime's default is TF32; the only precision of these engines is FP32.
        return [*((provider, {**stream, "use_tf32": "0"} if provider == _CUDA else stream) for provider in self.providers), _CPU]


class TensorRt(OnnxRuntime):
    """TensorRT, through ONNX Runtime's execution provider."""

    key = "tensorrt"
    title = "TensorRT"
    help = (
        "Exports the model to ONNX and runs it with NVIDIA's TensorRT through ONNX Runtime; TensorRT times several kernels per layer on"
        " this GPU and keeps the fastest. Loading takes up to minutes. It does not help a model that runs only a few times; operations that"
        " TensorRT does not support run on CUDA."
    )
    devices = ("cuda",)
    needs = (
        extra("onnxscript", "onnxscript, which exports ONNX", "tensorrt"),
        extra("onnxruntime", "ONNX Runtime", "tensorrt"),
        extra("tensorrt", "TensorRT", "tensorrt"),
    )
    providers = (_TENSORRT, _CUDA)

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the session's forward pass; TensorRT's own package loads its libraries, which ONNX Runtime would not find."""
        os.environ.setdefault("NVIDIA_TF32_OVERRIDE", "0")  # the provider has no option against TF32, TensorRT's default
        import tensorrt  # noqa: F401

        return super().open(path, example, setting)


def _on_cpu(session: Any) -> Callable[[torch.Tensor], torch.Tensor]:
    import torch

    name = session.get_inputs()[0].name

    def forward(images: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(session.run(None, {name: images.numpy()})[0])

    return forward


def _on_cuda(session: Any, device: torch.device) -> Callable[[torch.Tensor], torch.Tensor]:
    import numpy as np
    import torch

    images_name, logits_name = session.get_inputs()[0].name, session.get_outputs()[0].name
    logits = torch.empty(session.get_outputs()[0].shape, device=device)
    binding, index = session.io_binding(), device.index or 0
    binding.bind_output(logits_name, "cuda", index, np.float32, tuple(logits.shape), logits.data_ptr())

    def forward(images: torch.Tensor) -> torch.Tensor:
        kind = str(images.dtype).removeprefix("torch.")
        binding.bind_input(images_name, "cuda", index, np.dtype(kind), tuple(images.shape), images.data_ptr())
        session.run_with_iobinding(binding)
        return logits.clone()

    return forward


CALIBRATION_SAMPLES = 256
"""Minimum number of training samples from which the ranges of the activations are determined."""


class OnnxInt8(OnnxRuntime):
    """Static quantization in ONNX Runtime's QDQ form (Jacob et al., arXiv 1712.05877)."""

    key = "onnxruntime-int8"
    title = "ONNX Runtime, static INT8"
    help = (
        "Exports the model to ONNX and quantizes it: weights in INT8 with one scale per output channel, activations in 8 bits with"
        f" ranges calibrated on at least {CALIBRATION_SAMPLES} training samples. The file is a quarter of FP32's, and convolutions and"
        " matrix products compute in INT8. It does not help on CPUs without 8-bit dot-product instructions, nor models whose activations"
        " have rare, large values."
    )
    devices = ("cpu",)
    needs = (*OnnxRuntime.needs, extra("onnx", "onnx, which quantizes", "onnx"))

    def depends_on(self) -> Sequence[object]:
        """The bits of the weights depend on the processor."""
        return (_weight_bits(),)

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the quantized ONNX file, and remove the one in FP32."""
        from onnxruntime import quantization
        from onnxruntime.quantization.shape_inference import quant_pre_process

        from gpuscope.workloads.models.classifier import training_samples

        whole = -(-CALIBRATION_SAMPLES // len(example)) * len(example)  # the model takes batches of one size
        samples, weight_bits = training_samples(setting, whole), _weight_bits()
        wide, prepared, path = super().convert(model, example, folder, setting), folder / "prepared.onnx", folder / "int8.onnx"
        quant_pre_process(wide, prepared)
        quantization.quantize_static(
            prepared,
            path,
            _reader(samples, len(example)),
            per_channel=True,
            weight_type=quantization.QuantType.QInt8,
            reduce_range=weight_bits < 8,
        )
        wide.unlink()
        prepared.unlink()
        self._facts |= {"calibration_samples": len(samples), "weight_bits": weight_bits}
        return path


def _weight_bits() -> int:
    """Return how many bits of the weights to use: 7 where products of 8 bits would overflow."""
    return 7 if saturates_int8(cpu_flags()) else 8


def _reader(samples: torch.Tensor, size: int) -> object:
    """Return the calibration data reader, with batches of the model's batch size."""
    from onnxruntime.quantization import CalibrationDataReader

    class Batches(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._left: Iterator[torch.Tensor] = iter(samples.split(size))

        def get_next(self) -> dict[str, object] | None:
            images = next(self._left, None)
            return None if images is None else {"images": images.numpy()}

    return Batches()
