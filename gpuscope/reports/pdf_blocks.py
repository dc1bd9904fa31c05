"""The pieces of the PDF report as plain values, which ``resources/report.typ`` sets in type."""

from collections.abc import Sequence
from typing import Any

from gpuscope.system.language import composed

Block = dict[str, Any]
Cell = str | dict[str, Any]
"""Words, or a mapping: "text", and, where wanted, "sub" below it (lines), "tone" "muted", "strong", "svg" before it, "stacked" above it;
"is_name" where the text is a user's and is shown as it is."""


_READ = frozenset(
    ("across", "alt", "cells", "footer", "head", "headline", "lead", "listed", "note", "running", "sub", "text", "title", "what")
)
"""Keys of what is read, in blocks and in the document that they make up."""
_READ_BESIDE_NAME = _READ - {"text"}

Row = Sequence[Cell] | Sequence[str] | dict[str, str]
"""As many cells as there are columns, or what :func:`across` returns."""


def name(text: str) -> dict[str, Any]:
    """Return a cell that holds a name of a user's, which is shown as it is."""
    return {"text": text, "is_name": True}


def heading(text: str, level: int = 2, label: str = "") -> Block:
    """Return a heading; the one with the label "runs" is named in the footer."""
    return {"kind": "heading", "level": level, "text": text, "label": label}


def run(title: str, parts: Sequence[Block]) -> Block:
    """Return the block of one run: kept on one page where it fits, folded on a screen."""
    return {"kind": "run", "title": title, "blocks": list(parts)}


def beside(parts: Sequence[Block]) -> Block:
    """Return two blocks side by side; on a narrow screen the second stands below the first."""
    return {"kind": "beside", "blocks": list(parts)}


def after_first_page() -> Block:
    """Return the begin of a new page where it would otherwise go on on the first."""
    return {"kind": "page"}


def paragraph(text: str, title: str = "") -> Block:
    """Return a paragraph, with its title in the same line."""
    return {"kind": "text", "text": text, "title": title}


def note(text: str, *, sticky: bool = False) -> Block:
    """Return a small muted paragraph: a note on a table or a chart; a sticky one stays with what follows."""
    return {"kind": "note", "text": text, "sticky": sticky}


def notice(text: str) -> Block:
    """Return an emphasized paragraph, for a warning."""
    return {"kind": "notice", "text": text}


def column(head: Cell, *, right: bool = False, width: str | float = "auto") -> dict[str, Any]:
    """Return a column; its width is "auto", "wide" for what is left, or points."""
    return {"head": head, "right": right, "width": str(width)}


def across(text: str, *, strong: bool = False) -> dict[str, str]:
    """Return a row that goes over all columns: the title of the rows below it, or a note to those above."""
    return {"across": text, "tone": "strong" if strong else "muted"}


def table(columns: Sequence[dict[str, Any]], rows: Sequence[Row], *, size: float = 8.5, whole: bool = False) -> Block:
    """Return a table with rules between its rows; its head is repeated on each page.

    Args:
        columns: At least one.
        rows: As many cells each, or one over all columns.
        size: Of type, in points.
        whole: Whether it begins on a new page rather than be broken, where a page has room for all of it.
    """
    plain = [row if isinstance(row, dict) else {"cells": list(row)} for row in rows]
    return {"kind": "table", "columns": list(columns), "rows": plain, "size": size, "whole": whole}


def chart(title: str, svg: str, alt: str, text: str = "", level: int = 3) -> Block:
    """Return a chart with its title, what it shows in words for those who cannot see it, and a note below it."""
    return {"kind": "chart", "title": title, "svg": svg, "alt": alt, "note": text, "level": level}


def in_language(content: Any, *, is_read: bool = False) -> Any:
    """Return a document or a part of it with everything that is read in the language in use; names and figures stay.

    Args:
        content: Blocks, lists, text.
        is_read: Whether a text that is met is one for people.
    """
    match content:
        case str():
            return composed(content) if is_read else content
        case dict():
            read = _READ_BESIDE_NAME if content.get("is_name") else _READ
            return {key: in_language(value, is_read=key in read) for key, value in content.items()}
        case list() | tuple():
            return [in_language(item, is_read=is_read) for item in content]
    return content
