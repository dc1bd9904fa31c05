"""The blocks of the PDF report as plain values, which ``resources/report.typ`` typesets."""

from collections.abc import Sequence
from typing import Any

from gpuscope.core.figures import as_heading
from gpuscope.system.language import composed, joined_sentences

TEXT_WIDTH = 481.0
"""Width of the text on a page, and so of pictures that fill it, in points."""
Block = dict[str, Any]
Cell = str | dict[str, Any]
"""Text, or a mapping with "text" and optionally "sub" (lines below it), "tone" ("muted"), "strong", "svg" (before it, or above it if
"stacked"), and "is_name" if the text was written by the user and is shown as it is."""


_READ = frozenset(
    ("across", "alt", "cells", "footer", "head", "headline", "lead", "listed", "note", "running", "sub", "text", "title", "what")
)
"""Keys of text for people, in blocks and in the document, which is translated."""
_READ_BESIDE_NAME = _READ - {"text"}

Row = Sequence[Cell] | Sequence[str] | dict[str, Any]
"""As many cells as there are columns, or the result of :func:`across` or :func:`part`."""


def name(text: str) -> dict[str, Any]:
    """Return a cell that holds a name given by the user, which is shown as it is."""
    return {"text": text, "is_name": True}


def heading(text: str, level: int = 2, label: str = "") -> Block:
    """Return a heading; the footer refers to the page of the one labelled "runs"."""
    return {"kind": "heading", "level": level, "text": text, "label": label}


def run(title: str, parts: Sequence[Block]) -> Block:
    """Return the block of one run: kept on one page if it fits, collapsed in HTML."""
    return {"kind": "run", "title": title, "blocks": list(parts)}


def beside(parts: Sequence[Block]) -> Block:
    """Return two blocks side by side; on a narrow screen the second goes below the first."""
    return {"kind": "beside", "blocks": list(parts)}


def after_first_page() -> Block:
    """Return a page break that applies only while still on the first page."""
    return {"kind": "page"}


def paragraph(text: str, title: str = "") -> Block:
    """Return a paragraph with a run-in title, which gets the full stop of the language and, where it is written, the space after it."""
    return {"kind": "text", "text": text, "title": joined_sentences([composed(f"{title}."), ""]) if title else ""}


def note(text: str, *, sticky: bool = False) -> Block:
    """Return a small muted paragraph, a note on a table or chart; a sticky one stays on the same page as the next block."""
    return {"kind": "note", "text": text, "sticky": sticky}


def notice(text: str) -> Block:
    """Return an emphasized paragraph, for a warning."""
    return {"kind": "notice", "text": text}


def column(head: Cell, *, right: bool = False, width: str | float = "auto") -> dict[str, Any]:
    """Return a column; its width is "auto", "wide" for the remaining width, or a number of points."""
    return {"head": head, "right": right, "width": str(width)}


def across(text: str, *, strong: bool = False) -> dict[str, str]:
    """Return a row that spans all columns: a title of the rows below it, or a note on those above."""
    return {"across": text, "tone": "strong" if strong else "muted"}


def part(cells: Sequence[Cell]) -> dict[str, Any]:
    """Return a row that belongs to the one above it, with which it stays on one page."""
    return {"cells": list(cells), "is_part": True}


def table(columns: Sequence[dict[str, Any]], rows: Sequence[Row], *, size: float = 8.5, whole: bool = False) -> Block:
    """Return a table with rules between its rows; its header is repeated on each page.

    Args:
        columns: At least one.
        rows: Each with one cell per column, or spanning all columns.
        size: Type size in points.
        whole: Whether to start a new page instead of breaking the table, if it fits on one page.
    """
    plain = [row if isinstance(row, dict) else {"cells": list(row)} for row in rows]
    return {"kind": "table", "columns": list(columns), "rows": plain, "size": size, "whole": whole}


def chart(title: str, svg: str, alt: str, text: str = "", level: int = 3) -> Block:
    """Return a chart with a title, a description for readers who cannot see it, and a note below it."""
    return {"kind": "chart", "title": title, "svg": svg, "alt": alt, "note": text, "level": level}


def in_language(content: Any, *, is_read: bool = False) -> Any:
    """Return a document, or a part of one, with its text translated to the current language; names and figures stay unchanged.

    Args:
        content: Blocks, lists, text.
        is_read: Whether strings in ``content`` are text for people.
    """
    match content:
        case str():
            return composed(content) if is_read else content
        case dict():
            read = _READ_BESIDE_NAME if content.get("is_name") else _READ
            shown = {key: in_language(value, is_read=key in read) for key, value in content.items()}
            # shared with the terminal, where column headings are not capitalized
            return shown | {"head": as_heading(shown["head"])} if isinstance(shown.get("head"), str) else shown
        case list() | tuple():
            return [in_language(item, is_read=is_read) for item in content]
    return content
