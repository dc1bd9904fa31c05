"""The pieces of a report as HTML that is XML too: everything that a user wrote is escaped, nothing is taken for markup."""

from html import escape
from typing import Any

from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pictures.svg_canvas import TYPE

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Which HTML knows of itself, and which looks like a thing on the network."""
ZOOMABLE = ' class="zoomable"'
"""Mark of a chart that the script lets be zoomed."""
_SMALL = 8.0
"""Points of type in the PDF below which a table is set smaller here too."""
_LONG = 16
"""Characters of a word that may be broken: an id of a run has 12."""


def block_html(block: Block, number: int | str) -> str:
    """Return a block; ``number`` is its place in the report, by which a heading is found."""
    match block["kind"]:
        case "heading":
            level = block["level"]
            return f'<h{level} id="s{number}">{escape(block["text"])}</h{level}>'
        case "text":
            title = f"<b>{escape(block['title'])}.</b> " if block["title"] else ""
            return f"<p>{title}{escape(block['text'])}</p>"
        case "note" | "notice" as kind:
            return f'<p class="{kind}">{escape(block["text"])}</p>'
        case "table":
            return _table(block)
        case "chart":
            return _chart(block, number)
        case "run":
            return f"<details><summary><h3>{escape(block['title'])}</h3></summary>{''.join(_parts(block, number))}</details>"
        case "beside":
            return f'<div class="beside"><div>{"</div><div>".join(_parts(block, number))}</div></div>'
    return ""  # the end of a page, which a screen has not


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
    return f'<tr><td class="note" colspan="{len(columns)}">{escape(row["across"])}</td></tr>'


def _cell(cell: Cell, tag: str, *, right: bool, more: str = "") -> str:
    names = [name for name, wanted in (("right", right), ("long", _has_long_word(cell))) if wanted]
    attributes = more + (f' class="{" ".join(names)}"' if names else "")
    return f"<{tag}{attributes}>{_content(cell)}</{tag}>"


def _has_long_word(cell: Cell) -> bool:
    """Return whether a cell has a word so long that it must be breakable; it would widen its table's column otherwise."""
    text = cell if isinstance(cell, str) else f"{cell['text']} {cell.get('sub', '')}"
    return any(len(word) > _LONG for word in text.split())


def _content(cell: Cell) -> str:
    if isinstance(cell, str):
        return escape(cell)
    markup = escape(cell["text"])
    if cell.get("tone") == "muted":
        markup = f'<span class="muted">{markup}</span>'
    if cell.get("strong"):
        markup = f"<b>{markup}</b>"
    if "svg" in cell:
        place = "swatch stacked" if cell["stacked"] else "swatch"
        markup = f'<span class="{place}" aria-hidden="true">{_drawing(cell["svg"])}</span>{markup}'
    return markup + (f"<small>{escape(cell['sub'])}</small>" if "sub" in cell else "")


def _chart(block: Block, number: int | str) -> str:
    svg = _drawing(block["svg"])
    zoomable = ZOOMABLE if " data-x=" in svg.partition(">")[0] else ""
    note = f"<figcaption>{escape(block['note'])}</figcaption>" if block["note"] else ""
    level = block["level"]
    named = svg.replace("<svg", f'<svg role="img" aria-label="{escape(block["alt"])}"', 1)
    return f'<h{level} id="s{number}">{escape(block["title"])}</h{level}><figure{zoomable}>{named}{note}</figure>'


def _drawing(svg: str) -> str:
    return svg.replace(_NAMESPACE, "", 1).replace(TYPE, "", 1)
