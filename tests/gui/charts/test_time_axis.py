"""Ticks from hours to nanoseconds."""

from gpuscope.gui.charts.time_axis import instant, time_ticks


def test_ticks_are_written_in_the_unit_of_the_view() -> None:
    assert time_ticks(0, 50e6, 5e6).labels[:3] == ("0 ms", "5 ms", "10 ms")
    assert time_ticks(0, 900, 100).labels[1] == "100 ns"
    assert time_ticks(0, 40e9, 5e9).labels[1] == "5 s"


def test_deep_in_a_capture_ticks_count_from_a_base() -> None:
    marks = time_ticks(12_345_678_000, 12_345_680_000, 200)
    assert marks.base == "12.34566 s"
    assert marks.labels[0] == "+18.0 µs"
    assert marks.places_ns[0] == 12_345_678_000


def test_neighbouring_labels_always_differ() -> None:
    for start in (0.0, 1e3, 7.77e6, 5e9, 3.6e12):
        for exponent in range(2, 12):
            labels = time_ticks(start, start + 10.0**exponent, 10.0**exponent / 8).labels
            assert len(set(labels)) == len(labels) >= 4, (start, exponent, labels)


def test_an_instant_has_the_digits_of_a_pixel() -> None:
    assert instant(12_345_678, 1_500) == "12.346 ms"
    assert instant(0, 10) == "0 ns"
