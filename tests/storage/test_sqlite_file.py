"""The information in a store's files; a store that cannot keep a run is refused before the workload starts."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.storage.editing import edit_run
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import (
    REVISION,
    Header,
    Mark,
    file_bytes,
    network_kind,
    read_header,
    refuse_unusable,
    refuse_unwritable,
    store_path,
)
from gpuscope.storage.store import StoreReader
from tests.storage.known import RUN_ID, a_record
from tests.storage.test_sqlite import as_a_reader_without_rights, execute, no_file_larger_than, public

MOUNTS = """\
22 1 8:1 / / rw - ext4 /dev/sda1 rw
40 22 0:40 / /home rw - nfs4 server:/home rw
41 40 0:41 / /home/my\\040disk rw - ext4 /dev/sdb1 rw
nonsense
"""


@pytest.mark.parametrize(
    ("path", "kind"), [("/home/me/s.sqlite", "nfs4"), ("/var/s.sqlite", None), ("/home/my disk/s.sqlite", None), ("/homely/s", None)]
)
def test_the_longest_mount_point_decides(tmp_path: Path, path: str, kind: str | None) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert network_kind(Path(path), mounts) == kind


def test_without_a_list_of_mounts_nothing_is_known(tmp_path: Path) -> None:
    assert network_kind(Path("/home/me"), tmp_path / "absent") is None


def test_the_header_tells_whose_a_file_is_and_its_revision(path: Path, url: str) -> None:
    assert read_header(path) == Header(Mark.ABSENT)
    RunWriter(url, a_record()).close()
    assert read_header(path) == Header(Mark.OURS, REVISION)
    with pytest.raises(UnavailableError, match="cannot be read"):
        read_header(path.parent)


def test_one_store_has_one_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert store_path(f"sqlite:///{tmp_path}/link/s.sqlite") == store_path(f"sqlite:///{tmp_path}/real/../real/s.sqlite")


def test_a_look_at_the_header_leaves_a_readers_locks(path: Path, url: str) -> None:
    """Otherwise another process that believes it is the last to close the store removes the log under the reader."""
    RunWriter(url, a_record()).close()
    edit = f"from gpuscope.storage.editing import edit_run; edit_run({url!r}, {RUN_ID!r}, name='another')"
    with StoreReader(url) as reader:
        assert reader.runs()[0].note == "a note"
        edit_run(url, RUN_ID, note="mine")  # reads the header
        subprocess.run([sys.executable, "-c", edit], check=True)
        assert (reader.runs()[0].name, reader.runs()[0].note) == ("another", "mine")


def test_locks_that_a_library_of_this_process_dropped_cost_no_reader_and_no_writer_anything(path: Path, url: str) -> None:
    """A file dialog in the store's folder reads the first bytes of each file for its icon, which drops all locks of the process on it."""
    RunWriter(url, a_record()).close()
    other = "from gpuscope.storage.editing import edit_run; edit_run({!r}, {!r}, name={!r})"
    with StoreReader(url) as reader:
        assert reader.runs()[0].note == "a note"
        for turn in range(3):
            for file in path.parent.iterdir():
                file.read_bytes()
            subprocess.run([sys.executable, "-c", other.format(url, RUN_ID, f"another {turn}")], check=True)
            edit_run(url, RUN_ID, note=f"mine {turn}")
            assert (reader.runs()[0].name, reader.runs()[0].note) == (f"another {turn}", f"mine {turn}")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_path_that_cannot_be_looked_at_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="File name too long"):
        read_header(tmp_path / ("x" * 300))


__all__ = ["public"]


def test_a_store_that_is_there_or_can_be_made_is_accepted(path: Path, url: str) -> None:
    refuse_unusable(url)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    RunWriter(url, a_record()).close()
    refuse_unusable(url)
    assert sorted(file.name for file in path.parent.iterdir()) == ["gpuscope.sqlite", "gpuscope.sqlite.lock"]


def test_other_urls_foreign_files_and_later_versions_are_refused(path: Path, url: str) -> None:
    with pytest.raises(UnavailableError, match="not supported"):
        refuse_unusable("mysql://host/db")
    RunWriter(url, a_record()).close()
    execute(path, "PRAGMA user_version = 7")
    with pytest.raises(UnavailableError, match="revision 7"):
        refuse_unusable(url)
    path.write_bytes(b"something else entirely" * 20)
    with pytest.raises(UnavailableError, match="not a gpuscope store"):
        refuse_unusable(url)


def test_a_folder_or_file_that_cannot_be_written_is_refused(public: Path) -> None:
    url = f"sqlite:///{public / 's.sqlite'}"
    with as_a_reader_without_rights(public), pytest.raises(UnavailableError, match="nothing can be written"):
        refuse_unusable(url)
    with as_a_reader_without_rights(public), pytest.raises(UnavailableError, match="cannot be made"):
        refuse_unusable(f"sqlite:///{public / 'deeper' / 's.sqlite'}")
    with pytest.raises(UnavailableError, match=r"cannot be made|nothing can be written"):
        refuse_unusable("sqlite:////proc/nothing/s.sqlite")


def test_a_full_disk_is_refused(path: Path, url: str) -> None:
    with no_file_larger_than(4096), pytest.raises(UnavailableError, match="nothing can be written"):
        refuse_unusable(url)
    assert list(path.parent.iterdir()) == []


def test_nothing_is_imported_that_takes_time(url: str) -> None:
    code = (
        "import sys; from gpuscope.storage.sqlite_file import refuse_unusable, refuse_unwritable; refuse_unusable(sys.argv[1]);"
        "print({'sqlalchemy', 'sqlite3', 'numpy', 'zstandard'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, url], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_place_that_cannot_be_written_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    refuse_unwritable(f"sqlite:///{tmp_path}/deep/down/store.sqlite")
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    refuse_unwritable(f"sqlite:///{tmp_path}/file")
    with pytest.raises(UnavailableError, match=r"nothing can be written to .*file"):
        refuse_unwritable(f"sqlite:///{tmp_path}/file/store.sqlite")


def test_the_size_of_a_store_whose_log_is_deleted_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Runs page asked while the last recorder closed the store, and called it a bug of gpuscope."""
    monkeypatch.setattr(Path, "exists", lambda _: True)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x" * 100)
    assert file_bytes(path) == 100
