"""The Memory tab: the memory of the device that used most, by owner, above the table of all devices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gpuscope.gui.charts.memory_timeline import MemoryTimeline
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.theme import Theme
from gpuscope.profiles.memory import allocation_blocks
from gpuscope.profiles.memory_stack import MemoryStack, memory_stack
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_table import ProfileTable

_SHARE = 3
"""Of the height to one of the table's: that has a row for each device."""


class MemoryPane(PartPane):
    """Memory over time by owner, worked out beside the window, and its table.

    Args:
        theme: Gives the colours.
        tables: At least one, each with rows.
        titles: What each is called.
        reading: Works the owners out.
        shown: The profile.
        parent: The widget that it belongs to.
    """

    def __init__(
        self,
        theme: Theme,
        tables: Sequence[ProfileTable],
        titles: Sequence[str],
        reading: ProfileReading,
        shown: ShownProfile,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, tables, titles, parent)
        self.is_ready = False
        self.timeline = MemoryTimeline(theme)
        self.timeline.show_memory(None, self.tr("Working out who held the memory …"))
        card = QFrame()
        card.setProperty("look", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 8, 1, 1)
        inside.addWidget(self.timeline)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        column.insertWidget(0, card, _SHARE)
        column.setStretch(1, 1)
        reading.work_out(partial(_stack, shown.profile.profile), self._show_stack, self)

    def _show_stack(self, stack: MemoryStack | None) -> None:
        self.is_ready = True
        self.timeline.show_memory(stack)


def _stack(profile: Profile) -> MemoryStack | None:
    """Return the memory of the device that used most; None where the capture has none."""
    if not profile.memory:
        return None
    curve = max(profile.memory, key=lambda curve: (not curve.is_host, curve.peak_bytes))
    return memory_stack(allocation_blocks(profile.tree, curve), curve)
