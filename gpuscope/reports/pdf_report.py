"""A comparison as a PDF: its content is produced here as data, and typeset by ``resources/report.typ``.

Text from users (names, notes, commands) is passed as JSON and never interpreted as markup; characters without a glyph appear by name.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from gpuscope import __version__
from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core import figures
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.core.errors import UnavailableError, pip_install
from gpuscope.core.run import RunRecord
from gpuscope.reports import pdf_blocks, pdf_front
from gpuscope.reports.deployment_table import deployment_blocks
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.ladder_view import LadderView
from gpuscope.reports.pdf_blocks import Block
from gpuscope.reports.pdf_charts import charts
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_front import headline
from gpuscope.reports.pdf_methods import methods
from gpuscope.reports.pdf_runs import bottlenecks, energies, runs_one_by_one
from gpuscope.reports.pdf_tables import differences, every_metric
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.svg_canvas import svg
from gpuscope.reports.printable import elided_at_word
from gpuscope.reports.report_layout import WHOLE, Paper, ReportLayout, Section
from gpuscope.system import paths
from gpuscope.system.language import composed, current, date_text, filled
from gpuscope.system.settings import DEFAULTS, Settings

TEMPLATE = "report.typ"
_RUNNING_WIDTH = 70
"""Characters that fit the page header beside the page number."""
_LETTER = "a"
_UNKNOWN_FONT = "unknown font family: "
"""Start of typst's warning about a font that is missing; the fonts for symbols and other scripts may be."""
_MADE: dict[Section, Callable[[ReportContext, EnergyFactors], list[Block]]] = {
    Section.DEPLOYMENT: lambda context, _: deployment_blocks(context),
    Section.DIFFERENCES: lambda context, _: differences(context),
    Section.METRICS: lambda context, _: every_metric(context),
    Section.ENERGY: energies,
    Section.BOTTLENECKS: lambda context, _: bottlenecks(context),
    Section.CURVES: lambda context, _: charts(context),
    Section.METHODS: lambda context, _: methods(context),
    Section.RUNS: lambda context, _: runs_one_by_one(context),
}
_ONE_PICTURE = '#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'
_SHEET_MARGIN = 12.0
"""Margin in points around a picture on a page of its own."""
_NEAR_THE_RESULT = (Section.DEPLOYMENT, Section.DIFFERENCES)


@dataclass(frozen=True, slots=True)
class PagePictures:
    """A preview of a PDF.

    Attributes:
        pages: One PNG file per page.
        absent: Sections that would be empty for these runs, whether chosen or not.
        missing_fonts: Names of shipped fonts that were not found; characters that only they cover appear by name.
    """

    pages: Sequence[bytes]
    absent: frozenset[Section] = frozenset()
    missing_fonts: tuple[str, ...] = ()


def refuse_without_typst() -> None:
    """Check that PDFs can be made here, before any work on one.

    Raises:
        UnavailableError: The package typst is not installed, or cannot be loaded on this machine.
    """
    try:
        import typst  # noqa: F401
    except ImportError as error:
        raise UnavailableError(f"PDF reports need the package typst: {error}", f"Install it: {pip_install('typst')}") from None


def pdf_report(
    comparison: Comparison,
    runs: Iterable[RecordedRun],
    made_at: datetime,
    settings: Settings = DEFAULTS,
    layout: ReportLayout = WHOLE,
    ladder: LadderView | None = None,
) -> bytes:
    """Return the report as tagged PDF 1.7 with selectable text and embedded fonts.

    Args:
        comparison: The groups, their figures and what differs.
        runs: Their runs with curves; runs that are not listed have figures but no curves.
        made_at: Time of creation, with its time zone; it becomes the document's date.
        settings: The unit of energies, and the user's price and carbon factors, which are labelled as assumptions.
        layout: Its sections and paper size.
        ladder: The ladder whose rungs the groups are, shown first; None for any other comparison.

    Raises:
        UnavailableError: The package typst is not installed, or gpuscope's resource files are missing.
    """
    context = printed_context(comparison, runs, settings, layout)
    pdf: bytes = typeset(document(context, made_at, settings.factors, ladder), format="pdf", timestamp=int(made_at.timestamp()))[0]
    return pdf


def page_pictures(
    comparison: Comparison, runs: Iterable[RecordedRun], made_at: datetime, settings: Settings, layout: ReportLayout, pixels_per_inch: float
) -> PagePictures:
    """Return the pages of the report that :func:`pdf_report` makes, as pictures.

    Raises:
        UnavailableError: The package typst is not installed, or gpuscope's resource files are missing.
    """
    context = printed_context(comparison, runs, settings, layout)
    content = document(context, made_at, settings.factors)
    pages, warnings = typeset(content, format="png", ppi=pixels_per_inch)
    fonts = tuple(warning.removeprefix(_UNKNOWN_FONT) for warning in warnings if warning.startswith(_UNKNOWN_FONT))
    return PagePictures([pages] if isinstance(pages, bytes) else pages, absent_sections(context, settings.factors), fonts)


def printed_context(comparison: Comparison, runs: Iterable[RecordedRun], settings: Settings, layout: ReportLayout) -> ReportContext:
    """Return the context of a PDF report, with the coverage of the shipped fonts.

    Raises:
        UnavailableError: gpuscope's own fonts are missing.
    """
    return ReportContext(comparison, {run.record.run_id: run for run in runs}, shipped_glyphs(), settings.energy_unit, layout)


def shipped_glyphs() -> GlyphCoverage:
    """Return the characters that the shipped fonts can show.

    Raises:
        UnavailableError: gpuscope's own fonts are missing.
    """
    coverage = GlyphCoverage.of_folder(_fonts())
    if _LETTER not in coverage:
        raise UnavailableError(f"the font of the report's text is missing in {_fonts()}", "Reinstall gpuscope.")
    return coverage


def typeset(content: dict[str, Any], **output: Any) -> tuple[Any, list[str]]:
    """Typeset a document; return typst's output (bytes, or a list of them for pictures) and its warnings.

    Args:
        content: The result of :func:`document`.
        output: Format and resolution, as keyword arguments of typst.

    Raises:
        UnavailableError: The package typst is not installed or fails, or gpuscope's resource files are missing.
    """
    refuse_without_typst()
    import typst

    template = paths.resources_folder() / TEMPLATE
    if not template.is_file():
        raise UnavailableError(f"the template {template} is missing", "Reinstall gpuscope.")
    compiler = typst.Compiler(
        str(template),
        root=str(template.parent),
        font_paths=[str(_fonts())],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(pdf_blocks.in_language(content))},
    )
    try:
        compiled, warnings = compiler.compile_with_warnings(**output)
    except typst.TypstError as error:
        raise UnavailableError(f"the report cannot be typeset: {error.message}", "Reinstall gpuscope.") from None
    return compiled, [warning.message for warning in warnings]


def drawing_pdf(drawing: Drawing) -> bytes:
    """Return a drawing as a one-page PDF at its original size, with selectable text.

    Raises:
        UnavailableError: The package typst is not installed or fails.
    """
    refuse_without_typst()
    import typst

    width, height = (side + 2 * _SHEET_MARGIN for side in (drawing.width, drawing.height))
    source = f"#set page(width: {width:g}pt, height: {height:g}pt, margin: {_SHEET_MARGIN:g}pt)\n{_ONE_PICTURE}"
    inputs = {"svg": svg(drawing, ground=True)}
    try:
        compiler = typst.Compiler(source.encode(), font_paths=[_fonts()], ignore_system_fonts=True, sys_inputs=inputs)  # type: ignore[misc]
        made = compiler.compile(format="pdf")
    except typst.TypstError as error:
        raise UnavailableError(f"the picture cannot be typeset: {error.message}", "Reinstall gpuscope.") from None
    assert isinstance(made, bytes)  # only picture formats return a list of pages
    return made


def _fonts() -> Path:
    return paths.resources_folder() / "fonts"


def _listed_runs(runs: Sequence[RunRecord]) -> str:
    """Return the first run of a report and how many others there are."""
    if len(runs) > 1:
        return filled("Runs {0} and {1} more", runs[0].run_id, str(len(runs) - 1))
    return filled("Run {0}", runs[0].run_id) if runs else "No run"


def about(what: str, sentence: str, runs: Sequence[RunRecord], made_at: datetime, count: str, paper: Paper) -> dict[str, Any]:
    """Return the template's data common to all reports: language, title, author, runs.

    Args:
        what: Kind of report: "comparison report".
        sentence: Its headline.
        runs: The runs that it covers.
        made_at: Time of creation, with its time zone.
        count: What it covers: "5 runs".
        paper: Size of the pages.
    """
    return {
        "lang": current().partition("_")[0],
        "listed": ", listed on page {0}",
        "what": what,
        "title": sentence,
        "author": f"gpuscope {__version__}",
        "description": what.capitalize(),
        "keywords": [run.run_id for run in runs],
        "when": f"{date_text(made_at)} · {composed(count)}",
        "running": elided_at_word(sentence, _RUNNING_WIDTH),
        "footer": _listed_runs(runs),
        "paper": paper.value,
        "headline": sentence,
    }


def document(
    context: ReportContext, made_at: datetime, factors: EnergyFactors = NO_FACTORS, ladder: LadderView | None = None
) -> dict[str, Any]:
    """Return the whole content of the report for the template, as JSON values."""
    lead, own = pdf_front.lead(context), []
    if ladder is not None:
        from gpuscope.reports.pdf_ladder import ladder_blocks, ladder_lead  # not needed by other comparisons

        lead, own = ladder_lead(context, ladder), ladder_blocks(context, ladder)
    runs = [record for _, record in context.runs()]
    sentence = context.shown((ladder.sentence.rstrip(".") if ladder is not None else "") or headline(context.view))
    counts = (figures.counted(len(runs), "run"), figures.counted(len(context.groups), "group"))
    return {
        **about("comparison report", sentence, runs, made_at, " · ".join(map(composed, counts)), context.layout.paper),
        "lead": lead,
        "blocks": [
            *pdf_front.notices(context),
            *own,
            *pdf_front.result(context),
            *pdf_front.picture(context),
            *_sections(context, factors),
        ],
    }


def _sections(context: ReportContext, factors: EnergyFactors) -> list[Block]:
    """Return the chosen sections; all but the small ones start after the first page."""
    by_section = {section: build(context, factors) for section, build in _MADE.items() if section in context.layout.sections}
    near = [block for section in _NEAR_THE_RESULT for block in by_section.pop(section, ())]
    behind = [block for section in by_section.values() for block in section]
    return [*near, *([pdf_blocks.after_first_page()] if behind else []), *behind]


def absent_sections(context: ReportContext, factors: EnergyFactors = NO_FACTORS) -> frozenset[Section]:
    """Return the sections that would be empty for these runs, whether chosen or not."""
    return frozenset(section for section in (Section.DEPLOYMENT, Section.ENERGY) if not _MADE[section](context, factors))
