"""The pages of a report below each other, as wide as there is room."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from gpuscope.gui.theme import Theme

_GAP = 16
_WIDEST = 900
"""Pixels; more than that no line of type is read better."""
_FADED = 0.4
_STEP = 56


class ReportSheets(QScrollArea):
    """The pages, to be scrolled through; Page Up and Down, Home and End go by pages.

    Signals:
        moved: Another page is on top, or there are other pages.

    Args:
        theme: For the edges of the paper.
    """

    moved = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheets = _Sheets(theme)
        self.setWidget(self._sheets)
        self.setProperty("look", "list")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else a bar that comes makes the pages small enough to go
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.verticalScrollBar().setSingleStep(_STEP)
        self.verticalScrollBar().setEnabled(False)
        self.verticalScrollBar().valueChanged.connect(self.moved)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._sheets.places)

    @property
    def page(self) -> int:
        """The place of the page that fills most of the view, from 0."""
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        return next((place for place, rect in enumerate(self._sheets.places) if middle <= rect.bottom() + _GAP), max(0, self.count - 1))

    @property
    def paper_width(self) -> int:
        """Pixels that a page is wide."""
        return self._sheets.paper_width(self.viewport().width())

    def set_pages(self, pages: Sequence[QImage]) -> None:
        """Show other pages; what was on top stays there as far as it can."""
        self._sheets.pages = pages
        self.verticalScrollBar().setEnabled(bool(pages))
        self.fade(False)
        self._fit()

    def fade(self, on: bool) -> None:
        """Draw the pages as those of yesterday, or in full."""
        self._sheets.is_faded = on
        self._sheets.update()

    def go_to(self, page: int) -> None:
        """Bring a page on top; the first or the last one where there is none."""
        if self.count:
            place = self._sheets.places[max(0, min(page, self.count - 1))]
            self.verticalScrollBar().setValue(place.top() - _GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit the pages to the width; the one on top stays there."""
        page = self.page
        super().resizeEvent(event)
        self._fit()
        if page:
            self.go_to(page)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go by pages."""
        page = self.page
        ways = {
            Qt.Key.Key_PageDown: page + 1,
            Qt.Key.Key_PageUp: page - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self.count - 1,
        }
        if event.key() in ways:
            self.go_to(ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        self._sheets.fit(self.viewport().width())
        self.moved.emit()


class _Sheets(QWidget):
    """What is scrolled: paints the pages that are seen, each scaled once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.pages: Sequence[QImage] = ()
        self.places: list[QRect] = []
        self.is_faded = False
        self._scaled: dict[int, QPixmap] = {}

    def paper_width(self, width: int) -> int:
        return max(1, min(_WIDEST, width - 2 * _GAP))

    def fit(self, width: int) -> None:
        """Place the pages below each other."""
        paper, top = self.paper_width(width), _GAP
        self.places = []
        for page in self.pages:
            self.places.append(QRect((width - paper) // 2, top, paper, round(paper * page.height() / page.width())))
            top = self.places[-1].bottom() + 1 + _GAP
        self._scaled.clear()
        self.resize(width, top)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint what is seen of the pages."""
        painter = QPainter(self)
        for number, place in enumerate(self.places):
            if place.intersects(event.rect()):
                painter.setOpacity(_FADED if self.is_faded else 1.0)
                painter.drawPixmap(place.topLeft(), self._picture(number, place.size()))
                painter.setOpacity(1.0)
                painter.setPen(QColor(self._theme.palette.line))
                painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def _picture(self, number: int, size: QSize) -> QPixmap:
        if number not in self._scaled:
            ratio = self.devicePixelRatioF()
            mode = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            made = QPixmap.fromImage(self.pages[number].scaled(size * ratio, *mode))
            made.setDevicePixelRatio(ratio)
            self._scaled[number] = made
        return self._scaled[number]
