"""The axes of a sweep: which texts are axes, their values, and the order of the cells."""

from itertools import pairwise

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import FIELDS
from gpuscope.core.sweep_axes import SweepAxis, is_axis, parse_axis, useful_order


@pytest.mark.parametrize(
    ("key", "text", "values"),
    [
        ("batch_size", "1..1024", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)),
        ("batch_size", "1..1024:x4", (1, 4, 16, 64, 256, 1024)),
        ("batch_size", "1..1000:x10", (1, 10, 100, 1000)),
        ("batch_size", "3..20", (3, 6, 12, 20)),
        ("batch_size", "1..4:x1.5", (1, 2, 3, 4)),
        ("batch_size", "64, 8, 1", (1, 8, 64)),
        ("duration_s", "0.5..4", (0.5, 1.0, 2.0, 4.0)),
        ("duration_s", "500ms,2s", (0.5, 2.0)),
        ("precision", "fp32,bf16", ("fp32", "bf16")),
        ("threads", "none,2", (None, 2)),
        ("optimize", "none,channels-last+fused", (None, "channels-last,fused")),
    ],
)
def test_an_axis_is_read_from_a_range_or_a_list(key: str, text: str, values: tuple[object, ...]) -> None:
    axis = parse_axis(FIELDS[key], text)
    assert axis.values == values
    assert SweepAxis.from_json(axis.to_json()) == axis


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("batch_size", "0..8", "too small"),
        ("batch_size", "9..8", "its end is below its beginning"),
        ("batch_size", "1..8:x1", "its factor is 1"),
        ("batch_size", "1..8:y2", "is not a range"),
        ("batch_size", "1..", "is not a range"),
        ("batch_size", "1..2000000000:x1.001", "428 values"),
        ("batch_size", "1,,2", "an empty value"),
        ("batch_size", "1,1", "repeats a value"),
        ("batch_size", "1,a", "is not a whole number"),
        ("warmup_limit_s", "0..8", "it starts at 0"),
        ("precision", "fp32,fp8", "is not known"),
    ],
)
def test_what_is_no_axis_is_refused_in_words(key: str, text: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_axis(FIELDS[key], text)
    assert words in error.value.message


def test_a_path_and_a_single_value_are_no_axes() -> None:
    assert not is_axis("data", "../a,b", FIELDS["data"])
    assert not is_axis("batch_size", "64", FIELDS["batch_size"])
    assert not is_axis("engine", "a..b", FIELDS["engine"])
    assert not is_axis("nothing", "1,2", None)
    assert is_axis("batch_size", "1..8", FIELDS["batch_size"])
    assert is_axis("precision", "fp32,bf16", FIELDS["precision"])


def test_the_ends_come_first_then_the_middle_then_what_lies_between() -> None:
    axis = parse_axis(FIELDS["batch_size"], "1..256")
    assert [axis.values[place[0]] for place in useful_order([axis])] == [1, 256, 16, 4, 64, 2, 8, 32, 128]


def test_of_two_axes_the_corners_and_the_middle_come_first_and_every_cell_once() -> None:
    axes = [parse_axis(FIELDS["batch_size"], "1..16"), parse_axis(FIELDS["threads"], "1..16")]
    order = useful_order(axes)
    assert set(order[:4]) == {(0, 0), (0, 4), (4, 0), (4, 4)}
    assert order[4] == (2, 2)
    assert sorted(order) == [(x, y) for x in range(5) for y in range(5)]


def test_stopping_after_any_part_leaves_no_hole_larger_than_twice_the_finest() -> None:
    axis = parse_axis(FIELDS["batch_size"], "1..65536")
    order = [place[0] for place in useful_order([axis])]
    for count in (3, 5, 9):
        places = sorted(order[:count])
        assert max(b - a for a, b in pairwise(places)) == 16 // (count - 1)
