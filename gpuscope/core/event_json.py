"""Encoding and decoding of events as JSON, with validation.

On the wire an event is a JSON object with its kind under "e". Unknown fields are ignored, so that a newer sender can
add some; any other mismatch raises EventError, which a receiver counts and reports before it continues.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from gpuscope.core.errors import EventError
from gpuscope.core.event import VERSION, Capture, End, Event, Gap, Hello, Log, Phase, Result, Sample, Samples, Steps, Table

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
    """Decode the output of :func:`encode`; unknown fields are ignored.

    Args:
        document: The decoded JSON value.
        text: The JSON text, which samples keep.

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
    """Yield the event of a document, with batched readings split into single ones.

    Raises:
        EventError: The document is not an event of this version.
    """
    event = decode(document)
    if isinstance(event, Samples):
        yield from event.each()
    else:
        yield event


def _numbers_out(values: Sequence[float | int | None]) -> list[float | int | str | None]:
    """Return the values in JSON form; a single check covers the common case that all are finite."""
    if all([value is None or value - value == 0 for value in values]):  # noqa: C419 - a list takes half the time
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
        return numbers  # type: ignore[return-value]  # checked in the line above
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
