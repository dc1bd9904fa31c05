"""A heat map: one cell per pair of values with its figure, in even steps of one hue; cells without a figure show a word instead.

The darkest colour in the light theme, and the brightest in the dark theme, is the best. Cells that ran out of memory or failed are
hatched, skipped cells are grey, and waiting cells are empty.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from gpuscope.reports.pictures.colours import HEAT_INK_ROLE, HEAT_ROLE, HEAT_STEPS, heat_step
from gpuscope.reports.pictures.drawing import BASE, Box, Drawing, Metrics, Path, Place, Shape, Spot, Symbol, Text
from gpuscope.reports.pictures.picture import ChartTable, Marker, TableCell

_GAP = 2.0
"""Space between cells, in units of the sheet."""
_TALLEST, _LOWEST = 7.5, 2.0
"""Maximum and minimum height of a cell, in em: cells are wider than high, so that figures fill them."""
_LARGEST_FIGURE = 1.6
"""Maximum type size of a figure, in em."""
_FIGURE_WIDTH, _FIGURE_HEIGHT = 0.86, 0.42
"""Maximum share of a cell's width and height for its figure."""
_NAMES = 0.24
"""Maximum share of the width for the names of rows."""
_HATCH = 0.75
"""Distance between the lines of a hatched cell, in em."""
_OUTLINE = 2.4
"""Width of the outline of the best cell, in strokes."""
_SWATCH = 1.5
"""Width of a step in the legend, in em."""
_SHORT = {"out of memory": "OOM", "emulated": "emul."}
"""Short forms of words that do not fit a cell; the tooltip explains them."""


class Fill(StrEnum):
    """How a cell is filled."""

    SHADED = "shaded"
    HATCHED = "hatched"
    GREY = "grey"
    EMPTY = "empty"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One cell.

    Attributes:
        label: Its figure, or a word on why it has none.
        fill: How it is filled.
        share: Its quality from 0, the worst, to 1, for a shaded cell.
        value: Its value in the unit of the map; None without a figure.
        is_best: Whether it is the best cell, which is outlined.
        is_marked: Whether it is on the Pareto front.
    """

    label: str
    fill: Fill
    share: float = 0.0
    value: float | None = None
    tooltip: str = ""
    is_best: bool = False
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map.

    Attributes:
        title: The quantity shown, with its unit.
        columns: Names of the columns.
        rows: Names of the rows, from top to bottom.
        x_title: Title of the columns.
        y_title: Title of the rows.
        cells: By row and column.
        ends: The worst and the best figure, for the legend; empty with fewer than two figures.
        mark: Meaning of the mark; "" if no cell has one.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[str]
    x_title: str
    y_title: str
    cells: Sequence[Sequence[HeatCell]]
    ends: tuple[str, str] | tuple[()] = ()
    mark: str = ""

    def table(self) -> ChartTable:
        """Return the figures."""
        rows: list[Sequence[TableCell]] = [
            (column, row, cell.value if cell.value is not None else cell.label)
            for row, cells in zip(self.rows, self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
        ]
        return ChartTable((self.x_title, self.y_title, self.title), rows)

    def sentences(self) -> Iterator[str]:
        """Yield a description of the map, one sentence per cell."""
        for row in self.cells:
            yield from (cell.tooltip for cell in row if cell.tooltip)


def heat_map_height(picture: HeatMap, metrics: Metrics, *, least: bool = False) -> float:
    """Return the height at which cells reach their maximum height or, with ``least``, their minimum readable height."""
    return (5.6 + len(picture.rows) * (_LOWEST if least else _TALLEST)) * metrics.small


def heat_map_drawing(picture: HeatMap, width: float, height: float, metrics: Metrics) -> Drawing:
    """Return a heat map as a drawing; height that it does not need stays free at the bottom."""
    return _Layout(picture, width, height, metrics).drawing()


def cell_at(picture: HeatMap, drawing: Drawing, place: Place) -> tuple[int, int] | None:
    """Return the row and column of the cell at a position of a drawing; None outside the cells."""
    left, top, right, bottom = drawing.area
    if not (left <= place[0] < right and top <= place[1] < bottom):
        return None
    across, down = (place[0] - left) / (right - left), (place[1] - top) / (bottom - top)
    return int(down * len(picture.rows)), int(across * len(picture.columns))


class _Layout:
    """The layout of one map on one sheet."""

    def __init__(self, picture: HeatMap, width: float, height: float, metrics: Metrics) -> None:
        self.picture, self.width, self.height, self.metrics = picture, width, height, metrics
        em = metrics.small
        longest = max((metrics.width(name, em, False) for name in picture.rows), default=0.0)
        self.left = min(longest, _NAMES * width) + 0.8 * em
        self.top = 1.7 * em
        count = max(1, len(picture.rows))
        room = height - self.top - 3.9 * em
        self.row = max(1.0, min(room / count, _TALLEST * em))
        self.column = (width - self.left - 1.0) / max(1, len(picture.columns))
        self.area = (self.left, self.top, self.left + self.column * len(picture.columns), self.top + self.row * count)

    def drawing(self) -> Drawing:
        picture, em = self.picture, self.metrics.small
        shapes: list[Shape] = [Text((0, 0.95 * em), self.metrics.fitted(picture.y_title, self.width, em, False), "muted", em)]
        spots, outlines = [], []
        size = self._figure_size()
        stride = self._stride(picture.rows, 1.2 * em, self.row)
        for row, cells in enumerate(picture.cells):
            middle = self.top + (row + 0.5) * self.row
            if (len(picture.rows) - 1 - row) % stride == 0:  # counted from the bottom, where the values begin
                name = self.metrics.fitted(picture.rows[row], self.left - 0.8 * em, em, False)
                shapes.append(Text((self.left - 0.7 * em, middle + BASE * em), name, "text", em, "end"))
            for column, cell in enumerate(cells):
                corner = (self.left + column * self.column, self.top + row * self.row)
                shapes += self._cell(cell, corner, size)
                spots.append(Spot((corner[0] + self.column / 2, corner[1] + self.row / 2), (self.column / 2, self.row / 2), cell.tooltip))
                if cell.is_best:
                    outlines.append(Path([self._frame(corner)], "text", _OUTLINE * self.metrics.stroke))
        shapes += outlines
        shapes += self._names_below()
        shapes += self._legend()
        return Drawing(self.width, self.height, shapes, area=self.area, spots=spots)

    def _figure_size(self) -> float:
        """Return the type size of all figures, at which the widest fits its cell."""
        em = self.metrics.small
        size = min(_LARGEST_FIGURE * em, _FIGURE_HEIGHT * self.row)
        figures = [cell.label for row in self.picture.cells for cell in row if cell.fill is Fill.SHADED]
        widest = max((self.metrics.width(text, size, True) for text in figures), default=0.0)
        room = _FIGURE_WIDTH * (self.column - _GAP)
        return max(0.72 * em, min(size, size * room / widest if widest > room else size))

    def _cell(self, cell: HeatCell, corner: Place, size: float) -> Iterator[Shape]:
        x, y = corner[0] + _GAP / 2, corner[1] + _GAP / 2
        wide, high = self.column - _GAP, self.row - _GAP
        em, middle = self.metrics.small, (corner[0] + self.column / 2, corner[1] + self.row / 2)
        if cell.fill is Fill.SHADED:
            step = heat_step(cell.share)
            ink = f"{HEAT_INK_ROLE}{step}"
            yield Box((x, y), wide, high, f"{HEAT_ROLE}{step}")
            if cell.is_marked:
                radius = 0.3 * em
                yield Symbol((x + wide - 0.65 * em, y + 0.65 * em), Marker.CIRCLE, ink, radius)
            yield Text(
                (middle[0], middle[1] + BASE * size), self.metrics.fitted(cell.label, wide, size, True), ink, size, "middle", is_bold=True
            )
            return
        if cell.fill in (Fill.EMPTY, Fill.RUNNING):
            role = "compute" if cell.fill is Fill.RUNNING else "grid"
            yield Path([self._frame(corner)], role, self.metrics.stroke if cell.fill is Fill.RUNNING else self.metrics.hair)
        else:
            yield Box((x, y), wide, high, "grid")
        if cell.fill is Fill.HATCHED:
            yield Path(list(_hatching(x, y, wide, high, _HATCH * em)), "faint", self.metrics.hair)
        yield from self._label_shapes(cell, middle, wide, high)

    def _label_shapes(self, cell: HeatCell, middle: Place, wide: float, high: float) -> Iterator[Shape]:
        """Yield a word on one or two lines, or its short form, with a background on hatching."""
        em = self.metrics.small
        lines = self._lines(cell.label, wide - 0.4 * em, high)
        for number, line in enumerate(lines):
            centre = middle[1] + (number - (len(lines) - 1) / 2) * 1.2 * em
            if cell.fill is Fill.HATCHED and line:
                half = self.metrics.width(line, em, False) / 2 + 0.3 * em
                yield Box((middle[0] - half, centre - 0.65 * em), 2 * half, 1.3 * em, "grid")
            yield Text((middle[0], centre + BASE * em), line, "muted" if cell.fill is not Fill.RUNNING else "compute", em, "middle")

    def _lines(self, text: str, room: float, high: float) -> list[str]:
        em = self.metrics.small

        def fits(line: str) -> bool:
            return self.metrics.width(line, em, False) <= room

        if fits(text):
            return [text]
        parts = text.rsplit(" ", 1)
        if len(parts) == 2 and all(map(fits, parts)) and high >= 2.9 * em:
            return parts
        short = _SHORT.get(text, "–")
        return [short if fits(short) else "–"]

    def _frame(self, corner: Place) -> list[Place]:
        x, y = corner[0] + _GAP / 2, corner[1] + _GAP / 2
        right, bottom = x + self.column - _GAP, y + self.row - _GAP
        return [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]

    def _names_below(self) -> Iterator[Shape]:
        em, bottom = self.metrics.small, self.area[3]
        widest = max((self.metrics.width(name, em, False) for name in self.picture.columns), default=0.0)
        stride = self._stride(self.picture.columns, widest + 0.6 * em, self.column)
        for number, name in enumerate(self.picture.columns):
            if number % stride == 0:
                shown = self.metrics.fitted(name, stride * self.column - 0.3 * em, em, False)
                yield Text((self.left + (number + 0.5) * self.column, bottom + 1.3 * em), shown, "text", em, "middle")
        yield Text(((self.left + self.area[2]) / 2, bottom + 2.6 * em), self.picture.x_title, "muted", em, "middle")

    @staticmethod
    def _stride(names: Sequence[str], needed: float, room: float) -> int:
        """Return the stride of the names that fit an axis: 1 for all, 2 for every second; choices are all shown, cut if necessary."""
        is_numeric = all(name.replace("\u2009", "").replace("\u202f", "").replace(".", "").isdigit() for name in names)
        return max(1, ceil(needed / max(1.0, room))) if is_numeric else 1

    def _legend(self) -> Iterator[Shape]:
        """Yield the legend at the upper right: the colour steps between the worst and the best figure, and the mark."""
        em, fitted = self.metrics.small, self.metrics.width
        base, x = 0.95 * em, self.area[2]
        if self.picture.ends:
            worst, best = self.picture.ends
            yield Text((x, base), best, "muted", em, "end")
            x -= fitted(best, em, False) + 0.5 * em
            for step in reversed(range(HEAT_STEPS)):
                x -= _SWATCH * em
                yield Box((x, base - 0.8 * em), _SWATCH * em, 0.9 * em, f"{HEAT_ROLE}{step}")
            x -= 0.5 * em
            yield Text((x, base), worst, "muted", em, "end")
            x -= fitted(worst, em, False) + 1.2 * em
        title = fitted(self.picture.y_title, em, False) + em
        entries = [(self.picture.mark, True), (self.picture.title, False)]
        for text, has_mark in entries:
            need = fitted(text, em, False) + (1.2 * em if has_mark else 0.0)
            if not text or x - need < title:
                continue
            yield Text((x, base), text, "muted", em, "end")
            x -= fitted(text, em, False)
            if has_mark:
                yield Symbol((x - 0.6 * em, base - BASE * em), Marker.CIRCLE, "muted", 0.3 * em)
                x -= 1.2 * em
            x -= 1.2 * em


def _hatching(x: float, y: float, wide: float, high: float, step: float) -> Iterator[list[Place]]:
    """Yield the strokes of a hatched rectangle, each from its lower or left edge to its upper or right edge."""
    at = step
    while at < wide + high:
        start = (x + max(0.0, at - high), y + min(at, high))
        end = (x + min(at, wide), y + max(0.0, at - wide))
        yield [start, end]
        at += step
