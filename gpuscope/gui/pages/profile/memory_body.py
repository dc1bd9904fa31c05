"""A memory recording on the page: a sentence on its main contents, a chart over time by owner, and a table."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.profile.memory_chart import MemoryChart
from gpuscope.gui.pages.profile.memory_pane import CHART, TABLE
from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.services.opened_profiles import OpenedMemory
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import vertical
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.system.language import joined_sentences


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
        self._column = vertical(self, (20, 14, 20, 14), spacing=8)
        self._column.addWidget(self.sentence)
        self._column.addWidget(self.more)
        self._column.addSpacing(4)
        self._column.addWidget(self.chart, CHART)

    def show_memory(self, memory: OpenedMemory) -> None:
        """Show a memory recording."""
        first, *others = memory.view.sentences or ("",)
        self.sentence.setText(composed_text(first))
        show_or_hide(self.more, joined_sentences([composed_text(other) for other in others]))
        self.chart.show_stacks(memory.stacks)
        if self.pane is not None:
            self._column.removeWidget(self.pane)
            self.pane.deleteLater()
            self.pane = None
        if memory.view.owners.rows:
            self.pane = ProfileTablePane(self._theme, memory.view.owners)
            self.pane.export_wanted.connect(self.export_wanted)
            self._column.addWidget(self.pane, TABLE)

    def shown_table(self) -> ProfileTable | None:
        """Return the visible rows; None if there is no table."""
        return self.pane.view.shown_table() if self.pane is not None else None
