"""Why a device runs below the clock that was asked for, in words."""

POWER_CAP, THERMAL, HARDWARE = 0x04, 0x20 | 0x40, 0x08 | 0x80
_SLOWDOWN, _SYNC_BOOST, _POWER_BRAKE = 0x08, 0x10, 0x80
_REASONS = (
    (POWER_CAP, "power cap"),
    (_SLOWDOWN, "hardware slowdown"),
    (_SYNC_BOOST, "sync boost"),
    (THERMAL, "thermal slowdown"),
    (_POWER_BRAKE, "power brake"),
)
MASK = POWER_CAP | HARDWARE | _SYNC_BOOST | THERMAL
"""Of NVML's clock event reasons (nvml.h, nvmlClocksEventReason*) those that slow a device against the user's will; idling does not,
nor does a clock that the user set."""


def throttle_reasons(bits: int) -> tuple[str, ...]:
    """Return the reasons of NVML's bit field, most usual first; empty when nothing slows the device against the user's will."""
    return tuple(words for bit, words in _REASONS if bits & bit)
