"""Values of a JSON document that somebody else wrote: each is of its type and in its range, or the document is refused."""

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from gpuscope.bundles import limits
from gpuscope.bundles.limits import RecordingFileError

_MOST_INTEGER = 2**62
"""Stamps are added to each other in 64 bits."""
_YEARS = range(1970, 2200)


def parse(data: bytes, what: str) -> Any:
    """Read a JSON document whose texts are Unicode, whose whole numbers fit 64 bits, and which is not deep.

    Raises:
        RecordingFileError: It is none.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RecordingFileError(f"{what} is no JSON document: {str(error)[:80]}") from None
    _check(document, what, limits.DEPTH)
    return document


def _check(value: Any, what: str, depth: int) -> None:
    if isinstance(value, str):
        _check_text(value, what)
    elif isinstance(value, int) and abs(value) >= 2**63:
        raise RecordingFileError(f"{what} holds a number that is too large")
    elif isinstance(value, (dict, list)):
        if not depth:
            raise RecordingFileError(f"{what} is nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, what, depth - 1)
        for key in value if isinstance(value, dict) else ():
            _check_text(key, what)


def _check_text(value: str, what: str) -> None:
    """Refuse half of a character, which neither a database nor a window takes; odd bytes of file names pass."""
    try:
        value.isascii() or value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise RecordingFileError(f"{what} holds text that is no Unicode") from None


def mapping(value: Any, what: str) -> dict[str, Any]:
    """Return a JSON object."""
    return value if isinstance(value, dict) else _refuse(what, "an object")


def sequence(value: Any, what: str, most: int) -> list[Any]:
    """Return a JSON array of at most that many values."""
    if not isinstance(value, list):
        _refuse(what, "an array")
    if len(value) > most:
        raise RecordingFileError(f"{what} has {len(value)} entries; the most is {most}")
    return list(value)


def text(value: Any, what: str, most: int = limits.TEXT) -> str:
    """Return text of at most that many characters."""
    if not isinstance(value, str):
        _refuse(what, "text")
    if len(value) > most or "\0" in value:
        raise RecordingFileError(f"{what} is too long or holds a NUL character")
    return str(value)


def optional_text(value: Any, what: str) -> str | None:
    """Return text or None."""
    return None if value is None else text(value, what)


def integer(value: Any, what: str, least: int = -_MOST_INTEGER, most: int = _MOST_INTEGER) -> int:
    """Return a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(what, "a whole number")
    if not least <= value <= most:
        raise RecordingFileError(f"{what} is out of range")
    return int(value)


def optional_integer(value: Any, what: str, least: int = -_MOST_INTEGER) -> int | None:
    """Return a whole number or None."""
    return None if value is None else integer(value, what, least)


def number(value: Any, what: str) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        _refuse(what, "a number")
    return float(value)


def optional_number(value: Any, what: str) -> float | None:
    """Return a finite number or None."""
    return None if value is None else number(value, what)


def moment(value: Any, what: str) -> datetime:
    """Return an instant with its time zone."""
    try:
        parsed = datetime.fromisoformat(text(value, what, 64))
        if parsed.tzinfo is None or parsed.year not in _YEARS:
            raise ValueError
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordingFileError(f"{what} is not an instant in UTC") from None


def pairs(value: Any, what: str, most: int) -> tuple[tuple[str, str], ...]:
    """Return (text, text) pairs, each once."""
    parsed = []
    for entry in sequence(value, what, most):
        if not isinstance(entry, list) or len(entry) != 2:
            _refuse(what, "pairs")
        parsed.append((text(entry[0], what), text(entry[1], what)))
    return tuple(distinct(parsed, what))


def distinct(values: Sequence[Any], what: str) -> Sequence[Any]:
    """Return the values, each of which is there once."""
    if len(set(values)) < len(values):
        raise RecordingFileError(f"{what} names one thing twice")
    return values


def required(document: Mapping[str, Any], key: str, what: str) -> Any:
    """Return what stands under a key."""
    if key not in document:
        raise RecordingFileError(f"{what} lacks {key!r}")
    return document[key]


def _refuse(what: str, wanted: str) -> Any:
    raise RecordingFileError(f"{what} is not {wanted}")
