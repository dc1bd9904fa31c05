"""What files say of themselves."""

from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.storage.revision import REVISION
from gpuscope.storage.sqlite_file import Header, Mark, network_kind, read_header, store_path
from gpuscope.storage.store import RunWriter
from tests.storage.known import a_record

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
