"""One line of text in a box."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpuscope.gui.fonts import legible

_CENTRED = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value | Qt.TextFlag.TextDontClip.value
AT_LEFT = Qt.AlignmentFlag.AlignLeft.value | _CENTRED
AT_RIGHT = Qt.AlignmentFlag.AlignRight.value | _CENTRED
IN_MIDDLE = Qt.AlignmentFlag.AlignHCenter.value | _CENTRED
"""Where the line goes; put together once, since that takes Python as long as drawing takes Qt."""
_LONGEST = 500


def write(painter: QPainter, box: QRectF, text: str, side: int, colour: QColor | None = None) -> None:
    """Draw a line of text, vertically in the middle of a box; it may go beyond it.

    Args:
        painter: Draws, with its font.
        box: Where.
        text: Drawn as it is.
        side: AT_LEFT, AT_RIGHT or IN_MIDDLE.
        colour: Of the text; None for the painter's.
    """
    if colour is not None:
        painter.setPen(colour)
    painter.drawText(box, side, text)


def fitted(metrics: QFontMetricsF, text: str, width: float) -> str:
    """Return a text without its middle where it is wider: names are told apart by their ends; line ends become spaces."""
    line = " ".join(text.split()) if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"
    return metrics.elidedText(legible(line), Qt.TextElideMode.ElideMiddle, width)
