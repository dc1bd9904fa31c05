"""Memory by category and owner: the chart for one device at a time, the Memory tab, and a memory recording that is shown alone."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.gui.charts.memory_timeline import MemoryTimeline
from gpuscope.gui.charts.trace_table import memory_table
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.pages.profile.searched_pane import card, chips
from gpuscope.gui.services.opened_profiles import OpenedMemory
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import ChoiceGroup
from gpuscope.gui.widgets.chart_menu import ChartMenu, TabledChart
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, horizontal, vertical
from gpuscope.profiles.memory_stack import MemoryStack, memory_stack
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.system.language import joined_sentences

_CHART, _TABLE = 3, 2
"""Stretch factors of the height; the owners' table is short, and the chart lists the first owners."""


class MemoryChart(QWidget):
    """The memory of a selected device, with a button for each device, and for each way to stack it, if there are several.

    Attributes:
        chosen: A device was selected; carries its name.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._choices: list[dict[str, MemoryStack]] = []
        self._device = ""
        self.timeline = MemoryTimeline(theme)
        self.kinds, self.devices = ChoiceGroup(self), ChoiceGroup(self)
        self._row = horizontal(spacing=6)
        column = vertical(self, (0, 0, 0, 0), spacing=10)
        charts = ChartMenu(theme, self)
        charts.offer(self.timeline, lambda _place: self._charts())
        top = fill(QHBoxLayout(), (self._row, 1), (charts.button(self.timeline), 0, Qt.AlignmentFlag.AlignRight))
        fill(column, top, (card(self.timeline, margin=8), 1))
        self.devices.idClicked.connect(lambda place: self.show_device(self.names[place]))
        self.kinds.idClicked.connect(lambda _: self.show_device(self._device))

    def _charts(self) -> list[TabledChart]:
        stack, view = self.timeline.stack, self.timeline.view
        return [] if stack is None else [TabledChart(self.timeline.accessibleName(), lambda: memory_table(stack, view.start, view.end))]

    @property
    def names(self) -> list[str]:
        """Names of the devices with memory."""
        return list(self._choices[0]) if self._choices else []

    def show_stacks(self, *choices: tuple[str, Mapping[str, MemoryStack]]) -> None:
        """Show memory by device, initially the device with the highest peak; the host only if there is no other.

        Args:
            choices: Ways to stack it, the first of which is shown first: title, translated, and the stack of each device by its name.
        """
        self._choices = [dict(stacks) for _, stacks in choices]
        for group in (self.kinds, self.devices):
            for button in group.buttons():
                group.removeButton(button)
                self._row.removeWidget(button)
                button.deleteLater()
        while self._row.count():
            self._row.takeAt(0)
        titles, names = [title for title, _ in choices], [engine_text(name) for name in self.names]
        kinds = chips(self._theme, self.kinds, titles if len(titles) > 1 and names else [])
        devices = chips(self._theme, self.devices, names if len(names) > 1 else [])
        fill(self._row, *kinds, *([Gap(8)] if kinds and devices else []), *devices, STRETCH)
        if self.names:
            first = self._choices[0]
            self.show_device(max(first, key=lambda name: (name != "host", first[name].peak_bytes)))
        else:
            self.timeline.show_memory(None)

    def show_device(self, name: str) -> None:
        """Show the memory of one device."""
        if len(self.names) > 1:
            self.devices.button(self.names.index(name)).setChecked(True)
        self._device = name
        self.timeline.show_memory(self._choices[max(0, self.kinds.checkedId())][name])
        self.chosen.emit(name)


class MemoryPane(PartPane):
    """Memory over time by category or owner, computed in the background, and its tables.

    Args:
        tables: At least one table, each with rows.
        titles: Title of each table.
        columns: The user's column settings by table key.
        reading: Computes the owners.
    """

    def __init__(
        self,
        theme: Theme,
        tables: Sequence[ProfileTable],
        titles: Sequence[str],
        columns: dict[str, object],
        reading: ProfileReading,
        shown: ShownProfile,
    ) -> None:
        self.chart = MemoryChart(theme)
        super().__init__(theme, tables, titles, columns)
        self.is_ready = False
        self.chart.timeline.show_memory(None, self.tr("Computing what held the memory …"))
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.setContentsMargins(0, 10, 0, 0)
        column.insertWidget(0, self.chart, _CHART)
        column.setStretch(1, _TABLE)
        reading.work_out(partial(_stacks, shown.profile.profile), self._show_stacks, self)

    def _show_stacks(self, stacks: tuple[dict[str, MemoryStack], dict[str, MemoryStack]]) -> None:
        self.is_ready = True
        by_category, by_owner = stacks
        self.chart.show_stacks((self.tr("By category"), by_category), (self.tr("By owner"), by_owner))

    def show_table(self, place: int) -> None:
        """Bring a table to the front; selecting a device's row shows the memory of that device."""
        is_new = place not in self._panes
        super().show_table(place)
        if is_new:
            self.pane.view.chosen.connect(partial(self._show_device_of, place))

    def _show_device_of(self, table: int) -> None:
        keys, rows = [column.key for column in self._tables[table].columns], self.pane.view.selected_rows()
        name = rows[0].values[keys.index("device")] if rows and "device" in keys else None
        if isinstance(name, str) and name in self.chart.names:
            self.chart.show_device(name)


def _stacks(profile: Profile) -> tuple[dict[str, MemoryStack], dict[str, MemoryStack]]:
    """Return the memory of each device by category and by owner."""
    by_category, by_owner = (
        {
            curve.title: stack
            for curve, blocks in zip(profile.memory, every, strict=True)
            if (stack := memory_stack(blocks, curve)) is not None
        }
        for every in (profile.memory_categories, profile.memory_blocks)
    )
    return by_category, by_owner


class MemoryBody(QWidget):
    """A memory recording: a snapshot or a timeline of PyTorch.

    Attributes:
        export_wanted: The user wants to save the table; carries a ProfileTable with the visible rows.
    """

    export_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.sentence = label("", "sentence", wraps=True)
        self.more = label("", "muted", wraps=True)
        self.chart = MemoryChart(theme)
        self.pane: ProfileTablePane | None = None
        self._column = fill(vertical(self, (20, 14, 20, 14), spacing=8), self.sentence, self.more, Gap(4), (self.chart, _CHART))

    def show_memory(self, memory: OpenedMemory) -> None:
        """Show a memory recording."""
        first, *others = memory.view.sentences or ("",)
        self.sentence.setText(composed_text(first))
        show_or_hide(self.more, joined_sentences([composed_text(other) for other in others]))
        self.chart.show_stacks(("", memory.stacks))
        if self.pane is not None:
            self._column.removeWidget(self.pane)
            self.pane.deleteLater()
            self.pane = None
        if memory.view.owners.rows:
            self.pane = ProfileTablePane(self._theme, memory.view.owners)
            self.pane.export_wanted.connect(self.export_wanted)
            self._column.addWidget(self.pane, _TABLE)

    def shown_table(self) -> ProfileTable | None:
        """Return the visible rows; None if there is no table."""
        return self.pane.view.shown_table() if self.pane is not None else None
