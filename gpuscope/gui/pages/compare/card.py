"""Parts of the page's cards: frame with heading, and a pill."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from gpuscope.gui.fonts import font
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import MEDIUM, SMALL_PX, Theme
from gpuscope.gui.widgets.labels import label, set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical

_MARGIN = 14
"""Pixels from a card's edge to its text, also in tables."""


class Card(QFrame):
    """A card with a heading row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self._title = label("", "heading")
        self._top = fill(horizontal(margins=(_MARGIN, 8, 8, 6), spacing=8), (self._title, 0, Qt.AlignmentFlag.AlignVCenter), STRETCH)
        self.column = fill(vertical(self, (1, 1, 1, 1), spacing=0), self._top)

    def set_heading(self, title: str) -> None:
        """Set the title."""
        self._title.setText(title)
        self.setAccessibleName(title)

    def add_controls(self, *widgets: QWidget) -> None:
        """Add controls at the right end of the heading."""
        fill(self._top, *((widget, 0, Qt.AlignmentFlag.AlignVCenter) for widget in widgets))


_WIDEST_PILL = grown(320)
"""Pixels; longer texts are elided to leave room for the sentence beside the pill."""


class Pill(QWidget):
    """A pill; its tone ("good", "warn", "bad", "muted") determines text and background colour."""

    spoken_role = "StaticText"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.text, self._tone = "", "muted"
        self.setFont(font(SMALL_PX, MEDIUM))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_text(self, text: str, tone: str, detail: str = "") -> None:
        """Show a text in a tone, with the detail in the tooltip."""
        self.text, self._tone = text, tone
        self.setAccessibleName(text)
        set_tooltip(self, detail or text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the text with its padding."""
        return QSize(min(_WIDEST_PILL, self.fontMetrics().horizontalAdvance(self.text) + 20), self.fontMetrics().height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the pill."""
        palette = self._theme.palette
        text, ground = (
            (palette.muted, palette.raised)
            if self._tone == "muted"
            else (getattr(palette, self._tone), getattr(palette, f"{self._tone}_ground"))
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(QColor(text))
        shown = self.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideRight, self.width() - 18)
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, shown)
