"""What a chart shows, before anybody knows how large it is or who draws it: axes, marks, names, and the figures as a table.

A picture is drawn in two steps that window and paper share. ``chart_layout`` and ``bar_layout`` place it in a rectangle, which gives a
:class:`~gpuscope.reports.pictures.drawing.Drawing`: lines, boxes and words at places. A canvas then draws that: Qt's painter in the
window and in PNG files, SVG in the PDF, the HTML report and SVG files. So both show the same marks, ranges, ticks and names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from gpuscope.analysis.series import Values
from gpuscope.core.figures import significant
from gpuscope.reports.pictures.colours import group_role
from gpuscope.reports.pictures.scale import Scale

_COLOURS = 6
"""That groups have, as there are dashes and markers."""


class Dash(Enum):
    """How a line is broken: lengths of strokes and spaces, in widths of the pen; distinct without colour, as in a black-and-white print."""

    SOLID = ()
    DASHED = (6.0, 3.0)
    LONG = (12.0, 4.0)
    DASH_DOT = (7.0, 3.0, 2.0, 3.0)
    DOTTED = (2.0, 2.0)
    DASH_DOT_DOT = (7.0, 3.0, 2.0, 3.0, 2.0, 3.0)


class Marker(StrEnum):
    """The shape of the points that are set on a curve here and there."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    CROSS = "cross"
    RING = "ring"


class Weight(Enum):
    """Share of a curve's width: a curve, a further curve of the same group, or a line to compare with."""

    CURVE = 1.0
    THIN = 0.55
    REFERENCE = 0.6


class Legend(StrEnum):
    """Where the names of groups stand: in a corner of the chart, right of it, each at the end of its curve, or above it.

    A corner is for curves that leave it free; points may lie anywhere.
    """

    NONE = "none"
    UPPER = "upper"
    LOWER = "lower"
    BESIDE = "beside"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Style:
    """How the marks of one group look; colour alone is lost on a printer in grey.

    Attributes:
        role: Of the colour: see ``colours``.
        dash: Of its curves.
        marker: Of its points.
        has_marker: Whether its curves carry markers, and its sample in a legend.
    """

    role: str
    dash: Dash = Dash.SOLID
    marker: Marker = Marker.CIRCLE
    has_marker: bool = True


def group_style(index: int) -> Style:
    """Return the style of the compared group at a place.

    Where colours start over, dashes are one further and markers two: no two of 36 groups are alike in colour and dash, or dash and marker.
    """
    turn = index // _COLOURS
    return Style(group_role(index), list(Dash)[(index + turn) % len(Dash)], list(Marker)[(index + 2 * turn) % len(Marker)])


REFERENCE = Style("muted", Dash.DASHED)
"""Of lines that belong to no group: a Pareto front, a ceiling."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a curve without a gap: x and y, float64, shape (n,), n at least 1."""

    x: Values
    y: Values


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points, in the units of the axes.

    Attributes:
        name: Of its group; of a line of no group what it is, written at its end.
        style: Its colour and dash; its marker, where it has some.
        pieces: Between which it is broken.
        weight: How strong it is.
        markers: Markers that are spread over it.
        marked: Places that carry one besides: (x, y).
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
    """One run's place: the name and style of its group, and its two values; a title where it is called otherwise than its group."""

    name: str
    style: Style
    x: float
    y: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval around a point.

    Attributes:
        style: Of the group.
        x: Of the point.
        y: Of the point.
        low: Where it begins, on the axis along which it lies.
        high: Where it ends.
        is_level: Whether it lies along the horizontal axis.
        goes_on: Whether it ends beyond what is shown; it has no cap there.
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
    """A name beside a point: the whole one where it has room free of everything else, else the short one, else none."""

    style: Style
    x: float
    y: float
    text: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between two curves over the same places: x, low and high, float64, shape (n,)."""

    style: Style
    x: Values
    low: Values
    high: Values


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the horizontal axis with a name: a gap, which is blank, or a tint over what is drawn before it."""

    low: float
    high: float
    text: str = ""
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class Instant:
    """A place of the horizontal axis with a name: a dotted line over the whole height."""

    x: float
    text: str


Mark = Polyline | Point | Whisker | Label | Band | Stretch | Instant
TableCell = str | float | None


@dataclass(frozen=True, slots=True)
class ChartTable:
    """What a chart draws, as a table: headers with their units, and rows of figures."""

    headers: Sequence[str]
    rows: Sequence[Sequence[TableCell]]


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis counts, and what of it is shown.

    Attributes:
        scale: Its range and ticks.
        title: What it counts; "" where a heading says it.
        unit: In which unit.
        hint: Which end is better: "↑ better".
    """

    scale: Scale
    title: str = ""
    unit: str = ""
    hint: str = ""

    @property
    def name(self) -> str:
        """The title with its unit."""
        return f"{self.title}, {self.unit}" if self.title and self.unit else self.title or self.unit

    def figure(self, value: float) -> str:
        """Return a value in words, with its unit."""
        return f"{significant(value)} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture on two axes.

    Attributes:
        x: The horizontal axis.
        y: The vertical one, whose name stands above it.
        marks: Drawn in their order.
        legend: Where groups are named.
        note: How to read it, for a caption.
        is_plane: Whether points are what is read (by the nearest), else curves (by all at one x).
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
        """Return the points, one a run."""
        return [mark for mark in self.marks if isinstance(mark, Point)]

    def table(self) -> ChartTable:
        """Return the places of lines and points; of a point with whiskers their ends too."""
        rows: list[Sequence[TableCell]] = []
        for mark in self.marks:
            if isinstance(mark, Polyline):
                rows += [(mark.name, x, y) for piece in mark.pieces for x, y in zip(piece.x.tolist(), piece.y.tolist(), strict=True)]
            elif isinstance(mark, Point):
                rows.append((mark.title or mark.name, mark.x, mark.y))
        return ChartTable(("group", self.x.name, self.y.name), rows)

    def sentences(self) -> Iterator[str]:
        """Yield what it shows, a sentence a mark, for those who cannot see it."""
        for line in self.lines():
            ends = [self.x.figure(float(end)) for end in (line.pieces[0].x[0], line.pieces[-1].x[-1])] if line.pieces else ["–"]
            yield f"{line.name}: {self.x.title} {' to '.join(ends)}"
        for point in self.points():
            yield self.reading(point)
        for mark in self.marks:
            if isinstance(mark, Polyline) and not mark.is_group and mark.name:
                yield mark.name
            elif isinstance(mark, Stretch | Instant) and mark.text:
                yield mark.text

    def reading(self, point: Point) -> str:
        """Return a point in words."""
        return f"{point.title or point.name}: {self.x.title} {self.x.figure(point.x)}, {self.y.title} {self.y.figure(point.y)}"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar: its name, its length, the value as shown, and the role of its colour."""

    name: str
    value: float
    figure: str
    role: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One group.

    Attributes:
        name: Of the group.
        segments: One for a plain bar; none where the value is missing.
        figure: The value as shown, or why it is missing.
        beside: What stands behind it: its ratio to the baseline.
        runs: The values of its runs, marked on the bar.
        interval: Between which the value lies; None where that is not known.
    """

    name: str
    segments: tuple[Segment, ...]
    figure: str
    beside: str = ""
    runs: tuple[float, ...] = ()
    interval: tuple[float, float] | None = None

    @property
    def value(self) -> float | None:
        """The whole length; None when it is missing."""
        return sum(segment.value for segment in self.segments) if self.segments else None


@dataclass(frozen=True, slots=True)
class BarBlock:
    """The bars of one metric, which share a scale that begins at zero.

    Attributes:
        title: What is measured.
        unit: Of the figures, with an arrow towards the better end where there is one.
        bars: One a group.
    """

    title: str
    unit: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class BarPicture:
    """Bars from zero, a block a metric.

    Attributes:
        blocks: The most telling first; where room is short the last are left out.
        is_stacked: Whether bars are made of named parts: names stand above the bars then, and the parts in a legend below.
        note: How to read it, for a caption.
    """

    blocks: tuple[BarBlock, ...] = field(default=())
    is_stacked: bool = False
    note: str = ""

    def table(self) -> ChartTable:
        """Return all bars, those without room too."""
        bars = [(block, bar) for block in self.blocks for bar in block.bars]
        if self.is_stacked:
            parts = [(f"{block.title} [{block.unit}]", bar.name, part.name, part.value) for block, bar in bars for part in bar.segments]
            return ChartTable(("metric", "group", "part", "value"), parts)
        rows = [(f"{block.title} [{block.unit}]", bar.name, bar.value, *(bar.interval or (None, None))) for block, bar in bars]
        return ChartTable(("metric", "group", "value", "interval_low", "interval_high"), rows)

    def sentences(self) -> Iterator[str]:
        """Yield what it shows, a sentence a block, or a bar that is made of parts."""
        for block in self.blocks:
            if self.is_stacked:
                for bar in block.bars:
                    parts = ", ".join(f"{part.name} {part.figure}" for part in bar.segments)
                    yield f"{bar.name}: {parts or bar.figure}"
            else:
                yield f"{block.title}, {block.unit}: {', '.join(f'{bar.name} {bar.figure} {bar.beside}'.rstrip() for bar in block.bars)}"


Picture = Chart | BarPicture
