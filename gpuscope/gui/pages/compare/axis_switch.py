"""The switch of what the curves of a comparison are drawn over, and the words of each axis."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from gpuscope.gui.pages.compare.curve_axis import CurveAxis
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button


@dataclass(frozen=True, slots=True)
class AxisWords:
    """What is said of an axis.

    Attributes:
        name: On the button.
        heading: Above the curves.
        label: Left of the ticks, with {0} for the unit.
        lack: Why there are no curves over it.
    """

    name: str
    heading: str
    label: str
    lack: str


def axis_words(axis: CurveAxis) -> AxisWords:
    """Return what is said of an axis."""
    words = {
        CurveAxis.TIME: AxisWords(
            QCoreApplication.translate("Overlay", "Time"),
            QCoreApplication.translate("Overlay", "Over time"),
            QCoreApplication.translate("Overlay", "measured time"),
            QCoreApplication.translate("Overlay", "Nothing was read while these runs lasted."),
        ),
        CurveAxis.STEPS: AxisWords(
            QCoreApplication.translate("Overlay", "Steps"),
            QCoreApplication.translate("Overlay", "Over steps"),
            QCoreApplication.translate("Overlay", "measured steps"),
            QCoreApplication.translate("Overlay", "No steps were counted in these runs."),
        ),
        CurveAxis.SAMPLES: AxisWords(
            QCoreApplication.translate("Overlay", "Samples"),
            QCoreApplication.translate("Overlay", "Over samples"),
            QCoreApplication.translate("Overlay", "samples seen"),
            QCoreApplication.translate("Overlay", "Nobody told how many samples a step of these runs has."),
        ),
        CurveAxis.ENERGY: AxisWords(
            QCoreApplication.translate("Overlay", "Energy"),
            QCoreApplication.translate("Overlay", "Over energy"),
            QCoreApplication.translate("Overlay", "energy spent, {0}"),
            QCoreApplication.translate("Overlay", "No energy was measured in these runs."),
        ),
    }
    return words[axis]


class AxisSwitch(QWidget):
    """One button an axis.

    Attributes:
        chosen: Another :class:`CurveAxis` is wanted.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = {axis: Button(theme, axis_words(axis).name, "flat") for axis in CurveAxis}
        self.setAccessibleName(self.tr("Axis of the curves"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        group = QButtonGroup(self)
        for axis, button in self._buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, axis=axis: self.chosen.emit(axis))
            group.addButton(button)
            row.addWidget(button)

    def show_axis(self, axis: CurveAxis) -> None:
        """Show which axis is seen."""
        self._buttons[axis].setChecked(True)

    def set_known(self, known: set[CurveAxis]) -> None:
        """Say of each other axis why there are no curves over it."""
        for axis, button in self._buttons.items():
            button.setToolTip("" if axis in known else axis_words(axis).lack)
