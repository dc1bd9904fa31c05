"""The frames of a film: a race's picture, painted into images of a fixed size; and a film for the command line, without a window."""

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from gpuscope.gui import fonts
from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.pixmap import png_of
from gpuscope.gui.theme import DARK, LIGHT, Palette
from gpuscope.reports.film import PNG, Film, frame_times, write_film
from gpuscope.reports.gif import Frame
from gpuscope.reports.output_file import write_file
from gpuscope.reports.pictures.race_picture import RaceLayout, RacePicture


class RaceFrames:
    """Paints a race at any time. Must run on the window's thread, since Qt's fonts do.

    Args:
        size: Width and height in pixels.
        speed: Speed shown in the picture; None to omit it.
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
        """Return :meth:`image` as an RGB array, uint8, shape (height, width, 3)."""
        image = self.image(t_s)
        width, height = self._size
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine() // 4, 4)
        return np.ascontiguousarray(pixels[:, :width, 2::-1])  # Qt stores blue, green, red, unused

    def samples(self) -> list[Frame]:
        """Return frames that together contain all colours: start, middle and end of the race."""
        return [self.frame(share * self._length_s) for share in (0.0, 0.5, 1.0)]


def draw_film(film: Film, size: tuple[int, int], *, is_dark: bool) -> None:
    """Render a film to its file; for a .png, the end of the race.

    Raises:
        UsageError: The film would be too long.
        UnavailableError: The file cannot be written.
    """
    application = QGuiApplication.instance() or QGuiApplication(["gpuscope"])
    fonts.load_text_fonts()
    fonts.load_other_fonts()
    ending = film.path.suffix.lower()
    length_s = film.picture.race.length_s
    is_still = ending == PNG
    frames = RaceFrames(film.picture, size, DARK if is_dark else LIGHT, None if is_still else film.speed)
    if is_still:
        write_file(film.path, [png_of(frames.image(length_s))])
        return
    times_s = frame_times(length_s, film.speed, ending)
    write_film(film.path, _drawn(film, frames, times_s), frames.samples())
    del application


def _drawn(film: Film, frames: RaceFrames, times_s: Sequence[float]) -> Iterator[Frame]:
    for number, t_s in enumerate(times_s, 1):
        yield frames.frame(t_s)
        film.progress(number / len(times_s))
