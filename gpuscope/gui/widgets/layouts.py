"""Layouts with their margins and spacing."""

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.gui.widgets.labels import label

_Box = TypeVar("_Box", bound=QBoxLayout)
Margins: TypeAlias = tuple[int, int, int, int]
"""Pixels at the left, top, right and bottom."""


def vertical(parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QVBoxLayout:
    """Return a column, the layout of a widget if one is given; without margins or spacing in pixels, those of the style apply."""
    return _spaced(QVBoxLayout(parent) if parent is not None else QVBoxLayout(), margins, spacing)


def horizontal(parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QHBoxLayout:
    """Return a row, the layout of a widget if one is given; without margins or spacing in pixels, those of the style apply."""
    return _spaced(QHBoxLayout(parent) if parent is not None else QHBoxLayout(), margins, spacing)


def titled(card: QWidget, title: str) -> QVBoxLayout:
    """Return a card's column, which begins with its title; the title is also the card's accessible name."""
    column = vertical(card, (18, 14, 18, 16), spacing=8)
    column.addWidget(label(title, "heading"))
    card.setAccessibleName(title)
    return column


def _spaced(layout: _Box, margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout
