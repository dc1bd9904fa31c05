"""The content of a chart, independent of size and canvas: axes, marks, names, and its values as a table.

A picture is drawn in two steps that window and paper share. ``chart_layout`` and ``bar_layout`` lay it out in a rectangle, resulting in a
:class:`~gpuscope.reports.pictures.drawing.Drawing`: positioned lines, boxes and text. A canvas then draws it: Qt's painter in the window
and for PNG files, SVG in the PDF, the HTML report and SVG files. Both therefore show the same marks, ranges, ticks and names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from gpuscope.analysis.series import Values
from gpuscope.core.figures import MISSING, as_heading, significant
from gpuscope.reports.pictures.colours import group_role
from gpuscope.reports.pictures.scale import Scale
from gpuscope.system.language import unit_name, with_unit

_COLOURS = 6
"""Number of group colours, equal to the numbers of dashes and markers."""


class Dash(Enum):
    """Dash patterns: lengths of strokes and gaps in units of the line width; distinct without colour, as in black-and-white print."""

    SOLID = ()
    DASHED = (6.0, 3.0)
    LONG = (12.0, 4.0)
    DASH_DOT = (7.0, 3.0, 2.0, 3.0)
    DOTTED = (2.0, 2.0)
    DASH_DOT_DOT = (7.0, 3.0, 2.0, 3.0, 2.0, 3.0)


class Marker(StrEnum):
    """Shapes of points and of the markers on curves."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    CROSS = "cross"
    RING = "ring"


class Weight(Enum):
    """Line width relative to a curve: a curve, a further curve of the same group, or a reference line."""

    CURVE = 1.0
    THIN = 0.55
    REFERENCE = 0.6


class Legend(StrEnum):
    """Position of the group names: in a corner of the chart, to the right at the ends of the curves, or above.

    Corners are for curves that leave them free; points may lie anywhere.
    """

    NONE = "none"
    UPPER = "upper"
    LOWER = "lower"
    BESIDE = "beside"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Style:
    """The look of one group's marks, which does not rely on colour alone, as that is lost in greyscale print.

    Attributes:
        role: Role of the colour: see ``colours``.
        dash: Dash pattern of its curves.
        marker: Marker of its points.
        has_marker: Whether its curves and its legend sample carry markers.
    """

    role: str
    dash: Dash = Dash.SOLID
    marker: Marker = Marker.CIRCLE
    has_marker: bool = True


def group_style(index: int) -> Style:
    """Return the style of the compared group with an index.

    When colours repeat, dashes shift by one and markers by two: no two of 36 groups share colour and dash, or dash and marker.
    """
    turn = index // _COLOURS
    return Style(group_role(index), list(Dash)[(index + turn) % len(Dash)], list(Marker)[(index + 2 * turn) % len(Marker)])


REFERENCE = Style("muted", Dash.DASHED)
"""Style of lines that belong to no group: a Pareto front, a ceiling."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a curve without a gap: x and y, float64, shape (n,), n at least 1."""

    x: Values
    y: Values


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points, in the units of the axes.

    Attributes:
        name: Name of its group; for a line of no group its own name, written at its end.
        style: Its colour, dash and marker.
        pieces: Its contiguous pieces.
        weight: Its line weight.
        markers: Number of markers spread over it.
        marked: Additional points with a marker: (x, y).
        is_group: Whether it belongs to a group, which the legend names.
    """

    name: str
    style: Style
    pieces: Sequence[Piece]
    weight: Weight = Weight.CURVE
    markers: int = 0
    marked: tuple[tuple[float, float], ...] = ()
    is_group: bool = True


@dataclass(frozen=True, slots=True)
class Point:
    """One run: the name and style of its group, its two values, and a title if it differs from the group's name."""

    name: str
    style: Style
    x: float
    y: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval around a point.

    Attributes:
        style: Style of the group.
        x: The point's x.
        y: The point's y.
        low: Start of the interval along its axis.
        high: End of the interval.
        is_level: Whether it is horizontal.
        goes_on: Whether it extends beyond what is shown, and so has no cap there.
    """

    style: Style
    x: float
    y: float
    low: float
    high: float
    is_level: bool
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside a point: the full name if there is free room for it, else the short one, else none."""

    style: Style
    x: float
    y: float
    text: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """The area between two curves with the same x: x, low and high, float64, shape (n,)."""

    style: Style
    x: Values
    low: Values
    high: Values


@dataclass(frozen=True, slots=True)
class Stretch:
    """A named part of the x axis: a blank gap, or a tint over the marks drawn before it."""

    low: float
    high: float
    text: str = ""
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class Instant:
    """A named position on the x axis: a dotted line over the whole height."""

    x: float
    text: str


Mark = Polyline | Point | Whisker | Label | Band | Stretch | Instant
TableCell = str | float | None


@dataclass(frozen=True, slots=True)
class ChartTable:
    """The values of a chart as a table: headers with units, and rows."""

    headers: Sequence[str]
    rows: Sequence[Sequence[TableCell]]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis.

    Attributes:
        scale: Its range and ticks.
        title: Its quantity; "" if a heading states it.
        hint: The better direction: "↑ better".
    """

    scale: Scale
    title: str = ""
    unit: str = ""
    hint: str = ""

    @property
    def name(self) -> str:
        """The title with its unit, capitalized unless it begins with the name of a device ("gpu:0 power")."""
        title = as_heading(self.title)
        return with_unit(title, self.unit) if title else unit_name(self.unit)

    def figure(self, value: float) -> str:
        """Return a value as text with its unit."""
        return f"{significant(value)} {unit_name(self.unit)}".rstrip()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture on two axes.

    Attributes:
        x: The horizontal axis.
        y: The vertical axis, whose name is written above it.
        marks: In drawing order.
        legend: Position of the group names.
        note: How to read it, for a caption.
        is_plane: Whether tooltips show the nearest point; otherwise they show all curves at one x.
    """

    x: Axis
    y: Axis
    marks: tuple[Mark, ...] = ()
    legend: Legend = Legend.NONE
    note: str = ""
    is_plane: bool = False

    def lines(self) -> list[Polyline]:
        """Return the curves of groups."""
        return [mark for mark in self.marks if isinstance(mark, Polyline) and mark.is_group]

    def points(self) -> list[Point]:
        """Return the points, one per run."""
        return [mark for mark in self.marks if isinstance(mark, Point)]

    def table(self) -> ChartTable:
        """Return the coordinates of lines and points."""
        rows: list[Sequence[TableCell]] = []
        for mark in self.marks:
            if isinstance(mark, Polyline):
                rows += [(mark.name, x, y) for piece in mark.pieces for x, y in zip(piece.x.tolist(), piece.y.tolist(), strict=True)]
            elif isinstance(mark, Point):
                rows.append((mark.title or mark.name, mark.x, mark.y))
        return ChartTable(("group", self.x.name, self.y.name), rows)

    def sentences(self) -> Iterator[str]:
        """Yield a description of the chart, one sentence per mark, for users who cannot see it."""
        for line in self.lines():
            ends = [self.x.figure(float(end)) for end in (line.pieces[0].x[0], line.pieces[-1].x[-1])] if line.pieces else [MISSING]
            yield f"{line.name}: {self.x.title} {' to '.join(ends)}"
        for point in self.points():
            yield self.reading(point)
        for mark in self.marks:
            if isinstance(mark, Polyline) and not mark.is_group and mark.name:
                yield mark.name
            elif isinstance(mark, Stretch | Instant) and mark.text:
                yield mark.text

    def reading(self, point: Point) -> str:
        """Return a description of a point."""
        return f"{point.title or point.name}: {self.x.title} {self.x.figure(point.x)}, {self.y.title} {self.y.figure(point.y)}"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar: its name, length, value as shown, and the role of its colour."""

    name: str
    value: float
    figure: str
    role: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of one group.

    Attributes:
        name: Name of the group.
        segments: One for a plain bar; none if the value is missing.
        figure: The value as shown, or why it is missing.
        beside: Text after the figure: its ratio to the baseline.
        runs: The values of its runs, marked on the bar.
        interval: Interval of the value; None if it is not known.
    """

    name: str
    segments: tuple[Segment, ...]
    figure: str
    beside: str = ""
    runs: tuple[float, ...] = ()
    interval: tuple[float, float] | None = None

    @property
    def value(self) -> float | None:
        """The total length; None if it is missing."""
        return sum(segment.value for segment in self.segments) if self.segments else None


@dataclass(frozen=True, slots=True)
class BarBlock:
    """The bars of one metric, which share a scale that starts at zero.

    Attributes:
        title: The metric.
        unit: Unit of the figures, with an arrow in the better direction if there is one.
        bars: One per group.
    """

    title: str
    unit: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class BarPicture:
    """Bars from zero, with one block per metric.

    Attributes:
        blocks: The most important first; the last are omitted if there is not enough room.
        is_stacked: Whether bars consist of named parts, with group names above the bars and the parts in a legend below.
    """

    blocks: tuple[BarBlock, ...] = field(default=())
    is_stacked: bool = False

    def table(self) -> ChartTable:
        """Return all bars, including those that do not fit the drawing."""
        bars = [(block, bar) for block in self.blocks for bar in block.bars]
        if self.is_stacked:
            parts = [(f"{block.title} [{block.unit}]", bar.name, part.name, part.value) for block, bar in bars for part in bar.segments]
            return ChartTable(("metric", "group", "part", "value"), parts)
        rows = [(f"{block.title} [{block.unit}]", bar.name, bar.value, *(bar.interval or (None, None))) for block, bar in bars]
        return ChartTable(("metric", "group", "value", "interval_low", "interval_high"), rows)

    def sentences(self) -> Iterator[str]:
        """Yield a description of the bars, one sentence per block, or per bar if they are stacked."""
        for block in self.blocks:
            if self.is_stacked:
                for bar in block.bars:
                    parts = ", ".join(f"{part.name} {part.figure}" for part in bar.segments)
                    yield f"{bar.name}: {parts or bar.figure}"
            else:
                bars = ", ".join(f"{bar.name} {bar.figure} {bar.beside}".rstrip() for bar in block.bars)
                yield f"{with_unit(block.title, block.unit)}: {bars}"


Picture = Chart | BarPicture
