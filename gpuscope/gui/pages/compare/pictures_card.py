"""The card with the pictures of a comparison: one of several, chosen in its menu; it says why one cannot be drawn."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.comparison_pictures import ENERGY, TIME
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.pictures import (
    Distributions,
    PictureKind,
    cumulative,
    figure_bars,
    histogram,
    longest_words,
    phase_bars,
    picture_words,
    plane,
    roofline,
    why_no_plane,
)
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ExportedChart
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.pictures.picture import Chart, Picture
from gpuscope.system.settings import JOULE

_STEP_KINDS = (PictureKind.ECDF, PictureKind.HISTOGRAM)
_LEAST_CHART = 200
"""Height at which a chart still has room for names, in pixels."""
_Shown = tuple[Picture | None, str]
"""A picture and its note; None and the reason where there is none."""


class PicturesCard(Card):
    """Never empty: where there is no energy the plane gives way to the bars, and any other picture to the reason.

    Attributes:
        steps_wanted: A picture needs the step times of the compared runs.
    """

    steps_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = PictureView(theme)
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
        self._distributions: Distributions = {}
        self._stack = QStackedWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        self.add_control(self._choose)
        for widget in (self.picture, self._why):
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
        self._show()

    def set_distributions(self, distributions: Distributions) -> None:
        """Take the step times that have been read so far, by a run's id."""
        self._distributions = distributions
        if self._wanted in _STEP_KINDS:
            self._show()

    def shown_chart(self) -> list[ExportedChart]:
        """Return the picture that is seen, to be written into a file; none where there is a reason instead."""
        if self._stack.currentWidget() is not self.picture:
            return []
        return [ExportedChart(self.accessibleName(), lambda: self.picture, self.picture.table)]

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
        draw: dict[PictureKind, Callable[[], _Shown]] = {
            PictureKind.PLANE: lambda: self._plane(comparison),
            PictureKind.BARS: lambda: self._bars(comparison),
            PictureKind.ECDF: lambda: self._steps(comparison, kind),
            PictureKind.HISTOGRAM: lambda: self._steps(comparison, kind),
            PictureKind.ROOFLINE: lambda: self._roofline(comparison),
            PictureKind.PHASE_TIMES: lambda: self._phases(comparison, TIME),
            PictureKind.PHASE_ENERGIES: lambda: self._phases(comparison, ENERGY),
        }
        picture, words = draw[kind]()
        shown = PictureKind.BARS if kind is PictureKind.PLANE and not isinstance(picture, Chart) else kind
        self.set_heading(picture_words(shown).title)
        if picture is None:
            self._why.setText(words)
        else:
            self.picture.show_picture(picture, picture_words(shown).title)
        note = "" if picture is None else words
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._stack.setCurrentWidget(self._why if picture is None else self.picture)
        least = self._why.minimumSizeHint().height() if picture is None else self.picture.minimumSizeHint().height()
        self._stack.setMinimumHeight(_LEAST_CHART if isinstance(picture, Chart) else least)

    def _plane(self, comparison: Comparison) -> _Shown:
        chart = plane(comparison, self._unit)
        return (figure_bars(comparison, self._unit), why_no_plane(comparison)) if chart is None else (chart, chart.note)

    def _bars(self, comparison: Comparison) -> _Shown:
        has_intervals = any(entry.interval is not None for entries in comparison.metrics.values() for entry in entries)
        return figure_bars(comparison, self._unit), picture_words(PictureKind.BARS).note if has_intervals else ""

    def _steps(self, comparison: Comparison, kind: PictureKind) -> _Shown:
        self.steps_wanted.emit()
        groups = [(group.name, [run.run_id for run in group.runs]) for group in comparison.groups]
        picture = (cumulative if kind is PictureKind.ECDF else histogram)(groups, self._distributions)
        if picture is not None:
            return picture, longest_words(groups, self._distributions)
        is_read = all(run_id in self._distributions for _, run_ids in groups for run_id in run_ids)
        return None, self.tr("No single steps were timed in these runs.") if is_read else self.tr("The step times are being read.")

    def _roofline(self, comparison: Comparison) -> _Shown:
        picture = roofline(comparison)
        if picture is not None:
            return picture, picture_words(PictureKind.ROOFLINE).note
        why = self.tr(
            "A roofline needs the FLOP and the bytes of a step and the ceilings of the device; these workloads do not tell them all."
        )
        return None, why

    def _phases(self, comparison: Comparison, prefix: str) -> _Shown:
        picture = phase_bars(comparison, prefix, self._unit)
        if picture is not None:
            return picture, picture_words(self._wanted).note
        reasons = dict.fromkeys(
            entry.note for key, entries in comparison.metrics.items() if key.startswith(prefix) for entry in entries if entry.note
        )
        if reasons:
            return None, self.tr("No phases: {0}.").format("; ".join(reasons))
        return None, self.tr("These workloads do not tell the phases of a step.")
