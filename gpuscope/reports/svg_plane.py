"""The plane of time and energy: a point a run, named by its group; what lies further right and further down is better."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.reports.chart_colours import FAINT
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.svg_axis import Axis, axis
from gpuscope.reports.svg_canvas import Point, SvgCanvas, at, fitted, text_width
from gpuscope.reports.svg_chart import WIDTH, draw_axes
from gpuscope.reports.svg_whisker import draw_whisker

HEIGHT = 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 14.0, 10.0, 26.0
_JOINED = 4
"""Groups up to which a thin line joins them in their order."""
_NAMED = 8
"""Groups up to which names stand beside the points; more are told by their numbers."""
_NAME_SIZE, _MOST_NAME = 8.5, 150.0
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Cloud:
    """The runs of a group: (x, y) of each, in the units of the axes, and of the group with the intervals of both where they are known."""

    look: GroupLook
    runs: Sequence[Point]
    middle: Point
    x_interval: tuple[float, float] | None = None
    y_interval: tuple[float, float] | None = None


def plane_chart(clouds: Sequence[Cloud], x_title: str, y_title: str) -> str:
    """Return the chart as SVG."""
    canvas = SvgCanvas(WIDTH, HEIGHT)
    points = [point for cloud in clouds for point in cloud.runs]
    x = axis(*_with_room([place for place, _ in points]), _LEFT, WIDTH - _RIGHT, wanted=6)
    y = axis(*_with_room([place for _, place in points]), HEIGHT - _BOTTOM, _TOP, wanted=4)
    draw_axes(canvas, x, y, x_title)
    canvas.turned_text((9, (y.begin + y.end) / 2), y_title)
    canvas.tell(y_title=y_title, both="1")
    middles = [(x.place(cloud.middle[0]), y.place(cloud.middle[1])) for cloud in clouds]
    with canvas.part(part="plot"):
        if len(middles) <= _JOINED:
            canvas.path([middles], FAINT, 0.5, "2 2.5")
        for cloud, middle in zip(clouds, middles, strict=True):
            _draw_whiskers(canvas, x, y, cloud, middle)
        drawn = [_draw_runs(canvas, x, y, cloud) for cloud in clouds]
        _draw_names(canvas, clouds, middles, [point for points in drawn for point in points])
    return canvas.render()


def _draw_whiskers(canvas: SvgCanvas, x: Axis, y: Axis, cloud: Cloud, middle: Point) -> None:
    if cloud.x_interval:
        left, right = map(x.place, cloud.x_interval)
        draw_whisker(canvas, (left, middle[1]), (right, middle[1]), cloud.look.colour)
    if cloud.y_interval:
        low, high = map(y.place, cloud.y_interval)
        draw_whisker(canvas, (middle[0], low), (middle[0], high), cloud.look.colour)


def _draw_runs(canvas: SvgCanvas, x: Axis, y: Axis, cloud: Cloud) -> list[Point]:
    """Draw a point a run, and return where they lie."""
    points = [(x.place(px), y.place(py)) for px, py in cloud.runs]
    for point in points:
        with canvas.part(at=at(point), name=cloud.look.short):
            canvas.marker(cloud.look.marker, point, cloud.look.colour, 3.0)
    return points


def _with_room(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = (high - low) * 0.12 or abs(high) * 0.1 or 1.0
    return max(0.0, low - room) if low >= 0 else low - room, high + room


def _draw_names(canvas: SvgCanvas, clouds: Sequence[Cloud], middles: Sequence[Point], points: Sequence[Point]) -> None:
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    for cloud, middle in zip(clouds, middles, strict=True):
        for words in (fitted(cloud.look.short, _MOST_NAME, _NAME_SIZE), str(cloud.look.number))[len(clouds) > _NAMED :]:
            place = _free_place(canvas, words, middle, taken)
            if place is not None:
                corner, box = place
                taken.append(box)
                with canvas.part(at=at(middle)):
                    canvas.text(corner, words, colour=cloud.look.colour, size=_NAME_SIZE, weight=600)
                break


def _free_place(canvas: SvgCanvas, words: str, middle: Point, taken: Sequence[Box]) -> tuple[Point, Box] | None:
    """Return where words can stand beside a point without covering anything: right, left, above, below; None for nowhere."""
    x, y = middle
    width = text_width(words, _NAME_SIZE) + 2
    beside = [(x + 7, y - 4), (x + 7, y + 3), (x - 7 - width, y + 3)]
    over = [(x - width / 2, y - 8), (x - width / 2, y + 14), (x, y - 8), (x - width, y - 8)]
    for left, base in (*beside, *over, (x + 7, y + 11)):
        box = (left, base - 7, left + width, base + 2)
        inside = box[0] >= _LEFT and box[2] <= canvas.width and box[1] >= 0 and box[3] <= canvas.height - _BOTTOM
        if inside and not any(_overlap(box, other) for other in taken):
            return (left, base), box
    return None


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
