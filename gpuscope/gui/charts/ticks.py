"""Round steps of an axis, and how its figures are written."""

import math

from gpuscope.core import figures
from gpuscope.core.figures import round_step

_SECONDS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_LEVEL_SPACE = 48.0
_MOST_LEVELS = 6


def time_step(least: float) -> float:
    """Return the smallest step of a clock, in seconds, that is at least as large."""
    if least <= 1:
        return round_step(least)
    days = 86400.0
    return next((float(step) for step in _SECONDS if step >= least), math.ceil(least / days) * days)


def ticks(start: float, end: float, step: float) -> list[float]:
    """Return the multiples of a step between two ends; none when there would be more than a thousand."""
    if not (step > 0 and end >= start and (end - start) / step < 1000):
        return []
    first, last = math.ceil(start / step - 1e-9), math.floor(end / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def levels(low: float, high: float, height: float) -> list[float]:
    """Return where a strip of that height, in pixels, has lines: both ends and the middle, or round steps where there is room.

    The first and the last are written beside a low strip, all beside a high one (:func:`is_high`).
    """
    if not is_high(height):
        return [low, (low + high) / 2, high]
    return ticks(low, high, round_step((high - low) * max(_LEVEL_SPACE / height, 1 / _MOST_LEVELS)))


def is_high(height: float) -> bool:
    """Return whether a strip has room for more figures than those of its ends."""
    return height >= 3 * _LEVEL_SPACE


def level_figures(values: list[float]) -> list[str]:
    """Return how levels are written: all in one scale, with the digits that the finest needs."""
    greatest = max((abs(value) for value in values), default=0.0)
    factor, prefix = next(((factor, prefix) for factor, prefix in _PREFIXES if factor <= greatest < 1e15 and greatest >= 1e5), (1.0, ""))
    finest = max((_decimals(abs(value / factor)) for value in values if value), default=0)
    return [f"{number(value / factor, 10.0**-finest)}{prefix}" if value else "0" for value in values]


def clock(seconds: float, step: float = 1.0) -> str:
    """Return a time as a clock shows it: ``0:07``, ``1:02:30``; with as many decimals as a step needs: ``0:07.5``.

    Args:
        seconds: The time.
        step: The difference that must be told apart, in seconds.
    """
    decimals = _decimals(step) if step < 1 else 0
    whole = round(abs(seconds), decimals)
    minutes, rest = divmod(whole, 60.0)
    hours, minutes = divmod(int(minutes), 60)
    sign = "-" if seconds < 0 and whole else ""
    width = 2 if not decimals else 3 + decimals
    head = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{sign}{head}:{rest:0{width}.{decimals}f}"


def number(value: float, step: float) -> str:
    """Return a figure of an axis with the digits that a step needs: ``0.25``, ``2000``, ``1.5M``."""
    if not math.isfinite(value) or abs(value) >= 1e15 or (0 < abs(value) < 1e-4):
        return brief(value)
    for factor, prefix in _PREFIXES:
        if abs(value) >= max(1e4, factor) and step >= factor * 1e-2:
            figure = f"{value / factor:.{min(2, _decimals(step / factor))}f}"
            return f"{figure.rstrip('0').rstrip('.') if '.' in figure else figure}{prefix}"
    return figures.grouped(value, _decimals(step))


def present(value: float) -> str:
    """Return a value to three significant digits, however large or small: ``42.8``, ``1760``, ``8.98M``, ``1.2e30``, ``∞``."""
    if not math.isfinite(value) or value == 0 or 1e-4 <= abs(value) < 99_950:
        return figures.significant(value)
    for factor, prefix in _PREFIXES:
        if factor * 0.9995 <= abs(value) < 1e15:
            return f"{figures.significant(value / factor)}{prefix}"
    return brief(value)


def brief(value: float) -> str:
    """Return a number of any size in a few characters: ``1.2e30``."""
    if not math.isfinite(value):
        return figures.significant(value)
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent)}"


def _decimals(step: float) -> int:
    """Return how many digits behind the point tell multiples of a step apart."""
    return next((digits for digits in range(12) if abs(round(step, digits) - step) < step * 1e-6), 12)
