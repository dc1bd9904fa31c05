"""Reasons why a device runs below its requested clock, and the metrics for the share of a run in which each applied."""

from collections.abc import Mapping

from gpuscope.core.metric import Better, Family, Metric

POWER_CAP, THERMAL, HARDWARE = 0x04, 0x20 | 0x40, 0x08 | 0x80
"""SW_POWER_CAP; SW_THERMAL and HW_THERMAL; HW_SLOWDOWN and HW_POWER_BRAKE (nvml.h, nvmlClocksEventReason*)."""
_SLOWDOWN, _SYNC_BOOST, _POWER_BRAKE = 0x08, 0x10, 0x80
"""HW_SLOWDOWN, SYNC_BOOST and HW_POWER_BRAKE individually (same header)."""
_REASONS = (
    (POWER_CAP, "power cap"),
    (_SLOWDOWN, "hardware slowdown"),
    (_SYNC_BOOST, "sync boost"),
    (THERMAL, "thermal slowdown"),
    (_POWER_BRAKE, "power brake"),
)
MASK = POWER_CAP | HARDWARE | _SYNC_BOOST | THERMAL
"""NVML clock event reasons (nvml.h, nvmlClocksEventReason*) that slow a device unintentionally; idling and a clock set by the user are
excluded."""


def throttle_reasons(bits: int) -> tuple[str, ...]:
    """Return the unintended slowdown reasons in NVML's bit field, the most common first; empty if there are none."""
    return tuple(reason for bit, reason in _REASONS if bits & bit)


def _share(key: str, label: str, help: str) -> Metric:
    return Metric(key, label, "1", Better.LOWER, Family.CLOCK, f"Share of the time in which {help}")


SLOWDOWN_METRICS: tuple[Metric, ...] = (
    _share("slowed_power_cap", "Slowed by the power cap", "the clock was held down to keep the power limit."),
    _share("slowed_thermal", "Slowed by heat", "the clock was held down because the device, or its memory, was too hot."),
    _share("slowed_hardware", "Slowed by the hardware", "the hardware slowed the clock: heat, power supply, or an external signal."),
)
SLOWDOWN_BITS: Mapping[str, int] = {"slowed_power_cap": POWER_CAP, "slowed_thermal": THERMAL, "slowed_hardware": HARDWARE}
"""Bits of the metric "throttle" for each slowdown metric."""
SET_ASIDE = ("slowed_thermal", "slowed_hardware")
"""Slowdowns that exclude a repeat from the values; it is counted as set aside (measurement.md, S18)."""
