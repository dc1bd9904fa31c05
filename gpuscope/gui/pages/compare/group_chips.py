"""The groups in the header, each with its line style, name, number of runs, baseline mark and menu."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.group_style import ICON_SIZE, swatch_icon
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.menus import escaped, open_menu


class GroupMenu(QMenu):
    """The menu of one group.

    Args:
        index: Index of the group.
        act: Called with the chosen action: "baseline", "rename", "earlier", "later", "split" or "remove".
    """

    def __init__(self, choice: GroupChoice, index: int, act: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(escaped(choice.groups[index].name[:60]), parent)
        group = choice.groups[index]
        is_last = index == len(choice.groups) - 1
        for what, title, is_possible in (
            ("baseline", self.tr("Make it the baseline"), group.name != choice.baseline_name),
            ("rename", self.tr("Rename…"), True),
            ("earlier", self.tr("Move left"), index > 0),
            ("later", self.tr("Move right"), not is_last),
            ("split", self.tr("Split into single runs"), len(group.run_ids) > 1),
            ("remove", self.tr("Remove"), True),
        ):
            if what == "remove":
                self.addSeparator()
            action = self.addAction(title)
            action.setEnabled(is_possible)
            action.setData(what)
            action.triggered.connect(lambda _=False, what=what: act(what))


_GAP = 8
"""Pixels between chips."""
_WIDEST_NAME = grown(150)
"""Maximum pixels of a name, so that three chips fit a window of 1280; the tooltip has the full name."""
CHIP_HEIGHT = grown(28)
"""Pixels; height of chips in the style sheet."""


class GroupChips(QWidget):
    """One button per group in a single line; each opens the group's menu.

    Attributes:
        asked: The user chose an action: index of the group, and "baseline", "rename", "earlier", "later", "split" or "remove".
    """

    asked = Signal(int, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._choice = GroupChoice()
        self._names: Sequence[str] = ()
        self._chips: list[QPushButton] = []
        self._seen = self._room = self._used = 0
        self._more = self._button()
        self._more.clicked.connect(self._open_rest)
        self._more.hide()
        self.setFixedHeight(CHIP_HEIGHT)
        self.setAccessibleName(self.tr("Compared groups"))
        theme.changed.connect(self._paint_swatches)

    def show_choice(self, choice: GroupChoice, names: Sequence[str]) -> None:
        """Show the groups of a choice under these displayed names."""
        self._choice, self._names = choice, names
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._chips = [self._chip(index) for index in range(len(choice.groups))]
        self._paint_swatches()
        self._fit()

    def chip_text(self, index: int) -> str:
        """Return the full text of a group's chip."""
        return self._chip_text(index, self._names[index])

    def _chip_text(self, index: int, name: str) -> str:
        group = self._choice.groups[index]
        runs = self.tr("1 run") if len(group.run_ids) == 1 else self.tr("{0} runs").format(len(group.run_ids))
        role = (self.tr("baseline"),) if group.name == self._choice.baseline_name and len(self._choice.groups) > 1 else ()
        return " · ".join((name, runs, *role))

    def sizeHint(self) -> QSize:
        """Return the size of the visible chips."""
        return QSize(self._used, CHIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return no minimum width, so that groups never widen the window."""
        return QSize(0, CHIP_HEIGHT)

    def fit(self, room: int) -> None:
        """Show as many groups as fit into a width in pixels, taking no more room than needed."""
        if room != self._room:
            self._room = room
            self._fit()

    def _fit(self) -> None:
        room = self._room
        widths = [chip.width() + _GAP for chip in self._chips]
        if sum(widths) - _GAP <= room:
            self._seen = len(self._chips)
        else:
            self._label_rest(len(self._chips))
            self._more.ensurePolished()
            self._more.resize(self._more.sizeHint().width(), CHIP_HEIGHT)
            left = room - self._more.width()
            self._seen = next((count for count in range(len(widths), 0, -1) if sum(widths[:count]) <= left), 0)
            self._label_rest(len(self._chips) - self._seen)
        self._place()

    def _button(self) -> QPushButton:
        button = QPushButton(self, autoDefault=False)
        button.setProperty("look", "chip")
        return button

    def _chip(self, index: int) -> QPushButton:
        chip = self._button()
        chip.ensurePolished()
        name = chip.fontMetrics().elidedText(legible(self._names[index][:500]), Qt.TextElideMode.ElideMiddle, _WIDEST_NAME)
        chip.setText(escaped(self._chip_text(index, name)))
        chip.setIconSize(ICON_SIZE)
        chip.setAccessibleName(self.chip_text(index)[:500])
        set_tooltip(chip, self._choice.groups[index].name)
        chip.clicked.connect(lambda: self._open_menu(index, chip))
        return chip

    def _paint_swatches(self) -> None:
        for index, chip in enumerate(self._chips):
            chip.setIcon(swatch_icon(index, self._theme.palette))
            chip.resize(chip.sizeHint().width(), CHIP_HEIGHT)

    def _label_rest(self, count: int) -> None:
        self._more.setText(self.tr("+ {0} more").format(count))
        self._more.setAccessibleName(self.tr("{0} more groups").format(count))

    def _place(self) -> None:
        x = 0
        for index, chip in enumerate(self._chips):
            chip.move(x, 0)
            chip.setVisible(index < self._seen)
            x += chip.width() + _GAP if index < self._seen else 0
        has_rest = self._seen < len(self._chips)
        self._more.move(x, 0)
        self._more.setVisible(has_rest)
        self._used = x + self._more.width() if has_rest else max(0, x - _GAP)
        self.setMaximumWidth(self._used)
        self.updateGeometry()

    def _open_menu(self, index: int, below: QWidget) -> None:
        menu = GroupMenu(self._choice, index, partial(self.asked.emit, index), self)
        self._open(menu, below)

    def _open_rest(self) -> None:
        menu = QMenu(self)
        for index in range(self._seen, len(self._chips)):
            submenu = GroupMenu(self._choice, index, partial(self.asked.emit, index), menu)
            submenu.setTitle(escaped(self.chip_text(index)[:80]))
            submenu.setIcon(swatch_icon(index, self._theme.palette))
            menu.addMenu(submenu)
        self._open(menu, self._more)

    def _open(self, menu: QMenu, below: QWidget) -> None:
        open_menu(menu, below.mapToGlobal(QPoint(0, below.height() + 2)))
