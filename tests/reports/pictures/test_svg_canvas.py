"""Pictures as SVG: well-formed, to scale, gaps left open, names escaped and distinct, groups distinguishable without colour."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from gpuscope.analysis.group import Group
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_names import GroupLook, group_looks
from gpuscope.reports.pictures import recorded_curves
from gpuscope.reports.pictures.bar_layout import bar_drawing
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.colours import LIGHT_GROUPS, colour
from gpuscope.reports.pictures.drawing import Box, Drawing, Path, Place, Text, apart
from gpuscope.reports.pictures.picture import (
    Axis,
    Bar,
    BarBlock,
    BarPicture,
    Chart,
    Label,
    Mark,
    Marker,
    Piece,
    Point,
    Segment,
    Style,
    group_style,
)
from gpuscope.reports.pictures.recorded_curves import Curve, Frame, frame
from gpuscope.reports.pictures.scale import scale_around
from gpuscope.reports.pictures.svg_canvas import _OFF, PAPER, bends, sample, svg, text_width
from gpuscope.system.paths import resources_folder
from tests.analysis.records import run_record

SVG = "{http://www.w3.org/2000/svg}"


def looks(*names: str) -> tuple[GroupLook, ...]:
    coverage = GlyphCoverage.of_folder(resources_folder() / "fonts")
    return group_looks([Group(name, (run_record("aa"),)) for name in names], coverage)


def chart_svg(chart: Chart) -> str:
    return svg(chart_drawing(chart, 481, 190, PAPER))


def curve_svg(curves: list[Curve], within: Frame) -> str:
    return chart_svg(recorded_curves.curve_chart(curves, within))


def curve(look: GroupLook, pieces: list[Piece]) -> Curve:
    return Curve(look.short, look.style, pieces)


def plane_svg(names: list[str], x_title: str = "x", y_title: str = "y") -> str:
    marks: list[Mark] = [Point(name, group_style(place), place, place) for place, name in enumerate(names)]
    marks += [Label(group_style(place), place, place, name) for place, name in enumerate(names)]
    values = [float(place) for place in range(len(names))]
    return chart_svg(Chart(Axis(scale_around(values), x_title), Axis(scale_around(values), y_title), tuple(marks), is_plane=True))


def bar(place: int, value: float | None, words: str, runs: tuple[float, ...] = ()) -> Bar:
    segments = () if value is None else (Segment("", value, words, f"group:{place}"),)
    return Bar(words, segments, words, runs=runs)


def bar_svg(bars: list[Bar], title: str) -> str:
    return svg(bar_drawing(BarPicture((BarBlock(title, "", tuple(bars)),)), 481, 190, PAPER))


def drawn(document: str) -> ElementTree.Element:
    return ElementTree.fromstring(document)


def words(document: str) -> list[str]:
    return ["".join(text.itertext()) for text in drawn(document).iter(f"{SVG}text")]


def line(*values: float) -> Piece:
    return Piece(np.arange(len(values), dtype=float), np.array(values, dtype=float))


def test_a_gap_is_left_open_and_a_lonely_point_is_a_dot() -> None:
    (look,) = looks("a")
    made = curve(look, [line(1, 2, 3), Piece(np.array([5.0]), np.array([2.0])), Piece(np.array([7.0, 8.0]), np.array([1.0, 2.0]))])
    document = curve_svg([made], frame([made], "t, s", from_zero=True))
    (way,) = [path.get("d", "") for path in drawn(document).iter(f"{SVG}path") if path.get("stroke-width") == "0.9"]
    assert way.count("M") == 3
    assert "h.01" in way


def test_markup_in_names_stays_text_and_nothing_is_fetched() -> None:
    name = '<img src="http://x/">&amp;#set'
    (look, _) = looks(name, "b")
    made = curve(look, [line(1, 2, 3)])
    for document in (
        curve_svg([made], frame([made], name, from_zero=True)),
        plane_svg([name, "b"], name, name),
        bar_svg([bar(0, 1.0, name)], name),
    ):
        assert name in words(document)
        assert {element.tag for element in drawn(document).iter()} <= {
            f"{SVG}{tag}" for tag in ("svg", "g", "path", "rect", "circle", "text")
        }
        assert not re.search(r"href|url\(|<image|<style|<script", document.replace(name, ""))


def test_names_keep_apart_and_within_bounds() -> None:
    assert apart([10, 11, 12], 10, 0, 100) == [10, 20, 30]
    assert apart([95, 96, 97], 10, 0, 100) == [80, 90, 100]
    assert apart([-5, 50], 10, 0, 100) == [0, 50]
    assert apart([], 10, 0, 100) == []


def test_the_name_of_a_bar_is_whole_where_the_bars_have_room() -> None:
    names = ("One thread", "ONNX Runtime", "a name that takes more room than any panel has")
    bars = [Bar(name, (Segment("", 14_430.0, "14 430", "group:0"),), "14 430", "6.36 ×") for name in names]
    hidden = BarBlock("Error", "", (Bar("One thread", (Segment("", 1.0, "", "group:0"),), "the widest figure of all blocks"),))
    for shown, width in ((bars[:2], 165.0), (bars, 165.0), (bars, 1000.0)):
        made = bar_drawing(BarPicture((BarBlock("Throughput", "samples/s", tuple(shown)), hidden)), width, 60, PAPER)
        written = [shape.text for shape in made.shapes if isinstance(shape, Text) and shape.is_name]
        assert written[:2] == list(names[:2])
        assert (names[2] in written) is (width > 500)
        longest = max(shape.width for shape in made.shapes if isinstance(shape, Box))
        assert longest >= 0.2 * width


def test_each_group_of_a_chart_has_its_own_dash_and_marker() -> None:
    styles = [look.style for look in looks(*"abcdef")]
    assert len({style.dash for style in styles}) == len({style.marker for style in styles}) == len({style.role for style in styles}) == 6
    many = [look.style for look in looks(*(f"group {number}" for number in range(36)))]
    assert len({(style.dash, style.marker) for style in many}) == 36
    assert len({(colour(style.role), style.dash) for style in many}) == 36


def test_only_the_first_run_of_a_group_has_markers_and_each_group_is_named_once() -> None:
    one, two = looks("one", "two")
    curves = [curve(one, [line(1, 2, 3)]), curve(one, [line(2, 2, 2)]), curve(two, [line(3, 1, 3)])]
    document = curve_svg(curves, frame(curves, "step", from_zero=True))
    circles = [circle for circle in drawn(document).iter(f"{SVG}circle") if circle.get("r") == "2.4"]
    assert 3 <= len(circles) <= 4, "two or three on the curve, one in the legend"
    assert sorted(word for word in words(document) if word in ("one", "two")) == ["one", "two"]


def test_two_groups_of_nearly_one_short_name_are_both_named() -> None:
    one, two = looks("x" * 40 + "one" + "y" * 40, "x" * 40 + "two" + "y" * 40)
    assert one.short != two.short
    curves = [curve(one, [line(1, 2, 3)]), curve(two, [line(3, 1, 3)])]
    assert len([word for word in words(curve_svg(curves, frame(curves, "step", from_zero=True))) if word.startswith("xx")]) == 2


def test_a_curve_without_points_is_drawn_as_nothing() -> None:
    (look,) = looks("a")
    made = curve(look, [])
    assert words(curve_svg([made], frame([made], "t", from_zero=True)))[-1] == "T"


def test_bars_begin_at_zero_and_show_single_runs() -> None:
    document = bar_svg([bar(0, 50.0, "50", (40.0, 60.0)), bar(1, 100.0, "100"), bar(2, None, "–")], "speed")
    boxes = [box for box in drawn(document).iter(f"{SVG}rect") if box.get("fill") in LIGHT_GROUPS]
    assert float(boxes[0].get("width", 0)) == pytest.approx(float(boxes[1].get("width", 0)) / 2, abs=0.05)
    assert len(list(drawn(document).iter(f"{SVG}path"))) == 2, "a mark a run"
    assert {"50", "100", "–", "speed"} <= set(words(document))


@pytest.mark.parametrize("marker", list(Marker))
def test_samples_show_every_marker(marker: Marker) -> None:
    assert len(list(drawn(sample(Style("group:1", marker=marker))))) >= 2


def test_a_drawing_of_the_dark_theme_has_its_colours_and_its_ground() -> None:
    drawing = Drawing(10, 10, [Path([[(0, 0), (5, 5)]], "group:1", 1)])
    assert "#f5b047" in svg(drawing, dark=True, ground=True)
    assert "#151a21" in svg(drawing, dark=True, ground=True)
    assert "#151a21" not in svg(drawing, dark=True)


def test_wide_letters_take_more_room() -> None:
    assert text_width("mm") > text_width("xx") > text_width("ii")
    assert text_width("漢字") > text_width("ab")
    assert list(drawn(svg(Drawing(10, 10, [Path([[]], "text", 1)])))) == []


def places(y: np.ndarray) -> list[Place]:
    return list(zip(np.arange(y.size, dtype=float).tolist(), y.tolist(), strict=True))


@pytest.mark.parametrize(
    "y",
    [
        np.zeros(500),
        np.arange(500.0) / 7,
        60 - 50 * np.exp(-np.arange(500.0) / 40),
        np.random.default_rng(1).normal(50, 20, 500),
        np.repeat([1.0, 30.0, 2.0], 100),
        np.random.default_rng(2).normal(50, _OFF, 500),
        np.array([3.0]),
        np.array([3.0, 4.0]),
    ],
    ids=["level", "slope", "bend", "noise", "steps", "trembling", "one", "two"],
)
def test_no_point_lies_off_the_lines(y: np.ndarray) -> None:
    kept = bends(places(y))
    assert set(kept) <= set(places(y))
    assert (kept[0], kept[-1]) == (places(y)[0], places(y)[-1])
    assert len(set(kept)) == len(kept)
    found = np.interp(np.arange(y.size), *np.array(kept).T)
    assert np.abs(found - y).max() <= _OFF + 1e-9


def test_what_is_straight_needs_two_points_and_what_bends_few() -> None:
    assert len(bends(places(np.zeros(500)))) == len(bends(places(np.arange(500.0)))) == 2
    assert len(bends(places(np.repeat([1.0, 30.0, 2.0], 100)))) == 6
    assert len(bends(places(60 - 50 * np.exp(-np.arange(500.0) / 40)))) < 60


def test_a_jump_at_one_place_keeps_both_ends() -> None:
    points = [(0.0, 1.0), (5.0, 1.0), (5.0, 9.0), (5.0, 4.0), (9.0, 4.0), (12.0, 4.0)]
    assert bends(points) == [(0.0, 1.0), (5.0, 1.0), (5.0, 9.0), (5.0, 4.0), (12.0, 4.0)]
    assert bends([(0.0, 1.0), (0.0, 2.0), (1.0, 2.0)]) == [(0.0, 1.0), (0.0, 2.0), (1.0, 2.0)]
