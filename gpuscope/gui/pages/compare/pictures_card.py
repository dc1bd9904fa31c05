"""The card with one picture of a comparison, chosen in a menu, and the loading of the step times that some pictures need."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.plot_data import ENERGY, TIME, StepDistribution, step_distribution
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.event import Capture
from gpuscope.core.run import RunRecord
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.pictures import PictureKind, figure_bars, picture_texts, plane, why_no_plane
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import MenuButton
from gpuscope.gui.widgets.chart_export import ExportedChart
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.recording.captures import profiled_parts
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.pictures.comparison_pictures import Wording
from gpuscope.reports.pictures.picture import Chart, Picture
from gpuscope.reports.pictures.step_pictures import Distributions, cumulative, histogram, phase_bars, phase_time_note, roofline, step_note


class StepReading(QObject):
    """Loads missing step times from the history, one run at a time.

    Signals:
        changed: A run was read, or reading it failed.
        failed: A GpuscopeError.

    Attributes:
        distributions: Step times by run id; None for a run without step times.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self.distributions: dict[str, StepDistribution | None] = {}
        self._asked: dict[str, RunRecord] = {}

    @property
    def is_busy(self) -> bool:
        """Whether a query is pending."""
        return any(run_id not in self.distributions for run_id in self._asked)

    def read(self, runs: Iterable[RunRecord]) -> None:
        """Load new and changed runs and drop all others."""
        wanted = {run.run_id: run for run in runs}
        new = [run for run_id, run in wanted.items() if _standing(self._asked.get(run_id)) != _standing(run)]
        self._asked = wanted
        self.distributions = {run_id: steps for run_id, steps in self.distributions.items() if run_id in wanted}
        for run in new:
            self.distributions.pop(run.run_id, None)
            self._history.ask(partial(_read, run), partial(self._store, run.run_id), partial(self._fail, run.run_id), self)

    def _store(self, run_id: str, steps: StepDistribution | None) -> None:
        if run_id in self._asked:
            self.distributions[run_id] = steps
            self.changed.emit()

    def _fail(self, run_id: str, error: GpuscopeError) -> None:
        self._store(run_id, None)
        self.failed.emit(error)


def _read(run: RunRecord, store: RunHistory) -> StepDistribution | None:
    try:
        profiled = profiled_parts(store.events(run.run_id, [Capture.KIND]), run.start_ns)
        return step_distribution(run, store.steps(run.run_id), profiled)
    except UsageError:  # not in the store yet, or deleted
        return None


def _standing(run: RunRecord | None) -> tuple[object, ...]:
    return () if run is None else (run.state, run.steps)


_STEP_KINDS = (PictureKind.ECDF, PictureKind.HISTOGRAM)
_LEAST_CHART = 200
"""Minimum height in pixels of a chart with room for names."""
_Shown = tuple[Picture | None, str]
"""A picture and its note; without a picture, None and the reason."""


class PicturesCard(Card):
    """A card that is never empty: without energy the bars replace the plane, and any other missing picture is replaced by a reason.

    Attributes:
        steps_wanted: A picture needs the step times of the compared runs.
        view: The user's choice.
    """

    steps_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.picture = PictureView(theme)
        self._why = label("", "muted", wraps=True)
        self._why.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = label("", "faint", wraps=True)
        self._note.setContentsMargins(0, 6, 0, 0)
        self._choose = MenuButton(theme, self.tr("Picture"), "flat")
        self._choose.setAccessibleName(self.tr("Choose the picture"))
        self._choose.clicked.connect(self._open)
        self.view = PictureKind.PLANE
        self._compared: ComparisonView | None = None
        self._distributions: Distributions = {}
        self._stack = QStackedWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        self.add_controls(self._choose)
        for widget in (self.picture, self._why):
            self._stack.addWidget(widget)
        body = QWidget()
        self.column.addWidget(body, 1)
        fill(vertical(body, (14, 2, 14, 12), spacing=0), (self._stack, 1), self._note)

    def set_view(self, view: PictureKind) -> None:
        """Choose a picture."""
        self.view = view
        self._show()

    def show_comparison(self, view: ComparisonView) -> None:
        """Show a comparison."""
        self._compared = view
        self._show()

    def set_distributions(self, distributions: Distributions) -> None:
        """Set the step times read so far, by run id."""
        self._distributions = distributions
        if self.view in _STEP_KINDS:
            self._show()

    def shown_chart(self) -> list[ExportedChart]:
        """Return the visible picture for export; empty if a reason is shown instead."""
        if self._stack.currentWidget() is not self.picture:
            return []
        return [ExportedChart(self.accessibleName(), self.picture.table, self.picture.drawing)]

    def _open(self) -> None:
        menu = self._choose.new_menu()
        for kind in PictureKind:
            action = menu.addAction(picture_texts(kind).title)
            action.setCheckable(True)
            action.setChecked(kind is self.view)
            action.triggered.connect(lambda _=False, kind=kind: self.set_view(kind))
        self._choose.popup(menu)

    def _show(self) -> None:
        if self._compared is None:
            return
        compared, kind = self._compared, self.view
        comparison = compared.comparison
        draw: dict[PictureKind, Callable[[], _Shown]] = {
            PictureKind.PLANE: lambda: self._plane(compared),
            PictureKind.BARS: lambda: self._bars(compared),
            PictureKind.ECDF: lambda: self._steps(comparison, kind),
            PictureKind.HISTOGRAM: lambda: self._steps(comparison, kind),
            PictureKind.ROOFLINE: lambda: self._roofline(comparison),
            PictureKind.PHASE_TIMES: lambda: self._phases(compared, TIME),
            PictureKind.PHASE_ENERGIES: lambda: self._phases(compared, ENERGY),
        }
        picture, note = draw[kind]()
        shown = PictureKind.BARS if kind is PictureKind.PLANE and not isinstance(picture, Chart) else kind
        self.set_heading(picture_texts(shown).title)
        if picture is None:
            self._why.setText(note)
        else:
            self.picture.show_picture(picture, picture_texts(shown).title)
        note = "" if picture is None else note
        show_or_hide(self._note, note)
        self._stack.setCurrentWidget(self._why if picture is None else self.picture)
        least = self._why.minimumSizeHint().height() if picture is None else self.picture.minimumSizeHint().height()
        self._stack.setMinimumHeight(_LEAST_CHART if isinstance(picture, Chart) else least)

    def _plane(self, view: ComparisonView) -> _Shown:
        chart = plane(view.comparison, view.energy_unit)
        return (figure_bars(view), why_no_plane(view.comparison)) if chart is None else (chart, chart.note)

    def _bars(self, view: ComparisonView) -> _Shown:
        has_intervals = any(entry.interval is not None for entries in view.comparison.metrics.values() for entry in entries)
        return figure_bars(view), picture_texts(PictureKind.BARS).note if has_intervals else ""

    def _steps(self, comparison: Comparison, kind: PictureKind) -> _Shown:
        self.steps_wanted.emit()
        groups = [(group.name, [run.run_id for run in group.runs]) for group in comparison.groups]
        picture = (cumulative if kind is PictureKind.ECDF else histogram)(groups, self._distributions)
        if picture is not None:
            return picture, step_note(groups, self._distributions)
        is_read = all(run_id in self._distributions for _, run_ids in groups for run_id in run_ids)
        return None, self.tr("Single steps were not timed in these runs.") if is_read else self.tr("The step times are being read.")

    def _roofline(self, comparison: Comparison) -> _Shown:
        picture = roofline(comparison)
        if picture is not None:
            return picture, picture_texts(PictureKind.ROOFLINE).note
        why = self.tr(
            "A roofline needs the FLOP and bytes of a step and the ceilings of the device; these workloads do not report all of them."
        )
        return None, why

    def _phases(self, view: ComparisonView, prefix: str) -> _Shown:
        comparison = view.comparison
        picture = phase_bars(comparison, prefix, Wording(energy_unit=view.energy_unit))
        if picture is not None:
            return picture, phase_time_note(comparison) if prefix == TIME else picture_texts(self.view).note
        reasons = dict.fromkeys(
            entry.note for key, entries in comparison.metrics.items() if key.startswith(prefix) for entry in entries if entry.note
        )
        if reasons:
            return None, self.tr("No phases: {0}.").format("; ".join(reasons))
        return None, self.tr("These workloads do not report the phases of a step.")
