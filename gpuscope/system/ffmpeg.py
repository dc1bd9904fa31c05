"""Video encoding with ffmpeg, if it is installed: frames go to its standard input, and the file is written atomically."""

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from gpuscope.core.errors import UnavailableError

MP4, WEBM = ".mp4", ".webm"
_CODECS = {
    MP4: ("-c:v", "libx264", "-crf", "18", "-preset", "medium", "-movflags", "+faststart", "-f", "mp4"),
    WEBM: ("-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-f", "webm"),
}
"""Codec options for flat colours and small type: text stays sharp, and files are still small."""
_EVEN = "pad=ceil(iw/2)*2:ceil(ih/2)*2"
"""Pads to even dimensions, as both formats store colour at half the resolution."""
_INSTALL = (
    "Install it: apt-get install ffmpeg on Debian or Ubuntu, dnf install ffmpeg-free on Fedora, brew install ffmpeg on macOS,"
    " winget install ffmpeg on Windows. A .gif needs nothing."
)
_LONGEST = 200
"""Maximum characters of ffmpeg's last line, which may repeat a whole command."""
_TAIL_BYTES = 4096
"""Bytes read from the end of ffmpeg's messages, enough to contain the last line."""


def refuse_without_ffmpeg() -> None:
    """Raise unless ffmpeg is installed.

    Raises:
        UnavailableError: ffmpeg is not installed; the hint says how to install it.
    """
    if shutil.which("ffmpeg") is None:
        raise UnavailableError("MP4 and WebM need ffmpeg, which is not installed", _INSTALL)


def write_video(path: Path, frames: Iterable[bytes], size: tuple[int, int], frames_per_s: int) -> None:
    """Write frames as a video, in the format given by the path's suffix.

    Args:
        path: A path ending in .mp4 or .webm.
        frames: RGB frames of width × height × 3 bytes each, row by row.
        size: Width and height of a frame in pixels.
        frames_per_s: Frame rate.

    Raises:
        UnavailableError: ffmpeg is missing or fails, or the file cannot be written; an existing file is left unchanged.
    """
    refuse_without_ffmpeg()
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
    shape = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(frames_per_s), "-i", "pipe:0")
    command = ["ffmpeg", "-y", "-nostdin", "-loglevel", "error", *shape, "-an", "-vf", _EVEN, "-pix_fmt", "yuv420p"]
    try:
        with tempfile.TemporaryFile() as log:
            code = _feed([*command, *_CODECS[path.suffix.lower()], str(temporary)], frames, log.fileno())
            if code != 0:
                raise UnavailableError(f"{path} cannot be written: ffmpeg ended with {code}{_last_line(log)}", "Try a .gif instead.")
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        raise UnavailableError(f"{path} cannot be written: {error.strerror}", "Name another file, or free some space.") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _feed(command: list[str], frames: Iterable[bytes], errors: int) -> int:
    """Run ffmpeg on the frames and return its exit code; it is killed if producing the frames fails."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors) as process:
        assert process.stdin is not None
        try:
            for frame in frames:
                process.stdin.write(frame)
            process.stdin.close()
        except BrokenPipeError:  # it has exited; its exit code shows why
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
        except BaseException:
            process.kill()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            raise
        return process.wait()


def _last_line(log: IO[bytes]) -> str:
    log.seek(max(0, log.seek(0, os.SEEK_END) - _TAIL_BYTES))
    lines = [line.strip() for line in log.read().decode("utf-8", "replace").split("\n") if line.strip()]
    return f": {lines[-1][:_LONGEST]}" if lines else ""
