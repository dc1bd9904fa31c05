"""The part of the page with suggestions of what to try."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QLabel
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.profile.advice_pane import AdvicePane, CopiedLine
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.run_view.next_steps import TriedChange
from gpuscope.gui.services.opened_profiles import OpenedProfile, OpenedProfiles
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.profiles.advice import Program
from gpuscope.reports.captured_program import captured_program
from gpuscope.reports.profile_view import ProfileView
from tests.cli.stored_runs import store_run
from tests.profiles.made import made_profile, operator


def made_pane(qtbot: QtBot, folder: Path, program: Program, record: RunRecord | None = None) -> AdvicePane:
    """Return a pane for a capture in which one matrix multiplication takes three quarters of the host's time."""
    profile = made_profile(folder, [operator("aten::mm", 0, 600), operator("aten::add", 600, 200)])
    opened = OpenedProfile(folder / "trace.json", "trace", record, profile, ProfileView(profile, program))
    pane = AdvicePane(Theme(), ShownProfile(opened, OpenedProfiles((opened,))))
    qtbot.addWidget(pane)
    return pane


def test_a_finding_is_a_card_with_its_cost_what_was_seen_and_how_to_try_it(qtbot: QtBot, tmp_path: Path) -> None:
    pane = made_pane(qtbot, tmp_path, Program(change=lambda _: "mnist-mlp --precision bf16"))
    [card] = [frame for frame in pane.area.widget().findChildren(QFrame) if frame.property("look") == "card"]
    assert [shown.text() for shown in card.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly)] == [
        "One operator dominates",
        "at most 600 µs",
        "aten::mm (matrix multiplication) takes 600 µs of 800 µs in operators, in 1 call.",
        "Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device.",
    ]
    assert [line.text for line in card.findChildren(CopiedLine)] == [
        'with torch.autocast("cpu", dtype=torch.bfloat16):  # only if lscpu lists amx_bf16 or avx512_bf16',
        "gpuscope run mnist-mlp --precision bf16",
    ]


def test_what_gpuscope_can_change_in_its_own_workload_is_tried_by_a_button(qtbot: QtBot, tmp_path: Path, gpuscope_home: Path) -> None:
    record = store_run("aaaaaaaaaaaa", RunSpec("cifar-cnn", device="cuda:0", batch_size=64, steps=10))
    pane = made_pane(qtbot, tmp_path, captured_program(record), record)
    [button] = [button for button in pane.area.widget().findChildren(Button) if button.text().startswith("Try: ")]
    with qtbot.waitSignal(pane.try_wanted) as asked:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args is not None
    [change] = asked.args
    assert isinstance(change, TriedChange)
    assert change.base_id == record.run_id
    assert change.spec.precision == "bf16"


def test_a_user_s_command_has_no_such_button(qtbot: QtBot, tmp_path: Path, gpuscope_home: Path) -> None:
    record = store_run("aaaaaaaaaaaa", RunSpec("command", command=("python", "train.py")))
    pane = made_pane(qtbot, tmp_path, captured_program(record), record)
    assert not [button for button in pane.area.widget().findChildren(Button) if button.text().startswith("Try: ")]


def test_a_path_that_does_not_fit_is_elided_in_the_middle_and_copied_whole(qtbot: QtBot) -> None:
    path = "/home/somebody/" + "projects/" * 30 + "train.py:17"
    line = CopiedLine(Theme(), path)
    qtbot.addWidget(line)
    line.resize(300, 30)
    line.show()
    [text] = line.findChildren(ElidedLabel)
    assert text.text().startswith("/home")
    assert text.text().endswith("train.py:17")
    assert len(text.text()) < 80
    assert path in text.toolTip()
    QTest.mouseClick(line.button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == path


def test_the_findings_are_saved_as_a_table(qtbot: QtBot, tmp_path: Path) -> None:
    pane = made_pane(qtbot, tmp_path, Program())
    with qtbot.waitSignal(pane.export_wanted) as asked:
        QTest.mouseClick(pane.export, Qt.MouseButton.LeftButton)
    assert asked.args is not None
    assert [row[0] for row in asked.args[0].rows] == ["one operator dominates"]
