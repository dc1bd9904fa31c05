"""Creates the pages of the window, each when it is first shown."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuscope.gui.main_window import PageEntry
from gpuscope.gui.motion import reduces_motion
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.services import Services
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.theme import Theme
from gpuscope.gui.translator import read_ahead
from gpuscope.gui.window_request import WindowRequest

_READ_AHEAD_MS = 500
"""Delay before the languages are read: after the page with the choice is painted, and before anyone can have made it."""


class PageFactory(QObject):
    """Creates pages and connects them to the services and to each other.

    Args:
        request: Options of the command line.
        memory: The window's state, which some pages read or change.
        services: Returns the services, which exist before the first page is created.

    Attributes:
        mini_wanted: The user asked to open or close the mini view.
        language_chosen: The user chose a language: its code.
        alert_tried: The user asked for a test alert.
        state_changed: A setting kept in the window's state was changed.
    """

    mini_wanted = Signal()
    language_chosen = Signal(str)
    alert_tried = Signal()
    state_changed = Signal()

    def __init__(
        self, request: WindowRequest, theme: Theme, memory: WindowMemory, services: Callable[[], Services], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._request, self._theme, self._memory, self._services = request, theme, memory, services

    def entries(self) -> tuple[PageEntry, ...]:
        """Return the pages in the rail's order, titled in the current language."""
        return (
            PageEntry("run", self.tr("Run"), "run", self._run_page, guide="first-run"),
            PageEntry("ladder", self.tr("Ladder"), "ladder", self._ladder_page, guide="first-run"),
            PageEntry("sweep", self.tr("Sweep"), "sweep", self._sweep_page, guide="first-run"),
            PageEntry("runs", self.tr("Runs"), "runs", self._runs_page),
            PageEntry("compare", self.tr("Compare"), "compare", self._compare_page, guide="comparison"),
            PageEntry("race", self.tr("Race"), "run", self._race_page, under="compare"),
            PageEntry("profile", self.tr("Profile"), "profile", self._profile_page, guide="verdicts"),
            PageEntry("machine", self.tr("Machine"), "machine", self._machine_page, guide="measurement"),
            PageEntry("help", self.tr("Help"), "info", self._help_page, at_foot=True),
            PageEntry("health", self.tr("Health"), "health", self._health_page, at_foot=True, guide="faults"),
            PageEntry("settings", self.tr("Settings"), "settings", self._settings_page, at_foot=True),
        )

    def _run_page(self) -> Page:
        from gpuscope.gui.pages.run_page import RunPage

        served = self._services()
        page = RunPage(self._theme, served.live_runs, served.starter, served.history, served.settings, served.plans, served.presets)
        page.mini_wanted.connect(self.mini_wanted)
        return page

    def _ladder_page(self) -> Page:
        from gpuscope.gui.pages.ladder_page import LadderPage

        served = self._services()
        return LadderPage(self._theme, served.ladders, served.plans, served.live_runs, served.starter, served.history)

    def _sweep_page(self) -> Page:
        from gpuscope.gui.pages.sweep_page import SweepPage

        served = self._services()
        return SweepPage(self._theme, served.sweeps, served.plans, served.live_runs, served.starter, served.history)

    def _runs_page(self) -> Page:
        from gpuscope.gui.pages.runs_page import RunsPage

        served = self._services()
        return RunsPage(self._theme, served.history, served.live_runs, served.settings, served.starter)

    def _compare_page(self) -> Page:
        from gpuscope.gui.pages.compare_page import ComparePage

        served = self._services()
        return ComparePage(self._theme, served.history, served.settings, served.plans, served.starter)

    def _race_page(self) -> Page:
        from gpuscope.gui.pages.race_page import RacePage

        served = self._services()
        begins = not reduces_motion(self._memory.get("reduce_motion"))
        return RacePage(self._theme, served.history, served.settings, plays=self._request.picture is None, begins=begins)

    def _profile_page(self) -> Page:
        from gpuscope.gui.pages.profile_page import ProfilePage

        served = self._services()
        return ProfilePage(self._theme, served.history, served.starter)

    def _machine_page(self) -> Page:
        from gpuscope.gui.pages.machine.record_control import RecordControl
        from gpuscope.gui.pages.machine_page import MachinePage

        served = self._services()
        page = MachinePage(self._theme, served.monitor, served.settings, served.processes)
        record = RecordControl(self._theme, served.starter, served.live_runs, page.notice)
        page.header.add_actions(record)
        page.mini_wanted.connect(self.mini_wanted)
        page.record_wanted.connect(record.record_process)
        record.process_recorded.connect(lambda run_id: page.wanted.emit("run", run_id))
        record.open_wanted.connect(lambda run_id: page.wanted.emit("runs", run_id))
        return page

    def _health_page(self) -> Page:
        from gpuscope.gui.pages.health_page import HealthPage

        served = self._services()
        return HealthPage(self._theme, served.monitor, served.history)

    def _help_page(self) -> Page:
        from gpuscope.gui.pages.help_page import HelpPage

        return HelpPage(self._theme)

    def _settings_page(self) -> Page:
        from gpuscope.gui.pages.settings_page import SettingsPage

        served = self._services()
        page = SettingsPage(self._theme, self._request.store_url, served.settings, served.ready, served.monitor)
        page.alert_tried.connect(self.alert_tried)
        self.show_size_and_motion(page)
        for chosen, key in ((page.text_size_chosen, "text_size"), (page.motion_chosen, "reduce_motion")):
            chosen.connect(partial(self._memory.put, key))
            chosen.connect(self.state_changed)
        page.language_wanted.connect(self.language_chosen, Qt.ConnectionType.QueuedConnection)  # not within the page's own event
        QTimer.singleShot(_READ_AHEAD_MS, page, partial(read_ahead, page))
        return page

    def show_size_and_motion(self, page: Page | None) -> None:
        """Show text size and motion on the Settings page; None if that does not exist yet."""
        from gpuscope.gui.pages.settings_page import SettingsPage

        if isinstance(page, SettingsPage):
            page.show_size_and_motion(self._memory.get("text_size"), is_reduced=reduces_motion(self._memory.get("reduce_motion")))
