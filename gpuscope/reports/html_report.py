"""A comparison as one self-contained HTML file that makes no network requests: the sections of the PDF, with charts that zoom."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.errors import UnavailableError
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.ladder_view import LadderView
from gpuscope.reports.pdf_blocks import Block, Cell, in_language
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_report import document
from gpuscope.reports.pictures.colours import dark_page
from gpuscope.reports.pictures.svg_canvas import TYPE
from gpuscope.reports.report_layout import WHOLE, ReportLayout
from gpuscope.system import paths
from gpuscope.system.language import current, translated
from gpuscope.system.settings import DEFAULTS, Settings

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The page's content security policy: its inline style and script only, no external resources."""
_HINT = "Charts: drag to zoom; click one to use the wheel, + and − and the arrow keys; double-click or press 0 to show all of it."


def html_report(
    comparison: Comparison,
    runs: Iterable[RecordedRun],
    made_at: datetime,
    settings: Settings = DEFAULTS,
    layout: ReportLayout = WHOLE,
    ladder: LadderView | None = None,
) -> str:
    """Return the report as one HTML document with inline style, script and drawings.

    The arguments are those of :func:`~gpuscope.reports.pdf_report.pdf_report`; the layout's paper size does not apply.

    Raises:
        UnavailableError: gpuscope's resource files are missing.
    """
    recorded = {run.record.run_id: run for run in runs}
    context = ReportContext(comparison, recorded, GlyphCoverage.of_all(), settings.energy_unit, layout)
    return _page(document(context, made_at, settings.factors, ladder), paths.resources_folder())


def _page(content: dict[str, Any], resources: Path) -> str:
    try:
        style, script = (resources.joinpath(name).read_text("utf-8") for name in ("report.css", "report.js"))
    except OSError as error:
        raise UnavailableError(f"the report's resources cannot be read: {error}", "Reinstall gpuscope.") from None
    content = in_language(content)
    title = escape(content["title"])
    return "\n".join([
        "<!DOCTYPE html>",
        f'<html lang="{current().replace("_", "-")}">',
        "<head>",
        '<meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f'<meta name="generator" content="{escape(content["author"])}"/>',
        f"<title>{title}</title>",
        f"<style>\n{style}{_dark()}</style>",
        "</head>",
        "<body>",
        f"<header><span><b>gpuscope</b> {escape(content['what'])}</span><span>{escape(content['when'])}</span></header>",
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
    yield f'<nav aria-label="{translated("Sections")}">{"".join(sections)}</nav>'
    fragments = [html for number, block in enumerate(blocks) if (html := block_html(block, number))]
    if any(ZOOMABLE in html for html in fragments):
        yield f'<p class="note hint">{escape(translated(_HINT))}</p>'
    yield from fragments


def _dark() -> str:
    """Return CSS that recolours the drawings for the dark theme."""
    rules = "".join(f'[fill="{light}"]{{fill:{dark}}}[stroke="{light}"]{{stroke:{dark}}}' for light, dark in dark_page().items())
    return f"@media (prefers-color-scheme: dark) {{{rules}}}\n"


_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Removed from inline SVG: HTML implies it, and it looks like a network address."""
ZOOMABLE = ' class="zoomable"'
"""Class of charts that the script makes zoomable."""
_SMALL = 8.0
"""Type size in the PDF, in points, below which a table is set smaller here too."""
_LONG = 16
"""Words longer than this many characters may be broken; a run id has 12."""


def block_html(block: Block, number: int | str) -> str:
    """Return a block as HTML; ``number`` is its position in the report, used as the anchor of headings."""
    match block["kind"]:
        case "heading":
            level = block["level"]
            return f'<h{level} id="s{number}">{escape(block["text"])}</h{level}>'
        case "text":
            title = f"<b>{escape(block['title'])}</b>" if block["title"] else ""
            return f"<p>{title}{_words(block['text'])}</p>"
        case "note" | "notice" as kind:
            return f'<p class="{kind}">{_words(block["text"])}</p>'
        case "table":
            return _table(block)
        case "chart":
            return _chart(block, number)
        case "run":
            return f"<details><summary><h3>{escape(block['title'])}</h3></summary>{''.join(_parts(block, number))}</details>"
        case "beside":
            return f'<div class="beside"><div>{"</div><div>".join(_parts(block, number))}</div></div>'
    return ""  # a page break, which does not apply on screen


def _parts(block: Block, number: int | str) -> list[str]:
    return [block_html(part, f"{number}-{place}") for place, part in enumerate(block["blocks"])]


def _table(block: Block) -> str:
    columns = block["columns"]
    head = "".join(_cell(column["head"], "th", right=column["right"], more=' scope="col"') for column in columns)
    rows = "".join(_row(row, columns) for row in block["rows"])
    small = " small" if block["size"] < _SMALL else ""
    return f'<div class="scroll{small}"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(row: dict[str, Any], columns: list[dict[str, Any]]) -> str:
    if "cells" in row:
        cells = (_cell(cell, "td", right=column["right"]) for cell, column in zip(row["cells"], columns, strict=True))
        return f"<tr>{''.join(cells)}</tr>"
    if row["tone"] == "strong":
        return f'<tr><th scope="rowgroup" colspan="{len(columns)}">{escape(row["across"])}</th></tr>'
    return f'<tr><td class="note" colspan="{len(columns)}">{_words(row["across"])}</td></tr>'


def _cell(cell: Cell, tag: str, *, right: bool, more: str = "") -> str:
    names = [name for name, wanted in (("right", right), ("long", _has_long_word(cell))) if wanted]
    attributes = more + (f' class="{" ".join(names)}"' if names else "")
    return f"<{tag}{attributes}>{_content(cell)}</{tag}>"


_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
"""An option of the command line."""


def _has_long_word(cell: Cell) -> bool:
    """Return whether a cell has a word so long that it must be breakable, as it would otherwise widen its column."""
    text = cell if isinstance(cell, str) else f"{cell['text']} {cell.get('sub', '')}"
    return any(len(word) > _LONG for word in text.split())


def _words(text: str) -> str:
    """Return escaped text whose command-line options are never broken: browsers break lines after hyphens, as in "--" and "profile"."""
    return _OPTION.sub(r'<span class="option">\g<0></span>', escape(text))


def _content(cell: Cell) -> str:
    if isinstance(cell, str):
        return _words(cell)
    markup = _words(cell["text"])
    if cell.get("tone") == "muted":
        markup = f'<span class="muted">{markup}</span>'
    if cell.get("strong"):
        markup = f"<b>{markup}</b>"
    if "svg" in cell:
        place = "swatch stacked" if cell["stacked"] else "swatch"
        markup = f'<span class="{place}" aria-hidden="true">{_drawing(cell["svg"])}</span>{markup}'
    return markup + (f"<small>{_words(cell['sub'])}</small>" if "sub" in cell else "")


def _chart(block: Block, number: int | str) -> str:
    svg = _drawing(block["svg"])
    zoomable = ZOOMABLE if " data-x=" in svg.partition(">")[0] else ""
    note = f"<figcaption>{escape(block['note'])}</figcaption>" if block["note"] else ""
    level = block["level"]
    named = svg.replace("<svg", f'<svg role="img" aria-label="{escape(block["alt"])}"', 1)
    return f'<h{level} id="s{number}">{escape(block["title"])}</h{level}><figure{zoomable}>{named}{note}</figure>'


def _drawing(svg: str) -> str:
    return svg.replace(_NAMESPACE, "", 1).replace(TYPE, "", 1)
