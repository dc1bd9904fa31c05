"""The report dialog: its pages before saving, the choice of sections, and messages for every error."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeDatabase, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.pages.compare.report_dialog import ReportDialog
from gpuscope.gui.pages.compare.report_options import ReportChoice
from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.recording.comparison_file import HTML, PDF
from gpuscope.reports.pdf_report import PagePictures
from gpuscope.reports.report_layout import Paper, ReportLayout, Section
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import show, words
from tests.gui.services.made_up_plans import MadeUpPlans

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")

Drawn = list[ReportLayout]


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


def sheet() -> bytes:
    image = QImage(100, 141, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(kept.data())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Draw blank pages, one plus one per section, and return the layouts drawn."""
    found: Drawn = []

    def pictures(_reader: object, _comparison: object, layout: ReportLayout, _ppi: float, go_on: Callable[[], None]) -> PagePictures:
        go_on()
        found.append(layout)
        return PagePictures([sheet()] * (1 + len(layout.sections)), frozenset([Section.DEPLOYMENT]))

    monkeypatch.setattr("gpuscope.gui.pages.compare.comparison_file.comparison_pictures", pictures)
    return found


def test_pages_are_drawn_as_fine_as_they_are_shown(
    page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    drawn_at: list[float] = []

    def pictures(_reader: object, _comparison: object, _layout: object, pixels_per_inch: float, _go_on: object) -> PagePictures:
        drawn_at.append(pixels_per_inch)
        return PagePictures([sheet()])

    monkeypatch.setattr("gpuscope.gui.pages.compare.comparison_file.comparison_pictures", pictures)
    show(page, history, "aa1", "bb1")
    dialog = opened(page)
    history.answer()
    assert dialog.sheets.paper_width == pytest.approx(drawn_at[-1] * 8.27, abs=1), "the preview is blurred"
    dialog.resize(dialog.width() + 40, dialog.height())
    history.answer()
    assert len(drawn_at) == 1
    dialog.resize(dialog.width() + 300, dialog.height())
    history.answer()
    assert len(drawn_at) == 2
    assert dialog.sheets.paper_width == pytest.approx(drawn_at[-1] * 8.27, abs=1)
    closed(dialog, qtbot)


def opened(page: ComparePage) -> ReportDialog:
    page.export.menu.actions()[0].trigger()
    assert page.export.report is not None
    return page.export.report


def closed(dialog: ReportDialog, qtbot: QtBot) -> None:
    dialog.reject()
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))


@pytest.fixture
def dialog(page: ComparePage, history: HandHistory, drawn: Drawn, qtbot: QtBot) -> Iterator[ReportDialog]:
    show(page, history, "aa1", "aa2", "bb1", "cc1")
    made = opened(page)
    history.answer()
    yield made
    if shiboken6.isValid(made):
        closed(made, qtbot)
    history.answer()


# With a store


def test_the_pages_are_seen_before_they_are_saved(stored: ComparePage, qtbot: QtBot) -> None:
    pytest.importorskip("typst")
    dialog = opened(stored)
    assert "Drawing the pages …" in words(dialog)
    qtbot.waitUntil(lambda: dialog.sheets.count > 0)
    count = dialog.sheets.count
    assert count > 2
    assert f"Page 1 of {count}" in words(dialog)
    QTest.keyClick(dialog.sheets, Qt.Key.Key_PageDown)
    assert dialog.sheets.accessibleDescription() == f"Page 2 of {count}"
    QTest.keyClick(dialog.sheets, Qt.Key.Key_End)
    assert f"Page {count} of {count}" in words(dialog)
    picture = dialog.grab().toImage()
    assert picture.pixelColor(dialog.sheets.mapTo(dialog, dialog.sheets.rect().center())).lightness() > 100, "the paper is not seen"
    dialog.options._none.click()
    qtbot.waitUntil(lambda: dialog.sheets.count == 1)
    closed(dialog, qtbot)


@pytest.mark.parametrize("ending", [PDF, HTML])
def test_what_is_unchecked_is_not_in_the_file(ending: str, stored: ComparePage, qtbot: QtBot) -> None:
    pytest.importorskip("typst")
    dialog = opened(stored)
    dialog.options.kinds[ending].click()
    dialog.options._none.click()
    dialog.options.sections[Section.METRICS].click()
    path = Path.cwd() / f"out{ending}"
    save_to(dialog, path)
    qtbot.waitUntil(lambda: stored.notice.text == f"Saved to {path}")
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))
    assert stored.export.report is None
    assert stored.export.folder == str(Path.cwd())
    assert os.listdir() == [path.name]
    if ending == HTML:
        text = path.read_text()
        assert "Every metric</h2>" in text
        assert not [words for words in ("Curves</h2>", "Methods and sources</h2>") if words in text]


def save_to(dialog: ReportDialog, path: Path) -> None:
    """Answer the file dialog that the button opens."""
    dialog.files.folder = str(Path.cwd())
    dialog.save.click()
    asked = dialog.files.dialog
    assert asked is not None
    asked.selectFile(str(path))
    asked.accept()


# With a history controlled by the test


def test_the_file_dialog_suggests_a_name_of_the_chosen_kind(dialog: ReportDialog, qtbot: QtBot) -> None:
    dialog.options.kinds[HTML].click()
    dialog.save.click()
    asked = dialog.files.dialog
    assert asked is not None
    assert Path(asked.selectedFiles()[0]).name == "compare fp32 bf16 fp32 1 thread.html"
    asked.reject()
    qtbot.waitUntil(lambda: not shiboken6.isValid(asked))
    assert dialog.isVisible()
    assert dialog.save.isEnabled()


def test_only_the_newest_choice_is_drawn(dialog: ReportDialog, history: HandHistory, drawn: Drawn) -> None:
    drawn.clear()
    for section in (Section.CURVES, Section.METHODS, Section.METRICS):
        dialog.options.sections[section].click()
    assert "Drawing the pages …" in words(dialog)
    assert dialog.save.isEnabled()
    history.answer()
    assert [len(layout.sections) for layout in drawn] == [len(Section) - 3], "a rendering was not cancelled"
    assert dialog.sheets.count == 1 + len(Section) - 3
    assert "Drawing" not in words(dialog)


def test_paper_is_for_a_pdf(dialog: ReportDialog, history: HandHistory, drawn: Drawn) -> None:
    dialog.options.papers[Paper.LETTER].click()
    history.answer()
    assert drawn[-1].paper is Paper.LETTER
    drawn.clear()
    dialog.options.kinds[HTML].click()
    history.answer()
    assert drawn == [], "the pages are the same"
    assert not any(button.isEnabled() for button in dialog.options.papers.values())


def test_a_section_that_the_runs_have_nothing_for_cannot_be_chosen(dialog: ReportDialog, history: HandHistory) -> None:
    box = dialog.options.sections[Section.DEPLOYMENT]
    assert (box.isEnabled(), box.text()) == (False, "Deployment: nothing here")
    dialog.options._none.click()
    history.answer()
    assert dialog.options.choice.left_out == frozenset(Section) - {Section.DEPLOYMENT}, "other runs may have it"
    dialog.options._all.click()
    history.answer()
    assert dialog.options.choice == ReportChoice()


def test_closing_cancels_the_drawing(page: ComparePage, history: HandHistory, drawn: Drawn, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    dialog = opened(page)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))
    history.answer()
    assert drawn == []
    assert os.listdir() == []
    assert page.export.report is None


@pytest.mark.parametrize("ending", [PDF, HTML])
def test_closing_while_it_is_written_leaves_no_file(ending: str, dialog: ReportDialog, history: HandHistory, qtbot: QtBot) -> None:
    save_to(dialog, Path.cwd() / f"out{ending}")
    assert f"Writing out{ending} …" in words(dialog)
    assert not dialog.save.isEnabled()
    closed(dialog, qtbot)
    history.answer()
    assert os.listdir() == []


def test_a_folder_that_is_not_there_is_told_in_the_dialog(dialog: ReportDialog, history: HandHistory, qtbot: QtBot) -> None:
    dialog.options.kinds[HTML].click()
    history.answer()
    dialog.save.click()
    assert dialog.files.dialog is not None
    dialog.files.dialog.fileSelected.emit(str(Path.cwd() / "gone" / "out.html"))
    dialog.files.dialog.reject()
    history.answer()
    assert dialog.notice.text == f"There is no folder {Path.cwd() / 'gone'}. Make it first, or name a file elsewhere."
    assert dialog.isVisible()
    assert dialog.save.isEnabled()
    dialog.notice._button.click()
    assert dialog.files.dialog is not None, "there is no way to save elsewhere"
    dialog.files.dialog.reject()


def test_a_run_that_is_deleted_meanwhile_is_told_and_left_out(dialog: ReportDialog, history: HandHistory, drawn: Drawn) -> None:
    drawn.clear()
    history.change(gone=["cc1"])
    history.answer()
    assert dialog.notice.text == "The compared runs have changed; the report shows them as they are now."
    assert len(drawn) == 1
    history.change(gone=["bb1"])
    history.answer()
    assert dialog.notice.text == "Runs were deleted, and nothing is left to compare."
    assert (dialog.sheets.count, dialog.save.isEnabled()) == (0, False)


def test_a_run_that_is_gone_before_anyone_knows_is_told(dialog: ReportDialog, history: HandHistory) -> None:
    del history.store.runs["cc1"]
    dialog.options.sections[Section.CURVES].click()
    history.answer()
    assert dialog.notice.text == "There is no run cc1. Name another."
    assert "There is no preview." in words(dialog)


def test_without_typst_only_html_can_be_saved(
    page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    show(page, history, "aa1", "bb1")
    dialog = opened(page)
    history.answer()
    assert "pip install typst" in dialog.notice.text
    assert not dialog.save.isEnabled()
    dialog.options.kinds[HTML].click()
    history.answer()
    assert dialog.save.isEnabled()
    closed(dialog, qtbot)


def test_fonts_that_are_missing_are_told(page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    made: Any = lambda *_: PagePictures([sheet()], missing_fonts=("noto sans cjk sc",))  # noqa: E731
    monkeypatch.setattr("gpuscope.gui.pages.compare.comparison_file.comparison_pictures", made)
    show(page, history, "aa1", "bb1")
    dialog = opened(page)
    history.answer()
    assert dialog.notice.tone == "warn"
    assert "fonts are missing: noto sans cjk sc." in dialog.notice.text
    closed(dialog, qtbot)


def test_a_drawing_that_failed_is_tried_again(
    page: ComparePage, history: HandHistory, drawn: Drawn, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def broken(*_: object) -> PagePictures:
        raise UnavailableError("no fonts", "Reinstall gpuscope.")

    show(page, history, "aa1", "bb1")
    with monkeypatch.context() as patch:
        patch.setattr("gpuscope.gui.pages.compare.comparison_file.comparison_pictures", broken)
        dialog = opened(page)
        history.answer()
    assert dialog.notice.text == "No fonts. Reinstall gpuscope."
    dialog.notice._button.click()
    history.answer()
    assert (dialog.notice.text, len(drawn)) == ("", 1)
    closed(dialog, qtbot)


def test_what_was_saved_with_is_there_in_the_next_window(
    dialog: ReportDialog, page: ComparePage, history: HandHistory, qtbot: QtBot
) -> None:
    dialog.options.kinds[HTML].click()
    dialog.options.sections[Section.METHODS].click()
    save_to(dialog, Path.cwd() / "out.html")
    history.answer()
    assert page.notice.text == f"Saved to {Path.cwd() / 'out.html'}"
    again = ComparePage(Theme(Choice.LIGHT), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    qtbot.addWidget(again)
    again.recall(page.memory())
    show(again, history, "aa1", "bb1")
    second = opened(again)
    assert second.options.choice == ReportChoice(HTML, Paper.A4, frozenset([Section.METHODS]))
    assert second.files.folder == str(Path.cwd())
    closed(second, qtbot)
    history.answer()


def test_what_was_cancelled_is_not_remembered(dialog: ReportDialog, page: ComparePage, qtbot: QtBot) -> None:
    dialog.options.kinds[HTML].click()
    closed(dialog, qtbot)
    assert page.memory()["report"] == ReportChoice().to_json()


@pytest.mark.parametrize("kept", [None, 3, [], {"ending": ".csv", "paper": 4, "left_out": "x"}, {"left_out": [3, "no such", {}]}])
def test_what_does_not_fit_costs_the_default(kept: object) -> None:
    assert ReportChoice.from_json(kept) == ReportChoice()


@pytest.mark.parametrize("theme", [Choice.DARK, Choice.LIGHT])
def test_everything_is_reached_by_keys_has_a_name_and_fits_a_small_window(
    theme: Choice, history: HandHistory, drawn: Drawn, qtbot: QtBot
) -> None:
    page = ComparePage(Theme(theme), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1024, 640)
    page.show()
    show(page, history, "aa1", "bb1")
    dialog = opened(page)
    history.answer()
    assert dialog.width() <= 1024
    assert dialog.height() <= 640
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    reached = {id(one) for one in by_tab(dialog)}
    missed = [one for one in dialog.findChildren(QAbstractButton) if one.isVisible() and one.isEnabled() and id(one) not in reached]
    assert [one.accessibleName() or one.text() for one in missed] == ["Save as HTML", "Paper Letter"], "arrow keys reach these"
    assert id(dialog.sheets) in reached
    assert not [one for one in by_tab(dialog) if not (one.accessibleName() or (isinstance(one, QAbstractButton) and one.text()))]
    dialog.options.papers[Paper.A4].setFocus()
    QTest.keyClick(dialog.options.papers[Paper.A4], Qt.Key.Key_Right)
    history.answer()
    assert drawn[-1].paper is Paper.LETTER
    closed(dialog, qtbot)


def by_tab(dialog: ReportDialog) -> list[QWidget]:
    found: list[QWidget] = []
    while (one := QApplication.focusWidget()) is not None and one not in found:
        found.append(one)
        QTest.keyClick(one, Qt.Key.Key_Tab)
    return found
