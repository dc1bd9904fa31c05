"""Dragging runs from the list to the comparison: the drag data, the picture at the pointer, and the drop targets."""

import json
import re
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.pixmap import painted
from gpuscope.gui.stylesheet import set_property
from gpuscope.gui.theme import BODY_PX, LARGE_PX, RADIUS, Theme
from gpuscope.gui.widgets.buttons import Button

ADD = "add"
"""First part of an item that makes the Compare page add runs to the comparison: ``(ADD, [id, …])``."""
_KIND = "application/x-gpuscope-runs"
_RUN_ID = re.compile(r"[0-9a-z]{1,64}")
_MOST = 10_000
"""Maximum number of runs accepted: as many as a list of runs holds."""
_OPENS_AFTER_MS = 700
"""How long the pointer must rest on the entry to open its page; passing by does not open it."""
_CHIP_WIDTH, _CHIP_HEIGHT, _PAD = 240, 28, 12
"""Pixels of the picture at the pointer: greatest width, for a name of usual length; height, slightly less than a row; side padding."""


def runs_mime(run_ids: Sequence[str]) -> QMimeData:
    """Return the drag data of runs."""
    mime = QMimeData()
    mime.setData(_KIND, QByteArray(json.dumps(list(run_ids)).encode()))
    return mime


def runs_in(mime: QMimeData) -> list[str]:
    """Return the ids of dragged runs, each once; empty for any other data."""
    if not mime.hasFormat(_KIND):
        return []
    try:
        document = json.loads(bytes(mime.data(_KIND).data()))
    except (ValueError, RecursionError):
        return []
    ids = document if isinstance(document, list) else []
    return list(dict.fromkeys(run_id for run_id in ids[:_MOST] if isinstance(run_id, str) and _RUN_ID.fullmatch(run_id)))


def accepts_runs(event: QDragEnterEvent) -> bool:
    """Accept a drag of runs; return whether it is one."""
    if not runs_in(event.mimeData()):
        return False
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
    return True


def dropped_runs(event: QDropEvent) -> list[str]:
    """Accept a drop and return its runs."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
    return runs_in(event.mimeData())


def drag_picture(text: str, theme: Theme, scale: float) -> QPixmap:
    """Return the picture at the pointer: a chip with a text, for ``scale`` device pixels per logical pixel."""
    palette, font = theme.palette, fonts.font(BODY_PX)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, _CHIP_WIDTH - 2 * _PAD)
    size = QSize(round(metrics.horizontalAdvance(shown)) + 2 * _PAD + 1, _CHIP_HEIGHT)
    with painted(size.width(), size.height(), scale, Qt.GlobalColor.transparent) as (picture, painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.accent))
        painter.setBrush(QColor(palette.accent_ground))
        painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), RADIUS, RADIUS)
        painter.setFont(font)
        painter.setPen(QColor(palette.text))
        painter.drawText(QRectF(_PAD, 0, size.width() - _PAD, size.height()), Qt.AlignmentFlag.AlignVCenter, shown)
    return picture


class RunDropButton(Button):
    """An entry of the rail that accepts dropped runs; it is framed while they are over it.

    Signals:
        runs_dropped: Runs were dropped: their ids.
        rested_upon: Dragged runs have rested on it: its page should open, so that they can be dropped there.
    """

    runs_dropped = Signal(list)
    rested_upon = Signal()

    def __init__(self, theme: Theme, text: str, look: str, icon: str) -> None:
        super().__init__(theme, text, look, icon)
        self.setAcceptDrops(True)
        self._rest = QTimer(self, singleShot=True, interval=_OPENS_AFTER_MS)
        self._rest.timeout.connect(self.rested_upon)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Show that runs can be dropped here."""
        if accepts_runs(event):
            self._mark(True)
            self._rest.start()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Remove the frame: the drag has moved on or was cancelled."""
        self._mark(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit :attr:`runs_dropped`."""
        self._mark(False)
        self.runs_dropped.emit(dropped_runs(event))

    def _mark(self, is_over: bool) -> None:
        self._rest.stop()
        set_property(self, "drop", is_over)


class RunDropZone(QWidget):
    """Covers a page while runs are dragged over it, and explains what a drop does. It does not receive clicks.

    Args:
        text: Explanation of what a drop does.
        page: The page to cover.
    """

    def __init__(self, theme: Theme, text: str, page: QWidget) -> None:
        super().__init__(page)
        self._theme, self._text, self._page = theme, text, page
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def open(self) -> None:
        """Show it over the whole page."""
        self.setGeometry(self._page.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        """Draw a frame along the edge, and the text in the middle."""
        palette, painter = self._theme.palette, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(palette.bg)
        ground.setAlphaF(0.72)  # the comparison stays visible
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(QColor(palette.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(9, 9, -9, -9), RADIUS, RADIUS)
        painter.setFont(fonts.font(LARGE_PX))
        painter.setPen(QColor(palette.text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
