"""A run as its readers see it: plain values, whatever they were stored in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity
from gpuscope.core.runspec import RunSpec

GPUSCOPE = "gpuscope"
"""The tool of a run that a gpuscope elsewhere recorded."""


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """Where an imported run came from.

    Attributes:
        tool: What recorded it: :data:`GPUSCOPE`, or the name of another program.
        host: The machine that it was recorded on; "" when the file does not say.
        imported_at: UTC.
    """

    tool: str
    host: str
    imported_at: datetime

    @property
    def is_foreign(self) -> bool:
        """Whether another program recorded the run: its numbers are that program's, and it cannot be repeated from here."""
        return self.tool != GPUSCOPE

    @property
    def words(self) -> str:
        """Return the origin as text: "imported from HOST on 2026-11-21"."""
        recorded = f"recorded by {self.tool}, " if self.is_foreign else ""
        return f"{recorded}imported{f' from {self.host}' if self.host else ''} on {self.imported_at.astimezone():%Y-%m-%d}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"tool": self.tool, "host": self.host, "imported_at": self.imported_at.isoformat()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises:
            ValueError: The document is none.
        """
        try:
            return cls(str(document["tool"]), str(document["host"]), datetime.fromisoformat(document["imported_at"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not an origin: {document!r}") from error


class RunState(StrEnum):
    """How a run stands. "running" is never stored as truth: readers derive it from the recorder's lock or heartbeat."""

    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    DAMAGED = "damaged"
    """What the store has of it is not what was written; it has what can be read, and no number that cannot be vouched for."""
    SALVAGED = "salvaged"
    """It was damaged, and a repair brought over what could be read of it: the store is sound, the run is there in part."""


ON_REQUEST = "stopped on request"
"""The reason of a run, an item or a plan that was asked to stop."""


def reason_beyond(state: str, reason: str | None) -> str:
    """Return a reason to be shown beside its state; "" where it only repeats it, as "stopped on request" does beside "stopped"."""
    return "" if reason is None or (state == RunState.STOPPED and reason == ON_REQUEST) else reason


DAMAGED_READINGS = "damaged in the store"
"""The reason of a gap whose readings were taken and written, and are no longer what was written."""


@dataclass(frozen=True, slots=True)
class RunGap:
    """An interval of a run without readings, in seconds from its start; ``end_s`` is None while it lasts."""

    start_s: float
    end_s: float | None
    device: str
    metrics: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceResult:
    """What was measured on one device over the run's window."""

    device: Device
    metrics: Mapping[str, Quantity] = field(default_factory=dict)
    gaps: tuple[RunGap, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run.

    Attributes:
        run_id: 12 hexadecimal digits, drawn by chance.
        name: The user's, else made from the spec.
        state: As derived when it was read.
        reason: Why it failed, was stopped or is interrupted, in words; None when there is nothing to say.
        spec: What was run.
        environment: Where it was run; nothing secret in it.
        started_at: UTC.
        start_ns: The monotonic clock at the start; origin of every ``t_s`` (spawn of the workload).
        host: Name of the machine.
        boot_id: Of the machine when it ran; with ``host`` decides whether the lock can be asked; "" for an imported run.
        folder: The run's folder (lock, sockets, rings, output); of an imported run it holds the output alone, "" without any.
        exit_code: The workload's; None when it has none.
        signal: That ended the workload; None when none did.
        steps: Measured steps; None when nothing was counted.
        warmup_steps: Steps before them.
        steps_kind: What a step is; None for any command.
        samples: Measured samples (steps × batch size); None for a command that did not report them.
        duration_s: The window over which all metrics are reduced; None while unknown.
        wall_s: From spawn to exit.
        metrics: The run's own numbers, by metric key.
        devices: Devices with their numbers and gaps.
        tags: The user's, sorted.
        note: The user's.
        heartbeat_at: Last commit of the recorder, UTC; None before the first.
        window_start_s: Where that window begins, from the start; None while unknown.
        origin: Where it was imported from; None for a run that was recorded into this history.
    """

    run_id: str
    name: str
    state: RunState
    reason: str | None
    spec: RunSpec
    environment: Mapping[str, Any]
    started_at: datetime
    start_ns: int
    host: str
    boot_id: str
    folder: str
    exit_code: int | None = None
    signal: int | None = None
    steps: int | None = None
    warmup_steps: int | None = None
    steps_kind: str | None = None
    samples: int | None = None
    duration_s: float | None = None
    wall_s: float | None = None
    metrics: Mapping[str, Quantity] = field(default_factory=dict)
    devices: tuple[DeviceResult, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""
    heartbeat_at: datetime | None = None
    window_start_s: float | None = None
    origin: RunOrigin | None = None

    @property
    def took_s(self) -> float | None:
        """Duration in seconds: of a command from start to exit, of a built-in workload over its measured steps."""
        return self.wall_s if self.spec.is_command else self.duration_s

    def with_gaps(self, gaps: Sequence[RunGap]) -> "RunRecord":
        """Return the record with more gaps, each with its device; the first device has those of a device that nobody knows any more."""
        keys = [result.device.key for result in self.devices]
        if not gaps or not keys:
            return self
        more: dict[str, list[RunGap]] = {key: [] for key in keys}
        for gap in gaps:
            more[gap.device if gap.device in more else keys[0]].append(gap)
        devices = (replace(result, gaps=(*result.gaps, *more[result.device.key])) for result in self.devices)
        return replace(self, devices=tuple(devices))

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope show --json`` prints."""
        return {
            "run_id": self.run_id,
            "name": self.name,
            "state": self.state.value,
            "reason": self.reason,
            "exit_code": self.exit_code,
            "signal": self.signal,
            "spec": self.spec.to_json(),
            "environment": dict(self.environment),
            "started_at": self.started_at.isoformat(),
            "host": self.host,
            "origin": None if self.origin is None else self.origin.to_json(),
            "tags": list(self.tags),
            "note": self.note,
            "steps": self.steps,
            "warmup_steps": self.warmup_steps,
            "steps_kind": self.steps_kind,
            "samples": self.samples,
            "duration_s": self.duration_s,
            "window_start_s": self.window_start_s,
            "wall_s": self.wall_s,
            "metrics": {key: value.to_json() for key, value in self.metrics.items()},
            "devices": [
                {
                    "device": result.device.key,
                    "name": result.device.name,
                    "uuid": result.device.uuid,
                    "simulated": result.device.simulated,
                    "metrics": {key: value.to_json() for key, value in result.metrics.items()},
                    "gaps": [
                        {"start_s": gap.start_s, "end_s": gap.end_s, "metrics": list(gap.metrics), "reason": gap.reason}
                        for gap in result.gaps
                    ],
                }
                for result in self.devices
            ],
        }
