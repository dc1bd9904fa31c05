"""What every rendering starts from: values, not their looks."""

from dataclasses import dataclass

from gpuscope.core.quantity import Quantity

Cell = str | int | float | Quantity | None
"""Text, a number, a number with its unit and worth, or nothing."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        header: In words; unique within the table.
        numeric: Whether it is set flush right.
        share: Whether its quantities of unit "1" are shown as percentages.
        widest: Characters after which a cell of it is elided in a terminal; None for never.
        wraps: Whether its cells are broken into lines instead, also where the terminal is too narrow.
        foreign: Whether its words are those of users or programs (a name, a tag), which are never translated.
    """

    header: str
    numeric: bool = False
    share: bool = False
    widest: int | None = 60
    wraps: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        title: In words; "" for none.
        columns: At least one.
        rows: As many cells each as there are columns.
        notes: Sentences below it.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A title, sentences that say what was found, and tables."""

    title: str
    lead: tuple[str, ...]
    tables: tuple[Table, ...] = ()
