"""Editors of one form field: a line, a choice, a switch, a folder, each built from the field alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLabel, QLineEdit, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.field import Field
from gpuscope.gui.engine_texts import engine_text, error_text
from gpuscope.gui.fonts import font
from gpuscope.gui.stylesheet import set_look, set_wrong
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.focus_wheel import FocusComboBox
from gpuscope.gui.widgets.labels import label, plain_tooltip, set_tooltip
from gpuscope.gui.widgets.layouts import fill, horizontal, marked, vertical

_SCROLL_ROOM = 24
"""Pixels of a list beside its texts: the padding and the scroll bar of the style sheet."""
_FRAME = 16
"""Pixels of a list above and below its rows together: padding and border of the style sheet, and the margin of the popup."""
_MOST_ROWS = 10
"""Most visible rows of a list before it scrolls; Qt's default."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice.

    Attributes:
        label: Its text.
        reason: Why it is unavailable; "" if available.
        help: A paragraph of help.
        group: Heading above it; "" for none.
    """

    value: str
    label: str
    reason: str = ""
    help: str = ""
    group: str = ""


class ChoiceBox(FocusComboBox):
    """A combo box of :class:`Option`; the wheel scrolls the form unless the box has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options; the selected value is kept even if it is not listed."""
        chosen = self.value()
        with QSignalBlocker(self):
            self._model.clear()
            for option in options:
                self._model.appendRow(_item(option))
            self.choose(chosen or options[0].value)

    def showPopup(self) -> None:
        """Show the list as wide as its texts, of whole rows, with a scroll bar if it is long; only now does it have its style sheet."""
        self.view().setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + _SCROLL_ROOM)
        self.setMaxVisibleItems(max(1, min(_MOST_ROWS, self._rows_with_room())))
        super().showPopup()

    def _rows_with_room(self) -> int:
        """Return how many rows fit between the box and the further edge of the screen; with more, Qt would cut the last one."""
        screen = self.screen().availableGeometry()
        top = self.mapToGlobal(QPoint(0, 0)).y()
        room = max(top - screen.top(), screen.bottom() - top - self.height()) - _FRAME
        return room // max(1, self.view().sizeHintForRow(0))

    def value(self) -> str:
        """Return the selected value; "" without options."""
        return self.currentData() or ""

    def choose(self, value: str) -> None:
        """Select a value; add it to the list if necessary."""
        if self.findData(value) < 0:
            self._model.appendRow(_item(Option(value, value)))
        self.setCurrentIndex(self.findData(value))


def _item(option: Option) -> QStandardItem:
    item = QStandardItem(option.label)
    item.setData(option.value, Qt.ItemDataRole.UserRole)
    item.setEnabled(not option.reason)
    if option.reason:
        item.setToolTip(plain_tooltip(option.reason))
        item.setData(option.reason, Qt.ItemDataRole.AccessibleDescriptionRole)
    return item


class FieldEditor(QWidget):
    """A label, an editor below it, and an error line, which the form places.

    Signals:
        changed: The text has changed.
        start_wanted: Enter was pressed.

    Attributes:
        key: Key of the field.
        title: Label of the field.
        help: Help text.
        control: Widget that takes the focus.
        trouble: Line for an error or a warning; hidden without one.
        holds_trouble: Whether the editor itself has a place for that line.
    """

    holds_trouble = False

    changed = Signal()
    start_wanted = Signal()

    def __init__(self, field: Field, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = field.key
        self.title = engine_text(field.label)
        self.help = ""
        self._trouble_text = self._caution = ""
        self.control = control
        self.trouble = label("", "bad", wraps=True, parent=parent)
        self.trouble.hide()
        self._label: QLabel = label(self.title, "small")
        self._label.setBuddy(control)  # without a focus proxy, because setTabOrder would turn the form into a ring
        control.setAccessibleName(self.title)
        self.column = fill(vertical(self, (0, 0, 0, 0), spacing=4), self._label)
        self.explain(engine_text(field.help))
        self.hide()  # until a form places it

    def explain(self, help: str) -> None:
        """Set the help text."""
        self.help = help
        set_tooltip(self.control, help)
        self._describe("")

    def show_trouble(self, error: GpuscopeError | None) -> None:
        """Show an error with its hint; None for none."""
        self._trouble_text = "" if error is None else error_text(error)
        self._show_line()

    def show_warning(self, text: str) -> None:
        """Show a warning about a valid value; "" for none. An error takes precedence."""
        self._caution = text
        self._show_line()

    def _show_line(self) -> None:
        text = self._trouble_text or self._caution
        look = "bad" if self.is_wrong else "warn"
        if (text, look) == (self.trouble.text(), self.trouble.property("look")):
            return
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text) and not self.isHidden())
        set_look(self.trouble, look)
        set_wrong(self.control, self.is_wrong)
        self._describe(text)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Widgets in tab order."""
        return (self.control,)

    def label_width(self) -> int:
        """Return the width of the label, in logical pixels."""
        return QFontMetrics(font(SMALL_PX)).horizontalAdvance(self._label.text())

    @property
    def is_wrong(self) -> bool:
        """Whether it shows an error."""
        return bool(self._trouble_text)

    def _describe(self, trouble: str) -> None:
        self.control.setAccessibleDescription(f"{trouble} {self.help}".strip())

    def text(self) -> str:
        """Return what was typed or chosen; "" for nothing."""
        raise NotImplementedError

    def shown_text(self) -> str:
        """Return the text as displayed in the editor."""
        return self.text()

    def set_text(self, text: str) -> None:
        """Type or choose a text; "" clears the editor."""
        raise NotImplementedError

    def set_default(self, text: str) -> None:
        """Show the default as a placeholder."""


class LineEditor(FieldEditor):
    """A line of text or a number, with the default as a placeholder."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        self._line = QLineEdit()
        super().__init__(field, self._line, parent)
        self.column.addWidget(self._line)
        self._line.textChanged.connect(self.changed)
        self._line.returnPressed.connect(self.start_wanted)

    def text(self) -> str:
        """Return what was typed or chosen; "" for nothing."""
        return self._line.text()

    def set_text(self, text: str) -> None:
        """Type or choose a text; "" clears the editor."""
        self._line.setText(text)
        self._line.setCursorPosition(0)

    def set_default(self, text: str) -> None:
        """Show the default as a placeholder."""
        self._line.setPlaceholderText(text)


class PathEditor(LineEditor):
    """A folder or a file, typed or chosen in a dialog.

    Args:
        field: The edited field.
        of_file: Whether to choose a file instead of a folder.
    """

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None, *, of_file: bool = False) -> None:
        super().__init__(field, parent)
        self._of_file = of_file
        self._browse = Button(theme, "", "", "folder", self.tr("Choose a file") if of_file else self.tr("Choose a folder"))
        self._browse.setFixedWidth(34)
        self._browse.clicked.connect(self._choose)
        row = fill(horizontal(spacing=6), (self._line, 1), self._browse)
        self.column.addLayout(row)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Widgets in tab order."""
        return self._line, self._browse

    def _choose(self) -> None:
        mode = QFileDialog.FileMode.ExistingFile if self._of_file else QFileDialog.FileMode.Directory
        text = self.text()
        dialog = file_dialog(self.window(), self.title, mode, str(Path(text).parent) if text and self._of_file else text)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, not self._of_file)
        if text and self._of_file:
            dialog.selectFile(text)
        dialog.fileSelected.connect(self.set_text)
        dialog.open()


class ChoiceEditor(FieldEditor):
    """One of several values; unavailable ones are listed with the reason and disabled."""

    def __init__(self, field: Field, parent: QWidget | None = None, box: ChoiceBox | None = None) -> None:
        self._box = box or ChoiceBox()
        self._default = str(field.default)
        self._help = engine_text(field.help)
        super().__init__(field, self._box, parent)
        self.column.addWidget(self._box)
        self._box.set_options([Option(choice, engine_text(choice)) for choice in field.choices or (self._default,)])
        self._box.choose(self._default)
        self._box.currentIndexChanged.connect(self.changed)

    def set_options(self, options: Sequence[Option]) -> None:
        """Replace the options; reasons of unavailable ones become part of the help."""
        self._box.set_options(options)
        lacking = dict.fromkeys(f"{option.reason}{engine_text('.')}" for option in options if option.reason)
        self.explain(" ".join([self._help, *lacking]).strip())

    def text(self) -> str:
        """Return the selected value; "" for the default."""
        return "" if self._box.value() == self._default else self._box.value()

    def shown_text(self) -> str:
        """Return the selected option as displayed."""
        return self._box.currentText()

    def set_text(self, text: str) -> None:
        """Select a value; "" for the default."""
        self._box.choose(text or self._default)


class SwitchEditor(FieldEditor):
    """A yes/no switch."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        self._switch = QCheckBox()
        self._default = field.default is True
        super().__init__(field, self._switch, parent)
        self._label.hide()
        self._switch.setText(self.title)
        self._switch.setChecked(self._default)
        self.column.addLayout(marked(self._switch))  # no wider than its text: clicks beside it do not count
        self._switch.toggled.connect(self.changed)

    def text(self) -> str:
        """Return "true" or "false"; "" for the default."""
        return "" if self._switch.isChecked() is self._default else str(self._switch.isChecked()).lower()

    def set_text(self, text: str) -> None:
        """Set "true" or "false"; "" for the default."""
        self._switch.setChecked(text.lower() in ("true", "yes", "1") if text else self._default)
