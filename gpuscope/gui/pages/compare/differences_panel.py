"""Differences between the groups: specs first, environment behind a button, and the number of equal settings."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent

from gpuscope.analysis.comparability import settings_compared
from gpuscope.core.figures import MISSING
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.comparison_columns import PAD
from gpuscope.gui.pages.compare.comparison_table import SCROLL_BAR, GroupHeader
from gpuscope.gui.tables.column import HEADER_HEIGHT, ROW_HEIGHT, Column
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal
from gpuscope.reports.comparison_settings import SettingRow
from gpuscope.reports.comparison_view import ComparisonView

_LABEL_WIDTH, _LEAST_VALUE, _WIDEST_VALUE = grown(112), grown(72), grown(150)
"""Pixels of "Operating system", of a short value such as "2.13.0", and of a long one where the table scrolls."""


def setting_columns(names: Sequence[str]) -> list[Column[SettingRow]]:
    """Return the columns: the setting, and its value in each group; environment rows are muted."""
    setting: Column[SettingRow] = Column(
        key="setting",
        heading=lambda: QCoreApplication.translate("DifferencesPanel", "Setting"),
        text=lambda row: engine_text(row.label),
        tooltip=lambda row: f"{row.label}\n{row.key}",
        colour=_setting_colour,
    )
    return [setting, *(_value_column(name, place) for place, name in enumerate(names))]


def _value_column(name: str, place: int) -> Column[SettingRow]:
    return Column(
        key=f"group:{place}",
        heading=lambda: name,
        heading_tooltip=lambda: name,
        text=lambda row: engine_text(row.values[place]),
        tooltip=lambda row: row.whole[place],
        colour=lambda row: "muted" if row.values[place] == MISSING else _setting_colour(row),
    )


def _setting_colour(row: SettingRow) -> str:
    return "muted" if row.is_environment else "text"


class DifferencesPanel(Card):
    """The table of settings, as high as its rows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.set_heading(self.tr("What differs"))
        self._rows: Sequence[SettingRow] = ()
        self._names: Sequence[str] = ()
        self._total = 0
        self._is_whole = False
        self.model: RowTableModel[SettingRow] = RowTableModel(setting_columns(()), lambda row: row.key)
        self.model.setParent(self)
        self.view = RowTable(theme, self.model, pad=PAD)
        self._set_up_view(theme)
        self.fold = Button(theme, "", "flat", clicked=self._unfold)
        self._rest = label("", "muted", wraps=True)
        self._rest.setContentsMargins(14, 8, 14, 12)
        foot = fill(horizontal(margins=(6, 4, 14, 0)), self.fold, STRETCH)
        fill(self.column, self.view, foot, self._rest, STRETCH)

    def _set_up_view(self, theme: Theme) -> None:
        view = self.view
        self._header = GroupHeader(theme, view, over_texts=True)
        view.setHorizontalHeader(self._header)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Settings that differ"))

    def show_comparison(self, view: ComparisonView) -> None:
        """Show a comparison; the expansion is unchanged."""
        self._rows, self._names = view.settings, view.names
        self._total = settings_compared(view.comparison.groups)
        self._show()

    def _unfold(self) -> None:
        self._is_whole = not self._is_whole
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width."""
        super().resizeEvent(event)
        self._fit()

    def _show(self) -> None:
        environment = [row for row in self._rows if row.is_environment]
        rows = self._rows if self._is_whole else [row for row in self._rows if not row.is_environment]
        self.model.show_table(setting_columns(self._names), rows)
        self._header.set_groups({place + 1: place for place in range(len(self._names))}, ())
        self.view.setVisible(bool(rows))
        self.fold.setVisible(bool(environment))
        count = self.tr("1 environment setting differs") if len(environment) == 1 else self.tr("{0} environment settings differ")
        self.fold.setText(self.tr("Hide the environment") if self._is_whole else count.format(len(environment)))
        if self._rows:
            self._rest.setText(self.tr("None of the other {0} recorded settings differ.").format(self._total - len(self._rows)))
        else:
            self._rest.setText(self.tr("None of the {0} recorded settings differ.").format(self._total))
        self._fit()

    def _least_title(self) -> int:
        """Return the pixels of the longest setting shown and of the heading, at most the usual width."""
        face = QFontMetricsF(font(BODY_PX))
        titles = [self.model.columns[0].title, *(engine_text(row.label) for row in self.model.shown)]
        return min(_LABEL_WIDTH, math.ceil(max(map(face.horizontalAdvance, titles))) + 2 * PAD)

    def _widest_value(self) -> int:
        """Return the pixels of the longest value shown."""
        face = QFontMetricsF(font(BODY_PX))
        values = [engine_text(value) for row in self.model.shown for value in row.values]
        return math.ceil(max(map(face.horizontalAdvance, values), default=0.0)) + 2 * PAD

    def _fit(self) -> None:
        count = max(1, len(self._names))
        title = _LABEL_WIDTH if _LABEL_WIDTH + count * _LEAST_VALUE <= self.view.width() else self._least_title()
        value = (self.view.width() - title) // count
        if value < _LEAST_VALUE:  # it scrolls, so values need not be cut
            value = max(_LEAST_VALUE, min(_WIDEST_VALUE, self._widest_value()))
        self.view.setColumnWidth(0, max(title, self.view.width() - count * value))
        for column in range(1, self.model.columnCount()):
            self.view.setColumnWidth(column, value)
        scrolls = title + count * value > self.view.width()
        height = HEADER_HEIGHT + self.model.rowCount() * ROW_HEIGHT
        self.view.setFixedHeight(height + (SCROLL_BAR if scrolls else 0))
