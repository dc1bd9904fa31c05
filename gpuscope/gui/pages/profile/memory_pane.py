"""The Memory tab: the memory of each device by owner, above tables of the owners at the peak and of the devices."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QVBoxLayout

from gpuscope.gui.pages.profile.memory_chart import MemoryChart
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.theme import Theme
from gpuscope.profiles.memory_stack import MemoryStack, memory_stack
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_table import ProfileTable

CHART, TABLE = 3, 2
"""Stretch factors of the height; the owners' table is short, and the chart lists the first owners."""


class MemoryPane(PartPane):
    """Memory over time by owner, computed in the background, and its tables.

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
        column.insertWidget(0, self.chart, CHART)
        column.setStretch(1, TABLE)
        reading.work_out(partial(_stacks, shown.profile.profile), self._show_stacks, self)

    def _show_stacks(self, stacks: dict[str, MemoryStack]) -> None:
        self.is_ready = True
        self.chart.show_stacks(stacks)

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


def _stacks(profile: Profile) -> dict[str, MemoryStack]:
    """Return the memory of each device by owner."""
    pairs = zip(profile.memory, profile.memory_blocks, strict=True)
    stacks = {curve.title: memory_stack(blocks, curve) for curve, blocks in pairs}
    return {name: stack for name, stack in stacks.items() if stack is not None}
