"""Edits by the user: names, tags, notes, deletion and restoring. Each is one short, synced transaction."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, delete, select, update

from gpuscope.core.errors import UsageError
from gpuscope.storage.checksums import kept_up_to_date
from gpuscope.storage.records import clean, compact_json, find_keys, now, shown_id, stored_tags
from gpuscope.storage.schema import NEWEST_FIRST, RUNS
from gpuscope.storage.sqlite_reading import SqliteReading
from gpuscope.storage.sqlite_writing import SqliteWriting

_RUN_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")


def edit_run(
    url: str,
    run_id: str,
    *,
    name: str | None = None,
    add_tags: Collection[str] = (),
    remove_tags: Collection[str] = (),
    note: str | None = None,
) -> None:
    """Change a run's name, tags or note; None leaves the value unchanged. Works on a live run too.

    Args:
        url: SQLAlchemy URL of the store.
        run_id: The full id.
        name: The new name.
        add_tags: Tags to add; those already present are not duplicated.
        remove_tags: Tags to remove; missing ones are ignored.
        note: The new note; "" removes it.

    Raises:
        UsageError: There is no such run.
        UnavailableError: The store does not exist or cannot be written.
    """
    with _writing(url) as connection:
        key = _keys(connection, [run_id])[0]
        values: dict[str, str | None] = {}
        if name is not None:
            values["name"] = clean(name)
        if note is not None:
            values["note"] = clean(note)
        if add_tags or remove_tags:
            tags = stored_tags(connection, key)
            values["tags"] = compact_json(sorted((tags | set(add_tags)) - set(remove_tags)))
        if values:
            _update(connection, key, values)


def delete_runs(url: str, run_ids: Sequence[str]) -> None:
    """Mark runs as deleted, all or none; :func:`restore_runs` restores them until :func:`purge`.

    Raises:
        UsageError: One of the runs does not exist; none is deleted.
        UnavailableError: The store does not exist or cannot be written.
    """
    _mark(url, run_ids, now())


def restore_runs(url: str, run_ids: Sequence[str]) -> None:
    """Restore runs that are marked as deleted, all or none.

    Raises:
        UsageError: One of the runs no longer exists, or never did; none is restored.
        UnavailableError: The store does not exist or cannot be written.
    """
    _mark(url, run_ids, None)


def deleted_runs(url: str) -> list[str]:
    """Return the ids of the runs marked as deleted, newest first.

    Raises:
        UnavailableError: The store cannot be read.
    """
    reading = SqliteReading(url)
    try:
        with reading.transaction() as connection:
            return _deleted(connection) if connection else []
    finally:
        reading.close()


def purge(url: str, remove: Callable[[str], object] = lambda _: None) -> list[str]:
    """Permanently remove the runs marked as deleted, and return their space to the file system.

    Args:
        url: SQLAlchemy URL of the store.
        remove: Removes a run's data outside the store. It is called before the run's row is deleted, so that a kill in between leaves a
            deleted run, which the next purge removes, and no orphaned data.

    Returns:
        The ids of the removed runs, except damaged ones, whose id could name any folder.

    Raises:
        UnavailableError: The store does not exist or cannot be written.
    """
    store = SqliteWriting(url)
    store.prepare(create=False)
    with store.transaction(synced=True) as connection:
        run_ids = [run_id for run_id in _deleted(connection) if _RUN_ID.fullmatch(run_id)]
        for run_id in run_ids:
            remove(run_id)
        connection.execute(delete(RUNS).where(RUNS.c.deleted_at.is_not(None)))
    store.give_back_space()
    return run_ids


@contextmanager
def _writing(url: str) -> Iterator[Connection]:
    store = SqliteWriting(url)
    store.prepare(create=False)
    with store.transaction(synced=True) as connection:
        yield connection


def _mark(url: str, run_ids: Sequence[str], deleted_at: str | None) -> None:
    with _writing(url) as connection:
        for key in _keys(connection, run_ids):
            _update(connection, key, {"deleted_at": deleted_at})


def _update(connection: Connection, key: int, values: Mapping[str, str | None]) -> None:
    with kept_up_to_date(connection, RUNS, RUNS.c.id == key):
        connection.execute(update(RUNS).where(RUNS.c.id == key).values(values))


def _keys(connection: Connection, run_ids: Sequence[str]) -> list[int]:
    keys = []
    for run_id in run_ids:
        row = find_keys(connection, run_id)
        if row is None:
            raise UsageError(f"there is no run {run_id[:60]}", "'gpuscope runs' lists them.")
        keys.append(int(row.id))
    return keys


def _deleted(connection: Connection) -> list[str]:
    rows = connection.execute(select(RUNS.c.id, RUNS.c.run_id).where(RUNS.c.deleted_at.is_not(None)).order_by(*NEWEST_FIRST))
    return [shown_id(row) for row in rows]
