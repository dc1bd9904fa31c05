"""CSV rows and JSON values that somebody else wrote: read under limits, each of its type and in its range, or the file is refused."""

import csv
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from gpuscope.bundles import limits
from gpuscope.bundles.limits import RecordingFileError

_TOLD_EVERY = 2000
"""Rows between two calls of ``progress``, which asks the file for its position."""


def csv_rows(path: Path, progress: Callable[[float], None]) -> Iterator[tuple[int, list[str]]]:
    """Yield (line that it ends on, cells without spaces around them) of each row that is not empty.

    Args:
        path: The file; UTF-8, what is none of it is replaced.
        progress: Told the share of the file that is read.

    Raises:
        RecordingFileError: It cannot be read, is no CSV, or is beyond the limits.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > limits.CSV_BYTES:
                raise RecordingFileError(f"it is larger than {limits.CSV_BYTES} bytes")
            lines = _Lines(file.readline)
            reader = csv.reader(lines, skipinitialspace=True)
            for row, cells in enumerate(reader, 1):
                lines.in_row = 0
                if row > limits.CSV_ROWS or len(cells) > limits.CSV_COLUMNS:
                    raise RecordingFileError(f"it has more than {limits.CSV_ROWS} rows or {limits.CSV_COLUMNS} columns")
                if row % _TOLD_EVERY == 0:
                    progress(min(1.0, file.tell() / max(1, size)))
                if cells:
                    yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise RecordingFileError(f"it is no CSV: {error}") from None
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None


class _Lines:
    """The lines of a file as text.

    Attributes:
        in_row: How many were read since this was 0.
    """

    def __init__(self, readline: Callable[[int], bytes]) -> None:
        self._readline = readline
        self._encoding = "utf-8-sig"
        self.in_row = 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        data = self._readline(limits.CSV_LINE_BYTES + 1)
        if not data:
            raise StopIteration
        self.in_row += 1
        if len(data) > limits.CSV_LINE_BYTES:
            raise RecordingFileError(f"a line is longer than {limits.CSV_LINE_BYTES} bytes")
        if self.in_row > limits.CSV_ROW_LINES:
            raise RecordingFileError(f"a row spans more than {limits.CSV_ROW_LINES} lines: a quotation mark is not closed")
        text = data.decode(self._encoding, "replace").replace("\0", "�")
        self._encoding = "utf-8"
        return text


_MOST_INTEGER = 2**62
"""Stamps are added to each other in 64 bits."""
_YEARS = range(1970, 2200)
"""Outside of it differences of instants in nanoseconds leave 64 bits."""


def parse(data: bytes, subject: str) -> Any:
    """Read a JSON document whose texts are Unicode, whose whole numbers fit 64 bits, and which is not deep.

    Raises:
        RecordingFileError: It is none.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RecordingFileError(f"{subject} is no JSON document: {str(error)[:80]}") from None
    _check(document, subject, limits.DEPTH)
    return document


def _check(value: Any, subject: str, depth: int) -> None:
    if isinstance(value, str):
        _check_text(value, subject)
    elif isinstance(value, int) and abs(value) >= 2**63:
        raise RecordingFileError(f"{subject} holds a number that is too large")
    elif isinstance(value, (dict, list)):
        if not depth:
            raise RecordingFileError(f"{subject} is nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, subject, depth - 1)
        for key in value if isinstance(value, dict) else ():
            _check_text(key, subject)


def _check_text(value: str, subject: str) -> None:
    """Refuse half of a character, which neither a database nor a window takes; odd bytes of file names pass."""
    try:
        value.isascii() or value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise RecordingFileError(f"{subject} holds text that is no Unicode") from None


def mapping(value: Any, subject: str) -> dict[str, Any]:
    """Return a JSON object."""
    return value if isinstance(value, dict) else _refuse(subject, "an object")


def sequence(value: Any, subject: str, most: int) -> list[Any]:
    """Return a JSON array of at most that many values."""
    if not isinstance(value, list):
        _refuse(subject, "an array")
    if len(value) > most:
        raise RecordingFileError(f"{subject} has {len(value)} entries; the most is {most}")
    return list(value)


def text(value: Any, subject: str, most: int = limits.TEXT) -> str:
    """Return text of at most that many characters."""
    if not isinstance(value, str):
        _refuse(subject, "text")
    if len(value) > most or "\0" in value:
        raise RecordingFileError(f"{subject} is too long or holds a NUL character")
    return str(value)


def optional_text(value: Any, subject: str) -> str | None:
    """Return text or None."""
    return None if value is None else text(value, subject)


def integer(value: Any, subject: str, least: int = -_MOST_INTEGER, most: int = _MOST_INTEGER) -> int:
    """Return a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(subject, "a whole number")
    if not least <= value <= most:
        raise RecordingFileError(f"{subject} is out of range")
    return int(value)


def optional_integer(value: Any, subject: str, least: int = -_MOST_INTEGER) -> int | None:
    """Return a whole number or None."""
    return None if value is None else integer(value, subject, least)


def number(value: Any, subject: str) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        _refuse(subject, "a number")
    return float(value)


def optional_number(value: Any, subject: str) -> float | None:
    """Return a finite number or None."""
    return None if value is None else number(value, subject)


def moment(value: Any, subject: str) -> datetime:
    """Return an instant with its time zone."""
    try:
        parsed = datetime.fromisoformat(text(value, subject, 64))
        if parsed.tzinfo is None or parsed.year not in _YEARS:
            raise ValueError
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordingFileError(f"{subject} is not an instant in UTC") from None


def pairs(value: Any, subject: str, most: int) -> tuple[tuple[str, str], ...]:
    """Return (text, text) pairs, each once."""
    parsed = []
    for entry in sequence(value, subject, most):
        if not isinstance(entry, list) or len(entry) != 2:
            _refuse(subject, "pairs")
        parsed.append((text(entry[0], subject), text(entry[1], subject)))
    return tuple(distinct(parsed, subject))


def distinct(values: Sequence[Any], subject: str) -> Sequence[Any]:
    """Return the values, each of which is there once."""
    if len(set(values)) < len(values):
        raise RecordingFileError(f"{subject} names one thing twice")
    return values


def required(document: Mapping[str, Any], key: str, subject: str) -> Any:
    """Return what stands under a key."""
    if key not in document:
        raise RecordingFileError(f"{subject} lacks {key!r}")
    return document[key]


def _refuse(subject: str, wanted: str) -> Any:
    raise RecordingFileError(f"{subject} is not {wanted}")
