"""A sheet of vector graphics: a few shapes and text, written as SVG with numbers as short as the eye allows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise

from gpuscope.reports.chart_colours import MUTED, PAPER
from gpuscope.reports.printable import elided_amid

Point = tuple[float, float]
SMALL = 7.5
"""Size of type in charts, in points."""
_FONTS = "Inter, 'Noto Sans CJK SC', 'DejaVu Sans'"
TYPE = f' font-family="{_FONTS}" font-size="{SMALL:g}" xml:space="preserve"'
"""How words are set, which a page tells once for all of its drawings."""
_STYLE = f'fill="none" stroke-linejoin="round" stroke-linecap="round"{TYPE}'
"""What shapes and words have unless they say otherwise: told once, a drawing of many curves is a tenth shorter."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;|'!()[]  \u202f"), frozenset("mwMW@%")


class SvgCanvas:
    """Collects shapes; one unit is one point of the page."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._parts: list[str] = []
        self._facts: dict[str, str] = {}

    def tell(self, **facts: str) -> None:
        """Note facts on the whole drawing as ``data-…``, for a page in which it is drawn anew."""
        self._facts |= facts

    @contextmanager
    def part(self, **facts: str) -> Iterator[None]:
        """Put what is drawn within into a group that carries facts as ``data-…``."""
        self._parts.append(f"<g{_data(facts)}>")
        yield
        self._parts.append("</g>")

    def line(self, start: Point, end: Point, colour: str, width: float = 0.5, dash: str = "") -> None:
        """Draw a straight line."""
        self.path([[start, end]], colour, width, dash)

    def path(self, pieces: Iterable[Sequence[Point]], colour: str, width: float, dash: str = "") -> None:
        """Draw lines through points, the pen lifted between two pieces; a piece of one point becomes a dot."""
        way = "".join(_way(piece) for piece in pieces if piece)
        if way:
            style = f' stroke-dasharray="{dash}"' if dash else ""
            self._parts.append(f'<path d="{way}" stroke="{colour}" stroke-width="{_short(width)}"{style}/>')

    def box(self, corner: Point, width: float, height: float, colour: str) -> None:
        """Fill a box, given by its upper left corner."""
        x, y = map(_short, corner)
        self._parts.append(f'<rect x="{x}" y="{y}" width="{_short(width)}" height="{_short(height)}" fill="{colour}"/>')

    def text(self, place: Point, words: str, *, anchor: str = "start", colour: str = MUTED, size: float = SMALL, weight: int = 400) -> None:
        """Write words; ``anchor`` is "start", "middle" or "end" of them."""
        x, y = map(_short, place)
        style = "".join([
            f' font-size="{_short(size)}"' if size != SMALL else "",
            f' font-weight="{weight}"' if weight != 400 else "",
            f' text-anchor="{anchor}"' if anchor != "start" else "",
        ])  # fmt: skip
        self._parts.append(f'<text x="{x}" y="{y}" fill="{colour}"{style}>{escape(words)}</text>')

    def turned_text(self, centre: Point, words: str) -> None:
        """Write words from below to above, around their centre: the title of an upright axis."""
        x, y = map(_short, centre)
        self._parts.append(f'<g transform="translate({x} {y}) rotate(-90)">')
        self.text((0, 2.6), words, anchor="middle")
        self._parts.append("</g>")

    def marker(self, kind: str, centre: Point, colour: str, radius: float = 2.4) -> None:
        """Draw a marker with a thin white rim, so that it stands apart from what lies under it."""
        x, y = centre
        style = f'fill="{colour}" stroke="{PAPER}" stroke-width="0.6"'
        if kind == "cross":
            arms = [[(x - radius, y - radius), (x + radius, y + radius)], [(x - radius, y + radius), (x + radius, y - radius)]]
            self.path(arms, PAPER, 2.4)
            self.path(arms, colour, 1.2)
        elif kind == "ring":
            self._parts.append(
                f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}" fill="{PAPER}" stroke="{colour}" stroke-width="1.1"/>'
            )
        elif kind == "circle":
            self._parts.append(f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}" {style}/>')
        else:
            self._parts.append(f'<path d="{_way(_corners(kind, x, y, radius))}z" {style}/>')

    def render(self) -> str:
        """Return the SVG document."""
        size = f'width="{_short(self.width)}" height="{_short(self.height)}" viewBox="0 0 {_short(self.width)} {_short(self.height)}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_STYLE}{_data(self._facts)}>{"".join(self._parts)}</svg>'


def at(place: Point) -> str:
    """Return a place as the facts of a drawing have it."""
    return f"{_short(place[0])} {_short(place[1])}"


def _data(facts: Mapping[str, str]) -> str:
    return "".join(f' data-{key.replace("_", "-")}="{escape(value)}"' for key, value in facts.items())


def sample(colour: str, dash: str, marker: str) -> str:
    """Return the sample of a curve for legends, 20 by 7 points: line, dash and marker."""
    canvas = SvgCanvas(20, 7)
    draw_sample(canvas, (0.5, 3.5), colour, dash, marker)
    return canvas.render()


def draw_sample(canvas: SvgCanvas, start: Point, colour: str, dash: str, marker: str) -> None:
    """Draw the sample of a curve, 19 points long, from its left end."""
    x, y = start
    canvas.line((x, y), (x + 19, y), colour, 1.1, dash)
    canvas.marker(marker, (x + 9.5, y), colour)


def text_width(words: str, size: float = SMALL) -> float:
    """Return about how wide words are, in points: enough to keep labels apart."""
    return size * sum(map(_advance, words))


def fitted(words: str, width: float, size: float = SMALL) -> str:
    """Return words without their middle where they are wider than that many points."""
    columns = len(words)
    shown = words
    while columns > 3 and text_width(shown, size) > width:
        columns -= 1
        shown = elided_amid(words, columns)
    return shown


def _advance(character: str) -> float:
    if character in _NARROW:
        return 0.3
    if character in _WIDE or ord(character) >= 0x2E80:
        return 1.0
    return 0.66 if character.isupper() or character.isdigit() else 0.58


def _corners(kind: str, x: float, y: float, radius: float) -> list[Point]:
    if kind == "diamond":
        reach = radius * 1.3
        return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    if kind == "triangle":
        return [(x, y - radius * 1.25), (x + radius * 1.2, y + radius), (x - radius * 1.2, y + radius)]
    side = radius * 0.92
    return [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]


def _way(points: Sequence[Point]) -> str:
    """Return the commands of a path: where it begins, then each step from one point to the next, in tenths of a point."""
    places = [round(ordinate * 10) for point in points for ordinate in point]
    begin, rest = places[:2], places[2:]
    steps = [to - here for to, here in zip(rest, places, strict=False)]
    return f"M{_numbers(begin)}" + (f"l{_numbers(steps)}" if steps else "h.01")


def _numbers(tenths: Sequence[int]) -> str:
    """Return numbers with no zero, and no space, that SVG does without: 0.4 -1.2 0.7 is .4-1.2.7."""
    words = [_TENTHS.get(one) or _tenth(one) for one in tenths]
    apart = ["" if word[0] == "-" or (word[0] == "." and "." in before) else " " for before, word in pairwise(words)]
    return "".join(one for pair in zip(["", *apart], words, strict=True) for one in pair)


def _tenth(number: int) -> str:
    whole, rest = divmod(abs(number), 10)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


_TENTHS = {number: _tenth(number) for number in range(-200, 201)}


def _short(number: float) -> str:
    return f"{round(number, 2):g}"
