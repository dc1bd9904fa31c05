"""The dialog that suggests old runs for deletion."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.pages.runs.thin_out_dialog import ThinOutDialog
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import Theme
from tests.gui.pages.runs.made_rows import live, made

NOW = datetime.now(UTC)


def aged(run_id: str, months: float, **more: Any) -> RunRecord:
    return made(run_id, started_at=NOW - timedelta(days=months * 30.4), **more)


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme) -> ThinOutDialog:
    records = [
        live(started_at=NOW - timedelta(days=400)),
        aged("young", 1, state=RunState.FAILED),
        aged("old", 7),
        aged("tagged", 8, tags=("paper",)),
        aged("noted", 9, note="the one that matters"),
        aged("failed", 10, state=RunState.FAILED),
    ]
    made_dialog = ThinOutDialog(theme, [RunRow(record) for record in records])
    qtbot.addWidget(made_dialog)
    return made_dialog


def boxes(dialog: ThinOutDialog) -> list[QCheckBox]:
    return dialog.findChildren(QCheckBox)


def choose(dialog: ThinOutDialog, *on: bool) -> None:
    for box, state in zip(boxes(dialog), on, strict=True):
        box.setChecked(state)


def preview(dialog: ThinOutDialog) -> str:
    return next(label.text() for label in dialog.findChildren(QLabel) if label.property("look") == "heading")


@pytest.mark.parametrize(
    ("old", "unlucky", "untagged", "expected"),
    [
        (True, False, True, ["old", "failed"]),
        (True, False, False, ["old", "tagged", "noted", "failed"]),
        (False, True, False, ["young", "failed"]),
        (True, True, True, ["failed"]),
        (False, False, False, []),
    ],
)
def test_runs_must_be_all_of_it_and_live_ones_never_are(
    dialog: ThinOutDialog, old: bool, unlucky: bool, untagged: bool, expected: list[str]
) -> None:
    choose(dialog, old, unlucky, untagged)
    assert dialog.run_ids == expected
    assert dialog.do.isEnabled() == bool(expected)


def test_the_age_is_chosen_in_months(dialog: ThinOutDialog) -> None:
    dialog.findChild(QSpinBox).setValue(9)
    assert dialog.run_ids == ["failed"]


def test_what_would_go_is_told_with_its_space(dialog: ThinOutDialog) -> None:
    assert preview(dialog) == "2 of 6 runs"
    dialog.set_sizes({"old": 3 * 2**20, "failed": 2**20})
    assert preview(dialog) == "2 of 6 runs, about 4.00 MiB"
    assert dialog.do.text() == "Delete 2 runs"
    choose(dialog, False, False, False)
    assert preview(dialog) == "0 of 6 runs"


def test_the_wheel_alone_changes_no_number(dialog: ThinOutDialog) -> None:
    dialog.show()
    months = dialog.findChildren(QSpinBox)[0]
    middle, down = QPointF(months.rect().center()), QPoint(0, -120)
    still, no_key = Qt.ScrollPhase.NoScrollPhase, Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(middle, QPointF(months.mapToGlobal(middle)), down, down, Qt.MouseButton.NoButton, no_key, still, False)
    dialog.findChildren(QCheckBox)[0].setFocus()
    QApplication.sendEvent(months, event)
    assert months.value() == 6
    assert not months.hasFocus()


def test_its_field_is_as_high_as_its_buttons(dress: Dress, dialog: ThinOutDialog) -> None:
    dress.put_on(dialog)
    dialog.show()
    months = dialog.findChild(QSpinBox)
    assert months is not None
    heights = []
    for part in (months, dialog.do):
        part.setFocus()
        QApplication.processEvents()
        heights.append(months.height())
    assert heights == [dialog.do.height()] * 2
