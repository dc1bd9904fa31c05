"""Writes a copy of a trace with curves added, for Perfetto and Chrome: all its bytes unchanged, with counters before its events."""

import gzip
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from gpuscope.profiles.reading.file_bytes import file_pieces
from gpuscope.profiles.reading.json_document import JsonDocument
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.trace import Floats, Integers, Trace

PROCESS = "gpuscope"
"""Name of the process under which the counters appear."""
_PID = 0x67507573
"""An id above those of real processes, so that it holds no thread of the trace: "gPus" in ASCII."""


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


def write_with_curves(source: Path, trace: Trace, curves: Sequence[Curve], target: Path) -> int:
    """Write a trace with curves added, compressed if the target's name ends in ``.gz``. The target must be a new file.

    Args:
        source: A trace in JSON.
        trace: The same trace, as read.
        curves: The curves; only points within the trace, and the last value before it, are written.
        target: The file to write.

    Returns:
        Number of points written.

    Raises:
        TraceFileError: The source is not a trace in JSON.
        OSError: The target cannot be written.
    """
    try:
        with file_pieces(source) as pieces:
            at = JsonDocument(pieces).events_at()
    except TraceFileError as error:
        raise TraceFileError(
            f"{source} cannot take curves: {error.message}", "A trace in JSON can: of torch.profiler, Kineto or Chrome."
        ) from None
    counters = list(_counters(trace, curves))
    with file_pieces(source) as pieces, _opened(target) as file:
        for piece in _inserted(pieces, at, "".join(f"{counter},\n" for counter in counters).encode()):
            file.write(piece)
    return max(0, len(counters) - 1)


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


def _counters(trace: Trace, curves: Sequence[Curve]) -> Iterator[str]:
    """Yield counters as JSON: the name of their process, then their points."""
    begin_ns, end_ns = trace.origin_ns, trace.origin_ns + trace.span_ns
    yield json.dumps({"ph": "M", "name": "process_name", "pid": _PID, "tid": 0, "ts": 0, "args": {"name": PROCESS}})
    for curve in curves:
        inside = [(time, value) for time, value in zip(curve.time_ns.tolist(), curve.values.tolist(), strict=True) if time <= end_ns]
        before = [point for point in inside if point[0] < begin_ns and math.isfinite(point[1])][-1:]
        for time_ns, value in chain(((begin_ns, value) for _, value in before), (point for point in inside if point[0] >= begin_ns)):
            if math.isfinite(value):
                ts = (time_ns - trace.base_ns) / trace.ns_per_unit
                yield json.dumps({"ph": "C", "name": curve.name, "pid": _PID, "ts": round(ts, 3), "args": {"value": value}})
