"""The axes of a sweep: the values of one setting, parsed from ``1..1024``, ``1..1024:x4`` or ``fp32,bf16``."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.field import Field, Scalar
from gpuscope.core.runspec import FIELDS

NONE = "none"
"""Text for an unset value, as in ``ab --vary``: optimize=none,channels-last."""
MOST_VALUES = 1000
"""Maximum number of values on an axis: a doubling range from 1 to the largest batch has 32."""
_NO_AXES = frozenset({"data", "rendezvous", "nodes", "profile"})
"""Fields whose text may itself contain commas or dots, or that need other machines."""
_RANGE = re.compile(r"(?P<low>[^.,:]+(?:\.\d+)?)\.\.(?P<high>[^,:]+?)(?::x(?P<factor>\d+(?:\.\d+)?))?")

Place = tuple[int, ...]
"""A cell: the index of its value on each axis."""


@dataclass(frozen=True, slots=True)
class SweepAxis:
    """An axis of a sweep.

    Attributes:
        key: Key of the RunSpec field or workload option.
        label: Display name.
        values: Numbers in ascending order, choices in the order given; None for an unset value.
        unit: Unit of the values, or "".
        is_numeric: Whether the values are numbers.
    """

    key: str
    label: str
    values: tuple[Scalar | None, ...]
    unit: str = ""
    is_numeric: bool = False

    def texts(self) -> list[str]:
        """Return the values formatted for display."""
        return [value_text(self.key, value) for value in self.values]

    def value_label(self, index: int) -> str:
        """Return a value with its label: "batch size 64"; number formats, devices and tasks need no label."""
        text = value_text(self.key, self.values[index])
        return text if self.key in _SELF_EVIDENT else f"{figures.uncapitalized(self.label)} {text}"

    @property
    def has_log_scale(self) -> bool:
        """Whether the axis has a logarithmic scale: all values are numbers above 0."""
        return self.is_numeric and all(isinstance(value, int | float) and value > 0 for value in self.values)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"key": self.key, "label": self.label, "unit": self.unit, "numeric": self.is_numeric, "values": list(self.values)}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`."""
        values = tuple(document["values"])
        return cls(str(document["key"]), str(document["label"]), values, str(document["unit"]), bool(document["numeric"]))


_SELF_EVIDENT = frozenset({"precision", "device", "task"})


def value_text(key: str, value: Scalar | None) -> str:
    """Return an axis value formatted for display: ``BF16``, ``1 024``, ``channels-last + fused``, ``none``."""
    if value is None:
        return NONE
    if key == "precision":
        return str(value).upper()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(",", " + ") if isinstance(value, str) else figures.setting(value)


def is_axis(key: str, text: str, knob: Field | None) -> bool:
    """Return whether a value describes an axis: a range, or several comma-separated values."""
    if key in _NO_AXES or knob is None:
        return False
    return "," in text or (".." in text and knob.type in (int, float))


def parse_axis(knob: Field, text: str) -> SweepAxis:
    """Parse an axis.

    Args:
        knob: The setting.
        text: ``1..1024`` doubles, ``1..1024:x4`` multiplies by four, ``1,8,64`` and ``fp32,bf16`` are lists. "none" leaves the setting
            unset; optimizations to combine are joined with "+".

    Raises:
        UsageError: The text is not an axis, a value is out of range or repeated, or there are too many values.
    """
    number = knob.type in (int, float)
    parts = _range(knob, text) if number and ".." in text else [_value(knob, part) for part in text.split(",")]
    if number and None not in parts:
        parts = sorted(parts, key=float)  # type: ignore[arg-type]
    if len(set(parts)) < len(parts):
        raise UsageError(f"{knob.label}: {text[:60]!r} repeats a value", "Give each value once.")
    return SweepAxis(knob.key, knob.label, tuple(parts), knob.unit, number and None not in parts)


def _value(knob: Field, text: str) -> Scalar | None:
    text = text.strip()
    if text == NONE and knob.default is None:
        return None
    if not text:
        raise UsageError(f"{knob.label}: an empty value", f"For example: {example(knob)}")
    return knob.parse(text.replace("+", ",") if knob.key == "optimize" else text)


def _range(knob: Field, text: str) -> list[Scalar | None]:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{knob.label}: {text[:60]!r} is not a range", f"For example: {example(knob)}")
    low, high = float(knob.parse(match["low"])), float(knob.parse(match["high"]))
    factor = float(match["factor"] or 2)
    if low <= 0 or high < low or factor <= 1:
        why = "it starts at 0 and is multiplied" if low <= 0 else "its end is below its beginning" if high < low else "its factor is 1"
        raise UsageError(f"{knob.label}: {text[:60]!r} is not a range: {why}", f"For example: {example(knob)}")
    count = math.floor(math.log(high / low) / math.log(factor) + 1e-9) + 1
    if count > MOST_VALUES:
        raise UsageError(f"{knob.label}: {text[:60]!r} has {figures.counted(count, 'value')}", f"At most {MOST_VALUES} can be on one axis.")
    steps = [low * factor**power for power in range(count)]
    if steps[-1] < high * (1 - 1e-9):
        steps.append(high)
    return list(dict.fromkeys(knob.parse(round(step) if knob.type is int else step) for step in steps))


def example(knob: Field) -> str:
    """Return an example of an axis for a setting."""
    if knob.choices:
        return ",".join(knob.choices[:2])
    return "1..8" if knob.key == "threads" else "1..1024" if knob.type is int else "0.01..1:x10" if knob.type is float else "a,b"


def useful_order(axes: Sequence[SweepAxis]) -> list[Place]:
    """Return all cells in an order that covers the whole range early: the corners, the middle, then ever finer subdivisions.

    On each axis the ends come first, then the middle, the quarters and so on, as in a bit-reversed (van der Corput) sequence; a cell is
    ranked by its finest coordinate.
    """
    levels = [_levels(len(axis.values)) for axis in axes]
    places: list[Place] = [()]
    for axis in axes:
        places = [(*place, index) for place in places for index in range(len(axis.values))]

    def rank(place: Place) -> tuple[int, ...]:
        depths = [levels[number][index] for number, index in enumerate(place)]
        return (max(depths), -min(depths), *place)

    return sorted(places, key=rank)


def _levels(count: int) -> list[int]:
    """Return the subdivision level of each index of an axis: 0 for both ends, 1 for the middle, 2 for the quarters."""
    levels = [0] * count
    for level, middle in _halves(0, count - 1, 1):
        levels[middle] = level
    return levels


def _halves(low: int, high: int, level: int) -> Iterator[tuple[int, int]]:
    if high - low < 2:
        return
    middle = (low + high) // 2
    yield level, middle
    yield from _halves(low, middle, level + 1)
    yield from _halves(middle, high, level + 1)


def spec_field(key: str, options: dict[str, Field]) -> Field | None:
    """Return the setting with a key: a RunSpec field or an option of the workload; None for neither."""
    return FIELDS.get(key) or options.get(key)
