"""Documents as JSON that any parser accepts."""

import json
import math
from typing import Any


def json_text(document: object, indent: int | None = None) -> str:
    """Return a document as JSON in pure ASCII, with null for NaN and infinities."""
    try:
        return json.dumps(document, allow_nan=False, indent=indent)
    except ValueError:  # rare, so the full walk happens only then
        return json.dumps(_finite(document), allow_nan=False, indent=indent)


def _finite(document: Any) -> Any:
    """Return a JSON document with None for NaN and infinities, and string keys."""
    if isinstance(document, dict):
        return {str(key): _finite(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [_finite(value) for value in document]
    if isinstance(document, float) and not math.isfinite(document):
        return None
    return document
