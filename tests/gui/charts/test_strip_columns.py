"""The columns left and right of a strip: no text is cut off, and none overlap."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.series import Span
from gpuscope.gui.charts.strip import Curve, Shade, Strip
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme

LOW = 56.0


def eight() -> StripData:
    data = StripData(Strip("power", "Power", "W", tuple(Curve(f"gpu:{index}", f"gpu:{index}", "power") for index in range(8))))
    for series in data.series.values():
        series.set(np.array([0.0, 1.0]), np.array([500.0, 512.0]))
    return data


@pytest.mark.parametrize("height", range(50, 66))
def test_no_value_is_cut_off_at_the_edge_of_a_strip(qtbot: QtBot, height: int) -> None:
    values = StripValues(Theme(Choice.DARK), eight(), Surroundings())
    qtbot.addWidget(values)
    values.resize(64, height)
    values.refresh()
    picture = values.grab().toImage()
    edges = {picture.pixelColor(x, y).name() for x in range(64) for y in (0, height - 2)}
    assert edges == {DARK.bg}
    assert DARK.power in {picture.pixelColor(x, y).name() for x in range(64) for y in range(height)}


def test_a_value_has_the_prefix_of_the_axis_beside_it(qtbot: QtBot) -> None:
    data = StripData(Strip("throughput", "Throughput", "samples/s", (Curve("all", "all", "host"),)))
    data.series["all"].set(np.array([0.0, 10.0, 20.0]), np.array([112_000.0, 112_000.0, 92_300.0]))
    data.span = Span(0.0, 120_000.0, 60_000.0)
    values = StripValues(Theme(Choice.DARK), data, Surroundings())
    qtbot.addWidget(values)
    values.refresh()
    label = StripLabel(Theme(Choice.DARK), data, Surroundings())
    qtbot.addWidget(label)
    label.resize(200, 60)
    assert label.scale().labels()[-1][1].endswith("k")
    assert [text for _, text, _ in values._lines] == ["92.3k"]


def test_values_that_have_no_room_are_counted_in_words(qtbot: QtBot) -> None:
    values = StripValues(Theme(Choice.DARK), eight(), Surroundings())
    qtbot.addWidget(values)
    values.resize(64, 56)
    values.refresh()
    rows = [("power", text) for _, text, _ in values._lines]
    assert values._fitting(rows, 16.0, 0)[-1] == ("", "6 more"), "a plus sign below a value reads as a sum"


@pytest.mark.parametrize(
    ("shade", "is_logged"),
    [
        (Shade(1.0, None, "gap 4 s", frozenset({"power"})), False),
        (Shade(1.0, 5.0, "gap 4 s", frozenset({"power"})), False),
        (Shade(1.0, None, "gap 4 s", frozenset({"clock"})), True),
        (Shade(1.0, 4.0, "gap 3 s", frozenset({"power"})), True),
        (Shade(1.0, None, "power cap", frozenset({"power"}), "throttle"), True),
    ],
)
def test_while_a_gap_lasts_there_is_no_present_value(qtbot: QtBot, shade: Shade, is_logged: bool) -> None:
    data, around = StripData(Strip("power", "Power", "W", (Curve("a", "a", "power"),))), Surroundings()
    data.series["a"].set(np.array([0.0, 1.0]), np.array([500.0, 512.0]))
    around.view.set_extent(0.0, 5.0)
    around.shades = [shade]
    values = StripValues(Theme(Choice.DARK), data, around)
    qtbot.addWidget(values)
    values.refresh()
    assert values.spoken_value() == f"Power: {'512' if is_logged else '–'} W"


def test_a_title_above_a_legend_leaves_room_for_the_figure_beside_it(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    alone = StripLabel(theme, StripData(Strip("power", "Power of everything", "W", (Curve("a", "a", "power"),))), Surroundings())
    several = StripLabel(
        theme, StripData(Strip("power", "Power of everything", "W", (Curve("a", "a", "power"), Curve("b", "b", "power")))), Surroundings()
    )
    for label in (alone, several):
        qtbot.addWidget(label)
    figures = several.fontMetrics().horizontalAdvance("000")
    assert several.wanted_width(LOW) >= alone.wanted_width(LOW) + figures


@pytest.mark.parametrize(
    ("unit", "factor", "read", "written", "drawn", "spoken"),
    [
        ("MB/s", 1e-6, 15_600.0, 5.24e6, ["0.016", "5.24"], "Disk: read 0.016 MB/s, written 5.24 MB/s"),
        ("MB/s", 1e-6, 90.0, 5.24e6, ["<\u202f0.001", "5.24"], "Disk: read < 0.001 MB/s, written 5.24 MB/s"),
        ("MB/s", 1e-6, 15_600.0, 210.0, ["0.016", "<\u202f0.001"], "Disk: read 0.016 MB/s, written < 0.001 MB/s"),
        ("MB/s", 1e-6, 0.0, 7.62, ["0", "<\u202f0.001"], "Disk: read 0 MB/s, written < 0.001 MB/s"),
        ("GiB", 2.0**-30, 1000 * 2.0**20, 2.0**29, ["0.977", "0.5"], "Disk: read 0.977 GiB, written 0.5 GiB"),
        ("s", 1.0, 0.00183, 0.0004, ["1.83 ms", "400 µs"], "Disk: read 1.83 ms, written 400 µs"),
        ("s", 1.0, 0.8, 0.0004, ["0.8", "<\u202f0.001"], "Disk: read 0.8 s, written < 0.001 s"),
    ],
)
def test_values_below_each_other_are_in_the_unit_of_the_strip_or_each_has_its_own(
    unit: str, factor: float, read: float, written: float, drawn: list[str], spoken: str, qtbot: QtBot
) -> None:
    data = StripData(Strip("disk", "Disk", unit, (Curve("read", "read", "host"), Curve("written", "written", "host")), factor))
    for key, last in (("read", read), ("written", written)):
        data.series[key].set(np.array([0.0, 1.0]), np.array([0.0, last]))
    values = StripValues(Theme(Choice.DARK), data, Surroundings())
    qtbot.addWidget(values)
    values.refresh()
    assert [text for _, text, _ in values._lines] == drawn
    assert values.spoken_value() == spoken


def test_a_value_whose_neighbour_is_missing_stays_in_the_unit_of_the_strip(qtbot: QtBot) -> None:
    data = StripData(Strip("memory", "Memory", "GiB", (Curve("all", "machine", "host"), Curve("own", "this run", "host")), 2.0**-30))
    data.series["all"].set(np.array([0.0, 1.0]), np.array([1.2 * 2.0**30, 1000 * 2.0**20]))
    values = StripValues(Theme(Choice.DARK), data, Surroundings())
    qtbot.addWidget(values)
    values.refresh()
    assert [text for _, text, _ in values._lines] == ["0.977", "–"]


def test_a_single_small_rate_has_the_prefix_that_its_tile_has(qtbot: QtBot) -> None:
    data = StripData(Strip("disk", "Disk", "MB/s", (Curve("read", "read", "host"),), 1e-6))
    data.series["read"].set(np.array([0.0, 1.0]), np.array([0.0, 6870.0]))
    values = StripValues(Theme(Choice.DARK), data, Surroundings())
    qtbot.addWidget(values)
    values.refresh()
    assert values.spoken_value() == "Disk: 6.87 kB/s"


@pytest.mark.parametrize("curves", [1, 2])
def test_the_word_for_last_readings_is_below_them_within_the_strip_and_they_are_not_in_large_type(curves: int, qtbot: QtBot) -> None:
    strip = Strip("power", "Power", "W", tuple(Curve(f"gpu:{index}", f"gpu:{index}", "power") for index in range(curves)))
    data, around = StripData(strip), Surroundings()
    for series in data.series.values():
        series.set(np.array([0.0, 1.0]), np.array([500.0, 512.0]))
    values = StripValues(Theme(Choice.DARK), data, around)
    qtbot.addWidget(values)
    values.resize(64, 56)

    def rows() -> tuple[list[int], list[int]]:
        """Return the rows with the colour of the values, and the others that are not blank."""
        values.refresh()
        picture = values.grab().toImage()
        colours = [{picture.pixelColor(x, y).name() for x in range(64)} for y in range(55)]
        coloured = [y for y, found in enumerate(colours) if DARK.power in found]
        return coloured, [y for y, found in enumerate(colours) if found != {DARK.bg} and y > coloured[-1] + 3]

    live, nothing = rows()
    assert not nothing
    around.has_ended = True
    coloured, word = rows()
    assert len(word) >= 6
    assert word[-1] < 54
    assert curves > 1 or len(coloured) < len(live)


def test_the_last_reading_of_an_ended_run_is_that_before_its_process_was_gone(qtbot: QtBot) -> None:
    data, around = StripData(Strip("memory", "Memory", "GiB", (Curve("own", "this run", "memory"),))), Surroundings()
    data.series["own"].set(np.array([0.0, 1.0, 2.0]), np.array([500.0, 512.0, np.nan]))
    values = StripValues(Theme(Choice.DARK), data, around)
    qtbot.addWidget(values)
    values.refresh()
    assert values.spoken_value() == "Memory: – GiB"  # live: it cannot be read now
    around.has_ended = True
    values.refresh()
    assert values.spoken_value() == "Memory: 512 GiB last"


def test_a_title_without_a_unit_stands_beside_its_value(qtbot: QtBot) -> None:
    data = StripData(Strip("loss", "Loss", "", (Curve("a", "a", "power"),)))
    data.series["a"].set(np.array([0.0, 1.0]), np.array([0.7, 0.73]))
    theme, around = Theme(Choice.DARK), Surroundings()
    label, values = StripLabel(theme, data, around), StripValues(theme, data, around)
    middles = []
    for column in (label, values):
        qtbot.addWidget(column)
        column.resize(100, 64)
        column.refresh()
        picture = column.grab().toImage()
        ink = [y for y in range(62) if any(picture.pixelColor(x, y).lightness() > 100 for x in range(20, 60))]
        middles.append((ink[0] + ink[-1]) / 2)
    assert abs(middles[0] - middles[1]) <= 2
