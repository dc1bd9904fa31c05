"""One model, two canvases: SVG and Qt draw the same marks, ticks and texts in the same positions."""

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import painter_canvas
from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.charts.strip import Curve, Limit, Mark, SensorWindow, Shade, Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK, LIGHT, Palette
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.pictures.bar_layout import bar_drawing
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.comparison_pictures import bar_block, plane
from gpuscope.reports.pictures.drawing import Area, Box, Drawing, Metrics, Path, Symbol, Text
from gpuscope.reports.pictures.heat_map import HeatMap, heat_map_drawing
from gpuscope.reports.pictures.picture import (
    Axis,
    Bar,
    BarBlock,
    BarPicture,
    Chart,
    Dash,
    Legend,
    Marker,
    Picture,
    Piece,
    Polyline,
    Segment,
    group_style,
)
from gpuscope.reports.pictures.scale import scale_of
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from tests.gui.charts.stack_hands import view_range
from tests.reports.pictures.test_comparison_pictures import compared, group
from tests.reports.pictures.test_heat_map import MAP
from tests.reports.pictures.test_step_pictures import drawn

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.06
"""Tolerance: SVG coordinates have one decimal place, those of boxes and texts two."""
COMPARISON = compared(
    group("FP32", 100, 0.010, uncertainty=0.05),
    group("TF32", 200, 0.025, uncertainty=0.05),
    group("BF16", 300, 0.060, uncertainty=0.05),
)


def _lines() -> Chart:
    x = np.linspace(0.0, 9.0, 50)
    pieces = [(Piece(x, x * factor),) for factor in (1, 2)]
    lines = tuple(Polyline(f"group {place}", group_style(place), piece, marked=((4.5, 4.5),)) for place, piece in enumerate(pieces))
    return Chart(Axis(scale_of([0.0, 9.0]), "step time", "ms"), Axis(scale_of([0.0, 18.0]), "steps", "%"), lines, Legend.UPPER)


def _stacked() -> BarPicture:
    parts = (Segment("forward", 3.0, "3 ms", "compute"), Segment("backward", 5.0, "5 ms", "power"))
    return BarPicture((BarBlock("Phases", "ms", (Bar("FP32", parts, "8 ms"), Bar("BF16", (), "not timed"))),), is_stacked=True)


def _plane() -> Chart:
    chart = plane(COMPARISON)
    assert chart is not None
    return chart


PICTURES: dict[str, Picture] = {
    "plane": _plane(),
    "lines": _lines(),
    "bars": BarPicture((bar_block(COMPARISON, "throughput", "Throughput"), bar_block(COMPARISON, "energy_per_sample", "Energy"))),
    "stacked": _stacked(),
    **drawn(),
}


DRAWN: dict[str, Picture | HeatMap] = {**PICTURES, "heat map": MAP}


def placed(picture: Picture | HeatMap, metrics: Metrics, width: float = 481.0, height: float = 250.0) -> Drawing:
    if isinstance(picture, HeatMap):
        return heat_map_drawing(picture, width, height, metrics)
    if isinstance(picture, BarPicture):
        return bar_drawing(picture, width, height, metrics)
    return chart_drawing(picture, width, height, metrics)


class Recorder(QPainter):
    """A painter that records its calls."""

    def __init__(self) -> None:
        self._image = QImage(481, 250, QImage.Format.Format_RGB32)
        super().__init__(self._image)
        self.lines: list[tuple[str, float]] = []
        self.boxes: list[tuple[str, tuple[float, ...]]] = []
        self.texts: list[tuple[str, str, float]] = []

    def drawLine(self, start: QPointF, end: QPointF) -> None:  # type: ignore[override]  # the one form that the canvas uses
        self._note(start.x(), start.y(), end.x(), end.y())

    def drawPolyline(self, polygon: QPolygonF) -> None:  # type: ignore[override]  # the one form that the canvas uses
        points = polygon.toList()
        self._note(points[0].x(), points[0].y(), points[-1].x(), points[-1].y())

    def _note(self, *place: float) -> None:
        self.lines.append((self.pen().color().name(), round(sum(place))))

    def fillRect(self, box: QRectF, colour: QColor) -> None:  # type: ignore[override]  # the one form that the canvas uses
        self.boxes.append((colour.name(), (box.x(), box.y(), box.width(), box.height())))

    def drawText(self, place: QPointF, text: str) -> None:  # type: ignore[override]  # the one form that the canvas uses
        self.texts.append((text, self.pen().color().name(), place.y()))


@pytest.fixture
def markers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Marker, str, float, float]]:
    noted: list[tuple[Marker, str, float, float]] = []

    def note(_painter: QPainter, at: QPointF, kind: Marker, colour: QColor, _size: float, _rim: QColor) -> None:
        noted.append((kind, colour.name(), at.x(), at.y()))

    monkeypatch.setattr(painter_canvas, "draw_marker", note)
    return noted


def _texts(root: ElementTree.Element) -> Iterator[tuple[str, str, float]]:
    for text in root.iter(f"{SVG}text"):
        yield "".join(text.itertext()), text.get("fill", ""), float(text.get("y", ""))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_both_canvases_draw_the_same(qtbot: QtBot, name: str, palette: Palette, markers: list[tuple[Marker, str, float, float]]) -> None:
    drawing = placed(DRAWN[name], WINDOW)
    root = ElementTree.fromstring(svg(drawing, dark=palette.is_dark))
    painter = Recorder()
    paint(painter, drawing, palette)
    painter.end()
    texts = list(_texts(root))
    assert [text[:2] for text in painter.texts] == [text[:2] for text in texts]
    assert [y for *_, y in painter.texts] == pytest.approx([y for *_, y in texts], abs=NEAR)
    assert len(painter.texts) == len(drawing.texts()) > 5
    rectangles = list(root.iter(f"{SVG}rect"))
    plain = [box.get("fill-opacity") is None for box in rectangles]
    assert [box[0] for box, is_plain in zip(painter.boxes, plain, strict=True) if is_plain] == [
        box.get("fill") for box, is_plain in zip(rectangles, plain, strict=True) if is_plain
    ]
    for (_, painted), box in zip(painter.boxes, rectangles, strict=True):
        assert painted == pytest.approx([float(box.get(side, "")) for side in ("x", "y", "width", "height")], abs=NEAR)
    strokes = {path.get("stroke") for path in root.iter(f"{SVG}path") if path.get("fill") is None}
    assert {colour for colour, _ in painter.lines} == strokes
    symbols = [shape for shape in drawing.every() if isinstance(shape, Symbol)]
    assert [marker[0] for marker in markers] == [symbol.kind for symbol in symbols]
    assert [marker[2:] for marker in markers] == [symbol.centre for symbol in symbols]
    fills = [element.get("fill") for element in root.iter() if element.get("stroke-width") == "0.6"]
    assert [colour for kind, colour, _, _ in markers if kind not in (Marker.CROSS, Marker.RING)] == fills


@pytest.mark.parametrize("name", PICTURES)
def test_paper_and_window_say_the_same_in_their_own_sizes(qtbot: QtBot, name: str) -> None:
    """The report's sheet and the window's card differ in size and type, but not in ticks, names, figures and marks."""
    picture = PICTURES[name]
    paper, window = placed(picture, PAPER, 481, 190), placed(picture, WINDOW, 333, 330)
    assert Counter(paper.texts()) == Counter(window.texts())
    for kind in (Path, Box, Symbol):
        shapes = [[shape for shape in drawing.every() if isinstance(shape, kind)] for drawing in (paper, window)]
        assert [shape.role for shape in shapes[0]] == [shape.role for shape in shapes[1]]
    if isinstance(picture, Chart):
        assert [shape.text for shape in _figures(paper)] == [shape.text for shape in _figures(window)]
        points = [_shares(drawing) for drawing in (paper, window)]
        assert points[0] == pytest.approx(points[1], abs=0.002), "at the same values"


def _figures(drawing: Drawing) -> list[Text]:
    return [shape for shape in drawing.every() if isinstance(shape, Text) and shape.text[0].isdigit()]


def _shares(drawing: Drawing) -> np.ndarray:
    left, top, right, bottom = drawing.area
    spots = [spot.centre for spot in drawing.spots]
    return np.array([((x - left) / (right - left), (bottom - y) / (bottom - top)) for x, y in spots])


def test_level_lines_of_one_pixel_lie_on_the_pixels(qtbot: QtBot) -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    paint(painter, Drawing(20, 20, [Path([[(2, 9.3), (18, 9.3)]], "text", 1.0)]), LIGHT)
    painter.end()
    column = [image.pixelColor(10, y).name() for y in range(20)]
    assert column.count(QColor(LIGHT.text).name()) == 1, "not two rows of grey"
    assert QPen(QColor(LIGHT.text)).widthF() == 1.0


def _strip_stack(qtbot: QtBot, height: int = 320) -> StripStack:
    """Return two strips with every element: a gap, a slowdown, a limit, a mark, a band, a sensor's windows."""
    stack = StripStack(Theme(Choice.LIGHT))
    qtbot.addWidget(stack)
    stack.resize(720, height)
    seen = Curve("a", "gpu:0", "power")
    sampled = Curve("b", "gpu:1", "power", Dash.DASHED, Marker.SQUARE, window=SensorWindow(1.0, 0.25))
    stack.set_strips(
        [Strip("power", "Power", "kW", (seen, sampled), factor=1e-3), Strip("loss", "Loss", "", (Curve("a", "loss", "loss"),))]
    )
    x = np.arange(0.0, 90.0)
    stack.set_series("power", "a", x, np.where((x > 40) & (x < 50), np.nan, 400.0 + x))
    stack.set_series("power", "b", x, 300.0 + x)
    stack.set_band("power", "a", x, 390.0 + x, 410.0 + x)
    stack.set_series("loss", "a", x, 2.0 / (1 + x))
    stack.set_shades(
        [Shade(40.0, 50.0, "gap 10 s", frozenset({"power"})), Shade(60.0, 80.0, "power cap", frozenset({"power"}), "throttle")]
    )
    stack.set_limits([Limit("power", 480.0, "limit 480 W")])
    stack.set_marks([Mark(30.0, "measured")])
    stack.set_end(89.0)
    stack.show_range(20.0, 85.0)
    stack.show()
    stack.redraw()
    return stack


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_both_canvases_draw_the_same_strip(qtbot: QtBot, palette: Palette) -> None:
    drawing = placed(_strip_stack(qtbot).chart("power"), WINDOW, 720, 220)
    root = ElementTree.fromstring(svg(drawing, dark=palette.is_dark))
    painter = Recorder()
    paint(painter, drawing, palette)
    painter.end()
    assert [text[:2] for text in painter.texts] == [text[:2] for text in _texts(root)]
    strokes = {path.get("stroke") for path in root.iter(f"{SVG}path") if path.get("stroke") and path.get("fill") is None}
    assert {colour for colour, _ in painter.lines} == strokes
    filled = [path for path in root.iter(f"{SVG}path") if path.get("fill-opacity")]
    assert len(filled) == len([shape for shape in drawing.every() if isinstance(shape, Area)]) == 3, "band, slowdown and gap"
    assert {"limit 480 W", "gap 10 s", "power cap", "measured"} <= set(drawing.texts())


@pytest.mark.parametrize("height", [320, 560], ids=["low strips", "high strips"])
def test_an_exported_strip_has_the_ranges_and_ticks_of_the_window(qtbot: QtBot, height: int) -> None:
    stack = _strip_stack(qtbot, height)
    for strip in ("power", "loss"):
        chart = stack.chart(strip)
        row = stack._rows.row(strip)
        assert row is not None
        assert (chart.y.scale.low, chart.y.scale.high) == (row.data.span.low, row.data.span.high)
        assert (chart.x.scale.low, chart.x.scale.high) == view_range(stack)
        assert [text for _, text in chart.y.scale.labels() if text] == [text for text, _ in row.label._figures]
        assert [text for _, text in chart.x.scale.labels()] == [text for _, text in stack._axis.figures()]
        drawing = placed(chart, WINDOW, 720, 220)
        written = drawing.texts()
        assert {text for text, _ in row.label._figures} <= set(written)
        heights = {shape.text: shape.place[1] for shape in drawing.every() if isinstance(shape, Text) and shape.anchor == "end"}
        lowest, highest = row.label._figures[0][0], row.label._figures[-1][0]
        assert heights[highest] < heights[lowest], "the greatest value on top"


def test_an_exported_curve_is_cut_at_both_ends_and_broken_where_nothing_was_read(qtbot: QtBot) -> None:
    stack = _strip_stack(qtbot)
    curve = next(line for line in stack.chart("power").lines() if line.style.role == "power" and not line.style.has_marker)
    assert [(piece.x[0], piece.x[-1]) for piece in curve.pieces] == [(20.0, 40.0), (50.0, 85.0)]
    assert curve.pieces[0].y[0] == pytest.approx(0.42)
    assert curve.name == "gpu:0, 0.485 kW"
    stack.show_range(20.0, 50.0)
    sampled = next(line for line in stack.chart("power").lines() if line.style.has_marker)
    spans = [(float(piece.x[0]), float(piece.x[-1])) for piece in sampled.pieces]
    assert (30.25, 30.5) in spans, "the quarter of its period in which the sensor sampled"
    stack.set_curve_visible("power", "b", visible=False)
    assert len(stack.chart("power").lines()) == 1
