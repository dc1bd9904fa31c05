"""A device, and the metrics that can be measured on it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

NO_GPU_FOUND = "no NVIDIA GPU was found in this machine"
"""Part of the reasons of the placeholder device on a machine without GPUs; an unreadable GPU has other reasons."""
MACHINE = "cpu"
"""Key of the device for the processors and main memory, which every machine has."""
WORKLOAD = "workload"
"""Key of the run's process tree."""
RECORDER = "recorder"
"""Key of gpuscope's own recorder and helper."""
NO_GPU = "gpu"
"""Key of the placeholder device if no GPU can be read; its capabilities give the reason."""
UNTRIED = "untried"
"""Property of a device whose back end is untested on such hardware; its value is :data:`NOT_TRIED`."""
NOT_TRIED = "not tested on hardware"
"""Value of the property :data:`UNTRIED`."""
PERIOD_PENDING = "update period unknown: not measured yet"
"""Note of a capability whose update period is still to be measured."""
_NUMBERED = re.compile(r"[a-z]+:\d+")
"""Key of one of several devices of a maker: "gpu:0"."""
_REASON = re.compile(rf"({MACHINE}|{_NUMBERED.pattern}): (.+)", re.DOTALL)
_GPU_FACTS = ("driver_version", "cuda_driver_version", "power_limit")
"""Properties of a GPU that a run's environment keeps."""


def split_reason(reason: str) -> tuple[str, str]:
    """Split a reason that begins with a device ("cpu: no counter") into the device's key and the rest; the key is "" if it names none."""
    found = _REASON.fullmatch(reason)
    return (found[1], found[2]) if found else ("", reason)


class DeviceKind(StrEnum):
    """Kind of a device."""

    CPU = "cpu"
    GPU = "gpu"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class Capability:
    """Whether, and how, a device can measure a metric.

    Attributes:
        available: Whether it can be read.
        source: The interface that provides the readings, or would.
        period_s: Measured update period of the sensor; None if unknown.
        reason: Why there are no readings; None if there are.
        cure: A one-line remedy; None if there is none.
        sampled_share: Share of the time that the sensor observes, 0 to 1 (0.25 for a power sensor that averages 25 of every 100 ms);
            None if unknown or not applicable.
        uncertainty: Half width of the 95 % band (k = 2) of a reading's gain, as a share of the reading; None if unknown.
        note: Further information on the readings: why the period is unknown, that they cover a whole shared device …
        window_s: Averaging window of a reading if it is a fixed time; None if it is ``sampled_share`` of the period.
    """

    available: bool
    source: str
    period_s: float | None = None
    reason: str | None = None
    cure: str | None = None
    sampled_share: float | None = None
    uncertainty: float | None = None
    note: str | None = None
    window_s: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, as ``gpuscope devices --json`` prints it."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`; unknown keys are ignored."""
        available, source, *optional = (entry.name for entry in fields(cls))
        return cls(bool(document[available]), str(document[source]), *map(document.get, optional))


@dataclass(frozen=True, slots=True)
class Device:
    """A device of this machine.

    Attributes:
        key: "cpu", "gpu:N" in NVML's order, "amd:N", "intel:N", "sim:N", "replay:N", "workload" (the process tree of a
            run) or "recorder".
        name: The vendor's name for it.
        uuid: The vendor's stable identifier; None if there is none.
        properties: Facts that do not change during a run (driver, power limit, memory size, PCI address …).
        capabilities: Capabilities by metric key.
        simulated: Label of a stand-in, replay or simulation ("stand-in NVML /path/to/lib.so", "SIMULATED", "recorded on …"), shown with the
            device everywhere; None for live readings of real hardware.
    """

    key: str
    kind: DeviceKind
    name: str
    uuid: str | None = None
    properties: Mapping[str, str | int | float | None] = field(default_factory=dict)
    capabilities: Mapping[str, Capability] = field(default_factory=dict)
    simulated: str | None = None

    @property
    def is_absent(self) -> bool:
        """Whether it is the placeholder for GPUs on a machine without one."""
        return any(NO_GPU_FOUND in (capability.reason or "") for capability in self.capabilities.values())

    @property
    def awaits_periods(self) -> bool:
        """Whether any update period of its sensors is still to be measured."""
        return any(PERIOD_PENDING in (capability.note or "") for capability in self.capabilities.values() if capability.available)

    def joined(self, other: Self) -> Self:
        """Merge two back ends' descriptions of one device: a metric is available if either can measure it."""
        capabilities = {
            **other.capabilities,
            **{key: capability for key, capability in self.capabilities.items() if _is_better(capability, other, key)},
        }
        properties = {**self.properties, **other.properties}
        return replace(self, properties=properties, capabilities=capabilities, simulated=self.simulated or other.simulated)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, as ``gpuscope devices --json`` prints it."""
        return {
            "device": self.key,
            "kind": self.kind.value,
            "name": self.name,
            "uuid": self.uuid,
            "properties": dict(self.properties),
            "simulated": self.simulated,
            "metrics": {key: capability.to_json() for key, capability in self.capabilities.items()},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`; unknown keys are ignored.

        Raises:
            ValueError: The document is not a device.
        """
        try:
            return cls(
                str(document["device"]),
                DeviceKind(document["kind"]),
                str(document["name"]),
                document.get("uuid"),
                dict(document.get("properties", {})),
                {str(key): Capability.from_json(value) for key, value in document.get("metrics", {}).items()},
                document.get("simulated"),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a device: {document!r}") from error


def gpu_facts(devices: Iterable[Device]) -> dict[str, str | int | float]:
    """Return what a run's environment records about its GPUs, if known: "gpu:0.name", "amd:0.driver_version", "sim:0.power_limit"."""
    facts: dict[str, str | int | float] = {}
    for device in devices:
        if device.kind is DeviceKind.GPU and device.key != NO_GPU:
            facts[f"{device.key}.name"] = device.name
            facts |= {f"{device.key}.{key}": value for key in _GPU_FACTS if (value := device.properties.get(key)) is not None}
    return facts


def device_of_fact(key: str) -> str:
    """Return the device that an environment fact is about by the fact's key: "gpu:0" for "gpu:0.driver_version"; "" for none."""
    device = key.partition(".")[0]
    return device if _NUMBERED.fullmatch(device) else ""


def unreal_label(label: str) -> str:
    """Return a word for the label of readings that are not live from real hardware: "recorded" or "simulated"."""
    return "recorded" if label.startswith("recorded") else "simulated"


def _is_better(capability: Capability, other: Device, key: str) -> bool:
    other_capability = other.capabilities.get(key)
    return other_capability is None or (capability.available and not other_capability.available)
