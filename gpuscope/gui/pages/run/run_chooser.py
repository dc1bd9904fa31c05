"""The button in the header that chooses which live run to show."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu

from gpuscope.gui.fonts import legible
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import MenuButton
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.menus import escaped

_LONGEST = 60
"""Maximum length of a name in the menu, in characters."""


class RunChooser(MenuButton):
    """Shows the number of runs and opens a list of them; hidden if there is nothing to choose.

    Placed in the header, so that starting and ending runs move nothing below.

    Signals:
        chosen: The user chose a run; carries its id.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "chip")
        self._entries: list[tuple[str, str]] = []
        self._shown: str | None = None
        self._menu = QMenu(self)
        self._menu.setLayoutDirection(QGuiApplication.layoutDirection())  # undo the button's direction
        set_tooltip(self, self.tr("Choose which of the runs is shown"))
        self.clicked.connect(self._open)
        self.hide()

    def show_runs(self, entries: Sequence[tuple[str, str]], shown: str | None) -> None:
        """Set the runs to choose from, (id, name) of each, newest first, and the id of the displayed one."""
        self._entries, self._shown = list(entries), shown
        text = self.tr("{0} runs").format(len(entries))
        self.setText(text)
        self.setAccessibleName(text)
        self.setVisible(len(entries) > 1)

    @property
    def menu_of_runs(self) -> QMenu:
        """The current list of runs."""
        self._menu.clear()
        group = QActionGroup(self._menu)
        for run_id, name in self._entries:
            short = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 + 1 :]}"
            action = self._menu.addAction(escaped(legible(short)))
            action.setCheckable(True)
            action.setChecked(run_id == self._shown)
            action.triggered.connect(lambda _=False, run_id=run_id: self.chosen.emit(run_id))
            group.addAction(action)
        return self._menu

    def _open(self) -> None:
        self.menu_of_runs.popup(self.mapToGlobal(self.rect().bottomLeft()))
