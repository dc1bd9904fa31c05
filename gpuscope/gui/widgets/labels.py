"""Labels: always plain text; one that gives way with an ellipsis and tells the rest in its tooltip."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LONGEST = 2_000
_LINE_ENDS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")


def label(text: str = "", look: str = "", *, wraps: bool = False, parent: QWidget | None = None) -> QLabel:
    """Returns a label of plain text.

    Args:
        text: What it says; shown as it is, markup and all.
        look: Of the style sheet ("muted", "title" …); "" for the plain one.
        wraps: Whether it breaks into lines.
        parent: The widget that it belongs to.
    """
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wraps)
    if look:
        made.setProperty("look", look)
    return made


class ElidedLabel(QLabel):
    """One line of plain text that is elided where it does not fit; its tooltip tells it whole."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        """Sets the text; line ends become spaces."""
        whole = _LINE_ENDS.sub(" ", text).strip()
        if whole != self._whole:
            self._whole = whole
            self.setAccessibleName(whole[:_LONGEST])
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Returns the size at which nothing is elided."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole[:_LONGEST]) + 2, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Returns the size of a few characters."""
        return QSize(min(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 4), self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Elides anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole[:_LONGEST], Qt.TextElideMode.ElideRight, max(0, self.width()))
        self.setText(shown)
        self.setToolTip(plain_tooltip(self._whole) if shown != self._whole else "")


def plain_tooltip(text: str) -> str:
    """Returns text for a tooltip that shows it as it is: Qt takes anything that looks like markup as such."""
    from html import escape

    return f"<p style='white-space:pre-wrap'>{escape(text[:_LONGEST])}</p>" if text else ""
