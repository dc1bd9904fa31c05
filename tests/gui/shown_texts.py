"""Collects every text that a window shows: on widgets, in tables, menus and tooltips, for screen readers, and painted by charts."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QMenu, QTabBar, QWidget

_OF_WIDGETS = (
    "text", "whole_text", "title", "toolTip", "accessibleName", "accessibleDescription", "placeholderText", "windowTitle", "toPlainText",
    "currentText", "suffix", "prefix", "specialValueText",
)  # fmt: skip
_OF_CELLS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
_ROWS = 60
"""Maximum table rows read; further rows repeat the same texts for other runs."""

_NAMES = (
    "recorder killed", "stopped by hand", "MLP on the CPU", "too slow", "a note", "a traceback", "invented for this picture", "a sensor",
    "held-out data", "CPU package energy is not read by this version", "A processor", "Noto Sans", "DejaVu Sans",
)  # fmt: skip
"""Texts from users, programs and invented sensors in the runs of ``shown_runs``, and font names."""
_QUOTED = re.compile(r"gpuscope [a-z]+[^，。；：“”]*|epoch \d.*")
"""Commands, and lines printed by a program."""
_ENGLISH = re.compile(r"(?<![\w/.-])[A-Za-z]?[a-z]+ [a-z]{2,}(?![\w/])")
"""Two words in a row; a single word may be a name."""


def english(texts: Iterable[str]) -> Iterator[str]:
    """Yield each text that contains consecutive English words, once."""
    for text in dict.fromkeys(texts):
        ours = _QUOTED.sub("", text)
        for name in _NAMES:
            ours = ours.replace(name, "")
        if _ENGLISH.search(ours):
            yield text


def shown_texts(root: QWidget) -> Iterator[str]:
    """Yield the texts of the visible widgets in a tree."""
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible():
            yield from filter(None, map(_plain, _of_widget(widget)))


def _of_widget(widget: QWidget) -> Iterator[object]:
    for name in _OF_WIDGETS:
        text = getattr(widget, name, None)
        yield text() if callable(text) else text
    match widget:
        case QComboBox():
            yield from (widget.itemText(place) for place in range(widget.count()))
        case QTabBar():
            yield from (text for place in range(widget.count()) for text in (widget.tabText(place), widget.tabToolTip(place)))
        case QMenu():
            yield from (text for action in widget.actions() for text in (action.text(), action.toolTip()))
        case QAbstractItemView() if widget.model() is not None:
            yield from _of_model(widget.model(), QModelIndex())


def _of_model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[object]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        yield from (model.headerData(column, Qt.Orientation.Horizontal, role) for role in _OF_CELLS)
        for row in range(min(_ROWS, model.rowCount(parent))):
            index = model.index(row, column, parent)
            yield from (model.data(index, role) for role in _OF_CELLS)
            if column == 0 and not isinstance(model, QAbstractListModel | QAbstractTableModel):
                yield from _of_model(model, index)


def _plain(text: object) -> str:
    return re.sub(r"<[^>]+>", " ", text).strip() if isinstance(text, str) else ""


@contextmanager
def painted_texts() -> Iterator[list[str]]:
    """Collect what charts and tables paint while the context lasts."""
    painted: list[str] = []
    draw = QPainter.drawText

    def note(painter: QPainter, *arguments: object) -> object:
        painted.extend(filter(None, map(_plain, arguments)))
        return draw(painter, *arguments)  # type: ignore[call-overload]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QPainter, "drawText", note)
        yield painted
