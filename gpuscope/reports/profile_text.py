"""A profile for a terminal and as CSV."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gpuscope.core import figures
from gpuscope.profiles.rules.finding import Finding
from gpuscope.reports.model import Column, Report, Table
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.reports.profile_view import NOTHING, ProfileView
from gpuscope.reports.text import render
from gpuscope.system.language import composed, filled, joined_sentences, listed, listed_names, translated

_FIRST_LINES = 30
"""Lines of the first screen."""
_FIRST_ROWS, _BESIDE_ADVICE = ((9, 0), (5, 0), (3, 0)), ((5, 2), (4, 2), (3, 2), (3, 1))
"""Rows per table and findings on the first screen, the first of them that fit it: without findings, and with them."""


def profile_report(view: ProfileView, *, everything: bool, name: str = "", columns: int | None = None) -> Report:
    """Return a profile as sentences and tables.

    Args:
        view: The profile to show.
        everything: Whether to show all tables in full; otherwise only what fits one screen.
        name: Name of the profile; "" for the file's name.
        columns: Width of the terminal in which the first screen is to fit; None for any.
    """
    title = view.title_of(name) if name else view.title
    sentences = (*view.sentences, *(() if view.findings or not view.classes.rows else (f"{NOTHING}.",)))
    if everything:
        tables = [table.shown() for table in view.tables if table.key != view.advice.key]
        return Report(title, sentences, (_advice(view), *tables))
    screens = (_first_screen(view, title, sentences, *size) for size in (_BESIDE_ADVICE if view.findings else _FIRST_ROWS))
    for screen in screens:
        if len(render(screen, columns).splitlines()) <= _FIRST_LINES:
            break
    return screen


def _first_screen(view: ProfileView, title: str, sentences: tuple[str, ...], count: int, findings: int) -> Report:
    chosen = (
        (view.owners, view.operators) if view.ran_out_of_memory and view.owners.rows else (view.operators, view.functions, view.kernels)
    )
    first = [replace(table.shown(count), title="") for table in chosen if table.rows]
    if first:
        first[-1] = replace(first[-1], notes=(*first[-1].notes, *_more(view, count, findings)))
    return Report(title, sentences, (_advice(view, findings), *first))


def _advice(view: ProfileView, most: int | None = None) -> Table:
    """Return the findings with what to try, one paragraph each."""
    entries = view.findings[:most]
    columns = (Column("", numeric=True), Column("", widest=None, wraps=True))
    rows = tuple((figures.duration(entry.cost_s), _paragraph(entry)) for entry in entries)
    return Table(view.advice.title, columns, rows, view.advice.notes if most is None else ())


def _paragraph(finding: Finding) -> str:
    """Return a finding as a paragraph: the observation, its location, and what to try."""
    sentences = [composed(finding.seen)]
    if finding.cost_j is not None:
        sentences.append(filled("That is {0} at the run's mean power.", figures.figure(finding.cost_j, "J")))
    if finding.places:
        sentences.append(filled("At {0}.", listed_names([place.text for place in finding.places])))
    cure, colon = composed(finding.cure), translated(": ")
    change = f" (gpuscope run {finding.change})" if finding.change else ""
    if finding.code and colon in cure:
        return joined_sentences([*sentences, cure, f"{translated('In code')}{colon}{finding.code}{change}"])
    code = f"{colon}{finding.code}" if finding.code else translated(".")
    return joined_sentences([*sentences, f"{cure.removesuffix(translated('.'))}{code}{change}"])


def _more(view: ProfileView, shown: int, advised: int) -> tuple[str, ...]:
    """Return what the first screen leaves out, as a sentence; () for nothing."""
    findings, operators = len(view.findings) - advised, len(view.operators.rows) - shown
    functions, kernels = len(view.functions.rows) - shown, len(view.kernels.rows) - shown
    left = (
        (findings, figures.counted(findings, "more finding")),
        (operators, figures.counted(operators, "more operator")),
        (functions, figures.counted(functions, "more function")),
        (kernels, figures.counted(kernels, "more kernel")),
    )
    tables = (
        (view.timeline, translated("timeline")),
        (view.classes, translated("classes")),
        (view.shapes, translated("shapes")),
        (view.roofline, translated("roofline")),
        (view.steps, translated("steps")),
        (view.memory, translated("memory")),
    )
    parts = [composed(text) for count, text in left if count > 0]
    parts += [name for table, name in tables if table.rows]
    return (filled("--all shows {0}.", listed(parts)),) if parts else ()


def profile_csv(tables: Iterable[ProfileTable]) -> Iterator[str]:
    """Yield tables as CSV, separated by empty lines."""
    for number, table in enumerate(tables):
        if number:
            yield "\r\n"
        yield from table_csv(table)


def table_csv(table: ProfileTable) -> Iterator[str]:
    """Yield one table as CSV, its numbers in SI units."""
    from gpuscope.reports.csv_report import table_pieces  # imports the metrics, which the tables in a terminal do not need

    yield from table_pieces(table.exact())
