"""Parts of a cell besides its text. Each is drawn into the remaining room and returns the room left over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption

from gpuscope.gui.fonts import legible
from gpuscope.gui.palette import Palette
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, MEDIUM, REGULAR, SMALL_PX, STRONG

_MOST_DRAWN = 700
"""Maximum characters measured and drawn: more do not fit any screen, and measuring thousands takes time."""
_IN_MIDDLE = Qt.AlignmentFlag.AlignHCenter
_GAP = 8
"""Pixels between a decoration and the text, equal to the padding of a cell."""


_MOST_FITS = 2000
"""Kept texts of a table: two screens of cells."""


class Face(Enum):
    """Size and weight of a cell's text."""

    BODY = BODY_PX, REGULAR
    MEDIUM = BODY_PX, MEDIUM
    STRONG = BODY_PX, STRONG
    SMALL = SMALL_PX, REGULAR


Fit = tuple[Face, Qt.TextElideMode, float, str]
"""Face, way of eliding, room in logical pixels and text."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Drawing context of cells.

    Attributes:
        painter: Painter of the table.
        palette: The current colours.
        metrics: Font metrics by face.
        fits: Texts as shown within a width, with their own width; kept by the owner, as most are drawn again and again.
    """

    painter: QPainter
    palette: Palette
    fonts: Mapping[Face, QFont]
    metrics: Mapping[Face, QFontMetricsF]
    fits: dict[Fit, tuple[str, float]]

    def colour(self, name: str) -> QColor:
        """Return a palette colour by name."""
        return QColor(getattr(self.palette, name))

    def width(self, text: str, face: Face) -> float:
        """Return the width of a text, in logical pixels."""
        return self.metrics[face].horizontalAdvance(text)

    def write(
        self,
        area: QRectF,
        text: str,
        face: Face,
        colour: str,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> float:
        """Draw one line of plain text, elided if too long; return its width in logical pixels.

        The baseline is that of the face's first font: Qt would centre the taller line of the fallback font for Chinese, and figures
        beside Chinese units would stand a pixel lower than figures beside Latin ones.
        """
        metrics = self.metrics[face]
        wanted = (face, elides, area.width(), text)
        if (fit := self.fits.get(wanted)) is None:
            shown = metrics.elidedText(legible(text[:_MOST_DRAWN]), elides, max(0.0, area.width() + 1))
            if len(self.fits) >= _MOST_FITS:
                self.fits.clear()
            fit = self.fits[wanted] = shown, self.width(shown, face)
        shown, width = fit
        self.painter.setFont(self.fonts[face])
        self.painter.setPen(self.colour(colour))
        spare = area.width() - width
        left = area.left() + (spare if alignment & Qt.AlignmentFlag.AlignRight else spare / 2 if alignment & _IN_MIDDLE else 0.0)
        baseline = area.top() + (area.height() - metrics.height()) / 2 + metrics.ascent()
        self.painter.drawText(QPointF(left, baseline), shown)
        return width


def wrapped(text: str, face: QFont, width: float, most: int) -> list[str]:
    """Return the lines of a text within a width in logical pixels; the last of at most ``most`` lines is elided."""
    layout, starts = QTextLayout(text, face), [0]
    layout.setTextOption(QTextOption())  # breaks at words
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        starts.append(line.textStart() + line.textLength())
    layout.endLayout()
    units = text.encode("utf-16-le")  # Qt counts in UTF-16
    lines = [units[2 * start : 2 * end].decode("utf-16-le").strip() for start, end in pairwise(starts)]
    if len(lines) <= most:
        return lines
    rest = units[2 * starts[most - 1] :].decode("utf-16-le")
    return [*lines[: most - 1], QFontMetricsF(face).elidedText(rest, Qt.TextElideMode.ElideRight, width)]


_DOT = grown(8)
"""Pixels of a dot with its margin."""


class Decoration(Protocol):
    """A part of a cell."""

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw it at an end of the room; return the remaining room."""
        ...


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot at the left end, such as before the name of a state."""

    colour: str

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        painter = canvas.painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(canvas.colour(self.colour))
        painter.drawEllipse(QPointF(room.left() + _DOT / 2, round(room.center().y())), (_DOT - 1) / 2, (_DOT - 1) / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        return room.adjusted(2 * _DOT, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Beside:
    """Small words at the right end, elided beyond half of the room."""

    text: str
    colour: str = "muted"

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw them."""
        width = min(canvas.width(self.text, Face.SMALL), room.width() * 0.5)
        canvas.write(QRectF(room.right() - width, room.top(), width, room.height()), self.text, Face.SMALL, self.colour)
        return room.adjusted(0, 0, -round(width) - _GAP, 0)


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress line along the bottom; takes no room from the text.

    Attributes:
        share: From 0 to 1; clamped.
    """

    share: float

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        line = QRectF(room.left(), room.bottom() - 4, room.width(), 3)
        canvas.painter.fillRect(line, canvas.colour("line"))
        line.setWidth(round(line.width() * min(1.0, max(0.0, self.share))))
        canvas.painter.fillRect(line, canvas.colour("accent"))
        return room


@dataclass(frozen=True, slots=True)
class Box:
    """Text in a box of fixed width at an end of the room, so that the boxes of a column line up.

    Attributes:
        text: "" keeps the box free.
        width: Width in logical pixels.
        face: Size and weight of the text.
        colour: Palette name of the text colour.
        is_last: Whether the box is at the right end.
        is_flush_right: Whether its text is right-aligned.
    """

    text: str
    width: float
    face: Face = Face.BODY
    colour: str = "text"
    is_last: bool = False
    is_flush_right: bool = False

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        left = room.right() - self.width if self.is_last else room.left()
        side = Qt.AlignmentFlag.AlignRight if self.is_flush_right else Qt.AlignmentFlag.AlignLeft
        canvas.write(QRectF(left, room.top(), self.width, room.height()), self.text, self.face, self.colour, side)
        return room.adjusted(0, 0, -self.width, 0) if self.is_last else room.adjusted(self.width, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Chips:
    """Framed words side by side; those that do not fit are counted: ``+2``. Leaves no room."""

    labels: Sequence[str]

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw them."""
        painter, left = canvas.painter, room.left()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, word in enumerate(self.labels):
            rest = f"+{len(self.labels) - place}"
            shown = canvas.metrics[Face.SMALL].elidedText(legible(word[:100]), Qt.TextElideMode.ElideRight, 110)
            width = canvas.width(shown, Face.SMALL) + 14
            needed = width + (canvas.width(rest, Face.SMALL) + 6 if place + 1 < len(self.labels) else 0)
            if left + needed > room.right() and not (place == 0 and left + width <= room.right()):
                canvas.write(QRectF(left, room.top(), room.right() - left, room.height()), rest, Face.SMALL, "muted")
                break
            chip = QRectF(left, round(room.center().y()) - 9.5, width, 19)
            painter.setPen(canvas.colour("line"))
            painter.setBrush(canvas.colour("raised"))
            painter.drawRoundedRect(chip, 5, 5)
            canvas.write(chip.adjusted(0, 0, 1, 0), shown, Face.SMALL, "muted", Qt.AlignmentFlag.AlignHCenter)
            left += width + 5
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        return QRectF(room.right(), room.top(), 0, room.height())
