"""The events exchanged between processes: typed and versioned; `event_json` defines the wire format.

All stamps are nanoseconds of the monotonic clock (``time.monotonic_ns``; on Linux also ``time.perf_counter_ns``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Self

VERSION = 1
"""Protocol version, increased if an old reader would misread a new event. Unknown keys are ignored, so a new key does not need it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first event of a sender: its identity, and what it will send.

    Attributes:
        role: "workload", "helper" or "recorder".
        pid: The sender's process.
        t_ns: When it was sent.
        info: Role-specific data: ``devices`` and ``calls`` of a helper; steps, warm-up and batch of a workload.
        version: Version of this protocol.
    """

    KIND: ClassVar[str] = "hello"
    role: str
    pid: int
    t_ns: int
    info: Mapping[str, Any] = field(default_factory=dict)
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Sample:
    """The readings of one sensor call.

    Attributes:
        call: Name of the call; the helper's hello maps it to the (device, metric) of each value.
        before_ns: Stamp taken just before the call.
        after_ns: Stamp taken just after it.
        values: One value per series, in SI units; None for a failed reading.
        codes: Return codes of the failed readings, by index in ``values``.
        text: The received JSON, kept to avoid encoding it again; None if the event was created here.
    """

    KIND: ClassVar[str] = "sample"
    call: str
    before_ns: int
    after_ns: int
    values: tuple[float | int | None, ...]
    codes: Mapping[str, int | str] = field(default_factory=dict)
    text: str | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Samples:
    """Successive successful readings of one call: a batch of :class:`Sample`, at a fraction of the cost.

    Attributes:
        call: Name of the call.
        before_ns: Stamp taken just before each reading.
        after_ns: Stamp taken just after it.
        values: Values of each reading, in SI units.
        text: The received JSON; None if the event was created here.
    """

    KIND: ClassVar[str] = "samples"
    call: str
    before_ns: tuple[int, ...]
    after_ns: tuple[int, ...]
    values: tuple[tuple[float | int | None, ...], ...]
    text: str | None = field(default=None, compare=False, repr=False)

    def each(self) -> Iterator[Sample]:
        """Yield the readings one by one."""
        for before_ns, after_ns, values in zip(self.before_ns, self.after_ns, self.values, strict=True):
            yield Sample(self.call, before_ns, after_ns, values)


@dataclass(frozen=True, slots=True)
class Steps:
    """Ends of steps, as read from a ring.

    Attributes:
        pid: The stepper: a process that reports its steps, or one whose steps were observed (``steppers``).
        first: Index of the first of these steps, from 0 over warm-up and measured steps.
        stamps_ns: End of each step, increasing.
    """

    KIND: ClassVar[str] = "steps"
    pid: int
    first: int
    stamps_ns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """The workload enters a phase: load, warmup, measured, evaluate, done; a user's program enters its own phases, "" for none.

    Attributes:
        name: Name of the phase.
        t_ns: Time of the event.
        step: Steps finished by then, warm-up included; None if unknown.
    """

    KIND: ClassVar[str] = "phase"
    name: str
    t_ns: int
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """Text, a mark, or values that the workload reports about itself.

    Attributes:
        t_ns: Time of the event.
        level: "info", "warning", "error", "mark", "alert" (:data:`ALERT`); "over" if a problem is resolved; "values" if there are only
            values; "clocks" for simultaneous readings of the recorder's clocks (``realtime_s``, ``boottime_s``); "samples" and "phases"
            for totals that a program reported (:data:`SAMPLES_TALLY`, :data:`PHASES_TALLY`).
        text: The message.
        values: Values by metric key (loss …); may be NaN or infinite.
        step: The step that they belong to, from 1, warm-up included; None if none was reported.
    """

    KIND: ClassVar[str] = "log"
    t_ns: int
    level: str = "info"
    text: str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    step: int | None = None


SAMPLES_TALLY = "samples"
"""Level of a log with a process's reported samples (:class:`SamplesTally`)."""
PHASES_TALLY = "phases"
"""Level of a log with the times of a program's own phases: seconds and number of entries by phase."""
SEEN_PHASES = "seen"
"""Level of a log with the observed phase times of a step: means over the steps since the previous such log."""
REPORT = "report"
"""Level of a log with a workload's progress report: kept and shown in the log, without a notice."""
ALERT = "alert"
"""Level of a log for a fired alert (:mod:`gpuscope.core.alert_rule`); kept with the run as a mark."""
SILENT_LEVELS = frozenset({"clocks", "alive", SAMPLES_TALLY, PHASES_TALLY})
"""Levels for the recorder's bookkeeping: neither messages for people nor values over time."""
LEVELS_WITHOUT_VALUES = frozenset({"warning", "error", "over", "mark", ALERT}) | SILENT_LEVELS
"""Levels whose values are not the workload's: those of the messages describe the recording."""


class SamplesTally(NamedTuple):
    """The samples that a process reported.

    Attributes:
        pid: The process.
        samples: Samples of all its steps.
        first: Samples of the first step.
        steps: Number of steps that reported any.
    """

    pid: int
    samples: int
    first: int
    steps: int

    def to_log(self, t_ns: int) -> Log:
        """Return the log that carries it."""
        return Log(t_ns, SAMPLES_TALLY, values={name: float(value) for name, value in self._asdict().items()})

    @classmethod
    def of(cls, event: "Event") -> Self | None:
        """Return what an event carries; None if that is something else, or incomplete: any program can send a log of this level."""
        if not isinstance(event, Log) or event.level != SAMPLES_TALLY:
            return None
        try:
            return cls(*(int(event.values[name]) for name in cls._fields))
        except (KeyError, ValueError, OverflowError):
            return None


@dataclass(frozen=True, slots=True)
class Result:
    """The workload's own results, sent once at its end.

    Attributes:
        t_ns: Time of the event.
        values: Metrics of the run in their JSON form, by metric key.
        facts: Strings and numbers for the environment (threads, data set, determinism …).
    """

    KIND: ClassVar[str] = "result"
    t_ns: int
    values: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


SLEPT = "the computer slept"
"""Prefix of the reason of a gap caused by a suspend."""
ASLEEP = "the GPU is suspended to save power, and is not woken"
"""Reason of a gap, or of a GPU that was never read, because the GPU is suspended; not a failure."""
SWITCHED_OFF = "switched off: {0}"
"""The reason of metrics whose back end is no longer read because it hangs or crashes."""
HANGS_SINCE = "hangs_since_ns "
"""Prefix of values in the helper's "alive" logs; a call that does not return follows. The value is the monotonic stamp of its start."""
NOT_ANSWERING = "not answering since"
"""Part of the reason of a gap caused by a call that does not return; followed by the time of day."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An interval without readings.

    Attributes:
        device: Device key; "" for all devices.
        metrics: Affected metrics; empty for all metrics of the device.
        start_ns: Time of the last reading before it.
        end_ns: Time of the first reading after it; None while it lasts.
        reason: The reason in words.
    """

    KIND: ClassVar[str] = "gap"
    device: str
    metrics: tuple[str, ...]
    start_ns: int
    end_ns: int | None
    reason: str


STACKS = "stacks"
"""Key in a capture's seconds: the time for which stacks were sampled from outside the process."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A profiler records a process of the workload: sent when it starts, and again, with the same pid and begin_ns, when it ends.

    Attributes:
        pid: The process.
        begin_ns: When the profiler was started.
        end_ns: When its file was written and the program continued undisturbed; None while it lasts.
        state: "capturing", "written" or "failed".
        first: Number of steps before the first step in the file, counted as in the request.
        steps: Number of steps in the file; while it lasts the planned number, 0 if a time was requested.
        taken: Number of steps that ended in between, those of a trial included.
        file: Name of the file in the run's folder; "" if there is none.
        size_bytes: Uncompressed size of the file as written.
        seconds: Time for "start" (the profiler's own, a trial included), "steps" and "write"; or "stacks" for sampled stacks.
        text: Why it failed, or what it lacks; "" if it is complete.
    """

    KIND: ClassVar[str] = "capture"
    pid: int
    begin_ns: int
    end_ns: int | None
    state: str
    first: int
    steps: int
    taken: int = 0
    file: str = ""
    size_bytes: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A snapshot of a device that is not a series: its processes, the load of each core. Shown live, never stored.

    Attributes:
        device: Device key.
        name: Kind of the rows: "processes" (pid, name, user, memory_bytes, cpu, kind) or "cores" (core, utilization).
        t_ns: When they were read.
        rows: One mapping per row, all with the same keys; None for unknown values.
    """

    KIND: ClassVar[str] = "table"
    device: str
    name: str
    t_ns: int
    rows: tuple[Mapping[str, str | float | int | None], ...]


@dataclass(frozen=True, slots=True)
class End:
    """The run, or a sender, ended.

    Attributes:
        t_ns: Time of the event.
        state: "finished", "failed" or "stopped".
        exit_code: Exit code of the workload; None if a signal ended it.
        signal: Number of the signal; None if there was none.
        reason: The reason in words; None for a normal end.
    """

    KIND: ClassVar[str] = "end"
    t_ns: int
    state: str
    exit_code: int | None = None
    signal: int | None = None
    reason: str | None = None


Event = Hello | Sample | Samples | Steps | Phase | Log | Result | Gap | Capture | Table | End
