"""The tables of a run's report on the tabs of an opened run; ``gpuscope show`` prints the same tables."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QScrollArea, QWidget

from gpuscope.analysis.bottleneck import Bottleneck
from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.quantity import Quantity
from gpuscope.gui.accessibility import ReadingArea
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.run_view.bottleneck_card import BottleneckCard
from gpuscope.gui.tables.cell_delegate import PAD
from gpuscope.gui.tables.column import HEADER_HEIGHT, Column
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.reports import model
from gpuscope.reports.model import Report, Table
from gpuscope.reports.run_report import verdict_sentence

_DEVICE, _METRIC, _VALUE, _SPREAD, _NO_SPREAD, _QUALITY, _SECONDS = (grown(width) for width in (74, 200, 130, 110, 20, 120, 80))
"""Pixels of the columns; fixed, so that the tables of a tab line up, except for an empty column of uncertainties."""
_METRICS = grown(412)
"""Least width in pixels for the metrics missing in a gap: most of the five that a GPU's fastest call reads."""
_METRICS_PLACE = 3
"""Index of the column of metrics in the table of gaps."""
_KNOB, _KEY = grown(120), grown(200)
"""Pixels of the first columns of "What was run" and "Where it was run"."""
_SPREAD_IN_RUN = 2
"""Index of the uncertainty column in the table of a run's numbers."""
_QUIET_FROM = 3
"""Index of the first muted column; it and those after it qualify the figures: their quality and source."""
_LONGEST = 5_000
"""Maximum characters kept of a cell, for the tooltip and the clipboard."""
_MOST_LINES = 3
"""Most lines of a cell: of names that share a reason, and of reasons and sources, which are sentences."""
_LEAST_LAST = grown(160)
"""Pixels that the last column keeps beside the others, or less if its texts need less."""
Cells = Sequence[model.Cell]


def figures_tab(theme: Theme, report: Report, limit: Bottleneck) -> QWidget:
    """Return the tab with the result, what limited the run, and all figures with their quality."""
    numbers, phases, energies, devices, *_ = report.tables
    first = (_DEVICE + _METRIC, _VALUE)
    run = ReportCard(
        theme, QCoreApplication.translate("RunDetails", "The run"), numbers, (*first, _spread(numbers, _SPREAD_IN_RUN), _QUALITY)
    )
    phase_cards = [ReportCard(theme, QCoreApplication.translate("RunDetails", "Its phases"), phases, first)] if phases.rows else []
    energy_widths = (*first, _spread(energies, _SPREAD_IN_RUN), _QUALITY)
    energy = [ReportCard(theme, QCoreApplication.translate("RunDetails", "Its energy"), energies, energy_widths)] if energies.rows else []
    widths = (_DEVICE, _METRIC, _VALUE, _spread(devices, _SPREAD_IN_RUN + 1), _QUALITY)
    each = ReportCard(theme, QCoreApplication.translate("RunDetails", "Its devices"), devices, widths)
    lead = [sentence for sentence in report.lead if sentence != verdict_sentence(limit)]
    return _scrolled(
        QCoreApplication.translate("RunDetails", "Figures of the run"),
        [_sentences(lead), BottleneckCard(limit), run, *phase_cards, *energy, each],
    )


def _spread(table: Table, place: int) -> int:
    """Return the width of a table's column of uncertainties: little if it is empty."""
    return _SPREAD if any(row[place] for row in table.rows) else _NO_SPREAD


def settings_tab(theme: Theme, report: Report) -> QWidget:
    """Return the tab with the run's settings and environment."""
    *_, spec, environment, _ = report.tables
    both = QWidget()
    row = horizontal(both, (0, 0, 0, 0), spacing=14)
    row.addWidget(ReportCard(theme, QCoreApplication.translate("RunDetails", "What was run"), spec, (_KNOB,)), 2, Qt.AlignmentFlag.AlignTop)
    row.addWidget(
        ReportCard(theme, QCoreApplication.translate("RunDetails", "Where it was run"), environment, (_KEY,)), 3, Qt.AlignmentFlag.AlignTop
    )
    return _scrolled(QCoreApplication.translate("RunDetails", "Settings and environment"), [both])


def gaps_tab(theme: Theme, report: Report) -> QWidget:
    """Return the tab with the gaps in the readings and the marks."""
    *_, marks, gaps, _, _, _ = report.tables
    missed, nothing = (
        _or(gaps, QCoreApplication.translate("RunDetails", "Every reading was taken.")),
        QCoreApplication.translate("RunDetails", "No mark was set. Marks are set while a run is live."),
    )
    return _scrolled(
        QCoreApplication.translate("RunDetails", "Gaps and marks"),
        [
            ReportCard(
                theme,
                QCoreApplication.translate("RunDetails", "Gaps in the readings"),
                missed,
                (_DEVICE, _SECONDS, _SECONDS, _METRICS),
                _METRICS_PLACE,
            ),
            ReportCard(theme, QCoreApplication.translate("RunDetails", "Marks"), _or(marks, nothing), (_SECONDS,)),
        ],
    )


def _or(table: Table, nothing: str) -> Table:
    return table if table.rows else Table(table.title, table.columns, (), (nothing,))


def _sentences(lead: Sequence[str]) -> QWidget:
    paragraph = QWidget()
    column = vertical(paragraph, (0, 0, 0, 0), spacing=5)
    for place, sentence in enumerate(lead):
        line = label(sentence, "strong" if place == 0 else "", wraps=True, is_selectable=True)
        column.addWidget(line)
    return paragraph


def _scrolled(name: str, parts: Sequence[QWidget]) -> QScrollArea:
    inside = QWidget()
    fill(vertical(inside, (20, 16, 20, 20), spacing=14), *parts, STRETCH)
    return ReadingArea(name, inside)


def report_columns(table: Table, widths: Sequence[int] = ()) -> list[Column[Cells]]:
    """Return the columns of a report's table; the last takes the remaining width. Texts wrap, except values of keys."""
    several = [*widths, *[0] * len(table.columns)]
    last = len(table.columns) - 1
    return [
        _report_column(table, place, 0 if place == last else several[place], has_lines=place != last or last > 1)
        for place in range(len(table.columns))
    ]


def _report_column(table: Table, place: int, width: int, *, has_lines: bool) -> Column[Cells]:
    column = table.columns[place]
    is_quiet = place >= _QUIET_FROM or (place == 0 and len(table.columns) == 2)
    return Column(
        key=column.header,
        heading=lambda: with_capital(composed_text(column.header)),
        text=lambda row: " ".join(_shown(row[place], column)[:_LONGEST].split()),
        accessible_text=lambda row: _shown(row[place], column),
        colour=lambda _: "muted" if is_quiet else "text",
        is_numeric=column.numeric,
        most_lines=_MOST_LINES if has_lines and not column.numeric else 1,
        width=width,
    )


def _shown(cell: model.Cell, column: model.Column) -> str:
    match cell:
        case None:
            return MISSING
        case Quantity():
            return figures.shown(cell, share=column.share)
        case float():
            return figures.significant(cell, 4)
        case int():
            return figures.figure(cell, "1")
        case str():
            return (cell if column.foreign else composed_text(cell))[:_LONGEST]


class ReportView(RowTable[Cells]):
    """A table as high as its rows, without a scroll bar, since the page scrolls. Copies rows as tab-separated lines.

    Texts that do not fit continue on further lines.

    Args:
        table: The table; with two columns, the first is a key and the heading is hidden.
        widths: Widths of all columns but the last, in logical pixels.
        growing: Index of a column that takes the room which the last one does not need; None for none.
    """

    def __init__(self, theme: Theme, table: Table, widths: Sequence[int], growing: int | None = None) -> None:
        self._model: RowTableModel[Cells] = RowTableModel(report_columns(table, widths))
        self._growing = growing
        super().__init__(theme, self._model)
        self._model.setParent(self)
        self._model.show_rows(table.rows)
        self.setAccessibleName(composed_text(table.title))
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_columns_out()
        copy = QAction(self.tr("Copy"), self)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _lay_columns_out(self) -> None:
        header, columns = self.horizontalHeader(), self._model.columns
        header.setSectionsClickable(False)
        header.setVisible(len(columns) > 2)
        for place, column in enumerate(columns):
            if column.width:
                header.resizeSection(place, column.width)
        header.setSectionResizeMode(len(columns) - 1, QHeaderView.ResizeMode.Stretch)

    def _narrow(self) -> None:
        """Keep room for the last column: if there is too little, as with large text, the others are only as wide as their texts."""
        header, (*others, _) = self.horizontalHeader(), self._model.columns
        room = self.viewport().width() - min(_LEAST_LAST, self.whole_width(len(others)))
        is_narrow = sum(column.width for column in others) > room
        for place, column in enumerate(others):
            if column.width and place != self._growing:
                needed = max(self.whole_width(place), header.sectionSizeHint(place))
                header.resizeSection(place, min(column.width, needed) if is_narrow else column.width)

    def _grow(self, place: int) -> None:
        """Give a column the room that its texts need and the last column can spare."""
        last = self._model.columnCount() - 1
        others = sum(self.columnWidth(other) for other in range(last) if other != place)
        least = min(self._model.columns[place].width, max(_LEAST_LAST, self.viewport().width() - others - _LEAST_LAST))
        taken = others + self.whole_width(last)
        width = max(least, min(self.whole_width(place), self.viewport().width() - taken))
        self.horizontalHeader().resizeSection(place, width)

    def _fit_height(self) -> None:
        self._narrow()
        if self._growing is not None:
            self._grow(self._growing)
        fixed = [self.columnWidth(place) for place in range(self._model.columnCount() - 1)]
        self.fit_rows([*fixed, self.viewport().width() - sum(fixed)])  # the header stretches the last one only after this
        rows = sum(self.rowHeight(row) for row in range(self._model.rowCount()))
        self.setFixedHeight(rows + (0 if self.horizontalHeader().isHidden() else HEADER_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows to the new width of the last column."""
        super().resizeEvent(event)
        self._fit_height()

    def copy(self) -> None:
        """Copy the selected rows, or all rows, as tab-separated lines."""
        rows = self.selected_rows() or self._model.shown
        lines = ["\t".join(" ".join(column.spoken_text(row).split()) for column in self._model.columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def hidden_text(self) -> str:
        """Return the full text of the current row's elided cells; "" if none is elided."""
        place = self.currentIndex().row()
        if not 0 <= place < len(self._model.shown):
            return ""
        row = self._model.shown[place]
        cut = [
            column.spoken_text(row)
            for at, column in enumerate(self._model.columns)
            if not self._delegate.is_whole(column, row, self.columnWidth(at))
        ]
        return "\n".join(cut)


class ReportCard(QFrame):
    """A heading, a table, the full text of the selected row's elided cells, and the notes below."""

    def __init__(self, theme: Theme, title: str, table: Table, widths: Sequence[int], growing: int | None = None) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.view = ReportView(theme, table, widths, growing)
        self._whole = label("", "small", wraps=True)
        self._whole.setContentsMargins(PAD, 0, PAD, 0)
        self._whole.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole.hide()
        column = vertical(self, (10, 12, 10, 10), spacing=6)
        heading = label(title, "heading")
        heading.setContentsMargins(PAD, 0, 0, 0)
        top = fill(QHBoxLayout(), (heading, 1))
        if table.rows:
            copy = Button(theme, "", "flat", "copy", QCoreApplication.translate("ReportCard", "Copy the table: selected rows, or all"))
            copy.clicked.connect(self.view.copy)
            top.addWidget(copy)
        column.addLayout(top)
        if table.rows:
            column.addWidget(self.view)
        column.addWidget(self._whole)
        for note in table.notes:
            line = label(composed_text(note), "small", wraps=True)
            line.setContentsMargins(PAD, 0, PAD, 0)
            column.addWidget(line)
        self.view.chosen.connect(self._show_whole)

    def _show_whole(self) -> None:
        text = self.view.hidden_text() if self.view.selected_rows() else ""
        show_or_hide(self._whole, text)
