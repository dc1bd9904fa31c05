"""One figure, readable across a room: label, value, and its trustworthiness."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuscope.core.figures import MISSING
from gpuscope.core.metric_registry import definition
from gpuscope.gui import fonts
from gpuscope.gui.palette import Palette
from gpuscope.gui.tables.decorations import wrapped
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import HUGE_PX, LARGE_PX, SMALL_PX, STRONG, Theme
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.system.language import composed, labelled, unit_name

HEIGHT, LOW_HEIGHT = grown(88), grown(52)
"""Heights in pixels of a tile with a two-line note, and of one without."""
_LEFT, _RIGHT, _SQUARE = 16, 8, 7
"""Pixels: margins, and side of the square in the colour of the metric's family."""
_WIDEST_TRUST = grown(180)
"""Maximum width in pixels claimed by a note: a longer one leaves parts to the tooltip instead of taking space from other tiles."""
_LABEL_TOP, _VALUE_TOP, _TRUST_TOP = grown(8), grown(24), grown(52)
"""Distances from the top in pixels; two lines of small type fit below the value."""
_REMEMBERED = 64
"""Entries of the text width cache: labels, units and words stay while the numbers change."""
_NOTE_LINES = 2
"""Lines that fit below the value."""
_BETWEEN_PARTS = " · "
_JOINED = frozenset(("±", "<", "~"))
"""Symbols that must not end a line."""
_ASIDE = re.compile(r"(?<=\S)\s*[;(；（]")
_NOT_UNITS = frozenset(("of", "on", "in", "at", "the", "p99", "p95", "over", "and", "·"))


@dataclass(frozen=True, slots=True)
class Figure:
    """Content of a tile.

    Attributes:
        key: Identifies it among its siblings.
        label: A word or two.
        colour: Name of its palette colour.
        value: The formatted number; ``MISSING`` without one.
        unit: Shown beside it, "" for none.
        trust: Its uncertainty and origin, or why it is missing: parts separated by " · ", most important first.
        more: The full text, for the tooltip.
        is_bad: Whether something is wrong: it is missing because a working source has failed, or it misses a target.
    """

    key: str
    label: str
    colour: str
    value: str = MISSING
    unit: str = ""
    trust: str = ""
    more: str = ""
    is_bad: bool = False


class FigureTile(QWidget):
    """Draws one figure with tabular digits, so that nothing moves when it changes.

    Args:
        is_low: Whether it is compact: a smaller value, and the trust text only in the tooltip.
    """

    spoken_role = "StaticText"

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_low: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self.figure: Figure | None = None
        self._has_line = False
        self.is_low = is_low
        self._small, self._huge = fonts.font(SMALL_PX), fonts.font(LARGE_PX if is_low else HUGE_PX, STRONG)
        self._small_metrics, self._huge_metrics = QFontMetricsF(self._small), QFontMetricsF(self._huge)
        self._advance = lru_cache(_REMEMBERED)(self._small_metrics.horizontalAdvance)
        self._sizes: tuple[QSize, QSize] | None = None
        self._note: tuple[str, int, list[str]] = "", 0, []
        """The lines last drawn, with their text and the width of the tile."""
        self.setFixedHeight(LOW_HEIGHT if is_low else HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)

    def show_figure(self, figure: Figure, *, has_line: bool = False) -> None:
        """Show a figure; ``has_line`` draws a separator at its left."""
        if (figure, has_line) == (self.figure, self._has_line):
            return
        self.figure, self._has_line, self._sizes = figure, has_line, None
        self.setAccessibleName(_sentence(figure))
        set_tooltip(self, _tooltip(figure))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size at which nothing is elided, within reason."""
        return self._known_sizes()[1]

    @property
    def note(self) -> list[str]:
        """The lines below the value as drawn: whole words, or as much as fits of a text without spaces, and only the parts that fit."""
        if self.figure is None or self.is_low:
            return []
        text, width, lines = self._note
        if (text, width) != (self.figure.trust, self.width()):
            room = self.width() - _LEFT - _RIGHT
            lines = note_lines(self.figure.trust, room, self._advance, unit_name(self.figure.unit))
            if lines == ["…"]:  # a text without spaces, such as Chinese, breaks elsewhere
                every = [wrapped(text, self._small, room, _NOTE_LINES) for text in (self.figure.trust, *_clauses(self.figure.trust))]
                lines = next((whole for whole in every if not whole[-1].endswith("…")), every[0])
            self._note = self.figure.trust, self.width(), lines
        return lines

    def _note_width(self, text: str) -> float:
        """Return the least width at which a text fits the lines below the value."""
        advance = self._advance
        chunks = _unbroken(text)
        widths = (max(advance(" ".join(chunks[:cut])), advance(" ".join(chunks[cut:]))) for cut in range(len(chunks) + 1))
        return min(widths, default=0.0)

    def minimumSizeHint(self) -> QSize:
        """Return the size at which value and unit are not elided."""
        return self._known_sizes()[0]

    def _known_sizes(self) -> tuple[QSize, QSize]:
        """Return least and wanted size, measured once per figure."""
        if self._sizes is None:
            least, wanted = QSize(0, HEIGHT), QSize(_LEFT + _RIGHT + 1, HEIGHT)
            if self.figure is not None:
                value = self._huge_metrics.horizontalAdvance(self.figure.value) + 4 + self._advance(unit_name(self.figure.unit))
                label = _SQUARE + 6 + self._advance(self.figure.label)
                least = QSize(round(_LEFT + max(value, label) + _RIGHT) + 1, HEIGHT)
                wanted = QSize(round(_LEFT + min(_WIDEST_TRUST, self._note_width(self.figure.trust)) + _RIGHT) + 1, HEIGHT)
            self._sizes = least, least.expandedTo(wanted)
        return self._sizes

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw label, value and note."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.bg))
        if self._has_line:
            painter.fillRect(0, 0, 1, self.height(), QColor(palette.line))
        if self.figure is not None:
            self._draw(painter, self.figure, palette)

    def _draw(self, painter: QPainter, figure: Figure, palette: Palette) -> None:
        height = self._small_metrics.height()
        label_top, value_top = (grown(6), grown(23)) if self.is_low else (_LABEL_TOP, _VALUE_TOP)
        middle = label_top + height / 2
        painter.fillRect(QRectF(_LEFT, round(middle - _SQUARE / 2), _SQUARE, _SQUARE), QColor(getattr(palette, figure.colour)))
        painter.setFont(self._small)
        self._write(painter, _LEFT + _SQUARE + 6, label_top, figure.label, palette.muted)
        if not self.is_low:
            for place, line in enumerate(self.note):
                self._write(painter, _LEFT, _TRUST_TOP + place * height, line, palette.bad if figure.is_bad else palette.muted)
        baseline = value_top + self._huge_metrics.ascent()
        is_missing = figure.value == MISSING
        painter.setPen(QColor(palette.bad if figure.is_bad else palette.faint if is_missing else palette.text))
        painter.setFont(self._huge)
        painter.drawText(QRectF(_LEFT, value_top, self.width() - _LEFT, self._huge_metrics.height()), figure.value)
        painter.setPen(QColor(palette.muted))
        painter.setFont(self._small)
        painter.drawText(round(_LEFT + self._huge_metrics.horizontalAdvance(figure.value) + 4), round(baseline), unit_name(figure.unit))

    def _write(self, painter: QPainter, left: float, top: float, text: str, colour: str) -> None:
        room = self.width() - left - _RIGHT
        painter.setPen(QColor(colour))
        shown = self._small_metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        box = QRectF(left, top, room + 1, self._small_metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def note_lines(text: str, room: float, advance: Callable[[str], float], unit: str = "") -> list[str]:
    """Break a note into at most two lines within the width: as many parts as fit, or as many words of a single part.

    Args:
        text: Parts separated by " · ".
        room: Width in pixels.
        advance: Returns the width of a text.
        unit: Unit of the value above; parts leave it out where they would not fit with it.
    """
    parts = text.split(_BETWEEN_PARTS) if text else []
    shorter = [re.sub(rf"(?<=\d) {re.escape(unit)}$", "", part) for part in parts] if unit else parts
    for count in range(len(parts), 0, -1):
        for kept in (parts[:count], shorter[:count]):
            for chunks in (_by_part(kept), _unbroken(_BETWEEN_PARTS.join(kept))):
                lines = _wrapped(chunks, room, advance)
                if len(lines) <= _NOTE_LINES and all(advance(line) <= room for line in lines):
                    return lines
    for begin in _clauses(parts[0]) if parts else ():
        lines = _wrapped(_unbroken(begin), room, advance)
        if len(lines) <= _NOTE_LINES and all(advance(line) <= room for line in lines):
            return lines
    return _cut(_unbroken(parts[0]), room, advance) if parts else []


def _clauses(text: str) -> list[str]:
    """Return the beginnings of a text up to its asides and explanations, which the tooltip has, longest first."""
    return [text[: found.start()] for found in reversed([*_ASIDE.finditer(text)])]


def _by_part(parts: Sequence[str]) -> list[str]:
    """Return the parts as unbreakable units, each but the last with its trailing dot."""
    return [*(f"{part} ·" for part in parts[:-1]), parts[-1]]


def _unbroken(text: str) -> list[str]:
    """Split a text into words; a number with its unit or sign is one word."""
    chunks: list[str] = []
    for word in text.split(" "):
        before = chunks[-1] if chunks else ""
        is_unit = before[-1:].isdigit() and len(word) <= len("MiB/s") and not word[:1].isdigit() and word not in _NOT_UNITS
        if before and (is_unit or before.split(" ")[-1] in _JOINED or word == "·"):
            chunks[-1] = f"{before} {word}"
        else:
            chunks.append(word)
    return chunks


def _wrapped(chunks: Sequence[str], room: float, advance: Callable[[str], float]) -> list[str]:
    """Break words into lines of the given width; the trailing dot of all lines but the last is dropped."""
    lines: list[str] = []
    for word in chunks:
        if lines and advance(f"{lines[-1]} {word}".removesuffix(" ·")) <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return [line.removesuffix(" ·") for line in lines]


def _cut(chunks: Sequence[str], room: float, advance: Callable[[str], float]) -> list[str]:
    """Return as many words as fit, followed by an ellipsis; the tooltip has the full text."""
    for count in range(len(chunks) - 1, 0, -1):
        lines = _wrapped([*chunks[: count - 1], f"{chunks[count - 1]} …"], room, advance)
        if len(lines) <= _NOTE_LINES and all(advance(line) <= room for line in lines):
            return lines
    return ["…"] if advance("…") <= room else []


def _sentence(figure: Figure) -> str:
    text = " ".join(labelled(figure.label, f"{figure.value} {unit_name(figure.unit)}").split())
    return f"{text}, {figure.trust}" if figure.trust else text


def _tooltip(figure: Figure) -> str:
    """Return the metric's definition, followed by the figure's uncertainty and origin."""
    trusts = [figure.more or figure.trust] if not figure.more or figure.trust in figure.more else [figure.trust, figure.more]
    return "\n".join(part for part in (composed(definition(figure.key)), *trusts) if part)
