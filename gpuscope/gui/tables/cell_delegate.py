"""Draws the cells of all tables as their columns define, and edits editable ones."""

import math
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget

from gpuscope.core.figures import MISSING
from gpuscope.gui.fonts import font, legible
from gpuscope.gui.tables.column import ROW_HEIGHT, Column
from gpuscope.gui.tables.decorations import Canvas, Face, Fit, wrapped
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.tables.two_level_model import TwoLevelModel
from gpuscope.gui.theme import Theme
from gpuscope.system.language import unit_name

Index = QModelIndex | QPersistentModelIndex
PAD = 8
"""Horizontal padding of a cell in pixels; headings have the same in the style sheet."""
SELECTED_MARK = 2
"""Width in pixels of the bar at the left of a selected row."""
_TALL = "Ag国"
"""Letters as tall as any."""
_CHECK_GAP = 7
"""Pixels between a check mark and its text."""
_UNIT_GAP = 4
"""Pixels between a number and its unit: a space of the small face."""
_CHECK_STATES = {
    Qt.CheckState.Checked: QStyle.StateFlag.State_On,
    Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
    Qt.CheckState.PartiallyChecked: QStyle.StateFlag.State_NoChange,
}


class CellDelegate(QStyledItemDelegate):
    """Draws background, decorations and text; text is plain, on one line unless its column has more, and elided.

    Args:
        view: View of the table.
        pad: Horizontal padding of a cell, in logical pixels.
        focus_on_cell: Whether the keyboard moves by cells instead of rows.
    """

    def __init__(self, theme: Theme, view: QAbstractItemView, pad: int = PAD, *, focus_on_cell: bool = False) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._pad, self._focus_on_cell = pad, focus_on_cell
        self._fonts = {face: font(*face.value) for face in Face}
        self._metrics = {face: QFontMetricsF(made_font) for face, made_font in self._fonts.items()}
        # of one of several lines: the fallback font for Chinese has taller ones than the first font
        self._line_heights = {face: max(each.lineSpacing(), each.boundingRect(_TALL).height()) for face, each in self._metrics.items()}
        self._fits: dict[Fit, tuple[str, float]] = {}

    def canvas(self, painter: QPainter) -> Canvas:
        """Return the canvas of the cells, in the current colours."""
        return Canvas(painter, self._theme.palette, self._fonts, self._metrics, self._fits)

    def draw_ground(self, canvas: Canvas, area: QRectF, *, is_selected: bool, has_focus: bool) -> None:
        """Draw the background of a row, or of one of its cells."""
        fill = canvas.painter.fillRect
        if is_selected:
            fill(area, canvas.colour("accent_ground"))
            fill(QRectF(area.left(), area.top(), SELECTED_MARK, area.height()), canvas.colour("accent"))  # the colour alone is too weak
        fill(QRectF(area.left(), area.bottom() - 1, area.width(), 1), canvas.colour("accent" if has_focus else "grid"))
        if has_focus:
            fill(QRectF(area.left(), area.top(), area.width(), 1), canvas.colour("accent"))
            fill(QRectF(area.left(), area.top(), 1 if self._focus_on_cell else 3, area.height()), canvas.colour("accent"))
            if self._focus_on_cell:
                fill(QRectF(area.right() - 1, area.top(), 1, area.height()), canvas.colour("accent"))

    def draw_cell(self, canvas: Canvas, area: QRectF, column: Column[Any], row: Any) -> None:
        """Draw the decorations of a cell, then its text in the remaining room."""
        room = area.adjusted(self._pad, 0, -self._pad, 0)
        if column.decorations is not None:
            for decoration in column.decorations(row):
                room = decoration.draw(canvas, room)
        text = column.text(row)
        if not text or room.width() <= 0:
            return
        colour = column.colour(row) if column.colour is not None else "faint" if text == MISSING else "text"
        if column.has_unit:
            text, room = self._draw_unit(canvas, room, text)
        lines = self._lines(column, text, room.width())
        if len(lines) == 1:
            if column.cut_text is not None and canvas.width(text, column.face) > room.width():
                text = column.cut_text(row)
            canvas.write(room, text, column.face, colour, column.alignment, column.elides)
            return
        height = self._line_heights[column.face]
        top = room.center().y() - len(lines) * height / 2
        for place, line in enumerate(lines):
            canvas.write(QRectF(room.left(), top + place * height, room.width(), height), line, column.face, colour, column.alignment)

    def _lines(self, column: Column[Any], text: str, width: float) -> list[str]:
        """Return the lines of a text within a width; one line for a column of one."""
        if column.most_lines == 1 or self._metrics[column.face].horizontalAdvance(text) <= width:
            return [text]
        return wrapped(legible(text), self._fonts[column.face], width, column.most_lines)

    def row_height(self, columns: Iterable[tuple[Column[Any], int]], row: Any) -> int:
        """Return the height of a row in logical pixels, for columns with their widths: `ROW_HEIGHT`, and more for further lines."""
        more = [
            (len(self._lines(column, column.text(row), width - 2 * self._pad)) - 1) * self._line_heights[column.face]
            for column, width in columns
            if column.most_lines > 1
        ]
        return ROW_HEIGHT + math.ceil(max(more, default=0.0))

    def _draw_unit(self, canvas: Canvas, room: QRectF, text: str) -> tuple[str, QRectF]:
        """Draw the unit of a figure at the right end; return the number and the remaining room."""
        number, _, unit = text.rpartition(" ")
        if not number:
            return text, room
        width = canvas.write(room.adjusted(0, 0.5, 0, 0.5), unit_name(unit), Face.SMALL, "muted", Qt.AlignmentFlag.AlignRight)
        return number, room.adjusted(0, 0, -width - _UNIT_GAP, 0)

    # QStyledItemDelegate

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        """Return the height of a row; the table determines widths."""
        return QSize(0, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell of a tree, which marks and frames its rows; tables draw all cells at once."""
        painter.save()
        canvas, area = self.canvas(painter), QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, canvas.colour("accent_ground"))
        cell = _cell(index)
        if cell is not None:
            self.draw_cell(canvas, self._beside_check(painter, option, index, area), *cell)
        painter.restore()

    def _beside_check(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, area: QRectF) -> QRectF:
        """Draw the check mark of a cell, if any, as a disabled one if it cannot be changed; return the remaining room."""
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
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            box.state &= ~QStyle.StateFlag.State_Enabled
        style.drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, self._view)
        return QRectF(
            mark.right() + _CHECK_GAP - self._pad, area.top(), area.right() - mark.right() - _CHECK_GAP + self._pad, area.height()
        )

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show a tooltip unless it would only repeat the fully visible text."""
        cell = _cell(index) if index.isValid() else None
        if event.type() == QEvent.Type.ToolTip and cell is not None and self.is_whole(cell[0], cell[1], option.rect.width()):
            QToolTip.hideText()
            return True
        return super().helpEvent(event, view, option, index)

    def whole_width(self, column: Column[Any], rows: Iterable[Any]) -> int:
        """Return the width at which every text of a column fits on one line, in logical pixels."""
        advance = self._metrics[column.face].horizontalAdvance
        return math.ceil(max((advance(legible(column.text(row))) for row in rows), default=0.0)) + 2 * self._pad

    def is_whole(self, column: Column[Any], row: Any, width: int) -> bool:
        """Return whether the text of a cell fits a width and its tooltip adds nothing."""
        if column.tooltip is not None or column.decorations is not None:
            return False
        text, room = legible(column.text(row)), width - 2 * self._pad
        return "".join(self._lines(column, text, room)).replace(" ", "") == text.replace(" ", "") and (
            column.most_lines > 1 or self._metrics[column.face].horizontalAdvance(text) <= room
        )

    # Editing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: ARG002 - Qt's signature
        """Create the line editor of a cell."""
        editor = QLineEdit(parent)
        cell = _cell(index)
        if cell is not None and cell[0].edit is not None:
            editor.setMaxLength(cell[0].edit.longest)
            editor.setAccessibleName(cell[0].edit.label())
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor once, so that updates of the table do not overwrite what the user types."""
        if isinstance(editor, QLineEdit) and not editor.property("filled"):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.setProperty("filled", True)
            editor.end(False)
            editor.home(True)  # selects all with the start in view

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Pass on the text if it has changed."""
        if isinstance(editor, QLineEdit) and editor.isModified():
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: ARG002 - Qt's signature
        """Fit the editor to its cell."""
        editor.setGeometry(option.rect.adjusted(0, 1, 0, -1))


def _cell(index: Index) -> tuple[Column[Any], Any] | None:
    model = index.model()
    assert isinstance(model, RowTableModel | TwoLevelModel)
    return model.cell(index)
