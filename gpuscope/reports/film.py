"""A race as a film: a GIF, or a video where ffmpeg is installed. Frames are drawn elsewhere; here they become a file."""

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
"""Frames a second; a GIF's delays are hundredths of a second, and browsers slow down those below two."""
LAST_S = 2.0
"""How long the end is shown: as long as the sentence takes to read."""
_MOST_FRAMES = 3600
"""Two minutes of video."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film that is to be drawn.

    Attributes:
        picture: The race.
        path: The file; its ending says what it is.
        speed: Seconds of the race in a second of the film.
        progress: Called with the share of the frames that is drawn.
    """

    picture: RacePicture
    path: Path
    speed: float
    progress: Callable[[float], None] = lambda _: None


def refuse_film(path: Path) -> None:
    """Check a path before work is put into what goes there.

    Raises:
        UsageError: Its ending says nothing, its folder is missing, or it is a folder.
        UnavailableError: It cannot be written, or there is no ffmpeg for a video.
    """
    ending = path.suffix.lower()
    if ending not in (*FRAME_RATES, PNG):
        raise UsageError(f"{path.name[:60]!r} has no known file ending", "Let its name end in .gif, .mp4, .webm, or .png for its end.")
    refuse_bad_output(path)
    if ending in (MP4, WEBM):
        refuse_without_ffmpeg()


def frame_times(length_s: float, speed: float, ending: str) -> list[float]:
    """Return the times of a race at which frames are taken; the last one is its end.

    Args:
        length_s: Of the race.
        speed: Seconds of the race in a second of the film.
        ending: Of the file.

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
    """Write frames as the film that the path's ending names, whole or not at all.

    Args:
        path: Ends in .gif, .mp4 or .webm.
        frames: All of one size; the last one is shown for :data:`LAST_S`.
        samples: Frames whose colours a GIF's palette is made from.

    Raises:
        UsageError: The path does not do.
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
    """Yield frames as bytes, the last one so many times more."""
    last = b""
    for frame in frames:
        last = frame.tobytes()
        yield last
    for _ in range(count):
        yield last


def size_text(path: Path) -> str:
    """Return how large a file is, in words."""
    return figure(path.stat().st_size, "B")
