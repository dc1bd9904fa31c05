"""The theme in force, and sizes of type. Besides ``palette``, nothing in the window names a colour or a size of type."""

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from gpuscope.gui.palette import DARK, LIGHT, Palette

__all__ = ["DARK", "LIGHT", "Palette"]

RADIUS = 8
SMALL_PX, BODY_PX, LARGE_PX, HUGE_PX = 11.5, 13.0, 17.0, 20.0
"""Sizes of type at 100 %."""
REGULAR, MEDIUM, STRONG = 400, 500, 600
"""Weights of type: those that ``resources/fonts`` has."""


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
        """Take another choice, at once."""
        self._choice = choice
        self._update()

    def qt_palette(self) -> QPalette:
        """Return the colours as Qt's own palette, for everything that no style sheet reaches."""
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
    """Return a theme's colours as Qt's own palette."""
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
