"""Actions on the selected runs: a common definition for shortcuts, menus and buttons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.core.run import RunRecord
from gpuscope.gui import icons
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.theme import Theme
from gpuscope.system.language import remarked

OPEN, COMPARE, AGAIN, RENAME, TAGS, NOTE = "open", "compare", "again", "rename", "tags", "note"
ADD, RACE, PROFILE, FORM = "add", "race", "profile", "form"
SAMPLES, NUMBERS, BUNDLE, COPY_ID, DELETE = "samples", "numbers", "bundle", "copy-id", "delete"
_BREAKS = (AGAIN, RENAME, SAMPLES, DELETE)
"""Actions with a separator above them in the menu."""
_NOT_FOR_OPENED = (OPEN, PROFILE, AGAIN)


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """Definition of an action: text, shortcut, icon, and the number of runs it applies to."""

    text: str
    keys: str
    icon: str
    least: int = 1
    most: int | None = None


def action_plans() -> Mapping[str, ActionPlan]:
    """Return all actions by key, translated."""
    return {
        OPEN: ActionPlan(QCoreApplication.translate("RunActions", "Open"), "Enter", "open", most=1),
        COMPARE: ActionPlan(QCoreApplication.translate("RunActions", "Compare"), "Ctrl+Shift+C", "compare", least=2),
        ADD: ActionPlan(QCoreApplication.translate("RunActions", "Add to the comparison"), "Ctrl+Shift+A", "compare"),
        RACE: ActionPlan(QCoreApplication.translate("RunActions", "Race"), "Ctrl+Shift+K", "start", least=2),
        PROFILE: ActionPlan(QCoreApplication.translate("RunActions", "Show the profile"), "Ctrl+P", "profile", most=2),
        AGAIN: ActionPlan(QCoreApplication.translate("RunActions", "Run again"), "Ctrl+R", "again", most=1),
        FORM: ActionPlan(QCoreApplication.translate("RunActions", "Open in the form"), "Ctrl+Shift+R", "run", most=1),
        RENAME: ActionPlan(QCoreApplication.translate("RunActions", "Rename"), "F2", "rename", most=1),
        TAGS: ActionPlan(QCoreApplication.translate("RunActions", "Tags…"), "Ctrl+T", "tag"),
        NOTE: ActionPlan(QCoreApplication.translate("RunActions", "Note…"), "Ctrl+N", "note", most=1),
        SAMPLES: ActionPlan(QCoreApplication.translate("RunActions", "Export the samples…"), "Ctrl+Shift+E", "export", most=1),
        NUMBERS: ActionPlan(QCoreApplication.translate("RunActions", "Export the numbers…"), "Ctrl+E", "export"),
        BUNDLE: ActionPlan(QCoreApplication.translate("RunActions", "Export as a bundle…"), "Ctrl+B", "export"),
        COPY_ID: ActionPlan(QCoreApplication.translate("RunActions", "Copy the id"), "Ctrl+C", "copy"),
        DELETE: ActionPlan(QCoreApplication.translate("RunActions", "Delete"), "Delete", "delete"),
    }


def _has_profile(record: RunRecord) -> bool:
    """Return whether a run's folder has a profile: records of the list have no environment, which would tell."""
    from gpuscope.recording.captures import profile_files  # the first paint of the list needs none of it

    return bool(record.folder) and bool(profile_files(Path(record.folder)))


class RunActions(QObject):
    """The actions; each is enabled if it applies to the selection, and otherwise its tooltip gives the reason.

    Args:
        owner: The widget in which the shortcuts are active.

    Attributes:
        wanted: The user triggered an action; carries its key.
    """

    wanted = Signal(str)

    def __init__(self, theme: Theme, owner: QWidget) -> None:
        super().__init__(owner)
        self._theme = theme
        self._plans = action_plans()
        self._actions = {key: self._made(key, plan, owner) for key, plan in self._plans.items()}
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self.offer([])

    def _made(self, key: str, plan: ActionPlan, owner: QWidget) -> QAction:
        action = QAction(plan.text, self, shortcut=QKeySequence(plan.keys), shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: self.wanted.emit(key))
        if key != OPEN:  # the table handles Enter itself
            owner.addAction(action)
        return action

    def action(self, key: str) -> QAction:
        """Return an action."""
        return self._actions[key]

    def offer(self, rows: Sequence[RunRow]) -> None:
        """Enable the actions that apply to the given runs."""
        for key, plan in self._plans.items():
            reason = self._reason(key, plan, rows)
            action = self._actions[key]
            action.setEnabled(not reason)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(reason or remarked(plan.text, keys))

    def _reason(self, key: str, plan: ActionPlan, rows: Sequence[RunRow]) -> str:
        """Return why an action does not apply; "" if it does."""
        if len(rows) < plan.least:
            return self.tr("Select a run first.") if plan.least == 1 else self.tr("Select two runs or more.")
        if plan.most is not None and len(rows) > plan.most:
            return self.tr("Select one run alone.") if plan.most == 1 else self.tr("Select one or two runs.")
        if key == RACE and any(row.is_live for row in rows):
            return self.tr("A live run can race when it has ended.")
        if key == PROFILE and not all(_has_profile(row.record) for row in rows):
            return self.tr("No profile was recorded: run it again with the field “Profile” of the form, or --profile.")
        if key in (SAMPLES, NUMBERS, BUNDLE) and any(row.is_live for row in rows):
            return self.tr("A live run can be exported when it has ended.")
        origin = rows[0].record.origin
        if key in (AGAIN, FORM) and origin is not None and origin.is_foreign:
            return self.tr("Recorded by {0}: it cannot be run again.").format(origin.tool)
        return ""

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu of the actions on the selected runs."""
        menu = QMenu(parent)
        for key, action in self._actions.items():
            if key in _BREAKS:
                menu.addSeparator()
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        return menu

    def menu_for_opened(self, parent: QWidget, do: Callable[[str], None]) -> QMenu:
        """Return a menu of the actions on the opened run, independent of the selection."""
        menu = QMenu(parent)
        for key, plan in self._plans.items():
            if key not in _NOT_FOR_OPENED and plan.least == 1:
                if key in _BREAKS and not menu.isEmpty():
                    menu.addSeparator()
                text = f"{plan.text}…" if key == RENAME else plan.text  # a dialog asks for it there, the list edits it in place
                menu.addAction(self._actions[key].icon(), text, lambda key=key: do(key))
        return menu

    def _paint_icons(self) -> None:
        palette = self._theme.palette
        for key, plan in self._plans.items():
            self._actions[key].setIcon(icons.icon(plan.icon, palette.muted, palette.faint))
