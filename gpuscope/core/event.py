"""The stream between the processes: typed, versioned, checked at the boundary.

On the wire an event is a JSON object with its kind under "e". Unknown fields are ignored, so that a newer sender can
add some; anything else that does not fit raises EventError, which a receiver counts and shows, and goes on.
All stamps are nanoseconds of the monotonic clock (``time.monotonic_ns``; on Linux also ``time.perf_counter_ns``).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from gpuscope.core.errors import EventError

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
_READ_AS_THEY_ARE = frozenset({float, int, type(None)})
_NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def encode(event: Event) -> dict[str, Any]:
    """Return the JSON form. NaN and infinities among values become the strings "nan", "inf", "-inf"."""
    match event:
        case Sample():
            document: dict[str, Any] = {
                "e": "sample",
                "call": event.call,
                "b": event.before_ns,
                "a": event.after_ns,
                "v": _numbers_out(event.values),
            }
            if event.codes:
                document["c"] = dict(event.codes)
            return document
        case Samples():
            took = [after - before for before, after in zip(event.before_ns, event.after_ns, strict=True)]
            values = [_numbers_out(value) for value in event.values]
            return {"e": "samples", "call": event.call, "b": list(event.before_ns), "d": took, "v": values}
        case Steps():
            return {"e": "steps", "pid": event.pid, "first": event.first, "t": list(event.stamps_ns)}
        case Log():
            return {
                "e": "log",
                "t": event.t_ns,
                "level": event.level,
                "text": event.text,
                "values": {key: _number_out(value) for key, value in event.values.items()},
                "step": event.step,
            }
        case Hello():
            return {"e": "hello", "role": event.role, "pid": event.pid, "t": event.t_ns, "info": dict(event.info), "version": event.version}
        case Phase():
            return {"e": "phase", "name": event.name, "t": event.t_ns, "step": event.step}
        case Result():
            return {"e": "result", "t": event.t_ns, "values": dict(event.values), "facts": dict(event.facts)}
        case Gap():
            return {
                "e": "gap",
                "device": event.device,
                "metrics": list(event.metrics),
                "start": event.start_ns,
                "end": event.end_ns,
                "reason": event.reason,
            }
        case Capture():
            return {
                "e": "capture",
                "pid": event.pid,
                "begin": event.begin_ns,
                "end": event.end_ns,
                "state": event.state,
                "first": event.first,
                "steps": event.steps,
                "taken": event.taken,
                "file": event.file,
                "bytes": event.size_bytes,
                "seconds": dict(event.seconds),
                "text": event.text,
            }
        case Table():
            return {"e": "table", "device": event.device, "name": event.name, "t": event.t_ns, "rows": [_row(row) for row in event.rows]}
        case End():
            return {
                "e": "end",
                "t": event.t_ns,
                "state": event.state,
                "exit_code": event.exit_code,
                "signal": event.signal,
                "reason": event.reason,
            }


def decode(document: object, text: str | None = None) -> Event:
    """Read what :func:`encode` wrote; unknown fields are ignored.

    Args:
        document: As JSON gives it.
        text: The JSON, which samples keep.

    Raises:
        EventError: The document is not an event of this version.
    """
    if not isinstance(document, dict):
        raise EventError("not an event: not a JSON object")
    kind = document.get("e")
    if not isinstance(kind, str) or (kind not in _READERS and kind not in _READERS_OF_SAMPLES):
        raise EventError(f"not an event: kind {str(kind)[:40]!r}")
    try:
        return _READERS_OF_SAMPLES[kind](document, text) if kind in _READERS_OF_SAMPLES else _READERS[kind](document)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise EventError(f"not a {kind} event: {type(error).__name__} {str(error)[:80]}") from None


def decode_each(document: object) -> Iterator[Event]:
    """Yield the event of a document, readings one by one.

    Raises:
        EventError: The document is not an event of this version.
    """
    event = decode(document)
    if isinstance(event, Samples):
        yield from event.each()
    else:
        yield event


def _numbers_out(values: Sequence[float | int | None]) -> list[float | int | str | None]:
    """Return the values as they go out; of a hundred thousand readings not one is non-finite, so that is looked for at once."""
    if all([value is None or value - value == 0 for value in values]):  # noqa: C419 - a list, which is made in half the time
        return list(values)
    return [_number_out(value) for value in values]


def _number_out(value: float | int | None) -> float | int | str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def _row(row: Mapping[str, str | float | int | None]) -> dict[str, str | float | int | None]:
    return {key: None if isinstance(value, float) and not math.isfinite(value) else value for key, value in row.items()}


def _number(value: object) -> float | int:
    if isinstance(value, str):
        return _NON_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is needed")
    return value


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**63:
        raise TypeError("an integer is needed")
    return value


def _optional(value: object) -> int | None:
    return None if value is None else _integer(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text is needed")
    return value


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("an object is needed")
    return value


def _sample(document: dict[str, Any], text: str | None) -> Sample:
    codes = _mapping(document["c"]) if "c" in document else {}
    return Sample(_text(document["call"]), _integer(document["b"]), _integer(document["a"]), _numbers(document["v"]), codes, text)


def _samples(document: dict[str, Any], text: str | None) -> Samples:
    before, values = tuple(map(_integer, document["b"])), tuple(map(_numbers, document["v"]))
    after = tuple(map(_integer, map(sum, zip(before, map(_integer, document["d"]), strict=True))))
    if len(before) != len(values) or len(set(map(len, values))) != 1:
        raise ValueError("readings of one width are needed, each with two stamps")
    return Samples(_text(document["call"]), before, after, values, text)


def _numbers(values: Iterable[object]) -> tuple[float | int | None, ...]:
    numbers = tuple(values)
    if _READ_AS_THEY_ARE.issuperset(map(type, numbers)):
        return numbers  # type: ignore[return-value]  # which has just been looked at
    return tuple(None if value is None else _number(value) for value in numbers)


def _steps(document: dict[str, Any]) -> Steps:
    return Steps(_integer(document["pid"]), _integer(document["first"]), tuple(_integer(stamp) for stamp in document["t"]))


def _log(document: dict[str, Any]) -> Log:
    values = {str(key): float(_number(value)) for key, value in _mapping(document.get("values", {})).items()}
    return Log(
        _integer(document["t"]),
        _text(document.get("level", "info")),
        _text(document.get("text", "")),
        values,
        _optional(document.get("step")),
    )


def _hello(document: dict[str, Any]) -> Hello:
    version = _integer(document["version"])
    if version > VERSION:
        raise ValueError(f"version {version} is newer than {VERSION}")
    return Hello(_text(document["role"]), _integer(document["pid"]), _integer(document["t"]), _mapping(document.get("info", {})), version)


def _phase(document: dict[str, Any]) -> Phase:
    return Phase(_text(document["name"]), _integer(document["t"]), _optional(document.get("step")))


def _result(document: dict[str, Any]) -> Result:
    return Result(_integer(document["t"]), _mapping(document.get("values", {})), _mapping(document.get("facts", {})))


def _gap(document: dict[str, Any]) -> Gap:
    metrics = tuple(_text(name) for name in document.get("metrics", ()))
    return Gap(_text(document["device"]), metrics, _integer(document["start"]), _optional(document.get("end")), _text(document["reason"]))


def _capture(document: dict[str, Any]) -> Capture:
    return Capture(
        _integer(document["pid"]),
        _integer(document["begin"]),
        _optional(document["end"]),
        _text(document["state"]),
        _integer(document["first"]),
        _integer(document["steps"]),
        _integer(document.get("taken", 0)),
        _text(document.get("file", "")),
        _integer(document.get("bytes", 0)),
        {str(key): float(_number(value)) for key, value in _mapping(document.get("seconds", {})).items()},
        _text(document.get("text", "")),
    )


def _table(document: dict[str, Any]) -> Table:
    rows = tuple({_text(key): _cell(value) for key, value in _mapping(row).items()} for row in document["rows"])
    return Table(_text(document["device"]), _text(document["name"]), _integer(document["t"]), rows)


def _cell(value: object) -> str | float | int | None:
    return value if value is None or isinstance(value, str) else _number(value)


def _end(document: dict[str, Any]) -> End:
    reason = document.get("reason")
    return End(
        _integer(document["t"]),
        _text(document["state"]),
        _optional(document.get("exit_code")),
        _optional(document.get("signal")),
        None if reason is None else _text(reason),
    )


_READERS_OF_SAMPLES: dict[str, Callable[[dict[str, Any], str | None], Event]] = {"sample": _sample, "samples": _samples}
_READERS: dict[str, Callable[[dict[str, Any]], Event]] = {
    "steps": _steps,
    "log": _log,
    "hello": _hello,
    "phase": _phase,
    "result": _result,
    "gap": _gap,
    "capture": _capture,
    "table": _table,
    "end": _end,
}
