"""The Timeline tab: the timeline with its search."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from gpuscope.core import figures
from gpuscope.gui.charts.trace_bands import BandRow, TimelineBand
from gpuscope.gui.charts.trace_painter import TimelineCurve
from gpuscope.gui.charts.trace_table import slice_table
from gpuscope.gui.charts.trace_timeline import TraceTimeline
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.pages.profile.searched_pane import SearchedPane
from gpuscope.gui.run_view.strip_template import reality_label
from gpuscope.gui.services.profile_reading import ProfileReading, RunTrack
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu, TabledChart
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill
from gpuscope.profiles.lanes import TraceLanes
from gpuscope.profiles.phases import Phase
from gpuscope.reports.pictures.colours import PHASE_ROLES


class TimelinePane(SearchedPane):
    """The timeline of a profile, with the run's curves if it is of a run; both are read in the background.

    Attributes:
        located: The user wants to see the selected slice in its table; carries the part's key, the name of the kernel or operator,
            and of a kernel the name of the operator that launched it.
        trace_wanted: The user wants to save the trace with the run's curves in it.
    """

    located = Signal(str, str, str)
    trace_wanted = Signal()

    def __init__(self, theme: Theme, reading: ProfileReading, shown: ShownProfile) -> None:
        super().__init__(theme, QCoreApplication.translate("TimelinePane", "Search"))
        self._lanes: TraceLanes | None = None
        self._marked = ""
        self._rows: list[BandRow] = []
        self.is_ready = False
        self.timeline = TraceTimeline(theme)
        self._search_result = label("", "small")
        self.locate = Button(theme, "", "link", clicked=lambda: self.located.emit(*self._row_of(self.timeline.chosen)))
        self.next = Button(theme, "", "flat", "down", self.tr("Next match (F3)"), clicked=lambda: self.timeline.select_match(1))
        self.last = Button(theme, "", "flat", "up", self.tr("Previous match (Shift+F3)"), clicked=lambda: self.timeline.select_match(-1))
        self.save_trace = Button(theme, self.tr("Save for Perfetto…"), "", "export", clicked=self.trace_wanted.emit)
        self.save_trace.setToolTip(self.tr("Save the trace with the run's readings as counters in it, for ui.perfetto.dev (Ctrl+E)"))
        if shown.profile.record is None:  # which has the readings
            self.save_trace.hide()
        self._arrange()
        self.filter.textChanged.connect(self._search)
        self.filter.returnPressed.connect(lambda: self.timeline.select_match(1))
        self.timeline.selected.connect(self._offer_table)
        QShortcut(QKeySequence("F3"), self, lambda: self.timeline.select_match(1))
        QShortcut(QKeySequence("Shift+F3"), self, lambda: self.timeline.select_match(-1))
        self.timeline.show_lanes(None, self.tr("Computing the timeline …"))
        reading.find_lanes(shown.profile, self._show_lanes, self)
        if shown.profile.record is not None:
            reading.find_track(shown.profile, self._show_track, self)

    def _arrange(self) -> None:
        self.locate.hide()
        fill(self.top, self.last, self.next, self._search_result, STRETCH, self.locate)
        self.place(self.timeline)
        charts = ChartMenu(self._theme, self)
        charts.offer(self.timeline, lambda _place: self._charts())
        fill(self.top, self.save_trace, charts.button(self.timeline))
        self._show_search_result(0)

    def _charts(self) -> list[TabledChart]:
        lanes, view = self._lanes, self.timeline.view
        return [] if lanes is None else [TabledChart(self.timeline.accessibleName(), lambda: slice_table(lanes, view.start, view.end))]

    def leave_filter(self) -> None:
        """Clear the search; if it is empty, clear the selection and leave the field."""
        if not self.filter.text() and self.timeline.chosen is not None:
            self.timeline.select(None)
        super().leave_filter()

    def mark(self, name: str) -> None:
        """Highlight all slices of a name, and scroll to the first."""
        self._marked = name
        self.filter.setText(name)
        if self._lanes is not None and name:
            self.timeline.select(None)
            self.timeline.select_match(1)
            self.timeline.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_lanes(self, worked_out: tuple[TraceLanes, Sequence[Phase]]) -> None:
        self._lanes, phases = worked_out
        self.is_ready = True
        bands = tuple(_band(phase, PHASE_ROLES.get(phase.name, "muted")) for phase in phases)
        self._rows = ([BandRow(self.tr("Phases"), bands)] if phases else []) + self._rows
        self.timeline.show_lanes(self._lanes)
        self.timeline.set_bands(self._rows)
        self._search(self.filter.text())
        if self._marked:
            self.mark(self._marked)

    def _show_track(self, track: RunTrack) -> None:
        curves = [
            TimelineCurve(
                curve.title,
                f"{curve.unit} · {reality_label(curve.simulated, is_dated=False)}" if curve.simulated else curve.unit,
                curve.family,
                curve.time_ns,
                curve.values,
            )
            for curve in track.curves
        ]
        self.timeline.set_curves(curves)
        if track.phases:
            self._rows = [*self._rows, BandRow(self.tr("Run"), tuple(_band(phase, "host") for phase in track.phases))]
            self.timeline.set_bands(self._rows)

    def _search(self, text: str) -> None:
        self._show_search_result(self.timeline.search(text) if self._lanes is not None else 0)

    def _show_search_result(self, count: int) -> None:
        has_text = bool(self.filter.text().strip())
        self._search_result.setText(self.tr("{0} found").format(figures.figure(count, "1")) if has_text and self._lanes is not None else "")
        for button in (self.next, self.last):
            button.setEnabled(count > 0)

    def _offer_table(self, index: int) -> None:
        part, *_ = self._row_of(None if index < 0 else index)
        self.locate.setText(self.tr("Show in Kernels") if part == "kernels" else self.tr("Show in Operators"))
        self.locate.setVisible(bool(part))

    def _row_of(self, index: int | None) -> tuple[str, str, str]:
        """Return the key of the part whose table contains a slice, its name there, and its operator; "" for each that there is not."""
        lanes = self._lanes
        if lanes is None or index is None:
            return "", "", ""
        operator = lanes.operator_of(index)
        if lanes.work_of(index) is not None:
            return "kernels", lanes.trace.name_of(index), "" if operator is None else lanes.trace.name_of(operator)
        shown = lanes.trace.name_of(index if operator is None else operator)
        return ("operators", shown, "") if lanes.call_of(index) is not None else ("", "", "")


def _band(phase: Phase, role: str) -> TimelineBand:
    return TimelineBand(engine_text(phase.name), role, phase.start_ns, phase.end_ns)
