"""A run's document as flat keys, so that two can be compared key by key, and the hash that a run is known by in a report."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gpuscope.core.run import DAMAGED_READINGS, RunRecord


def flatten(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested mappings as one, keys joined by dots; lists become text, NaN and infinities too."""
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


def run_hash(record: RunRecord) -> str:
    """Return the SHA-256, in hexadecimal, of a run's JSON document: keys sorted, ASCII, without blanks.

    The document is that of :meth:`~gpuscope.core.run.RunRecord.to_json` without its origin, so that a run that is imported keeps its hash,
    and without gaps of readings that the store lost later; whoever edits a tag or a note changes it.
    """
    content = {key: value for key, value in _as_recorded(record).to_json().items() if key != "origin"}
    document = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode("ascii")).hexdigest()


def _as_recorded(record: RunRecord) -> RunRecord:
    results = (replace(result, gaps=tuple(gap for gap in result.gaps if gap.reason != DAMAGED_READINGS)) for result in record.devices)
    return replace(record, devices=tuple(results))
