"""One device: name and driver, current figures, and the load of each processor core."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolTip, QWidget

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.core.figures import MISSING
from gpuscope.gui import fonts
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import composed_text, engine_sentence, engine_text
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.run_view.figure_row import FigureGrid
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.gui.widgets.labels import ElidedLabel, label, plain_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, fill, hairline, horizontal, vertical
from gpuscope.recording import machine_figures
from gpuscope.system.language import labelled
from gpuscope.system.settings import JOULE

_LEFT, _RIGHT, _LABEL = 16, 16, grown(52)
"""Pixels: margins, as of the tiles above, and room for the word "Cores"."""
_BESIDE_TILES = 12
"""Pixels right of the last tile, which with its own margin are those of the page."""
_NARROWEST, _WIDEST = 4.0, 28.0
"""Bounds of the pitch of bars, in pixels."""
_ROW, _MARGIN, _BETWEEN = grown(20), 7, 3
"""Pixels: height of a row of bars, space above and below all rows, and space between rows."""
Row = Mapping[str, str | float | int | None]


class CoreBars(QWidget):
    """Draws the current load of the cores; hidden without data.

    Attributes:
        cores: (number, busy fraction) of each core.
    """

    spoken_role = "Chart"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.cores: list[tuple[int, float | None]] = []
        self._known: list[float] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)
        self.hide()

    def spoken_value(self) -> str:
        """Return the load of each core."""
        return ", ".join(map(self._core_text, range(len(self.cores))))

    def show_cores(self, rows: Sequence[Row]) -> None:
        """Show the load of the cores; hide the widget if there are none."""
        cores = [(int(row["core"] or 0), _share(row.get("utilization"))) for row in rows if isinstance(row.get("core"), int | float)]
        if cores == self.cores:
            return
        self.cores = cores
        known = self._known = [share for _, share in cores if share is not None]
        if known:
            text = self.tr("Load of {0} cores: {1} on average, {2} the busiest")
            mean, most = (figures.percent(share) for share in (sum(known) / len(known), max(known)))
            self.setAccessibleName(text.format(len(cores), mean, most))
        else:
            self.setAccessibleName(self._reason())
        self._fit()
        self.setVisible(bool(cores))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the bars for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        rows = self._shape()[0]
        self.setFixedHeight(2 * _MARGIN + rows * _ROW + (rows - 1) * _BETWEEN + 1)

    def _shape(self) -> tuple[int, int, float]:
        """Return rows, bars per row, and the pitch of bars in pixels."""
        room = max(_NARROWEST, self.width() - _LEFT - _LABEL - _RIGHT)
        count = max(1, len(self.cores))
        rows = -(-count // max(1, int(room // _NARROWEST)))
        across = -(-count // rows)
        pitch = min(_WIDEST, room / across)
        return rows, across, float(int(pitch)) if pitch >= _NARROWEST else pitch

    def _box(self, place: int) -> QRectF:
        _, across, pitch = self._shape()
        row, column = divmod(place, across)
        gap = 1 if pitch < 10 else 3
        return QRectF(_LEFT + _LABEL + column * pitch, _MARGIN + row * (_ROW + _BETWEEN), pitch - gap, _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the bars."""
        palette, painter = self._theme.palette, QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(palette.line))
        painter.setFont(fonts.font(SMALL_PX))
        painter.setPen(QColor(palette.muted))
        painter.drawText(QRectF(_LEFT, _MARGIN, _LABEL, _ROW), Qt.AlignmentFlag.AlignVCenter, self.tr("Cores"))
        if not self._known:  # empty boxes would read as 0 %
            room = QRectF(_LEFT + _LABEL, _MARGIN, max(0, self.width() - _LEFT - _LABEL - _RIGHT), _ROW)
            text = painter.fontMetrics().elidedText(self._reason(), Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
            return
        track, filled = QColor(palette.grid), QColor(palette.compute)
        for place, (_, share) in enumerate(self.cores):
            box = self._box(place)
            painter.fillRect(box, track)
            if share:
                height = max(1.0, round(share * box.height()))
                painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), filled)

    def _reason(self) -> str:
        return self.tr("not read during a recording")

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for the core under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = next((place for place in range(len(self.cores)) if self._box(place).contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), "" if place is None else plain_tooltip(self._core_text(place)), self)
            return True
        return super().event(event)

    def _core_text(self, place: int) -> str:
        number, share = self.cores[place]
        return self.tr("Core {0}: {1}").format(number, MISSING if share is None else figures.percent(share))


def _share(value: str | float | int | None) -> float | None:
    return float(value) if isinstance(value, int | float) else None


NAME_WIDTH = grown(176)
"""Pixels of the name column, which aligns with the labels of the strips below."""


class DeviceCard(QFrame):
    """Shows one device.

    Args:
        most_rows: Maximum number of compact rows of figures; None for all figures, with a large first row legible from a distance.

    Attributes:
        figures: The device's figures.
        cores: The load of the cores; None unless the device is the processor.
    """

    def __init__(self, theme: Theme, device: Device, most_rows: int | None) -> None:
        super().__init__()
        self.device = device
        self.figures = FigureGrid(theme, is_low=most_rows is not None, most_rows=most_rows, right=_BESIDE_TILES)
        self.cores = CoreBars(theme) if device.key == MACHINE else None
        self._throttling = ElidedLabel("", "warn")
        self._throttling.hide()
        is_low, self._has_one_row = most_rows is not None, most_rows == 1
        self._short = ElidedLabel(device_words(device)[0], "heading")
        self._trouble = ElidedLabel("", "bad") if is_low else label("", "bad", wraps=True)
        self._trouble.hide()
        self._subtitles: list[QLabel] = []
        self._trouble_words = ""
        figures = vertical(spacing=0)
        figures.addWidget(self.figures)
        if self.cores is not None:
            figures.addWidget(self.cores)
        figures.addStretch(1)
        row = horizontal(self, (0, 0, 0, 0), spacing=0)
        self._names = self._name(device, is_low)
        fill(row, self._names, (figures, 1))

    def height_at(self, width: int) -> int:
        """Return the height at a width, even before the first layout."""
        cores = 0 if self.cores is None or self.cores.isHidden() else self.cores.minimumHeight()
        names = self._names.layout()
        assert names is not None
        return max(names.totalHeightForWidth(NAME_WIDTH), names.minimumSize().height(), self.figures.height_at(width - NAME_WIDTH) + cores)

    def _name(self, device: Device, is_low: bool) -> QWidget:
        short, long = device_words(device)
        untried = device.properties.get("untried")
        labels = [text for text in (composed_text(device.simulated or ""), engine_text(str(untried)) if untried else "") if text]
        self._called = ", ".join((short, long, *labels))
        self.setAccessibleName(self._called)
        name = QWidget(toolTip="" if not is_low else self._called)
        name.setFixedWidth(NAME_WIDTH)
        head = fill(horizontal(spacing=8), self._short, (self._throttling, 1))
        lines = fill(vertical(margins=(20, 8 if is_low else 11, 8, 4), spacing=2), head)
        if is_low:
            text, look = " · ".join((*labels, long)), "warn" if labels else "small"
            self._subtitles = [ElidedLabel(text, look) if self._has_one_row else label(text, look, wraps=True)]
        else:
            self._subtitles = [label(long, "small", wraps=True), *(ElidedLabel(text, "warn") for text in labels)]
        fill(lines, *self._subtitles, self._trouble, STRETCH)
        fill(vertical(name, (0, 0, 0, 0), spacing=0), lines, hairline())
        return name

    @property
    def trouble(self) -> str:
        """Why reading the device has failed; "" if it works."""
        return "" if self._trouble.isHidden() else self._trouble_words

    def _show_trouble(self, text: str) -> None:
        """Show the reason for a failure in red in place of the device's description."""
        if text == self._trouble_words:
            return
        self._trouble_words = text
        if isinstance(self._trouble, ElidedLabel):
            self._trouble.set_text(text)
        else:
            self._trouble.setText(text)
        self._trouble.setVisible(bool(text))
        self._subtitles[0].setVisible(not text)
        set_look(self._short, "heading-bad" if text else "heading")
        self.setAccessibleName(labelled(self._called, text) if text else self._called)

    def show_now(self, data: ShownRun, energy_unit: str) -> None:
        """Show the latest readings, with energy in joules or watt hours."""
        self._show_trouble(_trouble(data, self.device))
        figures = device_figures(data, self.device, energy_unit)
        if self.trouble:  # already shown in full beside the figures
            figures = [replace(figure, trust="") if figure.is_bad else figure for figure in figures]
        self.figures.show_figures(figures)
        text = ", ".join(engine_text(reason) for reason in machine_figures.throttling(data.machine, self.device))
        self._throttling.set_text(text)
        self._throttling.setVisible(bool(text))
        if self.cores is not None:
            table = data.tables.get((self.device.key, "cores"))
            if table is not None:
                self.cores.show_cores(table.rows)
            else:  # a recorder reports no core loads; keep the room of the bars
                self.cores.show_cores([{"core": number} for number, _ in self.cores.cores])


def device_figures(data: ShownRun, device: Device, energy_unit: str = JOULE) -> list[Figure]:
    """Return the tiles of a device, with energy in joules or watt hours."""
    shown = machine_figures.machine_figures(data.machine, device, energy_unit)
    reserved = next((figure for figure in shown if figure.key == "memory_reserved" and figure.missing is None), None)
    tiles = [reading_figures.tile(device.key, figure) for figure in shown if figure.key not in machine_figures.DETAILS]
    return [_with_memory_details(data, device, tile, reserved) if tile.key == f"{device.key}/memory_used" else tile for tile in tiles]


def _with_memory_details(data: ShownRun, device: Device, tile: Figure, reserved: machine_figures.LiveFigure | None) -> Figure:
    """Return the tile of a device's memory with the driver's reserved memory added to the tooltip."""
    text = QCoreApplication.translate("DeviceCard", "{0} reserved by the driver")
    parts = [tile.more or reading_figures.memory(data, device.key).trust, "" if reserved is None else text.format(reserved.shown)]
    return replace(tile, more=" · ".join(part for part in parts if part))


def device_words(device: Device) -> tuple[str, str]:
    """Return a device's short name, and its full name with the driver's version."""
    short = QCoreApplication.translate("DeviceCard", "CPU") if device.key == MACHINE else device.key
    driver = device.properties.get("driver_version")
    parts = [device.name, *([QCoreApplication.translate("DeviceCard", "driver {0}").format(driver)] if driver else [])]
    return short, " · ".join(parts)


def _trouble(data: ShownRun, device: Device) -> str:
    """Return why reading a GPU has failed; "" if it works, if the GPU sleeps, and for other devices."""
    silence = machine_figures.silence(data.machine, device)
    return engine_sentence(silence.short) if silence is not None and silence.is_bad and device.kind is DeviceKind.GPU else ""
