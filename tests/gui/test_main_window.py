"""The window around the pages."""

import json
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.first_frame import FirstFrame, _bounded, _bounded_inside, show_first_frame
from gpuscope.gui.main_window import MainWindow, PageEntry
from gpuscope.gui.pages.help_page import HelpPage
from gpuscope.gui.pages.page import Page
from gpuscope.gui.palette import DARK
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.theme import Choice, Theme

Place = tuple[int, int, int, int]


class Noted(Page):
    """A page that records the calls it receives."""

    name = "noted"

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(theme)
        self.told: list[object] = []
        self.set_body(QLabel(title))

    def activated(self) -> None:
        self.told.append("activated")

    def deactivated(self) -> None:
        self.told.append("deactivated")

    def show_item(self, item: object) -> None:
        self.told.append(item)

    def memory(self) -> dict[str, object]:
        return {"told": len(self.told)}

    def recall(self, memory: dict[str, object]) -> None:
        self.told.append(memory)


@pytest.fixture
def memory(tmp_path: Path) -> WindowMemory:
    return WindowMemory(tmp_path / "window.json")


def room() -> QRect:
    return QApplication.primaryScreen().availableGeometry()


class Framed:
    """The window as a session builds it, but without services."""

    def __init__(self, memory: WindowMemory, *, may_close: bool = True, names: tuple[str, ...] = ("one", "two")) -> None:
        self.frame = FirstFrame(DARK)
        self.theme = Theme(Choice.DARK, self.frame)
        entries = [PageEntry(name, name.title(), "run", lambda name=name: Noted(self.theme, name)) for name in names]  # type: ignore[misc]
        self.content = MainWindow(self.theme, memory, entries)
        self.frame.fill(self.content, lambda: may_close, self.content.minimised)

    def told(self, name: str) -> list[object]:
        page = self.content.pages[name]
        assert isinstance(page, Noted)
        return page.told


@pytest.fixture
def framed(qtbot, memory: WindowMemory) -> Framed:  # type: ignore[no-untyped-def]
    made = Framed(memory)
    qtbot.addWidget(made.frame)
    return made


def test_the_first_frame_is_painted_before_it_has_content(qtbot, gpuscope_home: Path) -> None:  # type: ignore[no-untyped-def]
    gpuscope_home.mkdir(exist_ok=True)
    (gpuscope_home / "window.json").write_text('{"theme": "dark", "place": [0, 0, 790, 700]}')
    frame = show_first_frame()
    qtbot.addWidget(frame)
    assert frame.is_painted
    assert (frame.width(), frame.height()) == (max(790, min(1024, room().width())), 700)
    image = frame.grab().toImage()
    assert image.pixelColor(600, 300).name() == DARK.bg
    assert image.pixelColor(5, 300).name() == DARK.panel


@pytest.mark.parametrize("text", ["", "[]", "{", '{"place": 7, "theme": []}', '{"place": [0, 0, "x", 1]}', '{"place": [0, 0, 99999, 1]}'])
def test_a_memory_that_does_not_fit_is_none(qtbot, gpuscope_home: Path, text: str) -> None:  # type: ignore[no-untyped-def]
    gpuscope_home.mkdir(exist_ok=True)
    (gpuscope_home / "window.json").write_text(text)
    frame = show_first_frame()
    qtbot.addWidget(frame)
    assert (frame.width(), frame.height()) == (min(1280, room().width()), min(800, room().height()))
    assert WindowMemory().section("page.one") == {}


def test_a_window_that_was_larger_than_the_screen_comes_back_whole(qtbot, gpuscope_home: Path) -> None:  # type: ignore[no-untyped-def]
    gpuscope_home.mkdir(exist_ok=True)
    for place in ([0, 0, 1920, 1080], [500, 300, 1920, 1080], [-1500, -900, 1920, 1080], [700, 700, 700, 700]):
        (gpuscope_home / "window.json").write_text(json.dumps({"place": place}))
        frame = show_first_frame()
        qtbot.addWidget(frame)
        assert room().adjusted(-4, -4, 4, 4).contains(frame.geometry()), place  # the platform draws its own frame


@pytest.mark.parametrize(
    ("place", "bounded"),
    [
        ((100, 50, 1100, 700), (100, 50, 1100, 700)),
        ((0, 0, 1920, 1080), (10, 30, 1280, 770)),
        ((900, 500, 1100, 700), (190, 100, 1100, 700)),
        ((-200, -100, 1100, 700), (10, 30, 1100, 700)),
        ((900, 500, 300, 200), (266, 160, 1024, 640)),
    ],
)
def test_a_place_is_bounded_by_what_can_be_covered_of_the_screen(place: Place, bounded: Place) -> None:
    assert _bounded(place, QRect(10, 30, 1280, 770)) == bounded


@pytest.mark.parametrize(
    ("inner", "bounded"),
    [
        ((1, 20, 1280, 770), (1, 20, 1278, 749)),
        ((0, 0, 1280, 770), (1, 20, 1278, 749)),
        ((100, 5, 1100, 700), (100, 20, 1100, 700)),
        ((100, 50, 1100, 700), (100, 50, 1100, 700)),
    ],
)
def test_the_title_bar_and_the_lower_edge_stay_on_the_screen(inner: Place, bounded: Place) -> None:
    whole = QRect(*inner)
    assert _bounded_inside(whole, whole.adjusted(-1, -20, 1, 1), QRect(0, 0, 1280, 770)) == bounded
    assert _bounded_inside(whole, whole.adjusted(-2, -2, 2, 2), QRect(0, 0, 1280, 770)) == inner, "a border alone may be off the screen"


def test_a_window_that_stood_where_no_screen_is_comes_back_onto_one(qtbot, gpuscope_home: Path) -> None:  # type: ignore[no-untyped-def]
    gpuscope_home.mkdir(exist_ok=True)
    (gpuscope_home / "window.json").write_text('{"place": [20000, 20000, 1100, 700]}')
    frame = show_first_frame()
    qtbot.addWidget(frame)
    assert frame.x() < 2000


def test_escape_leaves_the_guide_for_the_page_before(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    framed = Framed(memory)
    qtbot.addWidget(framed.frame)
    entries = [
        PageEntry("one", "One", "run", lambda: Noted(framed.theme, "one")),
        PageEntry("help", "Help", "run", lambda: HelpPage(framed.theme)),
    ]
    content = MainWindow(framed.theme, memory, entries)
    framed.frame.fill(content, lambda: True, content.minimised)
    with qtbot.waitActive(framed.frame):
        framed.frame.show()
        framed.frame.activateWindow()
    content.show_page("one")
    content.show_page("help")
    QTest.keyClick(framed.frame.windowHandle(), Qt.Key.Key_Escape)
    assert content.current_page == "one"


def test_a_page_works_only_while_it_is_seen(framed: Framed) -> None:
    framed.frame.show()
    framed.content.show_page("one")
    framed.content.show_page("two", "an item")
    assert framed.told("one") == [{}, "activated", "deactivated"]
    assert framed.told("two") == [{}, "activated", "an item"]


def test_a_page_that_fails_is_reported_and_the_window_goes_on(framed: Framed, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception left pending while Qt shows a page reached the overrides that run next, and crashed Qt."""

    def fail(_page: Noted) -> None:
        raise ZeroDivisionError("here")

    reported: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _traceback: reported.append(str(error)))
    framed.frame.show()
    framed.content.show_page("one")
    monkeypatch.setattr(Noted, "activated", fail)
    framed.content.show_page("two")
    assert reported == ["here"]  # otherwise "Error calling Python override …": it went through Qt
    assert framed.told("one") == [{}, "activated", "deactivated"]


def test_the_page_of_a_minimised_window_does_no_work(framed: Framed) -> None:
    framed.frame.show()
    framed.content.show_page("one")
    framed.frame.setWindowState(Qt.WindowState.WindowMinimized)
    framed.frame.setWindowState(Qt.WindowState.WindowNoState)
    assert framed.told("one") == [{}, "activated", "deactivated", "activated"]


def test_keys_reach_every_page(qtbot, framed: Framed) -> None:  # type: ignore[no-untyped-def]
    framed.frame.show()
    framed.frame.activateWindow()
    qtbot.waitUntil(framed.frame.isActiveWindow)
    for number, name in enumerate(framed.content.entry_names, 1):
        qtbot.keyClick(framed.frame, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda name=name: framed.content.current_page == name)


def test_a_page_chosen_in_the_rail_is_made_in_one_turn_and_shown_in_the_next_unless_another_is_shown_before(
    qtbot: QtBot, framed: Framed
) -> None:
    content = framed.content
    content.show_page("one")
    button = next(found for found in content.rail.findChildren(QPushButton) if found.accessibleName() == "Two")
    button.click()
    assert (content.current_page, list(content.pages), button.isChecked()) == ("one", ["one"], True)
    qtbot.waitUntil(lambda: content.current_page == "two")
    content.show_page("one")
    button.click()
    assert content.current_page == "two"  # it exists by now
    again = Framed(content._memory)
    qtbot.addWidget(again.frame)
    again.content.rail.chosen.emit("two")
    again.content.show_page("one")
    qtbot.wait(50)
    assert again.content.current_page == "one"


def test_an_item_on_another_page_is_shown_in_the_turn_after_that_page(qtbot: QtBot, framed: Framed) -> None:
    content = framed.content
    content.show_page("two")
    content.show_page("one")
    content.go_to("two", "an item")
    assert (content.current_page, "an item" in framed.told("two")) == ("two", False)
    qtbot.waitUntil(lambda: framed.told("two")[-1] == "an item")
    content.go_to("two", "another")
    assert framed.told("two")[-1] == "another", "there is no other page to leave"
    content.go_to("one", "never seen")
    content.show_page("two")
    qtbot.wait(50)
    assert (content.current_page, "never seen" in framed.told("one")) == ("two", False)


def test_what_stood_where_is_found_again(qtbot, framed: Framed, memory: WindowMemory, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    framed.frame.show()
    framed.content.show_page("two")
    framed.content.remember()
    assert memory.save()
    again = WindowMemory(tmp_path / "window.json")
    assert (again.get("page"), again.get("theme")) == ("two", "dark")
    next_one = Framed(again)
    qtbot.addWidget(next_one.frame)
    next_one.content.show_page("two")
    assert next_one.told("two")[0] == {"told": 2}


def test_a_refused_close_leaves_it_open(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    framed = Framed(memory, may_close=False)
    qtbot.addWidget(framed.frame)
    framed.frame.show()
    assert not framed.frame.close()
    assert framed.frame.isVisible()


def test_little_room_makes_the_rail_narrow(framed: Framed) -> None:
    framed.frame.resize(1024, 640)
    framed.frame.show()
    assert framed.content.rail.width() < 80
    framed.frame.resize(1280, 800)
    assert framed.content.rail.width() > 150


def test_a_memory_that_cannot_be_written_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = WindowMemory(tmp_path / "file" / "window.json")
    kept.put("page", "run")
    assert not kept.save()


def test_a_page_that_is_reached_from_another_stands_under_it(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    theme = Theme(Choice.DARK)
    entries = [
        PageEntry("one", "One", "run", lambda: Noted(theme, "one")),
        PageEntry("view", "View", "run", lambda: Noted(theme, "view"), under="one"),
        PageEntry("two", "Two", "run", lambda: Noted(theme, "two")),
    ]
    content = MainWindow(theme, memory, entries)
    qtbot.addWidget(content)
    content.show_page("two")
    content.show_page("view")
    assert content.current_page == "view"
    buttons = {button.accessibleName(): button.isChecked() for button in content.rail.findChildren(QPushButton) if button.isCheckable()}
    assert buttons == {"One": True, "Two": False}


def test_alt_left_goes_back_to_the_pages_before(qtbot, framed: Framed) -> None:  # type: ignore[no-untyped-def]
    content = framed.content
    for name in ("one", "two", "one"):
        content.show_page(name)
    framed.frame.show()
    framed.frame.activateWindow()
    qtbot.waitUntil(framed.frame.isActiveWindow)
    for expected in ("two", "one", "one"):
        qtbot.keyClick(framed.frame, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert content.current_page == expected
    content.pages["one"].go_back = lambda: True  # type: ignore[method-assign]
    content.show_page("two")
    content.show_page("one")
    content.go_back()
    assert content.current_page == "one", "what is opened on the page is left first"


def test_f6_goes_to_the_list_of_pages_and_back_to_where_the_focus_was(framed: Framed, qtbot) -> None:  # type: ignore[no-untyped-def]
    framed.frame.show()
    framed.frame.activateWindow()
    framed.content.show_page("one")
    page = framed.content.pages["one"]
    fields = [QLineEdit(page) for _ in range(3)]
    for field in fields:
        field.show()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is framed.frame.windowHandle())
    fields[1].setFocus()

    def press() -> QWidget | None:
        QTest.keyClick(framed.frame.windowHandle(), Qt.Key.Key_F6)
        return QApplication.focusWidget()

    assert press() is framed.content.rail._buttons["one"]
    assert press() is fields[1]
    press()
    framed.content.show_page("two")
    framed.content.show_page("one")
    fields[1].hide()
    framed.content.rail.focus_chosen()
    assert press() in fields, "the first field where that one is gone"


def test_the_keyboard_goes_along_to_a_page_that_is_shown_by_its_key(framed: Framed, qtbot) -> None:  # type: ignore[no-untyped-def]
    framed.frame.show()
    framed.frame.activateWindow()
    rail = framed.content.rail
    framed.content.show_page("one")
    qtbot.waitUntil(lambda: QApplication.focusWindow() is framed.frame.windowHandle())
    rail._buttons["two"].setFocus()
    QTest.keyClick(rail._buttons["two"], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: framed.content.current_page == "two")
    assert rail._buttons["two"].hasFocus(), "the entry that was pressed"
    QTest.keyClick(framed.frame.windowHandle(), Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: framed.content.current_page == "one")
    assert framed.content.pages["one"].hasFocus()


def test_shift_f10_opens_the_menu_of_what_has_the_focus(framed: Framed, qtbot) -> None:  # type: ignore[no-untyped-def]
    """On X11, Qt opens it for the key Menu only, which many keyboards lack."""
    framed.frame.show()
    framed.frame.activateWindow()
    framed.content.show_page("one")
    field = QLineEdit(framed.content.pages["one"])
    field.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    field.show()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is framed.frame.windowHandle())
    field.setFocus()
    with qtbot.waitSignal(field.customContextMenuRequested, timeout=2000):
        QTest.keyClick(framed.frame.windowHandle(), Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)


def test_shift_f10_reaches_a_chart_which_has_no_text_cursor(qtbot, framed: Framed) -> None:  # type: ignore[no-untyped-def]
    opened: list[QPoint] = []

    class Chart(QGraphicsView):
        def contextMenuEvent(self, event: QContextMenuEvent) -> None:
            opened.append(event.pos())

    framed.frame.show()
    framed.frame.activateWindow()
    framed.content.show_page("one")
    chart = Chart(framed.content.pages["one"])
    chart.resize(300, 100)
    chart.show()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is framed.frame.windowHandle())
    chart.setFocus()
    QTest.keyClick(framed.frame.windowHandle(), Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert opened == [chart.rect().center()]


def test_a_discarded_window_deletes_one_page_per_turn_of_the_event_loop(qapp: QApplication, memory: WindowMemory) -> None:
    content = Framed(memory, names=("one", "two", "three", "four")).content
    deleted: list[str] = []
    for name in content.entry_names:
        content.show_page(name)
        content.pages[name].destroyed.connect(partial(deleted.append, name))
    content.destroyed.connect(partial(deleted.append, "window"))
    counts: list[int] = []
    content.discard()
    deadline = time.monotonic() + 10
    while "window" not in deleted and time.monotonic() < deadline:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        counts.append(len(deleted))
        qapp.processEvents()
    assert list(dict.fromkeys(counts))[:3] == [1, 2, 3]
    assert deleted[:3] == ["one", "two", "three"]
    assert set(deleted[3:]) == {"four", "window"}


def test_going_back_from_a_page_that_is_not_shown_yet_stays(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    framed = Framed(memory, names=("one", "two", "three"))
    qtbot.addWidget(framed.frame)
    content = framed.content
    content.show_page("one")
    content.show_page("two")
    content.go_to("three")
    content.go_back()
    for _ in range(3):
        QCoreApplication.processEvents()
    assert content.current_page == "two"
    content.go_back()
    assert content.current_page == "one"


def test_a_recording_dropped_on_any_page_goes_to_the_list_of_runs(qtbot: QtBot, memory: WindowMemory, tmp_path: Path) -> None:
    made = Framed(memory, names=("one", "runs"))
    qtbot.addWidget(made.frame)
    made.content.show_page("one")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.gpuscope"))])
    copies, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copies, data, left, none)
    enter.ignore()
    made.content.dragEnterEvent(enter)
    assert enter.isAccepted()
    made.content.dropEvent(QDropEvent(QPointF(5, 5), copies, data, left, none))
    qtbot.waitUntil(lambda: made.content.current_page == "runs")
    assert [tmp_path / "x.gpuscope"] in made.told("runs")
