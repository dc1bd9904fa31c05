"""Whether animations are allowed: by the user's choice, else by the desktop's settings, from its files or its portal."""

import configparser
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)
_OFF = ("0", "false")


class _Portal:
    """The answer of the desktop's portal; the default until it arrives."""

    reduces_motion = False


def ask_portal(chosen: Callable[[], object], owner: QObject, then: Callable[[], object]) -> None:
    """Ask the desktop's portal for its setting, and follow it unless the user has made a choice.

    Args:
        chosen: Returns the user's choice; None for none.
        owner: Without it, the answer is dropped.
        then: Called after the answer, to show what follows from it.
    """
    from gpuscope.gui.session_bus import ask_animations, has_session_bus

    def follow(animates: bool) -> None:
        _Portal.reduces_motion = not animates
        apply_motion(is_reduced=reduces_motion(chosen()))
        then()

    if chosen() is None and has_session_bus():
        ask_animations(follow, owner)


def reduces_motion(chosen: object) -> bool:
    """Return whether motion is reduced.

    Args:
        chosen: The user's choice; anything but a bool follows the desktop.
    """
    return chosen if isinstance(chosen, bool) else desktop_reduces_motion()


def desktop_reduces_motion() -> bool:
    """Return whether the settings of KDE, GTK or GNOME switch animations off; without a setting they are on."""
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    values = [_setting(folder / "kdeglobals", "KDE", "AnimationDurationFactor")]
    values += [_setting(folder / toolkit / "settings.ini", "Settings", "gtk-enable-animations") for toolkit in ("gtk-4.0", "gtk-3.0")]
    return _Portal.reduces_motion or any(value.strip().lower() in _OFF for value in values if value)


def _setting(file: Path, section: str, key: str) -> str:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(file, encoding="utf-8")
        return parser.get(section, key, fallback="")
    except (configparser.Error, OSError, UnicodeDecodeError):
        return ""


def apply_motion(*, is_reduced: bool) -> None:
    """Switch off Qt's own animations and the blinking of the text cursor if motion is reduced."""
    if is_reduced:
        QApplication.setCursorFlashTime(0)
        for effect in _EFFECTS:
            QApplication.setEffectEnabled(effect, False)
