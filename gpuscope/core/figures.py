"""Formatting of numbers and units: digits, thousands, prefixes; the one place that decides how a figure is written.

Every surface (window, PDF, HTML, terminal) writes its figures with this module. Three questions, one function each:

- one figure in a sentence: :func:`figure`, with the prefix that suits it (``1.23 kW``, ``4.00 GiB``);
- figures side by side in a row, a column or on an axis: :func:`display_unit`, one unit for all of them, which suits the largest;
- a reading that goes on changing: :func:`steady_unit`, of the same table, but with few prefixes, so that its unit seldom changes.

A figure has three significant digits, a rate or a plain ratio four. Thousands stand apart by a thin space from five digits on, and four
digits stand together, in settings and in figures alike (SI Brochure, 5.4.4): a batch of 1024 reads as it was typed.
"""

import math
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gpuscope.core.quantity import Quantity

THIN_SPACE = "\u202f"
"""Narrow no-break space between thousands."""
NO_BREAK_SPACE = "\u00a0"
_BEFORE_UNIT = re.compile(
    r"(?<=[±<~]) (?=[\d<])"
    r"|(?<=\d) (?=%|×|±|°C|[PTGMkmµn]?(?:W|Wh|J|s|Hz|B|FLOP)\b|[KMGTP]iB\b|(?:samples|steps|tokens)/s|(?:min|h|points)\b)"
)
"""The spaces of a sentence that stand inside a figure."""
_UNSPACED = 10_000
"""Numbers below this are written without a space between thousands."""
DEGREES = "°C"
"""Sensors report whole ones, so three digits say all."""
_MANTISSAS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Steps of an axis that are read at a glance; 10 is the next power's 1."""
_J_PER_WH = 3600.0  # 1 W · 3600 s
_MOST_DECIMALS = 7
"""A number that needs more, below 0.0001 with four digits, is in scientific notation: its zeros would not fit a column."""
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_ROUNDS_UP = 0.9995
"""With three digits 999.5 W rounds to 1000 W: from here on a figure takes the next prefix and is 1.00 kW."""

_SI = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
"""No centi, no deca: the prefixes in which devices are specified."""
_BELOW_ONE = tuple(step for step in _SI if step[0] <= 1.0)
"""Of seconds: nobody reads kiloseconds."""
_BINARY = ((2.0**50, "Pi"), (2.0**40, "Ti"), (2.0**30, "Gi"), (2.0**20, "Mi"), (2.0**10, "Ki"), (1.0, ""))
"""Memory is sold and reported in powers of 1024 (IEC 80000-13)."""
_RATE = ((1e6, "M "), (1.0, ""))
"""Of samples and steps by the second: a throughput is read in full up to a million."""
_PREFIXES = {
    **dict.fromkeys(("W", "J", "Wh", "Hz", "FLOP/s", "B/s"), _SI),
    **dict.fromkeys(("samples/s", "steps/s", "tokens/s"), _RATE),
    "s": _BELOW_ONE,
    "B": _BINARY,
}
"""The prefixes that each unit takes, largest first. Memory is binary, as its makers and tools count it; rates of bytes are decimal, as
links and disks are specified."""
_STEADY = {
    "W": ("k", ""),
    "Hz": ("M",),
    "s": ("", "m", "µ"),
    "J": ("M", "k", "", "m", "µ"),
    "Wh": ("M", "k", "", "m", "µ"),
    "B": ("Gi", "Mi"),
    "B/s": ("G", "M", "k", ""),
}
"""The subset for live readings: clocks stay in MHz, memory is never shown in bytes."""
_STEADY_FROM = {"W": 10.0}
"""How many of a prefixed unit a live reading must reach before it takes the prefix: a GPU that swings around 1 kW stays in watts."""
_SMALL, _LARGE = 0.1, 10.0
"""Ratios between these have as many decimals as their intervals."""
_CLOSE, _WIDE = 0.01, 0.1
"""Widths of an interval above one, and about or below it, from which two decimals say enough."""
_DIGITS = {"samples/s": 4, "steps/s": 4, "tokens/s": 4, DEGREES: 3}


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """A unit in which figures are shown, with its prefix: kW, GiB, per cent.

    Attributes:
        name: The unit, with its prefix; "" for a plain number.
        size: One of it in SI units: 1000 for kW, 0.01 for per cent.
        digits: Significant digits.
    """

    name: str
    size: float
    digits: int = 3

    def shown(self, value: float) -> float:
        """Return an SI value in this unit, as a number."""
        return value / self.size

    def figure(self, value: float) -> str:
        """Return an SI value in this unit, without the unit's name; a plain number that is whole has no decimals."""
        if self.name == "" and math.isfinite(value) and float(value).is_integer():
            return _spaced(int(value))
        if self == PERCENT and 0 < abs(value) < _LEAST_SHARE:
            return f"{'<' if value > 0 else '>'}{NO_BREAK_SPACE}{math.copysign(100 * _LEAST_SHARE, value):g}"
        return significant(self.shown(value), self.digits)

    def with_name(self, value: float) -> str:
        """Return an SI value in this unit, with the unit's name: ``1.23 kW``."""
        return f"{self.figure(value)} {self.name}".rstrip()

    def after(self, label: str) -> str:
        """Return a label with the unit behind it: ``Mean power, W``."""
        return f"{label}, {self.name}" if self.name else label


PERCENT = DisplayUnit("%", 0.01)
_LEAST_SHARE = 1e-4
"""A share below it, 0.01 %, is shown as this bound: nothing that is measured here is known that well."""
NUMBER = DisplayUnit("", 1.0, 4)
"""A ratio or a count."""


def display_unit(unit: str, values: Iterable[float | None], *, share: bool = False, energy_unit: str = "J") -> DisplayUnit:
    """Return the common unit for several figures: its prefix suits the largest of them.

    Args:
        unit: SI unit of the values ("1" for a ratio or a count).
        values: The figures; None, NaN and infinities do not count.
        share: Whether they are read as percentages.
        energy_unit: In which joules are shown: "J" or "Wh".
    """
    if unit == "J" and energy_unit == "Wh":
        hours = display_unit("Wh", [None if value is None else energy_in("Wh", value) for value in values])
        return replace(hours, size=hours.size * _J_PER_WH)
    if share:
        return PERCENT
    largest = max((abs(value) for value in values if value is not None and math.isfinite(value)), default=0.0)
    steps = _PREFIXES.get(unit, ())
    for size, prefix in steps:
        if largest >= size * _ROUNDS_UP:
            return DisplayUnit(prefix + unit, size, _digits(unit))
    return _plain(unit)


def steady_unit(unit: str, magnitude: float, *, share: bool = False) -> DisplayUnit:
    """Return the unit of a live reading or curve, which must not be renamed under the reader's eyes: it has few prefixes.

    Args:
        unit: SI unit of the reading.
        magnitude: The largest value that is shown; what is not finite counts as none.
        share: Whether the unit "1" is that of a share, to be read in per cent.
    """
    if share:
        return PERCENT
    allowed = _STEADY.get(unit)
    if allowed is None:
        return display_unit(unit, [magnitude])
    steps = [(size, prefix) for size, prefix in _PREFIXES[unit] if prefix in allowed]
    reached = abs(magnitude) if math.isfinite(magnitude) else 0.0
    for size, prefix in steps:
        if reached >= size * (_STEADY_FROM.get(unit, _ROUNDS_UP) if size > 1.0 else _ROUNDS_UP):
            return DisplayUnit(prefix + unit, size, _digits(unit))
    size, prefix = steps[-1] if reached else next((step for step in steps if step[0] == 1.0), steps[-1])
    return DisplayUnit(prefix + unit, size, _digits(unit))


def _digits(unit: str) -> int:
    return _DIGITS.get(unit, 3 if unit in _PREFIXES else 4)


def _plain(unit: str) -> DisplayUnit:
    return NUMBER if unit == "1" else DisplayUnit(unit, 1.0, _digits(unit))


def energy_in(unit: str, joules: float) -> float:
    """Return an energy in the user's unit, "J" or "Wh"."""
    return joules / _J_PER_WH if unit == "Wh" else joules


def in_unit(quantity: Quantity, unit: str) -> Quantity:
    """Return an energy converted to the user's unit, "J" or "Wh"; any other quantity unchanged."""
    if unit != "Wh" or quantity.unit != "J":
        return quantity
    value = None if quantity.value is None else energy_in(unit, quantity.value)
    uncertainty = None if quantity.uncertainty is None else energy_in(unit, quantity.uncertainty)
    return replace(quantity, value=value, uncertainty=uncertainty, unit="Wh")


def significant(value: float, digits: int = 3) -> str:
    """Return a number with that many significant digits, thousands apart from five digits on: ``12 300``."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if digits - 1 - exponent > _MOST_DECIMALS and exponent < 0:
        mantissa, power = f"{value:.{min(digits, 3) - 1}e}".split("e")
        if digits - 1 - int(power) > _MOST_DECIMALS:
            return f"{mantissa}{THIN_SPACE}×{THIN_SPACE}10{str(int(power)).translate(_SUPERSCRIPT)}"
    if exponent >= sys.float_info.max_10_exp:  # rounding up, and the next power of ten, may both exceed what a float holds
        return _spaced(value)
    rounded = round(value, digits - 1 - exponent)
    if abs(rounded) >= 10.0 ** (exponent + 1):
        exponent += 1
    return _spaced(rounded, max(0, digits - 1 - exponent))


def _spaced(value: float, decimals: int = 0) -> str:
    """Return a number with its thousands apart where it has five digits or more in front of the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{decimals}f}"  # an int in all its digits
    return text.replace(",", THIN_SPACE if abs(value) >= _UNSPACED else "")


def grouped(value: float, decimals: int = 0) -> str:
    """Return a number with that many decimals, as the ticks of an axis have them, thousands apart from five digits on."""
    return _spaced(round(value, decimals), decimals)


def figure(value: float, unit: str) -> str:
    """Return value and unit as shown: ``1.23 kW``, ``4.00 GiB``; for a ratio that is read in per cent see :func:`percent`."""
    return display_unit(unit, [value]).with_name(value)


def setting(value: object) -> str:
    """Return a recorded setting or fact as shown: a whole number without a point, thousands apart from five digits on."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # above, a float's whole numbers have gaps
        value = int(value)
    return _spaced(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def beside(value: float, main: float | None, unit: str) -> str:
    """Return a live value as it stands below a larger figure: its unit is left out where that has the same.

    Args:
        value: In SI units.
        main: The figure above it, in SI units; None when that is missing.
        unit: SI unit of both.
    """
    shown = steady_unit(unit, value)
    is_same = main is not None and steady_unit(unit, main) == shown
    return shown.figure(value) if is_same else shown.with_name(value)


ONCE = "once"


def counted(number: int, singular: str, several: str = "") -> str:
    """Return a number of things: ``1 run``, ``12 300 runs``, ``once``; the plural is the word with an s where none is given."""
    if number == 1 and singular == "time":
        return ONCE
    return f"{figure(number, '1')} {singular if number == 1 else several or f'{singular}s'}"


def listed(items: Sequence[str]) -> str:
    """Return words as a sentence lists them: ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def listed_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them; apart by semicolons where one of them has a comma: ``CPU, FP32; CPU, BF16 and GPU``."""
    if len(names) < 2:
        return "".join(names)
    return f"{('; ' if any(',' in name for name in names) else ', ').join(names[:-1])} and {names[-1]}"


def percent(share: float) -> str:
    """Return a ratio as a percentage: ``12.3 %``, ``< 0.01 %``."""
    return PERCENT.with_name(share)


def shown(quantity: Quantity, *, share: bool = False) -> str:
    """Return a quantity as shown in a table: the figure, with "~" before an estimate, or "–" when missing."""
    if quantity.value is None:
        return "–"
    text = percent(quantity.value) if share else figure(quantity.value, quantity.unit)
    return f"~{text}" if quantity.quality == "estimated" else text


_DAY_S = 86_400


def duration(seconds: float) -> str:
    """Return a duration for display: ``420 ms``, ``12.3 s``, ``3 min 20 s``, ``2 h 05 min``, ``47 d 12 h``."""
    if seconds < 60:
        return figure(seconds, "s")
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    if whole < _DAY_S:
        return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
    hours = round(seconds / 3600)
    return f"{hours // 24} d {hours % 24:02d} h"


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5, 5 times a power of ten that is at least as large; 1.0 for what is no positive number."""
    if not (math.isfinite(least) and least > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    if power == 0:
        return 1.0
    return next((mantissa * power for mantissa in _MANTISSAS if mantissa * power >= least * (1 - 1e-9)), 10.0 * power)


_FAR = 1e3
"""Ratio from which, and below whose inverse, only the bound is shown."""


def ratio_texts(ratio: float | None, interval: tuple[float, float] | None) -> tuple[str, str]:
    """Return a ratio and its interval, both with as many decimals as the interval's width allows; "–" and "" where there is none."""
    if ratio is None or interval is None:
        return "–" if ratio is None else _bounded(ratio), ""
    low, high = interval
    if not (min(low, ratio) >= _SMALL and max(high, ratio) <= _LARGE):
        return significant(ratio), ratio_interval(interval)
    decimals = 2 if high - low >= (_CLOSE if low >= 1 else _WIDE) else 3
    return f"{ratio:.{decimals}f}", f"{low:.{decimals}f}–{high:.{decimals}f}"


def _bounded(ratio: float) -> str:
    """Return a ratio, or the bound that it lies beyond: the digits of 0.0000399 say nothing that "< 0.001" does not."""
    if 0 < ratio < 1 / _FAR:
        return f"<{NO_BREAK_SPACE}{1 / _FAR:g}"
    return f">{NO_BREAK_SPACE}{_FAR:g}" if _FAR < ratio < math.inf else significant(ratio)


def times(ratio: float | str) -> str:
    """Return a ratio as shown: ``1.32 ×``; one that was written with the decimals of its interval keeps them."""
    return f"{ratio if isinstance(ratio, str) else _bounded(ratio)}{NO_BREAK_SPACE}×"


def unbroken(text: str) -> str:
    """Return a sentence for a place where it wraps, in which no line ends between a number and its unit: ``67.0 %``, ``± 0.6 %``."""
    return _BEFORE_UNIT.sub(NO_BREAK_SPACE, text)


def ratio_interval(ends: tuple[float, float]) -> str:
    """Return an interval of a ratio: ``1.79–1.85``; ends below a thousandth or above 1000 are clipped where the other is not as far."""
    low, high = ends
    if low > 1e3 or high < 1e-3:
        return f"{significant(low)}–{significant(high)}"
    below, above = ("<\u00a0" if low < 1e-3 else ""), (">\u00a0" if high > 1e3 else "")
    return f"{below}{significant(max(low, 1e-3))}–{above}{significant(min(high, 1e3))}"


_LEAST_SPREAD = 0.1
"""Per cent below which an uncertainty is shown as a bound: no sensor here is that good."""


def spread(share: float) -> str:
    """Return a relative uncertainty, a finite one, in one or two digits: ``± 0.6 %``, ``± 1.3 %``, ``± 10 %``, ``± < 0.1 %``."""
    shown = 100 * share
    if shown < 0.95 * _LEAST_SPREAD:
        return f"± < {_LEAST_SPREAD} %"
    leading = shown / 10.0 ** math.floor(math.log10(shown))
    return f"± {significant(shown, 2 if shown >= 10 or leading < 2 else 1)} %"
