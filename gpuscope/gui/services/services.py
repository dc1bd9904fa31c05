"""All services of one window, created and closed together."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from gpuscope.gui.services.history import History
from gpuscope.gui.services.ladders import Ladders
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.presets import Presets
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.running_processes import RunningProcesses
from gpuscope.gui.services.sweeps import Sweeps
from gpuscope.gui.services.torch_setup import TorchSetup
from gpuscope.gui.services.user_settings import UserSettings

_STOP_ANSWER_MS = 3_000
"""The window closes after this time even if a recorder hangs; equal to the timeout of one request."""
_STORE_AFTER_MS = 1_000
"""Delay before the store is first read: this imports SQLAlchemy, which would delay the first page."""


class Services(QObject):
    """The services of one window; pages receive the ones they need through their constructor."""

    def __init__(self, store_url: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self.settings = UserSettings(self)
        self.presets = Presets(self)
        self.history = History(store_url, self)
        self.live_runs = LiveRuns(store_url, self)
        self.live_runs.ended.connect(self.history.look)  # "As last time" offers it on pages that do not watch the list
        self.plans = Plans(store_url, self)
        self.ready = ReadyRecorder(store_url, self._wants_ready, lambda: bool(self.live_runs.runs or self.plans.live), self)
        self.starter = RunStarter(store_url, self.live_runs, self, self.ready)
        self.ladders = Ladders(store_url, self.plans, self)
        self.sweeps = Sweeps(store_url, self.plans, self)
        self.torch = TorchSetup(self)
        self.torch.changed.connect(self.starter.load_capabilities)
        self.monitor = MonitorFeed(self.live_runs, self)
        self.settings.changed.connect(lambda: self.monitor.set_alerts((self.settings.known.alerts, self.settings.known.alert_command)))
        self.processes = RunningProcesses(parent=self)
        self.settings.changed.connect(lambda: self.monitor.use_sensors(self.settings.known.sensors))

    def begin(self) -> None:
        """Start polling for live runs and load the capabilities; the store is read after the first page is on screen."""
        self.settings.refresh()
        self.live_runs.start()
        self.plans.start()
        self.starter.load_capabilities()
        self.ready.start()
        QTimer.singleShot(_STORE_AFTER_MS, self.history, self.history.refresh)
        QTimer.singleShot(_STORE_AFTER_MS, self.plans, self.plans.look_back)

    def _wants_ready(self) -> bool:
        return self.settings.has_read and self.live_runs.has_polled and self.settings.known.start_at_once

    def stop_all(self, then: Callable[[], None]) -> None:
        """Ask every live plan and run to stop; call ``then`` when all runs have answered, or after :data:`_STOP_ANSWER_MS`."""
        for plan in self.plans.live:  # plans first: if only its run is stopped, a conductor continues with the next
            self.plans.stop_once(plan.plan_id)
        planned = {item.run_id for plan in self.plans.live for item in plan.items}  # stopped by their conductors
        waiting = [run for run in self.live_runs.runs if run.record.run_id not in planned]
        called = [False]

        def finish() -> None:
            if not called[0]:
                called[0] = True
                then()

        def answered(_: object) -> None:
            if waiting:
                waiting.pop()
            if not waiting:
                finish()

        QTimer.singleShot(_STOP_ANSWER_MS, self, finish)
        for run in list(waiting):
            run.stop(answered, answered)
        if not waiting:
            QTimer.singleShot(0, self, finish)  # never before this returns: the caller may be closing

    def close(self) -> None:
        """Stop all threads and the monitor process; runs continue."""
        begun = (
            self.monitor,
            self.processes,
            self.torch,
            self.starter,
            self.ready,
            self.ladders,
            self.sweeps,
            self.plans,
            self.live_runs,
            self.history,
            self.presets,
            self.settings,
        )
        for service in begun:
            service.close()
