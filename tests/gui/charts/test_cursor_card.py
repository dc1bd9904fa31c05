"""What the cursor's card says."""

from gpuscope.gui.charts.cursor_item import card_at
from gpuscope.gui.charts.strip import Shade
from gpuscope.gui.charts.strip_data import Surroundings
from gpuscope.gui.palette import DARK


def test_a_gap_says_in_the_card_why_it_is_there_and_once() -> None:
    around = Surroundings()
    around.view.set_extent(0.0, 10.0)
    around.shades = [Shade(2.0, 4.0, "gap 2.0 s", frozenset({"power"}), detail="it hung"), Shade(2.0, 4.0, "", frozenset({"clock"}))]
    assert card_at(3.0, "", (), around, DARK, 500).remarks == ("gap 2.0 s: it hung",)
    assert card_at(5.0, "", (), around, DARK, 500).remarks == ()
