"""The part of the page that says what to try."""

from pathlib import Path

from PySide6.QtWidgets import QFrame, QLabel
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.profile.advice_pane import AdvicePane
from gpuscope.profiles.advice import Program
from gpuscope.reports.profile_view import ProfileView
from tests.profiles.made import made_profile, operator


def test_a_finding_is_a_card_with_its_cost_what_was_seen_and_how_to_try_it(qtbot: QtBot, tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [operator("aten::mm", 0, 600), operator("aten::add", 600, 200)])
    pane = AdvicePane(ProfileView(profile, Program(change=lambda _: "mnist-mlp --precision bf16")))
    qtbot.addWidget(pane)
    cards = [frame for frame in pane.widget().findChildren(QFrame) if frame.property("look") == "card"]
    assert len(cards) == 1
    assert [shown.text() for shown in cards[0].findChildren(QLabel)] == [
        "One operator",
        "at most 600 µs",
        "aten::mm (matrix multiplication) takes 600 µs of 800 µs in operators, in 1 call.",
        "Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device.",
        'with torch.autocast("cpu", dtype=torch.bfloat16):',
        "gpuscope run mnist-mlp --precision bf16",
    ]
