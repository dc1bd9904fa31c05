"""The table of devices and their metrics: source, update period, sampled share, uncertainty, state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Signal
from PySide6.QtGui import QResizeEvent

from gpuscope.core import figures
from gpuscope.core.device import UNTRIED, Capability, Device, DeviceKind
from gpuscope.core.figures import MISSING, spread
from gpuscope.core.metric_registry import metric
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.pages.health.health_state import LIVE, MetricState, device_title, is_listed_above, metric_state, shown_devices
from gpuscope.gui.pages.health.health_state import MISSING as CANNOT_BE_MEASURED
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.decorations import Face
from gpuscope.gui.tables.two_level_model import Branch, TwoLevelModel
from gpuscope.gui.tables.two_level_tree import TwoLevelTree
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.printable import printable
from gpuscope.system.language import joined_items, labelled

AnyIndex = QModelIndex | QPersistentModelIndex
METRIC, STATE, EVERY, SAMPLED, WITHIN, SOURCE = range(6)
_OPEN_GPUS = 2
"""Maximum number of GPUs for which all are expanded initially; with more, only the first is."""


@dataclass(frozen=True, slots=True)
class MetricLine:
    """A metric of a device.

    Attributes:
        device: Key of the device.
        key: Key of the metric.
    """

    device: str
    key: str
    capability: Capability
    state: MetricState

    @property
    def description(self) -> str:
        """Full description of the metric in sentences."""
        first = labelled(joined_items([device_title(self.device), label(self.key, self.device)]), f"{self.state.label}{engine_text('.')}")
        known = (self.capability.source, self.state.reason, self.capability.cure, self.capability.note)
        return printable(" ".join((first, *(composed_text(f"{text.rstrip('.')}.") for text in known if text))))


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device.

    Attributes:
        live: Number of metrics that currently give readings.
        able: Number of measurable metrics; the others are missing, and counted too.
    """

    device: Device
    live: int
    able: int

    @property
    def description(self) -> str:
        """Full description of the device in one line."""
        live = QCoreApplication.translate("MetricTree", "{0} of {1} live").format(self.live, len(self.device.capabilities))
        missing = len(self.device.capabilities) - self.able
        counts = [live] if self.able else [QCoreApplication.translate("MetricTree", "nothing can be measured")]
        if self.able and missing:
            counts.append(QCoreApplication.translate("MetricTree", "{0} missing").format(missing))
        name, key = composed_text(self.device.name), device_title(self.device.key)
        if self.device.kind is not DeviceKind.PROCESSES:
            name = labelled(key, name)
        return printable(" · ".join((name, *counts, *_facts(self.device))))


def metric_columns() -> tuple[Column[MetricLine], ...]:
    """Return the columns, in the order of :data:`METRIC` … :data:`SOURCE`."""
    return (
        Column(
            key="metric",
            heading=lambda: QCoreApplication.translate("MetricTree", "Metric"),
            text=lambda line: label(line.key, line.device),
            tooltip=_description,
            width=grown(240),
        ),
        Column(
            key="state",
            heading=lambda: QCoreApplication.translate("MetricTree", "State"),
            heading_tooltip=lambda: QCoreApplication.translate("MetricTree", "Whether readings are arriving"),
            text=lambda line: line.state.label,
            tooltip=_description,
            colour=lambda line: line.state.tone,
            width=grown(96),
        ),
        Column(
            key="every",
            heading=lambda: QCoreApplication.translate("MetricTree", "Updates every"),
            heading_tooltip=lambda: QCoreApplication.translate(
                "MetricTree", "How often the sensor has a new value, measured on this machine"
            ),
            text=_every,
            tooltip=_description,
            colour=_quiet,
            is_numeric=True,
            has_unit=True,
            width=grown(108),
        ),
        Column(
            key="sampled",
            heading=lambda: QCoreApplication.translate("MetricTree", "Sampled"),
            heading_tooltip=lambda: QCoreApplication.translate("MetricTree", "Share of the time that the sensor samples"),
            text=_sampled,
            tooltip=_description,
            colour=_quiet,
            is_numeric=True,
            has_unit=True,
            width=grown(84),
        ),
        Column(
            key="within",
            heading=lambda: QCoreApplication.translate("MetricTree", "Uncertainty"),
            heading_tooltip=lambda: QCoreApplication.translate(
                "MetricTree", "How far a reading may be off: the band that holds 95 % of sensors of this kind"
            ),
            text=_within,
            tooltip=_description,
            colour=_quiet,
            is_numeric=True,
            has_unit=True,
            width=grown(96),
        ),
        Column(
            key="source",
            heading=lambda: QCoreApplication.translate("MetricTree", "Source or reason"),
            heading_tooltip=lambda: QCoreApplication.translate("MetricTree", "The interface that the readings come from"),
            text=_source,
            tooltip=_description,
            colour=_quiet,
        ),
    )


def _description(line: MetricLine) -> str:
    return line.description


def _quiet(_: MetricLine) -> str:
    return "muted"


def _every(line: MetricLine) -> str:
    return MISSING if line.capability.period_s is None else figures.figure(line.capability.period_s, "s")


def _sampled(line: MetricLine) -> str:
    share = line.capability.sampled_share
    return MISSING if share is None else f"{figures.significant(100 * share, 2)} %"


def _within(line: MetricLine) -> str:
    return MISSING if line.capability.uncertainty is None else spread(line.capability.uncertainty)


def _source(line: MetricLine) -> str:
    """Return where readings come from or why there are none; some reasons stand above the table."""
    if line.state.kind == CANNOT_BE_MEASURED and is_listed_above(line.state.reason, line.capability.cure):
        return QCoreApplication.translate("MetricTree", "see above")
    return printable(composed_text(line.state.reason or line.capability.source)) or MISSING


class MetricTreeModel(TwoLevelModel[DeviceLine, MetricLine]):
    """Model of the devices of a run and their metrics."""

    def __init__(self) -> None:
        heading: Column[DeviceLine] = Column(
            key="device", heading=lambda: "", text=lambda line: line.description, tooltip=lambda line: line.description, face=Face.STRONG
        )
        super().__init__(metric_columns(), heading)

    @property
    def devices(self) -> Sequence[Device]:
        """The devices, top to bottom."""
        return [branch.section.device for branch in self.branches]

    @property
    def states(self) -> dict[tuple[str, str], MetricState]:
        """State of each metric, by (device, metric)."""
        return {(branch.key, key): line.state for branch in self.branches for key, line in branch.rows.items()}

    def refresh(self, data: ShownRun) -> None:
        """Update from the data."""
        self.show_branches([_branch(data, device) for device in shown_devices(data)])

    def has_content(self, column: int) -> bool:
        """Return whether a column has content for any metric, or will once update periods are known."""
        lines = (line for branch in self.branches for line in branch.rows.values())
        return any(device.awaits_periods for device in self.devices) or any(self.columns[column].text(line) != MISSING for line in lines)

    def description(self, index: AnyIndex) -> str:
        """Return the full description of a row in sentences."""
        branch, key = self.branch(index), self.row_key(index)
        return branch.section.description if key is None else branch.rows[key].description


def _branch(data: ShownRun, device: Device) -> Branch[DeviceLine, MetricLine]:
    """Return a device with its metrics, measurable ones first."""
    able = [key for key, capability in device.capabilities.items() if capability.available]
    keys = [*able, *(key for key in device.capabilities if key not in able)]
    lines = {key: MetricLine(device.key, key, device.capabilities[key], metric_state(data, device, key)) for key in keys}
    kinds = [line.state.kind for line in lines.values() if line.state.kind != CANNOT_BE_MEASURED]
    return Branch(device.key, DeviceLine(device, kinds.count(LIVE), len(kinds)), lines)


def label(key: str, device: str) -> str:
    """Return the display name of a metric on a device, or its key if unknown."""
    known = metric(key)
    return key if known is None else label_on(device, known.label)


def _facts(device: Device) -> list[str]:
    untried = device.properties.get(UNTRIED)
    facts = [fact for fact in (composed_text(device.simulated or ""), engine_text(str(untried)) if untried else "") if fact]
    driver = device.properties.get("driver_version")
    if driver:
        facts.append(QCoreApplication.translate("MetricTree", "driver {0}").format(driver))
    for key, word in (("mig", "MIG"), ("wsl", "WSL")):
        if device.properties.get(key):
            facts.append(word)
    virtual = device.properties.get("virtualization")
    return [*facts, *([str(virtual)] if virtual else [])]


class MetricTree(TwoLevelTree):
    """Tree view with keyboard navigation; :attr:`described` reports the current row.

    Attributes:
        described: Full description of the current row; "" without a current row.
    """

    described = Signal(str)

    def __init__(self, theme: Theme) -> None:
        rows = MetricTreeModel()
        super().__init__(theme, rows)
        self.rows = rows
        self._closed: set[str] = set()
        self._known: set[str] = set()
        self.setAccessibleName(self.tr("Devices and their metrics"))
        self.header().setMinimumSectionSize(56)
        self.collapsed.connect(lambda index: self._closed.add(self.rows.branch(index).key))
        self.expanded.connect(lambda index: self._closed.discard(self.rows.branch(index).key))

    def show_data(self, data: ShownRun) -> None:
        """Update from the data, keep the expansion, and hide columns without content."""
        self.rows.refresh(data)
        for column in (EVERY, SAMPLED, WITHIN):
            self.setColumnHidden(column, not self.rows.has_content(column))

    def opened_sections(self) -> Iterable[int]:
        """Return the indices of expanded devices: those not collapsed by the user; of many GPUs, initially only the first."""
        gpus = [device.key for device in self.rows.devices if device.kind is DeviceKind.GPU]
        self._closed.update(key for key in gpus[1:] if len(gpus) > _OPEN_GPUS and key not in self._known)
        self._known.update(branch.key for branch in self.rows.branches)
        return [place for place, branch in enumerate(self.rows.branches) if branch.key not in self._closed]

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Emit the description of the row."""
        super().currentChanged(current, previous)
        self.described.emit(self.rows.description(current) if current.isValid() else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in view, since its description takes height from the table."""
        super().resizeEvent(event)
        if event.size().height() < event.oldSize().height() and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
