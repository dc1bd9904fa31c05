"""Reading of untrusted CSV and JSON under limits; a file with a value of wrong type or range is rejected."""

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

_ROWS_PER_PROGRESS = 2000
"""Rows between two calls of ``progress``, since each needs the file position."""


def csv_rows(path: Path, progress: Callable[[float], None]) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of its last line, stripped cells) for each non-empty row.

    Args:
        path: The file, in UTF-8; invalid bytes are replaced.
        progress: Called with the share of the file read so far.

    Raises:
        RecordingFileError: The file cannot be read, is not CSV, or exceeds the limits.
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
                if row % _ROWS_PER_PROGRESS == 0:
                    progress(min(1.0, file.tell() / max(1, size)))
                if cells:
                    yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise RecordingFileError(f"it is no CSV: {error}") from None
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None


class _Lines:
    """Iterator over the lines of a file as text.

    Attributes:
        in_row: Number of lines read since it was set to 0.
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
"""Maximum magnitude of an integer, so that adding stamps does not overflow 64 bits."""
_YEARS = range(1970, 2200)
"""Accepted years: outside them, time differences in nanoseconds may overflow 64 bits."""


def parse(data: bytes, subject: str) -> Any:
    """Parse a JSON document, and check for valid Unicode, 64-bit integers and limited depth.

    Raises:
        RecordingFileError: The document is invalid.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RecordingFileError(f"{subject} is not a JSON document: {str(error)[:80]}") from None
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
    """Reject lone surrogates, which neither a database nor a window accepts, except those that escape bytes of file names."""
    try:
        value.isascii() or value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise RecordingFileError(f"{subject} holds text that is not Unicode") from None


def mapping(value: Any, subject: str) -> dict[str, Any]:
    """Return the value if it is a JSON object, else raise."""
    return value if isinstance(value, dict) else _refuse(subject, "an object")


def sequence(value: Any, subject: str, most: int) -> list[Any]:
    """Return a JSON array of at most ``most`` values."""
    if not isinstance(value, list):
        _refuse(subject, "an array")
    if len(value) > most:
        raise RecordingFileError(f"{subject} has {len(value)} entries; the most is {most}")
    return list(value)


def text(value: Any, subject: str, most: int = limits.TEXT) -> str:
    """Return text of at most ``most`` characters without NUL."""
    if not isinstance(value, str):
        _refuse(subject, "text")
    if len(value) > most or "\0" in value:
        raise RecordingFileError(f"{subject} is too long or holds a NUL character")
    return str(value)


def optional_text(value: Any, subject: str) -> str | None:
    """Return text or None."""
    return None if value is None else text(value, subject)


def integer(value: Any, subject: str, least: int = -_MOST_INTEGER, most: int = _MOST_INTEGER) -> int:
    """Return an integer from ``least`` to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(subject, "a whole number")
    if not least <= value <= most:
        raise RecordingFileError(f"{subject} is out of range")
    return int(value)


def optional_integer(value: Any, subject: str, least: int = -_MOST_INTEGER) -> int | None:
    """Return an integer of at least ``least``, or None."""
    return None if value is None else integer(value, subject, least)


def number(value: Any, subject: str) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        _refuse(subject, "a number")
    return float(value)


def optional_number(value: Any, subject: str, least: float = -math.inf) -> float | None:
    """Return a finite number of at least ``least``, or None."""
    if value is None:
        return None
    if number(value, subject) < least:
        raise RecordingFileError(f"{subject} is out of range")
    return number(value, subject)


def moment(value: Any, subject: str) -> datetime:
    """Return an instant in UTC; the text must have a time zone."""
    try:
        parsed = datetime.fromisoformat(text(value, subject, 64))
        if parsed.tzinfo is None or parsed.year not in _YEARS:
            raise ValueError
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordingFileError(f"{subject} is not an instant in UTC") from None


def pairs(value: Any, subject: str, most: int) -> tuple[tuple[str, str], ...]:
    """Return distinct (text, text) pairs."""
    parsed = []
    for entry in sequence(value, subject, most):
        if not isinstance(entry, list) or len(entry) != 2:
            _refuse(subject, "pairs")
        parsed.append((text(entry[0], subject), text(entry[1], subject)))
    return tuple(distinct(parsed, subject))


def distinct(values: Sequence[Any], subject: str) -> Sequence[Any]:
    """Return the values after checking that they are distinct."""
    if len(set(values)) < len(values):
        raise RecordingFileError(f"{subject} names one thing twice")
    return values


def required(document: Mapping[str, Any], key: str, subject: str) -> Any:
    """Return the value of a required key."""
    if key not in document:
        raise RecordingFileError(f"{subject} lacks {key!r}")
    return document[key]


def _refuse(subject: str, wanted: str) -> Any:
    raise RecordingFileError(f"{subject} is not {wanted}")
