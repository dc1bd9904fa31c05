"""Converts a run's header and results to rows and back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from gpuscope.core.device import Device
from gpuscope.core.run import DeviceResult, RunGap, RunOrigin, RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.storage.checksums import (
    LISTED,
    has_its_type,
    is_listed_run_sound,
    is_progress_sound,
    is_sound,
    kept_up_to_date,
    progress_checksum,
    verify,
    with_checksum,
    without_strays,
)
from gpuscope.storage.errors import DamageError
from gpuscope.storage.run_row import PARSED, READERS, UNREADABLE, VERBATIM, aware, sound_record, spec_of, tags_of
from gpuscope.storage.schema import DEVICES, ENVIRONMENTS, EVENTS, RUNS, STAMPS, STEPS, TAIL, AnyRow, inserted_key
from gpuscope.storage.stored_quantities import quantities, without_numbers

_READABLE = (*PARSED, *VERBATIM)

LONGEST_ID = 64
"""Maximum characters of a run's or plan's id."""
_NO_SPEC = RunSpec(COMMAND, command=("(damaged)",))
_NO_START = datetime.fromtimestamp(0, UTC)

_KEYS = select(RUNS.c.id, RUNS.c.run_id, RUNS.c.start_ns, RUNS.c.committed, RUNS.c.heartbeat_at, RUNS.c.progress_checksum).where(
    RUNS.c.run_id == bindparam("wanted")
)
_EDITABLE = ("name", "tags", "note")
_ORIGIN = "gpuscope.origin"
"""Key of an imported run's origin in the environment's document."""
_FIXED = ("run_id", "start_ns")
_KEYS_AT_ONCE = 500
"""Below the limit of 999 bound values per statement in SQLite before 3.32."""


def compact_json(document: object) -> str:
    """Return JSON without spaces; ASCII, so that text that is not valid Unicode (odd file names) survives."""
    return json.dumps(document, separators=(",", ":"))


def clean(text: str) -> str:
    """Return text that a database accepts: replace undecodable bytes and lone surrogates, which JSON can contain."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def instant(moment: datetime) -> str:
    """Return an instant in its stored form: ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()


def now() -> str:
    """Return the current time in its stored form."""
    return instant(datetime.now(UTC))


def run_values(record: RunRecord, *, state: RunState | None = None) -> dict[str, Any]:
    """Return the columns of a run's row.

    Args:
        record: The run.
        state: Stored in place of the record's own.
    """
    verbatim = {name: getattr(record, name) for name in VERBATIM}
    return {name: clean(value) if isinstance(value, str) else value for name, value in verbatim.items()} | {
        "state": (state or record.state).value,
        "spec": compact_json(record.spec.to_json()),
        "started_at": instant(record.started_at),
        "metrics": compact_json({key: value.to_json() for key, value in record.metrics.items()}),
        "tags": compact_json(sorted(set(record.tags))),
    }


@dataclass(frozen=True, slots=True)
class RunKeys:
    """The columns of a run that most queries need.

    Attributes:
        id: The run's key in the store.
        start_ns: The monotonic clock at the run's start.
        committed: The highest seq in the store, -1 for none.
        is_sound: Whether the run's row, including its start, is as it was written; True if not checked.
    """

    id: int
    start_ns: int
    committed: int
    is_sound: bool = True


def find_verified_keys(connection: Connection, run_id: str) -> RunKeys | None:
    """Return the keys of a run, with ``is_sound`` checked; None if there is no such run."""
    keys = find_keys(connection, run_id)
    if keys is None:
        return None
    row = connection.execute(select(*LISTED).where(RUNS.c.id == keys.id)).one()
    return replace(keys, is_sound=is_sound(RUNS, row))


def find_keys(connection: Connection, run_id: str) -> RunKeys | None:
    """Return the keys of a run, deleted or not; None if there is no such run."""
    row = connection.execute(_KEYS, {"wanted": run_id}).first()
    if row is None:
        return None
    committed = row.committed if is_progress_sound(row) else _highest_seq(connection, row.id)
    return RunKeys(row.id, row.start_ns if isinstance(row.start_ns, int) else 0, committed)


def _highest_seq(connection: Connection, key: int) -> int:
    """Return the highest seq among a run's rows, a substitute for a damaged ``committed``."""
    seqs = [connection.scalar(select(func.max(table.c.last_seq)).where(table.c.run == key)) for table in (TAIL, STAMPS, STEPS, EVENTS)]
    return max((seq for seq in seqs if isinstance(seq, int)), default=-1)


def insert_run(connection: Connection, record: RunRecord, *, state: RunState, committed: int = -1) -> int:
    """Insert a run with its devices and return its key in the store."""
    progress = _progress_values(record, committed)
    key = inserted_key(connection, insert(RUNS).values(with_checksum(RUNS, run_values(record, state=state)) | progress))
    connection.execute(insert(ENVIRONMENTS).values(with_checksum(ENVIRONMENTS, {"run": key, "document": _environment_text(record)})))
    put_devices(connection, key, record.devices)
    return key


def _progress_values(record: RunRecord, committed: int) -> dict[str, Any]:
    heartbeat_at = None if record.heartbeat_at is None else instant(record.heartbeat_at)
    checksum = progress_checksum(record.run_id, committed, heartbeat_at)
    return {"committed": committed, "heartbeat_at": heartbeat_at, "progress_checksum": checksum}


def update_run(connection: Connection, key: int, record: RunRecord, *, state: RunState | None = None) -> None:
    """Write a run, except for the columns that the user may have edited meanwhile and those that never change."""
    values = {name: value for name, value in run_values(record, state=state).items() if name not in _EDITABLE + _FIXED}
    with kept_up_to_date(connection, RUNS, RUNS.c.id == key):
        connection.execute(update(RUNS).where(RUNS.c.id == key).values(values))
    environment = with_checksum(ENVIRONMENTS, {"run": key, "document": _environment_text(record)})
    connection.execute(update(ENVIRONMENTS).where(ENVIRONMENTS.c.run == key).values(environment))
    put_devices(connection, key, record.devices)


def put_devices(connection: Connection, key: int, results: Sequence[DeviceResult]) -> None:
    """Add devices to a run, or update existing ones."""
    for result in results:
        _put_device(connection, key, result.device, _results(result))


def declare_devices(connection: Connection, key: int, devices: Sequence[Device]) -> None:
    """Add devices to a run, or update their descriptions; their results are kept."""
    rows = connection.execute(select(DEVICES.c.device, DEVICES.c.document).where(DEVICES.c.run == key))
    stored = {row.device: row.document for row in rows}
    for device in devices:
        if stored.get(clean(device.key)) != compact_json(device.to_json()):
            _put_device(connection, key, device, None)


def _put_device(connection: Connection, key: int, device: Device, results: str | None) -> None:
    values = {"document": compact_json(device.to_json())} | ({} if results is None else {"results": results})
    condition = (DEVICES.c.run == key) & (DEVICES.c.device == clean(device.key))
    with kept_up_to_date(connection, DEVICES, condition):
        is_new = connection.execute(update(DEVICES).where(condition).values(values)).rowcount == 0
    if is_new:
        row = {"run": key, "device": clean(device.key), "results": "{}"} | values
        connection.execute(insert(DEVICES).values(with_checksum(DEVICES, row)))


def _results(result: DeviceResult) -> str:
    gaps = [[gap.start_s, gap.end_s, gap.device, list(gap.metrics), gap.reason] for gap in result.gaps]
    return compact_json({"metrics": {key: value.to_json() for key, value in result.metrics.items()}, "gaps": gaps})


def record_of(row: AnyRow) -> RunRecord:
    """Make a record from a row of the :data:`LISTED` columns, without environment and devices.

    A row that is damaged or has a value that this gpuscope cannot read yields a record in the state "damaged" with the reason: it has
    the values that could be read, but no numbers.
    """
    if is_listed_run_sound(row):
        try:
            return sound_record(row)
        except UNREADABLE:
            pass
    return _damaged_record(row)


def _damaged_record(row: AnyRow, *, is_salvaged: bool = False) -> RunRecord:
    unreadable = [name for name in _READABLE if not _is_readable(row, name)]
    why = f"{', '.join(unreadable)} cannot be read" if unreadable else "a value is not what was written"
    why = f"salvaged from a damaged store: its row was damaged, {why}" if is_salvaged else f"its row in the store is damaged: {why}"
    stored_as_damaged = row.state == RunState.DAMAGED and is_sound(RUNS, row)
    return RunRecord(
        run_id=shown_id(row),
        state=RunState.DAMAGED,
        reason=row.reason if stored_as_damaged and row.reason else why,
        spec=spec_of(row.spec) if "spec" not in unreadable else _NO_SPEC,
        environment={},
        started_at=aware(row.started_at) if "started_at" not in unreadable else _NO_START,
        start_ns=row.start_ns if isinstance(row.start_ns, int) else 0,
        metrics=without_numbers(quantities(json.loads(row.metrics)), why) if "metrics" not in unreadable else {},
        tags=tags_of(row.tags) if "tags" not in unreadable else (),
        steps_kind=row.steps_kind if _is_readable(row, "steps_kind") else None,
        name=_text(row.name),
        host=_text(row.host),
        boot_id=_text(row.boot_id),
        folder=_text(row.folder),
        note=_text(row.note),
    )


def shown_id(row: AnyRow) -> str:
    """Return the id of a run, from a row with ``id`` and ``run_id``; an id made from its key if its own cannot be read."""
    return str(row.run_id) if _is_readable(row, "run_id") else f"damaged-{row.id}"


def _is_readable(row: AnyRow, name: str) -> bool:
    """Return whether a column's value, taken by itself, can be read."""
    value = getattr(row, name)
    try:
        if name in READERS:
            READERS[name](value)
            return True
    except UNREADABLE:
        return False
    return has_its_type(RUNS.c[name], value) and not (isinstance(value, str) and ("\0" in value or "\ufffd" in value))


def _text(value: object) -> str:
    """Return a damaged row's text without NUL characters, safe to show or to use as a path; "" for any other type."""
    return value.replace("\0", "") if isinstance(value, str) else ""


def stored_tags(connection: Connection, key: int) -> set[str]:
    """Return the tags of a run; none if they cannot be read."""
    try:
        return set(tags_of(connection.scalar(select(RUNS.c.tags).where(RUNS.c.id == key))))  # type: ignore[arg-type]
    except UNREADABLE:
        return set()


def problem_of_run(row: AnyRow) -> str | None:
    """Return the problem with a row of the :data:`LISTED` columns; None if there is none."""
    record = record_of(row)
    if record.state is RunState.DAMAGED and not (row.state == RunState.DAMAGED and is_sound(RUNS, row)):
        return record.reason
    if not is_progress_sound(row) or (row.heartbeat_at is not None and record.heartbeat_at is None):
        return "how far it was recorded is damaged"
    return None


def salvaged_run(row: AnyRow, run_id: str) -> dict[str, Any]:
    """Return the values to salvage from a run's row: if damaged, everything readable except numbers, in the state "damaged"."""
    if record_of(row).state is RunState.DAMAGED:
        record = replace(_damaged_record(row, is_salvaged=True), run_id=run_id)
    else:
        record = replace(record_of(row), run_id=run_id)
    committed = row.committed if isinstance(row.committed, int) and is_progress_sound(row) else -1
    deleted_at = row.deleted_at if isinstance(row.deleted_at, str | None) else None
    return with_checksum(RUNS, run_values(record) | {"deleted_at": deleted_at}) | _progress_values(record, committed)


def _environment_text(record: RunRecord) -> str:
    return compact_json(dict(record.environment) | ({} if record.origin is None else {_ORIGIN: record.origin.to_json()}))


def with_environment(connection: Connection, key: int, record: RunRecord) -> RunRecord:
    """Return the record of a run with its environment and origin; "damaged" if these cannot be read."""
    row = connection.execute(select(ENVIRONMENTS).where(ENVIRONMENTS.c.run == key)).first()
    if row is None:  # each run has one
        return _as_damaged(record, "its environment is lost from the store")
    return _with_environment(record, row, keep=True)


def _with_environment(record: RunRecord, row: AnyRow, *, keep: bool) -> RunRecord:
    try:
        document, origin = environment_of(row)
    except DamageError:
        return _as_damaged(record, "its environment is damaged in the store")
    return replace(record, environment=document if keep else {}, origin=origin)


def _as_damaged(record: RunRecord, why: str) -> RunRecord:
    return replace(record, state=RunState.DAMAGED, reason=f"{record.reason}; {why}" if record.reason else why)


def with_origins(connection: Connection, rows: Sequence[AnyRow]) -> list[RunRecord]:
    """Make records from rows of the :data:`LISTED` columns, with the origins of imported runs, read from their environments."""
    records = [record_of(row) for row in rows]
    places = {row.id: place for place, (row, record) in enumerate(zip(rows, records, strict=True)) if not record.boot_id}
    keys = list(places)
    for begin in range(0, len(keys), _KEYS_AT_ONCE):
        part = ENVIRONMENTS.c.run.in_(keys[begin : begin + _KEYS_AT_ONCE])
        for row in connection.execute(select(ENVIRONMENTS).where(part)):
            place = places[row.run]
            records[place] = _with_environment(records[place], row, keep=False)
    if any(record.state is RunState.DAMAGED for record in records):  # rows are sorted by text, which may not be an instant if damaged
        records.sort(key=lambda record: record.started_at, reverse=True)
    return records


def with_devices(connection: Connection, key: int, record: RunRecord) -> RunRecord:
    """Return the record of a run with its devices, their numbers and gaps, in the order in which they were added.

    A device whose row is damaged has no numbers or is omitted, and the run is "damaged".
    """
    rows = connection.execute(select(DEVICES).where(DEVICES.c.run == key).order_by(DEVICES.c.id))
    results: list[DeviceResult] = []
    for row in without_strays(connection, DEVICES, rows):
        try:
            result = device_result_of(row)
        except DamageError:
            record = _as_damaged(record, f"its device {_text(row.device) or 'without a key'} is damaged in the store")
            continue
        if not is_sound(DEVICES, row):
            why = f"its device {result.device.key} is damaged in the store"
            result = DeviceResult(result.device, without_numbers(result.metrics, why))
            record = _as_damaged(record, why)
        results.append(result)
    return replace(record, devices=tuple(results))


def device_result_of(row: AnyRow) -> DeviceResult:
    """Parse a row of devices, which may still fail its checksum.

    Raises:
        DamageError: It cannot be parsed.
    """
    try:
        results = json.loads(row.results)
        gaps = (RunGap(start, end, device, tuple(metrics), reason) for start, end, device, metrics, reason in results.get("gaps", ()))
        return DeviceResult(Device.from_json(json.loads(row.document)), quantities(results.get("metrics", {})), tuple(gaps))
    except UNREADABLE:
        raise DamageError("a device cannot be read") from None


def environment_of(row: AnyRow) -> tuple[dict[str, Any], RunOrigin | None]:
    """Return the environment in a row, and the origin of its run.

    Raises:
        DamageError: The row is damaged.
    """
    verify(ENVIRONMENTS, row)
    try:
        document = dict(json.loads(row.document))
        origin = document.pop(_ORIGIN, None)
        return document, None if origin is None else RunOrigin.from_json(origin)
    except UNREADABLE:
        raise DamageError("an environment cannot be read") from None
