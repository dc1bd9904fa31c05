"""A run as readers see it: plain values, independent of the store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gpuscope.core.device import Device
    from gpuscope.core.quantity import Quantity
    from gpuscope.core.runspec import RunSpec

GPUSCOPE = "gpuscope"
"""``RunOrigin.tool`` of a run recorded by gpuscope elsewhere."""


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """Origin of an imported run.

    Attributes:
        tool: The recording program: :data:`GPUSCOPE`, or the name of another program.
        host: The machine that it was recorded on; "" if unknown.
        imported_at: Time of the import, UTC.
    """

    tool: str
    host: str
    imported_at: datetime

    @property
    def is_foreign(self) -> bool:
        """Whether another program recorded the run: its metrics are that program's, and it cannot be repeated here."""
        return self.tool != GPUSCOPE

    @property
    def description(self) -> str:
        """The origin as text: "imported from HOST on 2026-11-21"."""
        recorded = f"recorded by {self.tool}, " if self.is_foreign else ""
        return f"{recorded}imported{f' from {self.host}' if self.host else ''} on {self.imported_at.astimezone():%Y-%m-%d}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"tool": self.tool, "host": self.host, "imported_at": self.imported_at.isoformat()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`.

        Raises:
            ValueError: The document is not an origin.
        """
        try:
            return cls(str(document["tool"]), str(document["host"]), datetime.fromisoformat(document["imported_at"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not an origin: {document!r}") from error


class RunState(StrEnum):
    """State of a run. A stored "running" is not trusted: readers derive it from the recorder's lock or heartbeat."""

    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    DAMAGED = "damaged"
    """Its data in the store is corrupt; the record holds what is readable, without any metric that cannot be trusted."""
    SALVAGED = "salvaged"
    """It was damaged and partly recovered by a repair: the store is intact, the run is incomplete."""


OUTCOMES = {
    RunState.FINISHED: "finished",
    RunState.FAILED: "failed",
    RunState.STOPPED: "was stopped",
    RunState.INTERRUPTED: "was interrupted",
    RunState.DAMAGED: "is damaged",
    RunState.SALVAGED: "was salvaged in part",
    RunState.RUNNING: "is running",
}
"""The state of a run as the predicate of a sentence."""
ON_REQUEST = "stopped on request"
"""Reason of a run, an item or a plan that was stopped on request."""


def reason_beyond(state: str, reason: str | None) -> str:
    """Return the reason to show with a state; "" if it only repeats the state, like "stopped on request" for "stopped"."""
    return "" if reason is None or (state == RunState.STOPPED and reason == ON_REQUEST) else reason


UNDERIVED = "no results can be derived from what it recorded"
"""In the reason of a run that was recovered without results, since deriving them fails."""
DAMAGED_READINGS = "damaged in the store"
"""Reason of a gap whose readings were recorded but are corrupt in the store."""


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
    """Metrics and gaps of one device over the run's window."""

    device: Device
    metrics: Mapping[str, Quantity] = field(default_factory=dict)
    gaps: tuple[RunGap, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run.

    Attributes:
        run_id: 12 random hexadecimal digits.
        name: The user's name for it, else generated from the spec.
        state: State, derived when the run was read.
        reason: Why it failed, was stopped or interrupted; None if not applicable.
        spec: What was run.
        environment: Facts about machine, software and run; without secrets.
        started_at: Start time, UTC.
        start_ns: Monotonic clock at the start (spawn of the workload); origin of every ``t_s``.
        host: Host name.
        boot_id: Boot id of the machine during the run; with ``host`` it decides whether the lock can be probed; "" if imported.
        folder: The run's folder (lock, sockets, rings, output); for an imported run only its output, or "" if there is none.
        exit_code: Exit code of the workload; None if it has none.
        signal: Signal that ended the workload; None if there was none.
        steps: Number of measured steps; None if none were counted.
        warmup_steps: Number of steps before them.
        steps_kind: Kind of a step; None for any command.
        samples: Number of measured samples (steps × batch size); None for a command that did not report them.
        duration_s: Length of the window over which all metrics are reduced; None while unknown.
        wall_s: Time from spawn to exit; None while unknown.
        metrics: The run's own metrics, by metric key.
        devices: Devices with their metrics and gaps.
        tags: The user's tags, sorted.
        note: The user's note.
        heartbeat_at: Time of the recorder's last commit, UTC; None before the first.
        window_start_s: Start of that window, from the run's start; None while unknown.
        origin: Where it was imported from; None for a run recorded into this history.
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
        """Duration in seconds, from start to end; of an interrupted run, whose end nobody saw, the time that its readings cover."""
        if self.wall_s is not None or self.state is not RunState.INTERRUPTED:
            return self.wall_s
        if self.spec.is_command and self.duration_s is not None:
            return self.duration_s  # a command's window is the span of its readings
        # A wall clock that was set back meanwhile would make it shorter than its measured steps, whose clock is never set.
        known_s = [] if self.duration_s is None else [(self.window_start_s or 0.0) + self.duration_s]
        known_s += [] if self.heartbeat_at is None else [max(0.0, (self.heartbeat_at - self.started_at).total_seconds())]
        return max(known_s, default=None)

    def with_gaps(self, gaps: Sequence[RunGap]) -> RunRecord:
        """Return the record with gaps added to their devices; gaps of an unknown device go to the first device."""
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
