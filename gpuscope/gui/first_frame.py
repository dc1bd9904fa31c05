"""The window before it has content: background, rail and header line, painted before anything else is loaded.

This module imports as little as possible: each Qt enumeration used here costs milliseconds.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QCloseEvent, QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from gpuscope.gui.palette import DARK, LIGHT, Palette
from gpuscope.gui.text_size import grown, scale_of, use_text_scale
from gpuscope.system import paths

MEMORY_FILE = "window.json"
RAIL_WIDE, _BESIDE_ICON, NARROW_BELOW, HEADER_HEIGHT = 176, 40, 1100, 56
"""Pixels: the rail with names, a rail of icons beside these, the window width that decides between the two, and the header."""
SMALLEST, FIRST_SIZE = (1024, 640), (1280, 800)
"""Pixels: the smallest window in which every page is usable, and the window of the first start, which fits a laptop screen."""
_LEAST_TITLE = 8
"""Pixels from which the desktop's frame above the window is a title bar: it must stay on the screen, a thin border need not."""
_LONGEST_WAIT_S = 0.5
"""Maximum wait for the first paint: a window that is not exposed must not delay the start."""


def spare_reading_sources() -> None:
    """Keep Shiboken from reading the source of every module imported later.

    It scans each for its optional features (``from __feature__ import snake_case``), which are not used here: for numpy,
    pyqtgraph and gpuscope with their 500 modules, a tenth of the time to the first charts. A later version of Shiboken that
    works differently is left alone.
    """
    feature: Any = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _: False


spare_reading_sources()


class FirstFrame(QWidget):
    """The top-level window. :meth:`fill` sets its content, which then decides about closing.

    Args:
        colours: Colours of the placeholder, painted until there is content.
        place: Last x, y, width and height; None for the default.
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
        """Set or replace the content, and the callbacks that decide about closing and are notified of minimizing."""
        row = self.layout() or QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        while (earlier := row.takeAt(0)) is not None:
            if (widget := earlier.widget()) is not None:
                widget.hide()
        row.addWidget(content)
        self._colours = None
        self._may_close, self._minimised = may_close, minimised

    def place(self) -> list[int]:
        """Return x, y, width and height of the normal (not maximized) window."""
        rectangle = self.normalGeometry() if self.isMaximized() else self.geometry()
        return [rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()]

    def make_room_for_title(self) -> None:
        """Keep the title bar and the lower edge on the screen: the desktop adds its frame, whose size is known once the window is shown."""
        inner = self.geometry()
        place = (inner.x(), inner.y(), inner.width(), inner.height())
        bounded = _bounded_inside(inner, self.frameGeometry(), _room(place))
        if bounded != place:
            self.setMinimumSize(*_size_within(QRect(*bounded), SMALLEST))
            self.setGeometry(*bounded)

    def come_to_front(self) -> None:
        """Show the window, restored if it was minimized, in front of others."""
        from PySide6.QtCore import Qt

        self.show()
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def changeEvent(self, event: QEvent) -> None:
        """Notify the content of minimizing and restoring."""
        super().changeEvent(event)
        if self._is_minimised != self.isMinimized():
            self._is_minimised = self.isMinimized()
            self._minimised(self._is_minimised)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close if the content agrees."""
        event.setAccepted(self._may_close())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the placeholder of the content."""
        self.is_painted = True
        if self._colours is None:
            return
        colours, height = self._colours, self.height()
        rail, header = grown(RAIL_WIDE) if self.width() >= grown(NARROW_BELOW) else narrow_rail(), grown(HEADER_HEIGHT)
        painter = QPainter(self)
        _fill(painter, (0, 0, self.width(), height), colours.bg)
        _fill(painter, (0, 0, rail, height), colours.panel)
        _fill(painter, (rail - 1, 0, 1, height), colours.line)
        _fill(painter, (rail, header - 1, self.width() - rail, 1), colours.line)


def narrow_rail() -> int:
    """Return the width of a rail of icons, which grow with the text while the space around them stays."""
    return _BESIDE_ICON + grown(16)


def _fill(painter: QPainter, area: tuple[int, int, int, int], colour: str) -> None:
    """Fill a rectangle by scaling one pixel: to resolve fillRect, PySide 6.10 would create an enumeration of 180 gradients (18 ms)."""
    dot = QPixmap(1, 1)
    dot.fill(QColor(colour))
    painter.drawPixmap(*area, dot)


def show_first_frame(size: tuple[int, int] | None = None) -> FirstFrame:
    """Create the application and show its empty window; return once it is painted, or after half a second.

    Args:
        size: Size of a picture in pixels; None for the window's last geometry.
    """
    application = QApplication.instance() or QApplication(["gpuscope"])
    assert isinstance(application, QApplication)
    application.setApplicationName("gpuscope")
    application.setDesktopFileName("gpuscope")  # Wayland uses it to find the icon
    kept = _remembered()
    theme = kept.get("theme")
    is_dark = theme == "dark" or (theme != "light" and application.palette().window().color().lightness() < 128)
    use_text_scale(scale_of(kept.get("text_size"), application.font().pointSizeF()))
    frame = FirstFrame(DARK if is_dark else LIGHT, _place(kept.get("place")))
    if size is not None:
        frame.setMinimumSize(0, 0)
        frame.setGeometry(0, 0, *size)
    (frame.showMaximized if size is None and kept.get("maximized") is True else frame.show)()
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    while not frame.is_painted and time.monotonic() < deadline_s:
        application.processEvents()
    if size is None and not frame.isMaximized():
        frame.make_room_for_title()
    return frame


def _remembered() -> dict[str, object]:
    """Return the window's saved state; empty if it cannot be read."""
    try:
        document = json.loads((paths.home() / MEMORY_FILE).read_text(encoding="utf-8"))
    except Exception:  # noqa: BLE001 - a lost window position is not worth an error
        return {}
    return document if isinstance(document, dict) else {}


def _place(kept: object) -> tuple[int, int, int, int] | None:
    if isinstance(kept, list) and len(kept) == 4 and all(type(value) is int and abs(value) < 1 << 15 for value in kept):
        return kept[0], kept[1], kept[2], kept[3]
    return None


def _room(place: tuple[int, int, int, int] | None) -> QRect:
    """Return the available area of the screen that had the window's header, or of the first screen if that is gone."""
    rooms = [screen.availableGeometry() for screen in QApplication.screens()]
    header = QRect(place[0], place[1], place[2], HEADER_HEIGHT) if place else QRect()
    return next((room for room in rooms if room.intersects(header)), rooms[0])


def _bounded(place: tuple[int, int, int, int], room: QRect) -> tuple[int, int, int, int]:
    """Return the nearest geometry within the available area, no smaller than the smallest window and no larger than the area."""
    width, height = _size_within(room, (max(place[2], SMALLEST[0]), max(place[3], SMALLEST[1])))
    x = max(room.x(), min(place[0], room.x() + room.width() - width))
    y = max(room.y(), min(place[1], room.y() + room.height() - height))
    return x, y, width, height


def _bounded_inside(inner: QRect, outer: QRect, room: QRect) -> tuple[int, int, int, int]:
    """Return the nearest geometry of a window (``outer`` with its frame) with which its frame is within the room too."""
    title = inner.y() - outer.y()
    if title < _LEAST_TITLE:
        return inner.x(), inner.y(), inner.width(), inner.height()
    left, right, below = inner.x() - outer.x(), outer.right() - inner.right(), outer.bottom() - inner.bottom()
    return _bounded((inner.x(), inner.y(), inner.width(), inner.height()), room.adjusted(left, title, -right, -below))


def _size_within(room: QRect, size: tuple[int, int]) -> tuple[int, int]:
    return min(size[0], room.width()), min(size[1], room.height())
