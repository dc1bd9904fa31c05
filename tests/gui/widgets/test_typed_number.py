"""Numbers with a decimal comma, and with separated thousands."""

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.gui.widgets.typed_number import with_decimal_point


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("0.31", "0.31"),
        (" 0,31 ", "0.31"),
        ("0,310", "0.310"),
        ("12,5", "12.5"),
        ("1234,567", "1234.567"),
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1,234,567", "1234567"),
        ("1.234", "1.234"),
        ("-0,5", "-0.5"),
        ("−12,5", "-12.5"),
        ("−1,234,567.8", "-1234567.8"),
        ("", ""),
        ("much, much", "much. much"),
    ],
)
def test_a_comma_separates_decimals_unless_it_separates_thousands(typed: str, read: str) -> None:
    assert with_decimal_point(typed) == read


@pytest.mark.parametrize("typed", ["1,234", "380,500", "12,000", "-1,234", "−1,234"])
def test_a_comma_that_may_be_either_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="may be"):
        with_decimal_point(typed)
