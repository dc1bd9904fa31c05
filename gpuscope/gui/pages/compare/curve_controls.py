"""Controls of the curves: axis, metrics, and shift of each group."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QFrame, QHBoxLayout, QLabel, QWidget

from gpuscope.core.figures import DisplayUnit
from gpuscope.gui.pages.compare.curves import CurveAxis
from gpuscope.gui.pages.compare.group_style import swatch
from gpuscope.gui.pages.compare.run_curves import CurveKind
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup, MenuButton
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import STRETCH, fill, grid, horizontal
from gpuscope.gui.widgets.menus import escaped


@dataclass(frozen=True, slots=True)
class AxisTexts:
    """Texts of an axis.

    Attributes:
        name: Text of the button.
        heading: Heading above the curves.
        label: Label left of the ticks, with {0} for the unit.
        lack: Reason shown if no curves have this axis.
    """

    name: str
    heading: str
    label: str
    lack: str


def axis_texts(axis: CurveAxis) -> AxisTexts:
    """Return the texts of an axis."""
    texts = {
        CurveAxis.TIME: AxisTexts(
            QCoreApplication.translate("Overlay", "Time"),
            QCoreApplication.translate("Overlay", "Over time"),
            QCoreApplication.translate("Overlay", "measured time"),
            QCoreApplication.translate("Overlay", "No sensor was read during these runs."),
        ),
        CurveAxis.STEPS: AxisTexts(
            QCoreApplication.translate("Overlay", "Steps"),
            QCoreApplication.translate("Overlay", "Over steps"),
            QCoreApplication.translate("Overlay", "measured steps"),
            QCoreApplication.translate("Overlay", "No steps were counted in these runs."),
        ),
        CurveAxis.SAMPLES: AxisTexts(
            QCoreApplication.translate("Overlay", "Samples"),
            QCoreApplication.translate("Overlay", "Over samples"),
            QCoreApplication.translate("Overlay", "samples seen"),
            QCoreApplication.translate("Overlay", "The number of samples per step is not known for these runs."),
        ),
        CurveAxis.ENERGY: AxisTexts(
            QCoreApplication.translate("Overlay", "Energy"),
            QCoreApplication.translate("Overlay", "Over energy"),
            QCoreApplication.translate("Overlay", "energy spent, {0}"),
            QCoreApplication.translate("Overlay", "No energy was measured in these runs."),
        ),
    }
    return texts[axis]


class AxisSwitch(QWidget):
    """One button per axis.

    Attributes:
        chosen: The user chose a :class:`CurveAxis`.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._buttons = {axis: Button(theme, axis_texts(axis).name, "flat", is_checkable=True) for axis in CurveAxis}
        self.setAccessibleName(self.tr("Axis of the curves"))
        row = horizontal(self, (0, 0, 0, 0), spacing=2)
        group = ChoiceGroup(self)
        for axis, button in self._buttons.items():
            button.clicked.connect(lambda _=False, axis=axis: self.chosen.emit(axis))
            group.addButton(button)
            row.addWidget(button)

    def show_axis(self, axis: CurveAxis) -> None:
        """Mark the current axis."""
        self._buttons[axis].setChecked(True)

    def set_known(self, known: set[CurveAxis]) -> None:
        """Set the axes that have curves; the tooltips of the others give the reason."""
        for axis, button in self._buttons.items():
            button.setToolTip("" if axis in known else axis_texts(axis).lack)


_DEFAULTS = (
    ("throughput throughput samples/s", "throughput throughput steps/s"),
    ("power gpu:0/power W", "power gpu:0/power_average W", "power gpu:0/energy W", "power cpu/power W"),
    ("logged/loss loss 1",),
    ("cpu workload/cpu_time 1", "utilization gpu:0/utilization 1", "cpu cpu/utilization 1"),
)
"""Default metrics: of each tuple the first available key."""
AT_FIRST = frozenset(key for keys in _DEFAULTS for key in keys)
"""Metrics shown until the user chooses."""
MOST_AT_FIRST = 3
"""Number of strips that fit below the table in a window of 800 pixels."""


class MetricChooser(MenuButton):
    """A button with a checkable menu of metrics.

    Attributes:
        chosen_changed: The user's choice has changed.
        kinds: The available metrics.
        own_choice: Keys chosen by the user; None without a choice.
    """

    chosen_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "flat")
        self.setText(self.tr("Metrics"))
        self.setAccessibleName(self.tr("Metrics of the curves"))
        self.kinds: Sequence[CurveKind] = ()
        self.own_choice: list[str] | None = None
        self.clicked.connect(self._open)

    def set_kinds(self, kinds: Sequence[CurveKind]) -> None:
        """Set the available metrics."""
        self.kinds = kinds
        self.setEnabled(bool(kinds))

    def recall(self, keys: list[str]) -> None:
        """Restore a choice."""
        self.own_choice = keys

    def chosen(self) -> list[CurveKind]:
        """Return the metrics to show: the available ones of the user's choice, otherwise the most important few."""
        wanted = self._default_keys() if self.own_choice is None else self.own_choice
        chosen = [kind for kind in self.kinds if kind.key in wanted]
        return chosen or [kind for kind in self.kinds if kind.key in self._default_keys()]

    def _default_keys(self) -> list[str]:
        there = [kind.key for kind in self.kinds]
        keys_there = [next((key for key in keys if key in there), None) for keys in _DEFAULTS]
        return [key for key in keys_there if key is not None][:MOST_AT_FIRST] or there[:MOST_AT_FIRST]

    def _open(self) -> None:
        menu = self.new_menu()
        shown = {kind.key for kind in self.chosen()}
        for kind in self.kinds:
            action = menu.addAction(escaped(kind.title))
            action.setCheckable(True)
            action.setChecked(kind.key in shown)
            action.toggled.connect(lambda on, key=kind.key: self.choose(key, on))
        self.popup(menu)

    def choose(self, key: str, on: bool) -> None:
        """Show or hide a metric; the last one cannot be hidden."""
        shown = [kind.key for kind in self.chosen()]
        changed = [*shown, key] if on else [other for other in shown if other != key]
        if changed and changed != shown:
            self.own_choice = changed
            self.chosen_changed.emit()


_MOST = 1e9
"""Limit of a shift; exceeds the steps and seconds of any run."""
_NAME_WIDTH = grown(180)
"""Pixels of a group name; names without their shared words are rarely longer."""


class CurveShifts(MenuButton):
    """A button that opens one shift field per group."""

    shifted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "flat")
        self._theme = theme
        self.setText(self.tr("Align"))
        self.setAccessibleName(self.tr("Shift and align the groups"))
        self._by_axis: dict[CurveAxis, dict[str, float]] = {}
        self._axis, self._unit = CurveAxis.TIME, DisplayUnit("s", 1.0)
        self._names: Sequence[str] = ()
        self._ends: Mapping[str, float] = {}
        self._fields: dict[str, QDoubleSpinBox] = {}
        self.clicked.connect(self.open)

    def set_groups(self, names: Sequence[str]) -> None:
        """Set the groups' names and drop the shifts of all others."""
        self._names = names
        self._by_axis = {axis: {name: by for name, by in shifts.items() if name in names} for axis, shifts in self._by_axis.items()}

    def set_axis(self, axis: CurveAxis, unit: DisplayUnit, ends: Mapping[str, float]) -> None:
        """Set the axis, its unit, and the unshifted end of each group's curves."""
        self._axis, self._unit, self._ends = axis, unit, ends
        self.setEnabled(bool(ends))

    def of(self, name: str) -> float:
        """Return a group's shift in the SI unit of the axis."""
        return self._by_axis.get(self._axis, {}).get(name, 0.0)

    def shift(self, name: str, by: float) -> None:
        """Set a group's shift in the SI unit of the axis."""
        if by != self.of(name):
            self._by_axis.setdefault(self._axis, {})[name] = by
            self._show()
            self.shifted.emit()

    def reset(self) -> None:
        """Reset all shifts, so that each measured window starts at 0."""
        self._move(dict.fromkeys(self._names, 0.0))

    def align_ends(self) -> None:
        """Shift the groups so that all end with the last one."""
        last = max(self._ends.values(), default=0.0)
        self._move({name: last - end for name, end in self._ends.items()})

    def _move(self, shifts: Mapping[str, float]) -> None:
        self._by_axis[self._axis] = dict(shifts)
        self._show()
        self.shifted.emit()

    def open(self) -> None:
        """Open the shift fields below the button."""
        panel = QFrame(self, Qt.WindowType.Popup)
        panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel.destroyed.connect(self._fields.clear)
        panel.setProperty("look", "card")
        panel.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        cells = grid(8, 8, parent=panel, margins=(14, 12, 14, 12))
        unit = self._unit.name or self.tr("counts")
        cells.addWidget(label(self.tr("Shift of each group, {0}").format(unit), "heading"), 0, 0, 1, 3)
        for row, name in enumerate(self._names, 1):
            picture = QLabel()
            picture.setPixmap(swatch(row - 1, self._theme.palette, self.devicePixelRatioF()))
            title = ElidedLabel(name)
            title.setFixedWidth(_NAME_WIDTH)
            self._fields[name] = self._field(name)
            for column, widget in enumerate((picture, title, self._fields[name])):
                cells.addWidget(widget, row, column)
        cells.addLayout(self._buttons(), len(self._names) + 1, 0, 1, 3)
        panel.adjustSize()
        corner = self.mapToGlobal(QPoint(self.width(), self.height() + 2))
        panel.move(corner.x() - panel.width(), corner.y())
        panel.show()
        next(iter(self._fields.values()), panel).setFocus()

    def _field(self, name: str) -> QDoubleSpinBox:
        field = QDoubleSpinBox()
        field.setRange(-_MOST, _MOST)
        is_count = self._axis in (CurveAxis.STEPS, CurveAxis.SAMPLES)
        field.setDecimals(0 if is_count else 2)
        if is_count:
            field.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        field.setKeyboardTracking(False)
        field.setAccessibleName(self.tr("Shift of {0}").format(name))
        field.setValue(self.of(name) / self._unit.size)
        field.valueChanged.connect(lambda value: self.shift(name, value * self._unit.size))
        return field

    def _buttons(self) -> QHBoxLayout:
        ends = Button(self._theme, self.tr("Align ends"), "flat", clicked=self.align_ends)
        return fill(QHBoxLayout(), ends, Button(self._theme, self.tr("Reset"), "flat", clicked=self.reset), STRETCH)

    def _show(self) -> None:
        for name, field in self._fields.items():
            with QSignalBlocker(field):
                field.setValue(self.of(name) / self._unit.size)
