"""A value with its provenance: unit, source, quality and uncertainty."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class Quality(StrEnum):
    """How a value was obtained, best first."""

    MEASURED = "measured"
    DERIVED = "derived"
    """Arithmetic on measured values, other than a difference, mean, percentile or integral of readings."""
    VENDOR_MODELLED = "vendor-modelled"
    ESTIMATED = "estimated"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with its unit, source, quality and uncertainty.

    Attributes:
        value: The number in ``unit``; None if missing. NaN or infinite if so measured (a loss).
        unit: SI unit or a plain word ("1" for a ratio, "samples/s").
        quality: How the value was obtained.
        source: The interface or computation that it comes from, in a few words.
        uncertainty: Half width of the 95 % band (k = 2) in ``unit``; None if unknown.
        reason: Why the value is missing, or a note on it; None if there is none.
    """

    value: float | None
    unit: str
    quality: Quality
    source: str
    uncertainty: float | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) != (self.quality is Quality.MISSING):
            raise ValueError("a missing quantity has no value, and only a missing one")
        if self.quality is Quality.MISSING and not self.reason:
            raise ValueError("a missing quantity says why")

    @classmethod
    def missing(cls, unit: str, reason: str, source: str = "") -> Self:
        """Return a missing quantity, with the reason in words."""
        return cls(None, unit, Quality.MISSING, source, None, reason)

    @property
    def is_missing(self) -> bool:
        """Whether there is no value."""
        return self.value is None

    @property
    def finite(self) -> float | None:
        """The value if it is a finite number; None if missing, NaN or infinite."""
        return self.value if self.value is not None and math.isfinite(self.value) else None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form; NaN and infinities become null with a ``non_finite`` tag."""
        document: dict[str, Any] = {
            "value": self.value,
            "unit": self.unit,
            "quality": self.quality.value,
            "source": self.source,
            "uncertainty": self.uncertainty,
            "reason": self.reason,
        }
        if self.value is not None and not math.isfinite(self.value):
            document["value"] = None
            document["non_finite"] = repr(float(self.value))
        return document

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`; unknown keys are ignored.

        Raises:
            ValueError: The document is not a quantity.
        """
        try:
            value = document["value"]
            if value is None and document.get("non_finite") is not None:
                value = float(document["non_finite"])
            return cls(
                None if value is None else float(value),
                str(document["unit"]),
                Quality(document["quality"]),
                str(document["source"]),
                None if document.get("uncertainty") is None else float(document["uncertainty"]),
                None if document.get("reason") is None else str(document["reason"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a quantity: {document!r}") from error
