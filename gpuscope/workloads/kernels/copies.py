"""Copies between main memory and a GPU, and within one memory."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import torch

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.costs import MEBI
from gpuscope.workloads.steps.setting import Setting

_ROWS = 2048
"""Rows of the factors of the product: 17 GFLOP, less than a millisecond on a large GPU. Where it takes longer than the copies of a step,
its duration counts as theirs."""


class Copy:
    """Copies of a block of random bytes; the batch size is the number of copies per step.

    Args:
        direction: "h2d" from main memory to the device, "d2h" back, "within" the device's own memory.
    """

    def __init__(self, direction: str, setting: Setting) -> None:
        self._setting, self._size = setting, int(setting.spec.options["size"]) * MEBI
        self._passes = 2 if direction == "within" else 1
        self._memory = str(setting.spec.options.get("memory", "pageable"))
        self._source = self._block("cpu" if direction == "h2d" else setting.device).random_(256)
        self._target = self._block("cpu" if direction == "d2h" else setting.device)
        self._products = _Products(setting.device) if setting.spec.options.get("overlap") else None

    def _block(self, device: torch.device | str) -> torch.Tensor:
        pinned = self._memory == "pinned" and torch.device(device).type == "cpu"
        return torch.empty(self._size, dtype=torch.uint8, device=device, pin_memory=pinned)

    def step(self) -> None:
        """Copy. Pinned memory is transferred by DMA; pageable memory goes through a buffer of the driver."""
        if self._products is not None:
            self._products.begin()
        for _ in range(self._setting.batch_size):
            self._target.copy_(self._source, non_blocking=self._memory == "pinned")
        if self._products is not None:
            self._products.join()

    def check(self) -> Mapping[str, Quantity]:
        """Compare every byte."""
        same = torch.equal(self._source.cpu(), self._target.cpu())
        return {"max_relative_error": Quantity(0.0 if same else float("inf"), "1", Quality.MEASURED, "every byte of source and target")}

    def facts(self) -> Mapping[str, Any]:
        """Return the kind of memory, whether a product ran meanwhile, and the bytes moved (read plus written for a copy within memory)."""
        carried = self._size * self._setting.batch_size * self._passes
        return {"memory": self._memory, "overlap": self._products is not None, "bytes_per_step": carried}


class _Products:
    """Matrix products in a separate stream, one per step, concurrent with the copies."""

    def __init__(self, device: torch.device) -> None:
        self._stream = torch.cuda.Stream(device)
        self._factor = torch.ones((_ROWS, _ROWS), device=device)
        self._product = torch.empty_like(self._factor)

    def begin(self) -> None:
        """Launch a product after the work queued before this step."""
        self._stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self._stream):
            torch.mm(self._factor, self._factor, out=self._product)

    def join(self) -> None:
        """Make subsequent work wait for the product."""
        torch.cuda.current_stream().wait_stream(self._stream)


h2d = partial(Copy, "h2d")
d2h = partial(Copy, "d2h")
within = partial(Copy, "within")
