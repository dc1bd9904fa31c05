"""A comparison as one HTML file that opens from the disk and asks the network for nothing: the PDF's sections, its charts to zoom."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.errors import UnavailableError
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.html_blocks import ZOOMABLE, block_html
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_report import document
from gpuscope.reports.pictures.colours import dark_page
from gpuscope.reports.report_layout import WHOLE, ReportLayout
from gpuscope.system import paths
from gpuscope.system.settings import DEFAULTS, Settings

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What the page allows itself: its own style and script, nothing from anywhere."""
_HINT = "Charts: drag to zoom; after a click on one the wheel and the keys +, − and arrows do too; a double click or 0 shows all of it."


def html_report(
    comparison: Comparison, runs: Iterable[RecordedRun], made_at: datetime, settings: Settings = DEFAULTS, layout: ReportLayout = WHOLE
) -> str:
    """Return the report as one HTML document, style, script and drawings within it.

    Args:
        comparison: The groups, their figures and what differs.
        runs: Their runs with their curves; a run that is not among them has figures but no curves.
        made_at: When, with its time zone.
        settings: The unit of energies, and what the user assumes of them.
        layout: Its sections; a page on a screen has no paper.

    Raises:
        UnavailableError: gpuscope's own resources are missing.
    """
    recorded = {run.record.run_id: run for run in runs}
    context = ReportContext(comparison, recorded, GlyphCoverage.of_all(), settings.energy_unit, layout)
    return _page(document(context, made_at, settings.factors), paths.resources_folder())


def _page(content: dict[str, Any], resources: Path) -> str:
    try:
        style, script = (resources.joinpath(name).read_text("utf-8") for name in ("report.css", "report.js"))
    except OSError as error:
        raise UnavailableError(f"the report's resources cannot be read: {error}", "Install gpuscope anew.") from None
    title = escape(content["title"])
    return "\n".join([
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f'<meta name="generator" content="{escape(content["author"])}"/>',
        f"<title>{title}</title>",
        f"<style>\n{style}{_dark()}</style>",
        "</head>",
        "<body>",
        f"<header><span><b>gpuscope</b> comparison report</span><span>{escape(content['when'])}</span></header>",
        "<main>",
        f"<h1>{escape(content['headline'])}</h1>",
        f'<p class="lead">{escape(content["lead"])}</p>',
        *_body(content["blocks"]),
        "</main>",
        f"<footer><span>{escape(content['footer'])}</span><span>{escape(content['author'])}</span></footer>",
        f"<script>\n{script}</script>",
        "</body>",
        "</html>",
        "",
    ])  # fmt: skip


def _body(blocks: list[dict[str, Any]]) -> Iterator[str]:
    sections = [
        f'<a href="#s{number}">{escape(title)}</a>'
        for number, block in enumerate(blocks)
        if block.get("level") == 2 and (title := block.get("text") if block["kind"] == "heading" else block.get("title"))
    ]
    yield f'<nav aria-label="Sections">{"".join(sections)}</nav>'
    fragments = [html for number, block in enumerate(blocks) if (html := block_html(block, number))]
    if any(ZOOMABLE in html for html in fragments):
        yield f'<p class="note hint">{_HINT}</p>'
    yield from fragments


def _dark() -> str:
    """Return the style that gives the drawings the dark theme's colours on a dark page."""
    rules = "".join(f'[fill="{light}"]{{fill:{dark}}}[stroke="{light}"]{{stroke:{dark}}}' for light, dark in dark_page().items())
    return f"@media (prefers-color-scheme: dark) {{{rules}}}\n"
