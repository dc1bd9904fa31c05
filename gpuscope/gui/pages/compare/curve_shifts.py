"""How far the user has moved the curves of each group along the axis, and the fields that set it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QWidget

from gpuscope.core.figures import DisplayUnit
from gpuscope.gui.pages.compare.curve_axis import CurveAxis
from gpuscope.gui.pages.compare.group_style import swatch
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label

_MOST = 1e9
_NAME_WIDTH = 180


class CurveShifts(Button):
    """A button that opens the fields, one a group.

    Attributes:
        shifted: Some group stands elsewhere.
    """

    shifted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "flat", "down", parent=parent)
        self._theme = theme
        self.setText(self.tr("Align"))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the word
        self.setAccessibleName(self.tr("Shift and align the groups"))
        self._by_axis: dict[CurveAxis, dict[str, float]] = {}
        self._axis, self._unit = CurveAxis.TIME, DisplayUnit("s", 1.0)
        self._names: Sequence[str] = ()
        self._ends: Mapping[str, float] = {}
        self._fields: dict[str, QDoubleSpinBox] = {}
        self.clicked.connect(self.open)

    def set_groups(self, names: Sequence[str]) -> None:
        """Take the groups' names; the shifts of others are forgotten."""
        self._names = names
        self._by_axis = {axis: {name: by for name, by in shifts.items() if name in names} for axis, shifts in self._by_axis.items()}

    def set_axis(self, axis: CurveAxis, unit: DisplayUnit, ends: Mapping[str, float]) -> None:
        """Take the axis, its unit, and where each group's curves would end without a shift."""
        self._axis, self._unit, self._ends = axis, unit, ends
        self.setEnabled(bool(ends))

    def of(self, name: str) -> float:
        """Return by how much a group is moved, in the SI unit of the axis."""
        return self._by_axis.get(self._axis, {}).get(name, 0.0)

    def shift(self, name: str, by: float) -> None:
        """Move a group to so far from where it was measured."""
        if by != self.of(name):
            self._by_axis.setdefault(self._axis, {})[name] = by
            self._show()
            self.shifted.emit()

    def reset(self) -> None:
        """Put all groups back: the start of each measured window stands at 0."""
        self._move(dict.fromkeys(self._names, 0.0))

    def align_ends(self) -> None:
        """Move the groups so that all end where the last one does."""
        last = max(self._ends.values(), default=0.0)
        self._move({name: last - end for name, end in self._ends.items()})

    def _move(self, shifts: Mapping[str, float]) -> None:
        self._by_axis[self._axis] = dict(shifts)
        self._show()
        self.shifted.emit()

    def open(self) -> None:
        """Open the fields below the button."""
        panel = QFrame(self, Qt.WindowType.Popup)
        panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel.destroyed.connect(self._fields.clear)
        panel.setProperty("look", "card")
        panel.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        grid = QGridLayout(panel)
        grid.setContentsMargins(14, 12, 14, 12)
        grid.setSpacing(8)
        unit = self._unit.name or self.tr("counts")
        grid.addWidget(label(self.tr("Shift of each group, {0}").format(unit), "heading"), 0, 0, 1, 3)
        for row, name in enumerate(self._names, 1):
            picture = QLabel()
            picture.setPixmap(swatch(row - 1, self._theme.palette, self.devicePixelRatioF()))
            words = ElidedLabel(name)
            words.setFixedWidth(_NAME_WIDTH)
            self._fields[name] = self._field(name)
            for column, widget in enumerate((picture, words, self._fields[name])):
                grid.addWidget(widget, row, column)
        grid.addLayout(self._buttons(), len(self._names) + 1, 0, 1, 3)
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
        row = QHBoxLayout()
        actions: tuple[tuple[str, Callable[[], None]], ...] = ((self.tr("Align ends"), self.align_ends), (self.tr("Reset"), self.reset))
        for words, action in actions:
            button = Button(self._theme, words, "flat")
            button.clicked.connect(partial(self._do, action))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _do(self, action: Callable[[], None], _checked: bool = False) -> None:
        action()

    def _show(self) -> None:
        for name, field in self._fields.items():
            field.blockSignals(True)
            field.setValue(self.of(name) / self._unit.size)
            field.blockSignals(False)
