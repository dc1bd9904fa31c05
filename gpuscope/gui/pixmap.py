"""Pictures that are painted once: pixmaps that are shown any number of times, images for a file."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap


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


def png_of(image: QImage) -> bytes:
    """Return an image as a PNG file; any thread may call it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a QBuffer is a QIODevice
    return bytes(buffer.data().data())
