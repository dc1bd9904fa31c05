"""The menu of a chart, opened by button, right click or Shift+F10: copy its picture (Ctrl+C), show its figures (T)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QGraphicsView, QMenu, QToolTip, QWidget

from gpuscope.gui.charts.drawing_view import DrawingView
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_data import StripData
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_table import ChartTableDialog
from gpuscope.gui.widgets.menus import escaped, open_menu
from gpuscope.reports.pictures.picture import ChartTable

_LONGEST = 60
"""Maximum characters of a chart's title in the menu."""


@dataclass(frozen=True, slots=True)
class TabledChart:
    """A chart whose figures can be read as a table.

    Attributes:
        table: Returns its values.
        is_there: Returns whether it is still shown: curves may disappear while its menu is open.
        is_live: Returns whether more values are to come.
    """

    title: str
    table: Callable[[], ChartTable]
    is_there: Callable[[], bool] = field(default=lambda: True, kw_only=True)
    is_live: Callable[[], bool] = field(default=lambda: False, kw_only=True)


Charts = Callable[[QPoint | None], Sequence[TabledChart]]
"""Returns the charts at a position of a widget; all of them for None (opened by keyboard or button)."""
Extend = Callable[[QMenu, TabledChart], None]
"""Adds further actions for a chart to its menu."""
Draw = Callable[[TabledChart], QImage]
"""Draws a single chart, at a higher resolution than the screen's."""


class ChartMenu(QObject):
    """Adds a menu to charts.

    Args:
        page: Parent of menu and tables.
        extend: Adds further actions for one chart.
        draw: Draws a chart for the clipboard; None copies it as on screen.
    """

    def __init__(self, theme: Theme, page: QWidget, extend: Extend | None = None, draw: Draw | None = None) -> None:
        super().__init__(page)
        self._theme, self._page, self._extend, self._draw = theme, page, extend, draw
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
        made = chart or partial(tabled_strip, stack)

        def charts(place: QPoint | None) -> list[TabledChart]:
            strips = stack.strips if place is None else [stack.strip_at(place)]
            return [made(strip) for strip in strips if strip is not None]

        self.offer(stack, charts)

    def button(self, widget: QWidget) -> Button:
        """Return a button that opens the menu of a widget passed to :meth:`offer`."""
        button = Button(self._theme, "", "flat", "more", self.tr("Copy the chart, its figures, its files"))
        button.clicked.connect(partial(self._open_below, button, widget))
        return button

    def button_of_picture(self, view: DrawingView) -> Button:
        """Add the menu to a view of one picture, and return a button that opens it."""
        self.offer(view, lambda _: [TabledChart(view.accessibleName(), view.table)])
        return self.button(view)

    def _open_below(self, button: Button, widget: QWidget) -> None:
        menu = self.menu(self._offers[widget][1](None), widget)
        if menu.isEmpty():
            menu.addAction(self.tr("There is no chart yet")).setEnabled(False)
        open_menu(menu, button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the menu or the table, or copy the picture."""
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget) and watched in self._offers:
            return self._open_menu(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched in self._offers:
            widget, charts = self._offers[watched]
            if event.key() == Qt.Key.Key_T and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                self.show_table(charts(None))
                return True
            if event.matches(QKeySequence.StandardKey.Copy):
                self.copy(charts(None), widget)
                return True
        return super().eventFilter(watched, event)

    def _open_menu(self, watched: QWidget, event: QContextMenuEvent) -> bool:
        widget, charts = self._offers[watched]
        is_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        menu = self.menu(charts(watched.mapTo(widget, event.pos()) if is_mouse else None), widget)
        if menu.isEmpty():
            return False
        open_menu(menu, event.globalPos() if is_mouse else watched.mapToGlobal(watched.rect().center()))
        return True

    def menu(self, charts: Sequence[TabledChart], widget: QWidget | None = None) -> QMenu:
        """Return a menu with picture, table, and further actions, in a submenu per chart if there are several.

        Args:
            charts: The charts.
            widget: Widget that shows them; None if a single chart is drawn separately.
        """
        menu = QMenu(self._page)
        if charts:
            menu.addAction(self.tr("Copy picture")).triggered.connect(lambda: self.copy(charts, widget))
            menu.addAction(self.tr("Show as table")).triggered.connect(lambda: self.show_table(charts))
        for chart in charts if self._extend is not None else ():
            below = menu if len(charts) == 1 else menu.addMenu(escaped(chart.title[:_LONGEST]))
            assert self._extend is not None
            self._extend(below, chart)
        return menu

    def copy(self, charts: Sequence[TabledChart], widget: QWidget | None = None) -> None:
        """Copy a chart to the clipboard as a picture; for several charts, their widget as on screen."""
        charts = [chart for chart in charts if chart.is_there()]
        if not charts:
            return
        if self._draw is not None and len(charts) == 1:
            QGuiApplication.clipboard().setImage(self._draw(charts[0]))
        elif widget is not None:
            QGuiApplication.clipboard().setImage(widget.grab().toImage())
        shown = self._page if widget is None else widget
        QToolTip.showText(shown.mapToGlobal(shown.rect().center()), self.tr("The picture is on the clipboard"), shown)

    def show_table(self, charts: Sequence[TabledChart]) -> None:
        """Open a table of the charts' current figures."""
        charts = [chart for chart in charts if chart.is_there()]
        if charts:
            is_live = charts[0].is_live()
            ChartTableDialog(self._theme, [(chart.title, chart.table) for chart in charts], self._page, is_live=is_live).open()


_Line = tuple[str, float, float, float | None, float | None]


def tabled_strip(stack: StripStack, strip: Strip) -> TabledChart:
    """Return a strip of a stack as a chart with a table."""
    there = partial(has_strip, stack, strip.key)
    return TabledChart(strip.title, partial(strip_table, stack, strip.key), is_there=there, is_live=lambda: stack.is_live)


def has_strip(stack: StripStack, strip: str) -> bool:
    """Return whether a stack still has a strip."""
    return stack.data_of(strip) is not None


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
