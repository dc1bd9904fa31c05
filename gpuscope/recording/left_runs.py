"""Recovers runs whose recorder was killed or whose store could not be written (``unstored``).

Imported on the journal's thread only, like ``results``, which derives their numbers.
"""

import contextlib
import shutil
import socket
from dataclasses import replace
from pathlib import Path

from gpuscope.core.errors import UnavailableError, UsageError, refusal_by_system
from gpuscope.core.event import End
from gpuscope.core.run import UNDERIVED, RunRecord, RunState
from gpuscope.recording import captures, run_folder, unstored
from gpuscope.recording.early_guard import MARKER
from gpuscope.recording.results import Notice, derived, keep_results
from gpuscope.recording.spool import discard_spool, recover_left_data, recover_spool
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths, processes
from gpuscope.system.bug_log import log_bug
from gpuscope.system.locks import FolderLock


def recover_left_runs(store_url: str, notice: Notice) -> None:
    """Recover runs that are missing or incomplete in the store, and derive their numbers.

    First the runs kept elsewhere because the store could not be written, then those whose recorder was killed.
    """
    for folder in unstored.unstored_runs(store_url):
        try:
            record = restore_unstored(store_url, folder)
            notice(f"recovered run {record.name} ({record.run_id}) from {folder}")
        except Exception as error:  # noqa: BLE001 - as below
            notice(f"{folder} could not be recovered: {error}")
    for header in run_folder.left_behind(store_url):
        lock = FolderLock(Path(header.folder))
        try:
            if not lock.acquire(timeout_s=0.0):
                continue  # its recorder is alive after all, or another process is recovering it
            record = _recovered(store_url, header)
            how = record.reason or f"it {record.state.value}"
            notice(f"recovered run {record.name} ({record.run_id}): {how}")
        except Exception as error:  # noqa: BLE001 - a run that cannot be recovered must not affect the one that has just ended
            notice(f"run {header.run_id} could not be recovered: {error}")
        finally:
            lock.release()


def _recovered(store_url: str, header: RunRecord) -> RunRecord:
    if header.host == socket.gethostname() and header.boot_id == processes.boot_id():
        processes.end_orphans(MARKER, header.run_id)  # only processes that outlived their recorder and both guards
    stored = _stored(store_url, header.run_id)
    if stored is not None and stored.state is not RunState.RUNNING:
        run_folder.forget_header(Path(header.folder))
        return stored
    with RunWriter(store_url, stored or header) as writer:
        with StoreReader(store_url) as reader:
            recover_left_data(writer, reader, replace(stored or header, folder=header.folder))  # the header predates the start
        whole = _derived_anew(store_url, writer, header)
    run_folder.forget_header(Path(header.folder))
    captures.compress(Path(header.folder))
    return whole


def restore_unstored(store_url: str, folder: Path) -> RunRecord:
    """Write a run that was kept elsewhere to a store, and remove the folder.

    Args:
        store_url: The store, which may already contain the run's beginning.
        folder: A folder created by ``unstored.keep``.

    Returns:
        The run as stored.

    Raises:
        UnavailableError: The folder cannot be read, another process is recovering it, or the store cannot be written.
    """
    kept = run_folder.read_header(folder)
    lock = FolderLock(folder)
    if kept is None or not lock.acquire(timeout_s=0.0):
        raise UnavailableError(f"{folder} holds no run, or another process is recovering it", "Try again in a moment.")
    try:
        stored = _stored(store_url, kept[0].run_id)
        own = paths.runs_folder(store_url) / kept[0].run_id
        header = replace(kept[0], folder=str(own))
        if stored is None or stored.state in (RunState.RUNNING, RunState.INTERRUPTED):
            with RunWriter(store_url, stored or header) as writer:
                recover_spool(writer, folder)
                stored = _derived_anew(store_url, writer, header)
        run_folder.forget_header(own)
        discard_spool(own)
        with contextlib.suppress(OSError, UnavailableError):  # its output matters less than its readings
            shutil.copyfile(folder / unstored.OUTPUT_NAME, paths.private_folder(own) / unstored.OUTPUT_NAME)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        lock.release()
    return stored


def _derived_anew(store_url: str, writer: RunWriter, header: RunRecord) -> RunRecord:
    """Derive the numbers of a run from its current data in the store, and store them; if they cannot be derived, store its end alone."""
    with StoreReader(store_url) as reader:
        present = reader.run(header.run_id)
        try:
            whole = _whole(reader, header, present)
        except Exception as error:
            if _may_pass(error):
                raise
            log_bug(error)
            whole = _underived(header, present)
            writer.update(whole)
            return whole
    keep_results(writer, whole)
    return whole


def _whole(reader: StoreReader, header: RunRecord, stored: RunRecord) -> RunRecord:
    ended = run_folder.interrupted(stored) if header.state is RunState.RUNNING else _ended(header, stored, reader)
    has_span = header.spec.is_command and ended.heartbeat_at is not None
    return derived(reader, ended, _recorded_span(reader, ended) if has_span else None, {})


def _may_pass(error: Exception) -> bool:
    """Return whether the next start may succeed: the store could not be read, or the system refused something. Damage does not pass."""
    is_of_store = isinstance(error, UnavailableError) and not isinstance(error, CorruptStoreError)
    return is_of_store or isinstance(error, OSError) or refusal_by_system(error) is not None


def _underived(header: RunRecord, stored: RunRecord) -> RunRecord:
    """Return the record of a run whose numbers cannot be derived, so that not every later start tries it again."""
    if header.state is RunState.RUNNING:
        ended = run_folder.interrupted(stored)
    else:
        ended = replace(
            stored, state=header.state, reason=header.reason, exit_code=header.exit_code, signal=header.signal, wall_s=header.wall_s
        )
    return replace(ended, reason=f"{ended.reason}; {UNDERIVED}" if ended.reason else UNDERIVED)


def _ended(header: RunRecord, stored: RunRecord, reader: StoreReader) -> RunRecord:
    """Return the record of a run that ended while the store could not be written; its reason states which samples were lost."""
    if reader.events(header.run_id, [End.KIND]):
        return replace(header, heartbeat_at=stored.heartbeat_at)
    last = stored.heartbeat_at
    which = "its samples" if last is None else f"its samples after {last.astimezone():%H:%M:%S %z}"
    lost = f"{which} were lost: the store could not be written"
    return replace(header, reason=f"{header.reason}; {lost}" if header.reason else lost)


def _stored(store_url: str, run_id: str) -> RunRecord | None:
    with StoreReader(store_url) as reader:
        try:
            return reader.run(run_id)
        except UsageError:
            return None


def _recorded_span(reader: StoreReader, record: RunRecord) -> tuple[int, int] | None:
    """Return a command's measurement window after a crash, in monotonic nanoseconds: from the first to the last stored reading."""
    stamps = [reader.series(record.run_id, info.device, info.metric).after_ns for info in reader.series_list(record.run_id)]
    filled = [series for series in stamps if series.size]
    if not filled:
        return None
    begin, end = min(int(series[0]) for series in filled), max(int(series[-1]) for series in filled)
    return (begin + record.start_ns, end + record.start_ns) if end > begin else None
