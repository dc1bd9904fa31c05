"""The list of runs, with cheap change detection."""

import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_folder import derive_state
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.sqlite_file import log_path, store_path
from gpuscope.system import paths

FIRST = 200
"""Runs reported before the rest has been read, so that the first screen fills at once."""
WHOLE_S = 30.0
"""Interval of complete reads while a run changes the store every few seconds; also read when runs are added or removed."""
_HEADER_NS = 2_000_000_000
"""How long the header may still be missing after a run's folder has appeared."""
RunsChanged = Callable[[list[RunRecord], int, Sequence[str]], None]


class RunListing:
    """The runs of a store, read on one thread.

    Args:
        on_runs: Called with the runs, the number of deleted runs and the new notes about the store, whenever any of them changes.

    Raises:
        UnavailableError: The URL's scheme is not supported.
    """

    def __init__(self, store_url: str, on_runs: RunsChanged) -> None:
        path = store_path(store_url)
        self._files = (path, log_path(path), paths.runs_folder(store_url))
        self._on_runs = on_runs
        self._runs: list[RunRecord] = []
        self._newest: list[RunRecord] = []
        self._older: list[RunRecord] = []
        self._total = self._deleted = -1
        self._notes: tuple[str, ...] = ()
        self._seen: list[tuple[int, int, int] | None] = []
        self._read_s = 0.0

    def refresh(self, store: RunHistory, *, whole: bool, anew: bool = False) -> None:
        """Report the runs if they have changed since the last call.

        Args:
            store: The open store.
            whole: Read everything even if no change is visible.
            anew: Read everything and report the runs even if unchanged: the previous call failed, and the failure was shown.
        """
        whole |= anew
        live = [record for record in self._runs if record.state is RunState.RUNNING]
        seen = [_stat(path) for path in self._files]
        if not whole and seen == self._seen and all(derive_state(record) is record for record in live):
            return
        newest, total = store.runs(limit=FIRST), store.total()
        is_same = total == self._total and [record.run_id for record in newest] == [record.run_id for record in self._newest]
        if whole or not is_same or not live or time.monotonic() - self._read_s > WHOLE_S:
            if not self._runs and len(newest) == FIRST:
                self._publish(store, newest, [], 0)
            everything = store.runs() if len(newest) == FIRST else newest
            newest, self._older = everything[:FIRST], everything[FIRST:]
            self._read_s = time.monotonic()
            self._publish(store, newest, self._older, store.deleted_count(), anew=anew)
        else:
            self._publish(store, newest, self._older, self._deleted)
        self._seen, self._total = ([] if _is_fresh(seen[-1]) else seen), total

    def _publish(self, store: RunHistory, newest: list[RunRecord], older: list[RunRecord], deleted: int, *, anew: bool = False) -> None:
        stored = [record if record.state is not RunState.RUNNING else store.true_state(record) for record in (*newest, *older)]
        known = {_shown(record): record for record in self._newest}
        stored[: len(newest)] = self._newest = [known.get(_shown(record), record) for record in stored[: len(newest)]]
        runs = _in_order(stored, list(store.young({record.run_id for record in stored})))
        notes = tuple(store.notes)
        is_same = len(runs) == len(self._runs) and all(run is earlier for run, earlier in zip(runs, self._runs, strict=True))
        if anew or not is_same or deleted != self._deleted or notes != self._notes:
            self._on_runs(runs, deleted, [note for note in notes if note not in self._notes])
        self._runs, self._deleted, self._notes = runs, deleted, notes


def _in_order(stored: list[RunRecord], young: list[RunRecord]) -> list[RunRecord]:
    """Return live runs first, then the others, each newest first; ``stored`` is already in that order."""
    live = [record for record in (*young, *stored) if record.state is RunState.RUNNING]
    over = [record for record in stored if record.state is not RunState.RUNNING]
    lost = [record for record in young if record.state is not RunState.RUNNING]
    if lost:
        over = sorted([*lost, *over], key=_age)
    return [*sorted(live, key=_age), *over]


def _shown(record: RunRecord) -> tuple[object, ...]:
    """Return the listed fields of a run that can change; the heartbeat is omitted, and numbers appear only when the run ends."""
    return record.run_id, record.state, record.reason, record.name, record.tags, record.note, record.steps, record.took_s, record.origin


def _age(record: RunRecord) -> float:
    return -record.started_at.timestamp()


def _is_fresh(folder: tuple[int, int, int] | None) -> bool:
    """Return whether a run folder may be too new to have its header; writing the header does not change the parent folder."""
    return folder is not None and abs(time.time_ns() - folder[2]) < _HEADER_NS


def _stat(path: Path) -> tuple[int, int, int] | None:
    """Return what changes with a file or folder; None if it does not exist, or is an empty file, such as the log that a reader creates."""
    try:
        status = path.stat()
    except OSError:
        return None
    if stat.S_ISREG(status.st_mode) and not status.st_size:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
