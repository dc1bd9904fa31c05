"""A row of a benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure measured by a benchmark.

    Attributes:
        name: What was measured, in words.
        value: The figure; None if this machine cannot give it, with the reason in `detail`.
        unit: Its unit ("ms", "x", "%", "MB"); empty for a plain count.
        target: The target, in words ("<= 15"); empty if there is none.
        met: Whether the target was reached; None without a target or a value.
        detail: Interval, repeats, conditions, or why there is no value.
    """

    name: str
    value: float | None
    unit: str
    target: str = ""
    met: bool | None = None
    detail: str = ""
