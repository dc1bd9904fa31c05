"""How far a figure can be trusted, in few digits: one or two, since more would claim too much."""

import math

from gpuscope.core import figures

_LEAST = 0.1


def spread(share: float) -> str:
    """Return a relative uncertainty, a finite one: ``± 0.6 %``, ``± 1.3 %``, ``± 10 %``, ``± < 0.1 %``."""
    shown = 100 * share
    if shown < 0.95 * _LEAST:
        return f"± < {_LEAST} %"
    leading = shown / 10.0 ** math.floor(math.log10(shown))
    return f"± {figures.significant(shown, 2 if shown >= 10 or leading < 2 else 1)} %"


def span(seconds: float) -> str:
    """Return a time span in two digits below a minute: ``1.4 s``, ``30 s``, ``3 min 20 s``."""
    return f"{figures.significant(seconds, 2)} s" if seconds < 59.5 else figures.duration(round(seconds))
