"""The form that defines a run, generated from RunSpec's fields and the workloads' own options."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.focus_origin import shows_focus
from gpuscope.gui.services.run_starter import Refusal, RunStarter
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.command_preview import CommandPreview, StartFoot
from gpuscope.gui.widgets.field_editor import FieldEditor
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, fill, vertical
from gpuscope.gui.widgets.script_drop import draft_of_script
from gpuscope.gui.widgets.spec_draft import FORM, CheckedDraft, SpecDraft
from gpuscope.gui.widgets.spec_editors import INTERPRETER, SpecEditors
from gpuscope.system.device_use import disturb, uses_of
from gpuscope.system.language import labelled
from gpuscope.system.settings import store_url
from gpuscope.workloads.capabilities import Capabilities

WIDTH, MARGIN = grown(260), 20
"""Pixels: width of the form, in which two editors of about 100 fit side by side and the strips keep most of the smallest window; margin,
that of the page's title."""
_ASK_AGAIN_MS = 2000
"""Interval at which the end of another store's run on the same device is looked for, while there is one."""


class SpecForm(QFrame):
    """The form of a run; input is checked while it is typed, with the functions that the command line uses.

    Signals:
        start_wanted: The user asked for a start, and nothing prevents it.
        vary_wanted: The user asked to compare variants of the run.
        changed: A value has changed.

    Args:
        starter: Knows what can be run here, and with which command line.
    """

    start_wanted = Signal()
    vary_wanted = Signal()
    changed = Signal()

    def __init__(self, theme: Theme, starter: RunStarter) -> None:
        super().__init__()
        self.setProperty("look", "side")
        self.setFixedWidth(WIDTH)
        self._starter = starter
        self._store_flags = [] if starter.store_url == store_url() else ["--store", starter.store_url]
        self._checked = CheckedDraft(None)
        self._refusal: Refusal | None = None
        self._asked: tuple[RunSpec, str, Capabilities | None] | None = None
        self._wanted: tuple[RunSpec | None, str] | None = None
        self._is_busy = False
        self._live: list[RunSpec] = []
        self._is_used_elsewhere = False
        self._asking_again = QTimer(self, singleShot=True, interval=_ASK_AGAIN_MS)
        self._asking_again.timeout.connect(self._ask_foreign_use)
        self._head_controls: tuple[QWidget, ...] = ()
        self._focused: FieldEditor | None = None
        self._editors = SpecEditors(theme, self)
        self._more = Button(theme, "", "link", "down", is_checkable=True)
        self._folded = label("", "small", wraps=True)
        self._preview = CommandPreview(theme)
        self._foot = StartFoot(theme, MARGIN)
        self._scroll = self._make_scroll()
        fill(vertical(self, (0, 0, 0, 0), spacing=0), (self._scroll, 1), self._foot)
        self._connect()
        self._is_new = True
        turns().later(self, self._begin)  # with the making of the editors it takes too long

    def _begin(self) -> None:
        if self._is_new:
            self._change()

    def _make_scroll(self) -> QScrollArea:
        inside = QWidget()
        column = vertical(inside, (MARGIN, 14, MARGIN, 14), spacing=8)
        self._head = QVBoxLayout()
        fill(column, self._head, self._editors.grid, (self._more, 0, Qt.AlignmentFlag.AlignLeft), self._folded, self._editors.rare_grid)
        fill(column, self._preview, STRETCH)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        bar = scroll.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, most: column.setContentsMargins(MARGIN, 14, MARGIN - (bar.width() if most else 0), 14))
        return scroll

    def _connect(self) -> None:
        self._editors.changed.connect(self._change)
        self._editors.changed.connect(self.changed)
        self._editors.start_wanted.connect(self.want_start)
        self._editors.command.script_chosen.connect(self.set_script)
        self._foot.start_wanted.connect(self.want_start)
        self._foot.vary_wanted.connect(self.vary_wanted)
        self._more.toggled.connect(self._fold)
        self._starter.capabilities_changed.connect(self._change)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    # Values

    def spec(self) -> RunSpec | None:
        """Return the spec, as the command line would create it; None while a value is invalid."""
        return self._checked.spec

    def run_name(self) -> str:
        """Return the run's name; "" for one derived from the spec."""
        return self._editors.name.text().strip()

    def folder(self) -> str:
        """Return the folder of a command; "" for the window's working folder, and for gpuscope's workloads."""
        return str(Path(self._editors.folder.text().strip()).expanduser()) if self._is_placed() else ""

    def _is_placed(self) -> bool:
        return self._editors.workload == COMMAND and bool(self._editors.folder.text().strip())

    def baseline_s(self) -> int:
        """Return the seconds of idle power to record after the run; 0 for none."""
        return self._editors.baseline_s()

    def is_chain(self) -> bool:
        """Return whether all stages to the deployed model are requested."""
        return self._editors.is_chain()

    @property
    def reason(self) -> str:
        """Why no run can be started, as shown at the foot of the form; "" if one can."""
        if self._lacks_command():
            return self.tr("Type the command to run.")
        troubles = self._troubles()
        if FORM in troubles:
            return error_text(troubles[FORM])
        titles = [editor.title for editor in self._editors.shown() if editor.key in troubles]
        if len(titles) > 1:
            return self.tr("Correct {0} and {1} more first.").format(titles[0], len(titles) - 1)
        return self.tr("Correct {0} first.").format(titles[0]) if titles else ""

    def editor(self, key: str) -> FieldEditor:
        """Return the editor of a field, or of an option of the selected workload."""
        return self._editors.editor(key)

    def is_ready(self) -> bool:
        """Return whether all checks of the values are complete."""
        return not self._is_new and self._starter.capabilities is not None and self._asked is None

    def values(self) -> dict[str, object]:
        """Return the values for the selected workload, as JSON values; without secrets, and without the run's name."""
        return self._editors.values()

    @property
    def workload(self) -> str:
        """Key of the selected workload, or ``COMMAND``."""
        return self._editors.workload

    # Changes from outside

    def add_head(self, widget: QWidget, controls: Sequence[QWidget]) -> None:
        """Add a widget above all fields, with its focusable widgets in tab order."""
        self._head.addWidget(widget)
        self._head_controls = tuple(controls)
        self._order_tabs()

    def set_values(self, values: Mapping[str, object]) -> None:
        """Fill the form with the values that :meth:`values` returned; the name is cleared.

        Raises:
            UsageError: This version does not know the workload; the form is unchanged.
        """
        self._editors.set_values(values)
        self._editors.name.set_text("")

    def set_spec(self, spec: RunSpec, folder: str = "") -> None:
        """Fill the form so that a start repeats a run; the name is cleared.

        Args:
            spec: Spec of the run.
            folder: Folder in which a command ran; "" for the window's working folder.

        Raises:
            UsageError: This version does not know the workload or one of its options; the form is unchanged.
        """
        self._set_draft(replace(SpecDraft.of_spec(spec), folder=folder))

    def set_script(self, path: Path) -> None:
        """Fill the form with the command that runs a script."""
        self._set_draft(draft_of_script(path))
        self._editors.command.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_draft(self, draft: SpecDraft) -> None:
        self._editors.name.set_text("")
        self._editors.baseline.set_text("")
        self._editors.chain.set_text("")
        self._editors.fill(draft)

    def set_busy(self, busy: bool) -> None:
        """Show that a start is under way; no other can be requested meanwhile."""
        self._is_busy = busy
        self._show_foot()

    def set_live(self, live: Sequence[RunSpec]) -> None:
        """Set the specs of the live runs and of those that active plans will start."""
        if list(live) != self._live:
            self._live = list(live)
            self._show_preview()
            self._show_foot()

    def _waits(self) -> bool:
        """Return whether a start would wait for a live run because the two would slow each other."""
        spec = self.spec()
        return spec is not None and (self._is_used_elsewhere or any(disturb(uses_of(spec), uses_of(live)) for live in self._live))

    def _ask_foreign_use(self) -> None:
        """Find out whether a run of another store uses the device; nothing reports its start or end."""
        if (spec := self._checked.fitting) is not None and self.isVisible():
            self._starter.ask_foreign_use(spec, self._show_foreign_use, self)

    def _show_foreign_use(self, is_used: bool) -> None:
        if is_used:
            self._asking_again.start()
        if is_used != self._is_used_elsewhere:
            self._is_used_elsewhere = is_used
            self._show_preview()
            self._show_foot()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Find out anew what a start would wait for: it may come next."""
        super().enterEvent(event)
        self._ask_foreign_use()

    def want_start(self) -> None:
        """Emit :attr:`start_wanted` unless something prevents a start; after a correction, once that is checked."""
        self._wanted = None
        self._begin()  # a press can come before the first check had its turn
        if self._is_busy:
            return
        if not self.reason:
            self.start_wanted.emit()
        elif self._asked is not None and not (self._checked.errors or self._editors.errors() or self._lacks_command()):
            self._wanted = self.spec(), self.folder()

    @property
    def is_start_wanted(self) -> bool:
        """Whether a start was asked for that begins once the values are checked."""
        return self._wanted is not None

    def focus_wrong(self) -> None:
        """Focus the first field that prevents the start, else the first field."""
        shown, troubles = self._editors.shown(), self._troubles()
        editor = next((entry for entry in shown if entry.key in troubles), shown[0])
        editor.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def begin_with_command(self) -> None:
        """Select the user's own command and focus its editor."""
        self._editors.editor("workload").set_text(COMMAND)
        self._editors.command.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def memory(self) -> dict[str, object]:
        """Return the state to restore next time, as JSON values; without secrets, and without the run's name."""
        return {**self._editors.memory(), "more": self._more.isChecked()}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Restore what :meth:`memory` returned; ignore values that do not fit."""
        self._editors.recall(memory)
        self._more.setChecked(memory.get("more") is True)

    # Updates

    def _change(self) -> None:
        self._is_new = False
        self._editors.arrange()
        self._editors.show_possible(self._starter.capabilities)
        self._fold()
        self._order_tabs()
        self._checked = self._editors.draft().check()
        spec = self._checked.spec
        self._editors.show_defaults(spec)
        self._editors.show_warnings(self._starter.capabilities)
        if self._checked.fitting is None:
            self._refusal = None
        else:
            self._ask(self._checked.fitting)
            self._ask_foreign_use()
        self._show_preview()
        self._show_troubles()

    def _show_preview(self) -> None:
        spec = self._checked.spec
        self._preview.show_arguments([] if spec is None else self._arguments(spec))

    def _ask(self, spec: RunSpec) -> None:
        """Check a spec off the event loop, one at a time: input typed in the meantime is checked once the result has arrived."""
        if self._asked is None:
            self._asked = (spec, self.folder(), self._starter.capabilities)
            self._starter.check(spec, self._apply_check, self, folder=self.folder())

    def _apply_check(self, refusal: Refusal | None) -> None:
        asked, self._asked = self._asked, None
        fitting = self._checked.fitting
        if fitting is None:
            return
        if asked != (fitting, self.folder(), self._starter.capabilities):
            self._ask(fitting)
            return
        self._refusal = refusal
        self._show_troubles()
        if self._wanted == asked[:2]:  # otherwise something else was typed since
            self.want_start()
        self._wanted = None

    def _arguments(self, spec: RunSpec) -> list[str]:
        """Return the arguments that a user would type for the same start."""
        verb, *rest = spec.command_line()
        name = self.run_name()
        flags = ([f"--name={name}"] if name.startswith("-") else ["--name", name]) if name else []
        flags += ["--folder", self.folder()] if self.folder() else []
        flags += [f"--baseline={self.baseline_s()}s"] if self.baseline_s() else []
        flags += ["--chain"] if self.is_chain() else ["--after"] if self._waits() else []
        flags += self._store_flags
        return [verb, *flags, *rest] if spec.is_command else [verb, *rest, *flags]

    def _troubles(self) -> dict[str, GpuscopeError]:
        troubles = dict(self._checked.errors)
        if self._refusal is not None:
            key, error = self._refusal
            is_interpreter = key == self._editors.command.key and bool(self._editors.interpreter.text().strip())
            troubles.setdefault(INTERPRETER if is_interpreter else key, error)  # the interpreter is the program that is started
        return troubles | self._editors.errors()

    def _lacks_command(self) -> bool:
        return self._editors.workload == COMMAND and not self._editors.command.text().strip()

    # Display

    def _show_troubles(self) -> None:
        troubles = self._troubles()
        self._editors.show_troubles(troubles)
        if troubles.keys() & {editor.key for editor in self._editors.rare_grid.editors}:
            self._more.setChecked(True)
        self._show_foot()

    def _show_foot(self) -> None:
        help = "" if self._focused is None else self._focused.help
        waits = self._waits()
        if not help and self._is_used_elsewhere and not self._live:
            help = self.tr("Its device is used by a run of another store: the next run starts after that one.")
        elif not help and waits:
            help = self.tr("The next run starts after the live one, since two at once slow each other down.")
        elif not help and self._live:
            help = self.tr("Changes apply to the next run.")
        is_command = self._editors.workload == COMMAND
        self._foot.show_state(
            self.reason, help, is_mistake=not self._lacks_command(), is_busy=self._is_busy, waits=waits, can_vary=not is_command
        )

    def _fold(self) -> None:
        is_open = self._more.isChecked()
        self._more.setText(self.tr("Fewer settings") if is_open else self.tr("More settings"))
        self._more.set_icon("up" if is_open else "down")
        changes = [] if is_open else self._editors.folded_changes()
        text = "\n".join(labelled(title, words) if words else title for title, words in changes)
        show_or_hide(self._folded, text)
        self._editors.rare_grid.setVisible(is_open)

    def _order_tabs(self) -> None:
        grid, rare = self._editors.grid.controls, self._editors.rare_grid.controls
        for before, after in pairwise(
            [*self._head_controls, *grid, self._more, *rare, *self._preview.controls, self._foot.vary_button, self._foot.button]
        ):
            QWidget.setTabOrder(before, after)

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is None:
            return  # the window has lost the focus, and may return to the same field
        if old is None and self._refusal is not None:
            self._change()  # the window has the focus again; the obstacle to a start may have been removed
        elif old is None:
            self._ask_foreign_use()
        self._focused = next((editor for editor in self._editors.shown() if new in editor.controls), None)
        if self._focused is not None and shows_focus(new):  # a clicked field is already in view, and must stay under the pointer
            self._scroll.ensureWidgetVisible(self._focused)
        self._show_foot()
