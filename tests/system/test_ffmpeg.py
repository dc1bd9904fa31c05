"""Videos through ffmpeg: a stand-in takes the frames, or fails as ffmpeg does."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.core.errors import CancelledError, UnavailableError
from gpuscope.system.ffmpeg import refuse_without_ffmpeg, write_video

SIZE = (4, 2)
FRAME = bytes(range(24))
Install = Callable[[str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a program called ffmpeg on the path, with the given lines of shell script."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def write(lines: str) -> None:
        program = folder / "ffmpeg"
        program.write_text(f'#!/bin/sh\nfor last; do :; done\necho "$@" > {tmp_path}/asked\n{lines}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    return write


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name not in ("bin", "asked") and not path.name.endswith("home"))


def test_the_frames_go_in_and_the_file_comes_out(tmp_path: Path, install: Install) -> None:
    install('cat > "$last"')
    write_video(tmp_path / "race.webm", [FRAME] * 3, SIZE, 30)
    assert (tmp_path / "race.webm").read_bytes() == FRAME * 3
    asked = (tmp_path / "asked").read_text()
    assert all(words in asked for words in ("-s 4x2", "-r 30", "libvpx-vp9", "-f webm", "yuv420p"))
    assert left(tmp_path) == ["race.webm"]


@pytest.mark.parametrize("reads", ["cat > /dev/null", "head -c 5 > /dev/null", ":"])
def test_an_ffmpeg_that_dies_leaves_nothing_and_says_why(tmp_path: Path, install: Install, reads: str) -> None:
    install(f'echo half > "$last"; {reads}; echo "av_interleaved_write_frame(): No space left on device" >&2; exit 228')
    (tmp_path / "race.mp4").write_text("of before")
    with pytest.raises(UnavailableError, match=r"ffmpeg ended with 228: av_.*No space left on device"):
        write_video(tmp_path / "race.mp4", [FRAME * 40_000] * 3, SIZE, 30)
    assert (tmp_path / "race.mp4").read_text() == "of before"
    assert left(tmp_path) == ["race.mp4"]


def test_frames_that_break_off_end_it(tmp_path: Path, install: Install) -> None:
    install('cat > "$last"')

    def broken() -> Iterator[bytes]:
        yield FRAME
        raise CancelledError("closed")

    with pytest.raises(CancelledError):
        write_video(tmp_path / "race.mp4", broken(), SIZE, 30)
    assert left(tmp_path) == []


def test_without_it_the_line_that_installs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnavailableError, match="need ffmpeg, which is not installed") as refused:
        refuse_without_ffmpeg()
    assert "apt-get install ffmpeg" in refused.value.hint
    assert refused.value.exit_code == 3


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, install: Install) -> None:
    install('cat > "$last"')
    with pytest.raises(UnavailableError, match="cannot be written"):
        write_video(tmp_path / "gone" / "race.mp4", [FRAME], SIZE, 30)
