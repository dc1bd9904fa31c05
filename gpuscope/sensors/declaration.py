"""What a helper declares in its hello: devices, calls with their periods, qualities; written there, read by its owner."""

from collections.abc import Mapping, Sequence
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
"""What is asked of every GPU."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Devices and what is read from them.

    Attributes:
        devices: By key.
        calls: (device, metric) of each value, by the call's name.
        periods: Seconds between two readings, by the call's name.
        quality: (quality, source) by "device/metric".
        pending: Back ends that have not told their devices yet.
    """

    devices: Mapping[str, Device] = field(default_factory=dict)
    calls: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    periods: Mapping[str, float] = field(default_factory=dict)
    quality: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    pending: frozenset[str] = frozenset()

    def to_info(self) -> dict[str, Any]:
        """Returns the ``info`` of a hello."""
        return {
            "devices": [device.to_json() for device in self.devices.values()],
            "calls": {name: [list(one) for one in series] for name, series in self.calls.items()},
            "periods": dict(self.periods),
            "quality": {key: list(value) for key, value in self.quality.items()},
            "pending": sorted(self.pending),
        }

    @classmethod
    def from_info(cls, info: Mapping[str, Any]) -> Self:
        """Reads what :meth:`to_info` wrote; unknown keys are ignored.

        Raises:
            ValueError: It is no declaration.
        """
        try:
            devices = [Device.from_json(one) for one in info["devices"]]
            return cls(
                {device.key: device for device in devices},
                {str(name): tuple((str(d), str(m)) for d, m in series) for name, series in info["calls"].items()},
                {str(name): float(period) for name, period in info["periods"].items()},
                {str(key): (str(quality), str(source)) for key, (quality, source) in info["quality"].items()},
                frozenset(str(name) for name in info["pending"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a declaration: {error}") from error

    def _gpus(self) -> dict[str, Device]:
        return {key: one for key, one in self.devices.items() if one.kind is DeviceKind.GPU}

    def with_gpus_of(self, earlier: "Declaration") -> "Declaration":
        """Returns this one with the GPUs that an earlier helper had told."""
        gpus = earlier._gpus()
        names = {name for name, series in earlier.calls.items() if series and series[0][0] in gpus}
        return replace(
            self,
            devices={**self.devices, **gpus},
            calls={**self.calls, **{name: earlier.calls[name] for name in names}},
            periods={**self.periods, **{name: earlier.periods[name] for name in names}},
            quality={**self.quality, **{key: one for key, one in earlier.quality.items() if key.partition("/")[0] in gpus}},
        )

    def without_gpu_readings(self, reason: str) -> "Declaration":
        """Returns this one with the reason why no readings come on every GPU that is known, or on the GPUs as a whole."""
        off = {key: replace(one, capabilities=_unavailable(reason, None)) for key, one in self._gpus().items()}
        return replace(self, devices={**self.devices, **(off or {"gpu": no_gpu(reason, None)})})


def _unavailable(reason: str, cure: str | None) -> dict[str, Capability]:
    return dict.fromkeys(GPU_METRICS, Capability(False, "NVML", None, reason, cure))


def no_gpu(reason: str, cure: str | None, simulated: str | None = None) -> Device:
    """Returns the device that stands for the GPUs when none can be read, with the reason on every metric."""
    return Device("gpu", DeviceKind.GPU, "NVIDIA GPU", None, {}, _unavailable(reason, cure), simulated)
