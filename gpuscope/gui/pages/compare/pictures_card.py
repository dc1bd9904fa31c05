"""The card with the pictures of a comparison: one of several, chosen in its menu; it says why one cannot be drawn."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.comparison_pictures import ENERGY, TIME
from gpuscope.core.metric import Better
from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.gui.charts.line_chart import LineChart, LinePicture
from gpuscope.gui.charts.plane_chart import PlaneChart
from gpuscope.gui.charts.stacked_bars import StackedBars
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.distribution_picture import Distributions, cumulative, histogram, longest_words
from gpuscope.gui.pages.compare.group_bars import GroupBars
from gpuscope.gui.pages.compare.other_pictures import phase_bars, roofline
from gpuscope.gui.pages.compare.picture_kind import PictureKind, picture_words
from gpuscope.gui.pages.compare.plane_points import bar_blocks, plane, why_no_plane
from gpuscope.gui.run_view.phase_words import phase_words
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ExportedChart
from gpuscope.gui.widgets.labels import label
from gpuscope.system.settings import JOULE

_PHASE_COLOURS = ("host", "memory", "compute", "power", "throughput", "clock", "loss")
_STEP_KINDS = (PictureKind.ECDF, PictureKind.HISTOGRAM)


class PicturesCard(Card):
    """Never empty: where there is no energy the plane gives way to the bars, and any other picture to the reason.

    Attributes:
        steps_wanted: A picture needs the step times of the compared runs.
    """

    steps_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart, self.bars, self.lines = PlaneChart(theme), GroupBars(theme), LineChart(theme)
        names = {phase_words(phase): colour for phase, colour in zip(STEP_PHASES, _PHASE_COLOURS, strict=True)}
        self.phases = StackedBars(theme, names)
        self._why = label("", "muted", wraps=True)
        self._why.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = label("", "faint", wraps=True)
        self._note.setContentsMargins(0, 6, 0, 0)
        self._choose = Button(theme, self.tr("Picture"), "flat", "down")
        self._choose.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the word
        self._choose.setAccessibleName(self.tr("Choose the picture"))
        self._choose.clicked.connect(self._open)
        self._wanted = PictureKind.PLANE
        self._comparison: Comparison | None = None
        self._unit = JOULE
        self._has_plane = False
        self._distributions: Distributions = {}
        self._stack = QStackedWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        self.add_control(self._choose)
        for widget in (self.chart, self.bars, self.lines, self.phases, self._why):
            self._stack.addWidget(widget)
        self._stack.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._stack.setAccessibleName(self.tr("Picture; its menu exports it"))
        body = QWidget()
        self.column.addWidget(body, 1)
        column = QVBoxLayout(body)
        column.setContentsMargins(14, 2, 14, 12)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self._note)

    @property
    def view(self) -> PictureKind:
        """What the user wants to see."""
        return self._wanted

    def set_view(self, view: PictureKind) -> None:
        """Show another picture."""
        self._wanted = view
        self._show()

    def show_comparison(self, comparison: Comparison, energy_unit: str = JOULE) -> None:
        """Show another comparison, energy in joules or watt hours."""
        self._comparison, self._unit = comparison, energy_unit
        found = plane(comparison, energy_unit)
        self._has_plane = found is not None
        if found is not None:
            self.chart.set_points(found.points, found.x_title, found.y_title, found.x_better, Better.LOWER)
        self.bars.show_blocks(bar_blocks(comparison, energy_unit))
        self._show()

    def set_distributions(self, distributions: Distributions) -> None:
        """Take the step times that have been read so far, by a run's id."""
        self._distributions = distributions
        if self._wanted in _STEP_KINDS:
            self._show()

    def shown_chart(self) -> list[ExportedChart]:
        """Return the picture that is seen, to be written into a file; none where there is a reason instead."""
        widget = self._stack.currentWidget()
        if not isinstance(widget, PlaneChart | GroupBars | LineChart | StackedBars):
            return []
        return [ExportedChart(self.accessibleName(), lambda: widget, widget.table)]

    def _open(self) -> None:
        menu = QMenu(self)
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # not the button's own
        for kind in PictureKind:
            action = menu.addAction(picture_words(kind).title)
            action.setCheckable(True)
            action.setChecked(kind is self._wanted)
            action.triggered.connect(lambda _=False, kind=kind: self.set_view(kind))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._choose.mapToGlobal(QPoint(0, self._choose.height() + 2)))

    def _show(self) -> None:
        if self._comparison is None:
            return
        comparison, kind = self._comparison, self._wanted
        draw: dict[PictureKind, Callable[[], tuple[QWidget, str]]] = {
            PictureKind.PLANE: lambda: self._plane(comparison),
            PictureKind.BARS: lambda: (self.bars, picture_words(PictureKind.BARS).note if self._has_intervals(comparison) else ""),
            PictureKind.ECDF: lambda: self._steps(comparison, kind),
            PictureKind.HISTOGRAM: lambda: self._steps(comparison, kind),
            PictureKind.ROOFLINE: lambda: self._roofline(comparison),
            PictureKind.PHASE_TIMES: lambda: self._phases(comparison, TIME),
            PictureKind.PHASE_ENERGIES: lambda: self._phases(comparison, ENERGY),
        }
        widget, note = draw[kind]()
        shown = PictureKind.BARS if kind is PictureKind.PLANE and widget is self.bars else kind
        self.set_heading(picture_words(shown).title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._stack.setCurrentWidget(widget)
        self._stack.setMinimumHeight(200 if widget in (self.chart, self.lines) else widget.minimumSizeHint().height())

    def _has_intervals(self, comparison: Comparison) -> bool:
        return any(entry.interval is not None for entries in comparison.metrics.values() for entry in entries)

    def _plane(self, comparison: Comparison) -> tuple[QWidget, str]:
        if not self._has_plane:
            return self.bars, why_no_plane(comparison)
        return self.chart, picture_words(PictureKind.PLANE).note.format(", ".join(self.chart.front))

    def _steps(self, comparison: Comparison, kind: PictureKind) -> tuple[QWidget, str]:
        self.steps_wanted.emit()
        groups = [(group.name, [run.run_id for run in group.runs]) for group in comparison.groups]
        picture = (cumulative if kind is PictureKind.ECDF else histogram)(groups, self._distributions)
        if picture is not None:
            return self._drawn(picture), longest_words(groups, self._distributions)
        is_read = all(run_id in self._distributions for _, run_ids in groups for run_id in run_ids)
        return self._refused(self.tr("No single steps were timed in these runs.") if is_read else self.tr("The step times are being read."))

    def _roofline(self, comparison: Comparison) -> tuple[QWidget, str]:
        picture = roofline(comparison)
        if picture is not None:
            return self._drawn(picture), picture_words(PictureKind.ROOFLINE).note
        why = self.tr(
            "A roofline needs the FLOP and the bytes of a step and the ceilings of the device; these workloads do not tell them all."
        )
        return self._refused(why)

    def _phases(self, comparison: Comparison, prefix: str) -> tuple[QWidget, str]:
        bars = phase_bars(comparison, prefix, self._unit)
        if bars:
            self.phases.show_bars(bars)
            return self.phases, picture_words(self._wanted).note
        reasons = dict.fromkeys(
            entry.note for key, entries in comparison.metrics.items() if key.startswith(prefix) for entry in entries if entry.note
        )
        why = (
            self.tr("No phases: {0}.").format("; ".join(reasons))
            if reasons
            else self.tr("These workloads do not tell the phases of a step.")
        )
        return self._refused(why)

    def _drawn(self, picture: LinePicture) -> LineChart:
        self.lines.show_picture(picture)
        return self.lines

    def _refused(self, why: str) -> tuple[QWidget, str]:
        self._why.setText(why)
        return self._why, ""
