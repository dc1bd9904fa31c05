"""One line of a benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure that a benchmark has measured.

    Attributes:
        name: What was measured, in words.
        value: The figure; None where this machine cannot give it, with the reason in `detail`.
        unit: Its unit ("ms", "x", "%", "MB"); empty for a plain count.
        target: What was to be reached, in words ("<= 15"); empty where there is none.
        met: Whether the target was reached; None without a target or a value.
        detail: Interval, repeats, conditions, or why there is no value.
    """

    name: str
    value: float | None
    unit: str
    target: str = ""
    met: bool | None = None
    detail: str = ""
