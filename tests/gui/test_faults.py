"""Uncaught exceptions are logged, counted and shown; none ends the program."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, qWarning
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.faults import Faults
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.fault_dialog import FaultDialog


@pytest.fixture
def faults(qtbot) -> Iterator[Faults]:  # type: ignore[no-untyped-def]
    made = Faults()
    made.install()
    yield made
    made.remove()


def caught(error: BaseException) -> None:
    sys.excepthook(type(error), error, error.__traceback__)


def test_an_exception_is_told_with_its_log_and_counted(faults: Faults, gpuscope_home: Path) -> None:
    told: list[tuple[str, int]] = []
    faults.happened.connect(lambda words, count: told.append((words, count)))
    caught(ValueError("the first"))
    caught(ValueError("the second"))
    assert [count for _, count in told] == [1, 2]
    assert "ValueError: the first" in told[0][0]
    assert str(gpuscope_home / "gpuscope.log") in told[0][0]
    assert "the second" in (gpuscope_home / "gpuscope.log").read_text()


def test_a_report_that_fails_itself_is_logged_and_not_reported_again(faults: Faults, gpuscope_home: Path) -> None:
    def report(_: str, count: int) -> None:
        raise ValueError(f"no room for report {count}")

    faults.happened.connect(report)
    caught(ValueError("the first"))
    caught(ValueError("the second"))
    log = (gpuscope_home / "gpuscope.log").read_text()
    assert [words in log for words in ("the first", "for report 1", "the second", "for report 3", "for report 4")] == [True] * 4 + [False]
    assert faults.last.endswith("ValueError: no room for report 3\n")


def test_the_last_one_can_be_shown_whole_and_without_secrets(faults: Faults) -> None:
    assert faults.last == ""
    caught(ValueError("token=abcdef0123456789abcdef"))
    assert faults.last.startswith("gpuscope ")
    assert "ValueError: token=" in faults.last
    assert "abcdef0123456789abcdef" not in faults.last


def test_what_went_wrong_is_copied_and_sent_nowhere(qtbot: QtBot) -> None:
    dialog = FaultDialog(Theme(Choice.DARK), "ValueError: x")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "ValueError: x"
    assert dialog.copy.text() == "Copied"


def test_an_exception_in_a_thread_is_caught_too(qtbot, faults: Faults) -> None:  # type: ignore[no-untyped-def]
    def fail() -> None:
        raise ValueError("in a thread")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert faults.count == 1


def test_ctrl_c_is_no_fault(faults: Faults) -> None:
    caught(KeyboardInterrupt())
    assert faults.count == 0


def test_a_slot_that_fails_for_ever_does_not_fill_the_disk(faults: Faults, gpuscope_home: Path) -> None:
    for number in range(1000):
        caught(ValueError(f"redraw {number}"))
    assert faults.count == 1000
    assert len((gpuscope_home / "gpuscope.log").read_text()) < 100_000


def test_what_qt_says_goes_to_the_log_and_not_to_the_terminal(
    faults: Faults, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    qWarning("a warning of Qt")
    assert capfd.readouterr() == ("", "")
    assert "a warning of Qt" in (gpuscope_home / "gpuscope.log").read_text()


def test_what_qt_says_though_nothing_is_wrong_is_passed_over(faults: Faults, gpuscope_home: Path) -> None:
    for words in ("This plugin does not support propagateSizeHints()", 'OpenType support missing for "Inter", script 17'):
        qWarning(words)
    assert not (gpuscope_home / "gpuscope.log").exists()
    qWarning("This plugin does not support anything")
    assert "anything" in (gpuscope_home / "gpuscope.log").read_text()


def test_what_was_there_before_is_there_again() -> None:
    before = sys.excepthook
    made = Faults()
    made.install()
    made.remove()
    assert sys.excepthook is before
