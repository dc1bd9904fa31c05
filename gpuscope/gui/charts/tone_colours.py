"""The colours of kinds of work, from either theme's palette, and their legend; text on them has a contrast of at least 4.5 : 1."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpuscope.gui.charts.painter_canvas import mixed
from gpuscope.gui.fonts import AT_LEFT, write
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Palette
from gpuscope.profiles.lane_row import NOTHING
from gpuscope.profiles.lanes import Tone
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.system.language import translated

_LEGEND, _SWATCH = grown(22), 9
"""Pixels: height of a legend, and size of its swatches."""
_LEAST_WITH_LEGEND = 220
"""Least height of a view with a legend, in pixels."""
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


def tone_label(tone: int) -> str:
    """Return the name of a kind of work."""
    match tone:
        case Tone.WAIT:
            return QCoreApplication.translate("TraceCard", "waiting for the device")
        case Tone.RUNTIME:
            return QCoreApplication.translate("TraceCard", "runtime calls")
        case Tone.PYTHON:
            return QCoreApplication.translate("TraceCard", "Python functions")
        case Tone.MODULE:
            return QCoreApplication.translate("TraceCard", "modules")
    return translated(LABELS[OperatorClass(tone)])


def legend_height(height: int) -> int:
    """Return the height of the legend in a view of this height, in pixels; 0 if the view is too low for one."""
    return _LEGEND if height >= _LEAST_WITH_LEGEND else 0


def draw_tones(painter: QPainter, metrics: QFontMetricsF, area: QRectF, tones: Iterable[int], palette: Palette) -> None:
    """Draw a legend: the colours and names of kinds of work side by side, as far as they fit.

    Args:
        painter: Painter with the font set.
        metrics: Metrics of that font.
        area: Where to draw.
        tones: The kinds, the most important first; those of one colour are named together.
        palette: The theme's palette.
    """
    texts: dict[str, list[str]] = {}
    for tone in tones:
        texts.setdefault(tone_colour(tone, palette).name(), []).append(tone_label(tone))
    x = area.left()
    for colour, labels in texts.items():
        text = translated(", ").join(labels)
        width = metrics.horizontalAdvance(text)
        if x + _SWATCH + 5 + width > area.right():
            continue
        painter.fillRect(QRectF(x, area.top() + (area.height() - _SWATCH) / 2 + 0.5, _SWATCH, _SWATCH), QColor(colour))
        write(painter, QRectF(x + _SWATCH + 5, area.top() + 1, width, area.height() - 1), text, AT_LEFT, QColor(palette.muted))
        x += _SWATCH + 5 + width + 14


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
