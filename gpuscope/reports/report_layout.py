"""The sections of a comparison report after its first page, and its paper size."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from gpuscope.core.errors import UsageError

_NONE = "none"


class Section(StrEnum):
    """Optional sections, in order; they follow the verdict, the table of results and the chart, which every report has."""

    DEPLOYMENT = "deployment"
    DIFFERENCES = "differences"
    METRICS = "metrics"
    ENERGY = "energy"
    BOTTLENECKS = "bottlenecks"
    CURVES = "curves"
    METHODS = "methods"
    RUNS = "runs"


class Paper(StrEnum):
    """Page sizes of a PDF, by their typst names."""

    A4 = "a4"
    LETTER = "us-letter"


@dataclass(frozen=True, slots=True)
class ReportLayout:
    """A choice of sections and paper size."""

    sections: Collection[Section] = frozenset(Section)
    paper: Paper = Paper.A4


WHOLE = ReportLayout()
"""Every section, on A4."""


def named_sections(names: str) -> frozenset[Section]:
    """Return the sections of a list such as ``metrics,curves``; "none" selects the first page only.

    Raises:
        UsageError: A name is not known.
    """
    wanted = [name.strip().lower() for name in names.split(",") if name.strip()]
    known = [section.value for section in Section]
    if unknown := next((name for name in wanted if name not in (*known, _NONE)), None):
        raise UsageError(f"a report has no section {unknown[:40]!r}", f"Supported: {', '.join(known)}; {_NONE} is the first page alone.")
    if not wanted or (_NONE in wanted and len(wanted) > 1):
        raise UsageError(f"{names[:60]!r} names no choice of sections", f"Name some of {', '.join(known)}, or {_NONE} alone.")
    return frozenset(Section(name) for name in wanted if name != _NONE)
