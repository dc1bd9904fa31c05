"""Stores of every revision are migrated to the newest one, with all that they contain."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.pool import NullPool

from gpuscope.core.run import RunState
from gpuscope.storage import repair, schema, sqlite_writing
from gpuscope.storage.editing import deleted_runs, restore_runs
from gpuscope.storage.plans import PlanReader
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import REVISION
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.store import StoreReader
from tests.storage.known import RUN_ID, a_record, assert_whole, write
from tests.storage.make_golden import COUNT, DELETED, ITEMS, LIVE, finished, golden


def migrated(path: Path) -> Connection:
    """Return a connection to an empty file after all migrations."""
    connection = create_engine(f"sqlite:///{path}", poolclass=NullPool).connect()
    sqlite_writing.upgrade(connection)
    return connection


def layout(connection: Connection) -> dict[str, Any]:
    """Return SQLite's description of all tables: their columns in order, keys and indexes."""
    inspected = inspect(connection)
    return {
        name: (
            [{**column, "type": str(column["type"])} for column in inspected.get_columns(name)],
            inspected.get_pk_constraint(name),
            sorted(inspected.get_foreign_keys(name), key=str),
            inspected.get_unique_constraints(name),
            inspected.get_indexes(name),
        )
        for name in inspected.get_table_names()
    }


def test_migrations_make_the_tables_of_today(tmp_path: Path) -> None:
    with migrated(tmp_path / "store") as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_a_new_store_is_as_one_that_went_through_all_migrations(url: str, tmp_path: Path) -> None:
    store = SqliteWriting(url)
    store.prepare()
    with store.transaction() as connection, migrated(tmp_path / "other") as other:
        assert MigrationContext.configure(connection).get_current_revision() == str(REVISION)
        assert connection.exec_driver_sql("PRAGMA user_version").scalar() == REVISION
        made = layout(connection)
        assert set(made) == {*schema.metadata.tables, "alembic_version"}
        assert made == layout(other)


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


def test_alembic_is_only_imported_for_a_store_of_an_older_revision(path: Path, url: str) -> None:
    write = "from gpuscope.storage.sqlite_writing import SqliteWriting; SqliteWriting(sys.argv[1]).prepare()"
    code = f"import sys; {write}; print('alembic' in sys.modules)"

    def is_imported() -> str:
        return subprocess.run([sys.executable, "-c", code, url], capture_output=True, text=True, check=True).stdout.strip()

    assert is_imported() == "False", "for a store that is made"
    assert is_imported() == "False", "for one that is there"
    shutil.copy(golden(REVISION - 1), path)
    assert is_imported() == "True"
