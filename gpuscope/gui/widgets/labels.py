"""Plain-text labels; some elide their text and show it in full in the tooltip."""

import re
from bisect import bisect_left

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QMenu, QSizePolicy, QWidget

from gpuscope.core.figures import NO_BREAK_SPACE, unbroken
from gpuscope.gui.fonts import legible
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.widgets.buttons import keeps_its_place
from gpuscope.gui.widgets.menus import open_menu
from gpuscope.system import language

_LONGEST = 2_000
"""Maximum characters laid out: external text can have any length, and Qt lays out all of it before eliding."""
_LONG_WORD = re.compile(r"[^\s\u2e80-\u9fff\uff00-\uffef]{25,}")
"""Not of Chinese, which breaks anywhere but before punctuation: with further breaks, lines would begin with a full stop."""
_JOINT = re.compile(r"(?<=[/\\_.:,=-])(?=[^/\\_.:,=-])")
"""Preferred break points of a path or identifier, rather than within a name."""
_BREAK = "\u200b"
"""Zero-width space: a line may break at it."""
_TALL = "中g"
_LINE_ENDS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")


def label(text: str = "", look: str = "", *, wraps: bool = False, is_selectable: bool = False, parent: QWidget | None = None) -> QLabel:
    """Return a label of plain text.

    Args:
        text: Shown literally, including markup.
        look: Look in the style sheet ("muted", "title" …); "" for plain.
        wraps: Whether lines wrap.
        is_selectable: Whether the mouse can select the text.
        parent: Parent widget.
    """
    line = WrappedLabel(parent) if wraps else QLabel(parent)
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setText(text)
    if look:
        line.setProperty("look", look)
    if is_selectable:
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return line


def show_or_hide(part: QLabel | QAbstractButton, text: str) -> None:
    """Show a text in a label or on a button, which is hidden without one."""
    part.setText(text)
    part.setVisible(bool(text))


def _breakable(word: str) -> str:
    return _BREAK.join(_LONG_WORD.sub(lambda part: _BREAK.join(part[0]), part) for part in _JOINT.split(word))


class WrappedLabel(QLabel):
    """Wrapping plain text that never breaks between a number and its unit.

    A long word such as a path may break after its separators, and a long part of it anywhere; it is copied without breaks.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        """Set the text."""
        self._text = legible(text)
        shown = unbroken(_LONG_WORD.sub(lambda word: _breakable(word[0]), self._text))
        super().setText(shown)
        name = self._text if _BREAK in shown else ""  # a screen reader would spell the break characters out
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def text(self) -> str:
        """Return the text as it was set."""
        return self._text

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.selectedText().replace(_BREAK, "").replace(NO_BREAK_SPACE, " ") or self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selection without the break characters."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy selectable text."""
        if self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse:
            menu = QMenu(self)
            menu.addAction(self.tr("Copy"), self._copy)
            open_menu(menu, event.globalPos())
        else:
            super().contextMenuEvent(event)


class ReservedLabel(QLabel):
    """Wrapped plain text with a fixed number of lines, reserved even while empty, so that nothing moves when the text changes.

    Text that needs more lines is elided; the tooltip has it in full.
    """

    def __init__(self, lines: int, look: str = "") -> None:
        super().__init__()
        self._lines = lines
        self.whole_text = self._more = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if look:
            self.setProperty("look", look)

    def set_text(self, text: str, more: str = "") -> None:
        """Set the text; ``more`` replaces the tooltip, even if nothing is elided."""
        if (text, more) != (self.whole_text, self._more):
            self.whole_text, self._more = text, more
            self.setAccessibleName(text[:_LONGEST])
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the height of the lines."""
        return QSize(0, self._lines * self._line_height())

    def _line_height(self) -> int:
        """Return the height of a line: the fallback font for Chinese has taller lines than the metrics of the first font indicate."""
        metrics = self.fontMetrics()
        letters = "Ag" if language.current() == language.ENGLISH else _TALL
        return max(metrics.lineSpacing(), metrics.boundingRect(QRect(), 0, letters).height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of the lines."""
        return self.sizeHint()

    def hasHeightForWidth(self) -> bool:
        """Return False: unlike other wrapped labels, the height does not depend on the width."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide for the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Elide for a new font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        whole = unbroken(legible(self.whole_text[:_LONGEST]))
        shown = whole if self.has_room(whole) else self._cut(whole)
        self.setText(shown)
        set_tooltip(self, self._more or (self.whole_text if shown != whole else ""))

    def _cut(self, text: str) -> str:
        shortest = bisect_left(range(len(text)), True, key=lambda end: not self.has_room(f"{text[:end]}…"))
        return f"{text[: shortest - 1].rstrip()}…"

    def has_room(self, text: str) -> bool:
        """Return whether a text fits the lines at the present width."""
        line = self._line_height()
        room = QRect(0, 0, max(1, self.width()), 1_000 * line)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        return self.fontMetrics().boundingRect(room, flags, text).height() <= self._lines * line


class Explanation(QWidget):
    """A wrapped explanation; a note takes its place while there is one, so that nothing moves and no empty room waits for the note.

    Args:
        text: The explanation.
        lines: Maximum number of lines of a note.
        look: Look of the explanation in the style sheet.
    """

    def __init__(self, text: str, lines: int, look: str = "small") -> None:
        super().__init__()
        self._text, self._note = label(text, look, wraps=True), ReservedLabel(lines, "small")
        self._text.setAlignment(self._note.alignment())  # a short one begins where a note does
        self._places = QGridLayout(self)
        self._places.setContentsMargins(0, 0, 0, 0)
        for part in (self._text, self._note):
            keeps_its_place(part)
            self._places.addWidget(part, 0, 0)
        self._note.hide()

    def show_note(self, text: str, look: str) -> None:
        """Show a note in a look of the style sheet; "" for the explanation."""
        set_look(self._note, look)
        self._note.set_text(text)
        self._text.setVisible(not text)
        self._note.setVisible(bool(text))

    def add_line(self, line: QLabel) -> None:
        """Add a line of another owner in the same place; :meth:`give_way` while it is shown."""
        line.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._places.addWidget(line, 0, 0)

    def give_way(self) -> None:
        """Hide explanation and note, whose space stays, until the next note."""
        self._text.hide()
        self._note.hide()


class ElidedLabel(QLabel):
    """One line of elided plain text; the tooltip has the full text.

    Args:
        look: Look in the style sheet; "" for plain.
        elides: Position of the ellipsis; names should be elided in the middle, because they differ at their ends.
        separator: What separates the text's parts, of which the last are left out whole, or words in the middle if that is elided;
            "" for a text without parts.
    """

    def __init__(self, text: str = "", look: str = "", elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight, separator: str = "") -> None:
        super().__init__()
        self._elides, self._separator = elides, separator
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.whole_text = ""
        if look:
            self.setProperty("look", look)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Set the text; line ends become spaces."""
        whole = _LINE_ENDS.sub(" ", text).strip()
        if whole != self.whole_text:
            self.whole_text = whole
            self.setAccessibleName(whole[:_LONGEST])
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the size at which nothing is elided."""
        return QSize(self.fontMetrics().horizontalAdvance(self._bounded()) + 2, self._line_height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few characters."""
        return QSize(min(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 4), self._line_height())

    def _line_height(self) -> int:
        """Return the height of the text's line: with Chinese, it is higher than one of the font itself, which would cut off descenders."""
        return max(self.fontMetrics().height(), self.fontMetrics().size(0, self._bounded()).height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _bounded(self) -> str:
        whole = self.whole_text
        return legible(whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST // 2]}…{whole[-_LONGEST // 2 :]}")

    def width_within(self, room: int) -> int:
        """Return the width that the label takes, if its last parts are left out for want of room."""
        return self.fontMetrics().horizontalAdvance(self._fitting(room - 2)) + 2

    def least_width(self) -> int:
        """Return the width below which the label's first part is cut; of a text without further parts, the whole width."""
        first, separator, _ = self._bounded().partition(self._separator) if self._separator else (self._bounded(), "", "")
        return self.fontMetrics().horizontalAdvance(f"{first}{separator}…" if separator else first) + 2

    def _fit(self) -> None:
        shown = self._fitting(self.width())
        self.setText(shown)
        set_tooltip(self, self.whole_text if shown != legible(self.whole_text) else "")

    def _fitting(self, room: int) -> str:
        """Return the text as far as it fits."""
        whole, metrics = self._bounded(), self.fontMetrics()
        parts = whole.split(self._separator) if self._separator else [whole]
        in_middle = self._elides is Qt.TextElideMode.ElideMiddle and self._separator == " "
        for count in range(len(parts), 0 if in_middle else 1, -1):
            last = count // 2 if in_middle else 0
            kept = [*parts[: count - last], "…", *parts[len(parts) - last :]]
            shown = self._separator.join(parts if count == len(parts) else kept)
            if metrics.horizontalAdvance(shown) <= room:
                return shown
        return metrics.elidedText(whole, self._elides if len(parts) == 1 else Qt.TextElideMode.ElideRight, max(0, room))


def set_tooltip(widget: QWidget, text: str) -> None:
    """Set a widget's tooltip, which screen readers read without its markup."""
    widget.setToolTip(plain_tooltip(text))
    widget.setAccessibleDescription(text[:_LONGEST])


def plain_tooltip(text: str) -> str:
    """Return tooltip text that Qt shows literally: otherwise it would interpret anything that looks like markup."""
    from html import escape

    return f"<p style='white-space:pre-wrap'>{escape(legible(text[:_LONGEST]))}</p>" if text else ""
