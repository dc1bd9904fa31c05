"""A search field for all commands: type words, choose with the arrow keys, press Return."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.system.language import labelled

_WIDTH, _ROWS, _ROW_HEIGHT = grown(560), 10, grown(30)
"""Width of the palette in pixels, number of visible rows, and height of a row in pixels, as in tables."""
_BESIDE = 10
"""Pixels beside the kind of a command."""
_KIND, _IS_EXCERPT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_MOST = 50
"""Maximum matches listed: beyond that, typing another word is quicker than reading."""
_EXCERPT, _BEFORE_MATCH = 56, 18
"""Characters of a text shown beside its title, about half a row, and of those the ones before the first match."""
_CLAUSES = re.compile(r"[,:，：]")
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the palette.

    Attributes:
        text: Its name.
        kind: Its kind: "page", "run" …, in the window's language.
        act: Carries it out.
        keywords: Further search words, which are not shown.
        lines: Returns its text, by paragraphs: it is also found by words of one of them, after all that are found by their names.
        show_line: Shows where a word of the text is.
        is_excerpt: Whether the name ends with a part of its text, the words found at the part's beginning.
    """

    text: str
    kind: str
    act: Callable[[], object]
    keywords: str = ""
    lines: Callable[[], Sequence[str]] | None = None
    show_line: Callable[[str], object] | None = None
    is_excerpt: bool = False

    def matches(self, wanted: Sequence[str]) -> bool:
        """Return whether it contains all words, in any order; the words must be casefolded."""
        searched = f"{self.text} {self.kind} {self.keywords}".casefold()
        return all(word in searched for word in wanted)

    def in_text(self, wanted: Sequence[str]) -> "Command | None":
        """Return a command that shows the first paragraph with the words, named with an excerpt of it; None if no paragraph has them.

        Args:
            wanted: Casefolded words; some may be in the name instead.
        """
        named = self.text.casefold()
        words = [word for word in wanted if word not in named]
        if self.lines is None or self.show_line is None or not words:
            return None
        line = next((line for line in self.lines() if all(word in line.casefold() for word in words)), None)
        if line is None:
            return None
        begin, word = min((line.casefold().index(word), word) for word in words)
        title = _CLAUSES.split(self.text)[0]  # beside a long one the words found would be cut off
        return Command(labelled(title, _excerpt(line, begin)), self.kind, partial(self.show_line, word), is_excerpt=True)


def _excerpt(line: str, place: int) -> str:
    """Return the words around a place of a line, as many as fit beside a title."""
    if len(line) <= _EXCERPT:
        return line
    begin = line.rfind(" ", 0, max(0, place - _BEFORE_MATCH) + 1) + 1
    end = len(line) if begin + _EXCERPT >= len(line) else max(place + 1, line.rfind(" ", begin, begin + _EXCERPT))
    part = line[begin:end].rstrip(",;.")
    return f"{'…' if begin else ''}{part}{'…' if end < len(line) else ''}"


class _CommandDelegate(QStyledItemDelegate):
    """Draws a command with its kind at the right end, muted."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Leave room for the kind."""
        super().initStyleOption(option, index)
        metrics = option.fontMetrics
        room = option.rect.width() - metrics.horizontalAdvance(index.data(_KIND)) - 3 * _BESIDE
        elides = Qt.TextElideMode.ElideRight if index.data(_IS_EXCERPT) else Qt.TextElideMode.ElideMiddle  # names differ at their ends
        option.text = metrics.elidedText(option.text, elides, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Draw one row."""
        super().paint(painter, option, index)
        painter.save()
        painter.setPen(QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText))  # half transparent in a list with a style sheet
        painter.drawText(
            option.rect.adjusted(0, 0, -_BESIDE, 0), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, index.data(_KIND)
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row, so that whole rows are visible."""
        return QSize(super().sizeHint(option, index).width(), _ROW_HEIGHT)


class CommandPalette(QDialog):
    """A field and the list of commands that match it.

    Args:
        commands: The commands, most likely first.
    """

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Find"))
        self.setFixedWidth(_WIDTH)
        self._commands = list(commands)
        self._shown: list[Command] = []
        self.field = QLineEdit(placeholderText=self.tr("Find a page, a run, a workload, a setting, an action, a word of the guide…"))
        self.field.setAccessibleName(self.tr("Find"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Matches"))
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(_CommandDelegate(self.list))
        self.list.setFixedHeight(_ROWS * _ROW_HEIGHT)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        frame = QFrame()  # a dialog has none: on a page of its colour it would have no edge
        frame.setProperty("look", "card")
        vertical(self, (0, 0, 0, 0)).addWidget(frame)
        fill(vertical(frame, (10, 10, 10, 10), spacing=8), self.field, self.list)
        self.field.textChanged.connect(self._show)
        self.field.returnPressed.connect(self._do)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _: self._do())
        self._show()

    def add(self, commands: Sequence[Command]) -> None:
        """Append commands that became known later; the current row stays."""
        chosen = self.list.currentRow()
        self._commands.extend(commands)
        self._show()
        self.list.setCurrentRow(max(0, chosen))

    @property
    def texts(self) -> list[str]:
        """The listed commands, top to bottom."""
        return [command.text for command in self._shown]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with the arrow and page keys while the field keeps the focus."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() in _MOVES:
            step = {_MOVES[0]: -1, _MOVES[1]: 1, _MOVES[2]: -_ROWS, _MOVES[3]: _ROWS}[Qt.Key(event.key())]
            self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
            return True
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        wanted = self.field.text().casefold().split()
        named = [command for command in self._commands if command.matches(wanted)]
        in_texts = [found for command in self._commands if not command.matches(wanted) and (found := command.in_text(wanted))]
        self._shown = [*named, *in_texts][:_MOST]
        self.list.clear()
        if not self._shown:
            nothing = QListWidgetItem(self.tr("Nothing found"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            nothing.setData(_KIND, "")
            self.list.addItem(nothing)
        for command in self._shown:
            item = QListWidgetItem(command.text)
            item.setToolTip(command.text)
            item.setData(_KIND, command.kind)
            item.setData(_IS_EXCERPT, command.is_excerpt)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{command.text}, {command.kind}")
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _do(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._shown):
            command = self._shown[row]
            self.close()
            command.act()
