"""The menu of all curves that there are: those that are off from the start are found here."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class CurveChoice:
    """A curve that can be switched.

    Attributes:
        strip: Key of its strip.
        curve: Its key.
        title: The strip's title.
        label: The curve's.
        visible: Whether it is drawn.
    """

    strip: str
    curve: str
    title: str
    label: str
    visible: bool


class CurveMenu(QMenu):
    """A check mark a curve; strips with several have a menu of their own.

    Attributes:
        switched: The user switched a curve: keys of strip and curve, whether it is to be drawn.
    """

    switched = Signal(str, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(False)

    def show_choices(self, choices: Sequence[CurveChoice]) -> None:
        """List these curves, in their order."""
        self.clear()
        strips: dict[str, list[CurveChoice]] = {}
        for choice in choices:
            strips.setdefault(choice.strip, []).append(choice)
        for members in strips.values():
            if len(members) == 1:
                self._add(self, members[0], members[0].title)
                continue
            below = self.addMenu(_plain(members[0].title))
            for choice in members:
                self._add(below, choice, choice.label)

    def _add(self, menu: QMenu, choice: CurveChoice, text: str) -> None:
        action = QAction(_plain(text), menu)
        action.setCheckable(True)
        action.setChecked(choice.visible)
        action.toggled.connect(lambda visible: self.switched.emit(choice.strip, choice.curve, visible))
        menu.addAction(action)


def _plain(text: str) -> str:
    return text[:_LONGEST].replace("&", "&&")
