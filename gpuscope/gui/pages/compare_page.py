"""The Compare page: runs or groups of runs side by side."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.group import group_titles, titles_by_start
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.compare_body import CompareBody
from gpuscope.gui.pages.compare.compared_groups import ComparedGroups
from gpuscope.gui.pages.compare.comparison_export import ComparisonExport
from gpuscope.gui.pages.compare.curves import CurveAxis
from gpuscope.gui.pages.compare.group_chips import CHIP_HEIGHT, GroupChips
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.kept_menu import KeptMenu
from gpuscope.gui.pages.compare.pictures import PictureKind
from gpuscope.gui.pages.compare.pictures_card import StepReading
from gpuscope.gui.pages.compare.repeats import Repeats
from gpuscope.gui.pages.compare.report_options import ReportChoice
from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.history import History
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ChartExport
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.first_choices import FirstChoices, page_of
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.question_dialog import NameDialog
from gpuscope.gui.widgets.run_drag import ADD, RunDropZone, accepts_runs, dropped_runs
from gpuscope.gui.widgets.undo_stack import Change, UndoStack
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.system.language import translated

GROUPS = "groups"
_LEFT_OUT = "runs left out"
"""What the notices on deleted runs of the comparison are about."""
_LONGEST_SHARED, _FEW = 40, 4
"""Maximum length of the shared words in the title, in characters; maximum number of group names in a suggested name."""
_WIDE = grown(1050)
"""Width in pixels from which the header has room for whole words beside three groups."""


class ComparePage(Page):
    """Comparison of groups of runs in time and energy.

    :meth:`show_item` accepts a list of run ids (grouped by spec), ``("groups", {name: ids})``, or runs to add. Ratios are
    relative to the first group unless the user chooses another baseline.
    """

    name = "compare"

    def __init__(self, theme: Theme, history: History, settings: UserSettings, plans: Plans, starter: RunStarter | None = None) -> None:
        super().__init__(theme)
        self.header.set_title(self.tr("Compare"))
        self._history, self._settings = history, settings
        self._picker: RunPicker | None = None
        self._recalled: GroupChoice | None = None
        self._kept_name = ""
        self._comparison: Comparison | None = None
        self.changes = UndoStack(self)
        self.changes.undone.connect(self.header.set_left)
        self.groups = ComparedGroups(history, self)
        self.steps = StepReading(history, self)
        self.chips = GroupChips(theme)
        self.add = Button(theme, self.tr("+ Add runs"), "chip", clicked=self.open_picker)
        self.add.setFixedHeight(CHIP_HEIGHT)
        self.export = ComparisonExport(theme, history, self.notice, self)
        self.repeats = Repeats(theme, plans, history, self.groups, self.notice, self)
        self.body = CompareBody(theme, starter)
        self.empty = EmptyState(theme)
        self.choices = FirstChoices(theme, self.tr("Two runs are needed before anything can be compared."))
        self._is_new = history.is_new
        self.kept = KeptMenu(theme, history, self.changes, self)
        self.empty.add_below(self.kept.listed)
        self._reading = EmptyState(theme, self.tr("Reading the runs …"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self._reading)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.choices)
        self._stack.addWidget(self.body)
        below = QWidget()
        fill(vertical(below, (0, 0, 0, 0), spacing=0), self.repeats.bar, (self._stack, 1))
        self.set_body(below)
        self.notice.let_scroll(self.body)
        self.charts = ChartExport(theme, history, self.notice, self)
        self.charts.offer_strips(self.body.overlay.stack)
        self.charts.offer(self.body.pictures, lambda _place: self.body.pictures.shown_chart())
        self.body.overlay.add_controls(self.charts.button(self.body.overlay.stack))
        self.body.pictures.add_controls(self.charts.button(self.body.pictures))
        self.header.insert_beside_title(self.add)
        self.header.insert_beside_title(self.chips)
        self.race = Button(theme, self.tr("Race these runs"), "", "start", clicked=self._race)
        self.race.setToolTip(self.tr("Replay them on one clock, with their power and energy"))
        self.profiles = Button(theme, self.tr("Difference of the profiles"), "", "profile")
        self.profiles.setToolTip(self.tr("Which operators and kernels are new, gone, faster or slower than those of the baseline"))
        self.profiles.hide()
        self.body.sentence.add_actions(self.repeats.button, self.race, self.profiles)
        self.header.add_actions(self.kept.button, self.export.button)
        self._zone = RunDropZone(theme, self.tr("Drop to add to the comparison"), self)
        self.setAcceptDrops(True)
        self._connect()
        self._show_unit()
        self._show_comparison(None)

    def _connect(self) -> None:
        self.chips.asked.connect(self._act)
        self.header.changed.connect(self._fit_chips)
        self.profiles.clicked.connect(lambda: self.wanted.emit("profile", profiled_pair(self._comparison)))
        self.body.why.try_wanted.connect(lambda change: self.wanted.emit("run", change))
        self.empty.wanted.connect(self._leave_empty)
        self.choices.chosen.connect(lambda choice: self.wanted.emit(*page_of(choice)))
        for export in (self.export, self.charts):
            export.status_changed.connect(self.header.set_left)
        self.kept.opened.connect(self._open_kept)
        self.kept.reported.connect(self.header.set_left)
        self.kept.failed.connect(self.notice.show_error)
        self.groups.choice_changed.connect(self._show_choice)
        self.groups.compared.connect(self._show_comparison)
        self.groups.curves_changed.connect(self._show_curves)
        self.body.overlay.chooser.chosen_changed.connect(self._read_chosen)
        self.groups.gone.connect(self._show_deleted)
        self.groups.missing.connect(self._show_missing_count)
        self.body.pictures.steps_wanted.connect(self._read_steps)
        self.steps.changed.connect(lambda: self.body.pictures.set_distributions(self.steps.distributions))
        self.steps.failed.connect(self.notice.show_error)
        self.groups.failed.connect(self._fail)
        self.groups.awaited.connect(self._show_lack)
        self._history.runs_changed.connect(self._runs_changed)
        self._settings.energy_changed.connect(self._show_unit)

    # Page interface

    def show_item(self, item: object) -> None:
        """Compare runs given as a list of ids or as ``("groups", {name: ids})``; for ``(ADD, ids)`` add those runs."""
        if isinstance(item, tuple) and item[:1] == (ADD,):
            self.add_runs(item[1])
            return
        self._recalled, self._kept_name = None, ""
        self.notice.withdraw(_LEFT_OUT)
        self._begin_at_top()
        match item:
            case (str() as kind, Mapping() as groups) if kind == GROUPS:
                self.groups.show_groups({str(name): [str(run_id) for run_id in ids] for name, ids in groups.items()})
            case list() | tuple():
                self.groups.show_runs([str(run_id) for run_id in item])
            case str():
                self.groups.show_runs([item])
            case _:
                pass

    def _begin_at_top(self) -> None:
        """Scroll to the summary, and take the keyboard from where it was in an earlier comparison: its focus would scroll back there."""
        focused = QApplication.focusWidget()
        if focused is not None and self.body.isAncestorOf(focused):
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.body.verticalScrollBar().setValue(0)

    def activated(self) -> None:
        """Start following the store."""
        self._history.watch(True)
        self.kept.refresh()
        if self._recalled is not None:
            choice, self._recalled = self._recalled, None
            self.groups.restore(choice)
        else:
            self.groups.refresh()

    def deactivated(self) -> None:
        """Stop following the store."""
        self._history.watch(False)

    def is_ready(self) -> bool:
        """Whether the whole comparison is drawn."""
        return not (self.groups.is_busy or self.steps.is_busy) and self.body.is_ready()

    def memory(self) -> dict[str, object]:
        """Return the groups, axis, chosen curves, picture, export folder and report options."""
        choice = self._recalled or self.groups.choice
        return {
            "choice": choice.to_json(),
            "axis": self.body.overlay.axis.value,
            "curves": self.body.overlay.chooser.own_choice,
            "view": self.body.pictures.view.value,
            "folder": self.export.folder,
            "report": self.export.report_choice.to_json(),
        }

    def recall(self, memory: dict[str, object]) -> None:
        """Restore the saved state; the store is queried once the page is visible."""
        choice = GroupChoice.from_json(memory.get("choice"))
        self._recalled = choice if choice.groups else None
        axis = next((axis for axis in CurveAxis if axis.value == memory.get("axis")), None)
        if axis is not None:
            self.body.overlay.set_axis(axis)
        curves = memory.get("curves")
        if isinstance(curves, list):
            self.body.overlay.chooser.recall([key for key in curves if isinstance(key, str)])
        view = next((kind for kind in PictureKind if kind.value == memory.get("view")), None)
        if view is not None:
            self.body.pictures.set_view(view)
        if isinstance(folder := memory.get("folder"), str):
            self.export.folder = folder
        self.export.report_choice = ReportChoice.from_json(memory.get("report"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the chips the remaining width of the header."""
        super().resizeEvent(event)
        self._fit_chips()

    # Display

    def _show_choice(self) -> None:
        shared, names = self.groups.names()
        half = _LONGEST_SHARED // 2
        self.header.set_title(self.tr("Compare"), shared if len(shared) <= _LONGEST_SHARED else f"{shared[:half]}…{shared[-half:]}")
        self.chips.show_choice(self.groups.choice, names)
        self.kept.set_choice(self.groups.choice, self.tr(" and ").join(names) if len(names) <= _FEW else shared)
        self.add.setVisible(bool(self.groups.choice.groups))
        if self._picker is not None:
            self._picker.set_runs(self._history.runs, self.groups.choice.run_ids)
        self._fit_chips()

    def _fit_chips(self) -> None:
        self.kept.shorten(bool(self.groups.choice.groups) and self.width() < _WIDE)
        self.chips.fit(self.header.room_for(self.chips))

    def _show_comparison(self, view: ComparisonView | None) -> None:
        comparison = self._comparison = None if view is None else view.comparison
        self.export.set_groups(self.groups.choice if comparison is not None else None)
        self.repeats.set_comparison(comparison)
        self.profiles.setVisible(bool(profiled_pair(comparison)))
        if view is None:
            self._show_missing_notice()
            self._show_lack()
        else:
            self.body.show_comparison(view)
            turns().later(self, self._show_curves)  # together with the cards they take too long
            self._stack.setCurrentWidget(self.body)

    def _show_lack(self) -> None:
        """Show what the user can do without a comparison, or that one is being read."""
        if self._comparison is None:
            is_first = self._is_new and not self.groups.choice.groups
            self._stack.setCurrentWidget(self._reading if self.groups.is_awaited else self.choices if is_first else self.empty)

    def _fail(self, error: GpuscopeError) -> None:
        self.notice.show_error(error)
        self._show_lack()

    def _show_unit(self) -> None:
        self.groups.set_energy_unit(self._settings.known.energy_unit)

    def _show_missing_notice(self) -> None:
        choice, button = self.groups.choice, self.tr("Choose runs")
        self.add.setVisible(bool(choice.groups))
        if not choice.groups:
            text = self.tr("Compare two or more runs: what an optimization gained, in time and in energy.")
            self.empty.show_texts(text, button)
        elif len(choice.run_ids) == 1:
            text = self.tr("One run is chosen. A comparison needs at least two.")
            self.empty.show_texts(text, button)
        else:
            text = self.tr("These {0} runs have the same settings: repeats of one thing.").format(len(choice.run_ids))
            hint = self.tr(
                "Compared one by one, they are named by start time, the oldest as the baseline. Or add runs with other settings above."
            )
            self.empty.show_texts(text, self.tr("Compare these runs one by one"), hint)

    def _show_curves(self) -> None:
        _, names = self.groups.names()
        groups = [(name, group.run_ids) for name, group in zip(names, self.groups.choice.groups, strict=True)]
        self.body.overlay.show_runs(groups, self.groups.curves, self.groups.unread)
        self._read_chosen()

    def _read_chosen(self) -> None:
        self.groups.want(kind.key for kind in self.body.overlay.chooser.chosen())

    def _read_steps(self) -> None:
        if self._comparison is not None:
            self.steps.read(run for group in self._comparison.groups for run in group.runs)

    def _open_kept(self, name: str, choice: GroupChoice) -> None:
        self._recalled, self._kept_name = None, name
        self.notice.withdraw(_LEFT_OUT)
        self.header.set_left("")
        self.groups.restore(choice)

    def _show_missing_count(self, count: int) -> None:
        if not self._kept_name:
            single, several = (
                self.tr("1 run of this comparison was deleted and is left out."),
                self.tr("{1} runs of this comparison were deleted and are left out."),
            )
        else:
            single, several = (
                self.tr("1 run of {0} was deleted since it was kept and is left out."),
                self.tr("{1} runs of {0} were deleted since it was kept and are left out."),
            )
        text = single if count == 1 else several
        self.notice.show_text(text.format(self._kept_name[:60], count), "warn", about=_LEFT_OUT)

    def _show_deleted(self, names: list[str]) -> None:
        listed = ", ".join(name[:60] for name in names[:3])
        text = self.tr("{0} was deleted and is left out.") if len(names) == 1 else self.tr("{0} runs were deleted and are left out: {1}.")
        self.notice.show_text(text.format(listed) if len(names) == 1 else text.format(len(names), listed), "warn", about=_LEFT_OUT)

    def _runs_changed(self, runs: list[RunRecord]) -> None:
        if self._is_new is bool(runs):
            self._is_new = not runs
            if self._comparison is None:
                self._show_comparison(None)
        if self._picker is not None:
            self._picker.set_runs(runs, self.groups.choice.run_ids)
        if self.isVisible() and self.groups.is_outdated(runs):
            self.groups.refresh()

    # User input

    def _race(self) -> None:
        from gpuscope.gui.pages.race.race_choice import group_lanes

        if self._comparison is not None:
            self.wanted.emit("race", group_lanes(self._comparison.groups, self._comparison.baseline))

    def open_picker(self) -> None:
        """Open the dialog that adds runs."""
        if self._picker is not None:
            self._picker.raise_()
            return
        picker = self._picker = RunPicker(self.theme, self)
        picker.picked.connect(self._add_runs)
        picker.finished.connect(self._picker_closed)
        picker.set_runs(self._history.runs, self.groups.choice.run_ids)
        if not self._history.runs:
            self._history.refresh()
        picker.open()

    def add_runs(self, run_ids: Sequence[str]) -> None:
        """Add runs to the comparison; a saved comparison that was not yet restored is restored first."""
        if self._recalled is not None:
            choice, self._recalled = self._recalled, None
            self.groups.restore(choice)
        if set(run_ids) <= set(self.groups.choice.run_ids):
            one, several = self.tr("This run is already compared."), self.tr("These runs are already compared.")
            self.notice.show_text(one if len(run_ids) == 1 else several)
        else:
            self._add_runs(list(run_ids))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Show that dragged runs can be dropped here."""
        if accepts_runs(event):
            self._zone.open()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Hide the drop zone."""
        self._zone.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the dropped runs."""
        self._zone.hide()
        self.add_runs(dropped_runs(event))

    def _add_runs(self, run_ids: list[str], group: str = "") -> None:
        before = self.groups.choice
        self.groups.add_runs(run_ids, group)
        self._note_change(before)

    def _note_change(self, before: GroupChoice) -> None:
        """Let Ctrl+Z restore the groups before a change."""
        if before.groups:
            self.changes.push(Change(self.tr("The groups are as they were."), partial(self.groups.restore, before)))

    def _picker_closed(self) -> None:
        self._picker = None

    def _act(self, index: int, what: str) -> None:
        choice = self.groups.choice
        if index >= len(choice.groups):
            return
        changes: dict[str, Callable[[int], GroupChoice]] = {
            "baseline": choice.with_baseline,
            "earlier": partial(choice.moved, by=-1),
            "later": partial(choice.moved, by=1),
            "split": self._split,
            "remove": choice.without,
        }
        if what == "rename":
            self._ask_name(index)
        else:
            self._change(changes[what](index))

    def _change(self, choice: GroupChoice) -> None:
        """Compare another choice of groups."""
        before = self.groups.choice
        self.groups.change(choice)
        self._note_change(before)

    def _split(self, index: int) -> GroupChoice:
        choice, records = self.groups.choice, self.groups.records
        runs = sorted((records[run_id] for run_id in choice.groups[index].run_ids if run_id in records), key=lambda run: run.started_at)
        is_one_spec = len({run.spec.identity() for run in runs}) == 1
        titles = titles_by_start(runs, translated(", ")) if is_one_spec else group_titles(runs)
        return choice.split(index, dict(zip((run.run_id for run in runs), titles, strict=True)))

    def _leave_empty(self) -> None:
        """Compare the runs of the only group one by one, or open the picker."""
        if len(self.groups.choice.run_ids) > 1:
            self.groups.change(self._split(0))
        else:
            self.open_picker()

    def _ask_name(self, index: int) -> None:
        dialog = NameDialog(self.theme, self.tr("Rename the group"), self.tr("Rename"), self.groups.choice.groups[index].name, parent=self)
        dialog.ask(partial(self.rename, index))

    def rename(self, index: int, name: str) -> None:
        """Rename a group; show the error if the name is refused."""
        try:
            self._change(self.groups.choice.renamed(index, name))
        except UsageError as error:
            self.notice.show_error(error)


def profiled_pair(comparison: Comparison | None) -> list[str]:
    """Return two runs whose profiles can be compared: of the baseline, and of the only other group with a profile; otherwise []."""
    from gpuscope.recording.captures import has_profile

    if comparison is None:
        return []
    profiled = {group.name: next((run.run_id for run in group.runs if has_profile(run)), "") for group in comparison.groups}
    baseline = profiled.pop(comparison.baseline, "")
    others = [run_id for run_id in profiled.values() if run_id]
    return [baseline, others[0]] if baseline and len(others) == 1 else []
