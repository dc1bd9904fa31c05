"""The head of a table with one column a group: line style and name."""

from collections.abc import Container

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from gpuscope.gui.fonts import font, legible
from gpuscope.gui.pages.compare.comparison_columns import Layout
from gpuscope.gui.pages.compare.group_style import SWATCH_HEIGHT, SWATCH_WIDTH, swatch
from gpuscope.gui.tables.column import HEADER_HEIGHT
from gpuscope.gui.theme import MEDIUM, SMALL_PX, Theme

_PAD, _GAP, _LEAST_NAME = 14, 10, 36
_RATIO = 40


class GroupHeader(QHeaderView):
    """Draws the head of each section; a section without a group has its title alone.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._face = font(SMALL_PX, MEDIUM)
        self._groups: dict[int, int] = {}
        self._ratios: Container[int] = ()
        self._layout = Layout()
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFixedHeight(HEADER_HEIGHT)

    def set_groups(self, groups: dict[int, int], ratios: Container[int] = (), layout: Layout | None = None) -> None:
        """Say which section belongs to which group, by their places, which have a ratio, and how the cells below are laid out."""
        self._groups, self._ratios, self._layout = groups, ratios, layout or Layout()
        self.viewport().update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height."""
        return QSize(super().sizeHint().width(), HEADER_HEIGHT)

    def sectionSizeFromContents(self, section: int) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which a section's name is not elided."""
        words = self._words(section)
        beside = (SWATCH_WIDTH + 7 if section in self._groups else 0) + (_RATIO if section in self._ratios else 0)
        return QSize(round(QFontMetricsF(self._face).horizontalAdvance(words)) + beside + _PAD + 8, HEADER_HEIGHT)

    def _words(self, section: int) -> str:
        return legible(str(self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole) or "")[:500])

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802 - Qt's name
        """Draw one section."""
        palette, area = self._theme.palette, QRectF(rect)
        painter.save()
        painter.fillRect(area, QColor(palette.panel))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(palette.line))
        inner = area.adjusted(_PAD, 0, -6, 0)
        if section in self._groups:
            picture = swatch(self._groups[section], palette, self.devicePixelRatioF())
            painter.drawPixmap(round(inner.left()), round(inner.center().y() - SWATCH_HEIGHT / 2), picture)
            inner.adjust(SWATCH_WIDTH + 7, 0, 0, 0)
        if section in self._ratios:
            box = area.adjusted(0, 0, -_PAD - self._layout.verdict_width(area.width()), 0)
            painter.setFont(self._face)
            painter.setPen(QColor(palette.muted))
            is_wide = self._layout.shows_interval(area.width())
            words = self.tr("ratio (95 % interval)") if is_wide else self.tr("ratio")
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
            inner.setRight(box.right() - QFontMetricsF(self._face).horizontalAdvance(words) - _GAP)
        words = self._words(section)
        painter.setFont(self._face)
        painter.setPen(QColor(palette.muted))
        shown = QFontMetricsF(self._face).elidedText(words, Qt.TextElideMode.ElideMiddle, inner.width())
        if section in self._groups and shown != words and inner.width() < _LEAST_NAME:
            shown = ""  # two letters say less than the line and the marker beside them
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        painter.restore()
