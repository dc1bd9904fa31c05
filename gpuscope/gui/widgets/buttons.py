"""Buttons in the styles of the style sheet, with icons in the theme's colours."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QWidget

from gpuscope.gui import icons
from gpuscope.gui.theme import Palette, Theme


class Button(QPushButton):
    """A push button.

    Args:
        theme: Source of the icons' colour.
        text: Text; may be "" if there is an icon, which then requires ``name``.
        look: "" (plain), "main", "destructive", "flat", "link", "chip" or "nav".
        icon: Name of an icon, or "".
        name: Accessible name and tooltip of a button without text.
        parent: Parent widget.
    """

    def __init__(self, theme: Theme, text: str, look: str = "", icon: str = "", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon = icon
        self.setProperty("look", look)
        self.setIconSize(QSize(16, 16))
        self.setAutoDefault(False)
        if name:
            self.setAccessibleName(name)
            self.setToolTip(name)
        if icon:
            self._paint_icon()
            theme.changed.connect(self._paint_icon)
            self.toggled.connect(self._paint_icon)

    def set_icon(self, icon: str) -> None:
        """Replace the icon."""
        self._icon = icon
        self._paint_icon()

    def _paint_icon(self) -> None:
        palette = self._theme.palette
        self.setIcon(icons.icon(self._icon, self._colour(palette), palette.faint))

    def _colour(self, palette: Palette) -> str:
        look = self.property("look")
        if self.isCheckable() and self.isChecked():
            return palette.accent
        return {"main": palette.on_accent, "destructive": palette.bad, "nav": palette.muted, "link": palette.accent}.get(look, palette.text)


def keeps_its_place(widget: QWidget) -> None:
    """Let a widget keep its room while it is hidden, so that nothing moves when it comes or goes."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
