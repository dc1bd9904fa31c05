"""The dialog for adding runs to the comparison."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QDialog, QHBoxLayout, QLineEdit, QWidget

from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.run_picker_model import NAME, RunPickerModel
from gpuscope.gui.tables.two_level_tree import TwoLevelTree
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.search_field import SearchField

_SIZE = QSize(900, 580)
"""Pixels; fits all columns, within a window of 1024 by 640."""
_MOST_OPEN = 300
"""Maximum number of rows expanded initially; with thousands, each keystroke in the filter would be slow."""


class RunTree(TwoLevelTree):
    """The list of runs; Space toggles the check marks of all selected rows.

    Attributes:
        toggled: Space was pressed.
    """

    toggled = Signal()

    def __init__(self, theme: Theme, model: RunPickerModel) -> None:
        super().__init__(theme, model)
        self._model = model
        self.setAccessibleName(self.tr("Runs"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def opened_sections(self) -> Iterable[int]:
        """Return the indices of the first specs, up to a maximum number of rows."""
        rows, opened = 0, []
        for place, branch in enumerate(self._model.branches[:_MOST_OPEN]):
            rows += 1 + len(branch.rows)
            if rows <= _MOST_OPEN or place == 0:
                opened.append(place)
        return opened

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Toggle check marks on Space."""
        if event.key() == Qt.Key.Key_Space:
            self.toggled.emit()
        else:
            super().keyPressEvent(event)


class RunPicker(QDialog):
    """Runs by spec, a filter, and an option to add the picked runs as a single group.

    Attributes:
        picked: Ids of the picked runs, and the name of their group; "" to add each to the group of its spec.
    """

    picked = Signal(list, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Choose runs"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE)
        self._model = RunPickerModel()
        self._model.setParent(self)
        self._filter = SearchField(theme, self.tr("Filter by name, setting, state, tag or id"), self.tr("Filter"))
        self._filter.textChanged.connect(self._model.set_filter)
        self._tree = RunTree(theme, self._model)
        self._status = label("", "small")
        self._as_group = QCheckBox(self.tr("As one group named"))
        self._name = QLineEdit(maxLength=200, placeholderText=self.tr("otherwise runs with the same settings form a group"))
        self._name.setAccessibleName(self.tr("Name of the group"))
        self._name.setEnabled(False)
        self._add = Button(theme, "", "main", clicked=self._accept)
        self._cancel = Button(theme, self.tr("Cancel"), clicked=self.reject)
        self._connect()
        self._lay_out()
        self._update()

    def _connect(self) -> None:
        self._tree.toggled.connect(self._toggle_selected)
        self._tree.activated.connect(self._accept_row)
        self._as_group.toggled.connect(self._name.setEnabled)
        self._as_group.toggled.connect(self._model.set_regrouping)
        self._as_group.toggled.connect(lambda on: on and self._name.setFocus())
        for changed in (self._as_group.toggled, self._name.textChanged, self._model.dataChanged, self._model.modelReset):
            changed.connect(self._update)
        self._add.setDefault(True)

    def _lay_out(self) -> None:
        group, foot = QHBoxLayout(), QHBoxLayout()
        fill(group, self._as_group, (self._name, 1))
        fill(foot, (self._status, 1), self._cancel, self._add)
        fill(vertical(self, (16, 16, 16, 16), spacing=12), self._filter, (self._tree, 1), group, foot)

    def set_runs(self, records: Iterable[RunRecord], compared: Iterable[str]) -> None:
        """Update the runs; check marks, current row, selection and filter are kept."""
        is_first = self._model.is_empty
        self._model.set_runs(records, compared)
        if is_first and self._model.rowCount():
            self._tree.setCurrentIndex(self._model.index(0, NAME))
        self._update()

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
        self._status.setText(self._hint(named))

    def _hint(self, named: bool) -> str:
        if self._model.is_empty:
            return self.tr("No runs are kept yet: start one on the Run page.")
        if not self._model.rowCount():
            return self.tr("No run matches all of these words.")
        if not named:
            return self.tr("The group needs a name.")
        return self.tr("Space checks the selected rows, Enter adds what is checked.")
