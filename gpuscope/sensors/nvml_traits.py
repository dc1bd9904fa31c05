"""What is known of an NVIDIA GPU from what it is: facts, the share of time that its sensor looks at, how far its readings may be off."""

import re
from pathlib import Path
from typing import Any

from gpuscope.sensors.nvml_library import MILLI, ask

PASCAL, VOLTA, TURING, AMPERE, ADA, HOPPER = 4, 5, 6, 7, 8, 9
"""Architectures as nvmlDeviceGetArchitecture numbers them."""
AVERAGE_S = 1.0
"""Over how long the driver takes what it calls average power (nvml.h)."""
_VIRTUALIZATION = {1: "passed through", 2: "vGPU", 3: "host of vGPUs", 4: "host of vSGA"}
_GEFORCE = re.compile(r"\b(GeForce|TITAN)\b", re.IGNORECASE)
_DATA_CENTRE = re.compile(r"\b(Tesla|G?[HB][123]00\w*|[AVPKM]100\w*|H20|A(2|10G?|16|30X?|40)|L(2|4|20|40S?)|[PT]4|P40|T4G)\b")
Facts = dict[str, str | int | float | None]


def facts(api: Any, handle: Any, root: Path) -> Facts:
    """Return the facts of a GPU that do not change during a run; None for what its driver does not tell."""
    memory, _ = ask(api.nvmlDeviceGetMemoryInfo, handle)
    pci, _ = ask(api.nvmlDeviceGetPciInfo, handle)
    limit, _ = ask(api.nvmlDeviceGetEnforcedPowerLimit, handle)
    capability, _ = ask(api.nvmlDeviceGetCudaComputeCapability, handle)
    driver, _ = ask(api.nvmlSystemGetDriverVersion)
    cuda, _ = ask(api.nvmlSystemGetCudaDriverVersion)
    mig, _ = ask(api.nvmlDeviceGetMigMode, handle)
    virtual, _ = ask(api.nvmlDeviceGetVirtualizationMode, handle)
    bus = getattr(pci, "busId", None)
    found: Facts = {
        "driver_version": driver,
        "cuda_driver_version": None if cuda is None else f"{cuda // 1000}.{cuda % 1000 // 10}",
        "memory_total": None if memory is None else memory.total,
        "pci_address": bus.decode("ascii", "replace") if isinstance(bus, bytes) else bus,
        "power_limit": None if limit is None else limit * MILLI,
        "compute_capability": None if capability is None else f"{capability[0]}.{capability[1]}",
        "mig": None if mig is None else bool(mig[0]),
    }
    if virtual in _VIRTUALIZATION:
        found["virtualization"] = _VIRTUALIZATION[virtual]
    if is_wsl(root):
        found["wsl"] = True
    return found


def is_wsl(root: Path) -> bool:
    """Whether this is Linux in Windows, where the driver offers less."""
    return (root / "dev/dxg").exists()


def tells_averages(architecture: int | None, compute_capability: object) -> bool:
    """Whether nvmlDeviceGetPowerUsage tells a 1 s average on this GPU (Ampere except GA100, and newer: nvml.h)."""
    return architecture is not None and architecture >= AMPERE and compute_capability != "8.0"


def sampled_share(architecture: int | None, compute_capability: object) -> float | None:
    """Return the share of time that the instantaneous power sensor looks at (raw data of arXiv 2312.02741); None when unknown."""
    if architecture == HOPPER or compute_capability == "8.0":
        return 0.25
    return {PASCAL: 0.5, VOLTA: 0.5, TURING: 1.0, AMPERE: 1.0, ADA: 1.0}.get(architecture or 0)


def uncertainty(name: str) -> float:
    """Return how far the gain of the power and energy sensors may be off, as a share (k = 2; measurement.md, S16)."""
    if _GEFORCE.search(name):
        return 0.08
    return 0.07 if _DATA_CENTRE.search(name) else 0.10


def whole_device_note(found: Facts) -> str | None:
    """Return of what a power or energy reading is when that is more than what this machine uses (measurement.md, S12)."""
    if found.get("mig"):
        return "of the whole GPU, all its MIG partitions together"
    if found.get("virtualization") == _VIRTUALIZATION[2]:
        return "of the whole physical GPU, which other machines may use too"
    return None
