"""The line in which a run is renamed, in its cell."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpuscope.gui.pages.runs.text_dialog import MOST

Index = QModelIndex | QPersistentModelIndex


class NameDelegate(QStyledItemDelegate):
    """Edits names; the table draws itself."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802, ARG002 - Qt's name
        """Make the line in which a run is renamed."""
        editor = QLineEdit(parent)
        editor.setMaxLength(MOST)
        editor.setAccessibleName(self.tr("Name of the run"))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Fill the line once: what the list learns while the user types does not overwrite it."""
        if isinstance(editor, QLineEdit) and not editor.property("filled"):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.setProperty("filled", True)
            editor.end(False)
            editor.home(True)  # all is selected, and the beginning is in view

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802 - Qt's name
        """Hand the name on when it was changed."""
        if isinstance(editor, QLineEdit) and editor.isModified():
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802, ARG002 - Qt's name
        """Let the line fill its cell."""
        editor.setGeometry(option.rect.adjusted(0, 1, 0, -1))
