"""The capabilities of torch on this machine, from a cache and from facts that are cheap to read; run as a program, it refreshes the cache.

Loading the capabilities does not import torch; refreshing the cache does. The cache is valid for one version of torch, one driver and one
set of visible devices. Values that are not cached are unknown (None); the workload's own process then checks them, with the same messages.
"""

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self

from gpuscope.core.errors import UnavailableError, first_line
from gpuscope.system.files import file_text, replace_text
from gpuscope.system.paths import cache_folder, is_there, private_folder
from gpuscope.workloads import other_gpus
from gpuscope.workloads.other_gpus import OtherGpus, built_with, torch_folder, torch_version

CACHE_NAME = "capabilities.json"
VERSION = 3
"""Version of the cache format; a cache of another version is ignored."""
_DRIVER_VERSION = Path("/proc/driver/nvidia/version")
_DRIVER_NODES = (_DRIVER_VERSION, Path("/dev/nvidiactl"), Path("/dev/dxg"))
_LIBRARY = "libcuda.so.1"
_LOADER_CACHE = Path("/etc/ld.so.cache")
_LIBRARY_FOLDERS = ("/usr/lib/wsl/lib", "/usr/local/nvidia/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/local/cuda/compat")
_CPU_FLAGS = (
    *("sse2", "avx2", "avx512f", "avx_vnni", "avx512_vnni", "avx512_bf16", "avx512_fp16", "amx_bf16", "amx_fp16"),
    *("asimd", "bf16", "fphp", "asimdhp"),
)
_VISIBLE = "CUDA_VISIBLE_DEVICES"


@dataclass(frozen=True, slots=True)
class CudaDevice:
    """A CUDA device, with torch's numbering.

    Attributes:
        index: N of ``cuda:N``.
        name: Product name.
        memory_bytes: Total memory.
        compute_capability: Major and minor version.
        bf16: Whether the hardware computes in bfloat16.
    """

    index: int
    name: str
    memory_bytes: int
    compute_capability: tuple[int, int]
    bf16: bool


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of this machine and its torch.

    Attributes:
        torch_version: From the installed package's metadata; None if torch is not installed.
        cuda: CUDA devices that torch sees, () for none; None while unknown, because there is no valid cache.
        cuda_reason: Why there is no CUDA device; None if there is one, or while unknown.
        memory_bytes: Main memory that a new process can use without swapping, within its control group's limit; None if the
            system does not report it.
        cpu_flags: The processor's instruction sets that matter for number formats.
        cpu_count: Processors that this process may use.
        complete: Whether everything is known, so that the cache needs no refresh.
        others: Apple and Intel GPUs, by torch's name of the kind of device.
    """

    torch_version: str | None
    cuda: tuple[CudaDevice, ...] | None
    cuda_reason: str | None
    memory_bytes: int | None
    cpu_flags: tuple[str, ...] = ()
    cpu_count: int = 1
    complete: bool = False
    others: Mapping[str, OtherGpus] = field(default_factory=other_gpus.cheaply)

    @classmethod
    def load(cls) -> Self:
        """Read the cheap facts, and the cache if it is valid for this machine; takes about a millisecond."""
        reason, others = _no_cuda_reason(), other_gpus.cheaply()
        cuda: tuple[CudaDevice, ...] | None = None if reason is None else ()
        document = _read_cache() if cuda is None or any(gpus.names is None for gpus in others.values()) else None
        if document is not None:
            others |= {kind: kept for kind, kept in document["others"].items() if others[kind].names is None}
            if cuda is None:
                cuda, reason = document["cuda"], document["cuda_reason"]
        return cls._with(cuda, reason, others)

    @classmethod
    def from_torch(cls) -> Self:
        """Ask torch itself, importing it if there may be a GPU."""
        return cls._with(*_ask_torch(), other_gpus.asked_of_torch())

    @classmethod
    def _with(cls, cuda: tuple[CudaDevice, ...] | None, reason: str | None, others: Mapping[str, OtherGpus]) -> Self:
        complete = cuda is not None and all(gpus.names is not None for gpus in others.values())
        return cls(torch_version(), cuda, reason, free_memory_bytes(), cpu_flags(), cpu_count(), complete, others)

    def cuda_device(self, index: int) -> CudaDevice | None:
        """Return the device with this index, or None if it is unknown."""
        return next((device for device in self.cuda or () if device.index == index), None)


def _cache_path() -> Path:
    return cache_folder() / CACHE_NAME


def _key() -> dict[str, Any]:
    return {
        "version": VERSION,
        "torch": torch_version(),
        "driver": _driver_version(),
        "folder": str(torch_folder()),
        "visible": os.environ.get(_VISIBLE),
    }


def _read_cache() -> Mapping[str, Any] | None:
    """Return "cuda", "cuda_reason" and "others" as they were cached; None if the cache is not valid for this machine."""
    try:
        document = json.loads(_cache_path().read_bytes())
        if document["key"] != _key():
            return None
        cuda, reason = tuple(_cuda_device(entry) for entry in document["cuda"]), document["cuda_reason"]
        others = other_gpus.from_json(document["others"])
    except (OSError, ValueError, KeyError, TypeError, UnavailableError):
        return None
    is_complete = isinstance(reason, str) or (reason is None and cuda)
    return {"cuda": cuda, "cuda_reason": reason, "others": others} if is_complete else None


def _cuda_device(document: Mapping[str, Any]) -> CudaDevice:
    major, minor = document["compute_capability"]
    return CudaDevice(
        int(document["index"]),
        str(document["name"]),
        int(document["memory_bytes"]),
        (int(major), int(minor)),
        bool(document["bf16"]),
    )


def _driver_version() -> str | None:
    return file_text(_DRIVER_VERSION).partition("\n")[0] or None


def _no_cuda_reason() -> str | None:
    """Return why there cannot be a CUDA device, as far as can be known without torch; else None."""
    if not any(node.exists() for node in _DRIVER_NODES):
        return "no NVIDIA driver is loaded on this machine"
    if not _library_is_there():
        return f"the driver's library {_LIBRARY} is not there (a container needs NVIDIA's runtime)"
    if built_with("cuda") is False:
        return f"the torch that is installed ({torch_version()}) is built without CUDA"
    if os.environ.get(_VISIBLE, "0").strip() in ("", "-1"):
        return f"{_VISIBLE} hides every GPU"
    return None


def _library_is_there() -> bool:
    try:
        if _LIBRARY.encode() in _LOADER_CACHE.read_bytes():
            return True
    except OSError:
        pass
    folders = [*os.environ.get("LD_LIBRARY_PATH", "").split(":"), *_LIBRARY_FOLDERS]
    return any(folder and is_there(Path(folder, _LIBRARY)) for folder in folders)


def free_memory_bytes() -> int | None:
    """Return the main memory in bytes that a new process can use (MemAvailable, limited by the control group); None if unknown."""
    match = re.search(r"^MemAvailable:\s*(\d+) kB", file_text(Path("/proc/meminfo")), re.MULTILINE)
    if match is None:
        return None
    return min(int(match[1]) * 1024, *_group_limits(), 2**62)


def _group_limits() -> list[int]:
    """Return the bytes still available in each control group (version 2) with a limit, from this process's own up to the root."""
    try:
        line = next(line for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return []
    limits = []
    folder = Path("/sys/fs/cgroup", line[3:].strip("/"))
    while folder.is_relative_to("/sys/fs/cgroup"):
        try:
            limits.append(max(0, int((folder / "memory.max").read_text()) - _unreclaimable(folder)))
        except (OSError, ValueError):  # "max": no limit of its own
            pass
        folder = folder.parent
    return limits


def _unreclaimable(folder: Path) -> int:
    cached = re.search(r"^inactive_file (\d+)$", (folder / "memory.stat").read_text(), re.MULTILINE)
    return int((folder / "memory.current").read_text()) - (int(cached[1]) if cached else 0)


@cache
def cpu_flags() -> tuple[str, ...]:
    """Return the first processor's instruction sets that matter for number formats."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            head = file.read(16384)
    except OSError:
        return ()
    match = re.search(r"^(?:flags|Features)\s*:(.*)$", head, re.MULTILINE)
    flags = set(match[1].split()) if match else set()
    return tuple(flag for flag in _CPU_FLAGS if flag in flags)


def cpu_count() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ask_torch() -> tuple[tuple[CudaDevice, ...], str | None]:
    reason = _no_cuda_reason()
    if reason is not None or torch_version() is None:
        return (), reason or "torch is not installed"
    import torch

    try:
        torch.cuda.init()
        return tuple(_describe(index) for index in range(torch.cuda.device_count())), None
    except (RuntimeError, AssertionError) as error:
        return (), f"torch finds no CUDA device: {first_line(error).rstrip('.')}"


def _describe(index: int) -> CudaDevice:
    import torch

    properties = torch.cuda.get_device_properties(index)
    capability = (properties.major, properties.minor)
    return CudaDevice(index, properties.name, properties.total_memory, capability, capability >= (8, 0))


def refresh() -> Capabilities:
    """Ask torch and write the cache atomically.

    Raises:
        UnavailableError: The cache's folder cannot be created.
        OSError: The file cannot be written.
    """
    capabilities = Capabilities.from_torch()
    document = {
        "key": _key(),
        "cuda": [asdict(device) for device in capabilities.cuda or ()],
        "cuda_reason": capabilities.cuda_reason,
        "others": {kind: gpus.to_json() for kind, gpus in capabilities.others.items()},
    }
    replace_text(private_folder(_cache_path().parent) / CACHE_NAME, json.dumps(document, indent=1))
    return capabilities


def main(_arguments: list[str]) -> int:
    """Refresh the cache. Returns the exit code: 0, or 3 if it cannot be written (which only makes the next start slower)."""
    try:
        refresh()
    except (UnavailableError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
