"""What the user changes: names, tags, notes, deletion and its undoing. Each is one short, synced transaction."""

from collections.abc import Collection, Sequence


def edit_run(
    url: str,
    run_id: str,
    *,
    name: str | None = None,
    add_tags: Collection[str] = (),
    remove_tags: Collection[str] = (),
    note: str | None = None,
) -> None:
    """Changes a run's name, tags or note; None leaves as it is. Works on a live run too.

    Args:
        url: SQLAlchemy URL of the store.
        run_id: The whole id.
        name: The new name.
        add_tags: Added; those that are there stay once.
        remove_tags: Taken away; those that are not there are no error.
        note: The new note; "" takes it away.

    Raises:
        UsageError: There is no such run.
        UnavailableError: The store is not there or cannot be written.
    """
    raise NotImplementedError


def delete_runs(url: str, run_ids: Sequence[str]) -> None:
    """Marks runs as deleted, all or none; :func:`restore_runs` brings them back until :func:`purge`.

    Raises:
        UsageError: There is no such run; none is deleted.
        UnavailableError: The store is not there or cannot be written.
    """
    raise NotImplementedError


def restore_runs(url: str, run_ids: Sequence[str]) -> None:
    """Takes the mark of deletion off again, from all or none.

    Raises:
        UsageError: A run is not there any more, or never was.
        UnavailableError: The store is not there or cannot be written.
    """
    raise NotImplementedError


def deleted_runs(url: str) -> list[str]:
    """Returns the ids of the runs that are marked as deleted, newest first.

    Raises:
        UnavailableError: The store cannot be read.
    """
    raise NotImplementedError


def purge(url: str) -> list[str]:
    """Removes the runs that are marked as deleted for good, and gives their space back to the disk.

    Returns:
        The ids of the runs removed, for their folders to be removed as well.

    Raises:
        UnavailableError: The store is not there or cannot be written.
    """
    raise NotImplementedError
