"""A table of a profile: columns with SI units, rows of values; terminal, CSV and window lay it out."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

from gpuscope.core.figures import DisplayUnit, display_unit, figure
from gpuscope.reports.model import Cell, Column, Table
from gpuscope.system.language import translated, with_unit

Value = str | int | float | None
"""Text, a number in the column's SI unit, or nothing."""
_FEW, _TINY = 10.0, 1e-3
"""Durations of up to so many of a unit are shown in the next smaller one if others are less than this of it."""
_COMPARED = ("before", "after", "difference")
"""Columns that are compared with one another, and so share a unit."""
_READ_BESIDE = {"total": "self", "total_device": "self_device", "total_host": "self_host"}
"""Maps columns to the one they are read beside, whose unit they take: the smaller figures stay readable in it."""


@dataclass(frozen=True, slots=True)
class ProfileColumn:
    """A column.

    Attributes:
        key: Its name in code.
        label: In words, without the unit.
        unit: SI unit of its numbers: "s", "B", "FLOP", "1"; "" for text.
        share: Whether its numbers are shown in per cent.
        widest: Columns after which text is elided in a terminal; None for never.
        short: Returns a text as displayed, if names are too long to be displayed in full; a CSV has them in full.
        minor: Whether a terminal that is too narrow for the table leaves it out, the last one first.
        signed: Whether positive numbers have a sign too, since they are differences.
        each_own: Whether each number has a unit of its own in its cell: memory of a device beside the few bytes of another.
        even: Whether all numbers have the same decimals: those of the typical duration, from which their differences are read.
    """

    key: str
    label: str
    unit: str = ""
    share: bool = False
    widest: int | None = None
    short: Callable[[str], str] | None = None
    minor: bool = False
    signed: bool = False
    each_own: bool = False
    even: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it holds numbers."""
        return bool(self.unit)

    def cell(self, value: Value, unit: DisplayUnit | None) -> Cell:
        """Return a value as displayed, a number in the column's unit or its own; None if it is missing."""
        if isinstance(value, str):
            return self.short(value) if self.short is not None else value
        if value is not None and self.each_own:
            return figure(value, self.unit)
        if value is None or unit is None:
            return value
        text = unit.figure(value)
        return f"+{text}" if self.signed and value > 0 and text[0].isdigit() else text


@dataclass(frozen=True, slots=True)
class ProfileTable:
    """A table with its rows in order of importance.

    Attributes:
        key: Its name in code.
        title: In words.
        columns: At least one.
        rows: Each with as many values as there are columns.
        notes: Sentences below it.
    """

    key: str
    title: str
    columns: tuple[ProfileColumn, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()

    def units(self) -> tuple[DisplayUnit | None, ...]:
        """Return the unit in which each column is shown; None for text, and for numbers with units of their own."""
        return tuple(self._unit(place, column) for place, column in enumerate(self.columns))

    def without_unknown(self, *keys: str) -> "ProfileTable":
        """Return the table without those of some columns that have no value but 0 in any row."""
        known = {column.key for place, column in enumerate(self.columns) if any(row[place] for row in self.rows)}
        return self.without(*(key for key in keys if key not in known))

    def without(self, *keys: str) -> "ProfileTable":
        """Return the table without some columns."""
        kept = [place for place, column in enumerate(self.columns) if column.key not in keys]
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in kept), rows=rows)

    def shown(self, most: int | None = None) -> Table:
        """Return the rows, or the first ``most``, as text, each column in one unit."""
        units = self.units()
        columns = tuple(
            Column(
                with_unit(translated(column.label), unit.name) if unit else column.label,
                column.is_number,
                widest=column.widest,
                shortens=column.widest is not None,
                minor=column.minor,
            )
            for column, unit in zip(self.columns, units, strict=True)
        )
        kept = self.rows if most is None else self.rows[:most]
        rows = tuple(tuple(column.cell(value, unit) for column, value, unit in zip(self.columns, row, units, strict=True)) for row in kept)
        return Table(self.title, columns, rows, self.notes)

    def exact(self) -> Table:
        """Return all rows with their numbers in SI units and their names in full, for a CSV."""
        columns = tuple(
            Column(f"{column.label} [{column.unit}]" if column.unit not in ("", "1") else column.label) for column in self.columns
        )
        return Table(self.title, columns, self.rows)

    def _unit(self, place: int, column: ProfileColumn) -> DisplayUnit | None:
        if not column.is_number or column.each_own:
            return None
        shared = _COMPARED if column.key in _COMPARED else (_READ_BESIDE.get(column.key, column.key),)
        places = [other for other, beside in enumerate(self.columns) if beside.key in shared and beside.unit == column.unit] or [place]
        values = [value for row in self.rows for other in places if isinstance(value := row[other], (int, float))]
        unit = display_unit(column.unit, values, share=column.share)
        sizes = [abs(value) for value in values if value and math.isfinite(value)]
        if column.unit == "s" and sizes and max(sizes) < _FEW * unit.size and min(sizes) < _TINY * unit.size:
            unit = display_unit(column.unit, [max(sizes) / _FEW])  # 1020 and 0.408 ms rather than 1.02 and 0.000408 s
        durations = self._durations() if column.even else []
        return unit.evenly(median(durations)) if durations else unit

    def _durations(self) -> list[float]:
        """Return the durations above 0, in seconds."""
        places = [place for place, column in enumerate(self.columns) if column.key == "duration"]
        return [value for row in self.rows for place in places if isinstance(value := row[place], (int, float)) and value > 0]
