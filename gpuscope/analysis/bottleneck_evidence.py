"""Figures that speak for what held a run back, each with the rule that it fulfils."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpuscope.core import figures

LABELS: Mapping[str, str] = {
    "slowed_thermal": "Share of the time slowed by heat",
    "slowed_hardware": "Share of the time slowed by the hardware",
    "slowed_power_cap": "Share of the time slowed by the power cap",
    "power_share": "Mean power as a share of the limit",
    "data": "Share of a step spent on getting its data",
    "copy": "Share of a step spent on copies to and from the device",
    "bandwidth": "Bandwidth reached",
    "step": "Step time",
    "utilization_mean": "Share of the time in which any kernel ran",
    "sm_activity_mean": "Share of the multiprocessors that had work",
    "tensor_activity_mean": "Share of the time in which the tensor cores were busy",
    "memory_activity_mean": "Share of the memory's bandwidth in use",
    "mfu": "FLOP/s as a share of those of a large matrix product",
    "roofline_share": "Share of the device's ceiling",
    "intensity": "Arithmetic intensity",
    "ridge": "Intensity at which the ceilings meet",
    "footprint": "Bytes that a step touches at least",
    "others": "Share of the processor that others took meanwhile",
}
"""Each figure, in words."""
_UNITS = {"step": "s", "bandwidth": "B/s", "footprint": "B", "intensity": "FLOP/B", "ridge": "FLOP/B"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A figure that speaks for a verdict.

    Attributes:
        key: Which, of :data:`LABELS`.
        value: In ``unit``.
        threshold: From which, or below which, it speaks for the verdict; None for what is told beside.
    """

    key: str
    value: float
    threshold: float | None = None

    @property
    def label(self) -> str:
        """What it is, in words."""
        return LABELS[self.key]

    @property
    def unit(self) -> str:
        """SI unit; "1" for a share."""
        return _UNITS.get(self.key, "1")

    @property
    def figure(self) -> str:
        """The value as people read it."""
        return self._shown(self.value)

    @property
    def rule(self) -> str:
        """Which rule it fulfils: "≥ 30 %", "< 5.00 ms"; "" for what is told beside."""
        if self.threshold is None:
            return ""
        shown = f"{round(self.threshold * 100)} %" if self.unit == "1" else self._shown(self.threshold)
        return f"{'≥' if self.value >= self.threshold else '<'} {shown}"

    @property
    def text(self) -> str:
        """All of it in a line."""
        return f"{self.label}: {self.figure}" + (f" ({self.rule})" if self.threshold is not None else "")

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"key": self.key, "text": self.text, "value": self.value, "unit": self.unit, "threshold": self.threshold}

    def _shown(self, value: float) -> str:
        return figures.percent(value) if self.unit == "1" else figures.figure(value, self.unit)
