"""Inspects an SQLite store's files without opening it, and checks whether a run can be stored there: quick, standard library only."""

import os
import sys
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from shlex import quote

from gpuscope import __version__
from gpuscope.core.errors import UnavailableError
from gpuscope.storage.errors import CorruptStoreError, UnfitStoreError
from gpuscope.system.files import file_text
from gpuscope.system.paths import private_folder

REVISION = 3
"""The newest revision, written by this gpuscope."""
APPLICATION_ID = 0x67707363
"""gpuscope's application id in the file's header ("gpsc"); only a file that carries it is ever migrated or set aside."""

_PREFIX = "sqlite:///"
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
"""The database header (sqlite.org/fileformat.html): application id at 68, version at 60."""
REPAIR_CURE = "'gpuscope doctor --repair' sets it aside and salvages its runs."
UPGRADE_CURE = "Upgrade gpuscope, or name another store with --store."
_SCHEMA_BYTES = 1 << 20
"""A store's tables are created first, so their SQL is on its first pages."""
_OWN_TABLES = (b"CREATE TABLE stamps", b"CREATE TABLE chunks")
"""SQL that is in every gpuscope store, and that no other program's database is known to contain."""
_NETWORK_KINDS = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs"}
    | {"fuse.ceph", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs"}
)


class Mark(Enum):
    """Owner of a file, by its application id."""

    ABSENT = "absent"
    """The file does not exist or is empty."""
    OURS = "ours"
    DAMAGED = "damaged"
    """The header is not that of a gpuscope store, but the pages after it are."""
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class Header:
    """Contents of a store's file header.

    Attributes:
        mark: Owner of the file.
        revision: Revision of the schema as of the last checkpoint; 0 before the first.
    """

    mark: Mark
    revision: int = 0


def store_path(url: str) -> Path:
    """Return the file of an SQLite store, with links resolved so that one store has one lock.

    Raises:
        UnavailableError: The URL is not an SQLite URL, or names no file.
    """
    if not url.startswith(_PREFIX):
        kind, is_url, _ = url.partition("://")
        problem = f"stores of {kind[:40]} are not supported" if is_url else f"{url[:200]!r} is not the URL of a store"
        raise UnavailableError(problem, "Name an SQLite file: --store sqlite:////absolute/path.sqlite")
    name = url[len(_PREFIX) :]
    if not name or name == ":memory:" or "\0" in name:
        raise UnavailableError("the store's URL names no file", "Name an SQLite file: --store sqlite:////absolute/path.sqlite")
    return Path(name).expanduser().resolve()


def lock_path(path: Path) -> Path:
    """Return the lock file by which writers of a store exclude each other."""
    return path.with_name(path.name + ".lock")


def log_path(path: Path) -> Path:
    """Return the path of a store's write-ahead log."""
    return path.with_name(path.name + "-wal")


def read_header(path: Path) -> Header:
    """Return the header of a file.

    Raises:
        UnavailableError: It cannot be read.
    """
    return _header_by_sqlite(path) or _header_by_bytes(path)


def _header_by_sqlite(path: Path) -> Header | None:
    """Read a gpuscope store's header through SQLite, in case this process has the store open; None if that is not possible.

    Closing a file opened directly would drop all locks that the process holds on it (POSIX), including SQLite's; another process could
    then remove its log while it is being read (sqlite.org/howtocorrupt.html, 2.2).
    """
    if "sqlite3" not in sys.modules or not os.path.isfile(path):  # noqa: PTH113 - Path.is_file raises where a folder may not be entered
        return None  # this process has no store open, or there is no file
    import sqlite3
    from urllib.parse import quote as url_quoted

    try:
        connection = sqlite3.connect(f"file:{url_quoted(os.fsencode(path))}?mode=ro&immutable=1", uri=True)
        try:
            mark, revision = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        finally:
            connection.close()
    except sqlite3.Error:
        return None
    return Header(Mark.OURS, revision) if mark == APPLICATION_ID else None


def _header_by_bytes(path: Path) -> Header:
    try:
        with open(path, "rb") as file:
            head = file.read(_HEADER_BYTES)
            is_ours = head.startswith(_MAGIC) and int.from_bytes(head[68:72], "big") == APPLICATION_ID and len(head) == _HEADER_BYTES
            pages = b"" if is_ours else file.read(_SCHEMA_BYTES)
    except FileNotFoundError:
        return Header(Mark.ABSENT)
    except OSError as error:
        raise UnavailableError(
            f"the store {path} cannot be read: {error.strerror}", "Check its permissions, or name another with --store."
        ) from None
    if not head:
        return Header(Mark.ABSENT)
    if not is_ours:
        return Header(Mark.DAMAGED if all(table in pages for table in _OWN_TABLES) else Mark.FOREIGN)
    return Header(Mark.OURS, int.from_bytes(head[60:64], "big"))


def refuse_foreign(path: Path) -> Header:
    """Return the header of a gpuscope store or of one that does not exist yet.

    Raises:
        CorruptStoreError: The file is a gpuscope store whose header is damaged.
        UnfitStoreError: The file belongs to another program; it is left unchanged.
        UnavailableError: It cannot be read.
    """
    header = read_header(path)
    if header.mark is Mark.DAMAGED:
        raise CorruptStoreError(f"the first bytes of the store {path} are damaged", REPAIR_CURE)
    if header.mark is Mark.FOREIGN:
        raise UnfitStoreError(
            f"{path} is not a gpuscope store, or its first bytes are damaged",
            f"Move it away, and the next run makes a new store: mv {quote(str(path))} {quote(f'{path}.old')};"
            " or name another file with --store.",
        )
    return header


def restore_header(path: Path, intact: Path) -> None:
    """Overwrite the header of a store with that of an intact one, without what describes the other file: its size and its free pages.

    SQLite then takes the size from the file, and what is on free pages is left alone.

    Raises:
        OSError: One of them cannot be read or written.
    """
    with open(intact, "rb") as source:
        header = bytearray(source.read(_HEADER_BYTES))
    header[24:40] = (1).to_bytes(4, "big") + bytes(12)  # the counter of changes; size, first and number of free pages
    header[92:96] = bytes(4)  # a size is valid only if this equals the counter
    with open(path, "r+b") as target:
        target.write(header)


def restore_revision(path: Path, revision: int) -> None:
    """Overwrite the revision of a store, if that can be read at all."""
    import sqlite3

    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (str(revision),))


def network_kind(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str | None:
    """Return the type of the network file system that a path is on ("nfs4"); None for a local or unknown one."""
    best, kind = -1, ""
    for line in file_text(mounts).splitlines():
        fields, _, rest = line.partition(" - ")
        point = fields.split(" ")[4].replace("\\040", " ") if fields.count(" ") >= 4 else ""
        if point and len(point) >= best and (path == Path(point) or Path(point) in path.parents):
            best, kind = len(point), rest.split(" ")[0]
    return kind if kind in _NETWORK_KINDS else None


def file_bytes(path: Path) -> int:
    """Return the size of a store's files, including its log and the log's index, in bytes."""
    size = 0
    for name in (path, log_path(path), path.with_name(path.name + "-shm")):
        with suppress(FileNotFoundError):  # the last one to close the store deletes its log and index
            size += name.stat().st_size
    return size


def later_text(revision: int) -> str:
    """Return a phrase that states both revisions."""
    return f"is of revision {revision}, made by a later gpuscope (gpuscope {__version__} knows revision {REVISION})"


def refuse_later(path: Path, revision: int) -> None:
    """Reject a store that a later gpuscope created or migrated.

    Raises:
        UnfitStoreError: The store is of a later revision.
    """
    if revision > REVISION:
        raise UnfitStoreError(f"the store {path} {later_text(revision)}", UPGRADE_CURE)


_ROOM_BYTES = 1 << 20
"""Enough for a run's first commits; the size of the whole run is unknown before it starts."""


def refuse_unusable(url: str) -> None:
    """Reject a store in which a run could not be stored; create its folder if missing.

    A damaged store is accepted: it is set aside when it is opened.

    Raises:
        UnavailableError: The URL is not supported, the file is foreign or of a later version, it or its folder cannot be
            written, or its disk is full.
    """
    path = store_path(url)
    private_folder(path.parent)
    with suppress(CorruptStoreError):
        refuse_later(path, refuse_foreign(path).revision)
    if path.exists() and not os.access(path, os.W_OK):
        raise UnavailableError(f"the store {path} cannot be written", "Make it writable, or name another with --store.")
    _refuse_full(path.parent)


def refuse_unwritable(url: str) -> None:
    """Reject a store whose file or folder cannot be written, by permissions alone, without creating or probing anything.

    Raises:
        UnavailableError: The store cannot be written, or the URL is not supported.
    """
    path = store_path(url)
    existing_path = next(candidate for candidate in (path, *path.parents) if candidate.exists())
    if not (existing_path.is_dir() or existing_path == path) or not os.access(existing_path, os.W_OK):
        raise UnavailableError(f"nothing can be written to {existing_path}", "Make it writable, or set GPUSCOPE_HOME to another folder.")


def _refuse_full(folder: Path) -> None:
    """Allocate and release a little space in the folder, which also detects quotas and read-only disks."""
    probe = folder / f".room-{os.getpid()}"
    try:
        descriptor = os.open(probe, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            probe.unlink()
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(descriptor, 0, _ROOM_BYTES)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise UnavailableError(
            f"nothing can be written to {folder}: {error.strerror}",
            "Free its disk or make it writable, or name another store with --store.",
        ) from None
