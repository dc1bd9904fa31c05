"""A device of torch's without hardware (back end "PrivateUse1", named "simulated"): copies to and from it take a known time.

Its tensors keep their values in ordinary ones; nothing is computed on it.
"""

import time
from collections.abc import Sequence
from typing import Any

import torch
from torch.utils import backend_registration

COPY_S = {"to": 0.0, "back": 0.0}
"""How long a copy to the device and one back takes."""


class SimulatedTensor(torch.Tensor):  # type: ignore[misc]  # of torch, which is not followed here
    values: torch.Tensor


def _empty(size: Sequence[int], stride: Sequence[int] | None, dtype: Any) -> torch.Tensor:
    tensor: Any = torch._C._acc.create_empty_tensor(size, dtype or torch.get_default_dtype())
    tensor.__class__ = SimulatedTensor
    tensor.values = torch.empty(size, dtype=dtype)
    return tensor  # type: ignore[no-any-return]


def _copy_from(source: Any, target: Any, non_blocking: bool = False) -> Any:
    time.sleep(COPY_S["to" if target.device.type == "simulated" else "back"])
    to, values = (each.values if each.device.type == "simulated" else each for each in (target, source))
    to.copy_(values)
    return target


backend_registration._setup_privateuseone_for_python_backend("simulated")
torch.library.impl("aten::empty.memory_format", "PrivateUse1")(
    lambda size, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None: _empty(size, None, dtype)
)
torch.library.impl("aten::empty_strided", "PrivateUse1")(
    lambda size, stride, dtype=None, layout=None, device=None, pin_memory=None: _empty(size, stride, dtype)
)
torch.library.impl("aten::_copy_from", "PrivateUse1")(_copy_from)
