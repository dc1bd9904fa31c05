"""A validator for the part of JSON Schema (draft 2020-12) that the shipped schemas use; an unknown keyword is an error, not ignored."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: dict[str, Any] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}
_WORDS = {"$schema", "$id", "$defs", "title", "description"}
"""Keywords that impose no constraint."""


def faults(value: Any, schema: Mapping[str, Any]) -> list[str]:
    """Return where a value violates a schema."""
    return list(_faults(value, schema, schema, "$"))


def _faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], where: str) -> Iterator[str]:
    for keyword, asked in schema.items():
        if keyword not in _WORDS:
            yield from _of(keyword, asked, value, schema, root, where)


def _of(keyword: str, asked: Any, value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], where: str) -> Iterator[str]:
    match keyword:
        case "$ref":
            yield from _faults(value, root["$defs"][asked.removeprefix("#/$defs/")], root, where)
        case "anyOf":
            found = [list(_faults(value, one, root, where)) for one in asked]
            yield from min(found, key=len)
        case "properties":
            for key in asked.keys() & value.keys() if isinstance(value, dict) else ():
                yield from _faults(value[key], asked[key], root, f"{where}.{key}")
        case "additionalProperties":
            for key in value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else ():
                yield from _faults(value[key], asked, root, f"{where}.{key}")
        case "items":
            for number, one in enumerate(value if isinstance(value, list) else ()):
                yield from _faults(one, asked, root, f"{where}[{number}]")
        case _:
            if not _holds(keyword, asked, value):
                yield f"{where}: {value!r} is not as {keyword} {asked!r} has it"


def _holds(keyword: str, asked: Any, value: Any) -> bool:
    match keyword:
        case "type":
            return any(_TYPES[one](value) for one in ([asked] if isinstance(asked, str) else asked))
        case "const":
            return bool(value == asked)
        case "enum":
            return value in asked
        case "required":
            return not isinstance(value, dict) or set(asked) <= value.keys()
        case "minItems" | "maxItems":
            return not isinstance(value, list) or (len(value) >= asked if keyword == "minItems" else len(value) <= asked)
        case "pattern":
            return not isinstance(value, str) or re.search(asked, value) is not None
        case "minimum" | "maximum":
            is_number = _TYPES["number"](value)
            return not is_number or (value >= asked if keyword == "minimum" else value <= asked)
    raise AssertionError(f"the validator does not know {keyword}")
