"""The file of a film: its format, its length, a full disk."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.reports.film import frame_times, refuse_film, write_film
from gpuscope.reports.gif import Frame


def frames(count: int = 3) -> list[Frame]:
    return [np.full((4, 6, 3), 40 * number, np.uint8) for number in range(count)]


def test_times_go_on_evenly_and_end_with_the_race() -> None:
    times_s = frame_times(10.03, 2.0, ".gif")
    assert np.diff(times_s[:-1]) == pytest.approx(0.1)
    assert (times_s[0], times_s[-1]) == (0.0, 10.03)
    assert len(times_s) == 102
    assert len(frame_times(0.001, 50.0, ".mp4")) == 2


def test_a_film_of_hours_is_refused_with_a_speed_that_does() -> None:
    with pytest.raises(UsageError, match="would last 7200 s") as refused:
        frame_times(7200.0, 1.0, ".gif")
    assert refused.value.hint.endswith("--speed 40")
    assert len(frame_times(7200.0, 40.0, ".gif")) == 3601


def test_other_endings_and_folders_are_refused(tmp_path: Path) -> None:
    for name, words in (("race.avi", "no known file ending"), ("race", "no known file ending"), ("gone/race.gif", "no folder")):
        with pytest.raises(UsageError, match=words):
            refuse_film(tmp_path / name)


def test_a_gif_is_there_whole(tmp_path: Path) -> None:
    write_film(tmp_path / "race.gif", frames(), frames())
    assert (tmp_path / "race.gif").read_bytes().startswith(b"GIF89a\x06\x00\x04\x00")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "race.gif").write_text("of before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnavailableError, match="No space left on device"):
        write_film(tmp_path / "race.gif", frames(), frames())
    assert (tmp_path / "race.gif").read_text() == "of before"
    assert [path.name for path in tmp_path.glob("*.tmp")] + [path.name for path in tmp_path.glob(".race*")] == []


def test_a_video_holds_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "ffmpeg"
    program.write_text('#!/bin/sh\nfor last; do :; done\ncat > "$last"\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    write_film(tmp_path / "race.mp4", frames(), frames())
    assert (tmp_path / "race.mp4").read_bytes() == b"".join(frame.tobytes() for frame in frames()) + frames()[-1].tobytes() * 60
