"""Accepted difference between the outputs of two forms of a model: compiled, exported or converted, against eager torch."""

from collections.abc import Mapping
from types import MappingProxyType

from gpuscope.core import figures

TOLERANCES: Mapping[str, float] = MappingProxyType({"fp64": 1e-12, "fp32": 1e-5, "tf32": 3e-3, "bf16": 2e-2, "fp16": 3e-3})
"""Largest difference by number format, relative to the largest output: a few units in the last place, as sums are reordered."""


def tolerance_text(precision: str) -> str:
    """Return the tolerance of a number format: ``0.00001 in fp32``."""
    return f"{figures.significant(TOLERANCES[precision], 1)} in {precision}"


def agreement_text(error: float, precision: str) -> str:
    """Return whether an error is within the tolerance, in words: ``within the tolerance of 0.00001 in fp32``; NaN is beyond it."""
    side = "within" if error <= TOLERANCES[precision] else "beyond"
    return f"{side} the tolerance of {tolerance_text(precision)}"
