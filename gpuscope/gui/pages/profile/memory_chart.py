"""Memory over time by owner, for one device at a time."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuscope.gui.charts.memory_timeline import MemoryTimeline
from gpuscope.gui.charts.trace_table import memory_table
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.profile.searched_pane import card, chips
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import ChoiceGroup
from gpuscope.gui.widgets.chart_menu import ChartMenu, TabledChart
from gpuscope.gui.widgets.layouts import horizontal, vertical
from gpuscope.profiles.memory_stack import MemoryStack


class MemoryChart(QWidget):
    """The memory of a selected device, with a button for each device if there are several.

    Attributes:
        chosen: A device was selected; carries its name.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._stacks: dict[str, MemoryStack] = {}
        self.timeline = MemoryTimeline(theme)
        self.devices = ChoiceGroup(self)
        self._row = horizontal(spacing=6)
        column = vertical(self, (0, 0, 0, 0), spacing=10)
        charts = ChartMenu(theme, self)
        charts.offer(self.timeline, lambda _place: self._charts())
        top = QHBoxLayout()
        top.addLayout(self._row, 1)
        top.addWidget(charts.button(self.timeline), 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(top)
        column.addWidget(card(self.timeline, margin=8), 1)
        self.devices.idClicked.connect(lambda place: self.show_device(list(self._stacks)[place]))

    def _charts(self) -> list[TabledChart]:
        stack, view = self.timeline.stack, self.timeline.view
        return [] if stack is None else [TabledChart(self.timeline.accessibleName(), lambda: memory_table(stack, view.start, view.end))]

    @property
    def names(self) -> list[str]:
        """Names of the devices with memory."""
        return list(self._stacks)

    def show_stacks(self, stacks: Mapping[str, MemoryStack]) -> None:
        """Show memory by device, initially the device with the highest peak; the host only if there is no other."""
        self._stacks = dict(stacks)
        for button in self.devices.buttons():
            self.devices.removeButton(button)
            self._row.removeWidget(button)
            button.deleteLater()
        while self._row.count():
            self._row.takeAt(0)
        if len(self._stacks) > 1:
            for chip in chips(self._theme, self.devices, [engine_text(name) for name in self._stacks]):
                self._row.addWidget(chip)
            self._row.addStretch(1)
        if self._stacks:
            self.show_device(max(self._stacks, key=lambda name: (name != "host", self._stacks[name].peak_bytes)))
        else:
            self.timeline.show_memory(None)

    def show_device(self, name: str) -> None:
        """Show the memory of one device."""
        if len(self._stacks) > 1:
            self.devices.button(list(self._stacks).index(name)).setChecked(True)
        self.timeline.show_memory(self._stacks[name])
        self.chosen.emit(name)
