"""A race as a film: a GIF, or a video if ffmpeg is installed. Frames are drawn elsewhere; this module encodes them to a file."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.core.figures import figure
from gpuscope.reports.gif import Frame, gif_pieces
from gpuscope.reports.output_file import refuse_bad_output, write_file
from gpuscope.reports.pictures.race_picture import RacePicture
from gpuscope.system.ffmpeg import MP4, WEBM, refuse_without_ffmpeg, write_video

GIF, PNG = ".gif", ".png"
FRAME_RATES = {GIF: 20, MP4: 30, WEBM: 30}
"""Frames per second by file ending; GIF delays are in hundredths of a second, and browsers slow down delays below two."""
LAST_S = 2.0
"""Seconds for which the end is shown, enough to read the sentence."""
_MOST_FRAMES = 3600
"""Two minutes of video."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film to be drawn.

    Attributes:
        picture: The race.
        path: The output file; its ending selects the format.
        speed: Seconds of the race per second of the film.
        progress: Called with the fraction of frames drawn so far.
    """

    picture: RacePicture
    path: Path
    speed: float
    progress: Callable[[float], None] = lambda _: None


def refuse_film(path: Path) -> None:
    """Check an output path before frames are drawn for it.

    Raises:
        UsageError: Its ending is unknown, its folder is missing, or it is a folder.
        UnavailableError: It cannot be written, or there is no ffmpeg for a video.
    """
    ending = path.suffix.lower()
    if ending not in (*FRAME_RATES, PNG):
        raise UsageError(
            f"{path.name[:60]!r} has no known file ending", "Use a name that ends in .gif, .mp4 or .webm, or in .png for the last frame."
        )
    refuse_bad_output(path)
    if ending in (MP4, WEBM):
        refuse_without_ffmpeg()


def frame_times(length_s: float, speed: float, ending: str) -> list[float]:
    """Return the times of a race at which frames are taken; the last one is its end.

    Args:
        length_s: Length of the race in seconds.
        speed: Seconds of the race per second of the film.
        ending: Ending of the file.

    Raises:
        UsageError: The film would be too long.
    """
    rate = FRAME_RATES[ending]
    frames = max(1, math.ceil(length_s / speed * rate - 1e-9))
    if frames > _MOST_FRAMES:
        faster = math.ceil(length_s * rate / _MOST_FRAMES)
        raise UsageError(f"the film would last {length_s / speed:.0f} s", f"Choose a speed of at least {faster}: --speed {faster}")
    return [*(frame * speed / rate for frame in range(frames)), length_s]


def write_film(path: Path, frames: Iterable[Frame], samples: Sequence[Frame]) -> None:
    """Write frames as a film in the format of the path's ending, atomically.

    Args:
        path: Ends in .gif, .mp4 or .webm.
        frames: All of one size; the last one is shown for :data:`LAST_S`.
        samples: Frames from which a GIF's palette is made.

    Raises:
        UsageError: The path is not valid for a film.
        UnavailableError: It cannot be written.
    """
    refuse_film(path)
    ending = path.suffix.lower()
    rate = FRAME_RATES[ending]
    if ending == GIF:
        write_file(path, gif_pieces(frames, samples, 1 / rate, LAST_S))
        return
    height, width = samples[0].shape[:2]
    write_video(path, _with_hold(frames, round(LAST_S * rate)), (width, height), rate)


def _with_hold(frames: Iterable[Frame], count: int) -> Iterable[bytes]:
    """Yield frames as bytes, then the last one ``count`` more times."""
    last = b""
    for frame in frames:
        last = frame.tobytes()
        yield last
    for _ in range(count):
        yield last


def size_text(path: Path) -> str:
    """Return the size of a file as text."""
    return figure(path.stat().st_size, "B")
