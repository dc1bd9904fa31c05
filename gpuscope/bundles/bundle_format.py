"""Member names of a run bundle, and the binary layout of readings and step ends: fixed columns, little-endian.

A block is a header followed by its columns. Readings: header (index of the call's name, number of readings n, number of columns k),
int64 [n] stamps before, int64 [n] stamps after, and k times: index of the series (uint32), float64 [n]. Steps: header (pid, index of
the first step, number of ends n), int64 [n] ends. Stamps are nanoseconds from the run's start. A failed reading is the NaN with the
bits ``storage.values.MISSING_BITS``.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.zip_archive import Member
from gpuscope.storage.chunks import MAX_CHUNK
from gpuscope.storage.codec import Integers
from gpuscope.storage.layouts import SeriesName
from gpuscope.storage.run_intake import IncomingReadings
from gpuscope.storage.run_snapshot import CallReadings

FORMAT = "gpuscope run bundle"
VERSION = 1
"""Version of the bundle format; readers reject newer versions."""
ENDING = ".gpuscope"

MANIFEST = "bundle.json"
DOCUMENT = "run.json"
STEPS = "steps.bin"
EVENTS = "events.jsonl"
OUTPUT = "output.log"
_MEMBER = re.compile(rf"runs/\d{{4}}/(run\.json|readings-\d{{4}}\.bin|{re.escape(STEPS)}|{re.escape(EVENTS)}|{re.escape(OUTPUT)})")


def is_member(name: str) -> bool:
    """Return whether a member of that name is allowed in a bundle."""
    return name == MANIFEST or _MEMBER.fullmatch(name) is not None


def member(run: int, name: str) -> str:
    """Return the full name of a run's member."""
    return f"runs/{run:04}/{name}"


def readings(part: int) -> str:
    """Return the member name of a part of a run's readings."""
    return f"readings-{part:04}.bin"


_READINGS = struct.Struct("<III")
_STEPS = struct.Struct("<qqI")
_PLACE = struct.Struct("<I")
_MOST = 2**62
"""Half of int64's range, so that adding an offset cannot overflow."""


def readings_bytes(readings: CallReadings, calls: Mapping[str, int], series: Mapping[SeriesName, int]) -> Iterator[bytes]:
    """Yield complete blocks of successive readings.

    Args:
        readings: The readings of one call.
        calls: Index of each call's name.
        series: Index of each series.
    """
    for begin in range(0, readings.before_ns.size, MAX_CHUNK):
        part = slice(begin, begin + MAX_CHUNK)
        before = readings.before_ns[part]
        head = _READINGS.pack(calls[readings.call], before.size, len(readings.values))
        stamps = before.astype("<i8").tobytes() + readings.after_ns[part].astype("<i8").tobytes()
        columns = (_PLACE.pack(series[name]) + values[part].astype("<f8").tobytes() for name, values in readings.values.items())
        yield b"".join((head, stamps, *columns))


def read_readings(member: Member, calls: Sequence[str], series: int) -> Iterator[IncomingReadings]:
    """Yield the readings written by :func:`readings_bytes`; the columns of a block are consumed before the next block.

    Args:
        member: A member of the bundle.
        calls: Names of the calls, by index.
        series: Number of series of the run.

    Raises:
        RecordingFileError: The member is damaged.
    """
    while member.left:
        member.count_block()
        call, count, width = _READINGS.unpack(member.read(_READINGS.size))
        if call >= len(calls) or not 0 < count <= MAX_CHUNK or width > series:
            raise RecordingFileError(f"a block of {member.name} is not valid")
        before, after = _stamps(member, count), _stamps(member, count)
        columns = _columns(member, count, width, series)
        yield IncomingReadings(calls[call], before, after, columns)
        for _ in columns:
            pass  # skip columns that the caller did not consume


def _columns(member: Member, count: int, width: int, series: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
    seen: set[int] = set()
    for _ in range(width):
        (place,) = _PLACE.unpack(member.read(_PLACE.size))
        if place >= series or place in seen:
            raise RecordingFileError(f"a column of {member.name} belongs to no series, or appears twice")
        seen.add(place)
        yield place, np.frombuffer(member.read(8 * count), "<f8").astype(np.float64)


def steps_bytes(pid: int, first: int, ends: Integers) -> Iterator[bytes]:
    """Yield the blocks of successive steps of a process."""
    for begin in range(0, ends.size, MAX_CHUNK):
        part = ends[begin : begin + MAX_CHUNK]
        yield _STEPS.pack(pid, first + begin, part.size)
        yield part.astype("<i8").tobytes()


def read_steps(member: Member) -> Iterator[tuple[int, int, Integers]]:
    """Yield (pid, index of the first step, ends) as written by :func:`steps_bytes`.

    Raises:
        RecordingFileError: The member is damaged.
    """
    while member.left:
        member.count_block()
        pid, first, count = _STEPS.unpack(member.read(_STEPS.size))
        if abs(pid) > _MOST or not 0 <= first < _MOST or not 0 < count <= MAX_CHUNK:
            raise RecordingFileError(f"a block of {member.name} is not valid")
        yield pid, first, _stamps(member, count)


def _stamps(member: Member, count: int) -> Integers:
    stamps = np.frombuffer(member.read(8 * count), "<i8").astype(np.int64)
    if stamps.min() < -_MOST or stamps.max() > _MOST:
        raise RecordingFileError(f"a stamp of {member.name} is out of range")
    return stamps
