import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.reports.output_file import growing_file, refuse_bad_output, write_file


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_file(tmp_path / "a.csv", ["x\r\n", "y"])
    assert (tmp_path / "a.csv").read_bytes() == b"x\r\ny"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_file(tmp_path / "a.pdf", [b"%PDF\r\n\xff"])
    assert (tmp_path / "a.pdf").read_bytes() == b"%PDF\r\n\xff"


def test_when_the_writing_fails_the_old_file_stays(tmp_path: Path) -> None:
    def failing() -> Iterator[str]:
        yield "new"
        raise OSError(28, "No space left on device")

    (tmp_path / "a.csv").write_text("old")
    with pytest.raises(UnavailableError, match="No space left"):
        write_file(tmp_path / "a.csv", failing())
    assert (tmp_path / "a.csv").read_text() == "old"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_a_missing_folder_and_a_folder_are_refused_as_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        refuse_bad_output(tmp_path / "no" / "a.csv")
    with pytest.raises(UsageError, match="is a folder"):
        refuse_bad_output(tmp_path)
    with pytest.raises(UsageError, match="NUL"):
        refuse_bad_output(Path("a\0b"))


def test_a_folder_that_cannot_be_written_is_refused_as_unusable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root can write anywhere
    with pytest.raises(UnavailableError, match="cannot be written"):
        refuse_bad_output(tmp_path / "a.csv")


def test_a_file_that_is_there_is_refused_too_in_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is replaced by a new file of that folder; only one that grows is written itself."""
    (tmp_path / "a.csv").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(UnavailableError, match=f"{tmp_path} cannot be written"):
        refuse_bad_output(tmp_path / "a.csv")
    refuse_bad_output(tmp_path / "a.csv", grows=True)
    refuse_bad_output(Path("/dev/null"))


def test_the_folder_that_cannot_be_written_is_named_in_full(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UnavailableError, match=f"{tmp_path} cannot be written"):
        refuse_bad_output(Path("a.csv"))


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write_file(tmp_path / "link.csv", ["new"])
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "new"


def test_what_is_no_ordinary_file_is_written_in_place() -> None:
    write_file(Path("/dev/null"), ["gone"])
    assert Path("/dev/null").is_char_device()


def test_a_file_that_grows_has_one_writer_and_begins_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with growing_file(path) as file:
        file.write(b"mine")
        file.flush()
        with pytest.raises(UnavailableError, match=r"a\.csv is being written by another gpuscope") as told:
            growing_file(path)
        assert told.value.hint == "Name another file."
    assert path.read_text() == "mine"
    growing_file(path).close()
    assert path.read_text() == ""


def test_what_is_no_ordinary_file_may_have_many_writers() -> None:
    with growing_file(Path(os.devnull)) as file, growing_file(Path(os.devnull)):
        file.write(b"x")
