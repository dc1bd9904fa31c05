"""The menu of a chart, by the right button, the menu key or Shift+F10, and its figures as a table, also by T."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QGraphicsView, QMenu, QWidget

from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_data import StripData
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.chart_table import ChartTableDialog
from gpuscope.reports.pictures.picture import ChartTable

_LONGEST = 60
"""Characters of a chart's title in the menu."""


@dataclass(frozen=True, slots=True)
class TabledChart:
    """A chart whose figures can be read as a table.

    Attributes:
        title: Title.
        table: Returns its values.
    """

    title: str
    table: Callable[[], ChartTable]


Charts = Callable[[QPoint | None], Sequence[TabledChart]]
"""Charts at a position of a widget; all of them for None (opened by keyboard)."""
Extend = Callable[[QMenu, TabledChart], None]
"""Adds what else can be done with a chart to its menu."""


class ChartMenu(QObject):
    """Adds a menu to charts.

    Args:
        theme: Of the tables.
        page: Parent of menu and tables.
        extend: Adds further actions for one chart.
    """

    def __init__(self, theme: Theme, page: QWidget, extend: Extend | None = None) -> None:
        super().__init__(page)
        self._theme, self._page, self._extend = theme, page, extend
        self._offers: dict[QObject, tuple[QWidget, Charts]] = {}

    def offer(self, widget: QWidget, charts: Charts) -> None:
        """Add the menu to a widget and the views in it."""
        parts: list[QWidget] = [widget]
        for view in widget.findChildren(QGraphicsView):
            parts += [view, view.viewport()]
        for part in parts:
            self._offers[part] = widget, charts
            part.installEventFilter(self)

    def offer_strips(self, stack: StripStack, chart: Callable[[Strip], TabledChart] | None = None) -> None:
        """Add the menu to each strip of a stack."""
        made = chart or (lambda strip: TabledChart(strip.title, partial(strip_table, stack, strip.key)))

        def charts(place: QPoint | None) -> list[TabledChart]:
            strips = stack.strips if place is None else [stack.strip_at(place)]
            return [made(strip) for strip in strips if strip is not None]

        self.offer(stack, charts)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Open the menu, or the table."""
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget) and watched in self._offers:
            return self._open_menu(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched in self._offers and _is_table_key(event):
            self.show_table(self._offers[watched][1](None))
            return True
        return super().eventFilter(watched, event)

    def _open_menu(self, watched: QWidget, event: QContextMenuEvent) -> bool:
        widget, charts = self._offers[watched]
        is_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        menu = self.menu(charts(watched.mapTo(widget, event.pos()) if is_mouse else None))
        if menu.isEmpty():
            return False
        menu.popup(event.globalPos() if is_mouse else watched.mapToGlobal(watched.rect().center()))
        return True

    def menu(self, charts: Sequence[TabledChart]) -> QMenu:
        """Return a menu: the table, and what else can be done, in a submenu per chart if there are several."""
        menu = QMenu(self._page)
        if charts:
            menu.addAction(self.tr("Show as table")).triggered.connect(lambda: self.show_table(charts))
        for chart in charts if self._extend is not None else ():
            below = menu if len(charts) == 1 else menu.addMenu(chart.title[:_LONGEST].replace("&", "&&"))
            assert self._extend is not None
            self._extend(below, chart)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def show_table(self, charts: Sequence[TabledChart]) -> None:
        """Open the figures of charts as they are now."""
        if charts:
            ChartTableDialog(self._theme, [(chart.title, chart.table) for chart in charts], self._page).open()


def _is_table_key(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_T and event.modifiers() == Qt.KeyboardModifier.NoModifier


_Line = tuple[str, float, float, float | None, float | None]


def strip_table(stack: StripStack, strip: str) -> ChartTable:
    """Return the visible curves of a strip: positions, values in the displayed unit, and bands."""
    data = stack.data_of(strip)
    assert data is not None
    lines = [line for curve in data.shown_curves() for line in _lines(data, curve.key, curve.label)]
    unit = f" [{data.strip.unit}]" if data.strip.unit else ""
    axis = "t_s" if stack.around.axis == "time" else stack.axis_label
    headers = ("curve", axis, f"{data.strip.title}{unit}", f"lowest{unit}", f"highest{unit}")
    has_band = any(line[3] is not None for line in lines)
    return ChartTable(headers if has_band else headers[:3], lines if has_band else [line[:3] for line in lines])


def _lines(data: StripData, key: str, label: str) -> list[_Line]:
    series, band, factor = data.series[key], data.bands.get(key), data.strip.factor
    places, values = np.asarray(series.x).tolist(), (np.asarray(series.y) * factor).tolist()
    ends: list[tuple[float | None, float | None]] = [(None, None)] * len(values)
    if band is not None:
        ends = list(zip((band.low * factor).tolist(), (band.high * factor).tolist(), strict=True))
    return [(label, x, y, *both) for x, y, both in zip(places, values, ends, strict=True)]
