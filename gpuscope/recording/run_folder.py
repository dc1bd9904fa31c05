"""A run's folder: the lock that marks a run as live, and the header that survives a kill before the store is open."""

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.system import paths
from gpuscope.system.files import owner_only
from gpuscope.system.locks import FolderLock, is_locked
from gpuscope.system.processes import boot_id

HEADER_NAME = "header.json"
SOCKET_NAME = "recorder.sock"
RING_FILES, REPORT_FILES, SEEN_FILES = "steps-*.ring", "reports-*.ring", "seen-*.ring"
"""Files that the workload's processes map and the recorder reads: ends of steps, the program's reports, steps seen by the hooks."""
SAW_PREFIX = "saw."
"""Begins the names of the empty files with which a process notes a framework that it has imported."""
_LIVE_HEARTBEAT_S = 15.0
"""A run on another machine without a commit for this long is not live: commits are four seconds apart, so three are missing."""
_YOUNG_S = 60.0
"""Folders younger than this are kept, since a recorder locks its folder only microseconds after creating it."""


class RunFolder:
    """The folder of a run that this process records; its lock is held from construction until :meth:`close`.

    Args:
        path: The folder, which exists.
        is_temporary: Whether it is removed at the end.

    Raises:
        UnavailableError: Another process is recording there.
    """

    def __init__(self, path: Path, *, is_temporary: bool = False) -> None:
        self.path = path
        self.is_temporary = is_temporary
        self._lock = FolderLock(path)
        if not self._lock.acquire():
            raise UnavailableError(f"run {path.name} is being recorded by another process", "Start a new run.")

    @classmethod
    def beside(cls, store_url: str, run_id: str) -> Self:
        """Create the folder beside the store, where readers of the store find it.

        Raises:
            UnavailableError: The folder cannot be created.
        """
        return cls(paths.private_folder(paths.private_folder(paths.runs_folder(store_url)) / run_id))

    @classmethod
    def temporary(cls) -> Self:
        """Create a folder for a run that cannot have one beside its store; it is removed at the end of the run.

        Raises:
            UnavailableError: No folder can be made there either.
        """
        import tempfile  # imported here: most runs do not need it

        try:
            return cls(Path(tempfile.mkdtemp(prefix="gpuscope-run-")), is_temporary=True)
        except OSError as error:
            raise UnavailableError(f"no temporary folder can be made: {error.strerror}", "Free some disk space, or set TMPDIR.") from None

    def write_header(self, record: RunRecord, store_url: str, *, synced: bool = True) -> None:
        """Write the data needed to recover the run if the store never opens, including the run's end once known.

        Args:
            record: The run.
            store_url: The run's store.
            synced: Whether the header survives a power cut; else only the kill of any process.

        Raises:
            UnavailableError: The disk is full or the folder cannot be written.
        """
        try:
            save_header(self.path, record, store_url, synced=synced)
        except OSError as error:
            raise UnavailableError(
                f"{self.path} cannot be written: {error.strerror}", "Free some disk space, or set GPUSCOPE_HOME."
            ) from None

    def remove(self) -> None:
        """Remove the folder of a run that never began."""
        _remove(self.path)

    def close(self) -> None:
        """Release the lock and remove the rings and marks. Other files are kept until the run is removed, unless it is temporary."""
        with contextlib.suppress(OSError):  # the file system may have become read-only
            for pattern in (RING_FILES, REPORT_FILES, SEEN_FILES, SAW_PREFIX):
                for ring in self.path.glob(f"{pattern}*"):
                    ring.unlink(missing_ok=True)
        if self.is_temporary:
            self.remove()
        self._lock.release()


def _remove(folder: Path) -> None:
    from shutil import rmtree  # lazy: not needed for the start of a run

    rmtree(folder, ignore_errors=True)


def save_header(folder: Path, record: RunRecord, store_url: str, *, synced: bool = True) -> None:
    """Write a run's header into a folder, and sync it to disk if requested.

    Raises:
        OSError: The disk is full or the folder cannot be written.
    """
    document = {
        "run_id": record.run_id,
        "name": record.name,
        "spec": record.spec.to_json(),
        "started_at": record.started_at.isoformat(),
        "start_ns": record.start_ns,
        "host": record.host,
        "boot_id": record.boot_id,
        "store": store_url,
        "state": record.state.value,
        "reason": record.reason,
        "exit_code": record.exit_code,
        "signal": record.signal,
        "wall_s": record.wall_s,
        "environment": dict(record.environment),
    }
    _write(folder / HEADER_NAME, json.dumps(document).encode(), synced=synced)


def _write(path: Path, data: bytes, *, synced: bool) -> None:
    temporary = path.with_suffix(".tmp")
    with open(temporary, "wb", opener=owner_only) as file:
        file.write(data)
        file.flush()
        if synced:
            os.fsync(file.fileno())
    temporary.replace(path)
    if not synced:
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_header(folder: Path) -> tuple[RunRecord, str] | None:
    """Return the run described by a folder's header, and its store's URL; None without a readable header."""
    try:
        document: dict[str, Any] = json.loads((folder / HEADER_NAME).read_bytes())
        record = RunRecord(
            run_id=str(document["run_id"]),
            name=str(document["name"]),
            state=RunState(document["state"]),
            reason=document["reason"],
            exit_code=document["exit_code"],
            signal=document["signal"],
            wall_s=document["wall_s"],
            spec=RunSpec.from_json(document["spec"]),
            environment=dict(document.get("environment", {})),
            started_at=datetime.fromisoformat(document["started_at"]),
            start_ns=int(document["start_ns"]),
            host=str(document["host"]),
            boot_id=str(document["boot_id"]),
            folder=str(folder),
        )
        return record, str(document["store"])
    except (OSError, ValueError, KeyError, TypeError, GpuscopeError):
        return None


def left_behind(store_url: str) -> Iterator[RunRecord]:
    """Yield the runs of a store whose folders have a header but whose recorder is gone."""
    folder = paths.runs_folder(store_url)
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if is_locked(path):
            continue
        header = read_header(path)
        if header is not None and header[1] == store_url:
            yield header[0]


def forget_header(folder: Path) -> None:
    """Remove the header of a run that is complete in the store, so that it is not checked again; a failure is harmless."""
    with contextlib.suppress(OSError):
        (folder / HEADER_NAME).unlink(missing_ok=True)


def remove_run_folder(store_url: str, run_id: str) -> None:
    """Remove a deleted run's folder, unless the run is live."""
    folder = paths.runs_folder(store_url) / run_id
    if run_id and folder.is_dir() and not is_locked(folder):
        _remove(folder)


def remove_empty_folders(store_url: str) -> None:
    """Remove the folders of recorders that were killed, along with their conductor, before they recorded anything."""
    folder = paths.runs_folder(store_url)
    for path in folder.iterdir() if folder.is_dir() else ():
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _YOUNG_S and not any(path.iterdir()) and not is_locked(path):
                path.rmdir()


def derive_state(record: RunRecord) -> RunRecord:
    """Return the record with its true state: a run stored as running without a recorder is interrupted.

    On the machine and boot where it was started, the kernel's lock decides; elsewhere, the age of its heartbeat.
    """
    if record.state is not RunState.RUNNING:
        return record
    if record.host == socket.gethostname() and record.boot_id == boot_id():
        if is_locked(Path(record.folder)):
            return record
        return interrupted(record)
    if record.host == socket.gethostname():
        return interrupted(record, "the machine was restarted")
    age_s = (datetime.now(UTC) - (record.heartbeat_at or record.started_at)).total_seconds()
    if age_s < _LIVE_HEARTBEAT_S:
        seen_s = max(0.0, age_s)  # the other machine's clock may be ahead
        return replace(record, reason=f"last seen {seen_s:.0f} s ago on {record.host}")
    return interrupted(record, f"no longer seen on {record.host}")


def interrupted(record: RunRecord, why: str = "", *, unstored: bool = False) -> RunRecord:
    """Return the record as interrupted, stating how far it was recorded.

    Args:
        record: The run.
        why: The reason; by default, that its recorder was killed.
        unstored: The store does not have the run yet, but its folder contains what was recorded.
    """
    if not why:
        ended_too = "" if record.spec.is_attached else ", and its command was ended with it"
        why = f"its recorder ended unexpectedly{ended_too}"
    if unstored:
        what = "what it recorded is not in the store yet: the next 'gpuscope run' adds it"
        return replace(record, state=RunState.INTERRUPTED, reason=f"{why}; {what}")
    if record.heartbeat_at is None:
        return replace(record, state=RunState.INTERRUPTED, reason=f"{why}, before its first samples were stored")
    last = record.heartbeat_at.astimezone().strftime("%H:%M:%S %z")
    return replace(record, state=RunState.INTERRUPTED, reason=f"{why}; recorded up to {last}")
