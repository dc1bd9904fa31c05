"""The button that chooses which curves are seen."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.pages.compare.run_curves import CurveKind
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button

_DEFAULTS = (
    ("throughput throughput samples/s", "throughput throughput steps/s"),
    ("power gpu:0/power W", "power gpu:0/power_average W", "power gpu:0/energy W", "power cpu/power W"),
    ("told/loss loss 1",),
    ("cpu workload/cpu_time 1", "utilization gpu:0/utilization 1", "cpu cpu/utilization 1"),
)
"""Of each tuple the first that there is."""
AT_FIRST = frozenset(key for keys in _DEFAULTS for key in keys)
"""What may be shown as long as nothing was chosen."""
MOST_AT_FIRST = 3


class MetricChooser(Button):
    """Opens a menu with a check mark for each metric.

    Attributes:
        chosen_changed: The user chose others.
        kinds: The metrics that there are.
    """

    chosen_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "flat", "down", parent=parent)
        self.setText(self.tr("Metrics"))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the word
        self.setAccessibleName(self.tr("Metrics of the curves"))
        self.kinds: Sequence[CurveKind] = ()
        self._own: list[str] | None = None
        self.clicked.connect(self._open)

    def set_kinds(self, kinds: Sequence[CurveKind]) -> None:
        """Take the metrics that there are."""
        self.kinds = kinds
        self.setEnabled(bool(kinds))

    @property
    def own_choice(self) -> list[str] | None:
        """Keys that the user chose; None as long as there was no choice."""
        return self._own

    def recall(self, keys: list[str]) -> None:
        """Take up a choice of an earlier time."""
        self._own = keys

    def chosen(self) -> list[CurveKind]:
        """Return the metrics to show: the user's choice as far as there are such, else the first few that say most."""
        wanted = self._default_keys() if self._own is None else self._own
        found = [kind for kind in self.kinds if kind.key in wanted]
        return found or [kind for kind in self.kinds if kind.key in self._default_keys()]

    def _default_keys(self) -> list[str]:
        there = [kind.key for kind in self.kinds]
        found = [next((key for key in keys if key in there), None) for keys in _DEFAULTS]
        return [key for key in found if key is not None][:MOST_AT_FIRST] or there[:MOST_AT_FIRST]

    def _open(self) -> None:
        menu = QMenu(self)
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # not the button's own
        shown = {kind.key for kind in self.chosen()}
        for kind in self.kinds:
            action = menu.addAction(kind.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(kind.key in shown)
            action.toggled.connect(lambda on, key=kind.key: self.choose(key, on))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def choose(self, key: str, on: bool) -> None:
        """Show a metric, or leave it out; the last one stays."""
        shown = [kind.key for kind in self.chosen()]
        changed = [*shown, key] if on else [one for one in shown if one != key]
        if changed and changed != shown:
            self._own = changed
            self.chosen_changed.emit()
