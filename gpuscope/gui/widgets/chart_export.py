"""Export of a single chart through its menu: the picture or table as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Palette, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu, Charts, TabledChart, has_strip, strip_table
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, Write, file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.picture import ChartTable
from gpuscope.reports.pictures.svg_canvas import svg

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory
PNG, SVG, PDF, CSV = ".png", ".svg", ".pdf", ".csv"
_DENSITY = 2.0
"""PNG pixels per logical pixel: sharp in print."""
_LEAST_WIDTH, _STRIP_HEIGHT = 640, 220
"""Size of a strip's picture, in logical pixels: enough for its tick labels and the names of its curves."""


@dataclass(frozen=True, slots=True)
class ExportedChart(TabledChart):
    """A chart that can be exported.

    Attributes:
        drawing: Returns the chart as on screen.
    """

    drawing: Callable[[], Drawing]


class ChartExport(FileExport):
    """Adds the export to the menu of charts."""

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._theme = theme
        self._menu = ChartMenu(theme, page, self._extend, self._image)

    def offer(self, widget: QWidget, charts: Charts) -> None:
        """Add the menu to a widget and the views in it; the charts must be :class:`ExportedChart`."""
        self._menu.offer(widget, charts)

    def offer_strips(self, stack: StripStack) -> None:
        """Add the menu to each strip of a stack."""
        self._menu.offer_strips(stack, lambda strip: exported_strip(stack, strip))

    def button(self, widget: QWidget) -> Button:
        """Return a button that opens the menu of a widget passed to :meth:`offer`."""
        return self._menu.button(widget)

    def menu(self, charts: Sequence[ExportedChart], widget: QWidget | None = None) -> QMenu:
        """Return a menu for charts: picture and table, and the file formats of each."""
        return self._menu.menu(charts, widget)

    def _image(self, chart: TabledChart) -> QImage:
        assert isinstance(chart, ExportedChart)
        return chart_image(chart.drawing(), self._theme.palette)

    def _extend(self, menu: QMenu, chart: TabledChart) -> None:
        assert isinstance(chart, ExportedChart)
        for label, ending in (
            (self.tr("Export chart as PNG…"), PNG),
            (self.tr("Export chart as SVG…"), SVG),
            (self.tr("Export chart as PDF…"), PDF),
            (self.tr("Export figures as CSV…"), CSV),
        ):
            menu.addAction(label).triggered.connect(partial(self._ask, chart, ending))

    def _ask(self, chart: ExportedChart, ending: str, _checked: bool = False) -> None:
        if not chart.is_there():
            self._notice.show_text(self.tr("This chart is not shown any more."), "warn")
            return
        self.ask_where(self.file(chart, ending), file_name([chart.title], ending, "chart"))

    def file(self, chart: ExportedChart, ending: str) -> ExportedFile:
        """Return the file to write for a chart as on screen."""
        kinds = {
            PNG: self.tr("Picture (*.png)"),
            SVG: self.tr("Drawing (*.svg)"),
            PDF: self.tr("PDF (*.pdf)"),
            CSV: self.tr("Table (*.csv)"),
        }
        palette = self._theme.palette
        works: dict[str, Callable[[], Write]] = {
            PNG: lambda: partial(_write_png, chart.drawing(), palette),
            SVG: lambda: partial(_write_svg, chart.drawing(), palette.is_dark),
            PDF: lambda: partial(_write_pdf, chart.drawing()),
            CSV: lambda: partial(_write_table, chart.table()),
        }
        return ExportedFile(self.tr("Export chart"), kinds[ending], ending, works[ending]())


def exported_strip(stack: StripStack, strip: Strip) -> ExportedChart:
    """Return a strip of a stack as a chart."""
    return ExportedChart(
        strip.title,
        partial(strip_table, stack, strip.key),
        partial(strip_drawing, stack, strip.key),
        is_there=partial(has_strip, stack, strip.key),
    )


def strip_drawing(stack: StripStack, strip: str) -> Drawing:
    """Return a strip with its axis, laid out on its own sheet."""
    return chart_drawing(stack.chart(strip), max(_LEAST_WIDTH, stack.width()), _STRIP_HEIGHT, WINDOW)


def chart_image(drawing: Drawing, palette: Palette) -> QImage:
    """Return a drawing as an image at twice the screen resolution, on the theme's background."""
    image = QImage(QSize(round(drawing.width), round(drawing.height)) * _DENSITY, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_DENSITY)
    image.fill(QColor(palette.panel))
    painter = QPainter(image)
    paint(painter, drawing, palette)
    painter.end()
    return image


def png_bytes(drawing: Drawing, palette: Palette) -> bytes:
    """Return a drawing as a PNG file, on the theme's background; any thread may call it."""
    image, buffer = chart_image(drawing, palette), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a QBuffer is a QIODevice
    return bytes(buffer.data().data())


def _write(data: bytes, path: Path, _store: RunHistory) -> Path:
    try:
        path.write_bytes(data)
    except OSError as error:
        reason = engine_text(error.strerror or str(error))
        message = QCoreApplication.translate("ChartExport", "{0} cannot be written: {1}").format(path, reason)
        raise UnavailableError(message, QCoreApplication.translate("ChartExport", "Name a folder that can be written.")) from None
    return path


def _write_png(drawing: Drawing, palette: Palette, path: Path, store: RunHistory) -> Path:
    return _write(png_bytes(drawing, palette), path, store)


def _write_svg(drawing: Drawing, is_dark: bool, path: Path, store: RunHistory) -> Path:
    return _write(svg(drawing, dark=is_dark, ground=True).encode(), path, store)


def _write_pdf(drawing: Drawing, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.pdf_report import drawing_pdf

    return _write(drawing_pdf(drawing), path, store)


def _write_table(table: ChartTable, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.model import Column, Table

    figures = Table("", tuple(map(Column, table.headers)), tuple(map(tuple, table.rows)))
    return _write("".join(table_pieces(figures)).encode(), path, store)
