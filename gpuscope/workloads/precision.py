"""Number formats: storage type, compute type, and gradient scaling."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch

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
        """The type of weights and data: autocast keeps them in FP32."""
        return _STORED.get(self.key, torch.float32)

    @property
    def computed(self) -> torch.dtype:
        """The type of the factors of a product."""
        return _AUTOCAST.get(self.key, self.stored)

    def set_backends(self) -> None:
        """Tell torch whether FP32 products may be rounded to TF32; its own defaults allow it for convolutions."""
        if self.device_type == "cuda":
            rounding = "tf32" if self.key == "tf32" else "ieee"
            torch.backends.cuda.matmul.fp32_precision = rounding
            torch.backends.cudnn.conv.fp32_precision = rounding

    def autocast(self) -> AbstractContextManager[object]:
        """Return a context that casts where it is safe; one object serves every step."""
        if self.key in _AUTOCAST:
            return torch.autocast(self.device_type, dtype=_AUTOCAST[self.key])  # type: ignore[no-any-return]
        return nullcontext()

    def scaler(self) -> "torch.amp.GradScaler | None":
        """Return what keeps small gradients of FP16 from vanishing (Micikevicius et al., arXiv 1710.03740); None elsewhere."""
        return torch.amp.GradScaler(self.device_type) if self.key == "fp16" else None
