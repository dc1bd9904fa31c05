"""Brings a store to the newest revision. Alembic, which takes long to import, is imported here and only when needed."""

from pathlib import Path

from sqlalchemy import Connection, inspect, select

from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.schema import REVISION_TABLE


def stored_revision(connection: Connection) -> int:
    """Return the revision of a store; 0 when it has no tables yet.

    Raises:
        CorruptStoreError: It is no number.
    """
    if not inspect(connection).has_table(REVISION_TABLE.name):
        return 0
    told = connection.scalar(select(REVISION_TABLE.c.version_num)) or "0"
    if not told.isdecimal():
        raise CorruptStoreError(
            f"the store names a version that no gpuscope has ({told[:40]!r}): it is damaged",
            "'gpuscope doctor --repair' sets it aside and salvages its runs.",
        )
    return int(told)


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the connection's transaction; the caller commits.

    Args:
        connection: With foreign keys off, since tables are rebuilt.
    """
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def missing(revision: tuple[str, ...], _context: object) -> object:
        return script._upgrade_revs("head", revision)  # type: ignore[arg-type]

    with EnvironmentContext(config, script, fn=missing, destination_rev="head") as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
