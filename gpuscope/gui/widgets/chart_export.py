"""A single chart as a file: its context menu, and the picture or table that it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QEvent, QIODevice, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QPainter
from PySide6.QtWidgets import QGraphicsView, QMenu, QWidget

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.pictures.picture import ChartTable
from gpuscope.reports.pictures.svg_canvas import svg

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory
import numpy as np

from gpuscope.gui.charts.strip_data import StripData

PNG, SVG, CSV = ".png", ".svg", ".csv"
_DENSITY = 2.0
"""Pixels of the PNG a logical one: sharp in print."""
_STRIP_HEIGHT = 220


@dataclass(frozen=True, slots=True)
class ExportedChart:
    """A chart that can be written.

    Attributes:
        title: In words.
        widget: Returns what draws it, when it is wanted.
        table: Returns its figures.
    """

    title: str
    widget: Callable[[], QWidget]
    table: Callable[[], ChartTable]


Charts = Callable[[QPoint | None], Sequence[ExportedChart]]
"""The charts at a place of a widget; all of them for None, where the keyboard asked."""


class ChartExport(FileExport):
    """Gives charts a context menu, by the right button or the keyboard's menu key.

    Args:
        theme: Gives the ground that charts lie on.
        history: Has the thread that writes files.
        notice: Says where a file is, or why not.
        page: Owner of the dialog.
    """

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._theme = theme
        self._offers: dict[QObject, tuple[QWidget, Charts]] = {}

    def offer(self, widget: QWidget, charts: Charts) -> None:
        """Give a widget, and the views in it, the menu of its charts."""
        parts: list[QWidget] = [widget]
        for view in widget.findChildren(QGraphicsView):
            parts += [view, view.viewport()]
        for part in parts:
            self._offers[part] = widget, charts
            part.installEventFilter(self)

    def offer_strips(self, stack: StripStack) -> None:
        """Give each strip of a stack its menu."""

        def exported(strip: Strip) -> ExportedChart:
            return ExportedChart(strip.title, partial(self._strip_widget, stack, strip.key), partial(strip_table, stack, strip.key))

        def charts(place: QPoint | None) -> list[ExportedChart]:
            strips = stack.strips if place is None else [stack.strip_at(place)]
            return [exported(strip) for strip in strips if strip is not None]

        self.offer(stack, charts)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Open the menu."""
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget) and watched in self._offers:
            widget, charts = self._offers[watched]
            is_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
            menu = self.menu(charts(watched.mapTo(widget, event.pos()) if is_mouse else None))
            if not menu.isEmpty():
                menu.popup(event.globalPos() if is_mouse else watched.mapToGlobal(watched.rect().center()))
                return True
        return super().eventFilter(watched, event)

    def menu(self, charts: Sequence[ExportedChart]) -> QMenu:
        """Return a menu: the three kinds of file for one chart, a menu each for several."""
        menu = QMenu(self._page)
        for chart in charts:
            below = menu if len(charts) == 1 else menu.addMenu(chart.title[:60].replace("&", "&&"))
            for words, ending in (
                (self.tr("Export chart as PNG…"), PNG),
                (self.tr("Export chart as SVG…"), SVG),
                (self.tr("Export figures as CSV…"), CSV),
            ):
                below.addAction(words).triggered.connect(partial(self._ask, chart, ending))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _ask(self, chart: ExportedChart, ending: str, _checked: bool = False) -> None:
        self.ask_where(self.file(chart, ending), file_name([chart.title], ending, "chart"))

    def file(self, chart: ExportedChart, ending: str) -> ExportedFile:
        """Return a chart as it is seen now as a file."""
        kinds = {PNG: self.tr("Picture (*.png)"), SVG: self.tr("Drawing (*.svg)"), CSV: self.tr("Table (*.csv)")}
        work = partial(_write_table, chart.table()) if ending == CSV else partial(_write, self._drawn(chart, ending))
        return ExportedFile(self.tr("Export chart"), kinds[ending], ending, work)

    def _strip_widget(self, stack: StripStack, strip: str) -> QWidget:
        """Return a strip with its axis, drawn but not seen."""
        alone = strip_alone(stack, strip, self._theme)
        alone.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        alone.resize(max(640, stack.width()), _STRIP_HEIGHT)
        alone.show()
        alone.redraw()
        return alone

    def _drawn(self, chart: ExportedChart, ending: str) -> bytes:
        """Draw a chart; Qt does that on this thread alone."""
        widget, ground = chart.widget(), QColor(self._theme.palette.panel)
        if ending == SVG and isinstance(widget, PictureView):
            return svg(widget.drawing(), dark=self._theme.palette.is_dark, ground=True).encode()
        drawn = _svg(widget, chart.title, ground) if ending == SVG else _png(widget, ground)
        if widget.testAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen):
            widget.close()
            widget.deleteLater()
        return drawn


def _png(widget: QWidget, ground: QColor) -> bytes:
    image = QImage(widget.size() * _DENSITY, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_DENSITY)
    image.fill(ground)
    painter = QPainter(image)
    widget.render(painter, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a QBuffer is a QIODevice
    return bytes(buffer.data().data())


def _svg(widget: QWidget, title: str, ground: QColor) -> bytes:
    data, size = QByteArray(), QSize(widget.size())
    buffer = QBuffer(data)
    from PySide6.QtSvg import QSvgGenerator  # the charts do not wait for it

    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(), size))
    generator.setTitle(title)
    generator.setResolution(widget.logicalDpiX())  # by which fonts have their size
    painter = QPainter(generator)
    painter.fillRect(QRect(QPoint(), size), ground)
    widget.render(painter, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    return bytes(data.data())


def _write(data: bytes, path: Path, _store: RunHistory) -> Path:
    try:
        path.write_bytes(data)
    except OSError as error:
        words = QCoreApplication.translate("ChartExport", "{0} cannot be written: {1}").format(path, error.strerror)
        raise UnavailableError(words, QCoreApplication.translate("ChartExport", "Name a folder that can be written.")) from None
    return path


def _write_table(table: ChartTable, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.model import Column, Table

    figures = Table("", tuple(map(Column, table.headers)), tuple(map(tuple, table.rows)))
    return _write("".join(table_pieces(figures)).encode(), path, store)


_Line = tuple[str, float, float, float | None, float | None]


def strip_alone(stack: StripStack, strip: str, theme: Theme) -> StripStack:
    """Return another stack with one strip and what belongs to it, of the same part of the axis; smooth, since it is drawn once.

    Args:
        stack: Has the strip.
        strip: Its key.
        theme: Gives the colours.
    """
    data, around = stack.data_of(strip), stack.around
    assert data is not None
    alone = StripStack(theme)
    alone.set_axis(around.axis, stack.axis_label, is_count=around.is_count)
    alone.set_ground("panel")
    alone.set_smooth(True)
    alone.set_strips([data.strip])
    for curve in data.strip.curves:
        series = data.series[curve.key]
        alone.set_series(strip, curve.key, series.x, series.y)
        alone.set_curve_visible(strip, curve.key, data.visible[curve.key])
    for key, band in data.bands.items():
        alone.set_band(strip, key, band.x, band.low, band.high)
    alone.set_shades(around.shades)
    alone.set_limits(around.limits)
    alone.set_marks(around.marks)
    alone.set_end(around.view.last, around.view.first)
    alone.show_range(*stack.view_range)
    return alone


def strip_table(stack: StripStack, strip: str) -> ChartTable:
    """Return the curves of a strip that are switched on: places, values in the unit that is shown, and what they range over."""
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
