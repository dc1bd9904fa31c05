"""Tests of formatted figures."""

import math

import pytest

from gpuscope.core import figures
from gpuscope.core.figures import NUMBER, PERCENT, DisplayUnit, display_unit, steady_figure, steady_unit
from gpuscope.core.quantity import Quality, Quantity


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1234.0, "W", "1.23 kW"),
        (999.96, "W", "1.00 kW"),
        (0.00123, "s", "1.23 ms"),
        (75.3, "s", "75.3 s"),
        (2**31, "B", "2.00 GiB"),
        (0.0, "W", "0 W"),
        (512, "B", "512 B"),
        (4, "B", "4 B"),
        (4.5, "B", "4.50 B"),
        (1.5e12, "FLOP/s", "1.50 TFLOP/s"),
        (8.029e9, "FLOP", "8.03 GFLOP"),
        (-2500.0, "W", "−2.50 kW"),
        (12345.6, "samples/s", "12\u202f350 samples/s"),
        (math.nan, "W", "NaN W"),
    ],
)
def test_a_value_and_its_unit(value: float, unit: str, text: str) -> None:
    assert figures.figure(value, unit) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (9.847e-8, "9.85\u202f×\u202f10⁻⁸"),
        (0.00018887, "0.000189"),
        (1.234e-5, "0.0000123"),
        (9.999, "10.0"),
        (0.05678, "0.0568"),
        (123456.0, "123\u202f000"),
        (math.inf, "∞"),
        (0.0, "0"),
    ],
)
def test_significant_digits(value: float, text: str) -> None:
    assert figures.significant(value) == text


def test_a_figure_far_below_the_unit_of_its_column_is_a_bound() -> None:
    sizes = display_unit("B", [4, 900, 3 * 2**20])
    assert [sizes.figure(value) for value in (4, -4, 900, 0)] == ["<\u00a00.00001", ">\u00a0−0.00001", "0.000858", "0"]
    assert display_unit("samples/s", [2e-5]).figure(2e-5) == "<\u00a00.0001"
    assert display_unit("1", [2e-9]).figure(2e-9) == "2.00\u202f×\u202f10⁻⁹", "a loss can be that small"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.4e38, "3.40\u202f×\u202f10³⁸"),
        (-1.7976931348623157e308, "−1.80\u202f×\u202f10³⁰⁸"),
        (1e15, "1.00\u202f×\u202f10¹⁵"),
        (999_000_000_000_000.0, "999\u202f000\u202f000\u202f000\u202f000"),
    ],
)
def test_a_number_beyond_every_unit_has_no_digits_that_it_lacks(value: float, text: str) -> None:
    assert figures.significant(value) == text
    assert figures.figure(value, "1") == text, "a large float is whole, whatever it stands for"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (11e-12, "<\u00a01 ns"),
        (1.000000001 - 1.0, "1.00 ns"),
        (100.000000001 - 100.0, "1.00 ns"),
        (0.58e-6, "580 ns"),
        (1e-6, "1.00 µs"),
        (17e-6 - 16e-6, "1.00 µs"),
        (0, "0 s"),
        (0.42, "420 ms"),
        (0.00365, "3.65 ms"),
        (1.5, "1.50 s"),
        (200, "3 min 20 s"),
        (7500, "2 h 05 min"),
        (59.99, "60.0 s"),
        (86399, "23 h 59 min"),
        (4_105_585, "47 d 12 h"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert figures.duration(seconds) == text


def test_missing_is_a_dash_and_an_estimate_wears_its_sign() -> None:
    assert figures.shown(Quantity.missing("W", "no sensor")) == "–"
    assert figures.shown(Quantity(5.0, "W", Quality.ESTIMATED, "TDP")) == "~5.00 W"
    assert figures.shown(Quantity(0.5, "1", Quality.MEASURED, "x"), share=True) == "50.0 %"


@pytest.mark.parametrize(
    ("least", "step"), [(0.9, 1), (1.1, 2), (2.1, 2.5), (2.6, 5), (5.1, 10), (0.03, 0.05), (1.0, 1), (math.nan, 1), (0, 1), (5e-324, 1)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert figures.round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(("number", "words"), [(0, "0 runs"), (1, "1 run"), (2, "2 runs"), (12_300, "12\u202f300 runs")])
def test_one_thing_is_no_plural(number: int, words: str) -> None:
    assert figures.counted(number, "run") == words
    assert figures.counted(number, "process", "processes") == words.replace("runs", "processes").replace("run", "process")


def test_what_happened_one_time_happened_once() -> None:
    assert [figures.how_often(number) for number in (0, 1, 2)] == ["0 times", "once", "2 times"]
    assert figures.counted(1, "time") == "1 time"


def test_a_value_is_divided_by_the_size_of_the_unit() -> None:
    kilowatt = DisplayUnit("kW", 1e3)
    assert (kilowatt.shown(1234.5), kilowatt.figure(1234.5)) == (1.2345, "1.23")
    assert (PERCENT.name, PERCENT.figure(0.97)) == ("%", "97.0")
    tiny = [figures.percent(share).replace("\u00a0", " ") for share in (8.77e-7, -8.77e-7, 1.0e-4, 0.0)]
    assert tiny == ["< 0.01 %", "> −0.01 %", "0.0100 %", "0 %"]


COUNTS_AND_RATIOS = [(3.0, "3"), (12_345.0, "12\u202f345"), (0.70004, "0.7000"), (math.nan, "NaN"), (math.inf, "∞")]


@pytest.mark.parametrize(("value", "text"), COUNTS_AND_RATIOS)
def test_a_plain_number_that_counts_has_no_digits_behind_the_point(value: float, text: str) -> None:
    assert NUMBER.figure(value) == text


@pytest.mark.parametrize(
    ("unit", "values", "share", "name", "shown"),
    [
        ("J", [0.0202, 0.0119], False, "mJ", ["20.2", "11.9"]),
        ("s", [0.0005, 0.0124], False, "ms", ["0.500", "12.4"]),
        ("s", [4000.0, 12.0], False, "s", ["4000", "12.0"]),
        ("W", [0.0, 712.4], False, "W", ["0", "712"]),
        ("W", [999.9], False, "kW", ["1.00"]),
        ("B", [3 * 2.0**30, 2.0**29], False, "GiB", ["3.00", "0.500"]),
        ("B", [0.0, 12.0], False, "B", ["0", "12"]),
        ("1", [0.8753, 1.0], True, "%", ["87.5", "100"]),
        ("1", [12.0, 0.71], False, "", ["12", "0.7100"]),
        ("samples/s", [116600.4], False, "samples/s", ["116\u202f600"]),
        ("J", [], False, "J", []),
        ("J", [0.0], False, "J", ["0"]),
        ("W", [math.nan, math.inf, 2000.0], False, "kW", ["NaN", "∞", "2.00"]),
    ],
)
def test_the_unit_suits_the_largest_figure(unit: str, values: list[float], share: bool, name: str, shown: list[str]) -> None:
    found = display_unit(unit, [None, *values], share=share)
    assert (found.name, [found.figure(value) for value in values]) == (name, shown)


def test_joules_are_shown_in_watt_hours_where_those_are_wanted() -> None:
    found = display_unit("J", [None, 7200.0, 36.0], energy_unit="Wh")
    assert (found.name, [found.figure(value) for value in (7200.0, 36.0)]) == ("Wh", ["2.00", "0.0100"])
    assert display_unit("J", [36.0], energy_unit="Wh").name == "mWh"
    assert display_unit("W", [36.0], energy_unit="Wh").name == "W"


@pytest.mark.parametrize(("unit", "value"), [("°C", 68.0), ("W", 412.0), ("samples/s", 15_720.0), ("steps/s", 12.3)])
def test_a_table_gives_a_figure_the_digits_that_sentences_give_it(unit: str, value: float) -> None:
    assert display_unit(unit, [value]).figure(value) == figures.figure(value, unit).split(" ")[0]


@pytest.mark.parametrize(
    ("unit", "magnitude", "text", "shown"),
    [
        ("B", 3.0 * 2**30, "GiB", "3.00"),
        ("B", 300.0 * 2**20, "MiB", "300"),
        ("B", 0.0, "MiB", "0"),
        ("B/s", 2.0 * 2**20, "MB/s", "2.10"),
        ("B/s", 45_000.0, "kB/s", "45.0"),
        ("B/s", 430.0, "B/s", "430"),
        ("Hz", 1.755e9, "MHz", "1760"),
        ("s", 0.00597, "ms", "5.97"),
        ("s", 2.5, "s", "2.50"),
        ("s", 4e-5, "µs", "40.0"),
        ("W", 512.0, "W", "512"),
        ("W", 12_300.0, "kW", "12.3"),
        ("J", 31_400.0, "kJ", "31.4"),
        ("J", 0.0119, "mJ", "11.9"),
        ("samples/s", 5_200.0, "samples/s", "5200"),
        ("samples/s", 42_800.0, "samples/s", "42\u202f800"),
        ("1", 0.7, "", "0.7000"),
        ("samples/s", 1_234_500.0, "M samples/s", "1.234"),
        ("FLOP/s", 2.5e12, "TFLOP/s", "2.50"),
        ("°C", 61.0, "°C", "61.0"),
    ],
)
def test_the_unit_fits_the_magnitude(unit: str, magnitude: float, text: str, shown: str) -> None:
    found = steady_unit(unit, magnitude)
    assert (found.name, found.figure(magnitude)) == (text, shown)


def test_a_share_is_told_in_per_cent() -> None:
    found = steady_unit("1", 0.97, share=True)
    assert (found.name, found.figure(0.97)) == ("%", "97.0")


@pytest.mark.parametrize("magnitude", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_has_a_unit_too(magnitude: float) -> None:
    assert steady_unit("W", magnitude).name == "W"


@pytest.mark.parametrize("unit", ["samples/s", "steps/s", "W", "J", "s", "°C"])
@pytest.mark.parametrize("value", [1.2345, 15.72, 157.24, 1572.4, 9999.6])
def test_a_figure_has_the_digits_that_sentences_give_it(unit: str, value: float) -> None:
    shown, said = steady_unit(unit, value), figures.figure(value, unit).split(" ")[0]
    digits = said.replace(".", "").replace("\u202f", "").strip("0")
    assert shown.figure(value).replace(".", "").replace("\u202f", "").strip("0") == digits


@pytest.mark.parametrize(("value", "text"), [(1024, "1024"), (9999.0, "9999"), (10_000, "10\u202f000"), (-12_345.0, "−12\u202f345")])
def test_thousands_stand_apart_from_five_digits_on_in_figures_and_settings_alike(value: float, text: str) -> None:
    assert figures.setting(value) == figures.figure(value, "1") == figures.grouped(value) == NUMBER.figure(value) == text
    assert figures.significant(value, len(str(abs(int(value))))) == text


@pytest.mark.parametrize("unit", ["W", "J", "Wh", "Hz", "s", "B", "B/s", "samples/s", "FLOP/s", "°C", "1", "steps/s"])
@pytest.mark.parametrize("value", [0.0, 3.2e-7, 0.0123, 0.9996, 7.0, 999.96, 1023.9 * 2**20, 4.2e6, 3.3e12, math.nan])
def test_one_figure_alone_is_written_as_one_beside_others(unit: str, value: float) -> None:
    assert figures.figure(value, unit) == display_unit(unit, [value]).with_name(value)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.040 s"), (8.46, "8.5 s"), (20.0, "20 s"), (59.7, "1 min"), (88.0, "1 min 30 s"), (114.0, "1 min 50 s"),
        (118.0, "2 min"), (152.0, "2 min 30 s"), (133.0, "2 min"), (136.0, "2 min 30 s"), (3590.0, "1 h 00 min"),
        (7_500.0, "2 h 05 min"), (7_200.0 + 420.0, "2 h 05 min"), (200_000.0, "2 d 08 h"),
    ],
)  # fmt: skip
def test_a_forecast_is_as_precise_as_it_is_known(seconds: float, text: str) -> None:
    assert figures.rough_duration(seconds) == text


def test_a_live_figure_has_its_unit() -> None:
    assert steady_figure(20 * 2.0**30, "B") == "20.0 GiB"
    assert steady_figure(200 * 2.0**20, "B") == "200 MiB"
    assert steady_figure(1400.0, "W") == "1400 W"


def test_a_live_reading_around_a_prefix_keeps_its_unit() -> None:
    assert [steady_unit("W", watts).name for watts in (990.0, 1010.0, 9990.0)] == ["W"] * 3
    assert [display_unit("W", [watts]).name for watts in (990.0, 1010.0)] == ["W", "kW"]


def test_an_interval_is_never_broken_between_a_sign_and_its_number() -> None:
    assert figures.ratio_interval((1e-5, 3.29)) == "<\u00a00.00100–3.29"
    assert figures.ratio_interval((0.00805, 1e5)) == "0.00805–>\u00a01000"
    assert figures.ratio_interval((1.19e6, 1.21e6)) == "1\u202f190\u202f000–1\u202f210\u202f000"


def test_a_ratio_is_written_in_one_way() -> None:
    assert figures.times(1.0) == figures.times("1.00") == "1.00\u00a0×"
    assert figures.times(1.3162) == "1.32\u00a0×"
    assert figures.ratio_texts(1.3162, (1.30, 1.33)) == ("1.32", "1.30–1.33")
    assert figures.ratio_texts(0.0667, (0.0665, 0.0669))[0] == "0.0667"
    assert figures.ratio_texts(None, None) == ("–", "")
    assert (figures.times(0.0000399), figures.times(20000.0)) == ("<\u00a00.001\u00a0×", ">\u00a01000\u00a0×")
    assert figures.times(float("inf")) == "∞\u00a0×"


@pytest.mark.parametrize(
    ("ratio", "interval", "shown"),
    [
        (1.032, (1.0044, 1.0623), ("1.032", "1.004–1.062")),
        (0.9985, (0.99728, 0.99980), ("0.9985", "0.9973–0.9998")),
        (0.95, (0.9004, 0.9996), ("0.9500", "0.9004–0.9996")),
        (1.01, (0.9996, 1.0204), ("1.010", "1.000–1.020")),
        (1.0228, (1.017, 1.029), ("1.023", "1.017–1.029")),
        (1.32, (1.313, 1.327), ("1.32", "1.31–1.33")),
        (3.5, (1.0004, 12.3), ("3.50", "1.0004–12.3")),
        (0.3, (0.0911, 0.9996), ("0.300", "0.0911–0.9996")),
        (1.0 + 1e-9, (1.0 + 1e-9, 1.0 + 1e-9), ("1.000", "1.000–1.000")),
    ],
)
def test_an_interval_that_excludes_one_is_shown_so(ratio: float, interval: tuple[float, float], shown: tuple[str, str]) -> None:
    assert figures.ratio_texts(ratio, interval) == shown


@pytest.mark.parametrize(
    ("value", "limit", "unit", "shown"),
    [
        (300.4, 300.0, "W", "300.4 W"),
        (300.0, 300.0, "W", "300 W"),
        (310.0, 300.0, "W", "310 W"),
        (0.004998, 0.005, "s", "4.998 ms"),
        (969.96, 970.0, "samples/s", "969.96 samples/s"),
    ],
)
def test_a_figure_beside_a_limit_does_not_read_as_the_limit(value: float, limit: float, unit: str, shown: str) -> None:
    assert figures.beside_limit(value, limit, display_unit(unit, [value])).with_name(value) == shown


def test_a_share_beside_a_limit_does_not_read_as_the_limit() -> None:
    assert [figures.beside_limit(share, 0.3, figures.PERCENT).with_name(share) for share in (0.2997, 0.31)] == ["29.97 %", "31.0 %"]


def test_names_with_commas_are_listed_with_semicolons() -> None:
    assert figures.listed_names(["CPU, FP32", "CPU, BF16", "GPU"]) == "CPU, FP32; CPU, BF16 and GPU"
    assert [figures.listed_names(names) for names in (["a", "b", "c"], ["a"], [])] == ["a, b and c", "a", ""]


def test_case_of_a_first_letter() -> None:
    assert [figures.capitalized(text) for text in ("power of FLOP", "", "7 W")] == ["Power of FLOP", "", "7 W"]
    assert [figures.as_heading(text) for text in ("power, mean", "gpu:0 power")] == ["power, mean", "gpu:0 power"]
    assert figures.as_heading("memory used") == "Memory used"
    assert [figures.within_sentence(text) for text in ("Batch size", "CPU time", "P")] == ["batch size", "CPU time", "P"]
