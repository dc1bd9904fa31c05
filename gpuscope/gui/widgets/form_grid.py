"""Lays out the editors of a form in two columns, with errors below each row."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QWidget

from gpuscope.gui.widgets.field_editor import FieldEditor
from gpuscope.gui.widgets.layouts import grid

Row = tuple[FieldEditor, ...]
"""One editor across both columns, or two side by side; a single narrow one is in the left column."""
_ROW_SPACE, _TROUBLE_SPACE = 10, 4
"""Pixels above an editor, and above the error line below it, which is closer because it belongs to the editor."""


class FormGrid(QWidget):
    """Rows of editors; rows may change, editors keep their values."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = grid(8, 0, 0, 1, parent=self, margins=(0, 0, 0, 0))
        self._shown: list[FieldEditor] = []
        self._arranged: tuple[tuple[Row, ...], frozenset[FieldEditor]] | None = None

    def arrange(self, rows: Sequence[Row], wide: Iterable[FieldEditor]) -> None:
        """Show exactly these rows; the editors in ``wide`` span both columns."""
        across = set(wide)
        wanted = (tuple(rows), frozenset(across))
        if wanted == self._arranged:  # otherwise the focused editor would be hidden for a moment and lose the focus
            return
        self._arranged = wanted
        for editor in self._shown:
            self._remove(editor)
        self._shown = [editor for row in rows for editor in row]
        for number, row in enumerate(rows):
            self._place(number * 3, row, across)

    def _remove(self, editor: FieldEditor) -> None:
        for widget in (editor, editor.trouble):
            self._grid.removeWidget(widget)
            widget.hide()

    def _place(self, at: int, row: Row, across: set[FieldEditor]) -> None:
        for column, editor in enumerate(row):
            editor.setContentsMargins(0, _ROW_SPACE if at else 0, 0, 0)
            self._grid.addWidget(editor, at, column, 1, 2 if editor in across else 1)
            if not editor.holds_trouble:
                editor.trouble.setContentsMargins(0, _TROUBLE_SPACE, 0, 0)
                self._grid.addWidget(editor.trouble, at + 1 + column, 0, 1, 2)
            editor.show()
            editor.trouble.setVisible(bool(editor.trouble.text()))

    @property
    def editors(self) -> list[FieldEditor]:
        """The current editors, in order."""
        return list(self._shown)

    @property
    def controls(self) -> list[QWidget]:
        """Widgets in tab order."""
        return [control for editor in self._shown for control in editor.controls]
