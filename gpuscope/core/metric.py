"""A metric: its unit, its behaviour between readings, and which direction is an improvement."""

from dataclasses import dataclass
from enum import StrEnum


class Better(StrEnum):
    """Which direction is an improvement."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


class Kind(StrEnum):
    """Behaviour of a series between two readings."""

    GAUGE = "gauge"
    """An instantaneous value."""
    COUNTER = "counter"
    """A monotonic sum; shown as its rate, reduced to its difference over the window."""
    STATE = "state"
    """A bit field or code; reduced to the share of time in each state."""


class Family(StrEnum):
    """Subject of a metric; determines its colour and position."""

    COMPUTE = "compute"
    POWER = "power"
    MEMORY = "memory"
    CLOCK = "clock"
    TEMPERATURE = "temperature"
    THROUGHPUT = "throughput"
    LOSS = "loss"
    HOST = "host"


class Reduction(StrEnum):
    """How a series is reduced to one number over the run's window; the suffix of the reduced metric's key."""

    MEAN = "mean"
    PEAK = "peak"
    MINIMUM = "min"
    LAST = "last"
    DELTA = "delta"
    """The difference of a counter over the window; the reduced metric has the counter's own key."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity that can be measured on a device or for a run.

    Attributes:
        key: Stable name in JSON, CSV and the store; [a-z0-9_].
        label: Display name, in sentence case.
        unit: SI unit, used in all layers above ``sensors``; "1" for a ratio.
        better: Which direction is an improvement.
        family: Subject of the metric.
        help: One or two sentences on what the number means, and what it does not.
        kind: Behaviour of a series between readings; also set for metrics with one number per run.
        reductions: Reductions of its series to run metrics; empty for metrics with one number per run.
    """

    key: str
    label: str
    unit: str
    better: Better
    family: Family
    help: str
    kind: Kind = Kind.GAUGE
    reductions: tuple[Reduction, ...] = ()
