"""For which share of a run something slowed a device against the user's will, by reason."""

from collections.abc import Mapping

from gpuscope.core.metric import Better, Family, Kind, Metric
from gpuscope.core.throttle_reason import HARDWARE, POWER_CAP, THERMAL


def _share(key: str, label: str, help: str) -> Metric:
    return Metric(key, label, "1", Better.LOWER, Kind.GAUGE, Family.CLOCK, (), f"Share of the time in which {help}")


SLOWDOWN_METRICS: tuple[Metric, ...] = (
    _share("slowed_power_cap", "Slowed by the power cap", "the clock was held down to keep the power limit."),
    _share("slowed_thermal", "Slowed by heat", "the clock was held down because the device, or its memory, was too hot."),
    _share("slowed_hardware", "Slowed by the hardware", "the hardware braked the clock: heat, power supply, or an external signal."),
)
SLOWDOWN_BITS: Mapping[str, int] = {"slowed_power_cap": POWER_CAP, "slowed_thermal": THERMAL, "slowed_hardware": HARDWARE}
"""The bits of the metric "throttle" that each stands for."""
SET_ASIDE = ("slowed_thermal", "slowed_hardware")
"""A repeat with one of these is counted and set aside (measurement.md, S18)."""
