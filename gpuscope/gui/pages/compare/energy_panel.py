"""What the groups took of time and energy: the plane where there is an energy, else headline figures as bars."""

from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QVBoxLayout, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.metric import Better
from gpuscope.gui.charts.plane_chart import PlaneChart
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.group_bars import GroupBars
from gpuscope.gui.pages.compare.plane_points import bar_blocks, plane, why_no_plane
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, plain_tooltip
from gpuscope.system.settings import JOULE

PLANE, BARS = "plane", "bars"


class EnergyPanel(Card):
    """The plane or the bars; never empty: it says why there is no energy."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = PlaneChart(theme)
        self.bars = GroupBars(theme)
        self._stack = QStackedWidget()
        self._note = label("", "faint", wraps=True)
        self._note.setContentsMargins(0, 6, 0, 0)
        self._wanted = PLANE
        self._has_plane = False
        self._buttons = {PLANE: Button(theme, self.tr("Plane"), "flat"), BARS: Button(theme, self.tr("Bars"), "flat")}
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = QButtonGroup(self)
        for view, button in self._buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, view=view: self.set_view(view))
            buttons.addButton(button)
            self.add_control(button)
        for widget in (self.chart, self.bars):
            self._stack.addWidget(widget)
        body = QWidget()
        self.column.addWidget(body, 1)
        column = QVBoxLayout(body)
        column.setContentsMargins(14, 2, 14, 12)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self._note)

    @property
    def view(self) -> str:
        """What the user wants to see: "plane" or "bars"."""
        return self._wanted

    def set_view(self, view: str) -> None:
        """Shows the plane or the bars; without an energy it is the bars in any case."""
        self._wanted = view
        self._show()

    def show_comparison(self, comparison: Comparison, energy_unit: str = JOULE) -> None:
        """Shows another comparison, energy in joules or watt hours."""
        found = plane(comparison, energy_unit)
        self._has_plane = found is not None
        why = "" if found is not None else why_no_plane(comparison)
        if found is not None:
            self.chart.set_points(found.points, found.x_title, found.y_title, found.x_better, Better.LOWER)
        self.bars.show_blocks(bar_blocks(comparison, energy_unit))
        self._buttons[PLANE].setEnabled(self._has_plane)
        self._buttons[PLANE].setToolTip(plain_tooltip(why))
        self._note.setText(why)
        self._note.setVisible(bool(why))
        self._show()

    def _show(self) -> None:
        is_plane = self._has_plane and self._wanted == PLANE
        self._buttons[PLANE if is_plane else BARS].setChecked(True)
        self._stack.setCurrentWidget(self.chart if is_plane else self.bars)
        self.set_heading(self.tr("Time and energy") if is_plane else self.tr("Figures"))
        self._stack.setMinimumHeight(200 if is_plane else self.bars.minimumSizeHint().height())
