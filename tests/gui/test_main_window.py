"""The window around the pages."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gpuscope.gui.main_window import MainWindow, PageEntry
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.window_memory import WindowMemory
from gpuscope.gui.theme import Choice, Theme


class Noted(Page):
    """A page that notes what happens to it."""

    name = "noted"

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(theme, title)
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


def window(qtbot, memory: WindowMemory, may_close: bool = True) -> MainWindow:  # type: ignore[no-untyped-def]
    theme = Theme(Choice.DARK)
    entries = [PageEntry(name, name.title(), "run", lambda name=name: Noted(theme, name)) for name in ("one", "two")]  # type: ignore[misc]
    made = MainWindow(theme, memory, entries, lambda: may_close)
    theme.setParent(made)
    qtbot.addWidget(made, before_close_func=lambda it: it.close_unasked())
    return made


def test_the_first_paint_is_told_once_and_before_any_page_is_made(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory)
    painted: list[int] = []
    made.painted.connect(lambda: painted.append(len(made.pages)))
    made.show()
    qtbot.waitUntil(lambda: bool(painted))
    made.resize(1300, 900)
    made.repaint()
    assert painted == [0]


def test_a_page_works_only_while_it_is_seen(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory)
    made.show()
    made.show_page("one")
    made.show_page("two", "an item")
    assert made.pages["one"].told == [{}, "activated", "deactivated"]  # type: ignore[attr-defined]
    assert made.pages["two"].told == [{}, "activated", "an item"]  # type: ignore[attr-defined]


def test_keys_reach_every_page(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    for number, name in enumerate(made.entry_names, 1):
        qtbot.keyClick(made, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier)
        assert made.current_page == name


def test_what_stood_where_is_found_again(qtbot, memory: WindowMemory, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory)
    made.resize(1024, 700)
    made.show()
    made.show_page("two")
    made.close()
    again = WindowMemory(tmp_path / "window.json")
    assert again.get("page") == "two"
    assert again.get("theme") == "dark"
    next_one = window(qtbot, again)
    assert (next_one.width(), next_one.height()) == (1024, 700)
    next_one.show_page("two")
    assert next_one.pages["two"].told[0] == {"told": 2}  # type: ignore[attr-defined]


def test_a_refused_close_leaves_it_open_and_a_signal_does_not_ask(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory, may_close=False)
    made.show()
    assert not made.close()
    assert made.isVisible()
    made.close_unasked()
    assert not made.isVisible()


def test_little_room_makes_the_rail_narrow(qtbot, memory: WindowMemory) -> None:  # type: ignore[no-untyped-def]
    made = window(qtbot, memory)
    made.resize(1024, 640)
    made.show()
    assert made.rail.width() < 80
    made.resize(1280, 800)
    assert made.rail.width() > 150


@pytest.mark.parametrize("text", ["", "[]", "{", '{"geometry": 7, "page": "no such page", "page.one": []}', '{"geometry": "no base64"}'])
def test_a_memory_that_does_not_fit_is_none(qtbot, tmp_path: Path, text: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "window.json").write_text(text)
    made = window(qtbot, WindowMemory(tmp_path / "window.json"))
    made.show_page("one")
    assert made.pages["one"].told[0] == {}  # type: ignore[attr-defined]


def test_a_memory_that_cannot_be_written_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = WindowMemory(tmp_path / "file" / "window.json")
    kept.put("page", "run")
    assert not kept.save()
