"""Lossless compression of numbers: bit-exact, including NaN payloads and the sign of zero.

A blob consists of a version byte, a kind byte, the count, a payload that depends on the kind, and a checksum. Integers are
predicted (from zero, the previous value, the previous slope, or a straight line), and the residuals are stored as byte planes,
each compressed separately since planes differ in entropy. Floats are turned into integers if that is exact: decimal fractions
(after ALP: Afroozeh, Kuffo, Boncz, SIGMOD 2023) or indices into a dictionary of distinct values.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import zstandard
from numpy.typing import NDArray

from gpuscope.storage.errors import DamageError
from gpuscope.storage.values import MISSING_BITS

Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

VERSION = 1
"""Version of a column's format; golden stores in the tests keep it readable."""
MAX_COUNT = 2**24
"""More numbers than any blob that gpuscope writes; a blob with a higher count is damaged."""

_HEADER = struct.Struct("<BBI")
_CHECKSUM = struct.Struct("<I")
_STREAM = struct.Struct("<BBqqqq")
_LENGTH = struct.Struct("<I")
_DECIMAL_HEADER = struct.Struct("<BBI")
_LEVEL = 3
"""zstd's default: a recorder compresses while the workload runs, so CPU time matters more than the last few bytes."""
_INTEGERS, _DECIMALS, _DICTIONARY, _RAW = range(4)
_MISSING_FLAG = 0x80
"""The highest bit of a column's kind: a bitmap of missing values precedes the numbers."""
_PLAIN, _DELTA, _SLOPE, _LINE = range(4)
_MAX_DECIMALS = 9
"""Nanounits; each additional digit costs another attempt at packing a column that is not decimal."""
_MAX_DISTINCT = 4096
"""Codes fit into two byte planes."""
_EXACT = 2.0**53
"""Below this, every integer has an exact float."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Numbers of one series, some of which may be missing.

    Attributes:
        numbers: int64 or float64 [n]; values at missing positions are undefined.
        missing: bool [n].
    """

    numbers: Integers | Floats
    missing: NDArray[np.bool_]

    def as_floats(self) -> Floats:
        """Return float64 [n], with the NaN of ``MISSING_BITS`` for missing numbers."""
        floats = self.numbers.astype(np.float64)
        floats.view(np.uint64)[self.missing] = MISSING_BITS
        return floats


def encode_integers(numbers: Integers) -> bytes:
    """Pack int64 [n]; exact over the full range."""
    return _seal(_INTEGERS, numbers.size, _pack(numbers))


def decode_integers(blob: bytes, out: Integers | None = None) -> Integers:
    """Unpack a blob from :func:`encode_integers`.

    Args:
        blob: The packed integers.
        out: int64 [n] to write them to; None allocates a new array.

    Raises:
        DamageError: The blob is damaged, has a later version, or its count differs from the size of ``out``.
    """
    kind, count, reader = _open(blob)
    if kind != _INTEGERS:
        raise DamageError("not a column of integers")
    with _guarded():
        return _unpack(reader, count, out)


def encode_column(column: Column) -> bytes:
    """Pack a column; exact, except that values at missing positions are dropped."""
    present: Any = column.numbers[~column.missing] if column.missing.any() else column.numbers
    flag, prefix = 0, b""
    if present.size < column.numbers.size:
        flag, prefix = _MISSING_FLAG, _compressed(np.packbits(column.missing).tobytes())
    if present.dtype == np.int64:
        return _seal(_INTEGERS | flag, column.numbers.size, prefix + _pack(present))
    kind, payload = _pack_floats(present)
    return _seal(kind | flag, column.numbers.size, prefix + payload)


def decode_column(blob: bytes) -> Column:
    """Unpack a blob from :func:`encode_column`; integers come back as integers.

    Raises:
        DamageError: The blob is damaged or of a later version.
    """
    kind, count, reader = _open(blob)
    with _guarded():
        return _column(kind, count, reader)


def decode_floats(blob: bytes, out: Floats) -> None:
    """Unpack a blob from :func:`encode_column` into float64 [n], with the NaN of ``MISSING_BITS`` for missing numbers.

    Raises:
        DamageError: As from :func:`decode_integers`.
    """
    kind, count, reader = _open(blob)
    if count != out.size:
        raise DamageError(f"a column holds {count} numbers where {out.size} belong")
    with _guarded():
        if kind in _INTO_FLOATS:
            _INTO_FLOATS[kind](reader, count, out)
        else:
            out[:] = _column(kind, count, reader).as_floats()


def _column(kind: int, count: int, reader: _Reader) -> Column:
    missing = np.zeros(count, np.bool_)
    if kind & _MISSING_FLAG:
        packed = np.frombuffer(reader.compressed((count + 7) // 8), np.uint8)
        missing = np.unpackbits(packed, count=count).view(np.bool_)
    present = count - int(np.count_nonzero(missing))
    kind &= ~_MISSING_FLAG
    if kind == _INTEGERS:
        numbers: Any = _unpack(reader, present)
    else:
        numbers = np.empty(present)
        _INTO_FLOATS[kind](reader, present, numbers)
    if present < count:
        whole: Any = np.zeros(count, numbers.dtype)
        whole[~missing] = numbers
        numbers = whole
    return Column(numbers, missing)


# Frames


class _Reader:
    """Sequential reader of a blob's body."""

    def __init__(self, data: memoryview) -> None:
        self._data = data

    def read(self, size: int) -> memoryview:
        if size > len(self._data):
            raise DamageError("a column ends too early")
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    def fields(self, layout: struct.Struct) -> tuple[Any, ...]:
        return layout.unpack(self.read(layout.size))

    def compressed(self, size: int) -> memoryview | bytes:
        """Return ``size`` bytes that :func:`_compressed` packed."""
        (length,) = self.fields(_LENGTH)
        data = self.read(length)
        # As long as its content: stored uncompressed, since compression would have made it longer.
        return data if length == size else zstandard.ZstdDecompressor().decompress(data, max_output_size=size)


@cache
def _compressor() -> Callable[[bytes], bytes]:
    parameters = zstandard.ZstdCompressionParameters.from_level(_LEVEL, write_content_size=False, write_checksum=False)
    return lambda data: zstandard.ZstdCompressor(compression_params=parameters).compress(data)


def _compressed(data: bytes) -> bytes:
    """Compress bytes, prefixed by their compressed length; store them uncompressed if compression does not make them shorter."""
    packed = _compressor()(data)
    return _LENGTH.pack(len(packed)) + packed if len(packed) < len(data) else _LENGTH.pack(len(data)) + data


def _seal(kind: int, count: int, body: bytes) -> bytes:
    if count > MAX_COUNT:
        raise ValueError(f"a column of {count} numbers is too long")
    blob = _HEADER.pack(VERSION, kind, count) + body
    return blob + _CHECKSUM.pack(zlib.crc32(blob))


def _open(blob: bytes) -> tuple[int, int, _Reader]:
    try:
        view = memoryview(blob)
    except TypeError:  # a damaged page may declare its value as text
        raise DamageError("a column holds no bytes") from None
    if len(view) < _HEADER.size + _CHECKSUM.size:
        raise DamageError("a column is cut off")
    version, kind, count = _HEADER.unpack_from(view)
    if version != VERSION:
        raise DamageError(f"a column is of version {version}, this gpuscope knows {VERSION}")
    if zlib.crc32(view[: -_CHECKSUM.size]) != _CHECKSUM.unpack(view[-_CHECKSUM.size :])[0]:
        raise DamageError("a column's checksum does not fit")
    if count > MAX_COUNT or kind & ~_MISSING_FLAG not in _INTO_FLOATS:
        raise DamageError("a column's header makes no sense")
    return kind, count, _Reader(view[_HEADER.size : -_CHECKSUM.size])


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except (ValueError, IndexError, OverflowError, struct.error, zstandard.ZstdError) as error:
        raise DamageError(f"a column cannot be unpacked: {error}") from None


# Integers


def _pack(numbers: Integers) -> bytes:
    """Pack integers with the predictor that yields the fewest bytes."""
    candidates = [_PLAIN, _DELTA, _SLOPE] if numbers.size > 2 else [_PLAIN]
    if numbers.size > 2 and _fits_line(numbers):
        candidates.append(_LINE)
    return min((_pack_by(order, numbers) for order in candidates), key=len)


def _fits_line(numbers: Integers) -> bool:
    return abs(int(numbers[-1]) - int(numbers[0])) < 2**60


def _pack_by(order: int, numbers: Integers) -> bytes:
    first = second = 0
    if order == _LINE:
        first, second = int(numbers[0]), int(numbers[-1])
        numbers = numbers - _line(first, second, numbers.size)
    elif order != _PLAIN:
        first, numbers = int(numbers[0]), np.diff(numbers)
        if order == _SLOPE:
            second, numbers = int(numbers[0]), np.diff(numbers)
    middle = int(np.partition(numbers, numbers.size // 2)[numbers.size // 2]) if numbers.size else 0
    # Differences may wrap around in int64 here and wrap back when they are summed: exact without a wider type.
    with np.errstate(over="ignore"):
        centred = numbers - np.int64(middle)
    # Zigzag encoding: the sign goes into the lowest bit, so that small negative numbers have zero upper bytes too. Each byte
    # position becomes a plane, since the upper ones hardly vary and compress to almost nothing.
    folded = ((centred << 1) ^ (centred >> 63)).view(np.uint64)
    width = (int(folded.max()).bit_length() + 7) // 8 if folded.size else 0
    planes = folded.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    body = b"".join(_compressed(np.ascontiguousarray(planes[:, plane]).tobytes()) for plane in range(width))
    return _STREAM.pack(order, width, first, second, middle, folded.size) + body


def _unpack(reader: _Reader, count: int, out: Integers | None = None) -> Integers:
    order, width, first, second, middle, size = reader.fields(_STREAM)
    first_values = {_DELTA: 1, _SLOPE: 2}.get(order, 0)
    if width > 8 or order > _LINE or size != max(0, count - first_values):
        raise DamageError("a column's prediction makes no sense")
    if out is not None and out.size != count:
        raise DamageError(f"a column holds {count} numbers where {out.size} belong")
    numbers = np.empty(count, np.int64) if out is None else out
    folded = _joined([reader.compressed(size) for _ in range(width)], size)
    np.add(_unfolded(folded), np.int64(middle), out=numbers[first_values:])
    if order == _LINE:
        numbers += _line(first, second, count)
    if order == _SLOPE:
        numbers[1] = second
        np.cumsum(numbers[1:], out=numbers[1:])
    if first_values:
        numbers[0] = first
        np.cumsum(numbers, out=numbers)
    return numbers


def _joined(planes: list[memoryview | bytes], size: int) -> Any:
    """Assemble numbers from byte planes, in the narrowest unsigned type."""
    room = next(room for room in (1, 2, 4, 8) if room >= len(planes))
    whole = np.zeros((size, room), np.uint8) if len(planes) < room else np.empty((size, room), np.uint8)
    for place, plane in enumerate(planes):
        whole[:, place] = np.frombuffer(plane, np.uint8)
    return whole.reshape(-1).view(f"<u{room}")


def _unfolded(folded: Any) -> Any:
    """Undo the zigzag encoding, into the signed type of the same width."""
    signed = folded.dtype.str.replace("u", "i")
    lowest = folded.dtype.type(1)
    numbers = (folded >> lowest).view(signed)
    folded &= lowest
    numbers ^= np.negative(folded.view(signed), out=folded.view(signed))
    return numbers


def _line(first: int, last: int, count: int) -> Integers:
    """Return the straight line between two integers, computed with shifts, which are ten times as fast as divisions."""
    shift = max(0, min(16, 61 - abs(last - first).bit_length()))
    slope = ((last - first) << shift) // max(1, count - 1)
    line = np.arange(count, dtype=np.int64)
    line *= slope
    line >>= shift
    line += first
    return line


# Floats


def _pack_floats(numbers: Floats) -> tuple[int, bytes]:
    candidates = [packed for pack in (_pack_decimals, _pack_dictionary) if (packed := pack(numbers)) is not None]
    if candidates:
        return min(candidates, key=lambda candidate: len(candidate[1]))
    return _RAW, _pack(numbers.view(np.int64))


def _pack_decimals(numbers: Floats) -> tuple[int, bytes] | None:
    """Pack decimal fractions as integers over a power of ten, with the few numbers that do not fit stored separately."""
    for decimals in range(_MAX_DECIMALS + 1):
        for by_division in (True, False) if decimals else (True,):
            scaled, exact = _scaled(numbers, decimals, by_division)
            if np.count_nonzero(~exact) <= numbers.size // 32:
                places = np.flatnonzero(~exact)
                head = _DECIMAL_HEADER.pack(decimals, by_division, places.size)
                odd = _pack(places.astype(np.int64)) + _pack(numbers[places].view(np.int64)) if places.size else b""
                return _DECIMALS, head + odd + _pack(_filled(scaled, exact))
    return None


def _scaled(numbers: Floats, decimals: int, by_division: bool) -> tuple[Integers, NDArray[np.bool_]]:
    """Return the integers, and a mask of those that restore the number bit by bit (-0.0, NaN and infinities never do)."""
    with np.errstate(all="ignore"):
        rounded = np.rint(numbers * 10.0**decimals)
        usable = np.abs(rounded) < _EXACT
        scaled = np.where(usable, rounded, 0.0).astype(np.int64)
    return scaled, usable & (_unscaled(scaled, decimals, by_division).view(np.int64) == numbers.view(np.int64))


def _unscaled(scaled: Integers, decimals: int, by_division: bool) -> Floats:
    floats = scaled.astype(np.float64)
    if decimals and by_division:
        floats /= 10.0**decimals
    elif decimals:
        floats *= float(f"1e-{decimals}")
    return floats


def _filled(scaled: Integers, exact: NDArray[np.bool_]) -> Integers:
    """Replace inexact numbers by the last exact one before them, so that they cost no step."""
    if exact.all():
        return scaled
    places = np.where(exact, np.arange(scaled.size), 0)
    return scaled[np.maximum.accumulate(places)]


def _unpack_decimals(reader: _Reader, count: int, out: Floats) -> None:
    decimals, by_division, odd_count = reader.fields(_DECIMAL_HEADER)
    if decimals > _MAX_DECIMALS or odd_count > count:
        raise DamageError("a column's decimals make no sense")
    places = _unpack(reader, odd_count) if odd_count else None
    odd = _unpack(reader, odd_count).view(np.float64) if odd_count else None
    out[:] = _unscaled(_unpack(reader, count), decimals, bool(by_division))
    if places is not None:
        out[places] = odd


def _pack_dictionary(numbers: Floats) -> tuple[int, bytes] | None:
    if numbers.size < 16:
        return None
    distinct, codes = np.unique(numbers.view(np.int64), return_inverse=True)
    if distinct.size > min(_MAX_DISTINCT, numbers.size // 4):
        return None
    return _DICTIONARY, _LENGTH.pack(distinct.size) + _pack(distinct) + _pack(codes.astype(np.int64))


def _unpack_dictionary(reader: _Reader, count: int, out: Floats) -> None:
    (size,) = reader.fields(_LENGTH)
    if size > min(_MAX_DISTINCT, count):
        raise DamageError("a column's dictionary makes no sense")
    distinct = _unpack(reader, size).view(np.float64)
    out[:] = distinct[_unpack(reader, count)]


def _unpack_raw(reader: _Reader, count: int, out: Floats) -> None:
    _unpack(reader, count, out.view(np.int64))


def _unpack_integers(reader: _Reader, count: int, out: Floats) -> None:
    out[:] = _unpack(reader, count)


_INTO_FLOATS: dict[int, Callable[[_Reader, int, Floats], None]] = {
    _INTEGERS: _unpack_integers,
    _DECIMALS: _unpack_decimals,
    _DICTIONARY: _unpack_dictionary,
    _RAW: _unpack_raw,
}
