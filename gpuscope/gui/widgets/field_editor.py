"""The editors of one field of a form: a line, a choice, a switch, a folder. Each is made from the field alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import Field
from gpuscope.gui.engine_words import engine_words, trouble_words
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, plain_tooltip


@dataclass(frozen=True, slots=True)
class Option:
    """One of a choice.

    Attributes:
        value: What is chosen.
        words: For it.
        reason: Why it cannot be taken; "" when it can.
        help: A paragraph on it.
        group: The heading under which it stands; "" for none.
    """

    value: str
    words: str
    reason: str = ""
    help: str = ""
    group: str = ""


class ChoiceBox(QComboBox):
    """A combo box of :class:`Option`; the wheel scrolls the form unless the box has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options; what is chosen stays chosen, listed or not."""
        chosen = self.value()
        self.blockSignals(True)
        self._model.clear()
        for one in options:
            self._model.appendRow(_item(one))
        self.choose(chosen or options[0].value)
        self.blockSignals(False)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)

    def value(self) -> str:
        """Return the chosen value; "" before there are options."""
        return self.currentData() or ""

    def choose(self, value: str) -> None:
        """Choose a value; one that is not listed is listed from now on."""
        if self.findData(value) < 0:
            self._model.appendRow(_item(Option(value, value)))
        self.setCurrentIndex(self.findData(value))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the form until the box was clicked or reached by Tab."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _item(option: Option) -> QStandardItem:
    item = QStandardItem(option.words)
    item.setData(option.value, Qt.ItemDataRole.UserRole)
    item.setEnabled(not option.reason)
    if option.reason:
        item.setToolTip(plain_tooltip(option.reason))
        item.setData(option.reason, Qt.ItemDataRole.AccessibleDescriptionRole)
    return item


class FieldEditor(QWidget):
    """A label, an editor below it, and a line for what is wrong, which a form places where there is room.

    Signals:
        changed: Its words have changed.
        start_wanted: Enter was pressed in it.

    Args:
        field: What is edited.
        control: The editor proper.
        parent: The widget that it belongs to.

    Attributes:
        key: Of the field.
        title: The field's label in words.
        help: What explains it, in words.
        control: What takes the focus.
        trouble: The line for what is wrong, or is warned of; hidden while nothing is.
    """

    changed = Signal()
    start_wanted = Signal()

    def __init__(self, field: Field, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = field.key
        self.title = engine_words(field.label)
        self.help = ""
        self._trouble_text = self._caution = ""
        self.control = control
        self.trouble = label("", "bad", wraps=True, parent=parent)
        self.trouble.hide()
        self._label: QLabel = label(self.title, "small")
        self._label.setBuddy(control)  # no focus proxy beside it: setTabOrder would close the form into a ring
        control.setAccessibleName(self.title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)
        self.column.addWidget(self._label)
        self.explain(engine_words(field.help))
        self.hide()  # until a form places it

    def explain(self, help: str) -> None:
        """Take what explains the field."""
        self.help = help
        self.control.setToolTip(plain_tooltip(help))
        self._describe("")

    def show_trouble(self, error: GpuscopeError | None) -> None:
        """Say what is wrong and what to do; None for nothing."""
        self._trouble_text = "" if error is None else trouble_words(error)
        self._show_line()

    def show_warning(self, text: str) -> None:
        """Warn of a value that is allowed; "" for nothing. What is wrong goes before it."""
        self._caution = text
        self._show_line()

    def _show_line(self) -> None:
        text = self._trouble_text or self._caution
        look = "bad" if self.is_wrong else "warn"
        if (text, look) == (self.trouble.text(), self.trouble.property("look")):
            return
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text) and not self.isHidden())
        self.trouble.setProperty("look", look)
        self.control.setProperty("wrong", self.is_wrong)
        for widget in (self.trouble, self.control):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._describe(text)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What the Tab key reaches, in order."""
        return (self.control,)

    def label_width(self) -> int:
        """Return the width that the label needs, in logical pixels."""
        return self._label.sizeHint().width()

    @property
    def is_wrong(self) -> bool:
        """Whether it says that something is wrong."""
        return bool(self._trouble_text)

    def _describe(self, trouble: str) -> None:
        self.control.setAccessibleDescription(f"{trouble} {self.help}".strip())

    def text(self) -> str:
        """Return what is said; "" for nothing."""
        raise NotImplementedError

    def set_text(self, text: str) -> None:
        """Say something else; "" for nothing."""
        raise NotImplementedError

    def set_default(self, words: str) -> None:
        """Show what holds while nothing is said."""


class LineEditor(FieldEditor):
    """A line of text or a number; what holds without one stands in it faintly."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        self._line = QLineEdit()
        super().__init__(field, self._line, parent)
        self.column.addWidget(self._line)
        self._line.textChanged.connect(self.changed)
        self._line.returnPressed.connect(self.start_wanted)

    def text(self) -> str:
        """Return what is said; "" for nothing."""
        return self._line.text()

    def set_text(self, text: str) -> None:
        """Say something else; "" for nothing."""
        self._line.setText(text)
        self._line.setCursorPosition(0)

    def set_default(self, words: str) -> None:
        """Show what holds while nothing is said."""
        self._line.setPlaceholderText(words)


class FolderEditor(LineEditor):
    """A folder, typed or chosen."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self._browse = Button(theme, "", "", "folder", self.tr("Choose a folder"))
        self._browse.setFixedWidth(34)
        self._browse.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._line, 1)
        row.addWidget(self._browse)
        self.column.addLayout(row)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What the Tab key reaches, in order."""
        return self._line, self._browse

    def _choose(self) -> None:
        dialog = QFileDialog(self.window(), self.title, self.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.set_text)
        dialog.open()


class ChoiceEditor(FieldEditor):
    """One of several values; those that cannot be had here are listed with the reason, and cannot be chosen."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        self._box = ChoiceBox()
        self._default = str(field.default)
        self._help = engine_words(field.help)
        super().__init__(field, self._box, parent)
        self.column.addWidget(self._box)
        self._box.set_options([Option(one, one) for one in field.choices or (self._default,)])
        self._box.choose(self._default)
        self._box.currentIndexChanged.connect(self.changed)

    def set_options(self, options: Sequence[Option]) -> None:
        """List other options; why some cannot be had belongs to the explanation."""
        self._box.set_options(options)
        lacking = dict.fromkeys(f"{one.reason}." for one in options if one.reason)
        self.explain(" ".join([self._help, *lacking]).strip())

    def text(self) -> str:
        """Return the value that is chosen; "" for the default."""
        return "" if self._box.value() == self._default else self._box.value()

    def set_text(self, text: str) -> None:
        """Choose a value; "" the default."""
        self._box.choose(text or self._default)


class SwitchEditor(FieldEditor):
    """Yes or no."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        self._switch = QCheckBox()
        self._default = field.default is True
        super().__init__(field, self._switch, parent)
        self._label.hide()
        self._switch.setText(self.title)
        self._switch.setChecked(self._default)
        self.column.addWidget(self._switch)
        self._switch.toggled.connect(self.changed)

    def text(self) -> str:
        """Return "true" or "false"; "" for the default."""
        return "" if self._switch.isChecked() is self._default else str(self._switch.isChecked()).lower()

    def set_text(self, text: str) -> None:
        """Switch; "" to the default."""
        self._switch.setChecked(text.lower() in ("true", "yes", "1") if text else self._default)
