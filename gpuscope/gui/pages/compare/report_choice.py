"""What the user wants a report to be: the kind of file, its sections, its paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from gpuscope.recording.comparison_file import HTML, PDF
from gpuscope.reports.report_layout import Paper, ReportLayout, Section


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """A choice; sections are kept by what is left out, so that one that a later version adds is there.

    Attributes:
        ending: ``.pdf`` or ``.html``.
        paper: Of a PDF.
        left_out: Sections that the report has not.
    """

    ending: str = PDF
    paper: Paper = Paper.A4
    left_out: frozenset[Section] = frozenset()

    @property
    def layout(self) -> ReportLayout:
        """The choice as the report takes it."""
        return ReportLayout(frozenset(Section) - self.left_out, self.paper)

    def to_json(self) -> dict[str, Any]:
        """Return the choice for the window's memory."""
        return {"ending": self.ending, "paper": self.paper.value, "left_out": sorted(self.left_out)}

    @classmethod
    def from_json(cls, found: object) -> Self:
        """Return what was kept; the default of everything that does not fit."""
        kept: Mapping[str, Any] = found if isinstance(found, Mapping) else {}
        ending, paper, left_out = kept.get("ending"), kept.get("paper"), kept.get("left_out")
        return cls(
            ending if ending in (PDF, HTML) else PDF,
            next((one for one in Paper if one.value == paper), Paper.A4),
            frozenset(one for one in Section if one.value in left_out) if isinstance(left_out, list) else frozenset(),
        )
