"""The Roofline tab: operators below the ceilings of their device, with their table; a selection in the chart or table applies to both."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QVBoxLayout

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.pages.profile.searched_pane import card
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ExportedChart
from gpuscope.reports.pictures.picture import Chart
from gpuscope.reports.profile_table import ProfileTable

_MEASURING, _FIRST_GPU = "scaled-sum", "cuda:0"
"""Workload that also measures its device's ceilings, and the device of a command that worked on a GPU, which the form can change."""
_CHART, _TABLE = 3, 2
"""Stretch factors of chart and table; the chart is the main content, and a selected row needs some rows around it."""


class _RooflineView(PictureView):
    """The chart; its context menu saves it.

    Attributes:
        menu_wanted: The user wants the context menu; carries a screen position.
    """

    menu_wanted = Signal(QPoint)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu."""
        self.menu_wanted.emit(event.globalPos())


def measuring_spec(shown: ShownProfile) -> RunSpec | None:
    """Return the run that measures a profile's missing ceilings; None if they are known, or its device is not one of this machine."""
    from gpuscope.profiles.roofline import device_name

    record, profile = shown.profile.record, shown.profile.profile
    if record is None or not record.folder or shown.view.has_ceilings or device_name(profile) is None:
        return None
    own = record.spec.device if not record.spec.is_command else _FIRST_GPU
    return RunSpec(_MEASURING, device="cpu" if profile.by_host else own)


class RooflinePane(PartPane):
    """The chart and its table.

    Args:
        tables: The roofline's table.
        columns: The user's column settings by table key.
        chart: The chart, with its points in the order of the table's rows.
        measuring: Run that measures the missing ceilings; None if they are known, or this machine cannot measure them.

    Attributes:
        measure_wanted: The user wants to measure the ceilings; carries the :class:`RunSpec` of the run that does so.
        chart_menu_wanted: The user wants the menu for saving the chart; carries an :class:`ExportedChart` and a screen position.
    """

    chart_menu_wanted = Signal(object, QPoint)
    measure_wanted = Signal(object)

    def __init__(
        self,
        theme: Theme,
        tables: Sequence[ProfileTable],
        titles: Sequence[str],
        columns: dict[str, object],
        chart: Chart,
        measuring: RunSpec | None = None,
    ) -> None:
        super().__init__(theme, tables, titles, columns)
        self.view = _RooflineView(theme)
        self.view.show_picture(chart, tables[0].title)
        self._save = Button(theme, self.tr("Save the chart…"), "", "export")
        self._save.setToolTip(self.tr("Save the chart as PNG, SVG or PDF"))
        if measuring is not None:
            measure = Button(theme, self.tr("Measure the ceilings"), "", "start", clicked=lambda: self.measure_wanted.emit(measuring))
            measure.setToolTip(self.tr("Fill the form of the Run page with a short run that measures what this device reaches"))
            self.pane.top.addWidget(measure)
        self.pane.top.addWidget(self._save)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.setContentsMargins(0, 10, 0, 0)
        framed = card(self.view)
        framed.setContentsMargins(10, 8, 12, 4)
        column.insertWidget(0, framed, _CHART)
        column.setStretch(1, _TABLE)
        self.view.point_clicked.connect(self.pane.choose)
        self.view.menu_wanted.connect(self._ask_menu)
        self._save.clicked.connect(lambda: self._ask_menu(self._save.mapToGlobal(self._save.rect().bottomLeft())))
        self.pane.view.chosen.connect(lambda: self.view.mark_point(self.pane.view.chosen_place()))

    def _ask_menu(self, place: QPoint) -> None:
        self.chart_menu_wanted.emit(ExportedChart(self._tables[0].title, self.view.table, self.view.drawing), place)
