"""Devices, and below each its metrics: source, update period, sampled share, uncertainty, state."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from gpuscope.core import figures
from gpuscope.core.device import UNTRIED, Capability, Device
from gpuscope.core.metric_registry import metric
from gpuscope.gui import fonts
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.pages.health.metric_state import LIVE, MISSING, MetricState, metric_state, shown_devices
from gpuscope.gui.run_view.trust_words import spread
from gpuscope.gui.theme import BODY_PX, STRONG, Theme
from gpuscope.gui.widgets.figure_tile import MISSING as NOTHING
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.printable import printable

AnyIndex = QModelIndex | QPersistentModelIndex
METRIC, STATE, EVERY, SAMPLED, WITHIN, SOURCE = range(6)
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole
_TOP = 0
"""The internal id of a device's row; that of a metric's row is its device's place and one."""


class MetricTreeModel(QAbstractItemModel):
    """Two levels; what is shown is taken from a run's data by :meth:`refresh`.

    Args:
        theme: Gives the colours of the states.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._devices: Sequence[Device] = ()
        self._metrics: Sequence[Sequence[str]] = ()
        self._states: dict[tuple[str, str], MetricState] = {}

    @property
    def devices(self) -> Sequence[Device]:
        """What is shown, a row each."""
        return self._devices

    @property
    def states(self) -> dict[tuple[str, str], MetricState]:
        """How each metric stands, by (device, metric)."""
        return self._states

    def refresh(self, data: RunData) -> bool:
        """Take what is known now; return whether all rows were made anew."""
        devices = shown_devices(data)
        states = {(one.key, key): metric_state(data, one, key) for one in devices for key in one.capabilities}
        if devices != list(self._devices):
            self.beginResetModel()
            self._devices, self._states = devices, states
            self._metrics = [_ordered(one) for one in devices]
            self.endResetModel()
            return True
        if states != self._states:
            self._states = states
            for row in range(len(devices)):
                top = self.index(row, 0)
                self.dataChanged.emit(top, top)
                self.dataChanged.emit(self.index(0, 0, top), self.index(self.rowCount(top) - 1, SOURCE, top))
        return False

    def can_tell(self, column: int) -> bool:
        """Tell whether a column says something of any metric, or will when the update periods are known."""
        parts = (
            _words(column, key, one, self._states[device.key, key]) for device in self._devices for key, one in device.capabilities.items()
        )
        return any(device.awaits_periods for device in self._devices) or any(part != NOTHING for part in parts)

    def device(self, index: AnyIndex) -> Device:
        """Return the device of a row."""
        return self._devices[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def metric_key(self, index: AnyIndex) -> str | None:
        """Return the metric of a row; None for that of a device."""
        return None if index.internalId() == _TOP else self._metrics[index.internalId() - 1][index.row()]

    def words(self, index: AnyIndex) -> str:
        """Return all that is known of a row, in sentences."""
        device, key = self.device(index), self.metric_key(index)
        if key is None:
            return self._device_words(device)
        capability, state = device.capabilities[key], self._states[device.key, key]
        parts = [f"{device.key}, {label(key)}: {state.word}", state.reason, capability.cure, capability.note]
        return printable(". ".join(part.rstrip(".") for part in (parts[0], capability.source, *parts[1:]) if part) + ".")

    # Qt's side

    def index(self, row: int, column: int, parent: AnyIndex = _NOWHERE) -> QModelIndex:
        """Return the index of a device, or of a metric below it."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]  # the other one is QObject's
        """Return the device of a metric."""
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many devices there are, or metrics of one."""
        if not parent.isValid():
            return len(self._devices)
        return len(self._metrics[parent.row()]) if parent.internalId() == _TOP and parent.column() == 0 else 0

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802, ARG002 - Qt's name
        """Return how many columns there are."""
        return SOURCE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:  # noqa: N802, ARG002
        """Return the headings, and what they mean."""
        headings = (
            (self.tr("Metric"), ""),
            (self.tr("State"), self.tr("Whether readings come now")),
            (self.tr("Updates every"), self.tr("How often the sensor has a new value, as measured here")),
            (self.tr("Sampled"), self.tr("Share of time that the sensor looks at")),
            (self.tr("Uncertainty"), self.tr("How far a reading may be off: the band that holds 95 % of sensors of this kind")),
            (self.tr("Source, or why not"), self.tr("The interface that the readings come from")),
        )
        if role == _ROLE.DisplayRole:
            return headings[section][0]
        if role == _ROLE.ToolTipRole:
            return plain_tooltip(headings[section][1])
        return _alignment(section) if role == _ROLE.TextAlignmentRole else None

    def data(self, index: AnyIndex, role: int = _ROLE.DisplayRole) -> Any:
        """Return the words of a cell, their colour, the whole of them as a tooltip."""
        if not index.isValid():
            return None
        key = self.metric_key(index)
        if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole):
            return self._cell(index, key)
        if role == _ROLE.ToolTipRole:
            return plain_tooltip(self.words(index))
        if role == _ROLE.TextAlignmentRole:
            return _alignment(index.column())
        if role == _ROLE.ForegroundRole and key is not None:
            return self._colour(index, key)
        return fonts.font(BODY_PX, STRONG) if role == _ROLE.FontRole and key is None else None

    def _cell(self, index: AnyIndex, key: str | None) -> str:
        if key is None:
            return self._device_words(self.device(index)) if index.column() == METRIC else ""
        device = self.device(index)
        capability, state = device.capabilities[key], self._states[device.key, key]
        return printable(_words(index.column(), key, capability, state))

    def _device_words(self, device: Device) -> str:
        able = [state.kind for (key, _), state in self._states.items() if key == device.key and state.kind != MISSING]
        live = sum(kind == LIVE for kind in able)
        parts = [
            f"{device.key}: {device.name}",
            self.tr("{0} of {1} live").format(live, len(able)) if able else self.tr("nothing can be measured"),
            *_facts(device),
        ]
        return printable(" · ".join(parts))

    def _colour(self, index: AnyIndex, key: str) -> QColor:
        palette = self._theme.palette
        if index.column() == STATE:
            return QColor(getattr(palette, self._states[self.device(index).key, key].tone))
        return QColor(palette.text if index.column() == METRIC else palette.muted)


def _ordered(device: Device) -> list[str]:
    """Return its metrics, those that can be measured first."""
    able = [key for key, one in device.capabilities.items() if one.available]
    return [*able, *(key for key in device.capabilities if key not in able)]


def label(key: str) -> str:
    """Return the words of a metric."""
    known = metric(key)
    return key if known is None else engine_words(known.label)


def _words(column: int, key: str, capability: Capability, state: MetricState) -> str:
    match column:
        case 0:
            return label(key)
        case 1:
            return state.word
        case 2 if capability.period_s is not None:
            return figures.figure(capability.period_s, "s")
        case 3 if capability.sampled_share is not None:
            return f"{figures.significant(100 * capability.sampled_share, 2)} %"
        case 4 if capability.uncertainty is not None:
            return spread(capability.uncertainty)
        case 5:
            return state.reason or capability.source
    return NOTHING


def _facts(device: Device) -> list[str]:
    untried = device.properties.get(UNTRIED)
    found = [one for one in (device.simulated, engine_words(str(untried)) if untried else "") if one]
    driver = device.properties.get("driver_version")
    if driver:
        found.append(QCoreApplication.translate("MetricTreeModel", "driver {0}").format(driver))
    for key, word in (("mig", "MIG"), ("wsl", "WSL")):
        if device.properties.get(key):
            found.append(word)
    virtual = device.properties.get("virtualization")
    return [*found, *([str(virtual)] if virtual else [])]


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in (EVERY, SAMPLED, WITHIN) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
