"""What can be done with one group, as a menu."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.pages.compare.group_choice import GroupChoice


class GroupMenu(QMenu):
    """The menu of the group at one place.

    Args:
        choice: All groups.
        index: Which one.
        act: Called with what was chosen: "baseline", "rename", "earlier", "later", "split" or "remove".
        parent: The widget that it belongs to.
    """

    def __init__(self, choice: GroupChoice, index: int, act: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(choice.groups[index].name.replace("&", "&&")[:60], parent)
        group = choice.groups[index]
        is_last = index == len(choice.groups) - 1
        for what, words, is_possible in (
            ("baseline", self.tr("Make it the baseline"), group.name != choice.baseline_name),
            ("rename", self.tr("Rename…"), True),
            ("earlier", self.tr("Move left"), index > 0),
            ("later", self.tr("Move right"), not is_last),
            ("split", self.tr("Split into single runs"), len(group.run_ids) > 1),
            ("remove", self.tr("Remove"), True),
        ):
            if what == "remove":
                self.addSeparator()
            action = self.addAction(words)
            action.setEnabled(is_possible)
            action.setData(what)
            action.triggered.connect(lambda _=False, what=what: act(what))
