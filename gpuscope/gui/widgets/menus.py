"""Menus that are created each time they open, and their texts."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget


def open_menu(menu: QMenu, place: QPoint | QWidget) -> None:
    """Open a menu at a screen position or below a widget; it is deleted once it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place if isinstance(place, QPoint) else place.mapToGlobal(place.rect().bottomLeft()))


def escaped(text: str) -> str:
    """Return a text for a menu or a button in which Qt shows ampersands instead of underlining the next letter."""
    return text.replace("&", "&&")
