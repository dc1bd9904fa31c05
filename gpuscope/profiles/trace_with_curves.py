"""Writes a copy of a trace with curves added, for Perfetto and Chrome: all its bytes unchanged, with counters before its events."""

import contextlib
import gzip
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import numpy as np

from gpuscope.core.errors import UsageError
from gpuscope.profiles.reading.file_bytes import file_pieces
from gpuscope.profiles.reading.json_document import JsonDocument
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.trace import Floats, Integers, Trace

PROCESS = "gpuscope"
"""Name of the process under which the counters appear."""
_PID = 0x67507573
"""An id above those of real processes, so that it holds no thread of the trace: "gPus" in ASCII."""

_RECENT_PERIODS = 3
"""Age in periods of its curve up to which a value still holds when the trace begins: one reading may have been late, another lost."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve of a run.

    Attributes:
        name: Its name with the unit.
        time_ns: Time since 1970 UTC.
        values: One per time; NaN for missing ones.
    """

    name: str
    time_ns: Integers
    values: Floats


def write_with_curves(source: Path, trace: Trace, curves: Sequence[Curve], target: Path, *, replaces: bool = False) -> dict[str, int]:
    """Write a trace with curves added, compressed if the target's name ends in ``.gz``.

    Args:
        source: A trace in JSON.
        trace: The same trace, as read.
        curves: The curves; only points within the trace, and the last value before it if it is recent, are written.
        target: The file to write.
        replaces: Whether it replaces an existing file, even the source, once it is complete; otherwise it must be a new file.

    Returns:
        Number of points written of each curve that has any, by its name.

    Raises:
        TraceFileError: The source is not a trace in JSON.
        UsageError: No curve has a point in the trace, since it was recorded at another time.
        OSError: The target cannot be written.
    """
    try:
        with file_pieces(source) as pieces:
            at = JsonDocument(pieces).events_at()
    except TraceFileError as error:
        raise TraceFileError(
            f"{source} cannot take curves: {error.message}", "A trace in JSON can: of torch.profiler, Kineto or Chrome."
        ) from None
    points = {curve.name: own for curve in curves if (own := _points(trace, curve))}
    if not points:
        raise UsageError(_refusal(source, trace, curves), "Name the run during which it was recorded: --curves RUN.")
    written = target.with_name(f".{secrets.token_hex(4)}.{target.name[-100:]}") if replaces else target
    file = _opened(written)
    try:
        with file, file_pieces(source) as pieces:
            for piece in _inserted(pieces, at, "".join(f"{counter},\n" for counter in _counters(trace, points)).encode()):
                file.write(piece)
        written.replace(target)
    except BaseException:  # with its beginning there, the next try would be refused
        with contextlib.suppress(OSError):
            written.unlink()
        raise
    return {name: len(own) for name, own in points.items()}


def _refusal(source: Path, trace: Trace, curves: Sequence[Curve]) -> str:
    """Return why no curve has a point in a trace."""
    times = [time_ns for curve in curves if curve.time_ns.size for time_ns in (int(curve.time_ns[0]), int(curve.time_ns[-1]))]
    if not times:
        return "the run has no readings"
    begin, first, last = map(_moment, (trace.origin_ns, min(times), max(times)))
    return f"{source} was not recorded while the run was: it begins at {begin}, and the run's readings are from {first} to {last}"


def _moment(time_ns: int) -> str:
    try:
        return f"{datetime.fromtimestamp(time_ns // 10**9, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, ValueError, OSError):  # the clock of the trace is no wall clock
        return f"{time_ns} ns"


def _opened(target: Path) -> BinaryIO | gzip.GzipFile:
    return gzip.open(target, "xb", compresslevel=6) if target.suffix == ".gz" else target.open("xb")


def _inserted(pieces: Iterable[bytes], at: int, text: bytes) -> Iterator[bytes]:
    """Yield the pieces of a file with a text inserted at an offset."""
    passed = 0
    for piece in pieces:
        if passed <= at < passed + len(piece):
            yield from (piece[: at - passed], text, piece[at - passed :])
        else:
            yield piece
        passed += len(piece)


def _points(trace: Trace, curve: Curve) -> list[tuple[int, float]]:
    """Return times and values of a curve within a trace; its last value before the trace is drawn at the start if it is recent."""
    begin_ns, end_ns = trace.origin_ns, trace.origin_ns + trace.span_ns
    is_known = np.isfinite(curve.values)
    times, values = curve.time_ns[is_known], curve.values[is_known]
    first, last = int(times.searchsorted(begin_ns)), int(times.searchsorted(end_ns, "right"))
    points = list(zip(times[first:last].tolist(), values[first:last].tolist(), strict=True))
    period_ns = float(np.median(np.diff(curve.time_ns))) if curve.time_ns.size > 1 else 0.0
    is_recent = first > 0 and begin_ns - times[first - 1] <= _RECENT_PERIODS * period_ns
    if is_recent and (not points or points[0][0] > begin_ns):
        return [(begin_ns, float(values[first - 1])), *points]
    return points


def _counters(trace: Trace, points: Mapping[str, Sequence[tuple[int, float]]]) -> Iterator[str]:
    """Yield counters as JSON: the name of their process, then the points of each curve.

    Perfetto names a counter after the event and its argument, so the unit is the argument: "Power" and "[W]", not "Power [W] value". It
    shows escapes of JSON as they are written.
    """
    yield json.dumps({"ph": "M", "name": "process_name", "pid": _PID, "tid": 0, "ts": 0, "args": {"name": PROCESS}})
    for curve, own in points.items():
        name, bracket, unit = curve.partition(" [")
        for time_ns, value in own:
            ts = (time_ns - trace.base_ns) / trace.ns_per_unit
            counter = {"ph": "C", "name": name, "pid": _PID, "ts": round(ts, 3), "args": {f"[{unit}" if bracket else "value": value}}
            yield json.dumps(counter, ensure_ascii=False)
