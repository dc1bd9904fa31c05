"""A device, and what can be measured on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

NO_GPU_FOUND = "no NVIDIA GPU was found in this machine"
"""In the reasons of the device that stands for GPUs where there is none; one that only cannot be read has others."""
MACHINE = "cpu"
"""The key of the device that every machine has: its processors and main memory."""
WORKLOAD = "workload"
"""The key of the process tree of the run."""
RECORDER = "recorder"
"""The key of gpuscope's own recorder and helper."""
NO_GPU = "gpu"
"""The key of the device that stands for the GPUs when none can be read, and says why."""
UNTRIED = "untried"
"""The property of a device whose back end is untested on such hardware; its value says so."""
NOT_TRIED = "not tried on hardware"
"""Those words."""
PERIOD_PENDING = "update period unknown: not measured yet"
"""What a capability's note says while the update period is still to be measured."""


class DeviceKind(StrEnum):
    """What a device is."""

    CPU = "cpu"
    GPU = "gpu"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class Capability:
    """Whether one metric of one device can be measured here.

    Attributes:
        available: Whether readings come.
        source: The interface that gives them, or that would.
        period_s: The update period of the sensor as measured; None when unknown.
        reason: Why there are no readings; None when there are.
        cure: The one line that would change it; None when there is none.
        sampled_share: Share of time that the sensor looks at, 0 to 1 (a power sensor that averages 25 of every 100 ms: 0.25); None
            when it is unknown, or no share of time.
        uncertainty: Half width of the 95 % band (k = 2) of a reading's gain, as a share of the reading; None when unknown.
        note: What else to know of the readings: why the period is unknown, that they are of a whole device that is shared …
        window_s: How long a reading is the mean of, where that is a fixed time; None where it is ``sampled_share`` of the period.
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
        return {
            "available": self.available,
            "source": self.source,
            "period_s": self.period_s,
            "reason": self.reason,
            "cure": self.cure,
            "sampled_share": self.sampled_share,
            "uncertainty": self.uncertainty,
            "note": self.note,
            "window_s": self.window_s,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote."""
        return cls(
            bool(document["available"]),
            str(document["source"]),
            document.get("period_s"),
            document.get("reason"),
            document.get("cure"),
            document.get("sampled_share"),
            document.get("uncertainty"),
            document.get("note"),
            document.get("window_s"),
        )


@dataclass(frozen=True, slots=True)
class Device:
    """A device of this machine.

    Attributes:
        key: "cpu", "gpu:N" in NVML's order, "amd:N", "intel:N", "apple:N", "sim:N", "replay:N", "workload" (the process tree of a
            run) or "recorder".
        kind: What it is.
        name: Its name in the maker's words.
        uuid: The maker's stable identity; None where there is none.
        properties: Facts that do not change during a run (driver, power limit, memory size, PCI address …).
        capabilities: By metric key.
        simulated: Whether readings come from a stand-in, a replay or a simulation; such a device is labelled wherever
            it is shown.
    """

    key: str
    kind: DeviceKind
    name: str
    uuid: str | None = None
    properties: Mapping[str, str | int | float | None] = field(default_factory=dict)
    capabilities: Mapping[str, Capability] = field(default_factory=dict)
    simulated: str | None = None
    """The label ("stand-in NVML /path/to/lib.so", "SIMULATED", "recorded on …") when the readings are not those of real hardware
    here and now; else None."""

    @property
    def is_absent(self) -> bool:
        """Whether it stands for GPUs where there is none."""
        return any(NO_GPU_FOUND in (capability.reason or "") for capability in self.capabilities.values())

    @property
    def awaits_periods(self) -> bool:
        """Whether update periods of its sensors are still to be measured."""
        return any(PERIOD_PENDING in (capability.note or "") for capability in self.capabilities.values() if capability.available)

    def joined(self, other: Self) -> Self:
        """Merge the descriptions of one device by two back ends: what either can measure is available."""
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
        """Read what :meth:`to_json` wrote; unknown keys are ignored.

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


def unreal_word(label: str) -> str:
    """Return a word for readings that are not of real hardware here and now, by the label of their device."""
    return "recorded" if label.startswith("recorded") else "simulated" if label.startswith("SIMULATED") else "stand-in"


def _is_better(capability: Capability, other: Device, key: str) -> bool:
    there = other.capabilities.get(key)
    return there is None or (capability.available and not there.available)
