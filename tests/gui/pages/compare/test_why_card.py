"""What limited each group, and what to try next."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from gpuscope.analysis.bottleneck import SHARED
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.compare.why_card import WhyCard
from gpuscope.gui.theme import Choice, Theme
from gpuscope.system import language
from tests.analysis.test_bottleneck import MADE
from tests.gui.pages.compare.shown_page import words


def test_advice_that_no_button_stands_for_is_in_the_readers_language(qtbot: QtBot) -> None:
    runs = [replace(MADE[SHARED], run_id=name, spec=RunSpec(COMMAND, command=(name,))) for name in ("aa", "bb")]
    card = WhyCard(Theme(Choice.DARK))
    qtbot.addWidget(card)
    card.show()
    language.use("zh_CN")
    try:
        card.show_comparison(compare([Group(run.run_id, (run,)) for run in runs]))
    finally:
        language.use(language.ENGLISH)
    shown = words(card)
    assert "请在没有其他程序运行时重复" in shown
    assert "Repeat it while nothing else runs" not in shown
