"""The Machine page: live readings of every device, without a run."""

import platform
from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, NO_GPU, Device
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.charts.draw_pace import FigurePace
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.device_cards import DeviceCards
from gpuscope.gui.pages.machine.process_browser import ProcessBrowser
from gpuscope.gui.pages.machine.process_panel import ProcessPanel, gpu_processes
from gpuscope.gui.pages.page import Page
from gpuscope.gui.run_view.device_strips import machine_strips
from gpuscope.gui.run_view.run_view import HZ
from gpuscope.gui.run_view.strip_view import StripView
from gpuscope.gui.run_view.view_bar import MissingNote, missing_note
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.running_processes import RunningProcesses
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.first_choices import PROCESSES
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.sensor_choice import SensorChoice

_CORES_WITHIN_S = 2.5
"""Maximum delay of the first per-core load after the first reading, in seconds; it is reported once a second."""
_CURVES_AFTER_S = 5.0
"""Seconds of readings needed to draw curves and not single points; pictures of the page wait for them."""


class MachinePage(Page):
    """Shows the feed's readings; the feed runs only while the page is visible.

    Signals:
        record_wanted: The user wants to record a GPU process; carries its pid.
        mini_wanted: The user wants to open or close the mini view.
    """

    name: ClassVar[str] = "machine"
    record_wanted = Signal(int)
    mini_wanted = Signal()

    def __init__(self, theme: Theme, feed: MonitorFeed, settings: UserSettings, processes: RunningProcesses) -> None:
        super().__init__(theme)
        self.header.set_title(self.tr("Machine"))
        self._feed = feed
        self._is_seen = False
        self._figure_pace = FigurePace()
        self._has_old_figures = True
        self._drawn_s = 0.0
        self._failure: tuple[str, ShownRun, float] | None = None  # message, data and end time of the last reading before the failure
        self._timer = QTimer(self, interval=round(1000 / HZ))
        self._timer.timeout.connect(self._tick)
        self._devices = DeviceCards(theme, settings)
        self._processes = ProcessPanel(theme)
        self._strips = StripView(theme, lambda data, _: machine_strips(data), self.tr("All"), _missing)
        charts = ChartMenu(theme, self)
        charts.offer_strips(self._strips.stack)
        self.notice.stay_left_of_values(self._strips.stack)
        mini = Button(theme, "", "flat", "mini", self.tr("Mini view: a small window on top of all others (Ctrl+M)"))
        mini.clicked.connect(self.mini_wanted)
        self._strips.add_actions(mini, charts.button(self._strips.stack))
        self._empty = EmptyState(theme, self.tr("Waiting for the first reading of this machine's sensors"))
        self._empty.wanted.connect(self._retry)
        self._body = QStackedWidget()
        self._body.addWidget(self._empty)
        self._body.addWidget(self._readings())
        self._browser = ProcessBrowser(theme, processes, lambda: gpu_processes(feed.data))
        self._body.addWidget(self._browser)
        self._browser.left.connect(self._leave_processes)
        self._browser.record_wanted.connect(self.record_wanted)
        self._browse = Button(theme, self.tr("Processes"), clicked=self._browse_processes)
        self._browse.setToolTip(self.tr("List what runs here, to record one of the programs"))
        self.header.add_actions(self._browse)
        self.set_body(self._body)
        feed.failed.connect(self._show_failure)
        self._sensors = SensorChoice(settings, self.notice, self)
        self._devices.simulate_wanted.connect(self._sensors.simulate)
        self._devices.replay_wanted.connect(self._sensors.ask_recording)
        self._processes.record_wanted.connect(self.record_wanted)

    def _readings(self) -> QWidget:
        readings = QWidget()
        fill(vertical(readings, (0, 0, 0, 0), spacing=0), self._devices, (self._strips, 1), self._processes)
        return readings

    def activated(self) -> None:
        """Start reading."""
        if not self._is_seen:
            self._is_seen = True
            self._feed.start(draws=True)
            self._timer.start()
            self._show_now(self._feed.data)
            turns().later(self, self._tick)  # the curves; together with the cards they take too long
            if self._is_browsing:
                self._browse_processes()

    def deactivated(self) -> None:
        """Stop reading."""
        if self._is_seen:
            self._is_seen = False
            self._timer.stop()
            self._feed.stop()
            self._browser.cease()

    def show_item(self, item: object) -> None:
        """List the processes if ``PROCESSES`` is requested, for the user to choose which to record."""
        if item == PROCESSES:
            self._browse_processes()

    def go_back(self) -> bool:
        """Return from the process list to the readings; return whether it was open."""
        is_browsing = self._is_browsing
        if is_browsing:
            self._leave_processes()
        return is_browsing

    @property
    def _is_browsing(self) -> bool:
        return self._body.currentWidget() is self._browser

    def _browse_processes(self) -> None:
        self._body.setCurrentWidget(self._browser)
        self._browse.setEnabled(False)
        self._browser.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self._browser.begin(is_busy=self._feed.data.record is not None)

    def _leave_processes(self) -> None:
        self._browser.cease()
        self._browse.setEnabled(True)
        self._body.setCurrentIndex(0)
        self._tick()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def is_ready(self) -> bool:
        """Whether a few seconds of curves are drawn; the newest reading may be pending, at ten per second."""
        return self._browser.is_ready() if self._is_browsing else self._body.currentIndex() == 1 and self._drawn_s > _CURVES_AFTER_S

    def memory(self) -> dict[str, object]:
        """Return the time window and the hidden curves."""
        return self._strips.memory()

    def recall(self, memory: dict[str, object]) -> None:
        """Restore the time window and the hidden curves."""
        self._strips.recall(memory)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the height among devices, strips and processes."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._devices.fit_into(self._body.height())
        self._processes.fit_into(self._body.height())

    def _tick(self) -> None:
        data = self._feed.data
        if data is not self._strips.data:
            self._strips.show_data(data)
        self._has_old_figures |= self._strips.refresh()
        self._drawn_s = data.end_s
        if self._body.currentIndex() == 0 or (self._has_old_figures and self._figure_pace.is_due()):
            self._has_old_figures = False
            self._show_now(data)

    def _show_now(self, data: ShownRun) -> None:
        self._forget_failure(data)
        has_readings = bool(data.devices and data.end_s) and not self._awaits_cores(data)
        if has_readings:
            self._devices.show_now(data)
            self._processes.show_now(data)
        if not self._is_browsing:
            self._body.setCurrentIndex(int(has_readings))
        self._fit()
        self.header.set_title(self.tr("Machine"), _machine_text(data))
        self.header.set_left(self._feed.source_text if has_readings else "")

    def _awaits_cores(self, data: ShownRun) -> bool:
        """Return whether the per-core load is still to come; showing it late would shift everything below."""
        if self._body.currentIndex() == 1 or data.record is not None or (MACHINE, "cores") in data.tables:
            return False
        times, _ = data.series(MACHINE, "utilization")
        return times.size > 0 and float(times[-1] - times[0]) < _CORES_WITHIN_S

    def _show_failure(self, error: GpuscopeError) -> None:
        again = self.tr("Try again")
        if self._body.currentIndex() == 0:
            self.notice.show_error(error)
            self._empty.show_texts(self.tr("The sensors of this machine cannot be read"), again)
        else:
            self.notice.show_error(error, again, self._retry)
        data = self._feed.data
        self._failure = self.notice.text, data, data.end_s
        self._show_now(data)

    def _forget_failure(self, data: ShownRun) -> None:
        """Clear the failure message once readings arrive again."""
        if self._failure is None or (data, data.end_s) == self._failure[1:]:
            return
        if self.notice.text == self._failure[0]:
            self.notice.clear()
        self._failure = None

    def _retry(self) -> None:
        self.notice.clear()
        self._empty.show_texts(self.tr("Waiting for the first reading of this machine's sensors"))
        self._feed.retry()


def _missing(devices: Sequence[Device]) -> MissingNote:
    """Return the note on missing sensors; a missing GPU is left to its card."""
    return missing_note([device for device in devices if device.key != NO_GPU])


def _machine_text(data: ShownRun) -> str:
    """Return the machine's description: host, processor, cores, memory."""
    machine = next((device for device in data.devices if device.key == MACHINE), None)
    host = platform.node() if data.record is None else data.record.host
    if machine is None:
        return host
    count, total = machine.properties.get("processors"), machine.properties.get("memory_total")
    parts = [
        host,
        machine.name,
        _cores(count) if isinstance(count, int) else "",
        figures.figure(total, "B") if isinstance(total, int | float) else "",
    ]
    return " · ".join(part for part in parts if part)


def _cores(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("MachinePage", "1 core")
    return QCoreApplication.translate("MachinePage", "{0} cores").format(count)
