"""Desktop notifications at the end of runs; and, if the desktop has a tray, an icon with the live runs' status and a way to stop one."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.engine_texts import composed_text, engine_text, record_name
from gpuscope.gui.fonts import legible, shortened
from gpuscope.gui.session_bus import SHOWN_MS, has_session_bus, notify
from gpuscope.system.language import duration_text, labelled

if TYPE_CHECKING:
    from gpuscope.gui.services.live_run import LiveRun
    from gpuscope.gui.services.live_runs import LiveRuns
    from gpuscope.gui.services.user_settings import UserSettings

_LONGEST_NAME = 60
"""Characters of a run's name in a menu entry or notification."""
_BAD = (RunState.FAILED, RunState.INTERRUPTED, RunState.DAMAGED)


class Tray(QObject):
    """Follows the live runs.

    Args:
        icon: The tray icon; None if the desktop has no tray, in which case its notification service is used.
        frame: The window: while it is in front, its own page shows what a notification would.
        live_runs: The runs to follow.
        settings: Determine whether the end of a run is notified.

    Attributes:
        show_wanted: The user asked for the window.
        mini_wanted: The user asked to open or close the mini view.
        menu: The icon's menu, which has no parent.
    """

    show_wanted = Signal()
    mini_wanted = Signal()

    def __init__(self, icon: QSystemTrayIcon | None, frame: QWidget, live_runs: LiveRuns, settings: UserSettings) -> None:
        super().__init__(frame)
        self._icon, self._frame, self._live_runs, self._settings = icon, frame, live_runs, settings
        self.menu = QMenu()
        self._show = self.menu.addAction("", self.show_wanted.emit)
        self._mini = self.menu.addAction("", self.mini_wanted.emit)
        self._stop = self.menu.addAction("", self._stop_newest)
        if icon is not None:
            icon.setContextMenu(self.menu)
            icon.activated.connect(self._on_activated)
            icon.messageClicked.connect(self.show_wanted)
        live_runs.started.connect(self._update)
        live_runs.ended.connect(self._on_ended)
        self.translate()
        if icon is not None:
            icon.show()

    def close(self) -> None:
        """Remove the icon: on some desktops it would outlive the window."""
        if self._icon is not None:
            self._icon.hide()
        self.menu.deleteLater()

    def translate(self) -> None:
        """Show all texts in the current language."""
        self._show.setText(self.tr("Show the window"))
        self._mini.setText(self.tr("Mini view"))
        self._update()

    def _update(self) -> None:
        live = self._live_runs.runs
        names = [_short(run.record) for run in live]
        if self._icon is not None:
            self._icon.setToolTip("\n".join(["gpuscope", *(self.tr("{0} is running").format(name) for name in names)]))
        self._stop.setEnabled(bool(live))
        stop = self.tr("Stop the recording “{0}”") if live and live[0].record.spec.is_attached else self.tr("Stop {0}")
        self._stop.setText(stop.format(names[0]) if names else self.tr("Stop the run"))

    def _on_ended(self, run: LiveRun) -> None:
        self._update()
        if self._settings.known.tell_ends and not self._frame.isActiveWindow():
            record = run.record
            self._show_message(_short(record), _end_text(record), is_bad=record.state in _BAD)

    def show_alert(self, title: str, text: str, failed: Callable[[], None] | None = None) -> None:
        """Show an alert, even while the window is active: it may be hidden behind another window.

        Args:
            title: The run, or the machine.
            text: The alert.
            failed: Called, now or later, if the desktop shows no notifications.
        """
        self._show_message(_short_name(title), legible(text), is_bad=True, failed=failed)

    def _show_message(self, title: str, text: str, *, is_bad: bool, failed: Callable[[], None] | None = None) -> None:
        if self._icon is not None:
            kind = QSystemTrayIcon.MessageIcon.Warning if is_bad else QSystemTrayIcon.MessageIcon.Information
            # Over the session bus, the text is markup, which Qt passes on as it is.
            self._icon.showMessage(title, escape(text, quote=False) if has_session_bus() else text, kind, SHOWN_MS)
        elif has_session_bus():
            notify(title, text, is_bad=is_bad, failed=failed)
        elif failed is not None:
            failed()

    def _stop_newest(self) -> None:
        if self._live_runs.runs:
            self._live_runs.runs[0].stop()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()


def system_tray(icon: QIcon, parent: QObject) -> QSystemTrayIcon | None:
    """Return an icon for the system tray; None if the desktop has none."""
    return QSystemTrayIcon(icon, parent) if QSystemTrayIcon.isSystemTrayAvailable() else None


def _short(record: RunRecord) -> str:
    return _short_name(record_name(record))


def _short_name(name: str) -> str:
    return legible(shortened(name, _LONGEST_NAME))


def _end_text(record: RunRecord) -> str:
    """Return how a run ended, after what time, and why if it did not finish."""
    state = engine_text(record.state.value)
    after = QCoreApplication.translate("Tray", "{0} after {1}")
    text = state if record.wall_s is None else after.format(state, duration_text(figures.duration(record.wall_s)))
    return labelled(text, composed_text(record.reason)) if record.reason and record.state is not RunState.FINISHED else text
