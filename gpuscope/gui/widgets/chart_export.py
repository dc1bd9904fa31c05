"""Export of a single chart: its context menu, and the picture or table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QIODevice, QObject, QPoint, QSize
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QPainter
from PySide6.QtWidgets import QGraphicsView, QMenu, QWidget

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Palette, Theme
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, Write, file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.picture import ChartTable
from gpuscope.reports.pictures.svg_canvas import svg

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory
import numpy as np

from gpuscope.gui.charts.strip_data import StripData

PNG, SVG, PDF, CSV = ".png", ".svg", ".pdf", ".csv"
_DENSITY = 2.0
"""Pixels of the PNG per logical pixel: sharp in print."""
_LEAST_WIDTH, _STRIP_HEIGHT = 640, 220
"""Size of a strip's picture, in logical pixels: enough for its tick labels and the names of its curves."""


@dataclass(frozen=True, slots=True)
class ExportedChart:
    """A chart that can be exported.

    Attributes:
        title: Title.
        drawing: Returns the chart as on screen.
        table: Returns its values.
    """

    title: str
    drawing: Callable[[], Drawing]
    table: Callable[[], ChartTable]


Charts = Callable[[QPoint | None], Sequence[ExportedChart]]
"""Charts at a position of a widget; all of them for None (opened by keyboard)."""


class ChartExport(FileExport):
    """Adds a context menu to charts, opened by the right button or the menu key.

    Args:
        theme: Source of the charts' background.
        history: Owner of the thread that writes files.
        notice: Shows the file's path or the error.
        page: Parent of the dialog.
    """

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._theme = theme
        self._offers: dict[QObject, tuple[QWidget, Charts]] = {}

    def offer(self, widget: QWidget, charts: Charts) -> None:
        """Add the menu to a widget and the views in it."""
        parts: list[QWidget] = [widget]
        for view in widget.findChildren(QGraphicsView):
            parts += [view, view.viewport()]
        for part in parts:
            self._offers[part] = widget, charts
            part.installEventFilter(self)

    def offer_strips(self, stack: StripStack) -> None:
        """Add the menu to each strip of a stack."""

        def exported(strip: Strip) -> ExportedChart:
            return ExportedChart(strip.title, partial(strip_drawing, stack, strip.key), partial(strip_table, stack, strip.key))

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
        """Return a menu of the file formats, in a submenu per chart if there are several."""
        menu = QMenu(self._page)
        for chart in charts:
            below = menu if len(charts) == 1 else menu.addMenu(chart.title[:60].replace("&", "&&"))
            for label, ending in (
                (self.tr("Export chart as PNG…"), PNG),
                (self.tr("Export chart as SVG…"), SVG),
                (self.tr("Export chart as PDF…"), PDF),
                (self.tr("Export figures as CSV…"), CSV),
            ):
                below.addAction(label).triggered.connect(partial(self._ask, chart, ending))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _ask(self, chart: ExportedChart, ending: str, _checked: bool = False) -> None:
        self.ask_where(self.file(chart, ending), file_name([chart.title], ending, "chart"))

    def file(self, chart: ExportedChart, ending: str) -> ExportedFile:
        """Return a file of a chart as on screen."""
        kinds = {
            PNG: self.tr("Picture (*.png)"),
            SVG: self.tr("Drawing (*.svg)"),
            PDF: self.tr("PDF (*.pdf)"),
            CSV: self.tr("Table (*.csv)"),
        }
        if ending == CSV:
            work: Write = partial(_write_table, chart.table())
        elif ending == PDF:
            work = partial(_write_pdf, chart.drawing())
        else:
            work = partial(_write, self._drawn(chart, ending))
        return ExportedFile(self.tr("Export chart"), kinds[ending], ending, work)

    def _drawn(self, chart: ExportedChart, ending: str) -> bytes:
        """Draw a chart; PNG only on this thread, since Qt measures the text."""
        drawing, palette = chart.drawing(), self._theme.palette
        return svg(drawing, dark=palette.is_dark, ground=True).encode() if ending == SVG else png_bytes(drawing, palette)


def strip_drawing(stack: StripStack, strip: str) -> Drawing:
    """Return a strip with its axis, laid out on its own sheet."""
    return chart_drawing(stack.chart(strip), max(_LEAST_WIDTH, stack.width()), _STRIP_HEIGHT, WINDOW)


def png_bytes(drawing: Drawing, palette: Palette) -> bytes:
    """Return a drawing as a PNG file, on the ground of the theme."""
    image = QImage(QSize(round(drawing.width), round(drawing.height)) * _DENSITY, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_DENSITY)
    image.fill(QColor(palette.panel))
    painter = QPainter(image)
    paint(painter, drawing, palette)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a QBuffer is a QIODevice
    return bytes(buffer.data().data())


def _write(data: bytes, path: Path, _store: RunHistory) -> Path:
    try:
        path.write_bytes(data)
    except OSError as error:
        message = QCoreApplication.translate("ChartExport", "{0} cannot be written: {1}").format(path, error.strerror)
        raise UnavailableError(message, QCoreApplication.translate("ChartExport", "Name a folder that can be written.")) from None
    return path


def _write_pdf(drawing: Drawing, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.pdf_report import drawing_pdf

    return _write(drawing_pdf(drawing), path, store)


def _write_table(table: ChartTable, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.model import Column, Table

    figures = Table("", tuple(map(Column, table.headers)), tuple(map(tuple, table.rows)))
    return _write("".join(table_pieces(figures)).encode(), path, store)


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
