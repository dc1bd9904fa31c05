"""Screen reader support for widgets that draw themselves: a role, and a value in words, computed on request and not at each redraw.

A widget defines its role with ``spoken_role``, the name of a ``QAccessible.Role``, and its value with ``spoken_value()``; without the
latter, its accessible description is its value. Qt's own controls need no such support.
"""

import atexit
from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QComboBox, QFrame, QLabel, QScrollArea, QWidget
from shiboken6 import isValid

_ROLE, _VALUE = "spoken_role", "spoken_value"


class ReadingArea(QScrollArea):
    """A scroll area for reading: it accepts the focus, so that it can be scrolled with the keyboard."""

    spoken_role = "Grouping"

    def __init__(self, name: str, inside: QWidget) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(inside)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class DrawnWidgetInterface(QAccessibleWidget):
    """Accessible interface of one widget. Qt deletes it with the widget; PySide keeps the Python part, a small object, to the end.

    ``QAccessible.registerAccessibleInterface()`` would not keep it, but Qt asks anew whenever PySide replaces the meta-object of a
    widget, as it does for each bound method that a signal is connected to.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role[getattr(widget, _ROLE)])
        if len(_interfaces) % _SWEEP_EVERY == 0:
            _interfaces[:] = filter(isValid, _interfaces)
        _interfaces.append(self)

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name or the value; the value is also the description, because not every screen reader asks for both."""
        widget = self.widget()
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return spoken_value(widget)
        name = super().text(kind)
        return spoken_value(widget) if kind is QAccessible.Text.Name and not name else name


_interfaces: list[DrawnWidgetInterface] = []
_SWEEP_EVERY = 256
"""Number of interfaces at whose multiples those of deleted widgets are released: about as many as a window has with all its pages open."""


def name_choice(box: QComboBox, name: str) -> None:
    """Name a combo box that has no label of its own, and that is placed in its parent already.

    On Linux, Qt passes on a combo box's choice as its name, and names the box only by a label beside it: a hidden one suffices.
    """
    box.setAccessibleName(name)
    unseen = QLabel(name, box.parentWidget())
    unseen.hide()
    unseen.setBuddy(box)


def spoken_value(widget: QWidget) -> str:
    """Return the value of a widget in words."""
    say = getattr(widget, _VALUE, None)
    return str(say()) if say is not None else widget.accessibleDescription()


@cache
def speak_for_drawn_widgets() -> None:
    """Install the interface for widgets that draw themselves."""
    QAccessible.installFactory(_interface)
    atexit.register(_delete_interfaces)


def _delete_interfaces() -> None:
    """Delete the remaining interfaces before the interpreter ends, when both Shiboken and Qt would delete them."""
    for interface in filter(isValid, _interfaces):
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(interface))


def _interface(name: str, thing: QObject) -> QAccessibleWidget | None:
    """Return the interface of an object; None for Qt's own. Qt calls it with the name of the class, then of each base class."""
    if isinstance(thing, QWidget) and name == type(thing).__name__ and hasattr(thing, _ROLE):
        return DrawnWidgetInterface(thing)
    return None
