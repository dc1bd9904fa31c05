"""How the cells of the table of settings are drawn."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter

from gpuscope.gui.pages.compare.setting_table_model import SettingTableModel
from gpuscope.gui.pages.compare.table_delegates import RowDelegate

AnyIndex = QModelIndex | QPersistentModelIndex


class SettingDelegate(RowDelegate):
    """The label, then values in tabular figures; what belongs to the surroundings is muted."""

    def _draw(self, painter: QPainter, area: QRectF, index: AnyIndex) -> None:
        model = index.model()
        assert isinstance(model, SettingTableModel)
        palette, row = self._theme.palette, model.row(index)
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        is_quiet = row.is_environment or words == "–"
        self._write(painter, area.adjusted(14, 0, -6, 0), words, self._body, palette.muted if is_quiet else palette.text)
