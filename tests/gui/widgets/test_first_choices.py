"""The three choices offered for an empty store."""

from pytestqt.qtbot import QtBot

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.first_choices import CHOOSE, COMMAND, LADDER, START, WORKLOAD, FirstChoices, page_of


def test_each_choice_says_what_happens_and_is_one_click(qtbot: QtBot) -> None:
    choices = FirstChoices(Theme())
    qtbot.addWidget(choices)
    for key, button in choices.buttons.items():
        assert button.accessibleDescription()
        with qtbot.waitSignal(choices.chosen) as chosen:
            button.click()
        assert chosen.args == [key]
    assert list(choices.buttons) == [LADDER, WORKLOAD, COMMAND]


def test_no_line_of_a_choice_is_cut_off_where_there_is_little_room(qtbot: QtBot) -> None:
    choices = FirstChoices(Theme())
    qtbot.addWidget(choices)
    choices.resize(380, 500)
    choices.show()
    for button in choices.buttons.values():
        assert button.height() >= button.heightForWidth(button.width())


def test_where_each_choice_leads_to_from_other_pages() -> None:
    assert page_of(LADDER) == ("ladder", START)
    assert page_of(COMMAND) == ("run", (CHOOSE, COMMAND))
