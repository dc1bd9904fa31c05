"""Why a device runs below the clock that was asked for, in words."""

_REASONS = (
    (0x04, "power cap"),
    (0x08, "hardware slowdown"),
    (0x10, "sync boost"),
    (0x20 | 0x40, "thermal slowdown"),
    (0x80, "power brake"),
)
MASK = 0x04 | 0x08 | 0x10 | 0x20 | 0x40 | 0x80
"""Of NVML's clock event reasons (nvml.h, nvmlClocksEventReason*) those that slow a device against the user's will; idling does not,
nor does a clock that the user set."""


def throttle_reasons(bits: int) -> tuple[str, ...]:
    """Returns the reasons of NVML's bit field, most usual first; empty when nothing slows the device against the user's will."""
    return tuple(words for bit, words in _REASONS if bits & bit)
