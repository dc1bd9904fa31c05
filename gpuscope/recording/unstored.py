"""Data of a run whose store could not be written until its end, kept in a folder elsewhere until it is recovered.

The folder has the same structure as a run's own: ``header.json`` with the run's end, ``batches.spool`` with everything since the store's
last commit, including layouts, and ``output.log``. The next run that is started recovers it; so does ``gpuscope import FOLDER``, which can
also use another store.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from gpuscope.core.run import RunRecord
from gpuscope.recording.run_folder import HEADER_NAME, read_header, save_header
from gpuscope.recording.spool import SPOOL_NAME, SpoolItem, line_of
from gpuscope.system.files import owner_only

OUTPUT_NAME = "output.log"
_PREFIX = "gpuscope-unstored-"


def places() -> list[Path]:
    """Return the locations for such folders, best first; /tmp and /dev/shm may not survive a restart of the machine."""
    named = [os.environ.get("TMPDIR"), "/tmp", "/var/tmp", os.environ.get("HOME"), os.environ.get("XDG_RUNTIME_DIR"), "/dev/shm"]
    return [Path(place) for place in dict.fromkeys(named) if place]


def keep(record: RunRecord, store_url: str, items: Sequence[SpoolItem], output: Sequence[str]) -> Path | None:
    """Write the data of a run that its store lacks to the first writable location.

    Args:
        record: The run with its end.
        store_url: The run's store.
        items: Items that are not in the store, in order.
        output: The last lines of the workload's output.

    Returns:
        The folder; None if no location is writable.
    """
    for place in places():
        folder = None
        try:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
            _write(folder / SPOOL_NAME, b"".join(map(line_of, items)))
            _write(folder / OUTPUT_NAME, "".join(f"{line}\n" for line in output).encode())
            save_header(folder, record, store_url)  # written last: without it the folder is ignored
        except OSError:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
        else:
            return folder
    return None


def _write(path: Path, data: bytes) -> None:
    with open(path, "xb", opener=owner_only) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def is_unstored_run(path: Path) -> bool:
    """Return whether a path is a folder with an unstored run."""
    with contextlib.suppress(OSError):
        return path.is_dir() and (path / HEADER_NAME).is_file() and (path / SPOOL_NAME).is_file()
    return False


def unstored_runs(store_url: str) -> Iterator[Path]:
    """Yield the folders with runs of a store: only those accessible to this user alone, since anyone can create one in /tmp."""
    for place in places():
        with contextlib.suppress(OSError):
            for folder in sorted(place.glob(f"{_PREFIX}*")):
                header = read_header(folder) if _is_private(folder) else None
                if header is not None and header[1] == store_url:
                    yield folder


def _is_private(folder: Path) -> bool:
    facts = folder.lstat()
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
