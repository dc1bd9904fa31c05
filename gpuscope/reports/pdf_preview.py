"""The pages of the PDF report as pictures, to be looked at before it is written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.reports.pdf_report import absent_sections, document, printed_context, typeset
from gpuscope.reports.report_layout import ReportLayout, Section
from gpuscope.system.settings import Settings

_UNKNOWN_FONT = "unknown font family: "


@dataclass(frozen=True, slots=True)
class PagePictures:
    """What a PDF will look like.

    Attributes:
        pages: A PNG file each.
        absent: Sections that these runs have nothing for, chosen or not.
        missing_fonts: Names of the fonts that are not where they were shipped; characters that only they have stand as their names.
    """

    pages: Sequence[bytes]
    absent: frozenset[Section] = frozenset()
    missing_fonts: tuple[str, ...] = ()


def page_pictures(
    comparison: Comparison, runs: Iterable[RecordedRun], made_at: datetime, settings: Settings, layout: ReportLayout, pixels_per_inch: float
) -> PagePictures:
    """Return the pages of the report that :func:`gpuscope.reports.pdf_report.pdf_report` makes.

    Raises:
        UnavailableError: The package typst is not installed, or gpuscope's own resources are missing.
    """
    context = printed_context(comparison, runs, settings, layout)
    content = document(context, made_at, settings.factors)
    pages, warnings = typeset(content, format="png", ppi=pixels_per_inch)
    fonts = tuple(warning.removeprefix(_UNKNOWN_FONT) for warning in warnings if warning.startswith(_UNKNOWN_FONT))
    return PagePictures([pages] if isinstance(pages, bytes) else pages, absent_sections(context, settings.factors), fonts)
