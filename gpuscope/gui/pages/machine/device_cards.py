"""The devices of the machine in a column: the CPU, then the GPUs or the reason why there is none."""

from itertools import accumulate

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gpuscope.core.device import NO_GPU, Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.pages.machine.device_card import NAME_WIDTH, DeviceCard
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.text_size import is_large
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, hairline, horizontal, scroll_down_only, vertical
from gpuscope.gui.widgets.sensor_choice import replay_text, simulate_text

_ROOMY = 3
"""Number of devices beyond which each has a compact card with one row of figures."""
_ROWS = (None, 2, 1)
"""Maximum number of rows of figures per device, from the largest cards (None: all rows, the first in large type) to the smallest."""
_LARGEST_SHARE, _LARGEST_OF_MANY = 0.45, 0.52
"""Maximum share of the page's height, the second one for many devices; the strips below keep about half of the page."""


class LackCard(QFrame):
    """Shows why there is no GPU, and offers to simulate one or to replay a recording.

    Args:
        device: The placeholder device that stands for the missing GPU.

    Attributes:
        simulate: Button that adds a simulated GPU.
        replay: Button that asks for a recording to replay.
    """

    def __init__(self, theme: Theme, device: Device) -> None:
        super().__init__()
        self.device = device
        self.simulate, self.replay = Button(theme, simulate_text()), Button(theme, replay_text())
        capability = next(iter(device.capabilities.values()), None)
        reason, cure = (capability.reason or "", capability.cure or "") if capability is not None else ("", "")
        name = label(self.tr("No GPU"), "heading")
        name.setFixedWidth(NAME_WIDTH - 20)
        texts = vertical(spacing=2)
        for text, look in ((composed_text(with_capital(reason)), "muted"), (composed_text(cure), "small")):
            if text:
                texts.addWidget(label(text, look, wraps=True))
        row = fill(horizontal(margins=(20, 12, 20, 12), spacing=16), name, (texts, 1))
        buttons = vertical(spacing=8) if is_large() else horizontal(spacing=16)
        for button in (self.simulate, self.replay):
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(buttons)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), row, hairline())
        self.setAccessibleName(" ".join((name.text(), composed_text(reason), composed_text(cure))))


class DeviceCards(QScrollArea):
    """All measured devices; as high as its content, up to about half of the page.

    Args:
        settings: The user's settings, for the energy unit.

    Signals:
        simulate_wanted: The user wants to add a simulated GPU.
        replay_wanted: The user wants to add a recorded device.
    """

    spoken_role = "Grouping"

    simulate_wanted = Signal()
    replay_wanted = Signal()

    def __init__(self, theme: Theme, settings: UserSettings) -> None:
        super().__init__()
        self._theme = theme
        self._settings = settings
        settings.energy_changed.connect(self._show_figures)
        self._devices: tuple[Device, ...] = ()
        self.cards: list[DeviceCard] = []
        self._lacks: list[LackCard] = []
        self._data: ShownRun | None = None
        self._lowness = 0
        self._room = (0, 0)
        self._page_height = 0
        scroll_down_only(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Devices"))

    def show_now(self, data: ShownRun) -> None:
        """Show the current readings of the devices."""
        self._data = data
        devices = tuple(device for device in data.devices if device.kind is not DeviceKind.PROCESSES)
        if devices != self._devices:
            self._devices = devices
            self._build(self._roomiest())
        else:
            self._show_figures()

    def _show_figures(self) -> None:
        if self._data is None:
            return
        for card in self.cards:
            card.show_now(self._data, self._settings.known.energy_unit)
        most = max((card.figures.count for card in self.cards), default=0)
        for card in self.cards:
            card.figures.limit_columns(most)  # the same of all, so that columns line up; more would leave the right of the page empty

    def _roomiest(self) -> int:
        is_many = len([device for device in self._devices if device.key != NO_GPU]) > _ROOMY
        return len(_ROWS) - 1 if is_many else 0

    def fit_into(self, height: int) -> None:
        """Fit into a share of the page's height in pixels, with the largest cards that fit; if none do, scroll by whole cards."""
        self._page_height = height
        if not self._devices or not self.isVisible():
            return  # hidden widgets have no layout
        if self._room != (self.width(), height):
            self._room = self.width(), height
            if self._lowness > self._roomiest():
                self._build(self._roomiest())
        most = round(height * (_LARGEST_OF_MANY if len(self.cards) > _ROOMY else _LARGEST_SHARE))
        while (needed := self._ends(self.width())[-1]) > most and self._lowness + 1 < len(_ROWS):
            self._build(self._lowness + 1)
        self.setFixedHeight(needed if needed <= most else self._whole_cards(most))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the size of the cards again, since the width determines the rows of figures."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_into(self._page_height)

    def _ends(self, width: int) -> list[int]:
        """Return the bottom of each card at a width, in pixels."""
        heights = [card.height_at(width) for card in self.cards] + [lack.heightForWidth(width) for lack in self._lacks]
        return list(accumulate(heights)) or [0]

    def _whole_cards(self, most: int) -> int:
        """Return the height of the cards that fit completely beside a scroll bar, as a clipped card could be mistaken for a whole one."""
        ends = self._ends(self.width() - self.verticalScrollBar().sizeHint().width())
        return max([end for end in ends if end <= most] or ends[:1])

    def _build(self, lowness: int) -> None:
        self._lowness = lowness
        inner = QWidget()
        column = vertical(inner, (0, 0, 0, 0), spacing=0)
        shown = [device for device in self._devices if device.key != NO_GPU]
        self.cards = [DeviceCard(self._theme, device, _ROWS[lowness]) for device in shown]
        fill(column, *self.cards)
        has_gpu = any(device.kind is DeviceKind.GPU for device in shown)
        self._lacks = [LackCard(self._theme, device) for device in self._devices if device.key == NO_GPU and not has_gpu]
        for lack in self._lacks:
            lack.simulate.clicked.connect(self.simulate_wanted)
            lack.replay.clicked.connect(self.replay_wanted)
            column.addWidget(lack)
        column.addStretch(1)
        self.setWidget(inner)
        self._show_figures()
