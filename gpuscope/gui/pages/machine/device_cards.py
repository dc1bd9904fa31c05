"""The devices of the machine below each other: the CPU, then the GPUs, or why there is none."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.device import Device, DeviceKind
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.machine.device_card import DeviceCard
from gpuscope.gui.pages.machine.energy_since import EnergySince
from gpuscope.gui.pages.machine.lack_card import LackCard
from gpuscope.gui.theme import Theme

_ROOMY = 3
"""With more devices than that each has a low card, with one row of figures."""
_SMALL = 620
"""On a page that is lower than that, in pixels, all rows of figures are low, and two a device at the most."""
_LARGEST_SHARE, _LARGEST_OF_MANY = 0.45, 0.52
NO_GPU = "gpu"
"""Key of the device that stands for the GPUs when none can be read."""


class DeviceCards(QScrollArea):
    """All devices that are measured. It takes as much room as it needs, but about half of its parent's at the most.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._devices: tuple[Device, ...] = ()
        self._cards: list[DeviceCard] = []
        self._energy = EnergySince()
        self._most_rows: int | None = None
        self._page_height = 2 * _SMALL
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Devices"))

    @property
    def cards(self) -> list[DeviceCard]:
        """The cards, from top to bottom."""
        return self._cards

    def show_now(self, data: RunData) -> None:
        """Shows the newest readings of the devices that there are."""
        devices = tuple(one for one in data.devices if one.kind is not DeviceKind.PROCESSES)
        most_rows = self._rows_for(devices)
        if (devices, most_rows) != (self._devices, self._most_rows):
            self._devices, self._most_rows = devices, most_rows
            self._build()
        for card in self._cards:
            card.show_now(data, self._energy)

    def _rows_for(self, devices: tuple[Device, ...]) -> int | None:
        if len([one for one in devices if one.key != NO_GPU]) > _ROOMY:
            return 1
        return 2 if self._page_height < _SMALL else None

    def fit_into(self, height: int) -> None:
        """Takes its share of a height."""
        self._page_height = height
        inner = self.widget()
        layout = None if inner is None else inner.layout()
        if layout is None:
            return
        layout.activate()
        least = self._cards[0].sizeHint().height() if self._cards else 0
        share = _LARGEST_OF_MANY if len(self._cards) > _ROOMY else _LARGEST_SHARE
        needed = layout.totalHeightForWidth(self.viewport().width()) if layout.hasHeightForWidth() else layout.sizeHint().height()
        self.setFixedHeight(min(needed, max(least, round(height * share))))

    def _build(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        shown = [one for one in self._devices if one.key != NO_GPU]
        self._cards = [DeviceCard(self._theme, device, self._most_rows) for device in shown]
        for card in self._cards:
            column.addWidget(card)
        if not any(one.kind is DeviceKind.GPU for one in shown):
            for device in self._devices:
                if device.key == NO_GPU:
                    column.addWidget(LackCard(device))
        column.addStretch(1)
        self.setWidget(inner)
