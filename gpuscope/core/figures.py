"""Formatting of numbers and units: digits, thousands, prefixes. The single place that determines how a figure is written.

Every output (window, PDF, HTML, terminal) formats its figures with this module. Three cases, one function each:

- a figure in a sentence: :func:`figure`, with a suitable prefix (``1.23 kW``, ``4.00 GiB``);
- figures in a row, in a column or on an axis: :func:`display_unit`, a common unit that suits the largest;
- a live reading: :func:`steady_unit`, from the same table but with fewer prefixes, so that its unit seldom changes.

A figure has three significant digits, a rate or a plain ratio four. Thousands are separated by a thin space from five digits on; four
digits are not separated, in settings and figures alike (SI Brochure, 5.4.4): a batch of 1024 is shown as it was typed.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gpuscope.core.quantity import Quantity

THIN_SPACE = "\u202f"
"""Narrow no-break space, the thousands separator."""
NO_BREAK_SPACE = "\u00a0"
_BEFORE_UNIT = re.compile(
    r"(?<=[±<~]) (?=[\d<])|(?<=\bn) (?== \d)|(?<=\bn =) (?=\d)"
    r"|(?<=\d) (?=%|×|±|°C|[PTGMkmµn]?(?:W|Wh|J|s|Hz|B|FLOP)\b|[KMGTP]iB\b|(?:samples|steps|tokens)/s|(?:min|minutes|h|points)\b)"
)
"""Spaces of a sentence that lie within a figure."""
_UNSPACED = 10_000
"""Numbers below this are written without a thousands separator."""
MISSING = "–"
"""Shown instead of a value that is not known, in every table and on every tile."""
DEGREES = "°C"
"""Unit of temperatures; sensors report whole degrees, so three digits are exact."""
_MANTISSAS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Round steps for an axis; 10 is 1 of the next power."""
_J_PER_WH = 3600.0  # 1 W · 3600 s
_MOST_DECIMALS = 7
"""Numbers that need more decimals (below 0.0001 with four digits) use scientific notation, to fit a column."""
_MOST_DIGITS = 15
"""Numbers with more digits before the point use it too: floats above 10¹⁵ cannot represent every integer."""
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_ROUNDS_UP = 0.9995
"""With three digits 999.5 W rounds to 1000 W, so from here on a figure takes the next prefix: 1.00 kW."""

_SI = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
"""SI prefixes, without centi and deca, which device specifications do not use."""
_BELOW_ONE = tuple(step for step in _SI if step[0] <= 1.0)
"""Prefixes for seconds: kiloseconds are not in common use."""
_BINARY = ((2.0**50, "Pi"), (2.0**40, "Ti"), (2.0**30, "Gi"), (2.0**20, "Mi"), (2.0**10, "Ki"), (1.0, ""))
"""Binary prefixes: memory sizes are powers of 1024 (IEC 80000-13)."""
_RATE = ((1e6, "M "), (1.0, ""))
"""Prefixes for samples and steps per second: a throughput is shown without a prefix up to a million."""
_PREFIXES = {
    **dict.fromkeys(("W", "J", "Wh", "Hz", "FLOP/s", "B/s"), _SI),
    **dict.fromkeys(("samples/s", "steps/s", "tokens/s"), _RATE),
    "s": _BELOW_ONE,
    "B": _BINARY,
    "FLOP": tuple(step for step in _SI if step[0] >= 1.0),
}
"""Prefixes of each unit, largest first. Memory sizes are binary, as vendors and tools count them; byte rates are decimal, as links and
disks are specified."""
_STEADY = {
    "W": ("k", ""),
    "Hz": ("M",),
    "s": ("", "m", "µ"),
    "J": ("M", "k", "", "m", "µ"),
    "Wh": ("M", "k", "", "m", "µ"),
    "B": ("Gi", "Mi"),
    "B/s": ("G", "M", "k", ""),
}
"""Subset of prefixes for live readings: clocks stay in MHz, memory is never shown in bytes."""
_STEADY_FROM = {"W": 10.0}
"""Minimum value in the prefixed unit before a live reading takes the prefix: a GPU fluctuating around 1 kW stays in watts."""
_SMALL, _LARGE = 0.1, 10.0
"""Ratios between these get as many decimals as their intervals."""
_MOST_APART = 5
"""Ratios have fewer decimals than this: a difference below 0.005 % is shown as none."""
_CLOSE, _WIDE = 0.01, 0.1
"""Minimum widths of an interval, above one and around or below one, for which two decimals suffice."""
_DIGITS = {"samples/s": 4, "steps/s": 4, "tokens/s": 4, DEGREES: 3}


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """A unit with prefix for displaying figures: kW, GiB, per cent.

    Attributes:
        name: The unit, with its prefix; "" for a plain number.
        size: Size in SI units: 1000 for kW, 0.01 for per cent.
        digits: Significant digits.
        decimals: Decimals of every figure instead; None for as many as the digits need.
    """

    name: str
    size: float
    digits: int = 3
    decimals: int | None = None

    def shown(self, value: float) -> float:
        """Return an SI value converted to this unit, as a number."""
        return value / self.size

    def figure(self, value: float) -> str:
        """Format an SI value in this unit, without the unit's name; a whole number of nothing or of bytes gets no decimals."""
        if self.name in ("", "B") and abs(value) < 10.0**_MOST_DIGITS and float(value).is_integer():
            return _spaced(int(value))
        if self.decimals is not None and math.isfinite(value):
            return grouped(self.shown(value), self.decimals)
        if 0 < abs(shown := self.shown(value)) < (least := self._least):
            decimals = round(-math.log10(least))
            return f"{'<' if value > 0 else '>'}{NO_BREAK_SPACE}{with_minus(f'{math.copysign(least, value):.{decimals}f}')}"
        return significant(shown, self.digits)

    @property
    def _least(self) -> float:
        """The least figure shown; smaller ones of a unit that has prefixes are as good as nothing beside those it was chosen for."""
        if self == PERCENT:
            return 100 * _LEAST_SHARE
        return 10.0 ** (self.digits - 1 - _MOST_DECIMALS) if self.size != 1.0 or self.name in _PREFIXES else 0.0

    def evenly(self, typical: float) -> "DisplayUnit":
        """Return the unit with the decimals that give a typical SI value, above 0, its digits, for a column of similar figures."""
        return replace(self, decimals=max(0, self.digits - 1 - math.floor(math.log10(self.shown(typical)))))

    def with_name(self, value: float) -> str:
        """Format an SI value in this unit, with the unit's name: ``1.23 kW``."""
        return f"{self.figure(value)} {self.name}".rstrip()


PERCENT = DisplayUnit("%", 0.01)
_LEAST_SHARE = 1e-4
"""Shares below 0.01 % are shown as "< 0.01": no measurement here is that accurate."""
NUMBER = DisplayUnit("", 1.0, 4)
"""Unit of a ratio or a count."""


def display_unit(unit: str, values: Iterable[float | None], *, share: bool = False, energy_unit: str = "J") -> DisplayUnit:
    """Return a common unit for several figures, with a prefix that suits the largest.

    Args:
        unit: SI unit of the values ("1" for a ratio or a count).
        values: The figures; None, NaN and infinities are ignored.
        share: Whether to show them as percentages.
        energy_unit: Unit for joules: "J" or "Wh".
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
    """Return the unit of a live reading or curve, with few prefixes so that it does not change while being read.

    Args:
        unit: SI unit of the reading.
        magnitude: The largest value shown; a value that is not finite counts as 0.
        share: Whether to show the values as percentages.
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


def with_minus(number: str) -> str:
    """Return a formatted number with the sign that texts have, U+2212; files for scripts keep the hyphen."""
    return f"−{number[1:]}" if number.startswith("-") else number


def significant(value: float, digits: int = 3) -> str:
    """Format a number with ``digits`` significant digits, with thousands separated from five digits on: ``12 300``."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if exponent >= _MOST_DIGITS or (digits - 1 - exponent > _MOST_DECIMALS and exponent < 0):
        mantissa, power = f"{value:.{min(digits, 3) - 1}e}".split("e")
        if exponent > 0 or digits - 1 - int(power) > _MOST_DECIMALS:
            return f"{with_minus(mantissa)}{THIN_SPACE}×{THIN_SPACE}10{str(int(power)).translate(_SUPERSCRIPT)}"
    rounded = round(value, digits - 1 - exponent)
    if abs(rounded) >= 10.0 ** (exponent + 1):
        exponent += 1
    return _spaced(rounded, max(0, digits - 1 - exponent))


def _spaced(value: float, decimals: int = 0) -> str:
    """Format a number with separated thousands if it has at least five digits before the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{decimals}f}"  # an int keeps all its digits
    return with_minus(text.replace(",", THIN_SPACE if abs(value) >= _UNSPACED else ""))


def grouped(value: float, decimals: int = 0) -> str:
    """Format a number with ``decimals`` decimals, as for axis ticks, with thousands separated from five digits on."""
    return _spaced(round(value, decimals), decimals)


def figure(value: float, unit: str) -> str:
    """Format a value with its unit: ``1.23 kW``, ``4.00 GiB``; for percentages see :func:`percent`."""
    return display_unit(unit, [value]).with_name(value)


def beside_limit(value: float, limit: float, unit: DisplayUnit) -> DisplayUnit:
    """Return a unit with as many more digits as it takes for a value not to read as the limit beside it: 300.4 W, not 300 W."""
    finer = (replace(unit, digits=digits) for digits in range(unit.digits, unit.digits + _MOST_DECIMALS))
    return next((one for one in finer if one.figure(value) != one.figure(limit)), unit)


def setting(value: object) -> str:
    """Format a recorded setting or fact: integers without a decimal point, with thousands separated from five digits on."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 10.0**_MOST_DIGITS:
        value = int(value)
    return _spaced(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def steady_figure(value: float, unit: str) -> str:
    """Format a live value with its unit, with the few prefixes of :func:`steady_unit`: ``9.62 GiB``, ``1760 MHz``."""
    return steady_unit(unit, value).with_name(value)


ONCE = "once"


def counted(number: float, singular: str, several: str = "") -> str:
    """Format a count: ``1 run``, ``12 300 runs``; the default plural is the singular with an s."""
    return f"{figure(number, '1')} {singular if number == 1 else several or f'{singular}s'}"


def how_often(number: int) -> str:
    """Format how often something happened: ``once``, ``2 times``."""
    return ONCE if number == 1 else counted(number, "time")


def listed(items: Sequence[str]) -> str:
    """Join words as a list in a sentence: ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def joined_names(names: Sequence[str]) -> str:
    """Join names outside of a sentence, with semicolons if a name contains a comma: ``Power; Power, 1 s average``."""
    return _between(names).join(names)


def listed_names(names: Sequence[str]) -> str:
    """Join names as a list in a sentence, with semicolons if a name contains a comma: ``CPU, FP32; CPU, BF16 and GPU``."""
    return "".join(names) if len(names) < 2 else f"{_between(names).join(names[:-1])} and {names[-1]}"


def _between(names: Sequence[str]) -> str:
    return "; " if any("," in name for name in names) else ", "


def capitalized(text: str) -> str:
    """Return a text with a capital first letter; unlike ``str.capitalize``, the rest is unchanged."""
    return f"{text[:1].upper()}{text[1:]}"


def as_heading(text: str) -> str:
    """Return a text with a capital if it starts with a word: ``Power``, but ``gpu:0 power``."""
    return capitalized(text) if text.partition(" ")[0].isalpha() else text


def uncapitalized(text: str) -> str:
    """Return a text with a small first letter."""
    return f"{text[:1].lower()}{text[1:]}"


def within_sentence(label: str) -> str:
    """Return a label with a small first letter, unless it starts with an abbreviation: ``power``, ``CPU time``."""
    return label if label[:2].isupper() else uncapitalized(label)


def percent(share: float) -> str:
    """Format a ratio as a percentage: ``12.3 %``, ``< 0.01 %``."""
    return PERCENT.with_name(share)


def shown(quantity: Quantity, *, share: bool = False) -> str:
    """Format a quantity for a table: the figure, with "~" before an estimate, or "–" if missing."""
    if quantity.value is None:
        return MISSING
    text = percent(quantity.value) if share else figure(quantity.value, quantity.unit)
    return f"~{text}" if quantity.quality == "estimated" else text


_DAY_S = 86_400
_CLOCK_S = 0.9996e-9
"""Shorter times are shown as a bound: stamps are whole nanoseconds. Differences of seconds have rounding errors, hence the margin."""


def duration(seconds: float) -> str:
    """Format a duration: ``< 1 ns``, ``420 ms``, ``12.3 s``, ``3 min 20 s``, ``2 h 05 min``, ``47 d 12 h``."""
    if 0 < seconds < _CLOCK_S:
        return f"<{NO_BREAK_SPACE}1 ns"
    if seconds < 60:
        return figure(seconds, "s")
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    if whole < _DAY_S:
        return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
    hours = round(seconds / 3600)
    return f"{hours // 24} d {hours % 24:02d} h"


def rough_duration(seconds: float) -> str:
    """Format a forecast: ``8.5 s``, ``20 s``, ``1 min 30 s``, then in half minutes, ``2 min 30 s``, and five minutes, ``2 h 05 min``."""
    if seconds < 10:
        return f"{significant(seconds, 2)} s"
    if seconds < 3600:
        step = 1 if seconds < 59.5 else 10 if seconds < 115 else 30
        minutes, rest = divmod(round(seconds / step) * step, 60)
        if minutes < 60:
            return " ".join([f"{minutes} min"] * (minutes > 0) + [f"{rest:02d} s"] * (rest > 0))
        seconds = 3600
    return duration(round(seconds / 300) * 300)


def round_step(least: float) -> float:
    """Return the smallest 1, 2, 2.5 or 5 times a power of ten that is at least ``least``; 1.0 if that is not positive and finite."""
    if not (math.isfinite(least) and least > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    if power == 0:
        return 1.0
    return next((mantissa * power for mantissa in _MANTISSAS if mantissa * power >= least * (1 - 1e-9)), 10.0 * power)


_FAR = 1e3
"""Ratios above this, or below its inverse, are shown as a bound."""


def ratio_texts(ratio: float | None, interval: tuple[float, float] | None) -> tuple[str, str]:
    """Format a ratio and its interval, with as many decimals as the interval's width supports; "–" and "" if missing."""
    if ratio is None or interval is None:
        return MISSING if ratio is None else _bounded(ratio), ""
    low, high = interval
    if not (min(low, ratio) >= _SMALL and max(high, ratio) <= _LARGE):
        return significant(ratio), ratio_interval(interval)
    least = 2 if high - low >= (_CLOSE if low >= 1 else _WIDE) else 3
    if round(ratio, least) in (round(low, least), round(high, least)):
        least = 3
    decimals = decimals_apart(interval, 1.0, least)
    return f"{ratio:.{decimals}f}", f"{low:.{decimals}f}–{high:.{decimals}f}"


def decimals_apart(interval: tuple[float, float], none: float, least: int) -> int:
    """Return the decimals, at least ``least``, with which an interval that excludes the value of no difference also does so as shown."""
    low, high = interval
    if low <= none <= high:
        return least
    return next((decimals for decimals in range(least, _MOST_APART) if none not in (round(low, decimals), round(high, decimals))), least)


def _bounded(ratio: float) -> str:
    """Format a ratio, or the bound that it exceeds: "< 0.001" is as informative as 0.0000399."""
    if 0 < ratio < 1 / _FAR:
        return f"<{NO_BREAK_SPACE}{1 / _FAR:g}"
    return f">{NO_BREAK_SPACE}{_FAR:g}" if _FAR < ratio < math.inf else significant(ratio)


def times(ratio: float | str) -> str:
    """Format a ratio: ``1.32 ×``; a ratio given as text keeps its decimals."""
    return f"{ratio if isinstance(ratio, str) else _bounded(ratio)}{NO_BREAK_SPACE}×"


def unbroken(text: str) -> str:
    """Return a sentence with no-break spaces within its figures, so that wrapping keeps them together: ``67.0 %``, ``± 0.6 %``."""
    return _BEFORE_UNIT.sub(NO_BREAK_SPACE, text)


def ratio_interval(ends: tuple[float, float]) -> str:
    """Format an interval of a ratio: ``1.79–1.85``; ends below 0.001 or above 1000 are clipped unless the whole interval is beyond."""
    low, high = ends
    if low > _FAR or high < 1 / _FAR:
        return f"{significant(low)}–{significant(high)}"
    below, above = (f"<{NO_BREAK_SPACE}" if low < 1 / _FAR else ""), (f">{NO_BREAK_SPACE}" if high > _FAR else "")
    shown = significant if low <= 1.0 <= high else factor_text
    return f"{below}{shown(max(low, 1 / _FAR))}–{above}{shown(min(high, _FAR))}"


def factor_text(ratio: float) -> str:
    """Format a ratio known to differ from 1, with three digits, or as many as it takes to show that: ``1.32``, ``1.004``."""
    return f"{ratio:.{decimals_apart((ratio, ratio), 1.0, 2)}f}" if round(ratio, 2) == 1 else significant(ratio)


def points_texts(difference: tuple[float, float, float]) -> tuple[str, str, str, str]:
    """Format a difference of shares and the ends of its interval in points, signed, and its half width: ``+0.1 −0.2 +0.4 0.3``.

    All have one decimal, or as many as it takes to show that the interval excludes 0, and how wide it is then.
    """
    value, low, high = (100.0 * end for end in difference)
    half = (high - low) / 2
    decimals = decimals_apart((low, high), 0.0, 1)
    if not low <= 0.0 <= high:
        if round(abs(value), decimals) <= round(half, decimals):
            decimals += 1
        # A half width of 0.00 would claim certainty.
        decimals = next((more for more in range(decimals, _MOST_APART) if round(half, more)), decimals)
    value_text, low_text, high_text = (with_minus(f"{end:+z.{decimals}f}") for end in (value, low, high))
    return value_text, low_text, high_text, f"{half:.{decimals}f}"


_LEAST_SPREAD = 0.1
"""Uncertainties below this many per cent are shown as a bound: no sensor here is that accurate."""


def spread(share: float) -> str:
    """Format a finite relative uncertainty with one or two digits: ``± 0.6 %``, ``± 1.3 %``, ``± 10 %``, ``± < 0.1 %``."""
    shown = 100 * share
    if shown < 0.95 * _LEAST_SPREAD:
        return f"± < {_LEAST_SPREAD} %"
    leading = shown / 10.0 ** math.floor(math.log10(shown))
    return f"± {significant(shown, 2 if shown >= 10 or leading < 2 else 1)} %"
