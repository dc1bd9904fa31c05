"""A device of torch's without hardware (the back end PrivateUse1, in Python), named "simulated": copies to and from it take a given time.

Its tensors keep their values in ordinary ones; nothing is computed on it.
"""

import time
from collections.abc import Sequence
from typing import Any

import torch
from torch.utils import backend_registration

copy_s = {"to it": 0.0, "from it": 0.0}


class SimulatedTensor(torch.Tensor):  # type: ignore[misc]  # of torch, which is not followed here
    """A tensor on the device.

    Attributes:
        values: The tensor that holds its values.
    """

    values: torch.Tensor


def _empty(size: Sequence[int], dtype: torch.dtype | None) -> torch.Tensor:
    tensor: SimulatedTensor = torch._C._acc.create_empty_tensor(size, dtype or torch.get_default_dtype())
    tensor.__class__ = SimulatedTensor
    tensor.values = torch.empty(size, dtype=dtype)
    return tensor


def _copy_from(source: torch.Tensor, target: torch.Tensor, _non_blocking: bool = False) -> torch.Tensor:
    time.sleep(copy_s["to it" if isinstance(target, SimulatedTensor) else "from it"])
    to, values = (each.values if isinstance(each, SimulatedTensor) else each for each in (target, source))
    to.copy_(values)
    return target


def _implement(name: str, function: Any) -> None:
    torch.library.impl(f"aten::{name}", "PrivateUse1")(function)


backend_registration._setup_privateuseone_for_python_backend("simulated")
_implement("empty.memory_format", lambda size, dtype=None, **_: _empty(size, dtype))
_implement("empty_strided", lambda size, _stride, dtype=None, **_: _empty(size, dtype))
_implement("_copy_from", _copy_from)
