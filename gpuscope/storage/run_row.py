"""A run's row in the list of runs, without SQLAlchemy: its columns by position, its checksum, and its conversion to a record."""

import json
import zlib
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from gpuscope.core.errors import UsageError
from gpuscope.core.natural_order import natural_key
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.stored_quantities import StoredQuantities, check_quantities, quantities

PROGRESS = ("run_id", "committed", "heartbeat_at")
"""Columns covered by ``runs.progress_checksum``: the run's id and those that each commit of a live run changes, so that a commit need not
read the rest of the row."""
PARSED = ("state", "spec", "started_at", "metrics", "tags")
VERBATIM = (
    *("run_id", "name", "reason", "start_ns", "host", "boot_id", "folder", "exit_code", "signal", "steps", "warmup_steps"),
    *("steps_kind", "samples", "duration_s", "window_start_s", "wall_s", "note"),
)
"""The columns of a run that are fields of its record without conversion."""
NAMES = ("id", *PARSED, *VERBATIM, "deleted_at", *PROGRESS[1:], "progress_checksum", "checksum")
"""All columns of a run in the order in which the list of runs reads them; access by position is ten times as fast as by name."""
COVERED = slice(1, -len(PROGRESS) - 1)
"""The columns of :data:`NAMES` that the row's checksum covers."""
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, UsageError)
"""Exceptions raised by parsing a damaged value."""


@cache
def _joined(count: int) -> str:
    return "\x1f".join(["%s"] * count)


def checksum_of(values: tuple[Any, ...]) -> int:
    """Return the checksum of values in the order of their columns."""
    # A single format operation: formatting each value separately takes 1.5 times as long. repr() is unsuitable, since its escapes change
    # with Python's Unicode version.
    return zlib.crc32((_joined(len(values)) % values).encode("utf-8", "surrogatepass"))


def is_progress_sound(run_id: str, committed: object, heartbeat_at: object, checksum: int | None) -> bool:
    """Return whether a run's progress is as it was written, as far as can be determined."""
    if checksum is None:
        return isinstance(committed, int) and isinstance(heartbeat_at, str | None)
    return checksum_of((run_id, committed, heartbeat_at)) == checksum


def sound_record(row: Sequence[Any]) -> RunRecord:
    """Make a record, without environment and devices, from a row of the columns :data:`NAMES` whose checksum matches or is absent.

    Raises:
        Exception: One of :data:`UNREADABLE`, if a value cannot be read.
    """
    _, state, spec, started_at, metrics, tags, run_id, name, reason, start_ns, host, boot_id, folder, exit_code, signal, steps = row[:16]
    warmup_steps, steps_kind, samples, duration_s, window_start_s, wall_s, note, _, *progress, checksum = row[16:]
    if checksum is None:  # no checksum vouches for the metrics, which are parsed lazily
        check_quantities(metrics)
    heartbeat_at = progress[1]
    return RunRecord(
        state=RunState.SALVAGED if state == RunState.DAMAGED else RunState(state),  # only a repair writes "damaged"
        spec=spec_of(spec),
        environment={},
        started_at=aware(started_at),
        metrics=StoredQuantities(metrics),
        tags=() if tags == "[]" else tags_of(tags),
        heartbeat_at=None if heartbeat_at is None or not is_progress_sound(run_id, *progress) else _heartbeat(heartbeat_at),
        run_id=run_id,
        name=name,
        reason=reason,
        start_ns=start_ns,
        host=host,
        boot_id=boot_id,
        folder=folder,
        exit_code=exit_code,
        signal=signal,
        steps=steps,
        warmup_steps=warmup_steps,
        steps_kind=steps_kind,
        samples=samples,
        duration_s=duration_s,
        window_start_s=window_start_s,
        wall_s=wall_s,
        note=note,
    )


def aware(text: str) -> datetime:
    """Parse an instant from its stored text.

    Raises:
        ValueError: It is not an instant, or has no time zone.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("an instant without its time zone")
    return moment


def _heartbeat(text: str) -> datetime | None:
    try:
        return aware(text)
    except UNREADABLE:
        return None


def tags_of(text: str) -> tuple[str, ...]:
    """Parse tags from their stored text.

    Raises:
        ValueError: It is not JSON.
        TypeError: It is not a list of strings.
    """
    tags = json.loads(text)
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise TypeError("tags are a list of texts")
    return tuple(sorted(tags, key=natural_key))


@lru_cache(maxsize=512)
def spec_of(text: str) -> RunSpec:
    """Parse a specification from its stored text; cached, since many runs share it."""
    return RunSpec.from_json(json.loads(text))


READERS: dict[str, Callable[[Any], object]] = {
    "state": RunState,
    "spec": spec_of,
    "started_at": aware,
    "metrics": lambda text: quantities(json.loads(text)),
    "tags": tags_of,
}
"""The parser of each column in :data:`PARSED`."""
