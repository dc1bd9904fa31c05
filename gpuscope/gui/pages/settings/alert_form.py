"""The form for adding an alert rule."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpuscope.core.alert_rule import LOSS, OF_RUNS, SILENCE, THROTTLING, AlertRule, Beyond, label, written_unit
from gpuscope.core.device import Device
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.gui.accessibility import name_choice
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.run_view.strip_template import reality_label
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.focus_wheel import FocusComboBox
from gpuscope.gui.widgets.labels import label as text_label
from gpuscope.gui.widgets.layouts import fill, horizontal
from gpuscope.gui.widgets.typed_number import with_decimal_point
from gpuscope.system.language import translated

_OFFERED = ("temperature", "power", THROTTLING, LOSS, SILENCE, "utilization", "memory_used", "memory_temperature", "fan", "clock")
"""Quantities offered in the form, those commonly watched; the settings file accepts every gauge."""
_LIMIT_WIDTH, _UNIT_WIDTH = grown(70), grown(34)
"""Pixels: a limit of six digits, and the widest unit."""


class AlertForm(QWidget):
    """Quantity, device, comparison, limit, duration, and an Add button: in one row, if there is room.

    Signals:
        given: The user added a rule; carries its text.
        failed: The fields form no valid rule; carries a GpuscopeError.
    """

    given = Signal(str)
    failed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._quantity, self._device, self._beyond = boxes = FocusComboBox(), FocusComboBox(), FocusComboBox()
        self._limit, self._time = self._field(self.tr("Limit")), self._field(self.tr("Minimum duration in seconds"))
        self._unit = text_label("", "small")
        self._unit.setFixedWidth(_UNIT_WIDTH)
        self._add = Button(theme, self.tr("Add"), clicked=self._give)
        for quantity in _OFFERED:
            self._quantity.addItem(engine_text(label(quantity)), quantity)
        names = (self.tr("What is watched"), self.tr("On which device"), self.tr("Above or below"))
        row = FlowLayout(self)
        limit = _beside(self._limit, self._unit)
        time = _beside(text_label(self.tr("for"), "small"), self._time, text_label(self.tr("s"), "small"))
        for part in (*boxes, limit, time, self._add):
            row.addWidget(part)
        for box in (self._device, self._beyond):  # their choices change with the devices, and with the quantity
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for box, name in zip(boxes, names, strict=True):
            name_choice(box, name)
        self.set_devices(())
        self._quantity.currentIndexChanged.connect(self._fit)
        self._beyond.currentIndexChanged.connect(self._fit_limit)
        for field in (self._limit, self._time):
            field.returnPressed.connect(self._give)
        self._fit()

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setFixedWidth(_LIMIT_WIDTH)
        field.setAccessibleName(name)
        return field

    def set_devices(self, keys: Sequence[str]) -> None:
        """Offer these devices; the current choice is kept if possible."""
        choices = [("", self.tr("any device")), ("gpu", self.tr("any GPU")), *((key, key) for key in keys)]
        if [self._device.itemData(index) for index in range(self._device.count())] == [key for key, _ in choices]:
            return
        chosen = self._device.currentData()
        self._device.clear()
        for key, text in choices:
            self._device.addItem(text, key)
        self._device.setCurrentIndex(max(0, self._device.findData(chosen)))

    def _fit(self) -> None:
        """Offer the comparisons that apply to the chosen quantity."""
        quantity = self._quantity.currentData()
        above, below = (Beyond.ABOVE, self.tr("above")), (Beyond.BELOW, self.tr("below"))
        not_finite, holds = (Beyond.NOT_A_NUMBER, self.tr("is not a number")), (Beyond.HOLDS, self.tr("happens"))
        offered = {THROTTLING: [holds], LOSS: [not_finite, above], SILENCE: [above]}.get(quantity, [above, below])
        self._beyond.clear()
        for beyond, text in offered:
            self._beyond.addItem(text, beyond)
        self._unit.setText(written_unit(quantity))
        self._device.setEnabled(quantity not in OF_RUNS)
        self._time.setEnabled(quantity != SILENCE)
        self._fit_limit()

    def _fit_limit(self) -> None:
        self._limit.setEnabled(self._beyond.currentData() in (Beyond.ABOVE, Beyond.BELOW))

    def _give(self) -> None:
        if self._limit.isEnabled() and not self._limit.text().strip():
            self._limit.setFocus()
            self.failed.emit(UsageError(self.tr("A limit is missing"), self.tr("Type a number before the unit.")))
            return
        try:
            rule = AlertRule.parse(self.text)
        except GpuscopeError as error:
            self.failed.emit(error)
            return
        self._limit.clear()
        self._time.clear()
        self.given.emit(rule.text)

    @property
    def text(self) -> str:
        """The rule as text, in the format of the settings file.

        Raises:
            UsageError: The comma of a number may separate thousands or decimals.
        """
        quantity, beyond = self._quantity.currentData(), self._beyond.currentData()
        device = f"{self._device.currentData()}/" if self._device.isEnabled() and self._device.currentData() else ""
        limit = with_decimal_point(self._limit.text())
        condition = f"{beyond}{limit}{written_unit(quantity)}" if self._limit.isEnabled() else f" {beyond}" if beyond else ""
        time = with_decimal_point(self._time.text()) if self._time.isEnabled() else ""
        return f"{device}{quantity}{condition}{f' for {time}s' if time else ''}"


def _beside(*parts: QWidget) -> QWidget:
    """Return widgets in a row that is not broken."""
    group = QWidget()
    fill(horizontal(group, (0, 0, 0, 0), spacing=6), *parts)
    return group


def rule_text(rule: AlertRule) -> str:
    """Return a rule in words."""
    from gpuscope.gui.engine_texts import composed_text

    return composed_text(rule.sentence)


def measured_text(rule: AlertRule, devices: Sequence[Device], lack: str | None) -> str:
    """Return where a rule is measured, of these devices, or why it is not."""
    if not rule.metric:
        return QCoreApplication.translate("AlertForm", "reported by the run")
    if lack is not None:
        return QCoreApplication.translate("AlertForm", "not measured here: {0}").format(lack)
    watched = rule.series(devices)
    names = [
        f"{device.key} · {reality_label(device.simulated)}" if device.simulated else device.key
        for device in devices
        if device.key in watched
    ]
    return QCoreApplication.translate("AlertForm", "measured on {0}").format(translated(", ").join(names))
