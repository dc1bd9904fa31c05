"""The window before anything is in it: its ground, its rail and the line below its header, painted before anything else is loaded.

Imports as little as can be: every enumeration of Qt's that is touched here costs milliseconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QCloseEvent, QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from gpuscope.gui.palette import DARK, LIGHT, Palette
from gpuscope.gui.shiboken_imports import spare_reading_sources
from gpuscope.system import paths

spare_reading_sources()

MEMORY_FILE = "window.json"
RAIL_WIDE, RAIL_NARROW, NARROW_BELOW, HEADER_HEIGHT = 176, 56, 1100, 56
SMALLEST, FIRST_SIZE = (1024, 640), (1280, 800)
_LONGEST_WAIT_S = 0.5


class FirstFrame(QWidget):
    """The top-level window. Its content comes by :meth:`fill`, and then decides on closing.

    Args:
        colours: To paint with until there is content.
        place: x, y, width and height where it stood last time; None for anywhere.

    Attributes:
        is_painted: Whether it has been on the screen.
    """

    def __init__(self, colours: Palette, place: tuple[int, int, int, int] | None = None) -> None:
        self._is_minimised = False
        super().__init__()
        self.is_painted = False
        self._colours: Palette | None = colours
        self._may_close: Callable[[], bool] = lambda: True
        self._minimised: Callable[[bool], None] = lambda _: None
        self.setWindowTitle("gpuscope")
        room = _room(place)
        self.setMinimumSize(*_size_within(room, SMALLEST))
        bounded = _bounded(place or (0, 0, *FIRST_SIZE), room)
        self.resize(*bounded[2:])
        if place is not None:
            self.setGeometry(*bounded)

    def fill(self, content: QWidget, may_close: Callable[[], bool], minimised: Callable[[bool], None]) -> None:
        """Set the content, the callback that decides whether it may close, and the one that hears when it is minimised or comes back."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(content)
        self._colours = None
        self._may_close, self._minimised = may_close, minimised

    def place(self) -> list[int]:
        """Return x, y, width and height, those before it was maximised."""
        rectangle = self.normalGeometry() if self.isMaximized() else self.geometry()
        return [rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()]

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Tell when it is minimised, and when it comes back."""
        super().changeEvent(event)
        if self._is_minimised != self.isMinimized():
            self._is_minimised = self.isMinimized()
            self._minimised(self._is_minimised)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Close when its content has nothing against it."""
        event.setAccepted(self._may_close())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Paint what the content will cover."""
        self.is_painted = True
        if self._colours is None:
            return
        colours, height = self._colours, self.height()
        rail = RAIL_WIDE if self.width() >= NARROW_BELOW else RAIL_NARROW
        painter = QPainter(self)
        _fill(painter, (0, 0, self.width(), height), colours.bg)
        _fill(painter, (0, 0, rail, height), colours.panel)
        _fill(painter, (rail - 1, 0, 1, height), colours.line)
        _fill(painter, (rail, HEADER_HEIGHT - 1, self.width() - rail, 1), colours.line)


def _fill(painter: QPainter, area: tuple[int, int, int, int], colour: str) -> None:
    """Fill a rectangle by one pixel: to find out which fillRect is meant, PySide 6.10 makes an enumeration of 180 gradients (18 ms)."""
    dot = QPixmap(1, 1)
    dot.fill(QColor(colour))
    painter.drawPixmap(*area, dot)


def show_first_frame(size: tuple[int, int] | None = None) -> FirstFrame:
    """Make the application and show its window, empty; return when it is on the screen, or half a second later.

    Args:
        size: Of a picture to be taken, in pixels; None for where the window stood last time.
    """
    application = QApplication.instance() or QApplication(["gpuscope"])
    assert isinstance(application, QApplication)
    application.setApplicationName("gpuscope")
    kept = _remembered()
    theme = kept.get("theme")
    is_dark = theme == "dark" or (theme != "light" and application.palette().window().color().lightness() < 128)
    frame = FirstFrame(DARK if is_dark else LIGHT, _place(kept.get("place")))
    if size is not None:
        frame.setMinimumSize(0, 0)
        frame.setGeometry(0, 0, *size)
    (frame.showMaximized if size is None and kept.get("maximized") is True else frame.show)()
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    while not frame.is_painted and time.monotonic() < deadline_s:
        application.processEvents()
    return frame


def _remembered() -> dict[str, object]:
    """Return what the window was left with; nothing when that cannot be read."""
    try:
        document = json.loads((paths.home() / MEMORY_FILE).read_text(encoding="utf-8"))
    except Exception:  # noqa: BLE001 - where the window stood is never worth an error
        return {}
    return document if isinstance(document, dict) else {}


def _place(kept: object) -> tuple[int, int, int, int] | None:
    if isinstance(kept, list) and len(kept) == 4 and all(type(value) is int and abs(value) < 1 << 15 for value in kept):
        return kept[0], kept[1], kept[2], kept[3]
    return None


def _room(place: tuple[int, int, int, int] | None) -> QRect:
    """Return what can be covered of the screen on which the window's header stood; of the first one when that is gone."""
    rooms = [screen.availableGeometry() for screen in QApplication.screens()]
    header = QRect(place[0], place[1], place[2], HEADER_HEIGHT) if place else QRect()
    return next((room for room in rooms if room.intersects(header)), rooms[0])


def _bounded(place: tuple[int, int, int, int], room: QRect) -> tuple[int, int, int, int]:
    """Return the place within the room that is nearest to one; neither smaller than a window may be nor larger than the room."""
    width, height = _size_within(room, (max(place[2], SMALLEST[0]), max(place[3], SMALLEST[1])))
    x = max(room.x(), min(place[0], room.x() + room.width() - width))
    y = max(room.y(), min(place[1], room.y() + room.height() - height))
    return x, y, width, height


def _size_within(room: QRect, size: tuple[int, int]) -> tuple[int, int]:
    return min(size[0], room.width()), min(size[1], room.height())
