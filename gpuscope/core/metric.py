"""Something that can be measured: its unit, how it behaves between readings, which direction is an improvement."""

from dataclasses import dataclass
from enum import StrEnum


class Better(StrEnum):
    """Which direction is an improvement."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


class Kind(StrEnum):
    """How a series behaves between two readings."""

    GAUGE = "gauge"
    """A value that holds at the instant of the reading."""
    COUNTER = "counter"
    """A sum that only grows; shown as its rate, reduced to its difference over the window."""
    STATE = "state"
    """A bit field or code; reduced to the share of time in each state."""


class Family(StrEnum):
    """Subject of a metric; determines its colour and its place."""

    COMPUTE = "compute"
    POWER = "power"
    MEMORY = "memory"
    CLOCK = "clock"
    TEMPERATURE = "temperature"
    THROUGHPUT = "throughput"
    LOSS = "loss"
    HOST = "host"


class Reduction(StrEnum):
    """How a series becomes one number over the run's window; the suffix of the reduced metric's key."""

    MEAN = "mean"
    PEAK = "peak"
    MINIMUM = "min"
    LAST = "last"
    DELTA = "delta"
    """The difference of a counter over the window; the reduced metric has the counter's own key."""


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that can be measured on a device or of a run.

    Attributes:
        key: Stable name in JSON, CSV and the store; [a-z0-9_].
        label: In words, sentence case.
        unit: SI unit above ``sensors``; "1" for a ratio.
        better: Which direction is an improvement.
        kind: How a series behaves between readings; also given for metrics that are one number per run.
        family: What it is about.
        reductions: How a series of it becomes numbers of the run; empty for metrics that are one number per run.
        help: One or two sentences that say what the number is, and what it is not.
    """

    key: str
    label: str
    unit: str
    better: Better
    kind: Kind
    family: Family
    reductions: tuple[Reduction, ...]
    help: str
