"""The icons in ``resources/icons``, drawn in any colour."""

from functools import cache

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gpuscope.gui.text_size import grown
from gpuscope.system import paths

_SCALES = (1, 2, 3)
"""Device pixel ratios that are rendered; for ratios in between, Qt scales down the next larger one."""


@cache
def icon(name: str, colour: str, disabled: str | None = None, left: int = 0, right: int = 0) -> QIcon:
    """Return an icon of 16 logical pixels, more with larger text, sharp at 100, 200 and 300 %.

    Args:
        name: File in ``resources/icons`` without its suffix.
        colour: ``#rrggbb``.
        disabled: Colour of the disabled state; None for Qt's default.
        left: Empty logical pixels left of it, which grow with the text too.
        right: The same right of it.
    """
    result, size = QIcon(), grown(16)
    left, right = grown(left), grown(right)
    for scale in _SCALES:
        result.addPixmap(_beside_space(pixmap(name, colour, size, scale), left, right))
        if disabled:
            result.addPixmap(_beside_space(pixmap(name, disabled, size, scale), left, right), QIcon.Mode.Disabled)
    return result


def _beside_space(picture: QPixmap, left: int, right: int) -> QPixmap:
    if not left and not right:
        return picture
    scale, size = picture.devicePixelRatio(), picture.size()
    wide = QPixmap(QSize(size.width() + round((left + right) * scale), size.height()))
    wide.setDevicePixelRatio(scale)
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    painter.drawPixmap(left, 0, picture)
    painter.end()
    return wide


@cache
def pixmap(name: str, colour: str, size: int, scale: float = 1) -> QPixmap:
    """Return an icon as a square pixmap of ``size`` logical pixels at a device pixel ratio."""
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
