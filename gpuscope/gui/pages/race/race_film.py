"""A film of a race for the command line: renders frames without a window and writes them one by one."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QGuiApplication

from gpuscope.gui import fonts
from gpuscope.gui.pages.race.race_frames import RaceFrames
from gpuscope.gui.pixmap import png_of
from gpuscope.gui.theme import DARK, LIGHT
from gpuscope.reports.film import PNG, Film, frame_times, write_film
from gpuscope.reports.gif import Frame
from gpuscope.reports.output_file import write_file


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
