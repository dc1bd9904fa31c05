"""A run's document with flattened keys, for comparison key by key, and the hash that identifies a run in a report."""

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuscope.core.run import DAMAGED_READINGS, RunRecord
from gpuscope.core.runspec import RunSpec


def flatten(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten nested mappings, with keys joined by dots; lists, NaN and infinities become text."""
    flat: dict[str, Any] = {}
    for key, value in document.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{key}.")
        elif isinstance(value, (list, tuple)):
            flat[f"{prefix}{key}"] = " ".join(str(part) for part in value)
        elif isinstance(value, float) and not math.isfinite(value):
            flat[f"{prefix}{key}"] = repr(value)
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def spec_settings(spec: RunSpec) -> dict[str, Any]:
    """Return a spec as individual settings; a command is split into its program and arguments."""
    document = {key: value for key, value in flatten(spec.to_json()).items() if key != "command"}
    return {**document, **command_settings(spec.command)} if spec.command else document


def command_settings(command: Sequence[str]) -> dict[str, str]:
    """Return a command line as settings: "program", each option by its name, other words as "argument N".

    An interpreter's script, module or code is part of the program. A word after an option is taken as its value, since only the program
    knows which options have one.
    """
    arguments = list(command)
    program = [arguments.pop(0)]
    if _INTERPRETER.fullmatch(program[0]):
        while arguments:
            program.append(arguments.pop(0))
            if program[-2] in ("-m", "-c") or not program[-1].startswith("-"):
                break
    settings = {"program": " ".join(program)}
    number = 0
    while arguments:
        argument = arguments.pop(0)
        key, equals, value = argument.partition("=")
        if not _OPTION.match(argument):
            number += 1
            key, value = f"argument {number}", argument
        elif not equals:
            value = arguments.pop(0) if arguments and not _OPTION.match(arguments[0]) else "yes"
        settings[key] = f"{settings[key]} {value}" if key in settings else value
    return settings


_INTERPRETER = re.compile(r"(.*/)?(python|pypy)[\d.]*")
_OPTION = re.compile(r"--?[A-Za-z]")


def run_hash(record: RunRecord) -> str:
    """Return the SHA-256, in hexadecimal, of a run's JSON document: keys sorted, ASCII, without whitespace.

    The document is that of :meth:`~gpuscope.core.run.RunRecord.to_json` without its origin, so that an imported run keeps its hash, and
    without gaps from later damage in the store. Editing a tag or a note changes the hash.
    """
    content = {key: value for key, value in _as_recorded(record).to_json().items() if key != "origin"}
    document = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode("ascii")).hexdigest()


def _as_recorded(record: RunRecord) -> RunRecord:
    results = (replace(result, gaps=tuple(gap for gap in result.gaps if gap.reason != DAMAGED_READINGS)) for result in record.devices)
    return replace(record, devices=tuple(results))
