"""Draws the cells of every table by what their columns say, and edits those that can be edited."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget

from gpuscope.gui.fonts import font, legible
from gpuscope.gui.tables.column import MISSING, ROW_HEIGHT, Column
from gpuscope.gui.tables.decorations import Canvas, Face
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.tables.two_level_model import TwoLevelModel
from gpuscope.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
PAD = 8
"""Pixels between the edges of a cell and what it shows; headings have the same by the style sheet."""
_CHECK_GAP = 7
_UNIT_GAP = 4
_CHECK_STATES = {
    Qt.CheckState.Checked: QStyle.StateFlag.State_On,
    Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
    Qt.CheckState.PartiallyChecked: QStyle.StateFlag.State_NoChange,
}


class CellDelegate(QStyledItemDelegate):
    """Draws ground, decorations and text; text is plain, in one line, and elided where it does not fit.

    Args:
        theme: Gives the colours.
        view: The table.
        pad: Between the edges of a cell and what it shows, in logical pixels.
        focus_on_cell: Whether the keyboard walks from cell to cell and not from row to row.
    """

    def __init__(self, theme: Theme, view: QAbstractItemView, pad: int = PAD, *, focus_on_cell: bool = False) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._pad, self._focus_on_cell = pad, focus_on_cell
        self._fonts = {face: font(*face.value) for face in Face}
        self._metrics = {face: QFontMetricsF(made_font) for face, made_font in self._fonts.items()}

    def canvas(self, painter: QPainter) -> Canvas:
        """Return what cells are drawn with, in the colours in force."""
        return Canvas(painter, self._theme.palette, self._fonts, self._metrics)

    def draw_ground(self, canvas: Canvas, area: QRectF, *, is_selected: bool, has_focus: bool) -> None:
        """Draw what lies below the contents of a row, or of one of its cells.

        Args:
            canvas: On the table.
            area: All of the row, or the cell.
            is_selected: Whether the row is.
            has_focus: Whether keys act on it.
        """
        fill = canvas.painter.fillRect
        if is_selected:
            fill(area, canvas.colour("accent_ground"))
        fill(QRectF(area.left(), area.bottom() - 1, area.width(), 1), canvas.colour("accent" if has_focus else "grid"))
        if has_focus:
            fill(QRectF(area.left(), area.top(), area.width(), 1), canvas.colour("accent"))
            fill(QRectF(area.left(), area.top(), 1 if self._focus_on_cell else 3, area.height()), canvas.colour("accent"))
            if self._focus_on_cell:
                fill(QRectF(area.right() - 1, area.top(), 1, area.height()), canvas.colour("accent"))

    def draw_cell(self, canvas: Canvas, area: QRectF, column: Column[Any], row: Any) -> None:
        """Draw the decorations of a cell, then its text in the room that they leave."""
        room = area.adjusted(self._pad, 0, -self._pad, 0)
        if column.decorations is not None:
            for decoration in column.decorations(row):
                room = decoration.draw(canvas, room)
        text = column.text(row)
        if not text or room.width() <= 0:
            return
        colour = column.colour(row) if column.colour is not None else "faint" if text == MISSING else "text"
        if column.widest_unit:
            text, room = self._draw_unit(canvas, room, text, column.widest_unit)
        canvas.write(room, text, column.face, colour, column.alignment, column.elides)

    def _draw_unit(self, canvas: Canvas, room: QRectF, text: str, widest: str) -> tuple[str, QRectF]:
        """Draw the unit of a figure into a slot at the right end; return the number and the room that is left for it."""
        number, _, unit = text.rpartition(" ")
        if not number:
            number, unit = text, ""
        width = max(canvas.width(widest, Face.SMALL), canvas.width(unit, Face.SMALL)) + _UNIT_GAP
        slot = QRectF(room.right() - width + _UNIT_GAP, room.top() + 0.5, width, room.height())
        if unit:
            canvas.write(slot, unit, Face.SMALL, "muted")
        return number, room.adjusted(0, 0, -width, 0)

    # What Qt asks

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802, ARG002 - Qt's name
        """Return the height of a row; widths are the table's business."""
        return QSize(0, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell of a tree, which frames its current row; tables draw all of theirs in one go."""
        painter.save()
        canvas, area = self.canvas(painter), QRectF(option.rect)
        self.draw_ground(canvas, area, is_selected=bool(option.state & QStyle.StateFlag.State_Selected), has_focus=False)
        cell = _cell(index)
        if cell is not None:
            self.draw_cell(canvas, self._beside_check(painter, option, index, area), *cell)
        painter.restore()

    def _beside_check(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, area: QRectF) -> QRectF:
        """Draw the check mark of a cell that has one; return the room beside it."""
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return area
        box = QStyleOptionViewItem(option)
        self.initStyleOption(box, index)
        style = self._view.style()
        mark = style.subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, box, self._view)
        mark.moveTop(option.rect.top() + (option.rect.height() - mark.height()) // 2)
        box.rect = mark
        box.state = (option.state & ~QStyle.StateFlag.State_HasFocus) | _CHECK_STATES[Qt.CheckState(state)]
        style.drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, self._view)
        return QRectF(
            mark.right() + _CHECK_GAP - self._pad, area.top(), area.right() - mark.right() - _CHECK_GAP + self._pad, area.height()
        )

    def helpEvent(  # noqa: N802 - Qt's name
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show a tooltip that says more than the cell; one that would repeat a text that is seen whole is not shown."""
        cell = _cell(index) if index.isValid() else None
        if event.type() == QEvent.Type.ToolTip and cell is not None and self.is_whole(cell[0], cell[1], option.rect.width()):
            QToolTip.hideText()
            return True
        return super().helpEvent(event, view, option, index)

    def is_whole(self, column: Column[Any], row: Any, width: int) -> bool:
        """Return whether the text of a cell fits a width and its tooltip has nothing to add."""
        if column.tooltip is not None or column.decorations is not None:
            return False
        return self._metrics[column.face].horizontalAdvance(legible(column.text(row))) <= width - 2 * self._pad

    # Editing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802, ARG002 - Qt's name
        """Make the line in which a cell is edited."""
        editor = QLineEdit(parent)
        cell = _cell(index)
        if cell is not None and cell[0].edit is not None:
            editor.setMaxLength(cell[0].edit.longest)
            editor.setAccessibleName(cell[0].edit.label())
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Fill the line once: what the table learns while the user types does not overwrite it."""
        if isinstance(editor, QLineEdit) and not editor.property("filled"):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.setProperty("filled", True)
            editor.end(False)
            editor.home(True)  # all is selected, and the beginning is in view

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802 - Qt's name
        """Hand the text on when it was changed."""
        if isinstance(editor, QLineEdit) and editor.isModified():
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802, ARG002 - Qt's name
        """Let the line fill its cell."""
        editor.setGeometry(option.rect.adjusted(0, 1, 0, -1))


def _cell(index: Index) -> tuple[Column[Any], Any] | None:
    model = index.model()
    assert isinstance(model, RowTableModel | TwoLevelModel)
    return model.cell(index)
