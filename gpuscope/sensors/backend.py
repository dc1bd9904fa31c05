"""The interface of a back end."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from gpuscope.core.device import Device
from gpuscope.core.event import Gap, Log, Table

FAST_HZ = 10.0
"""Rate of the host metrics, power and energy; all other rates are fractions of it."""
GONE = "gone"
"""Code of a reading whose subject has ended (a watched process); its silence is not a gap."""
NOT_YET = "not-yet"
"""Code of a reading that is a difference and has no value until the second reading."""


class Reading(NamedTuple):
    """The result of one call.

    Attributes:
        before_ns: Monotonic timestamp just before the call.
        after_ns: Monotonic timestamp just after the call.
        values: One value per series of the call, in SI units; None where the reading failed.
        codes: Return code of each failed value, keyed by its index as text.
    """

    before_ns: int
    after_ns: int
    values: Sequence[float | int | None]
    codes: Mapping[str, int | str] = {}


Glance: TypeAlias = Callable[[], Reading | None]
"""Converts raw data that was already read into a reading; call it once. The reading's timestamps are those of the read."""


@dataclass(frozen=True, slots=True)
class Call:
    """A group of series that are read together, under one pair of timestamps.

    Attributes:
        name: Its name in the protocol; starts with the back end's name.
        period_ns: Interval between two calls.
        series: (device key, metric key) of each value. Empty for a maintenance call (such as looking for a lost device), which produces
            no sample.
    """

    name: str
    period_ns: int
    series: tuple[tuple[str, str], ...]


class Backend(Protocol):
    """A source of readings, used from one thread. Only ``open`` and ``read`` may hang or crash.

    Attributes:
        name: The name that ``--only`` takes: "host", "nvml".
    """

    name: str

    @property
    def revision(self) -> int:
        """A number that grows whenever devices, calls or qualities change."""

    def open(self) -> None:
        """Look for the devices. Missing hardware or software does not raise; it becomes an unavailable capability with a reason."""

    def devices(self) -> Sequence[Device]:
        """Return the devices with their capabilities."""

    def calls(self) -> Sequence[Call]:
        """Return the calls to take."""

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return (quality, source) by "device/metric", for each available series."""

    def read(self, call: str) -> Reading | None:
        """Perform a call now; return None if there is nothing to read (a lost device, no process to watch)."""

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the events other than readings since the last call of this method."""

    def close(self) -> None:
        """Release all resources; may be called twice."""


@runtime_checkable
class GlancingBackend(Backend, Protocol):
    """A frequently read back end that separates raw reads from their conversion.

    Converting ten glances together costs a fraction of ten readings, because the code and data stay in the processor's caches.
    """

    def glance(self, call: str) -> Glance:
        """Perform a call that has series now, without converting its values. Glances are converted in the order they were taken."""


def period_ns(hz: float) -> int:
    """Return the period of a rate in Hz, in nanoseconds."""
    return round(1e9 / hz)


def call_device(call: str) -> str | None:
    """Return the device key at the end of a call's name (``nvml.fields:gpu:0`` gives ``gpu:0``), or None."""
    match = re.search(r":(\w+:\d+)$", call)
    return match.group(1) if match else None
