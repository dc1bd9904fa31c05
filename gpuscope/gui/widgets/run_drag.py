"""Runs that are dragged from the list to the comparison: what is carried, what is seen at the pointer, and where they may be dropped."""

import json
import re
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.pixmap import painted
from gpuscope.gui.theme import BODY_PX, LARGE_PX, RADIUS, Theme
from gpuscope.gui.widgets.buttons import Button

ADD = "add"
"""First part of an item that lets the Compare page add runs to what is compared: ``(ADD, [id, …])``."""
_KIND = "application/x-gpuscope-runs"
_RUN_ID = re.compile(r"[0-9a-z]{1,64}")
_MOST = 10_000
"""Runs that are taken: as many as a list of runs holds."""
_OPENS_AFTER_MS = 700
"""A pointer that rests so long on the entry wants its page; one that passes by does not."""
_CHIP_WIDTH, _CHIP_HEIGHT, _PAD = 240, 28, 12
"""Pixels of what is seen at the pointer: a name of usual length, a little less than a row."""


def runs_mime(run_ids: Sequence[str]) -> QMimeData:
    """Return what carries runs."""
    mime = QMimeData()
    mime.setData(_KIND, QByteArray(json.dumps(list(run_ids)).encode()))
    return mime


def runs_in(mime: QMimeData) -> list[str]:
    """Return the ids of the runs that are dragged, each once; none for anything else."""
    if not mime.hasFormat(_KIND):
        return []
    try:
        document = json.loads(bytes(mime.data(_KIND).data()))
    except (ValueError, RecursionError):
        return []
    ids = document if isinstance(document, list) else []
    return list(dict.fromkeys(run_id for run_id in ids[:_MOST] if isinstance(run_id, str) and _RUN_ID.fullmatch(run_id)))


def take_drag(event: QDragEnterEvent) -> bool:
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
    """Return a chip with a text, seen at the pointer.

    Args:
        text: A run's name, or how many there are.
        theme: Source of the colours.
        scale: Device pixels a logical pixel.
    """
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
    """An entry of the rail on which runs can be dropped; it is framed while they are over it.

    Signals:
        runs_dropped: Runs were dropped: their ids.
        rested_upon: Dragged runs have rested on it: its page is wanted, for a drop there.
    """

    runs_dropped = Signal(list)
    rested_upon = Signal()

    def __init__(self, theme: Theme, text: str, look: str, icon: str) -> None:
        super().__init__(theme, text, look, icon)
        self.setAcceptDrops(True)
        self._rest = QTimer(self, singleShot=True, interval=_OPENS_AFTER_MS)
        self._rest.timeout.connect(self.rested_upon)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Show that runs can be dropped here."""
        if take_drag(event):
            self._mark(True)
            self._rest.start()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Show nothing any more: the drag has gone on, or was cancelled."""
        self._mark(False)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the runs."""
        self._mark(False)
        self.runs_dropped.emit(dropped_runs(event))

    def _mark(self, is_over: bool) -> None:
        self._rest.stop()
        self.setProperty("drop", is_over)
        self.style().unpolish(self)
        self.style().polish(self)


class RunDropZone(QWidget):
    """Lies over a page while runs are dragged over it, and says what a drop does. It takes no clicks.

    Args:
        theme: Source of the colours.
        text: What a drop does.
        page: What it lies over.
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

    def paintEvent(self, event: object) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw a frame along the edge, and the words in the middle."""
        palette, painter = self._theme.palette, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(palette.bg)
        ground.setAlphaF(0.72)  # what is compared stays in sight
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(QColor(palette.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(9, 9, -9, -9), RADIUS, RADIUS)
        painter.setFont(fonts.font(LARGE_PX))
        painter.setPen(QColor(palette.text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
