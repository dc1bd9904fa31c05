"""Charts as SVG: well formed, to scale, gaps left open, names harmless and apart, groups told apart without colour."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from gpuscope.analysis.group import Group
from gpuscope.reports.chart_colours import GROUPS
from gpuscope.reports.chart_curve import Piece
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_look import GroupLook, group_looks
from gpuscope.reports.svg_axis import axis, span
from gpuscope.reports.svg_bars import Bar, bar_chart
from gpuscope.reports.svg_canvas import SvgCanvas, sample, text_width
from gpuscope.reports.svg_chart import Curve, apart, curve_chart, frame
from gpuscope.reports.svg_plane import Cloud, plane_chart
from gpuscope.system.paths import resources_folder
from tests.analysis.records import run_record

SVG = "{http://www.w3.org/2000/svg}"


def looks(*names: str) -> tuple[GroupLook, ...]:
    coverage = GlyphCoverage.of_folder(resources_folder() / "fonts")
    return group_looks([Group(name, (run_record("aa"),)) for name in names], coverage)


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in drawn(svg).iter(f"{SVG}text")]


def line(*values: float) -> Piece:
    return Piece(np.arange(len(values), dtype=float), np.array(values, dtype=float))


def test_a_gap_is_left_open_and_a_lonely_point_is_a_dot() -> None:
    (look,) = looks("a")
    curve = Curve(look, [line(1, 2, 3), Piece(np.array([5.0]), np.array([2.0])), Piece(np.array([7.0, 8.0]), np.array([1.0, 2.0]))])
    svg = curve_chart([curve], frame([curve], "t, s", from_zero=True))
    (way,) = [path.get("d", "") for path in drawn(svg).iter(f"{SVG}path") if path.get("stroke-width") == "0.9"]
    assert way.count("M") == 3
    assert "h.01" in way


def test_points_lie_where_the_axes_say() -> None:
    x, y = axis(0, 10, 100, 200), axis(0, 40, 300, 100)
    assert [x.place(value) for value in (0, 5, 10, 11, -1)] == [100, 150, 200, 200, 100]
    assert y.place(20) == 200


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0, 823, ["0", "250", "500", "750", "1000"]),
        (0, 0.0371, ["0.00", "0.01", "0.02", "0.03", "0.04"]),
        (20_000, 42_800, ["20\u202f000", "30\u202f000", "40\u202f000", "50\u202f000"]),
        (1.72, 1.79, ["1.72", "1.74", "1.76", "1.78", "1.80"]),
        (5, 5, ["4.50", "4.75", "5.00", "5.25", "5.50"]),
        (0, 0, ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
    ],
)
def test_ticks_are_round(low: float, high: float, labels: list[str]) -> None:
    assert [label for _, label in axis(low, high, 0, 100).labels()] == labels


def test_a_span_leaves_out_what_is_no_number() -> None:
    assert span([float("nan"), 3.0, float("inf"), 2.0], from_zero=False) == (2.0, 3.0)
    assert span([3.0], from_zero=True) == (0.0, 3.0)
    assert span([], from_zero=True) == (0.0, 1.0)


def test_markup_in_names_stays_text_and_nothing_is_fetched() -> None:
    name = '<img src="http://x/">&amp;#set'
    (look, _) = looks(name, "b")
    curve = Curve(look, [line(1, 2, 3)])
    for svg in (
        curve_chart([curve], frame([curve], name, from_zero=True)),
        plane_chart([Cloud(look, [(1, 2)], (1, 2)), Cloud(look, [(3, 4)], (3, 4))], name, name),
        bar_chart([Bar(look, 1.0, name, [])], name),
    ):
        assert name in words(svg)
        assert {element.tag for element in drawn(svg).iter()} <= {f"{SVG}{tag}" for tag in ("svg", "g", "path", "rect", "circle", "text")}
        assert not re.search(r"href|url\(|<image|<style|<script", svg.replace(name, ""))


def test_names_keep_apart_and_within_bounds() -> None:
    assert apart([10, 11, 12], 10, 0, 100) == [10, 20, 30]
    assert apart([95, 96, 97], 10, 0, 100) == [80, 90, 100]
    assert apart([-5, 50], 10, 0, 100) == [0, 50]
    assert apart([], 10, 0, 100) == []


def test_each_group_of_a_chart_has_its_own_dash_and_marker() -> None:
    found = looks(*"abcdef")
    assert len({look.dash for look in found}) == len({look.marker for look in found}) == len({look.colour for look in found}) == 6
    many = looks(*(f"group {number}" for number in range(36)))
    assert len({(look.dash, look.marker) for look in many}) == 36
    assert len({(look.colour, look.dash) for look in many}) == 36


def test_only_the_first_run_of_a_group_has_markers_and_each_group_is_named_once() -> None:
    one, two = looks("one", "two")
    curves = [Curve(one, [line(1, 2, 3)]), Curve(one, [line(2, 2, 2)]), Curve(two, [line(3, 1, 3)])]
    svg = curve_chart(curves, frame(curves, "step", from_zero=True))
    circles = [circle for circle in drawn(svg).iter(f"{SVG}circle") if circle.get("r") == "2"]
    assert 2 <= len(circles) <= 3
    assert sorted(word for word in words(svg) if word in ("one", "two")) == ["one", "two"]


def test_a_curve_without_points_is_drawn_as_nothing() -> None:
    (look,) = looks("a")
    curve = Curve(look, [])
    assert words(curve_chart([curve], frame([curve], "t", from_zero=True)))[-1] == "t"


def test_the_plane_names_few_groups_and_numbers_many() -> None:
    few, many = looks("a", "b"), looks(*(f"name {number}" for number in range(20)))
    svg = plane_chart([Cloud(look, [(place, place)], (place, place)) for place, look in enumerate(few)], "x", "y")
    assert {"a", "b"} <= set(words(svg))
    svg = plane_chart([Cloud(look, [(place, place)], (place, place)) for place, look in enumerate(many)], "x", "y")
    assert {str(number) for number in range(1, 21)} <= set(words(svg))
    assert not any(word.startswith("name") for word in words(svg))


def test_bars_begin_at_zero_and_show_single_runs() -> None:
    one, two = looks("one", "two")
    svg = bar_chart([Bar(one, 50.0, "50", [40.0, 60.0]), Bar(two, 100.0, "100 2 ×", []), Bar(two, None, "–", [])], "speed")
    boxes = [box for box in drawn(svg).iter(f"{SVG}rect") if box.get("fill") in GROUPS]
    assert float(boxes[0].get("width", 0)) == pytest.approx(float(boxes[1].get("width", 0)) / 2, abs=0.05)
    assert {"50", "100 2 ×", "–", "speed"} <= set(words(svg))


@pytest.mark.parametrize("marker", ["circle", "square", "diamond", "triangle", "cross", "ring"])
def test_samples_show_every_marker(marker: str) -> None:
    assert len(list(drawn(sample("#123456", "5 2", marker)))) >= 2


def test_wide_letters_take_more_room() -> None:
    assert text_width("mm") > text_width("xx") > text_width("ii")
    assert text_width("漢字") > text_width("ab")
    canvas = SvgCanvas(10, 10)
    canvas.path([[]], "#000000", 1)
    assert list(drawn(canvas.render())) == []
