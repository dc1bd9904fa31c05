"""Editors that choose one or several of many options from a list with explanations."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from gpuscope.core.field import Field
from gpuscope.gui.engine_texts import with_capital
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.field_editor import ChoiceBox, ChoiceEditor, FieldEditor, Option
from gpuscope.gui.widgets.picker_list import PickerList


class PickerBox(ChoiceBox):
    """A combo box that opens a :class:`PickerList` instead of its own list."""

    several = False

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._options: Sequence[Option] = ()
        self._open: PickerList | None = None

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options; the selected value is kept even if it is not listed."""
        self._options = options
        super().set_options(options)
        self._refill()

    def _refill(self) -> None:
        if self._open is not None:
            self._open.set_options(self._options, self.chosen())

    def chosen(self) -> list[str]:
        """Return the selected values."""
        return [self.value()]

    def showPopup(self) -> None:
        """Open the list."""
        self._open = PickerList(self._theme, self.several, self.accessibleName(), self.window())
        self._open.destroyed.connect(self._forget)
        self._open.picked.connect(self.pick)
        self._refill()
        self._open.open_below(self)

    def _forget(self) -> None:
        self._open = None

    def pick(self, value: str) -> None:
        """Select an option as by a click."""
        self.choose(value)


class SeveralBox(PickerBox):
    """Selects any number of options.

    Signals:
        changed: The selection has changed.
    """

    changed = Signal()
    several = True
    spoken_role = "ComboBox"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._chosen: list[str] = []

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options; selected values are kept even if they are not listed."""
        self._options = options
        self._refill()
        self.update()

    def chosen(self) -> list[str]:
        """Return the selected values."""
        return self._chosen

    def choose_all(self, values: Sequence[str]) -> None:
        """Select exactly these options."""
        if list(values) != self._chosen:
            self._chosen = list(values)
            self._refill()
            self.update()
            self.changed.emit()

    def pick(self, value: str) -> None:
        """Toggle an option; selected ones keep the order of the list."""
        taken = set(self._chosen) ^ {value}
        in_order = dict.fromkeys([*(option.value for option in self._options), *self._chosen])
        self.choose_all([entry for entry in in_order if entry in taken])

    def chosen_text(self) -> str:
        """Return the selection as text."""
        names = {option.value: option.label for option in self._options}
        return ", ".join(names.get(value, value) for value in self._chosen) or self.tr("none")

    def spoken_value(self) -> str:
        """Return the selection and the help for screen readers."""
        return f"{self.chosen_text()}. {self.accessibleDescription()}"

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw a combo box with the text of the selection."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        option.currentText = self.fontMetrics().elidedText(self.chosen_text(), Qt.TextElideMode.ElideRight, room.width() - 8)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with the keys that would otherwise step through the options."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.showPopup()
        else:
            super().keyPressEvent(event)


class PickerEditor(ChoiceEditor):
    """Editor of one of many options, whose list explains each."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(field, parent, PickerBox(theme))

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options."""
        self._box.set_options(options)

    def text(self) -> str:
        """Return the selected value."""
        return self._box.value()


class SeveralEditor(FieldEditor):
    """Editor of any number of options; its text is the comma-separated values."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None) -> None:
        self._box = SeveralBox(theme)
        self._help = self.tr("What changes how the run computes. The list explains each, and why some do not fit.")
        super().__init__(field, self._box, parent)
        self.column.addWidget(self._box)
        self._box.changed.connect(self.changed)
        self.explain(self._help)

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options; the help includes the selection's text, for which the box may be too narrow."""
        self._box.set_options(options)
        self.explain(f"{with_capital(self._box.chosen_text())}. {self._help}" if self._box.chosen() else self._help)

    def text(self) -> str:
        """Return the selected values, comma-separated."""
        return ",".join(self._box.chosen())

    def shown_text(self) -> str:
        """Return the selection as displayed."""
        return self._box.chosen_text()

    def set_text(self, text: str) -> None:
        """Select comma-separated values; "" for none."""
        self._box.choose_all([value.strip() for value in text.split(",") if value.strip()])
