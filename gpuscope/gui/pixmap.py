"""A picture that is painted once and shown any number of times."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap


@contextmanager
def painted(width: float, height: float, ratio: float, ground: QColor | Qt.GlobalColor) -> Iterator[tuple[QPixmap, QPainter]]:
    """Yield a pixmap and its painter, which ends with the block even on an error: Qt aborts if a painter outlives its pixmap.

    Args:
        width: Logical pixels.
        height: Logical pixels.
        ratio: Device pixels per logical pixel.
        ground: Fill colour.
    """
    pixmap = QPixmap(QSize(round(width * ratio), round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(ground)
    painter = QPainter(pixmap)
    try:
        yield pixmap, painter
    finally:
        painter.end()
