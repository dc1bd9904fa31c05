"""The colours of kinds of work, from either theme's palette; text on them has a contrast of at least 4.5 : 1."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from gpuscope.gui.charts.painter_canvas import mixed
from gpuscope.gui.theme import Palette
from gpuscope.profiles.lane_row import NOTHING
from gpuscope.profiles.lanes import Tone
from gpuscope.profiles.operator_classes import OperatorClass

_SHADE = 0.34
"""Share of the text colour in the second shade of a hue: away from the background, so that text on it stays legible."""
_DIM = 0.24
"""Share of the colour left in items that a search did not find."""
_ROLES: dict[int, tuple[str, bool]] = {
    OperatorClass.OTHER: ("host", False),
    OperatorClass.GEMM: ("compute", False),
    OperatorClass.CONVOLUTION: ("clock", False),
    OperatorClass.ATTENTION: ("memory", False),
    OperatorClass.NORMALIZATION: ("loss", False),
    OperatorClass.ELEMENTWISE: ("throughput", False),
    OperatorClass.REDUCTION: ("throughput", True),
    OperatorClass.SOFTMAX: ("loss", True),
    OperatorClass.INDEXING: ("clock", True),
    OperatorClass.POOLING: ("clock", True),
    OperatorClass.OPTIMIZER: ("power", True),
    OperatorClass.COMPILED: ("compute", True),
    OperatorClass.COPY: ("memory", True),
    OperatorClass.COPY_ENGINE: ("power", False),
    OperatorClass.FILL: ("faint", False),
    OperatorClass.COLLECTIVE: ("temperature", False),
    OperatorClass.SORT: ("memory", True),
    OperatorClass.RANDOM: ("host", True),
    OperatorClass.LOSS: ("loss", True),
    Tone.RUNTIME: ("faint", False),
    Tone.RANGE: ("host", True),
    Tone.STEP: ("muted", False),
    Tone.MODULE: ("host", False),
    Tone.PYTHON: ("faint", False),
    Tone.WAIT: ("temperature", True),
}
"""Palette colour of each kind, and whether the second shade is used: eight hues for the kinds that take most of the time."""


def tone_role(tone: int) -> str:
    """Return the name of the palette colour of a kind of work: an `OperatorClass` or a `Tone`; kinds of one hue share it."""
    return _ROLES.get(tone, ("host", False))[0]


@lru_cache(maxsize=128)
def tone_colour(tone: int, palette: Palette) -> QColor:
    """Return the colour of a kind of work: an `OperatorClass` or a `Tone`."""
    role, is_shade = _ROLES.get(tone, ("host", False))
    colour = getattr(palette, role)
    return mixed(colour, palette.text, _SHADE) if is_shade else QColor(colour)


@lru_cache(maxsize=16)
def tone_table(palette: Palette, ground: str, *, is_dim: bool = False) -> NDArray[np.uint32]:
    """Return the colours of all tones as pixels (0xffRRGGBB), shape (256,); the background for unused tones.

    Args:
        palette: The theme's palette.
        ground: Background colour.
        is_dim: Whether the colours are faded, for items that a search did not find.
    """
    table = np.full(256, QColor(ground).rgb(), np.uint32)
    for tone in _ROLES:
        colour = tone_colour(tone, palette)
        table[tone] = (mixed(ground, colour.name(), _DIM) if is_dim else colour).rgb()
    table[NOTHING] = QColor(ground).rgb()
    return table
