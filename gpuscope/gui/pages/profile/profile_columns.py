"""The columns of a profile table, as laid out by `reports/profile_view`; all figures of a column share its unit."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from gpuscope.core.figures import MISSING, DisplayUnit
from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.fonts import font
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.decorations import Canvas, Decoration
from gpuscope.gui.tables.row_table_model import Order
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX
from gpuscope.profiles.kernel_names import without_shared_ends
from gpuscope.profiles.kernels import EARLIER_LAUNCH
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable, Value
from gpuscope.system.language import with_unit

_PAD = grown(38)
"""Pixels of a column in addition to its widest text: padding on both sides, and the sort arrow."""
LEAST_NAME = grown(240)
"""Minimum pixels of a row's name; many names have the same beginning."""
_WIDEST_TEXT, _BAR = grown(225), 64
"""Pixels: maximum width of columns other than the name, and length of a bar."""
_FIGURE = grown(72)
"""Pixels beside a duration's bar, for its text."""
_TRANSLATED = frozenset({"device", "owner", "class", "part", "change", "finding", "cure"})
"""Columns with translatable words, as opposed to names."""
_RANKS = {
    "block": 15,
    "grid": 14,
    "moved": 13,
    "flops": 12,
    "intensity": 11,
    "merged": 10,
    "self_share": 9,
    "calls_before": 7,
    "calls_after": 7,
    "min": 6,
    "max": 5,
    "stream": 4,
    "busy": 4,
    "overlap": 3,
    "exposed": 2,
    "occupancy": 3,
    "total_host": 3,
    "total_device": 2,
    "self_host": 1,
    "mean": 1,
}
"""Ranks of the columns that a narrow window hides, highest rank first."""
_ORDERS = ("bytes", "self", "self_device", "total", "time", "self_host")
"""Default sort columns; the rows are sorted by the first one in the table, in descending order."""


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A row: its index in the table, and its values in SI units."""

    place: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ShareBar:
    """A share as a bar in a track at the left of its cell; the whole track is 100 %.

    Attributes:
        share: Share of the track that is filled, 0 to 1.
    """

    share: float

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        middle = round(room.center().y())
        canvas.painter.fillRect(QRectF(room.left(), middle - 3, _BAR, 6), canvas.colour("grid"))
        width = max(1.0, round(_BAR * min(1.0, self.share))) if self.share > 0 else 0.0
        canvas.painter.fillRect(QRectF(room.left(), middle - 3, width, 6), canvas.colour("compute"))
        return room.adjusted(_BAR + 8, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class LengthBar:
    """A duration as a bar from the left edge of its cell to its text.

    Attributes:
        share: Length of the bar relative to the largest of the column, 0 to 1.
    """

    share: float

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        track = max(0.0, room.width() - _FIGURE)
        width = max(1.0, round(track * self.share)) if self.share > 0 else 0.0
        canvas.painter.fillRect(QRectF(room.left(), round(room.center().y()) - 3, width, 6), canvas.colour("compute"))
        return room.adjusted(track, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ChangeBar:
    """A difference as a bar from the middle: to the left for less time, to the right for more.

    Attributes:
        share: Length of the bar relative to the largest of the column, -1 to 1.
    """

    share: float

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        middle, centre = round(room.center().y()), round(room.left() + _BAR / 2)
        length = round(_BAR / 2 * abs(self.share)) or (1 if self.share else 0)
        left = centre - length if self.share < 0 else centre
        canvas.painter.fillRect(QRectF(left, middle - 3, length, 6), canvas.colour("good" if self.share < 0 else "bad"))
        canvas.painter.fillRect(QRectF(centre, middle - 6, 1, 12), canvas.colour("line"))
        return room.adjusted(_BAR + 8, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Swatch:
    """A square at the left of its cell in a kind of work's colour in the timeline."""

    tone: OperatorClass

    def draw(self, canvas: Canvas, room: QRectF) -> QRectF:
        """Draw into the room; return what is left of it."""
        box = QRectF(room.left(), round(room.center().y() - _SQUARE / 2), _SQUARE, _SQUARE)
        canvas.painter.fillRect(box, tone_colour(self.tone, canvas.palette))
        return room.adjusted(_SQUARE + 8, 0, 0, 0)


_SQUARE = 9
"""Side in pixels of a swatch, as in the legend of the timeline."""
_CLASSES = {text: work_class for work_class, text in LABELS.items()}
_NUMBER, _DIGITS = re.compile(r"\d+"), 20
"""Numbers within texts, as in shapes and grids, are sorted by their value; digits to which they are filled up."""
_BARS: dict[str, Callable[[float], Decoration]] = {"share": ShareBar, "difference": ChangeBar, "duration": LengthBar}
"""Columns whose figures have a bar."""


def profile_columns(table: ProfileTable, least_name: int = LEAST_NAME) -> tuple[Column[ProfileRow], ...]:
    """Return the columns of a table that have any value; the first is the row's name, with a minimum width in pixels."""
    columns = enumerate(zip(table.columns, table.units(), strict=True))
    has_values = [any(row[place] is not None for row in table.rows) for place in range(len(table.columns))]
    return tuple(_column(table, place, column, unit, least_name) for place, (column, unit) in columns if has_values[place])


def filler(columns: Sequence[Column[ProfileRow]]) -> str:
    """Return the key of the column that takes the remaining width: the first text column, else the durations, else the first column."""
    texts = [column.key for column in columns if not column.is_numeric]
    bars = [column.key for column in columns if column.key == "duration"]
    return [*texts, *bars, columns[0].key][0]


def first_order(columns: Sequence[Column[ProfileRow]]) -> Order | None:
    """Return the initial sort order of a table; None for tables with an order of their own."""
    keys = [column.key for column in columns]
    return (
        next((Order(keys.index(key), descending=True) for key in _ORDERS if key in keys), None)
        if not {"step", "rank", "difference"} & {*keys}
        else None
    )


def _column(table: ProfileTable, place: int, column: ProfileColumn, unit: DisplayUnit | None, least_name: int) -> Column[ProfileRow]:
    text = _text(place, column, unit)
    is_name = place == 0 and not column.is_number

    def heading() -> str:
        label = engine_text(column.label)
        return with_unit(label, unit.name) if unit else label

    is_kernel = is_name and column.key == "kernel"
    whole = _width(table, heading(), text, has_bar=column.key in _BARS) if is_kernel or not is_name else least_name
    return Column(
        key=column.key,
        heading=heading,
        text=text,
        sort_key=_number_key(place) if column.is_number else _text_key(place, column),
        is_numeric=column.is_number,
        decorations=_decorations(table, place, column.key),
        tooltip=(lambda _: "") if column.key in _BARS else None if column.short is None else _whole_text(place),
        elides=Qt.TextElideMode.ElideMiddle if is_kernel else Qt.TextElideMode.ElideRight,  # many have the same beginning
        cut_text=_cut_text(table, text) if is_kernel else None,
        width=least_name if is_name else min(_WIDEST_TEXT, whole),
        whole_width=whole,
        rank=_RANKS.get(column.key, 0),
        sorts_down=column.is_number and column.key not in ("step", "start"),
    )


def _text(place: int, column: ProfileColumn, unit: DisplayUnit | None) -> Callable[[ProfileRow], str]:
    is_label = column.key in _TRANSLATED and not column.is_number

    def text(row: ProfileRow) -> str:
        shown = column.cell(row.values[place], unit)
        if shown is None:
            return MISSING
        return engine_text(str(shown)) if is_label or shown == EARLIER_LAUNCH else str(shown)

    return text


def _cut_text(table: ProfileTable, text: Callable[[ProfileRow], str]) -> Callable[[ProfileRow], str]:
    """Return what is elided of the name of a kernel in place of its text."""
    cut = without_shared_ends(text(ProfileRow(place, row)) for place, row in enumerate(table.rows))
    return lambda row: cut[text(row)]


def _whole_text(place: int) -> Callable[[ProfileRow], str]:
    def text(row: ProfileRow) -> str:
        return "" if row.values[place] is None else str(row.values[place])

    return text


def _number_key(place: int) -> Callable[[ProfileRow], float | None]:
    def key(row: ProfileRow) -> float | None:
        value = row.values[place]
        return value if isinstance(value, (int, float)) and math.isfinite(value) else None

    return key


def _text_key(place: int, column: ProfileColumn) -> Callable[[ProfileRow], str | None]:
    def key(row: ProfileRow) -> str | None:
        value = column.cell(row.values[place], None)
        return None if value is None else _NUMBER.sub(lambda number: number[0].zfill(_DIGITS), str(value).casefold())

    return key


def _decorations(table: ProfileTable, place: int, key: str) -> Callable[[ProfileRow], Sequence[Decoration]] | None:
    """Return the bars of a column of figures, and the colours of a column that names classes of work."""
    if key in _BARS:
        return _bars(table, place, _BARS[key])
    if key == "class" and place == 0:
        return lambda row: (Swatch(_CLASSES[str(row.values[place])]),) if str(row.values[place]) in _CLASSES else ()
    return None


def _bars(table: ProfileTable, place: int, bar: Callable[[float], Decoration]) -> Callable[[ProfileRow], tuple[Decoration, ...]]:
    known = [abs(value) for row in table.rows if isinstance(value := row[place], (int, float))]
    largest = 1.0 if bar is ShareBar else max(known, default=0.0) or 1.0

    def bars(row: ProfileRow) -> tuple[Decoration, ...]:
        value = row.values[place]
        return (bar(value / largest),) if isinstance(value, (int, float)) else ()

    return bars


def _width(table: ProfileTable, heading: str, text: Callable[[ProfileRow], str], *, has_bar: bool) -> int:
    """Return the width in pixels at which nothing in a column is elided."""
    body, head = QFontMetricsF(font(BODY_PX)), QFontMetricsF(font(SMALL_PX, MEDIUM))
    texts = {text(ProfileRow(number, row)) for number, row in enumerate(table.rows)}
    longest = sorted(texts, key=len, reverse=True)[:20]  # the widest text is among the longest ones
    widest = max((body.horizontalAdvance(each) for each in longest), default=0.0) + (_BAR + 8 if has_bar else 0)
    return math.ceil(max(widest + _PAD - 20, head.horizontalAdvance(heading) + _PAD))


def matches(table: ProfileTable, row: ProfileRow, words: list[str]) -> bool:
    """Return whether a row's texts, displayed or in full, contain all of these lower-case words."""
    values = [(column, value) for column, value in zip(table.columns, row.values, strict=True) if isinstance(value, str)]
    text = "\n".join(f"{value}\n{column.cell(value, None)}" if column.short else value for column, value in values).casefold()
    return all(word in text for word in words)
