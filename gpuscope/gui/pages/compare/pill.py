"""A few words on a ground of their own colour."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuscope.gui.fonts import font
from gpuscope.gui.theme import MEDIUM, SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

_WIDEST = 320


class Pill(QWidget):
    """A pill; its tone ("good", "warn", "bad", "muted") gives text and ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words, self._tone = "", "muted"
        self.setFont(font(SMALL_PX, MEDIUM))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words

    def show_words(self, words: str, tone: str, detail: str = "") -> None:
        """Show words in a tone; the detail is in the tooltip."""
        self._words, self._tone = words, tone
        self.setAccessibleName(words)
        self.setAccessibleDescription(detail)
        self.setToolTip(plain_tooltip(detail or words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of the words and their surroundings."""
        return QSize(min(_WIDEST, self.fontMetrics().horizontalAdvance(self._words) + 20), self.fontMetrics().height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the pill."""
        palette = self._theme.palette
        text, ground = (
            (palette.muted, palette.raised)
            if self._tone == "muted"
            else (
                getattr(palette, self._tone),
                getattr(palette, f"{self._tone}_ground"),
            )
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(QColor(text))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, self.width() - 18)
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, shown)
