"""Numbers as people read them: three to four significant digits, SI prefixes, the unit beside them."""

import math
from collections.abc import Sequence

from gpuscope.core.quantity import Quantity

_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
_BINARY = ((2**50, "PiB"), (2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))
DEGREES = "°C"
"""Sensors tell whole ones."""
_MANTISSAS = (1.0, 2.0, 2.5, 5.0, 10.0)
_PREFIXED = {"W", "J", "Hz", "s", "FLOP/s", "B/s", "Wh"}


def significant(value: float, digits: int = 3) -> str:
    """Return a number with that many significant digits, thousands separated by a thin space: ``12 300``."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    rounded = round(value, digits - 1 - exponent)
    if abs(rounded) >= 10.0 ** (exponent + 1):
        exponent += 1
    return f"{rounded:,.{max(0, digits - 1 - exponent)}f}".replace(",", "\u202f")


def figure(value: float, unit: str) -> str:
    """Return value and unit as shown: ``1.23 kW``, ``4.00 GiB``, ``87.5 %`` for a ratio is left to :func:`percent`."""
    if unit == "B":
        return _bytes(value)
    if unit in _PREFIXED and value != 0 and math.isfinite(value):
        for factor, prefix in _PREFIXES:
            if abs(value) >= factor * 0.9995:
                if unit == "s" and factor > 1:
                    break
                return f"{significant(value / factor)} {prefix}{unit}"
        return f"{significant(value)} {unit}"
    if unit == "1":  # a ratio, or a count, which has no digits behind the point
        return f"{int(value):,}".replace(",", "\u202f") if float(value).is_integer() else significant(value, 4)
    return f"{significant(value, 3 if unit == DEGREES else 4)} {unit}".rstrip()


def setting(value: object) -> str:
    """Return a recorded setting or fact as shown: a whole number without a point, a large one with its thousands apart."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
        return figure(value, "1")
    return str(value)


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number of things: ``1 run``, ``12 300 runs``; the plural is the word with an s where none is given."""
    return f"{figure(number, '1')} {one if number == 1 else several or f'{one}s'}"


def listed(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def percent(share: float) -> str:
    """Return a ratio as a percentage."""
    return f"{significant(share * 100)} %"


def shown(quantity: Quantity, *, share: bool = False) -> str:
    """Return a quantity as shown in a table: the figure, with "~" before an estimate, or "–" when missing."""
    if quantity.value is None:
        return "–"
    text = percent(quantity.value) if share else figure(quantity.value, quantity.unit)
    return f"~{text}" if quantity.quality == "estimated" else text


def duration(seconds: float) -> str:
    """Return a time span in words of a clock: ``0.42 s``, ``12.3 s``, ``3 min 20 s``, ``2 h 05 min``."""
    if seconds < 60:
        return f"{significant(seconds)} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def _bytes(value: float) -> str:
    for factor, unit in _BINARY:
        if abs(value) >= factor:
            return f"{significant(value / factor)} {unit}"
    return f"{significant(value)} B"


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5, 5 times a power of ten that is at least as large; 1.0 for what is no positive number."""
    if not (math.isfinite(least) and least > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    if power == 0:
        return 1.0
    return next((mantissa * power for mantissa in _MANTISSAS if mantissa * power >= least * (1 - 1e-9)), 10.0 * power)


def interval_words(ends: tuple[float, float]) -> str:
    """Return an interval of a ratio: ``1.79–1.85``; end that say nothing any more, below a thousandth and above 1000, are cut."""
    low, high = ends
    below, above = ("< " if low < 1e-3 else ""), ("> " if high > 1e3 else "")
    return f"{below}{significant(max(low, 1e-3))}–{above}{significant(min(high, 1e3))}"
