"""One device: its name and driver, its figures now, and the load of each core of the processor."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.engine_words import engine_sentence, engine_words
from gpuscope.gui.pages.machine.core_bars import CoreBars
from gpuscope.gui.pages.machine.figure_grid import FigureGrid
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.recording import machine_figures
from gpuscope.system.settings import JOULE

NAME_WIDTH = 176


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
            self._words = [ElidedLabel(long, "small"), *(ElidedLabel(one, "warn") for one in labels)]
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
        """Why nothing is read of it any more; "" while it is."""
        return "" if self._trouble.isHidden() else self._trouble_words

    def _show_trouble(self, words: str) -> None:
        """Tell in red, in the place of the device's name, why nothing is read of it any more."""
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

    def show_now(self, data: RunData, energy_unit: str) -> None:
        """Show the newest readings, with energy in joules or watt hours."""
        self._show_trouble(_trouble(data, self.device))
        figures = device_figures(data, self.device, energy_unit)
        if self.trouble:  # which the name tells already, once and whole
            figures = [replace(one, trust="") if one.is_bad else one for one in figures]
        self._figures.show_figures(figures)
        words = ", ".join(engine_words(reason) for reason in machine_figures.throttling(data.machine, self.device))
        self._throttling.set_text(words)
        self._throttling.setVisible(bool(words))
        if self._cores is not None:
            table = data.tables.get((self.device.key, "cores"))
            self._cores.show_cores(() if table is None else table.rows)


def device_figures(data: RunData, device: Device, energy_unit: str = JOULE) -> list[Figure]:
    """Return the tiles of a device; energy in joules or watt hours."""
    shown = machine_figures.machine_figures(data.machine, device, energy_unit)
    reserved = next((figure for figure in shown if figure.key == "memory_reserved" and figure.missing is None), None)
    tiles = [reading_figures.tile(device.key, figure) for figure in shown if figure.key not in machine_figures.DETAILS]
    return [_with_memory_details(data, device, tile, reserved) if tile.key == f"{device.key}/memory_used" else tile for tile in tiles]


def _with_memory_details(data: RunData, device: Device, tile: Figure, reserved: machine_figures.LiveFigure | None) -> Figure:
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


def _trouble(data: RunData, device: Device) -> str:
    """Return why a GPU that was read is read no more; "" while it is, while it sleeps, and for what never was."""
    silence = machine_figures.silence(data.machine, device)
    return engine_sentence(silence.words) if silence is not None and silence.is_bad and device.kind is DeviceKind.GPU else ""
