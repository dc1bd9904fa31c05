"""A session from first frame to end."""

import sys
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QWidget
from shiboken6 import isValid

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.first_frame import show_first_frame
from gpuscope.gui.main_window import CloseQuestion, MainWindow
from gpuscope.gui.pages.run_page import RunPage
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.pages.settings_page import SettingsPage
from gpuscope.gui.process_hooks import CycleCollector
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.session import STOPPED, Session
from gpuscope.gui.theme import DARK, LIGHT, Choice
from gpuscope.gui.widgets.command_palette import CommandPalette
from gpuscope.gui.widgets.fault_dialog import FaultDialog
from gpuscope.gui.window_request import DemoRequest, WindowRequest
from gpuscope.system import language, paths
from gpuscope.workloads.capabilities import Capabilities
from tests.bundles.recorded import RUN_ID, store_run, write_bundle
from tests.cli.stored_runs import record
from tests.gui.services.test_plans import stranded_queue
from tests.gui.sessions import PATIENCE_MS, as_soon_as, ended, looks_as_before  # noqa: F401 - a fixture


def session(**asked: object) -> Session:
    request = WindowRequest(paths.default_store_url(), **asked)  # type: ignore[arg-type]
    return Session(request, show_first_frame(request.size if request.picture else None))


@pytest.mark.parametrize("page", ["run", "runs", "compare", "race", "settings"])
def test_a_page_is_drawn_into_a_file_of_the_size_that_was_asked_for(tmp_path: Path, page: str) -> None:
    code, error = session(page=page, picture=tmp_path / "x.png", size=(1100, 700), theme="dark").run()
    assert (code, error) == (0, None)
    image = QImage(str(tmp_path / "x.png"))
    assert (image.width(), image.height()) == (1100, 700)
    assert len({image.pixel(x, y) for x in range(0, 1100, 7) for y in range(0, 700, 7)}) > 10
    assert list(tmp_path.glob(".*")) == []


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    _, error = session(page="settings", picture=tmp_path / "gone" / "x.png").run()
    assert error is not None
    assert "there is no folder" in error.message


def test_a_picture_leaves_no_trace_in_the_windows_memory(tmp_path: Path, gpuscope_home: Path) -> None:
    session(page="settings", picture=tmp_path / "x.png").run()
    assert not (gpuscope_home / "window.json").exists()


def test_the_next_session_finds_the_page_and_the_theme(gpuscope_home: Path) -> None:
    made = session(page="settings", theme="light")
    as_soon_as(made, lambda: made._window.pages, made.close_unasked)
    assert ended(made) == (0, None)
    memory = WindowMemory()
    assert (memory.get("page"), memory.get("theme"), memory.get("maximized")) == ("settings", "light", False)
    assert len(memory.get("place")) == 4


def kept(key: str) -> object:
    """Return a value as a window killed now would find it next time."""
    return WindowMemory().get(key)


def test_a_killed_window_keeps_the_theme_and_what_was_changed_a_second_ago(gpuscope_home: Path) -> None:
    made = session(page="settings", theme="light")
    seen: list[object] = []

    def choose() -> None:
        made._theme.choose(Choice.DARK)
        as_soon_as(made, lambda: kept("theme") == "dark", change)

    def change() -> None:
        seen.append(kept("page"))
        made._window.show_page("run")
        QTest.keyClick(made._frame.windowHandle(), Qt.Key.Key_Shift)
        as_soon_as(made, lambda: kept("page") == "run", leave)

    def leave() -> None:
        seen.append(kept("page"))
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, choose)
    assert ended(made, 20_000) == (0, None)
    assert seen == ["settings", "run"]


def test_the_settings_show_what_the_desktop_answers_on_motion_after_they_were_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpuscope.gui import motion

    answers: list[Callable[[bool], None]] = []
    monkeypatch.setattr(motion._Portal, "reduces_motion", False)
    monkeypatch.setattr(motion, "apply_motion", lambda **_: None)  # the application outlives the test
    monkeypatch.setattr("gpuscope.gui.session_bus.has_session_bus", lambda: True)
    monkeypatch.setattr("gpuscope.gui.session_bus.ask_animations", lambda follow, _: answers.append(follow))
    made = session(page="settings")
    ticked: list[bool] = []

    def look() -> None:
        box = next(box for box in made._window.pages["settings"].findChildren(QCheckBox) if box.text().startswith("Reduce motion"))
        ticked.append(box.isChecked())
        answers[0](False)
        ticked.append(box.isChecked())
        made.close_unasked()

    as_soon_as(made, lambda: answers and "settings" in made._window.pages, look)
    assert ended(made) == (0, None)
    assert ticked == [False, True]


def test_an_exception_in_a_slot_is_told_on_the_page_and_ends_nothing(gpuscope_home: Path) -> None:
    made = session(page="settings")
    told: list[str] = []

    def fail() -> None:
        raise ValueError("a slot that fails")

    def words() -> str:
        return made._window.pages["settings"].notice.text if made._window.pages else ""

    def look() -> None:
        told.append(words())
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, fail)
    as_soon_as(made, words, look)
    before = sys.excepthook
    assert ended(made)[0] == 0
    assert sys.excepthook is before
    assert "a slot that fails" in told[0]
    assert "a slot that fails" in (gpuscope_home / "gpuscope.log").read_text()


def test_a_demonstration_that_is_closed_before_its_end_says_so_by_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpuscope.gui.demo_session import DemoSession

    monkeypatch.setattr(DemoSession, "begin", lambda self: None)
    made = session(page="settings", demo=DemoRequest(1, 1, tmp_path / "x.csv"))
    as_soon_as(made, lambda: made._window.pages, made.close_unasked)
    assert ended(made) == (STOPPED, None)


def live_run(name: str) -> SimpleNamespace:
    """Return the parts of a live run that a session reads, including those for status updates while a test waits for something else."""
    live = replace(record("abcabcabcabc"), name=name)
    return SimpleNamespace(record=live, data=ShownRun(live))


def asked(made: Session) -> bool:
    """Return whether the question is visible; it exists for a moment before it is shown."""
    return made._question is not None and made._question.isVisible()


def test_a_signal_closes_it_while_it_asks_whether_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    monkeypatch.setattr(made, "_live", lambda: [live_run("a live run")])
    refused: list[bool] = []
    as_soon_as(made, lambda: made._window.pages, lambda: refused.append(not made._frame.close()))
    as_soon_as(made, lambda: asked(made), made.close_unasked)
    assert ended(made) == (0, None)
    assert refused == [False]


def test_it_asks_for_the_plan_and_not_for_its_run_also_between_two_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    live = [live_run("ladder: One thread, x")]
    item = PlanItem(0, "", RunSpec("mnist-mlp"), state=ItemState.RUNNING, run_id="abcabcabcabc")
    plan = Plan("p00000000000a", PlanKind.LADDER, "x on cpu", datetime.now(UTC), {}, (item,), PlanState.RUNNING)
    monkeypatch.setattr(made, "_live", lambda: live)
    told: list[str] = []

    def begin() -> None:
        made._served.plans.live = (plan,)
        made._frame.close()

    def end() -> None:
        assert made._question is not None
        told.append(made._question.text.partition(".")[0])
        live.clear()
        made._served.live_runs.ended.emit(None)
        told.append(made._question.text.partition(".")[0])
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, begin)
    as_soon_as(made, lambda: asked(made), end)
    assert ended(made) == (0, None)
    assert told == ["Ladder “x on cpu” is still running"] * 2


def test_stop_closes_also_when_the_last_run_has_ended_under_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    live = [live_run("a live run")]
    monkeypatch.setattr(made, "_live", lambda: live)
    told: list[str] = []

    def end() -> None:
        live.clear()
        assert made._question is not None
        made._served.live_runs.ended.emit(None)
        told.append(made._question.text)
        made._question._stop.click()  # pressed just before the text changed

    as_soon_as(made, lambda: made._window.pages, made._frame.close)
    as_soon_as(made, lambda: asked(made), end)
    assert ended(made) == (0, None)
    assert told == ["No run is live any more."]


def test_another_language_is_shown_at_once_and_remembered(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is created again, the old pages are gone, and later reports of services reach only the new ones."""
    left: list[bool] = []
    monkeypatch.setattr(CycleCollector, "collect_soon", lambda _: left.append(True))
    made = session(page="settings", language="zh_CN")
    earlier: list[weakref.ref[object]] = []
    seen: list[object] = []

    def switch() -> None:
        try:
            for code in ("en", "zh_CN"):
                switch_to(made, code, earlier)
                seen.append(language.current())
            deadline_s = time.monotonic() + PATIENCE_MS / 1000
            while (kept := remaining(made, earlier)) and time.monotonic() < deadline_s:  # a worker may still be answering one of them
                QCoreApplication.processEvents()
            seen.extend((made._window.current_page, kept))
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert made._faults.count == 0, (gpuscope_home / "gpuscope.log").read_text()
    assert seen == ["en", "zh_CN", "settings", []]
    assert left == [True, True], "the cycles of each window's pages"
    assert language.current() == "en"
    assert WindowMemory().get("language") == "zh_CN"


def change_language(made: Session, code: str) -> None:
    window, deadline_s = made._window, time.monotonic() + PATIENCE_MS / 1000
    made._change_language(code)
    while made._window is window and time.monotonic() < deadline_s:
        QCoreApplication.processEvents()


def test_another_language_makes_the_pages_seen_before_in_turns_of_the_event_loop(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    make_next = MainWindow._make_next

    def make_and_note(window: MainWindow) -> None:
        make_next(window)
        turns.append((tuple(window.pages), tuple(window._unseen)))

    monkeypatch.setattr(MainWindow, "_make_next", make_and_note)
    made = session(page="settings", language="en")
    seen: list[object] = []

    def switch() -> None:
        try:
            for name in ("machine", "runs", "settings"):
                made._window.show_page(name)
            made._change_language("zh_CN")
            seen.append((made._window.rail.isVisible(), language.current()))  # the earlier window stays until the next is ready
            made._change_language("en")
            change_language(made, "zh_CN")  # before that one was shown
            window, deadline_s = made._window, time.monotonic() + PATIENCE_MS / 1000
            while len(window.pages) < 3 and time.monotonic() < deadline_s:
                QCoreApplication.processEvents()
            seen.append((window.current_page, sorted(window.pages), window.page("runs").accessibleName()))
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert seen == [(True, "zh_CN"), ("settings", ["machine", "runs", "settings"], "运行列表")]
    machine = [(("settings",), ("machine",)), (("settings", "machine"), ())]
    assert turns[:4] == [*machine, (("settings", "machine"), ("runs",)), (("settings", "machine", "runs"), ())]


def test_a_window_that_is_left_collects_all_cycles_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.session._TIDYING_MS", 1)
    monkeypatch.setattr("gpuscope.gui.session._TIDYING_AGAIN_MS", 1)
    collected: list[bool] = []
    monkeypatch.setattr(CycleCollector, "collect_all", lambda _: collected.append(True))
    made = session(page="settings")

    def is_active() -> bool:
        return bool(made._window.pages) and QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive

    as_soon_as(made, is_active, lambda: made._on_activation(Qt.ApplicationState.ApplicationInactive))
    as_soon_as(made, lambda: len(collected) >= 3, made.close_unasked)
    assert ended(made) == (0, None)
    assert len(collected) >= 3


def test_another_language_keeps_the_run_on_the_run_page(gpuscope_home: Path) -> None:
    store_run(paths.default_store_url())
    made = session(page="run", language="en")
    seen: list[str] = []

    def shown() -> str:
        page = made._window.pages["run"]
        assert isinstance(page, RunPage)
        return page._stage.run_id

    def until_shown() -> None:
        deadline_s = time.monotonic() + PATIENCE_MS / 1000
        while shown() != RUN_ID and time.monotonic() < deadline_s:
            QCoreApplication.processEvents()
        seen.append(shown())

    def switch() -> None:
        try:
            made._window.show_page("run", RUN_ID)
            until_shown()
            change_language(made, "zh_CN")
            until_shown()
            made._window.show_page("settings")
            change_language(made, "en")
            change_language(made, "zh_CN")  # the page was not seen in between
            made._window.show_page("run")
            until_shown()
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert seen == [RUN_ID, RUN_ID, RUN_ID]


def test_alt_left_returns_to_the_page_seen_before_another_language_was_chosen() -> None:
    made = session(page="run", language="en")
    seen: list[str | None] = []

    def switch() -> None:
        try:
            made._window.show_page("settings")
            change_language(made, "zh_CN")
            made._window.go_back()
            seen.append(made._window.current_page)
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert seen == ["run"]


def remaining(made: Session, pages: list[weakref.ref[object]]) -> list[type]:
    made._collector.collect_all()
    return [type(page()) for page in pages if page() is not None]


def switch_to(made: Session, code: str, earlier: list[weakref.ref[object]]) -> None:
    for name in made._window.entry_names:
        made._window.show_page(name)
    earlier.extend(weakref.ref(page) for page in made._window.pages.values())
    made._window.show_page("settings")
    page = made._window.pages["settings"]
    assert isinstance(page, SettingsPage)
    window, deadline_s = made._window, time.monotonic() + PATIENCE_MS / 1000
    page.language_wanted.emit(code)
    while isValid(window) and time.monotonic() < deadline_s:  # it is deleted after the new window is painted
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    made._theme.changed.emit()
    made._services.settings.changed.emit()
    made._services.history.note.emit("a note")
    made._services.history.runs_changed.emit([])


def test_another_theme_is_worn_by_all_that_is_seen_and_by_the_other_pages_when_they_are_shown(gpuscope_home: Path) -> None:
    made = session(page="settings", theme="dark")
    seen: list[object] = []

    def old_pixels(widget: QWidget) -> int:
        image, old = widget.grab().toImage(), {QColor(colour).rgb() for colour in (DARK.bg, DARK.panel, DARK.raised)}
        return sum(image.pixel(x, y) in old for x in range(0, image.width(), 3) for y in range(0, image.height(), 3))

    def switch() -> None:
        window = made._window
        try:
            window.show_page("machine")
            window.show_page("settings")
            made._theme.choose(Choice.LIGHT)
            while not made._frame.updatesEnabled():  # the visible parts change in turns of the event loop, and are shown together
                QCoreApplication.processEvents()
            made._dressing.stop()
            seen.append(window.page("machine").styleSheet() == window.rail.styleSheet())
            seen.append(old_pixels(made._frame))
            for name in ("machine", "health"):
                window.show_page(name)
                seen.append(old_pixels(made._frame))
            made._show_keys()
            seen.extend(old_pixels(dialog) for dialog in window.findChildren(QDialog))
            for dialog in window.findChildren(QDialog):
                dialog.close()
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert seen == [False, 0, 0, 0, 0], "a hidden page is not polished at the switch, and nothing that is seen stays dark"


def test_a_window_that_was_about_to_paint_shows_the_new_theme(gpuscope_home: Path) -> None:
    made = session(page="settings", theme="dark")
    seen: list[QColor] = []

    def switch() -> None:
        made._frame.update()  # as after the click on the theme, which is painted while the theme changes
        made._theme.choose(Choice.LIGHT)
        as_soon_as(made, made._frame.updatesEnabled, lambda: QTimer.singleShot(100, made, look))

    def look() -> None:
        shown = made._frame.screen().grabWindow(made._frame.winId()).toImage()
        seen.append(shown.pixelColor(shown.width() - 2, 2))
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert [colour.name() for colour in seen] == [LIGHT.bg]


def test_hidden_pages_take_on_a_new_theme_by_themselves(gpuscope_home: Path) -> None:
    made = session(page="settings", theme="dark")

    def switch() -> None:
        made._window.show_page("machine")
        made._window.show_page("settings")
        made._theme.choose(Choice.LIGHT)

    def is_dressed() -> bool:
        machine = made._window.pages.get("machine")
        return made._theme.choice is Choice.LIGHT and machine is not None and machine.styleSheet() == made._window.rail.styleSheet()

    as_soon_as(made, lambda: made._window.pages, switch)
    as_soon_as(made, is_dressed, made.close_unasked)
    assert ended(made) == (0, None)
    assert made._memory.get("page") == "settings"


def test_keys_open_the_guide_the_list_of_keys_and_the_field_that_finds_anything() -> None:
    made = session(page="settings")
    seen: list[object] = []

    def press() -> None:
        window = made._window
        try:
            for keys, page in (("?", "settings"), ("Ctrl+K", "settings"), ("F1", "help")):
                next(cut for cut in window.findChildren(QShortcut) if cut.key().toString() == keys).activated.emit()
                until_s = time.monotonic() + 60
                while window.current_page != page and time.monotonic() < until_s:  # a new page is made, set up and shown in one turn each
                    QCoreApplication.processEvents()
                dialogs = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
                seen.append((keys, [type(dialog).__name__ for dialog in dialogs], window.current_page))
                for dialog in dialogs:
                    dialog.close()
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, press)
    assert ended(made) == (0, None)
    assert made._faults.count == 0
    assert seen == [("?", ["KeyMap"], "settings"), ("Ctrl+K", ["CommandPalette"], "settings"), ("F1", [], "help")]


def test_a_crash_of_the_last_window_is_told_with_its_details(gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(parents=True)
    (gpuscope_home / "window-1.crash").write_text("Fatal Python error: Segmentation fault\n")
    made = session(page="settings")
    seen: list[str] = []

    def look() -> None:
        try:
            notice = made._window.shown_page.notice
            seen.append(notice.text)
            notice._act()
            dialog = next(child for child in made._window.findChildren(FaultDialog) if child.isVisible())
            seen.append(dialog.text.toPlainText())
            dialog.close()
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._tray is not None, look)
    assert ended(made) == (0, None)
    assert seen[0].startswith("The window crashed")
    assert seen[1].startswith("gpuscope ")
    assert seen[1].endswith("Segmentation fault\n")
    assert list(gpuscope_home.glob("*.crash")) == []


def test_what_can_be_done_anywhere_is_found_and_done() -> None:
    made = session(page="settings")
    seen: list[object] = []

    def press() -> None:
        try:
            made._find()
            palette = made._window.findChild(CommandPalette)
            assert palette is not None
            for words in ("import", "shortcuts", "small window", "中文", "theme"):
                palette.field.setText(words)
                seen.append(palette.texts[0])
            palette.field.setText("light theme")
            palette.field.returnPressed.emit()
            seen.append(made._theme.choice)
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._services is not None and made._window.pages, press)
    assert ended(made) == (0, None)
    assert seen == ["Import runs from files…", "Keys", "Mini view", "简体中文", "Dark theme", Choice.LIGHT]


def test_a_bundle_that_is_named_is_brought_in_and_its_run_shown(tmp_path: Path, gpuscope_home: Path) -> None:
    elsewhere = f"sqlite:///{tmp_path}/other.sqlite"
    store_run(elsewhere)
    made = session(page="runs", recordings=(write_bundle(elsewhere, tmp_path / "one.gpuscope", RUN_ID),))

    def shown() -> bool:
        page = made._window.pages.get("runs")
        return isinstance(page, RunsPage) and page._opened is not None and page._opened.run_id == RUN_ID

    as_soon_as(made, shown, made.close_unasked)
    assert ended(made) == (0, None)


def test_that_there_is_no_torch_is_said_once_with_the_way_to_it(monkeypatch: pytest.MonkeyPatch, gpuscope_home: Path) -> None:
    without = replace(Capabilities.load(), torch_version=None)
    monkeypatch.setattr(Capabilities, "load", lambda: without)
    made = session(page="run")
    as_soon_as(made, lambda: "PyTorch" in (made._window.pages["run"].notice.text if made._window.pages else ""), made.close_unasked)
    assert ended(made) == (0, None)


def test_a_stranded_queue_is_deleted_and_restored_from_the_rail(gpuscope_home: Path) -> None:
    plan_id = stranded_queue(ItemState.WAITING)
    made = session(page="settings")
    seen: list[bool] = []

    def stranded() -> Plan | None:
        return None if made._services is None else made._services.plans.stranded

    def delete() -> None:
        as_soon_as(made, lambda: not made._window.rail.live.isHidden(), press)

    def press() -> None:
        made._window.rail.live.deletion_wanted.emit(plan_id)
        as_soon_as(made, lambda: stranded() is None, undo)

    def undo() -> None:
        page = made._window.shown_page
        assert page is not None
        seen.append("deleted" in page.notice.text)
        page.notice._act()
        as_soon_as(made, stranded, made.close_unasked)

    as_soon_as(made, stranded, delete)
    assert ended(made, 20_000) == (0, None)
    assert seen == [True]


def test_a_question_that_was_answered_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    monkeypatch.setattr(made, "_live", lambda: [live_run("a live run")])
    left: list[int] = []

    def cancel() -> None:
        assert made._question is not None
        made._question.reject()

    def ask() -> None:
        made._frame.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        left.append(len(made._window.findChildren(CloseQuestion)))
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, ask)
    as_soon_as(made, lambda: asked(made), cancel)
    assert ended(made) == (0, None)
    assert left == [0]


def test_the_live_runs_card_is_left_alone_while_the_window_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    shown: list[bool] = []

    def hide() -> None:
        monkeypatch.setattr(
            made._window.rail.live, "show_live", lambda *_: shown.append(made._frame.isVisible() and not made._frame.isMinimized())
        )
        made._update_card()
        made._frame.hide()
        made._update_card()
        made._frame.show()
        made._frame.showMinimized()
        made._update_card()
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, hide)
    assert ended(made) == (0, None)
    assert True in shown
    assert False not in shown


def test_the_tray_follows_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings", language="en")
    told: list[str] = []

    def switch() -> None:
        try:
            change_language(made, "zh_CN")
            assert made._tray is not None
            told.extend(action.text() for action in made._tray.menu.actions())
        finally:
            made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, switch)
    assert ended(made) == (0, None)
    assert told == ["显示窗口", "迷你视图", "停止该运行"]


def test_closing_during_a_recording_of_the_machine_asks_about_the_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings")
    live = live_run("this machine")
    live.record = replace(live.record, spec=RunSpec(ATTACHED))
    monkeypatch.setattr(made, "_live", lambda: [live])
    asked_for: list[str] = []

    def read() -> None:
        assert made._question is not None
        asked_for.append(made._question.text)
        asked_for.extend(button.text() for button in made._question.findChildren(QPushButton) if button.isVisible())
        made._question.reject()

    def ask() -> None:
        made._frame.close()
        made.close_unasked()

    as_soon_as(made, lambda: made._window.pages, ask)
    as_soon_as(made, lambda: asked(made), read)
    assert ended(made) == (0, None)
    assert asked_for[0].startswith("The recording “this machine” is still running. It goes on without the window")
    assert "Stop it" in asked_for


def test_a_theme_that_cannot_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(page="settings", theme="light")
    monkeypatch.setattr(made._memory, "save", lambda: False)
    told: list[str] = []

    def leave() -> None:
        told.append(made._window.pages["settings"].notice.text)
        made.close_unasked()

    def choose() -> None:
        made._theme.choose(Choice.DARK)
        as_soon_as(made, lambda: made._window.pages["settings"].notice.text, leave)

    as_soon_as(made, lambda: made._window.pages, choose)
    assert ended(made, 20_000) == (0, None)
    assert told[0].startswith("The theme cannot be kept: ")
