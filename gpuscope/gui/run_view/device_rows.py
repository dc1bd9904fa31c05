"""The devices of the machine, a row each: its name, and its figures now."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.device import Device, DeviceKind
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.device_figures import KEYS, device_figures, device_words
from gpuscope.gui.run_view.figure_row import FigureRow
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import ElidedLabel

_NAME_WIDTH = 176
_ROOMY_ROWS = 3
"""With more devices than that each has a lower row."""
_LARGEST_SHARE = 0.45


class DeviceRow(QFrame):
    """One device.

    Args:
        theme: Gives the colours.
        device: Which.
        is_low: Whether it is to take little room.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, device: Device, is_low: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.device = device
        short, long = device_words(device)
        self._figures = FigureRow(theme, is_low=is_low, columns=len(KEYS))
        name = QWidget()
        name.setFixedWidth(_NAME_WIDTH)
        below = QFrame()
        below.setProperty("look", "line")
        below.setFixedHeight(1)
        lines = [ElidedLabel(short, "heading"), ElidedLabel(long, "small")]
        if device.simulated:
            lines.append(ElidedLabel(device.simulated, "warn"))
        words = QVBoxLayout()
        words.setContentsMargins(20, 0, 8, 0)
        words.setSpacing(2)
        words.addStretch(1)
        for line in lines:
            words.addWidget(line)
        words.addStretch(1)
        column = QVBoxLayout(name)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(words)
        column.addWidget(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(name)
        row.addWidget(self._figures, 1)
        self.setAccessibleName(f"{short}, {long}")

    @property
    def figures(self) -> FigureRow:
        """Its figures."""
        return self._figures

    def show_now(self, data: RunData) -> None:
        """Shows the newest readings."""
        self._figures.show_figures(device_figures(data, self.device))


class DeviceRows(QScrollArea):
    """All devices that are measured: the CPU, then the GPUs. It takes as much room as it needs, but not half of its parent's.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._devices: tuple[Device, ...] = ()
        self._rows: list[DeviceRow] = []
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def rows(self) -> list[DeviceRow]:
        """The rows, from top to bottom."""
        return self._rows

    def show_now(self, data: RunData) -> None:
        """Shows the newest readings of the devices that there are."""
        devices = tuple(one for one in data.devices if one.kind is not DeviceKind.PROCESSES and one.key != "gpu")
        if devices != self._devices:
            self._devices = devices
            self._build()
        for row in self._rows:
            row.show_now(data)

    def fit_into(self, height: int) -> None:
        """Takes its share of a height."""
        heights = [row.sizeHint().height() for row in self._rows]
        self.setFixedHeight(min(sum(heights), max(heights[0] if heights else 0, round(height * _LARGEST_SHARE))))

    def _build(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        is_low = len(self._devices) > _ROOMY_ROWS
        self._rows = [DeviceRow(self._theme, device, is_low) for device in self._devices]
        for row in self._rows:
            column.addWidget(row)
        column.addStretch(1)
        self.setWidget(inner)
