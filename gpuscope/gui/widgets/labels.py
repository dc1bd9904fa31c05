"""Labels: always plain text; one elides its text and has the whole in its tooltip."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from gpuscope.gui.fonts import legible

_LONGEST = 2_000
_LONG_WORD = re.compile(r"\S{25,}")
_BREAK = "\u200b"
"""A space without a width: lines may end at it."""
_LINE_ENDS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")


def label(text: str = "", look: str = "", *, wraps: bool = False, parent: QWidget | None = None) -> QLabel:
    """Return a label of plain text.

    Args:
        text: What it says; shown as it is, markup and all.
        look: Of the style sheet ("muted", "title" …); "" for the plain one.
        wraps: Whether it breaks into lines.
        parent: The widget that it belongs to.
    """
    made = WrappedLabel(parent) if wraps else QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    if look:
        made.setProperty("look", look)
    return made


class WrappedLabel(QLabel):
    """Lines of plain text; a long word such as a path is broken wherever a line ends, and copied whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Set the text."""
        super().setText(_LONG_WORD.sub(lambda word: _BREAK.join(word[0]), legible(text)))

    def text(self) -> str:
        """Return the text as it was set."""
        return super().text().replace(_BREAK, "")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.selectedText().replace(_BREAK, "") or self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy what is selected without the breaks."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer to copy what can be selected."""
        if self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self.tr("Copy"), self._copy)
            menu.popup(event.globalPos())
        else:
            super().contextMenuEvent(event)


class ElidedLabel(QLabel):
    """One line of plain text that is elided where it does not fit; its tooltip tells it whole.

    Args:
        text: What it says.
        look: Of the style sheet; "" for the plain one.
        parent: The widget that it belongs to.
        elides: Where: names differ at their ends, and are elided in the middle.
    """

    def __init__(
        self,
        text: str = "",
        look: str = "",
        parent: QWidget | None = None,
        elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._elides = elides
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._whole = ""
        if look:
            self.setProperty("look", look)
        self.set_text(text)

    @property
    def whole_text(self) -> str:
        """What it says, unelided."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Set the text; line ends become spaces."""
        whole = _LINE_ENDS.sub(" ", text).strip()
        if whole != self._whole:
            self._whole = whole
            self.setAccessibleName(whole[:_LONGEST])
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which nothing is elided."""
        return QSize(self.fontMetrics().horizontalAdvance(self._bounded()) + 2, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of a few characters."""
        return QSize(min(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 4), self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Elide anew."""
        super().resizeEvent(event)
        self._fit()

    def _bounded(self) -> str:
        whole = self._whole
        return legible(whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST // 2]}…{whole[-_LONGEST // 2 :]}")

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._bounded(), self._elides, max(0, self.width()))
        self.setText(shown)
        self.setToolTip(plain_tooltip(self._whole) if shown != legible(self._whole) else "")


def plain_tooltip(text: str) -> str:
    """Return text for a tooltip that shows it as it is: Qt takes anything that looks like markup as such."""
    from html import escape

    return f"<p style='white-space:pre-wrap'>{escape(legible(text[:_LONGEST]))}</p>" if text else ""
