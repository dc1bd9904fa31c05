"""The canvas for paper and HTML: a drawing as SVG, with numbers rounded as far as is invisible."""

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise

from gpuscope.reports.pictures.colours import colour
from gpuscope.reports.pictures.drawing import SAMPLE, Area, Box, Drawing, Metrics, Part, Path, Place, Shape, Symbol, Text, curve_sample
from gpuscope.reports.pictures.picture import Dash, Marker, Style
from gpuscope.reports.printable import elided_amid
from gpuscope.system.language import composed

SMALL = 7.5
"""Type size in charts, in points."""
_FONTS = "Inter, 'Noto Sans CJK SC Common', 'Noto Sans CJK SC Rare', 'Noto Sans CJK SC', 'DejaVu Sans'"
TYPE = f' font-family="{_FONTS}" font-size="{SMALL:g}" xml:space="preserve"'
"""Text attributes, declared once for all drawings of a page."""
_STYLE = f'fill="none" stroke-linejoin="round" stroke-linecap="round"{TYPE}'
"""Default attributes of shapes and text: declaring them once makes a drawing of many curves a tenth shorter."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;|'!()[]  \u202f"), frozenset("mwMW@%")
_OFF = 0.05
"""Maximum deviation of a simplified curve in points: half of the rounding of its coordinates."""
_BOLD = 600
"""Semi-bold as a CSS font weight; 700 is bold."""
_RIM = 1.5
"""Points by which a rim in the background colour widens a line."""


def text_width(text: str, size: float = SMALL, bold: bool = False) -> float:
    """Return the approximate width of a text in points, accurate enough to keep labels apart."""
    return size * sum(map(_advance, text)) * (1.05 if bold else 1.0)


def fitted(text: str, width: float, size: float = SMALL, bold: bool = False) -> str:
    """Return a text with its middle elided if it is wider than ``width`` points."""
    columns = len(text)
    shown = text
    while columns > 3 and text_width(shown, size, bold) > width:
        columns -= 1
        shown = elided_amid(text, columns)
    return shown


PAPER = Metrics(SMALL, 8.5, 0.9, 0.5, 3.0, text_width, fitted)
"""Metrics of reports, in points."""


def svg(drawing: Drawing, *, dark: bool = False, ground: bool = False) -> str:
    """Return a drawing as an SVG document.

    Args:
        drawing: The laid-out picture.
        dark: Whether to use the dark theme; otherwise the colours of paper.
        ground: Whether to fill the background; otherwise it is transparent.
    """
    canvas = _SvgCanvas(dark=dark)
    if ground:
        canvas.draw([Box((0, 0), drawing.width, drawing.height, "ground")])
    canvas.draw(drawing.shapes)
    size = " ".join(f'{name}="{_short(value)}"' for name, value in (("width", drawing.width), ("height", drawing.height)))
    view = f'viewBox="0 0 {_short(drawing.width)} {_short(drawing.height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} {_STYLE}{_data(drawing.facts)}>{"".join(canvas.parts)}</svg>'


def sample(style: Style) -> str:
    """Return the sample of a curve for legends, 20 by 7 points: line, dash and marker."""
    return svg(Drawing(20, 7, curve_sample(((20 - SAMPLE * SMALL) / 2, 3.5), style, PAPER)))


class _SvgCanvas:
    """Collects shapes as SVG elements."""

    def __init__(self, *, dark: bool) -> None:
        self.parts: list[str] = []
        self._dark = dark

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            match shape:
                case Part():
                    self.parts.append(f"<g{_data(shape.facts)}>")
                    self.draw(shape.shapes)
                    self.parts.append("</g>")
                case Path():
                    self._path(shape)
                case Box():
                    self._box(shape)
                case Area():
                    fill = f'fill="{self._colour(shape.role)}" fill-opacity="{_short(shape.tint)}"'
                    self.parts.append(f'<path d="{_way(shape.outline)}z" {fill}/>')
                case Text():
                    self._text(shape)
                case Symbol():
                    self._symbol(shape)

    def _colour(self, role: str) -> str:
        return colour(role, dark=self._dark)

    def _path(self, path: Path) -> None:
        way = "".join(_way(bends(piece) if path.is_curve else piece) for piece in path.pieces if piece)
        if not way:
            return
        if path.has_rim:
            self.parts.append(f'<path d="{way}" stroke="{self._colour("ground")}" stroke-width="{_short(path.width + _RIM)}"/>')
        lengths = " ".join(_short(length * path.width) for length in path.dash.value)
        dash = f' stroke-dasharray="{lengths}" stroke-linecap="butt"' if path.dash is not Dash.SOLID else ""
        self.parts.append(f'<path d="{way}" stroke="{self._colour(path.role)}" stroke-width="{_short(path.width)}"{dash}/>')

    def _box(self, box: Box) -> None:
        x, y = map(_short, box.corner)
        tint = f' fill-opacity="{_short(box.tint)}"' if box.tint < 1 else ""
        size = f'width="{_short(box.width)}" height="{_short(box.height)}"'
        self.parts.append(f'<rect x="{x}" y="{y}" {size} fill="{self._colour(box.role)}"{tint}/>')

    def _text(self, shape: Text) -> None:
        x, y = map(_short, shape.place)
        style = "".join([
            f' font-size="{_short(shape.size)}"' if shape.size != SMALL else "",
            f' font-weight="{_BOLD}"' if shape.is_bold else "",
            f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else "",
        ])  # fmt: skip
        shown = shape.text if shape.is_name else composed(shape.text)
        self.parts.append(f'<text x="{x}" y="{y}" fill="{self._colour(shape.role)}"{style}>{escape(shown)}</text>')

    def _symbol(self, symbol: Symbol) -> None:
        """Draw a marker with a thin rim in the background colour, to set it apart from what lies below."""
        (x, y), radius, ground, hue = symbol.centre, symbol.radius, self._colour("ground"), self._colour(symbol.role)
        centre = f'cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}"'
        style = f'fill="{hue}" stroke="{ground}" stroke-width="0.6"'
        match symbol.kind:
            case Marker.CROSS:
                arms = [[(x - radius, y - radius), (x + radius, y + radius)], [(x - radius, y + radius), (x + radius, y - radius)]]
                way = "".join(map(_way, arms))
                self.parts += [f'<path d="{way}" stroke="{tone}" stroke-width="{width}"/>' for tone, width in ((ground, 2.4), (hue, 1.2))]
            case Marker.RING:
                self.parts.append(f'<circle {centre} fill="{ground}" stroke="{hue}" stroke-width="1.1"/>')
            case Marker.CIRCLE:
                self.parts.append(f"<circle {centre} {style}/>")
            case _:
                self.parts.append(f'<path d="{_way(corners(symbol.kind, symbol.centre, radius))}z" {style}/>')


def corners(kind: Marker, centre: Place, radius: float) -> list[Place]:
    """Return the corners of a polygonal marker."""
    outline = {
        Marker.SQUARE: ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
        Marker.DIAMOND: ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
        Marker.TRIANGLE: ((0.0, -1.25), (1.2, 1.0), (-1.2, 1.0)),
    }[kind]
    return [(centre[0] + x * radius, centre[1] + y * radius) for x, y in outline]


def bends(points: Sequence[Place]) -> list[Place]:
    """Return the points of a curve with non-descending x, without those that lie within :data:`_OFF` of a line between two others.

    Nearly straight stretches need no points in between, and every point adds bytes to each report. A line from a kept point continues as
    long as some slope passes all omitted points within the tolerance (the cone of Sklansky and Gonzalez, 1980).
    """
    anchor = last = points[0]
    kept, low, high = [anchor], -math.inf, math.inf
    for point in points[1:]:
        run, height = point[0] - anchor[0], point[1]
        if last is not anchor and not (run > 0 and low <= (height - anchor[1]) / run <= high):
            anchor, low, high = last, -math.inf, math.inf
            kept.append(anchor)
            run = point[0] - anchor[0]
        if run > 0:
            low, high = max(low, (height - _OFF - anchor[1]) / run), min(high, (height + _OFF - anchor[1]) / run)
        else:
            low, high = math.inf, -math.inf  # vertical: no line continues from here
        last = point
    return kept if last is anchor else [*kept, last]


def _data(facts: Mapping[str, str]) -> str:
    return "".join(f' data-{key.replace("_", "-")}="{escape(value)}"' for key, value in facts.items())


def _advance(character: str) -> float:
    if character in _NARROW:
        return 0.3
    if character in _WIDE or ord(character) >= 0x2E80:
        return 1.0
    return 0.66 if character.isupper() or character.isdigit() else 0.58


def _way(points: Sequence[Place]) -> str:
    """Return the commands of a path, rounded to tenths of a point: the start, then relative steps from point to point."""
    places = [round(ordinate * 10) for point in points for ordinate in point]
    begin, rest = places[:2], places[2:]
    steps = [to - here for to, here in zip(rest, places, strict=False)]
    return f"M{_numbers(begin)}" + (f"l{_numbers(steps)}" if steps else "h.01")


def _numbers(tenths: Sequence[int]) -> str:
    """Return numbers without the zeros and spaces that SVG does not need: 0.4 -1.2 0.7 becomes .4-1.2.7."""
    numerals = [_TENTHS.get(number) or _tenth(number) for number in tenths]
    apart = ["" if word[0] == "-" or (word[0] == "." and "." in before) else " " for before, word in pairwise(numerals)]
    return "".join(part for pair in zip(["", *apart], numerals, strict=True) for part in pair)


def _tenth(number: int) -> str:
    whole, rest = divmod(abs(number), 10)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


_TENTHS = {number: _tenth(number) for number in range(-200, 201)}


def _short(number: float) -> str:
    return f"{round(number, 2):g}"
