"""What a helper declares in its hello: devices, calls with their periods, qualities. Written by the helper, read by its owner."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from gpuscope.core.device import Capability, Device, DeviceKind

GPU_METRICS = (
    "power",
    "power_average",
    "power_limit",
    "energy",
    "throttle",
    "clock",
    "memory_clock",
    "temperature",
    "memory_used",
    "utilization",
    "memory_utilization",
)
"""The metrics that every GPU is expected to have."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Devices and what is read from them.

    Attributes:
        devices: By key.
        calls: (device, metric) of each value, by the call's name.
        periods: Seconds between readings, by the call's name.
        quality: (quality, source) by "device/metric".
        pending: Back ends that have not reported their devices yet.
        backends: Keys of the devices that each other back end has reported.
    """

    devices: Mapping[str, Device] = field(default_factory=dict)
    calls: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    periods: Mapping[str, float] = field(default_factory=dict)
    quality: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    pending: frozenset[str] = frozenset()
    backends: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def to_info(self) -> dict[str, Any]:
        """Return the declaration as the ``info`` of a hello."""
        return {
            "devices": [device.to_json() for device in self.devices.values()],
            "calls": {name: [list(value) for value in series] for name, series in self.calls.items()},
            "periods": dict(self.periods),
            "quality": {key: list(value) for key, value in self.quality.items()},
            "pending": sorted(self.pending),
            "backends": {name: list(devices) for name, devices in self.backends.items()},
        }

    @classmethod
    def from_info(cls, info: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_info`; unknown keys are ignored.

        Raises:
            ValueError: It is not a declaration.
        """
        try:
            devices = [Device.from_json(value) for value in info["devices"]]
            return cls(
                {device.key: device for device in devices},
                {str(name): tuple((str(d), str(m)) for d, m in series) for name, series in info["calls"].items()},
                {str(name): float(period) for name, period in info["periods"].items()},
                {str(key): (str(quality), str(source)) for key, (quality, source) in info["quality"].items()},
                frozenset(str(name) for name in info["pending"]),
                {str(name): tuple(str(key) for key in devices) for name, devices in info.get("backends", {}).items()},
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a declaration: {error}") from error

    def with_silent_of(self, earlier: "Declaration") -> "Declaration":
        """Return this declaration plus an earlier helper's entries for back ends that are pending or not started here."""
        silent = {name: devices for name, devices in earlier.backends.items() if name not in self.backends}
        devices = {key: earlier.devices[key] for keys in silent.values() for key in keys}
        calls = {name: series for name, series in earlier.calls.items() if backend_of(name) in silent}
        series = {f"{device}/{metric}" for value in calls.values() for device, metric in value}
        return replace(
            self,
            devices={
                **self.devices,
                **{key: self.devices[key].joined(value) if key in self.devices else value for key, value in devices.items()},
            },
            calls={**self.calls, **calls},
            periods={**self.periods, **{name: earlier.periods[name] for name in calls}},
            quality={**{key: value for key, value in earlier.quality.items() if key in series}, **self.quality},
            backends={**self.backends, **silent},
        )

    def without_readings_of(self, backends: Collection[str], reason: str) -> "Declaration":
        """Return this declaration with all GPUs of these back ends unavailable; if it has no GPU, with a placeholder "gpu" instead."""
        keys = [key for name in backends for key in self.backends.get(name, ())]
        off = {key: _silenced(self.devices[key], reason) for key in keys if self.devices[key].kind is DeviceKind.GPU}
        if off or any(value.kind is DeviceKind.GPU for value in self.devices.values()):
            return replace(self, devices={**self.devices, **off})
        stands_for = dict.fromkeys(backends or ("gpu",), ("gpu",))
        return replace(self, devices={**self.devices, "gpu": no_gpu(reason, None)}, backends={**self.backends, **stands_for})


def backend_of(call: str) -> str:
    """Return the name of the back end that performs a call (``nvml.fields:gpu:0`` gives ``nvml``)."""
    return call.partition(".")[0]


def _silenced(device: Device, reason: str) -> Device:
    source_by_metric = {metric: capability.source for metric, capability in device.capabilities.items()}
    off = {
        metric: Capability(False, source, None, reason) for metric, source in (dict.fromkeys(GPU_METRICS, "") | source_by_metric).items()
    }
    return replace(device, capabilities=off)


def no_gpu(reason: str, cure: str | None, simulated: str | None = None) -> Device:
    """Return the placeholder device for when no GPU can be read, with the reason on every metric."""
    able = dict.fromkeys(GPU_METRICS, Capability(False, "NVML", None, reason, cure))
    return Device("gpu", DeviceKind.GPU, "NVIDIA GPU", None, {}, able, simulated)
