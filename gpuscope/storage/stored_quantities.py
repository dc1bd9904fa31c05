"""Quantities in their JSON form, as stored in the rows of runs and devices."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run_metrics import without_false_ceilings

_QUALITIES = frozenset(Quality)
_NUMBERS = (float, int, type(None))


class StoredQuantities(Mapping[str, Quantity]):
    """Quantities by key, parsed on access, since a long list of runs shows few of them; only a limited number are cached."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def numbers(self, keys: Sequence[str]) -> tuple[float | None, ...]:
        """Return the values of the given keys, None if absent, without caching: for a quick pass over thousands of runs.

        Raises:
            ValueError: The text is not JSON.
        """
        document = json.loads(self._text)
        return tuple(_number(document.get(key)) for key in keys)

    def __getitem__(self, key: str) -> Quantity:
        return _parsed(self._text)[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_parsed(self._text))

    def __len__(self) -> int:
        return len(_parsed(self._text))

    def __eq__(self, other: object) -> bool:
        """Compare the stored text, in which a NaN equals itself."""
        return self._text == other._text if isinstance(other, StoredQuantities) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # as any mapping


def _number(document: Mapping[str, Any] | None) -> float | None:
    if document is None:
        return None
    value = document.get("non_finite") if document["value"] is None else document["value"]
    return None if value is None else float(value)


@lru_cache(maxsize=512)
def _parsed(text: str) -> Mapping[str, Quantity]:
    # Runs of earlier versions hold shares of a ceiling above 1.
    return without_false_ceilings(quantities(json.loads(text)))


def quantities(document: Mapping[str, Any]) -> dict[str, Quantity]:
    """Read quantities by key from their JSON form."""
    return {key: Quantity.from_json(value) for key, value in document.items()}


def without_numbers(numbers: Mapping[str, Quantity], why: str) -> dict[str, Quantity]:
    """Return the quantities marked as missing, with a reason."""
    return {key: Quantity.missing(number.unit, why, number.source) for key, number in numbers.items()}


def check_quantities(text: str) -> None:
    """Validate quantities without creating them, since a list of runs shows few of them.

    Raises:
        ValueError: The text is not JSON, or a value is not a quantity.
        TypeError: A unit or source is not a string.
    """
    document = json.loads(text)
    for number in document.values():
        value = number["value"]
        if type(value) not in _NUMBERS or number["quality"] not in _QUALITIES:
            raise ValueError("not a quantity")
        if value is None:  # missing, or not finite: rare enough to create it
            Quantity.from_json(number)
        elif not isinstance(number["unit"] + number["source"], str):
            raise TypeError("not a quantity")
