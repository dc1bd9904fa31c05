"""The contract of a back end."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from gpuscope.core.device import Device
from gpuscope.core.event import Gap, Log, Table

FAST_HZ = 10.0
"""Rate of host metrics and of power and energy; the other rates are fractions of it."""
GONE = "gone"
"""Code of a reading whose subject has ended (a watched process); its silence is no gap."""
NOT_YET = "not-yet"
"""Code of a reading that needs a second look (a difference) before there is a value."""


class Reading(NamedTuple):
    """What one call gave.

    Attributes:
        before_ns: Monotonic stamp just before the call.
        after_ns: Monotonic stamp just after it.
        values: One a series of the call, in SI units; None where the reading failed.
        codes: Return code of each failed value, by its index as text.
    """

    before_ns: int
    after_ns: int
    values: Sequence[float | int | None]
    codes: Mapping[str, int | str] = {}


Glance: TypeAlias = Callable[[], Reading | None]
"""A call that was taken: works out what it gave, once. The readings' stamps are those of the taking."""


@dataclass(frozen=True, slots=True)
class Call:
    """Readings that are taken together, under one pair of stamps.

    Attributes:
        name: Its name on the wire; starts with the back end's.
        period_ns: Interval between two of them.
        series: (device key, metric key) of each value. Empty: the call keeps house (looks for a lost device) and gives no sample.
    """

    name: str
    period_ns: int
    series: tuple[tuple[str, str], ...]


class Backend(Protocol):
    """A source of readings. Used from one thread; ``open`` and ``read`` may hang or crash, and nothing else may.

    Attributes:
        name: "host", "nvml": what ``--only`` takes.
    """

    name: str

    @property
    def revision(self) -> int:
        """Grow whenever devices, calls or qualities change."""

    def open(self) -> None:
        """Look for the devices. Never raises for what may be missing on a machine: that is a capability with its reason."""

    def devices(self) -> Sequence[Device]:
        """Return the devices with what can be measured on them."""

    def calls(self) -> Sequence[Call]:
        """Return the calls to take."""

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return (quality, source) of each "device/metric" that is available."""

    def read(self, call: str) -> Reading | None:
        """Take a call now; return None when there is nothing to read (a lost device, nothing to watch)."""

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the events since the last call that are no readings."""

    def close(self) -> None:
        """Give everything back; may be called twice."""


@runtime_checkable
class GlancingBackend(Backend, Protocol):
    """A back end that is read often: it takes raw readings at once, and converts them when there is time.

    Ten glances that are worked out together cost a fraction of ten readings: what they need is in the processor's caches.
    """

    def glance(self, call: str) -> Glance:
        """Take a call that has series now. The glances are worked out in the order in which they were taken."""


def period_ns(hz: float) -> int:
    """Return the interval of a rate in Hz, in nanoseconds."""
    return round(1e9 / hz)


def call_device(call: str) -> str | None:
    """Return the device key at the end of a call's name (``nvml.fields:gpu:0`` gives ``gpu:0``), or None."""
    match = re.search(r":(\w+:\d+)$", call)
    return match.group(1) if match else None
