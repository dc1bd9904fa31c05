"""A picture that is painted once and shown as often as wanted."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap


@contextmanager
def painted(width: float, height: float, ratio: float, ground: QColor | Qt.GlobalColor) -> Iterator[tuple[QPixmap, QPainter]]:
    """Give a pixmap and its painter, which ends with the block, also by an error: Qt aborts over a painter that outlives its pixmap.

    Args:
        width: In logical pixels.
        height: Likewise.
        ratio: Device pixels a logical pixel.
        ground: What it is filled with.
    """
    pixmap = QPixmap(QSize(round(width * ratio), round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(ground)
    painter = QPainter(pixmap)
    try:
        yield pixmap, painter
    finally:
        painter.end()
