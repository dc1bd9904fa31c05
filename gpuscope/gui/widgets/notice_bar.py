"""A notice within a page: an error with its hint, or a change that can be undone."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QCursor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import fill, framed, horizontal

if TYPE_CHECKING:
    from gpuscope.gui.charts.strip_stack import StripStack

_MARGINS = (12, 8, 12, 8)
"""Margins in pixels, left, top, right and bottom, on a grid of 4."""
_WIDEST, _INSET = grown(560), 16
"""Pixels: greatest width of a notice over a page, whose text fits two lines and spares the narrowest form; distance from other parts."""
_EDGE, _LEAST = 20, 4
"""Pixels between a notice and the right edge of its page, as of the actions in the header; least distance from the edge of the view."""
DONE_MS = 8_000
"""How long the report of something done stays: long enough to be noticed and read, also by who looks at another part of the page."""
_LOOKS = {"info": "notice", "bad": "notice-bad", "warn": "notice-warn"}


class NoticeBar(QWidget):
    """One notice at a time; a new one replaces the previous. Hidden without one.

    Attributes:
        tone: Tone of the last notice: "info", "warn" or "bad".
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tone = "info"
        self._action: Callable[[], None] | None = None
        self._about: Hashable = None
        self._text = label("", wraps=True, is_selectable=True)
        self._button = Button(theme, "", "link", clicked=self._act)
        away = Button(theme, "", "flat", "close", self.tr("Dismiss"), clicked=self.clear)
        for button in (self._button, away):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it is, since the button goes
        self._card = framed("notice")
        fill(horizontal(self._card, (12, 6, 6, 6)), (self._text, 1), self._button, away)
        self._around = fill(horizontal(self, _MARGINS), self._card)
        self._around_page: weakref.ref[QAbstractScrollArea] | None = None
        self._rows_below: list[weakref.ref[QWidget]] = []
        self._strips: weakref.ref[StripStack] | None = None
        self._rooms: list[tuple[weakref.ref[QAbstractScrollArea], _ScrollRoom]] = []
        self._passing = QTimer(self, singleShot=True, interval=DONE_MS)
        self._passing.timeout.connect(self._pass)
        self._lies_over = False  # over the parent; a reference to it here would keep a deleted page alive
        self.hide()

    def lie_over(self, below: QWidget) -> None:
        """Show notices over the lower right corner of a widget from now on, so that they do not shift the layout."""
        self._lies_over = True
        self._around.setContentsMargins(0, 0, 0, 0)
        self.setParent(below)
        below.installEventFilter(self)
        self.hide()

    def stay_above(self, *rows: QWidget) -> None:
        """Keep clear of rows of controls at the widget's lower edge while they are visible, each in a view of its own."""
        for row in rows:
            self._rows_below.append(weakref.ref(row))
            row.installEventFilter(self)

    def stay_left_of_values(self, stack: StripStack) -> None:
        """Keep clear of the current values right of strips, and of the axis, while these are visible: they are read while a notice is.

        The lowest curve can be scrolled out from under it; where all strips fit, room is reserved for it below their axis.
        """
        self._strips = weakref.ref(stack)
        stack.keep_room_for_notices()
        stack.installEventFilter(self)
        self.let_scroll(stack.area)

    def let_scroll(self, area: QAbstractScrollArea) -> None:
        """Let a view be scrolled past its end while a notice lies over it, so that every row can be read."""
        self._rooms.append((weakref.ref(area), _ScrollRoom(area)))
        area.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner, clear of the row of controls, when the widget below or the row is resized, or the row comes or goes."""
        if event.type() == QEvent.Type.Resize or (event.type() in (QEvent.Type.Show, QEvent.Type.Hide) and self._is_row(watched)):
            self._place()
        return False

    def _is_row(self, watched: QObject) -> bool:
        """Return whether this is kept clear of, on a page that is shown: one that is hidden may be about to be destroyed."""
        below = self.parentWidget()
        is_kept_clear = any(kept is not None and watched is kept() for kept in (*self._rows_below, self._strips))
        return is_kept_clear and below is not None and below.isVisible()

    def _place(self, *_: int) -> None:
        below = self.parentWidget() if self._lies_over else None
        if below is None or self.isHidden():
            return
        rows = (kept() for kept in self._rows_below)
        bottom = below.height() - max((row.height() for row in rows if row is not None and row.isVisible()), default=0) - _INSET
        stack, right = self._strips() if self._strips is not None else None, below.width() - _EDGE
        if stack is not None and stack.isVisible():
            right = stack.mapTo(below, QPoint(stack.values_left, 0)).x() - _INSET
        width = min(_WIDEST, right - _INSET)
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        edge = _LEAST
        if stack is not None and stack.isVisible():
            room = stack.notice_room
            edge = _LEAST if room is None else 0  # two lines take nearly all of the room, which may end with the page
            end = stack.axis_top - _INSET // 2 if room is None else room.center().y() + (height + 1) // 2
            bottom = stack.mapTo(below, QPoint(0, end)).y()
        seen = self._seen(below)
        right, bottom = min(right, seen.right() + 1 - _LEAST), min(bottom, seen.bottom() + 1 - edge)
        self.setGeometry(max(seen.left(), right - width), bottom - height, width, height)
        self.raise_()
        self._give_room(below)

    def _seen(self, below: QWidget) -> QRect:
        """Return the part of the page that is in view: with large text in a small window, pages are scrolled."""
        area: QWidget | None = below.parentWidget()
        while area is not None and not isinstance(area, QAbstractScrollArea):
            area = area.parentWidget()
        if area is None:
            return below.rect()
        if self._around_page is None or self._around_page() is not area:
            self._around_page = weakref.ref(area)
            for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
                bar.valueChanged.connect(self._place)
                bar.rangeChanged.connect(self._place)
        return QRect(below.mapFrom(area.viewport(), QPoint(0, 0)), area.viewport().size()) & below.rect()

    def _give_room(self, below: QWidget | None) -> None:
        """Reserve room in the views that this notice lies over; with None, take it back."""
        for reference, room in self._rooms:
            area = reference()
            if area is None or not isValid(area):
                continue
            is_covered = below is not None and area.isVisible()
            room.reserve_over(area.mapFrom(below, self.pos()).y() - _INSET if is_covered and below is not None else None)

    @property
    def text(self) -> str:
        """The shown text; "" while hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_text(
        self, text: str, tone: str = "info", action: str = "", act: Callable[[], None] | None = None, about: Hashable = None
    ) -> None:
        """Show a text.

        Args:
            text: The text.
            tone: "info", "warn" or "bad".
            action: Text of the button ("Undo"); "" for none.
            act: Called by the button, which also hides the notice.
            about: What it is about; :meth:`withdraw` hides it when that is no longer shown or true.
        """
        self._passing.stop()
        self.tone, self._about = tone, about
        set_look(self._card, _LOOKS[tone])
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._card.updateGeometry()  # else the height for the previous text is used until the next event
        show_or_hide(self._button, action)
        self._action = act
        self.show()
        self._place()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))  # a screen reader stays with what has the focus

    def show_done(self, text: str) -> None:
        """Report something done, which needs no answer: the notice goes by itself, but not from under the mouse or the keyboard's focus."""
        self.show_text(text)
        self._passing.start()

    def _pass(self) -> None:
        is_pointed_at = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        if is_pointed_at or self.isAncestorOf(QApplication.focusWidget() or self):
            self._passing.start()
        else:
            self.clear()

    def show_error(self, error: GpuscopeError, action: str = "", act: Callable[[], None] | None = None) -> None:
        """Show an error with its hint; for the button see :meth:`show_text`."""
        self.show_text(error_text(error), "bad", action, act)

    @property
    def is_offer(self) -> bool:
        """Whether the notice is visible and has a button with an action."""
        return bool(self.text) and self._action is not None

    def withdraw(self, about: Hashable) -> None:
        """Hide the notice if it is about this."""
        if self._about == about:
            self.clear()

    def clear(self) -> None:
        """Hide the notice."""
        self._passing.stop()
        self._about = None
        self._action = None
        self.hide()
        self._give_room(None)

    def _act(self) -> None:
        act = self._action
        self.clear()
        if act is not None:
            act()


class _ScrollRoom(QObject):
    """Adds to the vertical range of a view that scrolls by pixels; what is shown does not move, and a view that fits gets no scroll bar."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area, self._bar = area, area.verticalScrollBar()
        self._room = 0
        self._whole = self._given = self._bar.maximum()
        self._bar.rangeChanged.connect(self._extend)

    def reserve_over(self, top: int | None) -> None:
        """Reserve room for what covers the view from here on down, in pixels of the view; None if nothing covers it."""
        self._room = 0 if top is None else max(0, self._area.height() - top)
        self._apply()

    def _extend(self, _minimum: int, maximum: int) -> None:
        """Extend the range that the view has set; Qt fits the value to it only afterwards, so that nothing jumps."""
        if maximum != self._given:
            self._whole = maximum
            self._apply()

    def _apply(self) -> None:
        self._given = self._whole + self._room if self._whole > self._bar.minimum() else self._whole
        self._bar.setMaximum(self._given)
