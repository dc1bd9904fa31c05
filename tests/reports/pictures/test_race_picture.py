"""A race as a picture: texts in place without overlaps, bars to scale, medals at the line, the same on both canvases."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from gpuscope.analysis.race import Goal, race
from gpuscope.reports.pictures.drawing import Box, Drawing, Text
from gpuscope.reports.pictures.race_picture import RaceLayout, RacePicture, race_picture
from gpuscope.reports.pictures.svg_canvas import PAPER, svg, text_width
from gpuscope.system import language
from tests.reports.test_race_text import lanes

SIZES = [(848.0, 520.0), (1104.0, 700.0), (1920.0, 1080.0), (480.0, 260.0)]


def picture(count: int, goal: Goal = Goal.SAMPLES) -> RacePicture:
    return race_picture(race(lanes(*(1.0 + 0.4 * number for number in range(count))), goal), "J")


def extent(text: Text) -> tuple[float, float, float, float]:
    width = text_width(text.text, text.size, text.is_bold)
    left = text.place[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width
    return left, text.place[1] - 0.72 * text.size, left + width, text.place[1]


def texts(drawing: Drawing) -> list[Text]:
    return [shape for shape in drawing.every() if isinstance(shape, Text)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 8])
def test_nothing_is_written_over_anything_or_off_the_sheet(size: tuple[float, float], count: int) -> None:
    shown = picture(count)
    layout = RaceLayout(shown, *size, PAPER)
    for t_s in (0.0, 0.3 * shown.race.length_s, shown.race.first_finish_s, shown.race.length_s):
        boxes = [(text.text, extent(text)) for text in texts(layout.drawing(t_s, 10.0))]
        for (one, a), (other, b) in combinations(boxes, 2):
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), f"{one!r} and {other!r} at {t_s} s"
        for text, (left, top, right, bottom) in boxes:
            assert min(left, top, size[0] + 1 - right, size[1] - bottom) >= 0, text


def test_why_there_are_no_joules_is_not_cut() -> None:
    reason = "cpu: this machine's kernel offers no energy counter (no powercap, no perf power events); common in virtual machines"
    without = [replace(lane, no_energy=reason) for lane in lanes(1.0, 1.4, 1.8)[:2]]
    shown = race_picture(race([*without, lanes(1.0, 1.4, 1.8)[2]]), "J")
    for size in SIZES[:3]:
        written = " ".join(RaceLayout(shown, *size, PAPER).drawing(0.0).texts())
        assert reason in written, size


def test_bars_are_to_scale_and_end_at_the_line() -> None:
    shown = picture(2)
    layout = RaceLayout(shown, 1000.0, 600.0, PAPER)

    def lengths(t_s: float) -> list[float]:
        drawn = layout.drawing(t_s).every()
        return [shape.width for shape in drawn if isinstance(shape, Box) and shape.role.startswith("group:") and shape.tint == 1]

    whole = lengths(shown.race.length_s)
    assert whole[0] == whole[1]
    t_s = 0.4 * shown.race.length_s
    shares = [state.share for state in shown.race.states(t_s)]
    assert np.array(lengths(t_s)) == pytest.approx(np.array(shares) * whole[0])


def test_a_medal_and_a_sentence_come_when_they_are_due() -> None:
    shown = picture(3)
    layout = RaceLayout(shown, 1280.0, 720.0, PAPER)
    places = re.compile(r"^(1st|2nd|3rd)\b")

    def medals(t_s: float) -> list[str]:
        return [words for words in layout.drawing(t_s).texts() if places.match(words)]

    assert medals(0.99 * shown.race.first_finish_s) == []
    assert [words[:3] for words in medals(shown.race.first_finish_s)] == ["1st"]
    assert [words[:3] for words in medals(shown.race.length_s)] == ["3rd", "2nd", "1st"]
    assert shown.text.sentence not in layout.drawing(0.99 * shown.race.length_s).texts()
    assert shown.text.sentence in layout.drawing(shown.race.length_s).texts()


def test_the_time_of_a_medal_has_the_unit_of_the_clock() -> None:
    language.use("zh_CN")
    try:
        shown = picture(2)
        medals = [words for words in RaceLayout(shown, 1280.0, 720.0, PAPER).drawing(shown.race.length_s).texts() if " 名" in words]
    finally:
        language.use(language.ENGLISH)
    assert len(medals) == 2
    assert not [words for words in medals if words.endswith(" s")]


def test_figures_keep_their_places_all_along() -> None:
    shown = picture(2)
    layout = RaceLayout(shown, 1280.0, 720.0, PAPER)
    right_ends = [
        sorted(
            {text.place for text in texts(layout.drawing(t_s)) if text.anchor == "end" and "st" not in text.text and "nd" not in text.text}
        )
        for t_s in np.linspace(0.0, 0.9 * shown.race.length_s, 7)
    ]
    assert all(places == right_ends[0] for places in right_ends)


def test_the_picture_is_svg_too() -> None:
    shown = picture(2)
    text = svg(RaceLayout(shown, 640.0, 360.0, PAPER).drawing(1.0), dark=True, ground=True)
    assert text.startswith("<svg")
    assert f">{shown.text.title}<" in text


def test_who_cannot_see_it_is_told() -> None:
    shown = picture(2)
    assert shown.lines(shown.race.length_s)[1].startswith("variant 2: 1st, ")
    assert not any("1st" in line for line in shown.lines(0.0))


def test_the_speed_of_a_replay_says_what_it_is() -> None:
    layout = RaceLayout(picture(2), 1280.0, 720.0, PAPER)
    assert "5\u00a0× speed" in layout.drawing(0.0, 5.0).texts()
    assert not any("speed" in text for text in layout.drawing(0.0).texts())


def test_what_is_not_known_yet_is_a_dash_and_the_tooltip_names_the_lane() -> None:
    drawing = RaceLayout(picture(2), 1280.0, 720.0, PAPER).drawing(0.0)
    assert drawing.texts().count("–") == 4  # throughput and joules per sample of both lanes, before the first step
    assert drawing.spot_at((100.0, 250.0)).startswith("variant 1")
