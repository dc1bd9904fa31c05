"""The frames of a film: a race's picture, painted into images of one size."""

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.theme import Palette
from gpuscope.reports.gif import Frame
from gpuscope.reports.pictures.race_picture import RaceLayout, RacePicture


class RaceFrames:
    """Paints a race at any time of it. Qt's fonts are used on the thread of the window alone, so this is too.

    Args:
        picture: The race.
        size: Width and height in pixels.
        palette: The theme's colours.
        speed: Told in the picture; None for no word of it.
    """

    def __init__(self, picture: RacePicture, size: tuple[int, int], palette: Palette, speed: float | None) -> None:
        self._layout = RaceLayout(picture, float(size[0]), float(size[1]), WINDOW)
        self._size, self._palette, self._speed = size, palette, speed
        self._length_s = picture.race.length_s

    def image(self, t_s: float) -> QImage:
        """Return the picture at a time of the race."""
        image = QImage(*self._size, QImage.Format.Format_RGB32)
        image.fill(QColor(self._palette.panel))
        painter = QPainter(image)
        paint(painter, self._layout.drawing(t_s, self._speed), self._palette)
        painter.end()
        return image

    def frame(self, t_s: float) -> Frame:
        """Return the same as an array of red, green and blue; shape (height, width, 3)."""
        image = self.image(t_s)
        width, height = self._size
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine() // 4, 4)
        return np.ascontiguousarray(pixels[:, :width, 2::-1])  # Qt keeps blue, green, red, nothing

    def frames(self, times_s: Sequence[float]) -> Iterator[Frame]:
        """Yield the frames of some times."""
        return map(self.frame, times_s)

    def samples(self) -> list[Frame]:
        """Return frames that have all colours of the race: from its start, its middle and its end."""
        return [self.frame(share * self._length_s) for share in (0.0, 0.5, 1.0)]
