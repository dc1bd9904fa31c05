"""The uncertainty of a figure, in few digits."""

import pytest

from gpuscope.core.figures import spread
from gpuscope.gui.run_view.reading_figures import span


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.1, "± 10 %"),
        (0.00612, "± 0.6 %"),
        (0.0131, "± 1.3 %"),
        (0.234, "± 23 %"),
        (0.00097, "± 0.1 %"),
        (0.0002, "± < 0.1 %"),
        (0.0, "± < 0.1 %"),
    ],
)
def test_an_uncertainty_has_one_or_two_digits(share: float, words: str) -> None:
    assert spread(share) == words


@pytest.mark.parametrize(("seconds", "words"), [(1.44, "1.4 s"), (29.9, "30 s"), (59.7, "1 min 00 s"), (200.0, "3 min 20 s")])
def test_a_span_has_two_digits(seconds: float, words: str) -> None:
    assert span(seconds) == words
