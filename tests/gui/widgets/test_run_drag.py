"""Runs dragged from the list: the data carried, where they can be dropped, and what is shown meanwhile."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.rail import Rail
from gpuscope.gui.widgets.run_drag import ADD, RunDropButton, RunDropZone, drag_picture, runs_in, runs_mime
from tests.gui.pages.compare.conftest import history, page  # noqa: F401 - fixtures
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import chips, show

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def enter(widget: QWidget, mime: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(5, 5), COPY, mime, LEFT, NONE)
    event.setAccepted(False)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def leave(widget: QWidget) -> None:
    QApplication.sendEvent(widget, QDragLeaveEvent())


def drop(widget: QWidget, mime: QMimeData) -> None:
    assert enter(widget, mime)
    QApplication.sendEvent(widget, QDropEvent(QPointF(5, 5), COPY, mime, LEFT, NONE))


def test_what_is_carried_comes_out_again_and_nothing_else() -> None:
    assert runs_in(runs_mime(["bb1", "aa1", "bb1"])) == ["bb1", "aa1"]
    text, odd = QMimeData(), QMimeData()
    text.setText("aa1")
    for content in (b"", b"{}", b'["../../etc", 5, "A B"]', b"[" * 100_000):
        odd.setData("application/x-gpuscope-runs", content)
        assert runs_in(odd) == []
    assert runs_in(text) == []


def test_the_rail_takes_runs_on_its_entry_of_the_comparison_alone_and_shows_it(qtbot: QtBot) -> None:
    rail = Rail(Theme(Choice.DARK), [("runs", "Runs", "runs"), ("compare", "Compare", "compare")], [])
    qtbot.addWidget(rail)
    (entry,) = rail.findChildren(RunDropButton)
    assert entry.accessibleName() == "Compare"
    mime, text = runs_mime(["aa1", "aa2"]), QMimeData()
    text.setText("aa1")
    assert not enter(entry, text)
    assert not entry.property("drop")
    assert enter(entry, mime)
    assert entry.property("drop")
    leave(entry)  # Escape sends this as well
    assert not entry.property("drop")
    assert not entry._rest.isActive()
    with qtbot.waitSignal(rail.runs_dropped) as told:
        drop(entry, mime)
    assert told.args == ["compare", ["aa1", "aa2"]]
    assert not entry.property("drop")


def test_runs_that_rest_on_the_entry_open_its_page(qtbot: QtBot) -> None:
    rail = Rail(Theme(Choice.DARK), [("compare", "Compare", "compare")], [])
    qtbot.addWidget(rail)
    (entry,) = rail.findChildren(RunDropButton)
    with qtbot.waitSignal(rail.chosen) as told:
        enter(entry, runs_mime(["aa1"]))
    assert told.args == ["compare"]
    leave(entry)


def test_the_comparison_adds_what_is_dropped_on_it_and_ctrl_z_takes_it_back(page: ComparePage, history: HandHistory) -> None:  # noqa: F811
    zone = page.findChild(RunDropZone)
    assert zone is not None
    show(page, history, "aa1", "bb1")
    before = chips(page)
    assert enter(page, runs_mime(["cc1"]))
    assert zone.isVisible()
    assert zone.size() == page.size()
    leave(page)
    assert not zone.isVisible()
    assert chips(page) == before
    drop(page, runs_mime(["cc1", "aa2"]))
    history.answer()
    assert not zone.isVisible()
    assert list(page.groups.choice.run_ids) == ["aa1", "aa2", "bb1", "cc1"]
    page.changes.undo()
    history.answer()
    assert list(page.groups.choice.run_ids) == ["aa1", "bb1"]
    drop(page, runs_mime(["bb1"]))
    assert page.notice.text == "This run is already compared."
    drop(page, runs_mime(["aa1", "bb1"]))
    assert page.notice.text == "These runs are already compared."


def test_what_was_compared_last_time_is_there_before_what_is_added(page: ComparePage, history: HandHistory) -> None:  # noqa: F811
    show(page, history, "aa1", "bb1")
    kept = page.memory()
    page.hide()
    page.show_item(["cc1"])
    page.recall(kept)
    page.show_item((ADD, ["cc1"]))
    while page.groups._searches.is_open:
        history.answer()
    assert page.groups.choice.run_ids == ("aa1", "bb1", "cc1")


def test_the_chip_at_the_pointer_is_sharp_and_no_wider_than_it_may_be(qtbot: QtBot) -> None:
    picture = drag_picture("a name that is much longer than what can be read at a pointer, by far", Theme(Choice.LIGHT), 2.0)
    assert picture.devicePixelRatio() == 2.0
    assert picture.width() <= 2 * 242
    assert not picture.toImage().isNull()
