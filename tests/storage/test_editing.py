"""Tests of users' edits, deletions and restorations."""

from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.run import RunState
from gpuscope.storage.editing import delete_runs, deleted_runs, edit_run, purge, restore_runs
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, batch, write

OTHER = "01JE0000000000000000000000"


@pytest.fixture
def two_runs(url: str) -> str:
    for run_id, count in ((RUN_ID, 3000), (OTHER, 20)):
        with RunWriter(url, a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, count - 1, 500)
            writer.finish(a_record(run_id, state=RunState.FINISHED))
    return url


def test_only_what_is_given_changes(two_runs: str) -> None:
    with StoreReader(two_runs) as reader:
        edit_run(two_runs, RUN_ID, name="new")
        edit_run(two_runs, RUN_ID, add_tags=["b", "a", "first"])
        edit_run(two_runs, RUN_ID, remove_tags=["b", "never there"], note="")
        edit_run(two_runs, RUN_ID)
        found = reader.run(RUN_ID)
        assert (found.name, found.tags, found.note) == ("new", ("a", "first"), "")
        assert reader.run(OTHER).name == "a run"


def test_a_deleted_run_is_out_of_sight_until_it_is_restored(two_runs: str) -> None:
    with StoreReader(two_runs) as reader:
        delete_runs(two_runs, [RUN_ID])
        assert [record.run_id for record in reader.runs()] == [OTHER]
        with pytest.raises(UsageError, match="no run"):
            reader.run(RUN_ID)
        assert deleted_runs(two_runs) == [RUN_ID]
        restore_runs(two_runs, [RUN_ID])
        assert deleted_runs(two_runs) == []
        assert_whole(reader, 3000)


def test_all_or_none_are_deleted(two_runs: str) -> None:
    for change in (delete_runs, restore_runs):
        with pytest.raises(UsageError, match="no run 01JX"):
            change(two_runs, [RUN_ID, "01JX"])
    with pytest.raises(UsageError, match="no run"):
        edit_run(two_runs, "01JX", note="x")
    assert deleted_runs(two_runs) == []


def test_purging_frees_the_disk_and_leaves_the_others_whole(two_runs: str, path: Path) -> None:
    before = path.stat().st_size
    delete_runs(two_runs, [RUN_ID])
    with StoreReader(two_runs) as reader:
        assert purge(two_runs) == [RUN_ID]
        assert reader.size().reusable_bytes == 0
        assert_whole(reader, 20, OTHER)
    assert path.stat().st_size < before * 0.8
    with pytest.raises(UsageError, match="no run"):
        restore_runs(two_runs, [RUN_ID])
    assert purge(two_runs) == []


def test_a_purge_that_is_killed_leaves_a_deleted_run_that_the_next_one_removes(two_runs: str) -> None:
    delete_runs(two_runs, [RUN_ID])

    def killed(_run_id: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        purge(two_runs, killed)
    assert deleted_runs(two_runs) == [RUN_ID]
    removed: list[str] = []
    assert purge(two_runs, removed.append) == removed == [RUN_ID]


def test_a_store_that_is_not_there_is_not_made(url: str, path: Path) -> None:
    assert deleted_runs(url) == []
    for change in (lambda: edit_run(url, RUN_ID, note="x"), lambda: delete_runs(url, [RUN_ID]), lambda: purge(url)):
        with pytest.raises(UnavailableError, match="there is no store"):
            change()
    assert not path.parent.exists()


def test_a_live_run_can_be_edited_between_two_appends(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.append([batch(0)])
        edit_run(url, RUN_ID, note="meanwhile")
        writer.append([batch(1)])
        assert reader.run(RUN_ID).note == "meanwhile"
        assert reader.committed(RUN_ID) == 1
