"""The tables at the newest revision.

A new store is created from them; ``migrations/`` upgrades an old store step by step, and is never changed after a release. A test checks
that the two agree.
Series and stamps are separate: all series of one sensor call share the stamps of that call.
"""

from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Insert,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

AnyRow: TypeAlias = Any
"""A row; its columns depend on the query."""

metadata = MetaData()


class _Blob(LargeBinary):
    """Bytes as SQLite returns them; if a damaged page has a number n instead, SQLAlchemy's own type would turn it into n zero bytes."""

    cache_ok = True

    def result_processor(self, dialect: object, coltype: object) -> None:
        """Convert nothing."""


def _checksum(name: str = "checksum") -> Column[int]:
    """Return the column of a row's checksum (``checksums``); NULL in rows written before revision 2."""
    return Column(name, BigInteger)


def _required(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Return columns of one type that are never NULL."""
    return [Column(name, kind, nullable=False) for name in names]


def _table(name: str, *parts: SchemaItem) -> Table:
    """Return a table of rows with a key and a checksum."""
    return Table(name, metadata, Column("id", Integer, primary_key=True), *parts, _checksum())


def _run_key() -> Column[int]:
    return Column("run", Integer, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False)


REVISION_TABLE = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, as Alembic creates it; defined here so that it can be created and read without Alembic."""

RUNS = _table(
    "runs",
    Column("run_id", Text, nullable=False, unique=True),
    *_required(Text, "name", "state"),
    Column("reason", Text),
    *_required(Text, "spec", "started_at"),
    Column("start_ns", BigInteger, nullable=False),
    *_required(Text, "host", "boot_id", "folder"),
    Column("exit_code", BigInteger),
    Column("signal", Integer),
    Column("steps", BigInteger),
    Column("warmup_steps", BigInteger),
    Column("steps_kind", Text),
    Column("samples", BigInteger),
    Column("duration_s", Float),
    Column("window_start_s", Float),
    Column("wall_s", Float),
    *_required(Text, "metrics", "tags", "note"),
    Column("heartbeat_at", Text),
    Column("deleted_at", Text),
    Column("committed", BigInteger, nullable=False),
    _checksum("progress_checksum"),
    Index("runs_by_start", "started_at"),
)
"""One small row per run: the columns of the list of runs. spec, metrics and tags are JSON; instants are ISO 8601, UTC."""

ENVIRONMENTS = Table(
    "environments",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("document", Text, nullable=False),
    _checksum(),
)
"""Separate from the runs, so that the list of runs does not read them."""

DEVICES = _table(
    "devices",
    _run_key(),
    *_required(Text, "device", "document", "results"),
    UniqueConstraint("run", "device"),
)
"""A device of a run: its description, and its numbers and gaps over the run's window."""

CALLS = _table(
    "calls",
    _run_key(),
    Column("name", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("layout", Text, nullable=False),
    UniqueConstraint("run", "name", "generation"),
)
"""The series of a call's values (JSON, [[device, metric], …]), for rows of the tail from that generation on."""

SERIES = _table(
    "series",
    _run_key(),
    *_required(Text, "device", "metric", "unit", "source", "quality"),
    UniqueConstraint("run", "device", "metric"),
)

STAMPS = _table(
    "stamps",
    _run_key(),
    Column("call", ForeignKey("calls.id", ondelete="CASCADE"), nullable=False, index=True),
    *_required(BigInteger, "first_seq", "last_seq"),
    Column("length", Integer, nullable=False),
    *_required(BigInteger, "first_ns", "last_ns"),
    *_required(_Blob, "before", "duration"),
    Index("stamps_of_run", "run", "first_seq"),
)
"""The times of a stretch of readings of one call: the instant before each, in nanoseconds from the run's start, and its duration."""

CHUNKS = _table(
    "chunks",
    Column("series", ForeignKey("series.id", ondelete="CASCADE"), nullable=False),
    Column("stamps", ForeignKey("stamps.id", ondelete="CASCADE"), nullable=False, index=True),
    *_required(Integer, "present", "missing", "numbers"),
    Column("minimum", Float),
    Column("maximum", Float),
    Column("total", Float),
    Column("first", Float),
    Column("last", Float),
    Column("readings", _Blob, nullable=False),
    UniqueConstraint("series", "stamps"),
)
"""The readings of one series over one row of stamps, with aggregates over its numbers (the present readings without NaN)."""

STEPS = _table(
    "steps",
    _run_key(),
    *_required(BigInteger, "pid", "first_step", "first_seq", "last_seq"),
    Column("length", Integer, nullable=False),
    Column("ends", _Blob, nullable=False),
    Index("steps_of_run", "run", "first_step"),
)
"""Ends of successive steps of one process, in nanoseconds from the run's start."""

EVENTS = _table(
    "events",
    _run_key(),
    Column("kind", Text, nullable=False),
    *_required(BigInteger, "first_seq", "last_seq"),
    Column("length", Integer, nullable=False),
    Column("documents", _Blob, nullable=False),
    Index("events_of_run", "run", "kind", "first_seq"),
)
"""Rare events of one kind, many per row: compressed JSON, [[seq, index in its batch, document], …]."""

TAIL = _table(
    "tail",
    _run_key(),
    Column("generation", Integer, nullable=False),
    *_required(BigInteger, "first_seq", "last_seq"),
    Column("batches", _Blob, nullable=False),
    Index("tail_of_run", "run", "first_seq"),
)
"""Batches in the order of appending: compressed JSON, [[seq, [document, …]], …]."""

PLANS = _table(
    "plans",
    Column("plan_id", Text, nullable=False, unique=True),
    *_required(Text, "kind", "name", "created_at", "options", "state"),
    Column("reason", Text),
    *_required(Text, "host", "boot_id"),
)
"""One row per plan; its options are JSON."""

PLAN_ITEMS = _table(
    "plan_items",
    Column("plan", Integer, ForeignKey("plans.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    *_required(Text, "name", "spec", "group_name", "state"),
    Column("run_id", Text),
    Column("reason", Text),
    Column("details", Text, nullable=False),
    UniqueConstraint("plan", "number"),
)
"""The items of the plans. ``run_id`` is not a foreign key: it is stored before the run is, and outlives it."""


NEWEST_FIRST = (RUNS.c.started_at.desc(), RUNS.c.id.desc())
"""Order of runs by start, since their ids are random; an instant in UTC sorts as text as it does in time."""


def inserted_key(connection: Connection, statement: Insert) -> int:
    """Insert one row and return its key."""
    key = connection.execute(statement).inserted_primary_key
    assert key is not None
    return int(key[0])
