"""Menus that are made anew each time they open."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget


def open_menu(menu: QMenu, place: QPoint | QWidget) -> None:
    """Open a menu at a screen position or below a widget; it is deleted once it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place if isinstance(place, QPoint) else place.mapToGlobal(place.rect().bottomLeft()))
