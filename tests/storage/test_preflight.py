"""A store in which a run could not be kept is refused before the workload starts."""

import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.storage.preflight import refuse_unusable, refuse_unwritable
from gpuscope.storage.store import RunWriter
from tests.storage.known import a_record
from tests.storage.test_sqlite import as_a_reader_without_rights, execute, no_file_larger_than, public

__all__ = ["public"]


def test_a_store_that_is_there_or_can_be_made_is_accepted(path: Path, url: str) -> None:
    refuse_unusable(url)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    RunWriter(url, a_record()).close()
    refuse_unusable(url)
    assert sorted(file.name for file in path.parent.iterdir()) == ["gpuscope.sqlite", "gpuscope.sqlite.lock"]


def test_other_urls_foreign_files_and_later_versions_are_refused(path: Path, url: str) -> None:
    with pytest.raises(UnavailableError, match="not served"):
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
        "import sys; from gpuscope.storage.preflight import refuse_unusable, refuse_unwritable; refuse_unusable(sys.argv[1]);"
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
