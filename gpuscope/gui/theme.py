"""Colours, spaces and type sizes of both themes. Nothing else in the window names a colour or a size of type."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from gpuscope.core.metric import Family


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, as ``#rrggbb``; each pair of text and ground has a contrast of at least 4.5 : 1."""

    is_dark: bool
    bg: str
    panel: str
    raised: str
    line: str
    grid: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_ground: str
    on_accent: str
    good: str
    good_ground: str
    bad: str
    bad_ground: str
    warn: str
    warn_ground: str
    compute: str
    power: str
    memory: str
    clock: str
    temperature: str
    throughput: str
    loss: str
    host: str
    groups: tuple[str, ...]
    """Colours of compared runs: slate, amber, blue, green, violet, red."""

    def of_family(self, family: Family) -> str:
        """Returns the colour of a metric of that family, the same on every page."""
        colour: str = getattr(self, family.value)
        return colour

    def of_group(self, index: int) -> str:
        """Returns the colour of the compared group of that place; the seventh begins anew, told apart by its dash."""
        return self.groups[index % len(self.groups)]


DARK = Palette(
    is_dark=True,
    bg="#0e1116",
    panel="#151a21",
    raised="#1c232c",
    line="#28303a",
    grid="#1f2630",
    text="#e7ecf2",
    muted="#94a0ae",
    faint="#7d8896",
    accent="#5aa9ff",
    accent_ground="#17283d",
    on_accent="#0b1726",
    good="#6fcf7c",
    good_ground="#16281a",
    bad="#ff8078",
    bad_ground="#331c1c",
    warn="#f5b047",
    warn_ground="#30260f",
    compute="#5aa9ff",
    power="#f5b047",
    memory="#b794f6",
    clock="#3fc8b4",
    temperature="#ff8078",
    throughput="#86cf6a",
    loss="#f08cc0",
    host="#9fb0c3",
    groups=("#9fb0c3", "#f5b047", "#5aa9ff", "#86cf6a", "#b794f6", "#ff8078"),
)
LIGHT = Palette(
    is_dark=False,
    bg="#f4f6f8",
    panel="#ffffff",
    raised="#eef1f4",
    line="#d7dde4",
    grid="#e8ecf0",
    text="#16202b",
    muted="#55616e",
    faint="#64707d",
    accent="#1668c7",
    accent_ground="#e3effc",
    on_accent="#ffffff",
    good="#1f7a33",
    good_ground="#e2f3e5",
    bad="#c2322b",
    bad_ground="#fbe6e5",
    warn="#985d00",
    warn_ground="#faefdc",
    compute="#1668c7",
    power="#985d00",
    memory="#7a48cf",
    clock="#0a7d6c",
    temperature="#c93a32",
    throughput="#2f7d1e",
    loss="#b3327d",
    host="#52657a",
    groups=("#52657a", "#985d00", "#1668c7", "#2f7d1e", "#7a48cf", "#c93a32"),
)

SPACE = 4
"""Spaces are multiples of it, in logical pixels."""
RADIUS = 8
SMALL_PX, BODY_PX, LARGE_PX, HUGE_PX = 11.5, 13.0, 17.0, 20.0
"""Sizes of type at 100 %."""
REGULAR, MEDIUM, STRONG = 400, 550, 650
"""Weights of type."""


class Choice(StrEnum):
    """Which theme the user wants."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class Theme(QObject):
    """The theme in force; follows the system unless the user chose one.

    Attributes:
        changed: The palette has changed: whoever painted with the old one paints anew.
    """

    changed = Signal()

    def __init__(self, choice: Choice = Choice.SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._palette = self._wanted()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._update)

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return self._palette

    @property
    def choice(self) -> Choice:
        """What the user chose."""
        return self._choice

    def choose(self, choice: Choice) -> None:
        """Takes another choice, at once."""
        self._choice = choice
        self._update()

    def qt_palette(self) -> QPalette:
        """Returns the colours as Qt's own palette, for everything that no style sheet reaches."""
        return qt_palette(self._palette)

    def _update(self) -> None:
        wanted = self._wanted()
        if wanted is not self._palette:
            self._palette = wanted
            self.changed.emit()

    def _wanted(self) -> Palette:
        if self._choice is not Choice.SYSTEM:
            return DARK if self._choice is Choice.DARK else LIGHT
        return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def qt_palette(colours: Palette) -> QPalette:
    """Returns a theme's colours as Qt's own palette."""
    palette = QPalette()
    role = QPalette.ColorRole
    for name, colour in (
        (role.Window, colours.bg),
        (role.WindowText, colours.text),
        (role.Base, colours.panel),
        (role.AlternateBase, colours.raised),
        (role.Text, colours.text),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.Highlight, colours.accent_ground),
        (role.HighlightedText, colours.text),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.PlaceholderText, colours.faint),
        (role.Link, colours.accent),
        (role.Mid, colours.line),
        (role.Light, colours.raised),
        (role.Dark, colours.line),
    ):
        palette.setColor(name, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(disabled, name, QColor(colours.faint))
    return palette
