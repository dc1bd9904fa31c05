"""One session of the window: creates its objects and tears them down.

The empty window is already on screen; services and pages are created on the running event loop.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from gpuscope.core.alert_rule import TRIAL_ALERT
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui import fonts, icons
from gpuscope.gui.accessibility import speak_for_drawn_widgets
from gpuscope.gui.faults import Faults, described
from gpuscope.gui.focus_origin import FocusOrigin
from gpuscope.gui.main_window import CloseAnswer, CloseQuestion, MainWindow
from gpuscope.gui.motion import apply_motion, ask_portal, reduces_motion
from gpuscope.gui.page_factory import PageFactory
from gpuscope.gui.process_hooks import CycleCollector, UnixSignals
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.state_keeper import StateKeeper
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.turns import turns
from gpuscope.gui.window_request import WindowRequest
from gpuscope.system import language
from gpuscope.system.bug_log import CrashFile, take_crashes
from gpuscope.system.language import labelled
from gpuscope.system.paths import home

if TYPE_CHECKING:
    from pathlib import Path

    from gpuscope.core.plan import Plan
    from gpuscope.gui.demo_session import DemoSession
    from gpuscope.gui.first_frame import FirstFrame
    from gpuscope.gui.mini.mini_control import MiniControl
    from gpuscope.gui.pages.runs_page import RunsPage
    from gpuscope.gui.palette_commands import Act
    from gpuscope.gui.services.file_requests import FileRequests
    from gpuscope.gui.services.live_run import LiveRun
    from gpuscope.gui.services.services import Services
    from gpuscope.gui.tray import Tray
    from gpuscope.gui.widgets.sensor_choice import SensorChoice

_CARD_EVERY_MS = 250
"""Update interval of the live card: four times per second, as on the Run page; faster changes would be unreadable."""
_DRESSING_MS = 60
"""Pause before each hidden page takes on a new theme, so that what the user does comes in between: a large page blocks the event loop."""
_SWITCH_INTERVAL_S = 0.0001
"""How long another thread may hold the interpreter while the event loop wants it.

Many of Qt's functions release it, and each then waits that long while a thread reads the store: Python's default of 5 ms causes
visible stutter. Shorter than this gains no more.
"""
_TIDYING_MS = 30_000
"""Pause after the window is left until all cycles are collected: short ones belong to dialogs, menus and a look at another window."""
_TIDYING_AGAIN_MS = 600_000
"""Pause between collections of all cycles while the window is left: it goes on showing what is measured, and leaves cycles behind."""
STOPPED = 130
"""Exit code of a demonstration whose window was closed early."""


class Session(QObject):
    """The window and its services.

    Args:
        request: Options of the command line.
        frame: The window, still empty.
    """

    def __init__(self, request: WindowRequest, frame: FirstFrame) -> None:
        super().__init__(frame)
        self._frame = frame
        self._request = request
        self._error: GpuscopeError | None = None
        self._services: Services | None = None
        self._demo: DemoSession | None = None
        self._tray: Tray | None = None
        self._mini: MiniControl | None = None
        self._file_requests: FileRequests | None = None
        self._demo_is_over = request.demo is None
        self._has_offered_torch = False
        self._closes_unasked = request.picture is not None
        self._question: CloseQuestion | None = None
        self._faults = Faults(self)
        self._crash_file: CrashFile | None = None
        self._collector = CycleCollector(self)
        self._memory = WindowMemory()
        self._language = WindowLanguage(_language(request, self._memory))
        self._theme = Theme(_choice(request, self._memory), self)
        fonts.load_text_fonts()
        apply_motion(is_reduced=reduces_motion(self._memory.get("reduce_motion")))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._dress = Dress(application, self._theme, self)
        self._dress.watch(frame)
        self._theme.changed.connect(self._show_theme)
        self._dressing = QTimer(self, singleShot=True)
        self._dressing.timeout.connect(lambda: turns().later(self, self._dress_next))
        self._tidying = QTimer(self, singleShot=True)
        self._tidying.timeout.connect(self._tidy)
        frame.setWindowIcon(QIcon(icons.pixmap("gpuscope", "", 64)))
        self._pages = PageFactory(request, self._theme, self._memory, lambda: self._served, self)
        self._pages.mini_wanted.connect(self._toggle_mini)
        self._pages.language_chosen.connect(self._change_language)
        self._keeper = StateKeeper(self._memory, self._remember, self)
        if request.picture is None:
            self._keeper.begin(frame.windowHandle())
            self._theme.chosen.connect(lambda: self._keeper.save(self._report_not_kept))
            self._pages.state_changed.connect(self._keeper.save)
        self._pages.alert_tried.connect(lambda: self._show_alert(self.tr("This machine"), TRIAL_ALERT, self._report_no_desktop))
        self._window = self._content()
        self._coming: MainWindow | None = None
        self._fill_frame()

    def _content(self, items: Mapping[str, object] = MappingProxyType({})) -> MainWindow:
        """Create the rail, and the pages as they are shown."""
        if language.current() != language.ENGLISH:
            fonts.load_other_fonts()
        window = MainWindow(self._theme, self._memory, self._pages.entries(), items)
        window.live_wanted.connect(self._show_live)
        window.rail.live.stop_wanted.connect(lambda plan_id: self._served.plans.stop_once(plan_id))
        window.rail.live.removal_wanted.connect(lambda plan_id, number: self._served.plans.remove(plan_id, number))
        window.rail.live.resume_wanted.connect(lambda plan_id: self._served.plans.resume(plan_id, failed=self._show_error))
        window.rail.live.deletion_wanted.connect(lambda plan_id: self._served.plans.delete(plan_id, self._offer_undo, self._show_error))
        window.page_coming.connect(self._dress.put_on)
        self._dress.watch(window)
        for part in window.seen_parts():
            self._dress.put_on(part)
        window.rail.sensors_wanted.connect(self._open_sensor_menu)
        for keys, act in (("F1", window.show_guide), ("?", self._show_keys), ("Ctrl+K", self._find), ("Ctrl+M", self._toggle_mini)):
            QShortcut(QKeySequence(keys), window, act)
        return window

    def _fill_frame(self) -> None:
        self._frame.fill(self._window, self._closing, self._window.minimised)

    def _show_theme(self) -> None:
        """Change the colours of all visible parts, and show them together; hidden pages follow one by one, or when they are shown."""
        self._dress.change()
        self._frame.setUpdatesEnabled(False)
        self._dressing.start(0)

    def _dress_next(self) -> None:
        """Change the colours of one part: all together would block the event loop noticeably."""
        part = next((part for part in self._visible_parts() if not self._dress.is_on(part)), None)
        if part is not None:
            self._dress.put_on(part)
            self._dressing.start(0)
        elif not self._frame.updatesEnabled():
            self._frame.setUpdatesEnabled(True)
            self._frame.repaint()  # update() requests nothing if Qt dropped an earlier request meanwhile: the window would stay as it is
            self._dressing.start(_DRESSING_MS)
        elif (page := next((page for page in self._window.pages.values() if not self._dress.is_on(page)), None)) is not None:
            self._dress.put_on(page)
            self._dressing.start(_DRESSING_MS)

    def _visible_parts(self) -> list[QWidget]:
        parts = [*self._window.seen_parts(), *_windows_over(self._frame), *_windows_over(self._window)]
        if self._mini is not None and self._mini.view is not None:
            parts.append(self._mini.view)
        if self._tray is not None:
            parts.append(self._tray.menu)
        return parts

    def run(self) -> tuple[int, GpuscopeError | None]:
        """Run until the window is closed; return the exit code, and the error of a failed picture or demonstration."""
        sys.setswitchinterval(_SWITCH_INTERVAL_S)
        self._faults.install()
        signals = UnixSignals(self.close_unasked, self)
        QTimer.singleShot(0, self, self._begin)
        try:
            code = QApplication.exec()
        finally:
            self._window.make_ahead(())
            self._dressing.stop()
            turns().drop(self, self._window, *self._window.pages.values())  # it would find them closed
            signals.close()
            if self._tray is not None:
                self._tray.close()
            if self._file_requests is not None:
                self._file_requests.close()
            if self._services is not None:
                self._services.close()
            self._keeper.close()
            self._collector.close()
            self._faults.remove()
            if self._crash_file is not None:
                self._crash_file.close()
            self._language.close()
        return code if self._demo_is_over else STOPPED, self._error

    def close_unasked(self) -> None:
        """Close without a question, or during one; runs continue."""
        self._closes_unasked = True
        if self._mini is not None:
            self._mini.close()
        if self._question is not None:
            self._question.reject()  # the question runs within closeEvent, where a nested close would be ignored
        else:
            self._frame.close()

    def _closing(self) -> bool:
        """Ask if a run is live, and save the window's state. While the mini view is open, only the window closes, without a question."""
        is_last = self._mini is None or self._mini.view is None
        if is_last and not self._closes_unasked and not self._may_close():
            return False
        if self._request.picture is None:
            self._keeper.save()
        return True

    def _remember(self) -> None:
        self._window.remember()
        self._memory.put("place", self._frame.place())
        self._memory.put("maximized", self._frame.isMaximized())

    def _begin(self) -> None:
        """Create everything that the first paint did not need."""
        self._collector.start()
        from gpuscope.gui.services.services import Services

        services = self._services = Services(self._request.store_url, self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        FocusOrigin(application)
        speak_for_drawn_widgets()
        self._faults.happened.connect(self._report_fault)
        services.live_runs.started.connect(self._ask_anew)
        services.live_runs.ended.connect(self._ask_anew)
        services.live_runs.alerted.connect(self._show_alert)
        services.monitor.alerted.connect(lambda text: self._show_alert(self.tr("This machine"), text))
        services.plans.changed.connect(self._ask_anew)
        services.settings.changed.connect(self._show_sensors)
        fonts.load_other_fonts()
        first = self._first_page()
        self._window.show_page(first, self._request.item_of(first))
        services.begin()
        if self._request.picture is None:
            self._report_crash()
            self._make_tray()
            ask_portal(lambda: self._memory.get("reduce_motion"), self, self._show_motion)
            self._open_dropped(services)
            services.starter.capabilities_changed.connect(self._offer_torch)
        QGuiApplication.instance().applicationStateChanged.connect(self._on_activation)  # type: ignore[union-attr]
        self._collector.spare_loaded()
        self._card_timer = QTimer(self)
        self._card_timer.timeout.connect(self._update_card)
        self._card_timer.start(_CARD_EVERY_MS)
        if self._request.picture is not None:
            self._draw_picture()
        elif self._request.demo is not None:
            from gpuscope.gui.demo_session import DemoSession

            self._demo = DemoSession(self._window, services, self._request.demo, self.close_unasked)
            self._demo.finished.connect(self._on_demo_ended)
            self._demo.begin()

    def _offer_torch(self) -> None:
        """Show a notice once on the visible page if no torch was found."""
        capabilities = self._served.starter.capabilities
        page = self._window.shown_page
        if capabilities is None or capabilities.torch_version is not None or self._has_offered_torch or page is None:
            return
        self._has_offered_torch = True
        text = self.tr("Workloads need PyTorch, which was not found here. Commands of yours are recorded without it.")
        page.notice.show_text(text, "warn", self.tr("Set up…"), self._set_up_torch)

    def _set_up_torch(self) -> None:
        from gpuscope.gui.widgets.torch_dialog import TorchDialog

        TorchDialog(self._theme, self._served.torch, self._window).open()

    def _open_dropped(self, services: Services) -> None:
        """Import the files from the command line, and those that a second start hands over."""
        from gpuscope.gui.services.file_requests import FileRequests

        self._file_requests = FileRequests(services.store_url, self)
        self._file_requests.wanted.connect(self._open_handed_over)
        if self._request.recordings:
            self._open_recordings(list(self._request.recordings))

    def _open_handed_over(self, files: list[Path]) -> None:
        self._frame.come_to_front()
        self._open_recordings(files)

    def _open_recordings(self, files: list[Path]) -> None:
        self._runs_page().import_.import_paths(files, opens=True)

    def _runs_page(self) -> RunsPage:
        """Show the list of runs, and return it."""
        from gpuscope.gui.pages.runs_page import RunsPage

        self._window.show_page("runs")
        page = self._window.page("runs")
        assert isinstance(page, RunsPage)
        return page

    def _make_tray(self) -> None:
        from gpuscope.gui.tray import Tray, system_tray

        self._tray = Tray(system_tray(self._frame.windowIcon(), self), self._frame, self._served.live_runs, self._served.settings)
        self._tray.show_wanted.connect(self._frame.come_to_front)
        self._tray.mini_wanted.connect(self._toggle_mini)
        self._dress.put_on(self._tray.menu)

    def _show_motion(self) -> None:
        self._pages.show_size_and_motion(self._window.pages.get("settings"))

    def _toggle_mini(self) -> None:
        """Open or close the mini view."""
        if self._mini is None:
            from gpuscope.gui.mini.mini_control import MiniControl

            self._mini = MiniControl(self._theme, self._served, self._memory, self._dress.put_on, self)
            self._mini.window_wanted.connect(self._frame.come_to_front)
        self._mini.toggle()

    def _change_language(self, code: str) -> None:
        """Recreate the pages in another language, each in its previous state, as after a restart; runs and services continue.

        The rail, the visible page and each hidden page are made in turns of the event loop: together they would block it noticeably.
        """
        if code == language.current():
            return
        self._memory.put("language", code)
        self._language.use(code)
        self._window.remember()
        if self._coming is not None:
            self._coming.deleteLater()
        coming = self._coming = self._content(self._window.shown_items())
        coming.setParent(self._frame)  # Qt deletes it, whether it is shown or not: Python's collector would delete its parts in any order
        turns().later(self, lambda: self._make_coming(coming))

    def _make_coming(self, coming: MainWindow) -> None:
        if coming is self._coming:  # no other language was chosen since
            coming.make(self._window.current_page or "run")
            turns().later(self, lambda: self._show_coming(coming))

    def _show_coming(self, coming: MainWindow) -> None:
        """Replace the rail and the pages by those in the language just chosen."""
        if coming is not self._coming:
            return
        previous, self._window, self._coming = self._window, coming, None
        self._fill_frame()
        self._window.show_page(previous.current_page or "run")
        self._window.take_trail(previous)
        self._window.make_ahead(previous.pages)
        previous.destroyed.connect(self._collector.collect_soon)
        turns().later(previous, previous.discard)  # after the new page is painted
        if self._mini is not None:
            self._mini.translate()
        if self._tray is not None:
            self._tray.translate()
        self._update_card()
        self._show_sensors()
        self._keeper.save()

    def _on_activation(self, state: Qt.ApplicationState) -> None:
        """Reload the settings when the window is activated, since the user may have edited the file; tidy up some time after it is left."""
        if state is Qt.ApplicationState.ApplicationActive:
            self._tidying.stop()
            self._served.settings.refresh()
        else:
            self._tidying.start(_TIDYING_MS)

    def _tidy(self) -> None:
        self._collector.collect_all()
        self._tidying.start(_TIDYING_AGAIN_MS)

    def _on_demo_ended(self, error: GpuscopeError | None) -> None:
        self._demo_is_over, self._error = True, error

    def _first_page(self) -> str:
        kept = self._memory.get("page")
        return self._request.page or (kept if kept in self._window.entry_names else "run")

    @property
    def _served(self) -> Services:
        assert self._services is not None, "pages are made after the first paint"
        return self._services

    def _live(self) -> list[LiveRun]:
        return [] if self._services is None else self._services.live_runs.runs

    def _live_plans(self) -> tuple[Plan, ...]:
        return () if self._services is None else self._services.plans.live

    def _live_names(self) -> tuple[list[str], list[str]]:
        """Return the names of the live runs that belong to no plan, and the titles of the live plans and of recordings."""
        from gpuscope.gui.engine_texts import plan_title, record_name

        records = [run.record for run in self._lone_runs()]
        recordings = [self.tr("The recording “{0}”").format(record_name(record)) for record in records if record.spec.is_attached]
        runs = [record_name(record) for record in records if not record.spec.is_attached]
        return runs, [*(plan_title(plan) for plan in self._live_plans()), *recordings]

    def _lone_runs(self) -> list[LiveRun]:
        """Return the live runs that belong to no plan."""
        planned = {item.run_id for plan in self._live_plans() for item in plan.items}
        return [run for run in self._live() if run.record.run_id not in planned]

    def _may_close(self) -> bool:
        runs, plans = self._live_names()
        if not runs and not plans:
            return True
        self._question = CloseQuestion(runs, self._window, plans=plans)
        self._question.exec()
        self._question.deleteLater()
        answer, self._question = self._question.answer(), None
        if self._closes_unasked:  # a signal arrived during the question
            return True
        if answer is CloseAnswer.STOP:
            self._served.stop_all(self.close_unasked)
            return False
        return answer is CloseAnswer.KEEP

    def _ask_anew(self, _: object = None) -> None:
        if self._question is not None:
            self._question.show_live(*self._live_names())

    def _show_alert(self, title: str, text: str, failed: Callable[[], None] | None = None) -> None:
        """Show an alert on the desktop and on the visible page."""
        from gpuscope.reports.run_report import shown_mark

        shown = shown_mark(text)
        if self._window.shown_page is not None:
            self._window.shown_page.notice.show_text(labelled(title, shown), "warn")
        if self._tray is not None:
            self._tray.show_alert(title, shown, failed)

    def _report_not_kept(self) -> None:
        """Report that a theme was chosen, but lasts only as long as the window."""
        if self._window.shown_page is not None:
            text = self.tr("The theme cannot be kept: {0} cannot be written. It lasts until the window closes.").format(home())
            self._window.shown_page.notice.show_text(text, "warn")

    def _report_no_desktop(self) -> None:
        """Report that a trial alert did not reach the desktop."""
        if self._window.shown_page is not None:
            text = self.tr("This desktop shows no notifications: alerts appear in this window only, and run the command.")
            self._window.shown_page.notice.show_text(text, "warn")

    def _report_fault(self, message: str, count: int) -> None:
        page = self._window.shown_page
        if page is not None:
            text = message if count == 1 else self.tr("{0} ({1} so far)").format(message, count)
            page.notice.show_text(text, "warn", self.tr("Details"), self._show_fault)

    def _report_crash(self) -> None:
        """Report a previous window that crashed, and prepare for this one."""
        if crash := take_crashes():
            page = self._window.shown_page
            assert page is not None
            text = self.tr("The window crashed last time it was open; runs were not affected.")
            page.notice.show_text(text, "warn", self.tr("Details"), partial(self._show_fault, described(crash)))
        self._crash_file = CrashFile()

    def _show_fault(self, text: str = "") -> None:
        from gpuscope.gui.widgets.fault_dialog import FaultDialog

        FaultDialog(self._theme, text or self._faults.last, self._window).open()

    def _show_keys(self) -> None:
        from gpuscope.gui.key_map import KeyMap

        KeyMap(self._window).open()

    def _find(self) -> None:
        from gpuscope.gui.palette_commands import open_palette

        if self._services is not None:
            pages = [(entry.name, entry.title) for entry in self._pages.entries()]
            open_palette(self._window, pages, self._services, self._sensor_choice(), self._acts())

    def _acts(self) -> list[Act]:
        """Return what Ctrl+K can do anywhere in the window."""
        return [
            (self.tr("Mini view"), self._toggle_mini, self.tr("small window on top")),
            (self.tr("Keys"), self._show_keys, self.tr("keyboard shortcuts help")),
            (self.tr("Import runs from files…"), self._ask_import, self.tr("open a bundle")),
            (self.tr("Dark theme"), partial(self._theme.choose, Choice.DARK), ""),
            (self.tr("Light theme"), partial(self._theme.choose, Choice.LIGHT), ""),
            *((name, partial(self._change_language, code), "language 语言") for code, name in language.LANGUAGES.items()),
        ]

    def _ask_import(self) -> None:
        self._runs_page().import_.ask_which()

    def _show_sensors(self) -> None:
        from gpuscope.gui.widgets.sensor_choice import sensor_names

        self._window.rail.sensors.show_names(sensor_names(self._served.settings.known.sensors))

    def _sensor_choice(self) -> SensorChoice:
        from gpuscope.gui.widgets.sensor_choice import SensorChoice

        page = self._window.page(self._window.current_page or "run")
        return page.findChild(SensorChoice) or SensorChoice(self._served.settings, page.notice, page)

    def _open_sensor_menu(self) -> None:
        self._sensor_choice().open_menu(self._window.rail.sensors)

    def _show_live(self) -> None:
        live = self._live()
        self._window.go_to("run", live[0].run_id if live else None)

    def _update_card(self) -> None:
        if self._frame.isMinimized() or not self._frame.isVisible():
            return  # it would take time from what is being measured
        stranded = None if self._services is None else self._services.plans.stranded
        self._window.rail.live.show_live(self._live(), self._live_plans(), stranded)

    def _offer_undo(self, queue: Plan) -> None:
        """Report that a queue was deleted, and offer to restore it."""
        plans, page = self._served.plans, self._window.shown_page
        plans.dismiss(queue.plan_id)
        if page is not None:
            text = self.tr("The queue is deleted; the runs it has made stay.")
            page.notice.show_text(
                text, action=self.tr("Undo"), act=lambda: plans.restore(queue, lambda _: plans.look_back(), self._show_error)
            )

    def _show_error(self, error: GpuscopeError) -> None:
        if self._window.shown_page is not None:
            self._window.shown_page.notice.show_error(error)

    def _draw_picture(self) -> None:
        from gpuscope.gui.page_picture import Picture

        assert self._request.picture is not None

        def ready() -> bool:
            self._update_card()
            return self._served.live_runs.has_polled and self._served.settings.has_read

        def done(error: GpuscopeError | None) -> None:
            self._error = error
            self.close_unasked()

        self._picture = Picture(self._window, self._request.picture, ready, done)


def _windows_over(holder: QWidget) -> list[QWidget]:
    return [child for child in holder.children() if isinstance(child, QWidget) and child.isWindow()]


def _language(request: WindowRequest, memory: WindowMemory) -> str:
    chosen = request.language or memory.get("language")
    return chosen if chosen in language.LANGUAGES else language.wanted(os.environ)


def _choice(request: WindowRequest, memory: WindowMemory) -> Choice:
    wanted = request.theme or memory.get("theme")
    return Choice(wanted) if wanted in list(Choice) else Choice.SYSTEM
