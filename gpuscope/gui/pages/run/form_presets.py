"""Ways to fill the form: named values, and the values of the workload's last run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, MenuButton, menu_text
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal
from gpuscope.gui.widgets.question_dialog import NameDialog
from gpuscope.gui.widgets.undo_stack import Change, UndoStack
from gpuscope.system.named_documents import plain_name
from gpuscope.system.redaction import REDACTED

if TYPE_CHECKING:
    from gpuscope.core.run import RunRecord
    from gpuscope.gui.services.history import History
    from gpuscope.gui.services.presets import Presets
    from gpuscope.gui.widgets.notice_bar import NoticeBar
    from gpuscope.gui.widgets.spec_form import SpecForm


_VALUES = "values of the form"
"""What the notices on the form's values are about."""


class FormPresets(QWidget):
    """A menu of presets, and a button that restores the last run's values; each change can be undone.

    Args:
        form: The form that is filled.
        presets: The values that the user has named.
        history: Provides the last runs.
        changes: Receives the undoable changes.
        notice: Reports what was done.

    Attributes:
        menu_button: Opens the menu.
        last_button: Fills the form with the values of the last run.
    """

    def __init__(self, theme: Theme, form: SpecForm, presets: Presets, history: History, changes: UndoStack, notice: NoticeBar) -> None:
        super().__init__()
        self._theme, self._form, self._presets, self._history = theme, form, presets, history
        self._changes, self._notice = changes, notice
        self.menu_button = MenuButton(theme, self.tr("Presets"), "flat")
        self.menu_button.setProperty("edge", "right")
        self.menu_button.setToolTip(self.tr("Keep these values under a name, or fill the form with kept ones"))
        self.menu_button.clicked.connect(self.open_menu)
        self.last_button = Button(theme, self.tr("As last time"), "flat", "again", clicked=self.fill_as_last_time)
        self.last_button.setProperty("edge", "right")
        fill(horizontal(self, (0, 0, 0, 0), spacing=4), self.menu_button, STRETCH, self.last_button)
        form.add_head(self, (self.menu_button, self.last_button))
        history.runs_changed.connect(self._offer_last)
        form.changed.connect(self._withdraw)
        self._filled: Mapping[str, object] | None = None
        self._offer_last()

    # Presets

    def open_menu(self) -> None:
        """Read the presets and open the menu below its button."""
        self._presets.refresh(lambda: self.menu_button.popup(self.menu()), self)

    def menu(self) -> QMenu:
        """Return a new menu for the current presets."""
        menu = self.menu_button.new_menu()
        names = list(self._presets.kept)
        for name in names:
            menu.addAction(menu_text(name), partial(self.fill, name))
        if names:
            menu.addSeparator()
        menu.addAction(self.tr("Keep these values as…"), self._ask_name)
        if names:
            replace, delete = menu.addMenu(self.tr("Replace with these values")), menu.addMenu(self.tr("Delete"))
            for name in names:
                replace.addAction(menu_text(name), partial(self.keep, name))
                delete.addAction(menu_text(name), partial(self.delete, name))
        return menu

    def fill(self, name: str) -> None:
        """Fill the form with a preset."""
        values = self._presets.kept.get(name)
        if values is not None:
            self._fill(values, self.tr("The form has the values of {0}.").format(name))

    def keep(self, name: str) -> None:
        """Save the form's values under a name, replacing a preset of that name."""
        name = plain_name(name)
        before = self._presets.kept.get(name)
        self._presets.change(name, self._form.values(), self._notice.show_error, self)
        kept, gone, again = self.tr("Kept as {0}."), self.tr("{0} is not kept any more."), self.tr("{0} has its former values again.")
        self._changes.push(Change((gone if before is None else again).format(name), partial(self._restore, name, before)))
        self._notice.show_done((kept if before is None else self.tr("{0} has these values now.")).format(name))

    def delete(self, name: str) -> None:
        """Delete a preset."""
        before = self._presets.kept.get(name)
        if before is not None:
            self._presets.change(name, None, self._notice.show_error, self)
            change = Change(self.tr("{0} is kept again.").format(name), partial(self._restore, name, before))
            self._changes.push(change)
            self._notice.show_text(self.tr("{0} is deleted.").format(name), "info", self.tr("Undo"), partial(self._changes.undo, change))

    def _restore(self, name: str, before: Mapping[str, object] | None) -> None:
        self._presets.change(name, before, self._notice.show_error, self)

    def _ask_name(self) -> None:
        hint = self.tr("A preset of the same name is replaced.")
        dialog = NameDialog(self._theme, self.tr("Keep the values of the form"), self.tr("Keep"), "", hint, self.window())
        dialog.ask(self.keep)

    # As last time

    def _offer_last(self) -> None:
        """Enable the button once any run is stored, whatever its workload, so that choosing another workload does not change it."""
        has_runs = any(map(_can_fill, self._history.runs))
        self.last_button.setEnabled(has_runs)
        tip = self.tr("Fill the form with the values of the last run of this workload") if has_runs else self.tr("No run is kept yet.")
        set_tooltip(self.last_button, tip)

    def fill_as_last_time(self) -> None:
        """Fill the form with the values of its workload's last run, leaving out imported and attached runs."""
        record = self._last()
        if record is None:
            self._notice.show_text(self.tr("No run of this workload is kept yet."))
            return
        before = self._form.values()
        try:
            self._form.set_spec(record.spec, folder_of(record))
        except GpuscopeError as error:  # the spec is from another version
            self._notice.show_error(error)
            return
        self._push_former(before)
        if any(REDACTED in word for word in (*record.spec.command, *record.spec.variables.values())):
            self._notice.show_text(self.tr("A secret of the command is not kept: type it again, then start."), "warn")
        else:
            self._show_filled(self.tr("The form has the values of {0}.").format(record_name(record)))

    def _last(self) -> RunRecord | None:
        records = (record for record in self._history.runs if record.spec.workload == self._form.workload and _can_fill(record))
        return max(records, key=lambda record: record.started_at, default=None)

    def _fill(self, values: Mapping[str, object], notice: str) -> None:
        before = self._form.values()
        try:
            self._form.set_values(values)
        except GpuscopeError as error:
            self._notice.show_error(error)
            return
        self._push_former(before)
        self._show_filled(notice)

    def _show_filled(self, text: str) -> None:
        """Name the preset or run whose values the form has, until they are changed."""
        self._filled = self._form.values()
        self._notice.show_text(text, about=_VALUES)

    def _withdraw(self) -> None:
        if self._filled is not None and self._form.values() != self._filled:
            self._filled = None
            self._notice.withdraw(_VALUES)

    def _push_former(self, before: Mapping[str, object]) -> None:
        self._changes.push(Change(self.tr("The form has its former values again."), partial(self._form.set_values, before)))


def folder_of(record: RunRecord) -> str:
    """Return the folder that a command ran in on this machine; "" for any other run."""
    return str(record.environment.get("working_folder", "")) if record.spec.is_command and record.folder else ""


def _can_fill(record: RunRecord) -> bool:
    """Return whether the form can have the values of a run: imported and attached runs cannot be started again."""
    return not record.spec.is_attached and record.origin is None
