"""The arguments of every loop: spec, workload, device, number format, channel and stop request."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

import torch

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.steps.stop_request import StopRequest
from gpuscope.workloads.steps.warm_up import WarmUp
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import workload

_STORED = {"fp64": torch.float64}
_AUTOCAST = {"bf16": torch.bfloat16, "fp16": torch.float16}


@dataclass(frozen=True, slots=True)
class Precision:
    """One number format on one kind of device.

    Attributes:
        key: "fp64", "fp32", "tf32", "bf16" or "fp16".
        device_type: "cpu", "cuda", "mps" or "xpu".
    """

    key: str
    device_type: str

    @property
    def stored(self) -> torch.dtype:
        """The type of weights and data, which autocast keeps in FP32."""
        return _STORED.get(self.key, torch.float32)

    @property
    def computed(self) -> torch.dtype:
        """The type of the factors of a product."""
        return _AUTOCAST.get(self.key, self.stored)

    def set_backends(self) -> None:
        """Set whether torch may round FP32 products to TF32; by default it does so for convolutions.

        Uses the older switches, which set both settings. torch.compile still reads them, and would raise a RuntimeError if
        ``fp32_precision`` had been set instead (torch 2.13).
        """
        if self.device_type == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = self.key == "tf32"

    def autocast(self) -> AbstractContextManager[object]:
        """Return a context that casts operations where that is safe; the same object can be used for every step."""
        if self.key in _AUTOCAST:
            return torch.autocast(self.device_type, dtype=_AUTOCAST[self.key])  # type: ignore[no-any-return]
        return nullcontext()

    def scaler(self) -> "torch.amp.GradScaler | None":
        """Return the gradient scaler, which prevents underflow in FP16 (Micikevicius et al., arXiv 1710.03740); None for other formats."""
        return torch.amp.GradScaler(self.device_type) if self.key == "fp16" else None


@dataclass(frozen=True, slots=True)
class Setting:
    """One run's spec and its environment."""

    spec: ResolvedSpec
    workload: Workload
    device: torch.device
    precision: Precision
    channel: Channel
    stop: StopRequest
    warm_up: WarmUp = field(default_factory=WarmUp)

    @property
    def batch_size(self) -> int:
        """Samples per step."""
        return self.spec.batch_size


def prepare(spec: ResolvedSpec, channel: Channel, stop: StopRequest) -> Setting:
    """Configure torch for a run: threads, device, rounding, and the seed that makes loss and accuracy reproducible.

    Raises:
        RuntimeError: The device cannot be used.
    """
    device = torch.device(spec.device)
    precision = Precision(spec.precision, device.type)
    if spec.threads is not None:
        torch.set_num_threads(spec.threads)
    if device.type in ("cuda", "xpu"):
        torch.get_device_module(device).set_device(device)
    if device.type == "cuda":
        torch.backends.cudnn.deterministic = True
    elif device.type != "cpu":
        channel.log(f"workloads on {device.type} are not tested on hardware: figures may be wrong", level="warning")
    precision.set_backends()
    torch.manual_seed(spec.seed)
    return Setting(spec, workload(spec.workload), device, precision, channel, stop)
