import os
import stat
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_every_folder_that_is_made_is_the_users_alone_and_what_was_there_is_left(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    there.chmod(0o755)
    umask = os.umask(0o022)
    try:
        made = paths.private_folder(there / "home" / "runs" / "aaaa")
    finally:
        os.umask(umask)
    assert [mode(one) for one in (made, made.parent, made.parent.parent, there)] == [0o700, 0o700, 0o700, 0o755]
    assert paths.private_folder(made) == made


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "home"):
        with pytest.raises(UnavailableError, match="cannot be made"):
            paths.private_folder(folder)
