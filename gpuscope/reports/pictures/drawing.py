"""A laid-out picture: positioned lines, boxes, text and markers, with colours given as roles; canvases draw it.

Positions are relative to the upper left corner, in points on paper or logical pixels in the window.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from gpuscope.reports.pictures.picture import Dash, Marker, Style

Place = tuple[float, float]
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Type and line metrics of a canvas.

    Attributes:
        small: Type size of figures and titles.
        strong: Type size of names in the picture.
        stroke: Width of a curve.
        hair: Width of grid lines.
        marker: Radius of a point.
        width: Returns the width of a text, from text, type size and whether it is bold.
        fitted: Returns a text with its middle elided to fit a width, from text, width, type size and whether it is bold.
    """

    small: float
    strong: float
    stroke: float
    hair: float
    marker: float
    width: Callable[[str, float, bool], float]
    fitted: Callable[[str, float, float, bool], str]


@dataclass(frozen=True, slots=True)
class Path:
    """Polylines; a piece with a single position is a dot.

    Attributes:
        pieces: Each with at least one position.
        role: Role of the colour.
        width: Width of the line.
        dash: Dash pattern, in units of the line width.
        has_rim: Whether a rim in the background colour separates it from what lies below.
        is_curve: Whether points on nearly straight stretches may be omitted, because it has many.
    """

    pieces: Sequence[Sequence[Place]]
    role: str
    width: float
    dash: Dash = Dash.SOLID
    has_rim: bool = False
    is_curve: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle; ``tint`` is the share of its colour in the mix with the background."""

    corner: Place
    width: float
    height: float
    role: str
    tint: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """A filled translucent polygon; ``tint`` is its opacity."""

    outline: Sequence[Place]
    role: str
    tint: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; its position is on the baseline, at its "start", "middle" or "end". A group's name is not translated."""

    place: Place
    text: str
    role: str
    size: float
    anchor: str = "start"
    is_bold: bool = False
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A marker around its centre."""

    centre: Place
    kind: Marker
    role: str
    radius: float


@dataclass(frozen=True, slots=True)
class Part:
    """A group of shapes, with data that an HTML page needs to redraw them when zooming."""

    shapes: "Sequence[Shape]"
    facts: Mapping[str, str] = field(default_factory=dict)


Shape = Path | Box | Area | Text | Symbol | Part


@dataclass(frozen=True, slots=True)
class Spot:
    """A tooltip: its centre, its half width and half height, and its text."""

    centre: Place
    reach: Place
    text: str

    def reaches(self, place: Place) -> bool:
        """Return whether a position lies in it."""
        return all(abs(self.centre[axis] - place[axis]) <= self.reach[axis] for axis in (0, 1))

    def distance(self, place: Place) -> float:
        """Return the distance of a position from its centre."""
        return hypot(place[0] - self.centre[0], place[1] - self.centre[1])


@dataclass(frozen=True, slots=True)
class Drawing:
    """A laid-out picture.

    Attributes:
        width: Width of the sheet.
        height: Height of the sheet.
        shapes: The shapes in drawing order.
        facts: Data about the whole drawing, for zooming in an HTML page.
        area: The rectangle of the axes.
        spots: The tooltips.
    """

    width: float
    height: float
    shapes: Sequence[Shape]
    facts: Mapping[str, str] = field(default_factory=dict)
    area: Rectangle = (0.0, 0.0, 0.0, 0.0)
    spots: Sequence[Spot] = ()

    def share_across(self, place: Place) -> float | None:
        """Return where a position is between the left and right end of the axes, 0 to 1; None outside the axes."""
        left, top, right, bottom = self.area
        return (place[0] - left) / (right - left) if left <= place[0] <= right and top <= place[1] <= bottom else None

    def every(self) -> Iterator[Shape]:
        """Yield every shape, including those within parts, in drawing order."""
        return _every(self.shapes)

    def texts(self) -> list[str]:
        """Return all texts."""
        return [shape.text for shape in self.every() if isinstance(shape, Text)]

    def spot_at(self, place: Place) -> str:
        """Return the tooltip at a position: the text of the nearest spot that contains it; "" for none."""
        reached = [spot for spot in self.spots if spot.reaches(place)]
        return min(reached, key=lambda spot: spot.distance(place)).text if reached else ""


def _every(shapes: Sequence[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield from _every(shape.shapes)
        else:
            yield shape


BASE = 0.35
"""Distance from the middle of a line of text down to its baseline, in em: about half the cap height."""
SAMPLE = 2.55
"""Length of a curve's sample in a legend, in em."""


def curve_sample(place: Place, style: Style, metrics: Metrics) -> list[Shape]:
    """Return the sample of a curve for a legend: line, dash and marker, starting at ``place``."""
    x, y = place
    length, width = SAMPLE * metrics.small, 1.2 * metrics.stroke
    strokes = [[(x + length / 2 + begin, y), (x + length / 2 + end, y)] for begin, end in _strokes(style.dash, length, width)]
    symbols = [Symbol((x + length / 2, y), style.marker, style.role, 0.8 * metrics.marker)] if style.has_marker else []
    return [Path(strokes, style.role, width), *symbols]


def _strokes(dash: Dash, length: float, width: float) -> list[Place]:
    """Return the strokes of a dashed sample, symmetric about its middle; long patterns are shortened, so that gaps are visible."""
    if dash is Dash.SOLID:
        return [(-length / 2, length / 2)]
    size = min(width, 0.7 * length / sum(dash.value))
    strokes = [(-dash.value[0] * size / 2, dash.value[0] * size / 2)]
    at, number = strokes[0][1], 1
    while at < length / 2:
        end = min(length / 2, at + dash.value[number % len(dash.value)] * size)
        if number % 2 == 0:
            strokes += [(at, end), (-end, -at)]
        at, number = end, number + 1
    return strokes


def whisker(start: Place, end: Place, role: str, metrics: Metrics, *, goes_on: bool = False) -> Path:
    """Return an interval as a horizontal or vertical line, with a cap at its lower end, and at its upper end unless it goes on."""
    cap = 0.3 * metrics.small
    level = start[1] == end[1]
    capped = [start] if goes_on else [start, end]
    caps = [[(x, y - cap), (x, y + cap)] if level else [(x - cap, y), (x + cap, y)] for x, y in capped]
    return Path([[start, end], *caps], role, metrics.stroke, has_rim=True)


def free_rectangle(size: Place, at: Place, away: float, inside: Rectangle, taken: Sequence[Rectangle]) -> Rectangle | None:
    """Return a free rectangle for a label near a position; None if there is none.

    Args:
        size: Width and height of the label.
        at: The position to label.
        away: Distance of the label from the position.
        inside: Rectangle that must contain the label.
        taken: Rectangles that the label must not overlap.
    """
    (width, height), (x, y) = size, at
    right, left, middle = x + away, x - away - width, x - width / 2
    above, below, level = y - height - away / 4, y + away / 4, y - height / 2
    corners = [(right, above), (left, above), (right, below), (left, below), (right, level), (left, level)]
    corners += [(middle, y - height - away), (middle, y + away)]
    corners += [(side, y + turn * height) for turn in (-2.2, 1.2, -2.9, 1.9) for side in (right, left, middle)]
    for left_end, top in corners:
        box = (left_end, top, left_end + width, top + height)
        if _within(box, inside) and not any(_overlap(box, other) for other in taken):
            return box
    return None


def apart(places: Sequence[float], distance: float, least: float, greatest: float) -> list[float]:
    """Return ascending positions, moved to be at least a distance apart and within bounds, as far as they fit."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, least, moved[-1] + distance if moved else least))
    for index in range(len(moved) - 1, -1, -1):
        limit = greatest if index == len(moved) - 1 else moved[index + 1] - distance
        moved[index] = min(moved[index], limit)
    return moved


def _within(box: Rectangle, outer: Rectangle) -> bool:
    return box[0] >= outer[0] and box[1] >= outer[1] and box[2] <= outer[2] and box[3] <= outer[3]


def _overlap(box: Rectangle, other: Rectangle) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
