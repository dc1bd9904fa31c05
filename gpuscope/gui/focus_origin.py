"""Tracks whether a widget got the focus from the keyboard; only then is a focus ring drawn. Hides tooltips that are in the mouse's way."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPen, QWindow
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

KEYBOARD = "keyboard"
"""Property of a widget with the focus: True after a key, False after a click. The style sheet draws rings if it is True."""
_KEY = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
_TOOLTIP = "qtooltip_label"
"""Name that Qt gives to a tooltip's window."""
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


def shows_focus(widget: QWidget) -> bool:
    """Return whether a widget has the focus and did not get it from a click; for painting without the style sheet."""
    return widget.hasFocus() and widget.property(KEYBOARD) is not False


def first_focusable(page: QWidget) -> QWidget:
    """Return the first widget that Tab reaches on a page or a part of one; the page itself if there is none."""
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        if page.isAncestorOf(widget) and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled():
            return widget
        widget = widget.nextInFocusChain()
    return page


def draw_focus(painter: QPainter, widget: QWidget, colour: str) -> None:
    """Draw the focus ring of a widget that draws itself, if it shows the focus."""
    if shows_focus(widget):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), _RING))
        painter.drawRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1))


_RING = 2
"""Width of the ring in pixels, the same as in the style sheet."""


class FocusOrigin(QObject):
    """Records for each focused widget whether keyboard or mouse was used last.

    It filters the events of windows, not of the application, because those of all widgets number in the thousands.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._by_keyboard = False  # before the first key press, the focus comes from the window and has no ring
        application.focusChanged.connect(self._mark_moved)
        application.focusWindowChanged.connect(self._follow)
        self._follow(QGuiApplication.focusWindow())

    def _follow(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)  # so that it is installed only once
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record a key or a click before it reaches its widget; of a shortcut, the window gets only the release.

        A tooltip that the mouse moves onto goes at once: Qt leaves it there for 0.3 s, in which it takes the click for what is below it.
        """
        if event.type() is QEvent.Type.Leave:
            for tooltip in QApplication.topLevelWidgets():
                if tooltip.objectName() == _TOOLTIP:
                    tooltip.hide()
        elif event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin):
            self._by_keyboard = False
        elif isinstance(event, QKeyEvent) and event.type() in _KEY and event.key() not in _MODIFIERS:
            self._by_keyboard = True
            self._mark(QApplication.focusWidget())
        return super().eventFilter(watched, event)

    def _mark_moved(self, before: QWidget | None, focused: QWidget | None) -> None:
        """Mark the newly focused widget, and scroll it into view: Qt does so only for keys pressed within the scrolled area."""
        self._mark(focused)
        if self._by_keyboard and before is not None and focused is not None:  # not if the window itself comes to the front
            part = focused.parentWidget()
            while part is not None:
                if isinstance(part, QScrollArea):
                    part.ensureWidgetVisible(focused)
                part = part.parentWidget()

    def _mark(self, focused: QWidget | None) -> None:
        if focused is not None and focused.property(KEYBOARD) is not self._by_keyboard:
            focused.setProperty(KEYBOARD, self._by_keyboard)
            focused.style().unpolish(focused)
            focused.style().polish(focused)
            focused.update()
