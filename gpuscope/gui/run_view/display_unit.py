"""The unit that fits what is read now: GiB rather than bytes, per cent rather than a share."""

import math

from gpuscope.core.display_unit import NUMBER, PERCENT, DisplayUnit

_MEMORY = ((2**30, "GiB"), (2**20, "MiB"))
_STEPS: dict[str, tuple[tuple[float, str], ...]] = {
    "B": _MEMORY,
    "B/s": (*((size, f"{unit}/s") for size, unit in _MEMORY), (2**10, "KiB/s"), (1.0, "B/s")),
    "Hz": ((1e6, "MHz"),),
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")),
    "W": ((1e4, "kW"), (1.0, "W")),
    "J": ((1e6, "MJ"), (1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ")),
    "Wh": ((1e6, "MWh"), (1e3, "kWh"), (1.0, "Wh"), (1e-3, "mWh"), (1e-6, "µWh")),
    "samples/s": ((1e6, "M samples/s"), (1e4, "k samples/s"), (1.0, "samples/s")),
    "steps/s": ((1e6, "M steps/s"), (1e4, "k steps/s"), (1.0, "steps/s")),
}
_SIZES = {"M samples/s": 1e6, "k samples/s": 1e3, "M steps/s": 1e6, "k steps/s": 1e3, "kW": 1e3}
"""Of units that are taken later than from one on: 5 000 samples/s needs no prefix yet."""
_RATES, _RATE_DIGITS = frozenset({"samples/s", "steps/s"}), 4
"""As many as sentences and tables tell of them (``core.figures``): a run's throughput is one number wherever it stands."""


def display_unit(unit: str, magnitude: float, *, share: bool = False) -> DisplayUnit:
    """Return the unit in which values up to a magnitude are read best while a run goes on.

    Units change seldom, and where a reader of such sensors expects it: clocks stay in MHz and power in W up to 10 kW, so that a curve
    is not renamed under the reader's eyes. Figures that are compared have :func:`gpuscope.reports.display_unit.display_unit`.

    Args:
        unit: SI.
        magnitude: The largest value that is shown; what is not finite counts as none.
        share: Whether the unit "1" is that of a share, to be read in per cent.
    """
    if share:
        return PERCENT
    steps = _STEPS.get(unit)
    if steps is None:
        return NUMBER if unit == "1" else DisplayUnit(unit, 1.0)
    size = abs(magnitude) if math.isfinite(magnitude) else 0.0
    begin, text = next((step for step in steps if size >= step[0]), steps[-1] if size else _plain(steps))
    return DisplayUnit(text, _SIZES.get(text, begin), _RATE_DIGITS if unit in _RATES else 3)


def beside(value: float, main: float | None, unit: str) -> str:
    """Return a value as it stands below a larger figure: its unit is left out where that has the same.

    Args:
        value: SI.
        main: The figure above it, SI; None when that is missing.
        unit: Of both, SI.
    """
    shown = display_unit(unit, value)
    is_same = main is not None and display_unit(unit, main) == shown
    return shown.figure(value) if is_same else f"{shown.figure(value)} {shown.name}"


def _plain(steps: tuple[tuple[float, str], ...]) -> tuple[float, str]:
    """Return the step for nothing at all: the unit without a prefix, else the smallest."""
    return next((step for step in steps if step[0] == 1.0), steps[-1])
