"""The text size follows the desktop's, as far as a page has room for it."""

import pytest

from gpuscope.gui.text_size import scale_of


@pytest.mark.parametrize(
    ("chosen", "desktop_pt", "scale"),
    [
        (None, 9.0, 1.0),
        (None, 11.0, 1.0),
        (None, 15.0, 1.5),
        (None, 20.0, 2.0),
        (None, -1.0, 1.0),
        (125, 20.0, 1.25),
        (100, 20.0, 1.0),
        ("x", 9.0, 1.0),
        (7, 9.0, 1.0),
    ],
)
def test_a_choice_goes_before_the_desktop_s_size(chosen: object, desktop_pt: float, scale: float) -> None:
    assert scale_of(chosen, desktop_pt) == scale
