"""Layouts with their margins and spacing."""

from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.widgets.labels import label

_Box = TypeVar("_Box", bound=QBoxLayout)
Margins: TypeAlias = tuple[int, int, int, int]
"""Pixels at the left, top, right and bottom."""
Part: TypeAlias = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or a layout, alone, with its stretch, or with its stretch and alignment; or a number: a stretch that stays empty, or a Gap."""
NO_MOST = 16_777_215
"""The largest width or height of a widget, which limits nothing (Qt's QWIDGETSIZE_MAX)."""
STRETCH = 1
"""Room that stays empty, as much as each other part with the same stretch has."""


class Gap(int):
    """Pixels between two parts, in addition to the spacing; may be negative."""


_BETWEEN_BOXES = 20
"""Pixels between the check boxes or radio buttons of a row."""
_RING = 3
"""Pixels of a check box or radio button left of its mark, for the frame around it when it has the focus (see the style sheet)."""


def vertical(parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QVBoxLayout:
    """Return a column, the layout of a widget if one is given; without margins or spacing in pixels, those of the style apply."""
    return _spaced(QVBoxLayout(parent) if parent is not None else QVBoxLayout(), margins, spacing)


def horizontal(parent: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QHBoxLayout:
    """Return a row, the layout of a widget if one is given; without margins or spacing in pixels, those of the style apply."""
    return _spaced(QHBoxLayout(parent) if parent is not None else QHBoxLayout(), margins, spacing)


def fill(box: _Box, *parts: Part) -> _Box:
    """Append parts to a row or a column, and return it."""
    for part in parts:
        item, place = (part[0], part[1:]) if isinstance(part, tuple) else (part, ())
        if isinstance(item, QWidget):
            box.addWidget(item, *place)
        elif isinstance(item, QLayout):
            box.addLayout(item, *place)
        elif isinstance(item, Gap):
            box.addSpacing(item)
        else:
            box.addStretch(item)
    return box


def grid(across: int, down: int, *stretched: int, parent: QWidget | None = None, margins: Margins | None = None) -> QGridLayout:
    """Return a grid, the layout of a widget if one is given.

    Args:
        across: Pixels between columns.
        down: Pixels between rows.
        stretched: Columns that share the rest of the width.
        parent: The widget; None for none.
        margins: None for those of the style.
    """
    cells = QGridLayout(parent) if parent is not None else QGridLayout()
    if margins is not None:
        cells.setContentsMargins(*margins)
    cells.setHorizontalSpacing(across)
    cells.setVerticalSpacing(down)
    for column in stretched:
        cells.setColumnStretch(column, 1)
    return cells


def centred(widget: QWidget) -> QHBoxLayout:
    """Return a row with a widget in its middle, as wide as the widget's maximum if there is room."""
    return fill(QHBoxLayout(), STRETCH, (widget, 1000), STRETCH)  # it takes the width up to its maximum; both sides share the rest


def framed(look: str) -> QFrame:
    """Return a frame in a look of the style sheet."""
    frame = QFrame()
    frame.setProperty("look", look)
    return frame


def hairline() -> QFrame:
    """Return a horizontal line of one pixel."""
    line = framed("line")
    line.setFixedHeight(1)
    return line


def titled(card: QWidget, title: str) -> QVBoxLayout:
    """Make a widget a card; return its column, which begins with the title, the card's accessible name too."""
    card.setProperty("look", "card")
    column = fill(vertical(card, (18, 14, 18, 16), spacing=8), label(title, "heading"))
    card.setAccessibleName(title)
    return column


def marked(*boxes: QAbstractButton, spacing: int = _BETWEEN_BOXES) -> QHBoxLayout:
    """Return a row of check boxes or radio buttons, the first of whose marks stands exactly below the texts above; no wider than needed."""
    row = horizontal(margins=(0, 0, 0, 0), spacing=spacing)
    row.addSpacing(-_RING)  # a margin cannot be negative
    return fill(row, *boxes, STRETCH)


def scroll_down_only(area: QScrollArea) -> None:
    """Let an area without a frame scroll up and down only; the focus goes to its content, which scrolls itself into view."""
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def clear(layout: QLayout) -> None:
    """Remove the widgets of a layout, and delete them."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def _spaced(layout: _Box, margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout
