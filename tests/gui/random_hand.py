"""Performs random actions on a window: keys, clicks, wheel, drags, resizing, pages, themes, languages."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

import shiboken6
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDesktopServices, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from gpuscope.gui.session import Session
from gpuscope.gui.theme import Choice
from gpuscope.system import paths
from gpuscope.system.language import LANGUAGES

_FIELDS = (QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit)
_CLICKED = (QAbstractButton, QAbstractItemView, QHeaderView, QMenu, QTabBar, *_FIELDS)
_SIZES = ((1024, 640), (1280, 800), (1920, 1080))
_TYPED = "abcxyz 0123456789.,-=/\\\"'<>%_é中🚀"
_NO, _CTRL, _SHIFT, _ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
_PLAIN = "Tab Return Enter Escape Space Backspace Delete Insert F1 F2 F5 F10 Menu"
_MOVES = "Left Right Up Down Home End PageUp PageDown"
_SHORTCUTS = "A C V X Z Y F K O S P Q W Return Plus Minus 0 1 2 3 4 5 6 7 8 9"


def _keys() -> Iterator[tuple[Qt.Key, Qt.KeyboardModifier]]:
    for names, all_held in ((_PLAIN, (_NO,)), (_MOVES, (_NO, _SHIFT, _CTRL)), (_SHORTCUTS, (_CTRL,)), ("Left Right Down", (_ALT,))):
        yield from ((getattr(Qt.Key, f"Key_{name}"), held) for name in names.split() for held in all_held)
    yield from ((Qt.Key.Key_Backtab, _SHIFT), (Qt.Key.Key_Question, _SHIFT))


_KEYS = tuple(_keys())


class RandomHand:
    """Performs one random action after another, each drawn from ``draw``.

    It asks the application for widgets, not a widget for those inside it: ``findChildren()`` and ``childAt()`` make what they return a
    Python child of the widget that was asked, which keeps it as long as itself; a fault of PySide that would count as a leak.

    Args:
        session: The session whose window it acts on.
        draw: Source of randomness; the same seed gives the same actions, as long as the same widgets exist.
        known: Ids of stored runs; runs that start meanwhile are found by their folders.
        searching: Entered while it searches the window for something to click, which is no work of the window's.
    """

    def __init__(
        self,
        session: Session,
        draw: random.Random,
        known: Sequence[str],
        searching: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._session, self._draw, self._known, self._searching = session, draw, known, searching
        self._doings: tuple[tuple[float, Callable[[], str]], ...] = (
            (26, self._click_something),
            (9, self._click_anywhere),
            (22, self._press_key),
            (8, self._type),
            (8, self._turn_wheel),
            (9, self._point),
            (4, self._drag),
            (3, self._resize),
            (4, self._show_page),
            (2, self._show_item),
            (1, self._switch_theme),
            (0.6, self._switch_language),
            (1.5, self._leave_dialog),
            (0.4, self._minimise),
        )

    def act(self) -> str:
        """Perform an action, and return its description."""
        if QApplication.activeWindow() is None:  # no window manager reactivates it when a dialog closes
            self._frame.activateWindow()
        do = self._draw.choices([do for _, do in self._doings], [weight for weight, _ in self._doings])[0]
        try:
            return do()
        except RuntimeError as error:  # exceptions in slots are not raised here
            if "QWindow" not in str(error):
                raise
            return "nothing: the window has gone with the press"

    @property
    def _frame(self) -> QWidget:
        return self._session._frame

    def _top(self) -> QWidget:
        """Return the window that receives events: an open menu, else a dialog, else the main window."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._frame

    def _handle(self) -> QWindow:
        top = self._top()
        handle = top.windowHandle()
        is_there = handle is not None and shiboken6.isValid(handle) and handle.isVisible()
        return handle if is_there else self._frame.windowHandle()

    def _somewhere(self, area: QRect) -> QPoint:
        """Return a random position in an area of the window that receives events, clipped to the platform window's current size."""
        handle = self._handle()
        area = area & QRect(0, 0, handle.width(), handle.height())
        right, bottom = max(area.left(), area.right()), max(area.top(), area.bottom())
        return QPoint(self._draw.randint(area.left(), right), self._draw.randint(area.top(), bottom))

    def _click_something(self) -> str:
        top = self._top()
        with self._searching():
            found = [widget for widget in QApplication.allWidgets() if isinstance(widget, _CLICKED) and _is_seen(widget, top)]
            found.sort(key=lambda widget: (widget.mapTo(top, QPoint()).toTuple(), type(widget).__name__))  # Qt gives them in any order
        if not found:
            return self._click_anywhere()
        widget = self._draw.choice(found)
        seen = widget.visibleRegion().boundingRect()
        place = self._somewhere(QRect(widget.mapTo(top, seen.topLeft()), seen.size()))
        name = _named(widget)
        return f"{self._click(place)} {name}"

    def _click_anywhere(self) -> str:
        return self._click(self._somewhere(self._top().rect()))

    def _click(self, place: QPoint) -> str:
        handle, chance = self._handle(), self._draw.random()
        button = Qt.MouseButton.RightButton if chance < 0.1 else Qt.MouseButton.LeftButton
        held = self._draw.choices((_NO, _CTRL, _SHIFT), (20, 1, 1))[0]
        words = f"{'double ' if chance > 0.93 else ''}click {button.name} {held.name} at {place.x()},{place.y()} of {_title(self._top())}:"
        if chance > 0.93:
            QTest.mouseDClick(handle, button, held, place)
            return words
        QTest.mousePress(handle, button, held, place)
        QTest.mouseRelease(self._handle(), button, held, place)
        return words

    def _press_key(self) -> str:
        key, held = self._draw.choice(_KEYS)
        words = f"key {held.name} {key.name} with {_named(QApplication.focusWidget())} focused"
        self._strike(key, held)
        return words

    def _strike(self, key: Qt.Key, held: Qt.KeyboardModifier = _NO) -> None:
        for strike in (QTest.keyPress, QTest.keyRelease):  # each goes to the current focus, since the press may have closed a widget
            strike(QApplication.activePopupWidget() or QApplication.focusWidget() or self._top(), key, held)

    def _type(self) -> str:
        text = "".join(self._draw.choices(_TYPED, k=self._draw.randint(1, 4)))
        words = f"type {text!r} into {_named(QApplication.focusWidget())}"
        for letter in text:
            if letter.isascii():
                self._strike(Qt.Key(ord(letter.upper())))
            elif isinstance(field := QApplication.focusWidget(), QLineEdit | QPlainTextEdit):  # as an input method does
                (field.insert if isinstance(field, QLineEdit) else field.insertPlainText)(letter)
        return words

    def _turn_wheel(self) -> str:
        top, notches = self._top(), self._draw.choice((-5, -1, 1, 5))
        place = self._somewhere(top.rect())
        held = self._draw.choices((_NO, _CTRL, _SHIFT), (6, 2, 1))[0]
        words = f"wheel {notches} {held.name} at {place.x()},{place.y()} over {_under(top, place)}"
        QTest.wheelEvent(self._handle(), QPointF(place), QPoint(0, 120 * notches), QPoint(), held)
        return words

    def _point(self) -> str:
        place = self._somewhere(self._top().rect())
        QTest.mouseMove(self._handle(), place)
        return f"point at {place.x()},{place.y()}"

    def _drag(self) -> str:
        handle, area = self._handle(), self._top().rect()
        begin, end = self._somewhere(area), self._somewhere(area)
        words = f"drag {begin.toTuple()} to {end.toTuple()} from {_under(self._top(), begin)}"
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, _NO, begin)
        for part in range(1, 5):
            QTest.mouseMove(self._handle(), begin + (end - begin) * (part / 4))
        QTest.mouseRelease(self._handle(), Qt.MouseButton.LeftButton, _NO, end)
        return words

    def _resize(self) -> str:
        size = self._draw.choice(_SIZES) if self._draw.random() < 0.5 else (self._draw.randint(1024, 1920), self._draw.randint(640, 1080))
        self._frame.resize(*size)
        return f"resize to {size}"

    def _minimise(self) -> str:
        minimised = Qt.WindowState.WindowMinimized
        self._frame.setWindowState(self._frame.windowState() ^ minimised)
        return f"minimised: {self._frame.isMinimized()}"

    def _show_page(self) -> str:
        name = self._draw.choice(self._session._window.entry_names)
        self._session._window.go_to(name)
        return f"page {name}"

    def _show_item(self) -> str:
        name = self._draw.choice(("run", "runs", "compare", "race", "profile"))
        ids = self._ids()
        count = self._draw.randint(1, 4) if name in ("compare", "race") else 1
        chosen = self._draw.sample(ids, min(len(ids), count))
        item = chosen if name in ("compare", "race", "profile") else chosen[0]
        self._session._window.go_to(name, item)
        return f"page {name} with {item}"

    def _ids(self) -> Sequence[str]:
        runs = paths.runs_folder(paths.default_store_url())
        return sorted({*self._known, *(os.listdir(runs) if runs.exists() else ())})

    def _switch_theme(self) -> str:
        choice = self._draw.choice(list(Choice))
        self._session._theme.choose(choice)
        return f"theme {choice}"

    def _switch_language(self) -> str:
        code = self._draw.choice(list(LANGUAGES))
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return "no language under a dialog: its page is out of reach"
        self._session._change_language(code)
        return f"language {code}"

    def _leave_dialog(self) -> str:
        top = self._top()
        if isinstance(top, QDialog | QMenu):
            top.close()
            return f"close {_title(top)}"
        return "no dialog is open"


def _is_seen(widget: QWidget, top: QWidget) -> bool:
    return widget.window() is top and widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()


def _title(widget: QWidget) -> str:
    return type(widget).__name__


def _under(top: QWidget, place: QPoint) -> str:
    return _named(QApplication.widgetAt(top.mapToGlobal(place)))


def _named(widget: QWidget | None) -> str:
    if widget is None:
        return "nothing"
    words = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    return f"{type(widget).__name__} {words[:40]!r}"


@contextmanager
def harmless(draw: random.Random, folder: Path) -> Iterator[list[str]]:
    """Answer file dialogs with a file in ``folder`` or not at all, and open nothing outside the window; yield the names of the files."""
    asked: list[str] = []

    def answer(dialog: QFileDialog, *_: object) -> None:
        file = folder / f"export-{len(asked)}.{dialog.defaultSuffix().lstrip('.')}"
        asked.append(file.name)
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave and draw.random() < 0.5:
            dialog.fileSelected.emit(str(file))
        dialog.finished.emit(0)
        dialog.deleteLater()

    with (
        patch.object(QFileDialog, "open", answer),
        patch.object(QFileDialog, "exec", answer),
        patch.object(QDesktopServices, "openUrl", staticmethod(lambda *_: draw.random() < 0.5)),
    ):
        yield asked
