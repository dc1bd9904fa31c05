"""The tray icon, and notifications on the desktop."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui import tray
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.tray import Tray
from gpuscope.system.settings import DEFAULTS
from tests.cli.stored_runs import record


class Desktop(QObject):
    """Stands in for QSystemTrayIcon, which needs a desktop."""

    activated = Signal(object)
    messageClicked = Signal()  # noqa: N815 - Qt's name

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, str, object]] = []
        self.tooltip, self.is_shown = "", False
        self.menu: QMenu | None = None

    def setContextMenu(self, menu: QMenu) -> None:
        self.menu = menu

    def setToolTip(self, text: str) -> None:
        self.tooltip = text

    def showMessage(self, title: str, text: str, kind: object, _: int) -> None:
        self.told.append((title, text, kind))

    def show(self) -> None:
        self.is_shown = True

    def hide(self) -> None:
        self.is_shown = False


class Runs(QObject):
    started, ended = Signal(object), Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[SimpleNamespace] = []


class Shown:
    """A tray with the objects it uses."""

    def __init__(self, frame: QWidget, *, tell_ends: bool = True, has_tray: bool = True) -> None:
        self.desktop, self.runs, self.stopped = Desktop(), Runs(), list[str]()
        settings = SimpleNamespace(known=replace(DEFAULTS, tell_ends=tell_ends))
        icon = cast(QSystemTrayIcon, self.desktop) if has_tray else None
        self.tray = Tray(icon, frame, cast(LiveRuns, self.runs), cast(UserSettings, settings))

    def begin(self, name: str) -> SimpleNamespace:
        live = SimpleNamespace(record=replace(record("abcabcabcabc"), name=name), stop=lambda: self.stopped.append(name))
        self.runs.runs.insert(0, live)
        self.runs.started.emit(live)
        return live

    def end(self, live: SimpleNamespace, outcome: RunRecord) -> None:
        live.record = outcome
        self.runs.runs.remove(live)
        self.runs.ended.emit(live)


@pytest.fixture
def frame(qtbot: QtBot) -> QWidget:
    frame = QWidget()
    qtbot.addWidget(frame)
    return frame


def test_the_end_of_a_run_is_told_with_its_state_and_how_long_it_took(frame: QWidget) -> None:
    shown = Shown(frame)
    live = shown.begin("mine")
    shown.end(live, replace(live.record, state=RunState.FINISHED, wall_s=75.0))
    assert shown.desktop.told == [("mine", "finished after 1 min 15 s", QSystemTrayIcon.MessageIcon.Information)]


def test_a_run_that_failed_is_told_as_a_warning_with_its_reason(frame: QWidget) -> None:
    shown = Shown(frame)
    live = shown.begin("x" * 100)
    shown.end(live, replace(live.record, state=RunState.FAILED, reason="out of GPU memory", wall_s=None))
    [(title, text, kind)] = shown.desktop.told
    assert (len(title), text, kind) == (60, "failed: out of GPU memory", QSystemTrayIcon.MessageIcon.Warning)


@pytest.mark.parametrize(("has_bus", "text"), [(True, "failed: &lt;b&gt; &amp; all"), (False, "failed: <b> & all")])
def test_a_message_of_the_tray_is_plain_text_also_where_the_desktop_reads_markup(
    frame: QWidget, monkeypatch: pytest.MonkeyPatch, has_bus: bool, text: str
) -> None:
    monkeypatch.setattr(tray, "has_session_bus", lambda: has_bus)
    shown = Shown(frame)
    shown.tray.show_alert("<mine>", "failed: <b> & all")
    assert shown.desktop.told == [("<mine>", text, QSystemTrayIcon.MessageIcon.Warning)]


def test_without_a_tray_the_desktop_s_service_is_asked(frame: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    """GNOME has no tray."""
    told: list[tuple[str, str, bool]] = []
    monkeypatch.setattr(tray, "notify", lambda title, text, is_bad, failed: told.append((title, text, is_bad)))
    shown = Shown(frame, has_tray=False)
    for is_reached in (False, True):
        monkeypatch.setattr(tray, "has_session_bus", lambda is_reached=is_reached: is_reached)
        live = shown.begin("mine")
        shown.end(live, replace(live.record, state=RunState.FINISHED, wall_s=75.0))
    shown.tray.show_alert("mine", "too hot")
    shown.tray.close()
    assert told == [("mine", "finished after 1 min 15 s", False), ("mine", "too hot", True)]
    assert shown.desktop.told == []


def test_nothing_is_told_where_the_user_does_not_want_it(frame: QWidget) -> None:
    shown = Shown(frame, tell_ends=False)
    live = shown.begin("mine")
    shown.end(live, replace(live.record, state=RunState.FINISHED))
    assert shown.desktop.told == []


def test_nothing_is_told_while_the_window_is_in_front(frame: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "isActiveWindow", lambda: True)
    shown = Shown(frame)
    live = shown.begin("mine")
    shown.end(live, replace(live.record, state=RunState.FINISHED))
    assert shown.desktop.told == []


def test_the_menu_stops_the_newest_run_and_brings_the_window_back(qtbot: QtBot, frame: QWidget) -> None:
    shown = Shown(frame)
    show, mini, stop = shown.desktop.menu.actions()
    assert not stop.isEnabled()
    shown.begin("older")
    shown.begin("newer")
    assert (stop.isEnabled(), stop.text()) == (True, "Stop newer")
    assert shown.desktop.tooltip == "gpuscope\nnewer is running\nolder is running"
    stop.trigger()
    assert shown.stopped == ["newer"]
    with qtbot.waitSignal(shown.tray.mini_wanted):
        mini.trigger()
    with qtbot.waitSignals([shown.tray.show_wanted] * 2):
        show.trigger()
        shown.desktop.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)


def test_an_alert_is_told_also_while_the_window_is_in_front(frame: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "isActiveWindow", lambda: True)
    shown = Shown(frame, tell_ends=False)
    shown.tray.show_alert("mine", "Alert: Temperature rises above 85 °C")
    assert shown.desktop.told == [("mine", "Alert: Temperature rises above 85 °C", QSystemTrayIcon.MessageIcon.Warning)]


def test_a_trial_alert_tells_that_the_desktop_shows_none(frame: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tray, "has_session_bus", lambda: False)
    failures: list[str] = []
    Shown(frame, has_tray=False).tray.show_alert("mine", "a test", lambda: failures.append("nowhere"))
    assert failures == ["nowhere"]
    Shown(frame).tray.show_alert("mine", "a test", lambda: failures.append("in the tray"))
    assert failures == ["nowhere"]


def test_the_icon_goes_with_the_window(frame: QWidget) -> None:
    shown = Shown(frame)
    assert shown.desktop.is_shown
    shown.tray.close()
    assert not shown.desktop.is_shown


def test_the_menu_follows_the_language(frame: QWidget) -> None:
    shown = Shown(frame)
    shown.begin("mine")
    translator = WindowLanguage("zh_CN")
    try:
        shown.tray.translate()
        assert [action.text() for action in shown.tray.menu.actions()] == ["显示窗口", "迷你视图", "停止 mine"]
        assert "mine" in shown.desktop.tooltip
        assert "is running" not in shown.desktop.tooltip
    finally:
        translator.close()


def test_a_recording_of_the_machine_is_what_is_stopped_not_the_machine(frame: QWidget) -> None:
    shown = Shown(frame)
    live = SimpleNamespace(record=replace(record("abcabcabcabc"), name="this machine", spec=RunSpec(ATTACHED)), stop=lambda: None)
    shown.runs.runs.insert(0, live)
    shown.runs.started.emit(live)
    assert "Stop the recording “this machine”" in [action.text() for action in shown.tray.menu.actions()]
