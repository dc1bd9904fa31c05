"""Nested documents as flat ones, so that two of them can be compared key by key."""

import math
from collections.abc import Mapping
from typing import Any


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
