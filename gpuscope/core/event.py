"""The stream between the processes: typed and versioned; `event_json` has its form on the wire.

All stamps are nanoseconds of the monotonic clock (``time.monotonic_ns``; on Linux also ``time.perf_counter_ns``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

VERSION = 1
"""Of the protocol; raised when an old reader would misread a new event. Unknown keys are ignored, so a further key needs no new one."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first event of a sender: who it is, and what is to come.

    Attributes:
        role: "workload", "helper" or "recorder".
        pid: The sender's process.
        t_ns: When it was sent.
        info: What the role has to say: a helper its ``devices`` and ``calls``; a workload its steps, warm-up, batch.
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
    """The readings of one call of a sensor.

    Attributes:
        call: Name of the call; the helper's hello says which (device, metric) its values are.
        before_ns: Stamp taken just before the call.
        after_ns: Stamp taken just after it.
        values: One a series, in SI units; None where the reading failed.
        codes: Return codes of the failed readings, by index in ``values``.
        text: Its JSON as it came over a wire, so that it need not be made again; None where it was made here.
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
    """Successive readings of one call, none of which failed: what :class:`Sample` holds one by one, for a fraction of the work.

    Attributes:
        call: Name of the call.
        before_ns: Stamp taken just before each reading.
        after_ns: Stamp taken just after it.
        values: Of each reading, in SI units.
        text: Its JSON as it came over a wire; None where it was made here.
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
        pid: Who took them: a process, or what was seen of one (``steppers``).
        first: Index of the first of them, counted from 0 over warm-up and measured steps.
        stamps_ns: End of each step, increasing.
    """

    KIND: ClassVar[str] = "steps"
    pid: int
    first: int
    stamps_ns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """The workload enters a phase: load, warmup, measured, evaluate, done; a user's program into one of its own, "" for none.

    Attributes:
        name: Which phase.
        t_ns: When.
        step: How many steps were finished by then, warm-up included.
    """

    KIND: ClassVar[str] = "phase"
    name: str
    t_ns: int
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """Text, a mark, or values that the workload reports about itself.

    Attributes:
        t_ns: When.
        level: "info", "warning", "error", "mark", "alert" (:data:`ALERT`); "over" when a trouble is over; "values" when there are only
            values; "clocks" for the recorder's clocks side by side (``realtime_s``, ``boottime_s``); "samples" and "phases" for what a
            program told of itself, counted up (:data:`SAMPLES_TALLY`, :data:`PHASES_TALLY`).
        text: The words.
        values: Values by metric key (loss …); may be NaN or infinite.
        step: The step that they belong to, from 1, warm-up included; None where none was reported.
    """

    KIND: ClassVar[str] = "log"
    t_ns: int
    level: str = "info"
    text: str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    step: int | None = None


SAMPLES_TALLY = "samples"
"""Level of a log with the samples that a process told: ``pid``, ``samples`` of all steps, ``first`` of the first, ``steps`` with any."""
PHASES_TALLY = "phases"
"""Level of a log with the times of a program's own phases: seconds by phase, and how often it went into each."""
SEEN_PHASES = "seen"
"""Level of a log with the times of a step's phases as they were seen: means of the steps since the log before."""
REPORT = "report"
"""Level of a log with what a workload reports of its progress: kept and shown in the log, and no notice."""
ALERT = "alert"
"""Level of a log that says that an alert fired (:mod:`gpuscope.core.alert_rule`); kept with the run as a mark."""
SILENT_LEVELS = frozenset({"clocks", "alive", SAMPLES_TALLY, PHASES_TALLY})
"""Levels of what the recorder notes: neither words for people, nor values over time."""


@dataclass(frozen=True, slots=True)
class Result:
    """The workload's own results, sent once, at its end.

    Attributes:
        t_ns: When.
        values: Quantities of the run in their JSON form, by metric key.
        facts: Words and numbers for the environment (threads, data set, determinism …).
    """

    KIND: ClassVar[str] = "result"
    t_ns: int
    values: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


SLEPT = "the computer slept"
"""Prefix of the reason of a gap that is a suspend."""
ASLEEP = "the GPU is asleep (suspended to save power), and is left so"
"""The reason of a gap, and of a GPU that was never read: nothing has failed."""
NOT_ANSWERING = "not answering since"
"""In the reason of a gap whose cause is a call that does not return; the time of day follows."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An interval without readings.

    Attributes:
        device: Which device; "" for all.
        metrics: Which metrics; empty for all of the device.
        start_ns: The last reading before it.
        end_ns: The first reading after it; None while it lasts.
        reason: In words.
    """

    KIND: ClassVar[str] = "gap"
    device: str
    metrics: tuple[str, ...]
    start_ns: int
    end_ns: int | None
    reason: str


STACKS = "stacks"
"""Key in a capture's seconds: for how long stacks were sampled, from outside."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A profiler records a process of the workload: told when it begins, and again, with the same pid and begin, when it is over.

    Attributes:
        pid: The process.
        begin_ns: When the profiler was started.
        end_ns: When its file was written, and the program went on undisturbed; None while it lasts.
        state: "capturing", "written" or "failed".
        first: How many steps lie before the first one in the file, counted as in the request.
        steps: How many are in the file; while it lasts, how many are planned, 0 where a time is.
        taken: How many steps ended in between, those of a trial included.
        file: Its name in the run's folder; "" without one.
        size_bytes: Its size as it was written, not compressed.
        seconds: Time for "start" (the profiler's own, a trial included), "steps" and "write"; or "stacks", of stacks that were sampled.
        text: Why it failed, or what it lacks; "" for nothing.
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
    """Facts of a device at one instant that are no series: its processes, the load of each core. Shown live, never stored.

    Attributes:
        device: Which device.
        name: What the rows are: "processes" (pid, name, user, memory_bytes, cpu, kind) or "cores" (core, utilization).
        t_ns: When they were read.
        rows: One mapping a row, the same keys in each; None for what is not known.
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
        t_ns: When.
        state: "finished", "failed" or "stopped".
        exit_code: Of the workload; None when a signal ended it.
        signal: The signal's number; None when there was none.
        reason: In words; None for a good end.
    """

    KIND: ClassVar[str] = "end"
    t_ns: int
    state: str
    exit_code: int | None = None
    signal: int | None = None
    reason: str | None = None


Event = Hello | Sample | Samples | Steps | Phase | Log | Result | Gap | Capture | Table | End
