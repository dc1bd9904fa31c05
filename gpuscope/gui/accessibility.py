"""What a screen reader hears of widgets that draw themselves: a role, and a value in words, worked out when it asks and on no redraw.

A widget says its role by ``spoken_role``, the name of a ``QAccessible.Role``, and its value by ``spoken_value()``; without that, its
accessible description is its value. Controls of Qt speak for themselves.
"""

from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QFrame, QScrollArea, QWidget

_ROLE, _VALUE = "spoken_role", "spoken_value"


class ReadingArea(QScrollArea):
    """A scrolled area to be read: it takes the focus, so that the keys scroll it.

    Args:
        name: What it shows, for screen readers.
        inside: Its content.
    """

    spoken_role = "Grouping"

    def __init__(self, name: str, inside: QWidget) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(inside)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class DrawnWidgetInterface(QAccessibleWidget):
    """Tells a screen reader about one widget. Qt owns it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role[getattr(widget, _ROLE)])

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, or the value, which is the description too: not every screen reader asks for both."""
        widget = self.widget()
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return spoken_value(widget)
        name = super().text(kind)
        return spoken_value(widget) if kind is QAccessible.Text.Name and not name else name


def spoken_value(widget: QWidget) -> str:
    """Return the value of a widget in words."""
    say = getattr(widget, _VALUE, None)
    return str(say()) if say is not None else widget.accessibleDescription()


@cache
def speak_for_drawn_widgets() -> None:
    """Let screen readers hear them, from now on."""
    QAccessible.installFactory(_interface)


def _interface(name: str, thing: QObject) -> QAccessibleWidget | None:
    """Return what speaks for an object; None for those of Qt. Qt asks with the name of its class, then of each class above."""
    if isinstance(thing, QWidget) and name == type(thing).__name__ and hasattr(thing, _ROLE):
        return DrawnWidgetInterface(thing)
    return None
