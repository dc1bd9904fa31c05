"""The pages of a report in a column, fitted to the width."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from gpuscope.gui.theme import Theme

_GAP = 16
"""Pixels around and between sheets."""
_WIDEST = 900
"""Maximum width of a page in pixels; larger is not easier to read."""
_FADED = 0.4
"""Opacity of outdated pages: still legible, clearly not current."""
_STEP = 56
"""Scroll distance per wheel notch in pixels: about four lines of a page."""


class ReportSheets(QScrollArea):
    """Scrollable pages; Page Up, Page Down, Home and End move from page to page.

    Signals:
        moved: The current page or the pages have changed.

    Args:
        theme: Theme of the paper's edges.
    """

    moved = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sheets = _Sheets(theme)
        self.setWidget(self._sheets)
        self.setProperty("look", "list")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )  # otherwise the bar would shrink the pages, disappear, and come back
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.verticalScrollBar().setSingleStep(_STEP)
        self.verticalScrollBar().setEnabled(False)
        self.verticalScrollBar().valueChanged.connect(self.moved)

    @property
    def count(self) -> int:
        """Number of pages."""
        return len(self._sheets.places)

    @property
    def page(self) -> int:
        """Index of the page in the middle of the view."""
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        return next((place for place, rect in enumerate(self._sheets.places) if middle <= rect.bottom() + _GAP), max(0, self.count - 1))

    @property
    def paper_width(self) -> int:
        """Width of a page in logical pixels."""
        return self._sheets.paper_width(self.viewport().width())

    def set_pages(self, pages: Sequence[QImage]) -> None:
        """Replace the pages and keep the scroll position if possible."""
        self._sheets.pages = pages
        self.verticalScrollBar().setEnabled(bool(pages))
        self.fade(False)
        self._fit()

    def fade(self, on: bool) -> None:
        """Fade outdated pages, or show pages at full opacity."""
        self._sheets.is_faded = on
        self._sheets.update()

    def go_to(self, page: int) -> None:
        """Scroll to a page; the index is clamped."""
        if self.count:
            place = self._sheets.places[max(0, min(page, self.count - 1))]
            self.verticalScrollBar().setValue(place.top() - _GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the width, and keep the current page in view."""
        page = self.page
        super().resizeEvent(event)
        self._fit()
        if page:
            self.go_to(page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by pages."""
        page = self.page
        ways = {Qt.Key.Key_PageDown: page + 1, Qt.Key.Key_PageUp: page - 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.count - 1}
        if event.key() in ways:
            self.go_to(ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        self._sheets.fit(self.viewport().width())
        self.moved.emit()


class _Sheets(QWidget):
    """The scrolled content; paints the visible pages, each scaled once."""

    spoken_role = "Document"

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
        """Lay out the pages in a column."""
        paper, top = self.paper_width(width), _GAP
        self.places = []
        for page in self.pages:
            self.places.append(QRect((width - paper) // 2, top, paper, round(paper * page.height() / page.width())))
            top = self.places[-1].bottom() + 1 + _GAP
        self._scaled.clear()
        self.resize(width, top)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible pages."""
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
            pixmap = QPixmap.fromImage(self.pages[number].scaled(size * ratio, *mode))
            pixmap.setDevicePixelRatio(ratio)
            self._scaled[number] = pixmap
        return self._scaled[number]
