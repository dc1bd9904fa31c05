"""The devices that a run was placed on, whose energy is the run's energy."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from gpuscope.core.device import MACHINE, NO_GPU, Device, DeviceKind
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec

_VISIBLE = ("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")
_NONE = re.compile(r"-[0-9]+")
"""No GPU has such a number, so it hides those after it; "-1" alone is the usual way to hide all."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The devices that a run was placed on.

    Attributes:
        devices: Device keys; empty if unknown or not recorded.
        reason: Why they are unknown; None if they are known.
    """

    devices: tuple[str, ...]
    reason: str | None = None


def place(spec: RunSpec, devices: Sequence[Device], uuids: Sequence[str] = (), visible: str | None = None) -> Placement:
    """Return the placement of a run.

    Args:
        spec: What was run.
        devices: All recorded devices.
        uuids: UUIDs of the GPUs as reported by the workload, one per rank; torch's device order is not NVML's.
        visible: The run's ``CUDA_VISIBLE_DEVICES`` (or ROCm's equivalent); None if unset.
    """
    gpus = _gpus(devices)
    if spec.is_command:
        return _of_command(gpus, visible)
    if spec.device == "cpu":
        return Placement((MACHINE,))
    if all(gpu.key.startswith(("amd:", "intel:")) for gpu in gpus) and any(gpu.key.startswith("amd:") for gpu in gpus):
        reported = zip_longest(spec.rank_devices, uuids[: spec.ranks])  # a UUID is None if the workload did not report it
        return _together([_on_amd(gpus, rank_device, uuid, visible) for rank_device, uuid in reported])
    if uuids:
        return _together([_by_uuid(gpus, uuid) for uuid in uuids])
    if len(gpus) == 1 and spec.ranks == 1 and spec.device in ("cuda:0", "mps:0", "xpu:0") and visible is None:
        return Placement((gpus[0].key,))
    return Placement((), f"which of the recorded GPUs is {spec.device} was not reported")


def recorded_placement(record: RunRecord) -> Placement:
    """Return the placement of a recorded run, from its recorded environment."""
    devices = [result.device for result in record.devices]
    texts = {name: text for name in _VISIBLE if isinstance(text := record.environment.get(f"variables.{name}"), str)}
    visible = visible_devices(texts.get)
    return place(record.spec, devices, reported_uuids(record.environment), visible)


def gpus_of(record: RunRecord) -> tuple[DeviceResult, ...]:
    """Return the GPUs that a run was placed on; all recorded ones, without the placeholder, if none is known to be among them."""
    known = [gpu.key for gpu in _gpus([result.device for result in record.devices]) if gpu.key != NO_GPU]
    gpus = tuple(result for result in record.devices if result.device.key in known)
    placed = recorded_placement(record).devices
    return tuple(result for result in gpus if result.device.key in placed) or gpus


def reported_uuids(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the UUIDs of the GPUs that a workload computed on, one per rank, as far as reported."""
    uuids = facts.get("device_uuids") or [facts.get("device_uuid")]
    return tuple(uuid for uuid in uuids if isinstance(uuid, str)) if isinstance(uuids, list) else ()


def _together(placements: Sequence[Placement]) -> Placement:
    """Merge the placements of all ranks; unknown if any of them is, since a partial total would be wrong."""
    unknown = next((placement for placement in placements if not placement.devices), None)
    return unknown or Placement(tuple(dict.fromkeys(key for placement in placements for key in placement.devices)))


def visible_devices(variable: Callable[[str], str | None]) -> str | None:
    """Return the value of the first set variable that restricts the visible GPUs; None if none is set."""
    return next((value for value in map(variable, _VISIBLE) if value is not None), None)


def _gpus(devices: Sequence[Device]) -> list[Device]:
    """Return the GPUs that a run can be on; simulated or replayed GPUs are excluded if there are real ones."""
    gpus = [device for device in devices if device.kind is DeviceKind.GPU]
    readable = [device for device in gpus if ":" in device.key]  # excludes the placeholder for unreadable GPUs
    return [device for device in readable if device.simulated is None] or readable or gpus


def _by_uuid(gpus: Sequence[Device], uuid: str) -> Placement:
    for gpu in gpus:
        if gpu.uuid is not None and _plain(gpu.uuid) == _plain(uuid):
            return Placement((gpu.key,))
    parted = [gpu for gpu in gpus if gpu.properties.get("mig")]
    if len(parted) == 1:  # CUDA names a MIG partition by a UUID of its own
        return Placement((parted[0].key,))
    return Placement((), f"the GPU with the UUID {uuid} was not recorded")


def _on_amd(gpus: Sequence[Device], device: str, uuid: str | None, visible: str | None) -> Placement:
    """Place a rank on an AMD GPU: ROCm's torch also names GPUs "cuda:N", in the kernel's order, and formats UUIDs differently."""
    cards = [gpu for gpu in gpus if gpu.key.startswith("amd:")]
    placed = _by_uuid(cards, uuid) if uuid is not None else Placement(())
    number = device.partition(":")[2]
    if placed.devices or not number.isdecimal():
        return placed
    if len(cards) == 1 and int(number) == 0:
        return Placement((cards[0].key,))
    if visible is None and int(number) < len(cards):
        return Placement((cards[int(number)].key,))
    return Placement((), f"which of the recorded GPUs is {device} was not reported")


def _of_command(gpus: Sequence[Device], visible: str | None) -> Placement:
    if not gpus:
        return Placement((), "no GPU was recorded")
    if all(gpu.is_absent for gpu in gpus):
        return Placement((MACHINE,))  # it has nothing else to compute on
    if visible is None:
        return Placement(tuple(gpu.key for gpu in gpus))
    keys = []
    for name in [part.strip() for part in visible.split(",") if part.strip()]:
        if _NONE.fullmatch(name):
            break
        key = _visible(gpus, name)
        if key is None:
            # CUDA uses the list up to the first invalid name; MIG slices and other device orders cannot be resolved here.
            return Placement((), f"which GPUs CUDA_VISIBLE_DEVICES={visible[:100]} names cannot be determined")
        keys.append(key)
    return Placement(tuple(dict.fromkeys(keys)), None if keys else "CUDA_VISIBLE_DEVICES hides every GPU")


def _visible(gpus: Sequence[Device], name: str) -> str | None:
    if name.isdecimal():
        # CUDA numbers the fastest card first and equal cards in NVML's order, so an index is unambiguous only among equal cards.
        alike = len({gpu.name for gpu in gpus}) == 1
        return gpus[int(name)].key if alike and int(name) < len(gpus) else None
    matches = [gpu.key for gpu in gpus if gpu.uuid is not None and _plain(gpu.uuid).startswith(_plain(name))]
    return matches[0] if len(matches) == 1 else None


def _plain(uuid: str) -> str:
    return uuid.lower().removeprefix("gpu-")
