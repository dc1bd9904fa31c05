"""The order of names in lists."""

import pytest

from gpuscope.core.natural_order import natural_key


@pytest.mark.parametrize(
    "names",
    [
        ["lr1", "lr2", "LR10", "lr20"],
        ["alpha", "Beta", "gamma"],
        ["2", "10", "a"],
        ["", "0", "run", "run 2", "run 2b", "run 10"],
        ["x1.2", "x1.10", "x2"],
        ["a", "a" + "1" * 9_000],
        ["第2次", "第10次"],
    ],
)
def test_names_are_in_the_order_in_which_people_count(names: list[str]) -> None:
    mixed = names[::-1]
    assert sorted(mixed, key=natural_key) == names


def test_names_that_differ_in_case_or_zeros_have_one_order() -> None:
    names = ["A1", "a01", "a1"]
    mixed = names[::-1]
    assert sorted(mixed, key=natural_key) == names
