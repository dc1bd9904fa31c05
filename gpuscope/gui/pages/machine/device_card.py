"""One device: its name and driver, its figures now, and the load of each core of the processor."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_words import engine_sentence, engine_words
from gpuscope.gui.pages.machine.core_bars import CoreBars
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import HEIGHT, LOW_HEIGHT, Figure, FigureTile
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.recording import machine_figures
from gpuscope.system.settings import JOULE

COLUMN = 110
"""Width of the narrowest column."""

NAME_WIDTH = 176


class FigureGrid(QWidget):
    """The first row is to be read across a room; what does not fit in it stands below, lower.

    Args:
        theme: Gives the colours.
        is_low: Whether the first row is low too.
        most_rows: So many rows at the most; what has no room in them is not shown. None for all that are needed.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_low: bool = False, most_rows: int | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_low = is_low
        self._most_rows = most_rows
        self._figures: tuple[Figure, ...] = ()
        self._tiles: list[FigureTile] = []
        self._shape = (0, 0)
        theme.changed.connect(self.update)
        self.setFixedHeight(self._height(1, 1))

    @property
    def figures(self) -> list[Figure]:
        """The figures that there is room for."""
        return [tile.figure for tile in self._tiles if tile.figure is not None]

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show figures, the most wanted first."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Arrange the columns anew."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._theme.palette.line))

    def height_at(self, width: int) -> int:
        """Return the height that it takes where it is so wide."""
        columns, count = self._shape_at(width)
        return self._height(columns, count)

    def _shape_at(self, width: int) -> tuple[int, int]:
        """Return (columns, tiles)."""
        columns = max(1, width // COLUMN)
        return columns, len(self._figures) if self._most_rows is None else min(len(self._figures), self._most_rows * columns)

    def _arrange(self) -> None:
        columns, count = self._shape_at(self.width())
        if (columns, count) != self._shape:
            self._shape = columns, count
            self._make_tiles(columns, count)
        for place, tile in enumerate(self._tiles):
            tile.show_figure(self._figures[place], has_line=place % columns > 0)
            row, column = divmod(place, columns)
            left, right = round(column * self.width() / columns), round((column + 1) * self.width() / columns)
            tile.setGeometry(left, self._top(row), right - left, tile.height())

    def _make_tiles(self, columns: int, count: int) -> None:
        for tile in self._tiles:
            tile.hide()
            tile.deleteLater()
        self._tiles = [FigureTile(self._theme, self, is_low=self._is_low or place >= columns) for place in range(count)]
        for tile in self._tiles:
            tile.show()
        self.setFixedHeight(self._height(columns, count))

    def _top(self, row: int) -> int:
        return 0 if row == 0 else (LOW_HEIGHT if self._is_low else HEIGHT) + (row - 1) * LOW_HEIGHT

    def _height(self, columns: int, count: int) -> int:
        return self._top(max(1, -(-count // columns))) + 1


class DeviceCard(QFrame):
    """Shows one device.

    Args:
        theme: Gives the colours.
        device: Which.
        most_rows: So many rows of figures, low ones, so that it takes little room; None for all figures, the first to be read from afar.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, device: Device, most_rows: int | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.device = device
        self._figures = FigureGrid(theme, is_low=most_rows is not None, most_rows=most_rows)
        self._cores = CoreBars(theme) if device.key == MACHINE else None
        self._throttling = ElidedLabel("", "warn")
        self._throttling.hide()
        is_low = most_rows is not None
        self._short = ElidedLabel(device_words(device)[0], "heading")
        self._trouble = ElidedLabel("", "bad") if is_low else label("", "bad", wraps=True)
        self._trouble.hide()
        self._words: list[ElidedLabel] = []
        self._trouble_words = ""
        figures = QVBoxLayout()
        figures.setSpacing(0)
        figures.addWidget(self._figures)
        if self._cores is not None:
            figures.addWidget(self._cores)
        figures.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._names = self._name(device, is_low)
        row.addWidget(self._names)
        row.addLayout(figures, 1)

    def height_at(self, width: int) -> int:
        """Return the height that it takes where it is so wide, whether it has been laid out or not."""
        cores = 0 if self._cores is None or self._cores.isHidden() else self._cores.minimumHeight()
        names = self._names.layout()
        assert names is not None
        return max(names.totalHeightForWidth(NAME_WIDTH), names.minimumSize().height(), self._figures.height_at(width - NAME_WIDTH) + cores)

    def _name(self, device: Device, is_low: bool) -> QWidget:
        short, long = device_words(device)
        untried = device.properties.get("untried")
        labels = [one for one in (device.simulated, engine_words(str(untried)) if untried else "") if one]
        self._called = ", ".join((short, long, *labels))
        self.setAccessibleName(self._called)
        name = QWidget()
        name.setFixedWidth(NAME_WIDTH)
        name.setToolTip("" if not is_low else self._called)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._short)
        head.addWidget(self._throttling, 1)
        words = QVBoxLayout()
        words.setContentsMargins(20, 8 if is_low else 11, 8, 4)
        words.setSpacing(2)
        words.addLayout(head)
        if is_low:
            self._words = [ElidedLabel(" · ".join((*labels, long)), "warn" if labels else "small")]
        else:
            self._words = [ElidedLabel(long, "small"), *(ElidedLabel(text, "warn") for text in labels)]
        for line in (*self._words, self._trouble):
            words.addWidget(line)
        words.addStretch(1)
        below = QFrame()
        below.setProperty("look", "line")
        below.setFixedHeight(1)
        column = QVBoxLayout(name)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(words)
        column.addWidget(below)
        return name

    @property
    def figures(self) -> FigureGrid:
        """Its figures."""
        return self._figures

    @property
    def cores(self) -> CoreBars | None:
        """The load of its cores; None for what is no processor."""
        return self._cores

    @property
    def trouble(self) -> str:
        """Why it is no longer read; "" while it is."""
        return "" if self._trouble.isHidden() else self._trouble_words

    def _show_trouble(self, words: str) -> None:
        """Show in red, in place of the device's name, why it is no longer read."""
        if words == self._trouble_words:
            return
        self._trouble_words = words
        if isinstance(self._trouble, ElidedLabel):
            self._trouble.set_text(words)
        else:
            self._trouble.setText(words)
        self._trouble.setVisible(bool(words))
        self._words[0].setVisible(not words)
        set_look(self._short, "heading-bad" if words else "heading")
        self.setAccessibleName(f"{self._called}: {words}" if words else self._called)

    def show_now(self, data: ShownRun, energy_unit: str) -> None:
        """Show the newest readings, with energy in joules or watt hours."""
        self._show_trouble(_trouble(data, self.device))
        figures = device_figures(data, self.device, energy_unit)
        if self.trouble:  # which the name tells already, once and whole
            figures = [replace(figure, trust="") if figure.is_bad else figure for figure in figures]
        self._figures.show_figures(figures)
        words = ", ".join(engine_words(reason) for reason in machine_figures.throttling(data.machine, self.device))
        self._throttling.set_text(words)
        self._throttling.setVisible(bool(words))
        if self._cores is not None:
            table = data.tables.get((self.device.key, "cores"))
            self._cores.show_cores(() if table is None else table.rows)


def device_figures(data: ShownRun, device: Device, energy_unit: str = JOULE) -> list[Figure]:
    """Return the tiles of a device; energy in joules or watt hours."""
    shown = machine_figures.machine_figures(data.machine, device, energy_unit)
    reserved = next((figure for figure in shown if figure.key == "memory_reserved" and figure.missing is None), None)
    tiles = [reading_figures.tile(device.key, figure) for figure in shown if figure.key not in machine_figures.DETAILS]
    return [_with_memory_details(data, device, tile, reserved) if tile.key == f"{device.key}/memory_used" else tile for tile in tiles]


def _with_memory_details(data: ShownRun, device: Device, tile: Figure, reserved: machine_figures.LiveFigure | None) -> Figure:
    """Return the tile of a device's memory with its peak, and what the driver keeps for itself, in the tooltip."""
    words = QCoreApplication.translate("DeviceCard", "{0} reserved by the driver")
    parts = [tile.more or reading_figures.memory(data, device.key).trust, "" if reserved is None else words.format(reserved.shown)]
    return replace(tile, more=" · ".join(part for part in parts if part))


def device_words(device: Device) -> tuple[str, str]:
    """Return a device's short name, and its maker's name with the driver's version."""
    short = QCoreApplication.translate("DeviceCard", "CPU") if device.key == MACHINE else device.key
    driver = device.properties.get("driver_version")
    parts = [device.name, *([QCoreApplication.translate("DeviceCard", "driver {0}").format(driver)] if driver else [])]
    return short, " · ".join(parts)


def _trouble(data: ShownRun, device: Device) -> str:
    """Return why a GPU that was read is read no more; "" while it is, while it sleeps, and for what never was."""
    silence = machine_figures.silence(data.machine, device)
    return engine_sentence(silence.words) if silence is not None and silence.is_bad and device.kind is DeviceKind.GPU else ""
