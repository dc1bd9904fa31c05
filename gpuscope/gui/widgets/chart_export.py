"""Export of a single chart through its menu: the picture or table as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.pixmap import png_of
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Palette, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu, Charts, TabledChart, has_strip, strip_table
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.output_file import write_file
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
        pieces = (
            partial(_csv_pieces, chart.table()) if ending == CSV else partial(drawn_pieces, chart.drawing(), ending, self._theme.palette)
        )
        return ExportedFile(self.tr("Export chart"), kinds[ending], ending, partial(_write, pieces))


def exported_strip(stack: StripStack, strip: Strip) -> ExportedChart:
    """Return a strip of a stack as a chart."""
    return ExportedChart(
        strip.title,
        partial(strip_table, stack, strip.key),
        partial(strip_drawing, stack, strip.key),
        is_there=partial(has_strip, stack, strip.key),
        is_live=lambda: stack.is_live,
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
    return png_of(chart_image(drawing, palette))


def drawn_pieces(drawing: Drawing, ending: str, palette: Palette) -> list[str | bytes]:
    """Return the content of a picture's file; ``ending`` is :data:`PNG`, :data:`SVG` or :data:`PDF`. Any thread may call it."""
    if ending == PNG:
        return [png_bytes(drawing, palette)]
    if ending == SVG:
        return [svg(drawing, dark=palette.is_dark, ground=True)]
    from gpuscope.reports.pdf_report import drawing_pdf

    return [drawing_pdf(drawing)]


def _csv_pieces(table: ChartTable) -> Iterable[str]:
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.model import Column, Table

    return table_pieces(Table("", tuple(map(Column, table.headers)), tuple(map(tuple, table.rows))))


def _write(pieces: Callable[[], Iterable[str | bytes]], path: Path, _store: RunHistory) -> None:
    write_file(path, pieces())
