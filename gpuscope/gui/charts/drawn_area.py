"""An area that caches its drawing until something changes, and draws an overlay that follows the pointer."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import IN_MIDDLE, write
from gpuscope.gui.theme import BODY_PX, Theme

_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class DrawnArea(QAbstractScrollArea):
    """Base class of the views of a capture; shows a sentence if there is nothing to draw, and a frame while it has keyboard focus.

    Subclasses implement :meth:`_has_drawing`, :meth:`_drawing` and :meth:`_draw_over`, and call :meth:`_renew` when the drawing changes.

    Args:
        least: Least readable size.
        wanted: Size at which most of the drawing is visible.
    """

    spoken_role = "Chart"

    def __init__(self, theme: Theme, least: QSize, wanted: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._least, self._wanted = theme, least, wanted
        self._empty = ""
        self._frame: QPixmap | None = None
        self._is_by_keyboard = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self._renew)

    def _has_drawing(self) -> bool:
        raise NotImplementedError

    def _drawing(self) -> QPixmap:
        """Return the drawing without the overlay."""
        raise NotImplementedError

    def _draw_over(self, painter: QPainter, area: QRectF) -> None:
        """Draw the overlay, which follows the pointer."""
        raise NotImplementedError

    def _draw_outlines(self, painter: QPainter, hovered: QRectF | None, chosen: QRectF | None) -> None:
        """Draw a thin line around the item under the pointer, and a thick one around the selected one; None for one not in view."""
        palette = self._theme.palette
        for place, colour, width in ((hovered, palette.muted, 1), (chosen, palette.text, 2)):
            if place is not None:
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _let_go(self) -> None:
        """Reset the hover state after the pointer has left."""

    def _point(self) -> None:
        """Update the hover state for the place of the pointer, under which the drawing may have moved."""

    def _arrange(self) -> None:
        """Update the layout."""
        self._renew()

    def _renew(self) -> None:
        """Discard the cached drawing, update the hover state, and request a repaint."""
        self._frame = None
        self._point()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size at which most of the drawing is visible."""
        return self._wanted

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return self._least

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the cached drawing and the overlay, or the sentence if there is nothing to draw."""
        painter, palette, area = QPainter(self.viewport()), self._theme.palette, QRectF(self.viewport().rect())
        if not self._has_drawing():
            painter.fillRect(area, QColor(palette.panel))
            painter.setFont(fonts.font(BODY_PX))
            write(painter, area, self._empty, IN_MIDDLE, QColor(palette.muted))
        else:
            if self._frame is None:
                self._frame = self._drawing()
            painter.drawPixmap(0, 0, self._frame)
            self._draw_over(painter, area)
        if self._is_by_keyboard and self.hasFocus():
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1, -1))

    def viewportEvent(self, event: QEvent) -> bool:
        """Reset the hover state when the pointer leaves."""
        if event.type() == QEvent.Type.Leave:
            self._let_go()
            self.viewport().update()
        return super().viewportEvent(event)

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Update the layout for the new size."""
        self._arrange()

    @contained
    def hideEvent(self, event: QHideEvent) -> None:
        """Release the cached drawing while hidden."""
        self._frame = None
        super().hideEvent(event)

    @contained
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus if it came from the keyboard."""
        self._is_by_keyboard = event.reason() in _BY_KEYBOARD
        self.viewport().update()

    @contained
    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Hide the focus."""
        self.viewport().update()
