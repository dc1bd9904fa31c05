"""How far the answers of two forms of one model may be apart and count as the same: compiled, exported, converted, against eager torch."""

from collections.abc import Mapping
from types import MappingProxyType

from gpuscope.core import figures

TOLERANCES: Mapping[str, float] = MappingProxyType({"fp64": 1e-12, "fp32": 1e-5, "tf32": 3e-3, "bf16": 2e-2, "fp16": 3e-3})
"""By number format: largest difference, relative to the largest answer. Some units in the last place of each, as sums are reordered."""


def tolerance_text(precision: str) -> str:
    """Return the tolerance of a number format: ``0.00001 in fp32``."""
    return f"{figures.significant(TOLERANCES[precision], 1)} in {precision}"


def agreement_text(error: float, precision: str) -> str:
    """Return on which side of the tolerance an error lies: ``within the tolerance of 0.00001 in fp32``; NaN is beyond it."""
    side = "within" if error <= TOLERANCES[precision] else "beyond"
    return f"{side} the tolerance of {tolerance_text(precision)}"
