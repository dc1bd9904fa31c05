"""The current theme, and font sizes. Apart from ``palette``, nothing else in the window defines a colour or a font size."""

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from gpuscope.gui.palette import DARK, LIGHT, Palette
from gpuscope.gui.text_size import text_scale

__all__ = ["DARK", "LIGHT", "Palette"]

RADIUS = 8
"""Corner radius in pixels, the same for cards, notices and buttons."""
SMALL_PX, BODY_PX, LARGE_PX, HUGE_PX, HEADLINE_PX = (size * text_scale() for size in (11.5, 13.0, 17.0, 20.0, 24.0))
"""Font sizes in logical pixels."""
REGULAR, MEDIUM, STRONG = 400, 500, 600
"""Font weights, those available in ``resources/fonts``."""


class Choice(StrEnum):
    """The user's choice of theme."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class Theme(QObject):
    """The current theme; follows the system unless the user has chosen one.

    Attributes:
        changed: The palette has changed: everything painted with it must be repainted.
        chosen: The user has made a choice.
    """

    changed = Signal()
    chosen = Signal()

    def __init__(self, choice: Choice = Choice.SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._palette = self._wanted()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._update)

    @property
    def palette(self) -> Palette:
        """The current colours."""
        return self._palette

    @property
    def choice(self) -> Choice:
        """The user's choice."""
        return self._choice

    def choose(self, choice: Choice) -> None:
        """Apply another choice."""
        self._choice = choice
        self._update()
        self.chosen.emit()

    def qt_palette(self) -> QPalette:
        """Return the colours as a Qt palette, for everything outside the style sheet's reach."""
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
    """Return a theme's colours as a Qt palette."""
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
