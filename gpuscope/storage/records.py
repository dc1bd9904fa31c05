"""A run's header and results as rows, and back."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunRecord, RunState
from gpuscope.core.run_metrics import without_false_ceilings
from gpuscope.core.run_origin import RunOrigin
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.schema import DEVICES, ENVIRONMENTS, RUNS, AnyRow, inserted_key

_VERBATIM = (
    *("run_id", "name", "reason", "start_ns", "host", "boot_id", "folder", "exit_code", "signal", "steps", "warmup_steps"),
    *("steps_kind", "samples", "duration_s", "window_start_s", "wall_s", "note"),
)
LISTED = (RUNS.c.id, *(RUNS.c[name] for name in ("state", "spec", "started_at", "metrics", "tags", "heartbeat_at", *_VERBATIM)))
"""The columns that make a record of the list."""

_KEYS = select(RUNS.c.id, RUNS.c.start_ns, RUNS.c.committed).where(RUNS.c.run_id == bindparam("wanted"))
_EDITABLE = ("name", "tags", "note")
_ORIGIN = "gpuscope.origin"
"""The key under which the environment's document holds where an imported run came from."""
_FIXED = ("run_id", "start_ns")
_KEYS_AT_ONCE = 500


class StoredQuantities(Mapping[str, Quantity]):
    """Quantities by key, parsed when they are looked at, since a long list of runs shows few of them; few are kept parsed."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def numbers(self, keys: Sequence[str]) -> tuple[float | None, ...]:
        """Return the values of those keys, None where there is none; keep nothing, for a glance at thousands of runs.

        Raises:
            ValueError: The text is no such document.
        """
        document = json.loads(self._text)
        return tuple(_number(document.get(key)) for key in keys)

    def __getitem__(self, key: str) -> Quantity:
        return _parsed(self._text)[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_parsed(self._text))

    def __len__(self) -> int:
        return len(_parsed(self._text))

    def __eq__(self, other: object) -> bool:
        """Compare what is stored, of which a NaN equals itself."""
        return self._text == other._text if isinstance(other, StoredQuantities) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # as any mapping


def _number(document: Mapping[str, Any] | None) -> float | None:
    if document is None:
        return None
    value = document.get("non_finite") if document["value"] is None else document["value"]
    return None if value is None else float(value)


@lru_cache(maxsize=512)
def _parsed(text: str) -> Mapping[str, Quantity]:
    # Runs of earlier versions hold shares of a ceiling above 1.
    return without_false_ceilings(quantities(json.loads(text)))


def quantities(document: Mapping[str, Any]) -> dict[str, Quantity]:
    """Read quantities by key from their JSON form."""
    return {key: Quantity.from_json(value) for key, value in document.items()}


def compact_json(document: object) -> str:
    """Return JSON without spaces; ASCII, so that text which is no Unicode (odd file names) survives."""
    return json.dumps(document, separators=(",", ":"))


def clean(text: str) -> str:
    """Return text that a database takes: bytes that are no Unicode, and halves of surrogate pairs, which JSON can name, are replaced."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def instant(moment: datetime) -> str:
    """Return an instant as it is stored: ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()


def now() -> str:
    """Return the present instant as it is stored."""
    return instant(datetime.now(UTC))


def run_values(record: RunRecord, *, state: RunState | None = None) -> dict[str, Any]:
    """Return the columns of a run's row.

    Args:
        record: The run.
        state: Stored in place of the record's own.
    """
    return {
        "run_id": record.run_id,
        "name": clean(record.name),
        "state": (state or record.state).value,
        "reason": None if record.reason is None else clean(record.reason),
        "spec": compact_json(record.spec.to_json()),
        "started_at": instant(record.started_at),
        "start_ns": record.start_ns,
        "host": clean(record.host),
        "boot_id": clean(record.boot_id),
        "folder": clean(record.folder),
        "exit_code": record.exit_code,
        "signal": record.signal,
        "steps": record.steps,
        "warmup_steps": record.warmup_steps,
        "steps_kind": record.steps_kind,
        "samples": record.samples,
        "duration_s": record.duration_s,
        "window_start_s": record.window_start_s,
        "wall_s": record.wall_s,
        "metrics": compact_json({key: value.to_json() for key, value in record.metrics.items()}),
        "tags": compact_json(sorted(set(record.tags))),
        "note": clean(record.note),
    }


def find_keys(connection: Connection, run_id: str) -> AnyRow | None:
    """Return (id, start_ns, committed) of a run, deleted or not; None when there is none."""
    return connection.execute(_KEYS, {"wanted": run_id}).first()


def insert_run(connection: Connection, record: RunRecord, *, state: RunState) -> int:
    """Insert a run with its devices and return its key in the store."""
    values = run_values(record, state=state) | {"committed": -1, "heartbeat_at": record.heartbeat_at and instant(record.heartbeat_at)}
    key = inserted_key(connection, insert(RUNS).values(values))
    connection.execute(insert(ENVIRONMENTS).values(run=key, document=_environment_text(record)))
    put_devices(connection, key, record.devices)
    return key


def update_run(connection: Connection, key: int, record: RunRecord, *, state: RunState | None = None) -> None:
    """Write everything of a run but what its user may have edited meanwhile, and what never changes."""
    values = {name: value for name, value in run_values(record, state=state).items() if name not in _EDITABLE + _FIXED}
    connection.execute(update(RUNS).where(RUNS.c.id == key).values(values))
    connection.execute(update(ENVIRONMENTS).where(ENVIRONMENTS.c.run == key).values(document=_environment_text(record)))
    put_devices(connection, key, record.devices)


def put_devices(connection: Connection, key: int, results: Sequence[DeviceResult]) -> None:
    """Add devices to a run, or bring those that it has up to date."""
    for result in results:
        _put_device(connection, key, result.device, _results(result))


def declare_devices(connection: Connection, key: int, devices: Sequence[Device]) -> None:
    """Add devices to a run, or what is known of them; the numbers that were measured on them stay."""
    rows = connection.execute(select(DEVICES.c.device, DEVICES.c.document).where(DEVICES.c.run == key))
    told = {row.device: row.document for row in rows}
    for device in devices:
        if told.get(clean(device.key)) != compact_json(device.to_json()):
            _put_device(connection, key, device, None)


def _put_device(connection: Connection, key: int, device: Device, results: str | None) -> None:
    values = {"document": compact_json(device.to_json())} | ({} if results is None else {"results": results})
    mine = (DEVICES.c.run == key) & (DEVICES.c.device == clean(device.key))
    if connection.execute(update(DEVICES).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(DEVICES).values({"run": key, "device": clean(device.key), "results": "{}"} | values))


def _results(result: DeviceResult) -> str:
    gaps = [[gap.start_s, gap.end_s, gap.device, list(gap.metrics), gap.reason] for gap in result.gaps]
    return compact_json({"metrics": {key: value.to_json() for key, value in result.metrics.items()}, "gaps": gaps})


def record_of(row: AnyRow) -> RunRecord:
    """Make a record from a row of the :data:`LISTED` columns, without environment and devices.

    Raises:
        ValueError: A later gpuscope wrote something that this one does not know.
        UsageError: Likewise.
    """
    _, state, spec, started_at, metrics, tags, heartbeat_at, *verbatim = row  # by place: ten times as fast as by name
    return RunRecord(
        state=RunState(state),
        spec=_spec(spec),
        environment={},
        started_at=datetime.fromisoformat(started_at),
        metrics=StoredQuantities(metrics),
        tags=() if tags == "[]" else tuple(json.loads(tags)),
        heartbeat_at=None if heartbeat_at is None else datetime.fromisoformat(heartbeat_at),
        **dict(zip(_VERBATIM, verbatim, strict=True)),
    )


@lru_cache(maxsize=512)
def _spec(text: str) -> RunSpec:
    return RunSpec.from_json(json.loads(text))


def _environment_text(record: RunRecord) -> str:
    return compact_json(dict(record.environment) | ({} if record.origin is None else {_ORIGIN: record.origin.to_json()}))


def environment_of(connection: Connection, key: int) -> tuple[dict[str, Any], RunOrigin | None]:
    """Return the environment of a run, and where it came from."""
    text = connection.scalar(select(ENVIRONMENTS.c.document).where(ENVIRONMENTS.c.run == key))
    return _environment(text) if text else ({}, None)


def _environment(text: str) -> tuple[dict[str, Any], RunOrigin | None]:
    document = dict(json.loads(text))
    origin = document.pop(_ORIGIN, None)
    return document, None if origin is None else RunOrigin.from_json(origin)


def with_origins(connection: Connection, rows: Sequence[AnyRow]) -> list[RunRecord]:
    """Make records from rows of the :data:`LISTED` columns; read the environments of the imported ones, which tell where from."""
    records = [record_of(row) for row in rows]
    places = {row.id: place for place, (row, record) in enumerate(zip(rows, records, strict=True)) if not record.boot_id}
    keys = list(places)
    for begin in range(0, len(keys), _KEYS_AT_ONCE):
        part = ENVIRONMENTS.c.run.in_(keys[begin : begin + _KEYS_AT_ONCE])
        for row in connection.execute(select(ENVIRONMENTS).where(part)):
            place = places[row.run]
            records[place] = replace(records[place], origin=_environment(row.document)[1])
    return records


def devices_of(connection: Connection, key: int) -> tuple[DeviceResult, ...]:
    """Return the devices of a run with their numbers and gaps, in the order in which they came."""
    rows = connection.execute(select(DEVICES.c.document, DEVICES.c.results).where(DEVICES.c.run == key).order_by(DEVICES.c.id))
    return tuple(_device_result(json.loads(row.document), json.loads(row.results)) for row in rows)


def _device_result(document: Mapping[str, Any], results: Mapping[str, Any]) -> DeviceResult:
    gaps = (RunGap(start, end, device, tuple(metrics), reason) for start, end, device, metrics, reason in results.get("gaps", ()))
    return DeviceResult(Device.from_json(document), quantities(results.get("metrics", {})), tuple(gaps))
