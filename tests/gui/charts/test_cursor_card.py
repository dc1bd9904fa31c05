"""The card of values at the cursor."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.cursor_item import Card, CardRow, CursorItem, card_at
from gpuscope.gui.charts.strip import Shade
from gpuscope.gui.charts.strip_data import Surroundings
from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme


def test_a_card_has_eight_lines_at_most_and_lies_over_three_strips(qtbot: QtBot) -> None:
    rows = tuple(CardRow(f"rank {number}", "1.00 W", QColor("#ffffff")) for number in range(16))
    item = CursorItem(Theme(Choice.DARK))
    item.set_area(QRectF(0, 0, 800, 900), QRectF(0, 0, 800, 900))
    card = Card("0:10", "", rows, ("gap 2.0 s",))
    shown = item._fitting(card)
    assert len(shown) + len(card.remarks) == 8
    assert shown[-1].label == "+ 10"
    assert item._placed(card, 400.0).height() < 3 * 56  # height of three strips in the smallest window, in pixels


def test_a_gap_says_in_the_card_why_it_is_there_and_once() -> None:
    around = Surroundings()
    around.view.set_extent(0.0, 10.0)
    around.shades = [Shade(2.0, 4.0, "gap 2.0 s", frozenset({"power"}), detail="it hung"), Shade(2.0, 4.0, "", frozenset({"clock"}))]
    assert card_at(3.0, "", (), around, DARK, 500).remarks == ("gap 2.0 s: it hung",)
    assert card_at(5.0, "", (), around, DARK, 500).remarks == ()
