"""A profile for a terminal and as CSV."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gpuscope.core import figures
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.model import Report
from gpuscope.reports.profile_view import ProfileTable, ProfileView

_FIRST_ROWS = 10
"""Operators and kernels on the first screen, which has thirty lines."""


def profile_report(view: ProfileView, *, everything: bool) -> Report:
    """Return a profile as sentences and tables.

    Args:
        view: What is shown.
        everything: Whether every table is shown whole; else what fits one screen.
    """
    if everything:
        return Report(view.title, view.sentences, tuple(table.shown() for table in view.tables))
    first = [replace(table.shown(_FIRST_ROWS), title="") for table in (view.operators, view.kernels) if table.rows]
    if first:
        first[-1] = replace(first[-1], notes=_more(view))
    return Report(view.title, view.sentences, tuple(first))


def _more(view: ProfileView) -> tuple[str, ...]:
    left = {"operator": len(view.operators.rows) - _FIRST_ROWS, "kernel": len(view.kernels.rows) - _FIRST_ROWS}
    parts = [figures.counted(count, f"more {name}") for name, count in left.items() if count > 0]
    return (f"--all shows {figures.listed([*parts, 'timeline, classes, shapes, steps and memory'])}.",)


def profile_csv(tables: Iterable[ProfileTable]) -> Iterator[str]:
    """Yield tables as CSV, an empty line between two."""
    for number, table in enumerate(tables):
        if number:
            yield "\r\n"
        yield from table_csv(table)


def table_csv(table: ProfileTable) -> Iterator[str]:
    """Yield one table as CSV, its numbers in SI units."""
    yield from table_pieces(table.exact())
