"""The dialog that adds runs to what is compared."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QDialog, QHBoxLayout, QHeaderView, QLineEdit, QTreeView, QVBoxLayout, QWidget

from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.run_picker_model import NAME, RunPickerModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label

_FLAG = QItemSelectionModel.SelectionFlag
_SIZE = QSize(900, 580)
_MOST_OPEN = 300
"""Rows that are open at first, and specs whose words go over all columns: with thousands of them each key in the filter would take long."""
_WIDTHS = (None, 92, 180, 150, 84, 92)


class _RunTree(QTreeView):
    """The list; Space checks all selected rows.

    Attributes:
        toggled: Space was pressed.
    """

    toggled = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Check by Space."""
        if event.key() == Qt.Key.Key_Space:
            self.toggled.emit()
        else:
            super().keyPressEvent(event)


class RunPicker(QDialog):
    """Runs by their specs, a filter, and whether the picked ones become one group.

    Attributes:
        picked: The picked ids, and the name of the group that they shall form; "" when each goes to the group of its spec.
    """

    picked = Signal(list, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Choose runs"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE)
        self._model = RunPickerModel()
        self._model.setParent(self)
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(self.tr("Filter by name, setting, state, tag or id"))
        self._filter.setAccessibleName(self.tr("Filter"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._filter_changed)
        self._tree = self._made_tree()
        self._words = label("", "small")
        self._as_group = QCheckBox(self.tr("As one group named"))
        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name of the group"))
        self._name.setMaxLength(200)
        self._name.setPlaceholderText(self.tr("else runs of one spec form a group"))
        self._name.setEnabled(False)
        self._add = Button(theme, "", "main")
        self._cancel = Button(theme, self.tr("Cancel"))
        self._connect()
        self._lay_out()
        self._update()

    def _made_tree(self) -> _RunTree:
        tree = _RunTree()
        tree.setModel(self._model)
        tree.setAccessibleName(self.tr("Runs"))
        tree.setUniformRowHeights(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in enumerate(_WIDTHS):
            if width is not None:
                header.resizeSection(column, width)
        return tree

    def _connect(self) -> None:
        self._tree.toggled.connect(self._toggle_selected)
        self._tree.activated.connect(self._accept_row)
        self._as_group.toggled.connect(self._name.setEnabled)
        self._as_group.toggled.connect(lambda on: on and self._name.setFocus())
        for changed in (self._as_group.toggled, self._name.textChanged, self._model.dataChanged, self._model.modelReset):
            changed.connect(self._update)
        self._add.setDefault(True)
        self._add.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        group, foot = QHBoxLayout(), QHBoxLayout()
        group.addWidget(self._as_group)
        group.addWidget(self._name, 1)
        foot.addWidget(self._words, 1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self._filter)
        column.addWidget(self._tree, 1)
        column.addLayout(group)
        column.addLayout(foot)

    def set_runs(self, records: Iterable[RunRecord], compared: Iterable[str]) -> None:
        """Take the runs as they are now; check marks, the current row, the selected ones and the filter stay."""
        selection, key = self._tree.selectionModel(), self._model.key
        current, selected = key(self._tree.currentIndex()), [key(index) for index in selection.selectedRows(NAME)]
        is_first = self._model.is_empty
        self._model.set_runs(records, compared)
        self._open_sections()
        if current is not None:
            selection.setCurrentIndex(self._model.place(current), _FLAG.NoUpdate)
        elif is_first and self._model.rowCount():
            self._tree.setCurrentIndex(self._model.index(0, 0))
        for one in selected:
            if one is not None:
                selection.select(self._model.place(one), _FLAG.Select | _FLAG.Rows)

    def _open_sections(self) -> None:
        rows = 0
        for row in range(min(_MOST_OPEN, self._model.rowCount())):
            section = self._model.index(row, NAME)
            rows += 1 + self._model.rowCount(section)
            self._tree.setFirstColumnSpanned(row, QModelIndex(), True)
            if rows <= _MOST_OPEN or row == 0:
                self._tree.expand(section)

    def _filter_changed(self, text: str) -> None:
        self._model.set_filter(text)
        self._open_sections()

    def _toggle_selected(self) -> None:
        self._model.toggle(self._tree.selectionModel().selectedRows(NAME))

    def _accept_row(self) -> None:
        if not self._model.checked:
            self._toggle_selected()
        self._accept()

    def _accept(self) -> None:
        if self._add.isEnabled():
            self.picked.emit(self._model.checked, " ".join(self._name.text().split()) if self._as_group.isChecked() else "")
            self.accept()

    def _update(self) -> None:
        count = len(self._model.checked)
        self._add.setText(self.tr("Add 1 run") if count == 1 else self.tr("Add {0} runs").format(count) if count else self.tr("Add runs"))
        named = not self._as_group.isChecked() or bool(self._name.text().strip())
        self._add.setEnabled(count > 0 and named)
        self._words.setText(self._hint(named))

    def _hint(self, named: bool) -> str:
        if self._model.is_empty:
            return self.tr("No runs are kept yet: start one on the Run page.")
        if not self._model.rowCount():
            return self.tr("No run has all of these words.")
        if not named:
            return self.tr("The group needs a name.")
        return self.tr("Space checks the selected rows, Enter adds what is checked.")
