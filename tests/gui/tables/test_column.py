"""The number of rows of a table in words."""

import pytest

from gpuscope.gui.tables.column import counted_text


@pytest.mark.parametrize(
    ("shown", "count", "text"),
    [
        (7, 7, "7"),
        (1234, 1234, "1234"),
        (12345, 12345, "12\u202f345"),
        (12, 345, "12 of 345"),
        (12345, 67890, "12\u202f345 of 67\u202f890"),
    ],
)
def test_counts_are_written_as_all_figures_are(shown: int, count: int, text: str) -> None:
    assert counted_text(shown, count) == text
