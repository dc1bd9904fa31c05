"""Peak memory of the measured steps: of the process, and of torch's allocator on a GPU.

The training before an inference, the test after the steps and the comparison with FP64 may take more memory than the steps do.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import torch

from gpuscope.core.quantity import Quality, Quantity

ALLOCATED, RESERVED, RESIDENT = "memory_allocated_peak", "memory_reserved_peak", "resident_memory_peak"
_RESET = Path("/proc/self/clear_refs")
_PEAK = "5"
"""Makes the kernel set the peak to the current resident memory (Linux, Documentation/filesystems/proc.rst)."""


class PeakMemory:
    """Peaks of memory from :meth:`begin` to :meth:`reached`."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._counter = None if device.type in ("cpu", "mps") else torch.get_device_module(device)
        self._since = ", from the start of the process"

    def release(self) -> None:
        """Return the memory that torch's allocator holds without using it: it would count as reserved in the steps too."""
        if self._counter is not None:
            self._counter.empty_cache()

    def begin(self) -> None:
        """Reset the peaks to the current memory, as far as the system can."""
        if self._counter is not None:
            self._counter.reset_peak_memory_stats(self._device)
        try:
            _RESET.write_text(_PEAK)
        except OSError:  # not Linux, or a kernel built without it
            return
        self._since = ""

    def reached(self) -> Mapping[str, Quantity]:
        """Return the peaks since then by metric key."""
        return {**self._on_device(), RESIDENT: self._resident()}

    def _on_device(self) -> dict[str, Quantity]:
        if self._counter is None:
            none = Quantity.missing("B", "torch counts this on NVIDIA, AMD and Intel GPUs only")
            return {ALLOCATED: none, RESERVED: none}
        name = f"torch.{self._device.type}"
        return {
            ALLOCATED: _bytes(self._counter.max_memory_allocated(self._device), f"{name}.max_memory_allocated"),
            RESERVED: _bytes(self._counter.max_memory_reserved(self._device), f"{name}.max_memory_reserved"),
        }

    def _resident(self) -> Quantity:
        status = Path("/proc/self/status")
        if status.exists():
            # Not ru_maxrss, which starts with the memory of the process that forked this one.
            kibibytes = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
            return _bytes(int(kibibytes) * 1024, f"VmHWM{self._since}")
        if sys.platform == "win32":
            return Quantity.missing("B", "this system does not count it")
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return _bytes(peak if sys.platform == "darwin" else peak * 1024, f"getrusage{self._since}")


def missing(reason: str) -> dict[str, Quantity]:
    """Return missing peaks, with a reason."""
    return dict.fromkeys((ALLOCATED, RESERVED, RESIDENT), Quantity.missing("B", reason))


def _bytes(count: int, source: str) -> Quantity:
    return Quantity(float(count), "B", Quality.MEASURED, source)
