"""The input of every rendering: values, without presentation."""

from dataclasses import dataclass

from gpuscope.core.quantity import Quantity

Cell = str | int | float | Quantity | None
"""Text, a number, a number with unit and quality, or nothing."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        header: In words; unique within the table.
        numeric: Whether it is right-aligned.
        share: Whether its quantities of unit "1" are shown as percentages.
        widest: Columns after which its cells are elided in a terminal; None for never.
        wraps: Whether its cells are wrapped instead of elided, also if the terminal is too narrow.
        foreign: Whether its text comes from users or programs (a name, a tag) and is never translated.
        shortens: Whether its cells are shortened if the terminal is too narrow; so are those of foreign text.
        minor: Whether it is left out first if the terminal is too narrow.
    """

    header: str
    numeric: bool = False
    share: bool = False
    widest: int | None = 60
    wraps: bool = False
    foreign: bool = False
    shortens: bool = False
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        title: In words; "" for none.
        columns: At least one.
        rows: Each with as many cells as there are columns.
        notes: Sentences below it.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A title, sentences with the findings, and tables."""

    title: str
    lead: tuple[str, ...]
    tables: tuple[Table, ...] = ()
