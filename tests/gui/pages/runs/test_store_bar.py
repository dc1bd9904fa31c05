"""What the history takes on the disk."""

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.runs.store_bar import StoreBar
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button

MIB = 2**20


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> StoreBar:
    made = StoreBar(theme)
    qtbot.addWidget(made)
    made.resize(1000, 40)
    made.show()
    return made


def links(bar: StoreBar) -> list[str]:
    return [link.text() for link in bar.findChildren(Button) if link.isVisible()]


@pytest.mark.parametrize(
    ("runs", "size", "reusable", "deleted", "words", "offered"),
    [
        (1243, 84 * MIB, 12 * MIB, 0, "1243 runs · 84.0 MiB · 12.0 MiB can be given back", ["Give it back", "Thin out …"]),
        (1, 2 * MIB, 1000, 0, "1 run · 2.00 MiB", ["Thin out …"]),
        (
            5, 2 * MIB, 100 * 1024, 3, "5 runs · 2.00 MiB · 3 deleted · 100 KiB can be given back",
            ["Bring them back", "Remove for good …", "Thin out …"],
        ),
        (0, MIB, 0, 0, "0 runs · 1.00 MiB", []),
    ],
)  # fmt: skip
def test_it_says_what_there_is_and_offers_what_helps(
    bar: StoreBar, runs: int, size: int, reusable: int, deleted: int, words: str, offered: list[str]
) -> None:
    bar.show_store(runs, size, reusable, deleted)
    assert bar.words == words
    assert links(bar) == offered
    assert bar.isVisible() == (runs > 0)


def test_each_link_says_what_is_wanted(bar: StoreBar, qtbot: QtBot) -> None:
    bar.show_store(5, MIB, MIB, 3)
    for text, signal in (
        ("Bring them back", bar.restore_wanted),
        ("Remove for good …", bar.purge_wanted),
        ("Thin out …", bar.thin_out_wanted),
    ):
        with qtbot.waitSignal(signal):
            next(link for link in bar.findChildren(Button) if link.text() == text).click()
