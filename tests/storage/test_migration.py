"""Stores of every revision become stores of the newest one, with all that they hold."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from gpuscope.core.run import RunState
from gpuscope.storage import repair, schema, sqlite_writing
from gpuscope.storage.editing import deleted_runs, restore_runs
from gpuscope.storage.plans import PlanReader
from gpuscope.storage.sqlite_file import REVISION
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.store import RunWriter, StoreReader
from tests.storage.known import RUN_ID, a_record, assert_whole, write
from tests.storage.make_golden import COUNT, DELETED, ITEMS, LIVE, finished, golden


def test_migrations_make_the_tables_of_today(url: str) -> None:
    store = SqliteWriting(url)
    store.prepare()
    with store.transaction() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_the_newest_revision_is_the_one_that_the_program_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(sqlite_writing.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [str(REVISION)]
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert revisions == [str(number) for number in range(REVISION, 0, -1)]


def _assert_plans(url: str, revision: int) -> None:
    with PlanReader(url) as reader:
        plans = reader.plans()
        assert [(plan.name, plan.total, plan.settled) for plan in plans] == ([("a queue", 2, 2)] if revision >= 3 else [])
        assert [reader.plan(plan.plan_id).items for plan in plans] == ([ITEMS] if revision >= 3 else [])


@pytest.mark.parametrize("revision", range(1, REVISION + 1))
def test_a_golden_store_is_migrated_and_read_back_whole(revision: int, path: Path, url: str) -> None:
    path.parent.mkdir()
    shutil.copy(golden(revision), path)
    with RunWriter(url, a_record(LIVE)) as writer, StoreReader(url) as reader:
        assert writer.committed == COUNT - 1
        assert replace(reader.run(RUN_ID), heartbeat_at=None) == finished()
        assert_whole(reader, COUNT)
        assert reader.run(LIVE).state is RunState.RUNNING
        assert_whole(reader, COUNT, LIVE)
        assert deleted_runs(url) == [DELETED]
        restore_runs(url, [DELETED])
        assert_whole(reader, 10, DELETED)
        write(writer, COUNT, COUNT + 19)
        writer.finish(a_record(LIVE, state=RunState.FINISHED))
        assert_whole(reader, COUNT + 20, LIVE)
    _assert_plans(url, revision)
    assert repair.check(url) == []


@pytest.mark.parametrize("revision", range(1, REVISION + 1))
def test_a_golden_store_is_read_without_a_writer(revision: int, tmp_path: Path) -> None:
    copy = tmp_path / "golden.sqlite"
    shutil.copy(golden(revision), copy)
    before = copy.read_bytes()
    with StoreReader(f"sqlite:///{copy}") as reader:
        assert [record.run_id for record in reader.runs()] == [LIVE, RUN_ID]
        assert_whole(reader, COUNT)
        assert reader.notes == ()
    _assert_plans(f"sqlite:///{copy}", revision)
    assert repair.check(f"sqlite:///{copy}") == []
    assert copy.read_bytes() == before


def test_golden_stores_are_not_made_anew() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.storage.make_golden"], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "is there already" in done.stderr


def test_alembic_is_only_imported_for_a_store_that_is_not_the_newest(url: str) -> None:
    RunWriter(url, a_record()).close()
    edit = "from gpuscope.storage.editing import edit_run; edit_run(sys.argv[1], sys.argv[2], note='x')"
    code = f"import sys; {edit}; print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, url, RUN_ID], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
