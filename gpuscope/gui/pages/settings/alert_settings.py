"""The card of the alerts: rules, whether each can be measured here, and the command to run when an alert fires."""

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from gpuscope.core.alert_rule import AlertRule
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import composed_text, error_text, with_capital
from gpuscope.gui.pages.settings.alert_form import AlertForm, measured_text, rule_text
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import Explanation, label
from gpuscope.gui.widgets.layouts import clear, fill, grid, horizontal, titled
from gpuscope.recording.alert_command import split_command

_POLL_MS = 500
"""Refresh interval, so that devices found late appear within half a second."""


class AlertSettings(QFrame):
    """Rules and command; changes are written to the settings file immediately.

    Signals:
        tried: The user wants a trial alert.

    Args:
        feed: Provides the available metrics; runs while the card is visible.
    """

    tried = Signal()

    def __init__(self, theme: Theme, settings: UserSettings, feed: MonitorFeed | None) -> None:
        super().__init__()
        self._theme, self._settings, self._feed = theme, settings, feed
        self._shown: tuple[object, ...] = ()
        self._is_reading = self._is_asking = False
        self._rules = grid(14, 8, 1)
        self._form = AlertForm(theme)
        self._command = QLineEdit()
        self._is_refused = False
        """Whether the typed command was not stored; it stays in the field, to be corrected."""
        self._command.setPlaceholderText(self.tr("no command"))
        self._command.setAccessibleName(self.tr("Command that is run when an alert fires"))
        self._command.editingFinished.connect(self._store_command)
        column = titled(self, self.tr("Alerts"))
        text = self.tr(
            "They are watched in every run, even without a window, and while this window reads the machine. An alert notifies once on "
            "the desktop and leaves a mark in the run; it can fire again after the value has been normal for half a minute. A live run "
            "keeps the rules it started with."
        )
        fill(column, label(text, "small", wraps=True), self._rules, self._form, self._command_row())
        text = self.tr(
            "Split into words as a shell does and run without a shell, for 30 s at most. GPUSCOPE_ALERT says what happened, GPUSCOPE_RUN "
            "the run, GPUSCOPE_ALERT_DEVICE and GPUSCOPE_ALERT_VALUE where and how much."
        )
        self._explanation = Explanation(text, 2)
        column.addWidget(self._explanation)
        self._form.given.connect(self._add)
        self._form.failed.connect(self._fail)
        settings.changed.connect(self._show)
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._show)
        self._show()

    def _command_row(self) -> QHBoxLayout:
        row = horizontal(spacing=8)
        attempt = Button(self._theme, self.tr("Try it"), "", "", self.tr("Send a test alert to the desktop, and run the command"))
        attempt.clicked.connect(self._try)
        fill(row, label(self.tr("Command"), "muted"), (self._command, 1), attempt)
        return row

    def set_reading(self, is_reading: bool) -> None:
        """Start or stop the feed, which reports the available metrics."""
        if self._feed is None or is_reading is self._is_reading:
            return
        self._is_reading = is_reading
        (self._feed.start if is_reading else self._feed.stop)()
        (self._timer.start if is_reading else self._timer.stop)()

    @property
    def is_settled(self) -> bool:
        """Whether the sensors have answered, so that each rule shows where it is measured."""
        return not self._is_asking

    def _show(self) -> None:
        """Show the rules of the settings file, and where each is measured."""
        known = self._settings.known
        if not self._command.hasFocus() and not self._is_refused:
            self._command.setText(known.alert_command)
        devices = () if self._feed is None else self._feed.data.devices
        rules = [AlertRule.parse(text) for text in known.alerts]
        self._is_asking = self._feed is not None and not devices and any(rule.metric for rule in rules)
        rows = [(rule.text, *self._row(rule)) for rule in rules]
        self._form.set_devices([device.key for device in devices if any(able.available for able in device.capabilities.values())])
        if self._shown == tuple(rows):
            return
        self._shown = tuple(rows)
        clear(self._rules)
        for place, (text, words, where, look) in enumerate(rows):
            remove = Button(self._theme, "", "flat", "close", self.tr("Remove this alert"), clicked=partial(self._remove, text))
            remove.setAccessibleName(self.tr("Remove: {0}").format(words))
            self._rules.addWidget(label(words, wraps=True), place, 0)
            self._rules.addWidget(label(where, look, wraps=True), place, 1)
            self._rules.addWidget(remove, place, 2)
        self._rules.setColumnStretch(0, 1)

    def _row(self, rule: AlertRule) -> tuple[str, str, str]:
        """Return (the rule in words, where it is measured, the look of the latter)."""
        devices = () if self._feed is None else self._feed.data.devices
        if rule.metric and not devices:
            return rule_text(rule), self.tr("querying the sensors …"), "small"
        unmeasured = rule.unmeasured(devices)
        reason = None if unmeasured is None else composed_text(unmeasured[0])
        return rule_text(rule), measured_text(rule, devices, reason), "small" if unmeasured is None else "warn"

    def _add(self, text: str) -> None:
        self._write({"alerts": [*dict.fromkeys((*self._settings.known.alerts, text))]})

    def _remove(self, text: str) -> None:
        self._write({"alerts": [rule for rule in self._settings.known.alerts if rule != text] or None})

    def _store_command(self) -> None:
        text = self._command.text().strip()
        self._is_refused = False
        if text == self._settings.known.alert_command:
            return
        try:
            if text:
                split_command(text)
        except GpuscopeError as error:
            self._is_refused = True
            self._fail(error)
            return
        self._write({"alert_command": text or None})

    def _write(self, changes: dict[str, object]) -> None:
        self._show_status("", "small")
        self._settings.change(changes, self._fail, self)

    def _try(self) -> None:
        """Emit ``tried``, and run the command as an alert would."""
        self._store_command()
        self.tried.emit()
        command = self._command.text().strip()
        if command:
            self._show_status(self.tr("The command runs …"), "small")
            self._settings.try_alert_command(command, self._show_result, self._fail, self)

    def _show_result(self, failures: list[str]) -> None:
        if failures:
            self._show_status(composed_text(with_capital(failures[0])), "bad")
        else:
            self._show_status(self.tr("The command ended without an error."), "small")

    def _fail(self, error: GpuscopeError) -> None:
        self._show_status(error_text(error), "bad")

    def _show_status(self, text: str, look: str) -> None:
        self._explanation.show_note(text, look)
