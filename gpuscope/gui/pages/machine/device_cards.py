"""The devices of the machine below each other: the CPU, then the GPUs, or why there is none."""

from itertools import accumulate

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.device import Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.device_card import DeviceCard
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.recording.machine_figures import NO_GPU

_NAME_WIDTH = 176

_ROOMY = 3
"""With more devices than that each has a low card, with one row of figures."""
_ROWS = (None, 2, 1)
"""Rows of figures a device at the most, from the roomiest cards (None: all, the first to be read from afar) to the lowest."""
_LARGEST_SHARE, _LARGEST_OF_MANY = 0.45, 0.52


class LackCard(QFrame):
    """Says what the device that stands for the GPUs has as its reason.

    Args:
        device: That one.
        parent: The widget that it belongs to.
    """

    def __init__(self, device: Device, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.device = device
        found = next(iter(device.capabilities.values()), None)
        reason, cure = (found.reason or "", found.cure or "") if found is not None else ("", "")
        name = label(self.tr("No GPU"), "heading")
        name.setFixedWidth(_NAME_WIDTH - 20)
        words = QVBoxLayout()
        words.setSpacing(2)
        for text, look in ((f"{reason[:1].upper()}{reason[1:]}", "muted"), (cure, "small")):
            if text:
                words.addWidget(label(text, look, wraps=True))
        below = QFrame()
        below.setProperty("look", "line")
        below.setFixedHeight(1)
        row = QHBoxLayout()
        row.setContentsMargins(20, 12, 20, 12)
        row.setSpacing(16)
        row.addWidget(name)
        row.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(below)
        self.setAccessibleName(" ".join((name.text(), reason, cure)))


class DeviceCards(QScrollArea):
    """All devices that are measured. It takes as much room as it needs, but about half of its parent's at the most.

    Args:
        theme: Gives the colours.
        settings: Those of the user: energy in joules or watt hours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, settings: UserSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._devices: tuple[Device, ...] = ()
        self._cards: list[DeviceCard] = []
        self._lacks: list[LackCard] = []
        self._data: ShownRun | None = None
        self._lowness = 0
        self._room = (0, 0)
        self._page_height = 0
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Devices"))

    @property
    def cards(self) -> list[DeviceCard]:
        """The cards, from top to bottom."""
        return self._cards

    def show_now(self, data: ShownRun) -> None:
        """Show the newest readings of the devices that there are."""
        self._data = data
        devices = tuple(device for device in data.devices if device.kind is not DeviceKind.PROCESSES)
        if devices != self._devices:
            self._devices = devices
            self._build(self._roomiest())
        self._show_figures()

    def _show_figures(self) -> None:
        if self._data is None:
            return
        for card in self._cards:
            card.show_now(self._data, self._settings.known.energy_unit)

    def _roomiest(self) -> int:
        is_many = len([device for device in self._devices if device.key != NO_GPU]) > _ROOMY
        return len(_ROWS) - 1 if is_many else 0

    def fit_into(self, height: int) -> None:
        """Take its share of a height, with cards as low as it takes; what has no room then is scrolled, a whole card at least is seen."""
        self._page_height = height
        if not self._devices or not self.isVisible():
            return  # what is hidden is not laid out
        if self._room != (self.width(), height):
            self._room = self.width(), height
            if self._lowness > self._roomiest():
                self._build(self._roomiest())
        most = round(height * (_LARGEST_OF_MANY if len(self._cards) > _ROOMY else _LARGEST_SHARE))
        while (needed := self._ends(self.width())[-1]) > most and self._lowness + 1 < len(_ROWS):
            self._build(self._lowness + 1)
        self.setFixedHeight(needed if needed <= most else self._whole_cards(most))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Look anew how low the cards must be: the width makes the rows of figures."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_into(self._page_height)

    def _ends(self, width: int) -> list[int]:
        """Return where each card ends when they are so wide."""
        heights = [card.height_at(width) for card in self._cards] + [lack.heightForWidth(width) for lack in self._lacks]
        return list(accumulate(heights)) or [0]

    def _whole_cards(self, most: int) -> int:
        """Return the height of those cards that have room as a whole beside a scroll bar: one that is cut could be taken for whole."""
        ends = self._ends(self.width() - self.verticalScrollBar().sizeHint().width())
        return max([end for end in ends if end <= most] or ends[:1])

    def _build(self, lowness: int) -> None:
        self._lowness = lowness
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        shown = [device for device in self._devices if device.key != NO_GPU]
        self._cards = [DeviceCard(self._theme, device, _ROWS[lowness]) for device in shown]
        for card in self._cards:
            column.addWidget(card)
        has_gpu = any(one.kind is DeviceKind.GPU for one in shown)
        self._lacks = [LackCard(device) for device in self._devices if device.key == NO_GPU and not has_gpu]
        for lack in self._lacks:
            column.addWidget(lack)
        column.addStretch(1)
        self.setWidget(inner)
        self._show_figures()
