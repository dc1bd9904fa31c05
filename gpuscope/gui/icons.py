"""The icons of ``resources/icons``, drawn in the colour that is asked for."""

from functools import cache

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gpuscope.system import paths

_SCALES = (1, 2, 3)


@cache
def icon(name: str, colour: str, disabled: str | None = None) -> QIcon:
    """Return an icon of 16 logical pixels, sharp at 100, 200 and 300 %.

    Args:
        name: File in ``resources/icons`` without its ending.
        colour: ``#rrggbb``.
        disabled: Colour of the disabled state; None for Qt's own greying.
    """
    made = QIcon()
    for scale in _SCALES:
        made.addPixmap(pixmap(name, colour, 16, scale))
        if disabled:
            made.addPixmap(pixmap(name, disabled, 16, scale), QIcon.Mode.Disabled)
    return made


@cache
def pixmap(name: str, colour: str, size: int, scale: float = 1) -> QPixmap:
    """Return an icon as a square picture of ``size`` logical pixels for a screen of that scale."""
    picture = QPixmap(QSize(round(size * scale), round(size * scale)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _renderer(name, colour).render(painter)
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    text = (paths.resources_folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(text.replace("currentColor", colour).encode()))
