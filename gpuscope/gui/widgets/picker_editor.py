"""Editors of one of many options, or of several, that open a list in which each option is explained."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from gpuscope.core.runspec import Field
from gpuscope.gui.engine_words import with_capital
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.field_editor import ChoiceBox, FieldEditor, Option
from gpuscope.gui.widgets.picker_list import PickerList


class PickerBox(ChoiceBox):
    """A combo box that opens a :class:`PickerList` in the place of its own."""

    several = False

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._options: Sequence[Option] = ()
        self._open: PickerList | None = None

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options; what is chosen stays chosen, listed or not."""
        self._options = options
        super().set_options(options)
        self._refill()

    def _refill(self) -> None:
        if self._open is not None:
            self._open.set_options(self._options, self.chosen())

    def chosen(self) -> list[str]:
        """Return the values that are chosen."""
        return [self.value()]

    def showPopup(self) -> None:  # noqa: N802 - Qt's name
        """Open the list."""
        self._open = PickerList(self._theme, self.several, self.accessibleName(), self.window())
        self._open.destroyed.connect(self._forget)
        self._open.picked.connect(self.pick)
        self._refill()
        self._open.open_below(self)

    def _forget(self) -> None:
        self._open = None

    def pick(self, value: str) -> None:
        """Take an option as a click on it does."""
        self.choose(value)


class SeveralBox(PickerBox):
    """Takes several options, or none.

    Signals:
        changed: Others are taken.
    """

    changed = Signal()
    several = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._chosen: list[str] = []

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options; what is chosen stays chosen, listed or not."""
        self._options = options
        self._refill()
        self.update()

    def chosen(self) -> list[str]:
        """Return the values that are chosen."""
        return self._chosen

    def choose_all(self, values: Sequence[str]) -> None:
        """Take these and no others."""
        if list(values) != self._chosen:
            self._chosen = list(values)
            self._refill()
            self.update()
            self.changed.emit()

    def pick(self, value: str) -> None:
        """Take an option, or let it go; they stand in the order of the list."""
        taken = set(self._chosen) ^ {value}
        in_order = dict.fromkeys([*(option.value for option in self._options), *self._chosen])
        self.choose_all([one for one in in_order if one in taken])

    def words(self) -> str:
        """Return what is chosen, in words."""
        words = {option.value: option.words for option in self._options}
        return ", ".join(words.get(one, one) for one in self._chosen) or self.tr("none")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802 - Qt's name
        """Draw a combo box with the words of all that is chosen."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        option.currentText = self.fontMetrics().elidedText(self.words(), Qt.TextElideMode.ElideRight, room.width() - 8)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Open the list with the keys that would step through options."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.showPopup()
        else:
            super().keyPressEvent(event)


class PickerEditor(FieldEditor):
    """One of many options."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None) -> None:
        self._box = PickerBox(theme)
        self._default = str(field.default)
        super().__init__(field, self._box, parent)
        self.column.addWidget(self._box)
        self._box.set_options([Option(self._default, self._default)])
        self._box.currentIndexChanged.connect(self.changed)

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options."""
        self._box.set_options(options)

    def text(self) -> str:
        """Return the value that is chosen."""
        return self._box.value()

    def set_text(self, text: str) -> None:
        """Choose a value; "" the default."""
        self._box.choose(text or self._default)


class SeveralEditor(FieldEditor):
    """Several options, or none; in words their values with commas between them."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None) -> None:
        self._box = SeveralBox(theme)
        self._help = self.tr("What changes how the run computes. The list explains each, and why some do not fit.")
        super().__init__(field, self._box, parent)
        self.column.addWidget(self._box)
        self._box.changed.connect(self.changed)
        self.explain(self._help)

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options; the words for what is chosen belong to the explanation, since the box may be too narrow for them."""
        self._box.set_options(options)
        self.explain(f"{with_capital(self._box.words())}. {self._help}" if self._box.chosen() else self._help)

    def text(self) -> str:
        """Return the values that are chosen."""
        return ",".join(self._box.chosen())

    def set_text(self, text: str) -> None:
        """Choose values, with commas between them; "" none."""
        self._box.choose_all([one.strip() for one in text.split(",") if one.strip()])
