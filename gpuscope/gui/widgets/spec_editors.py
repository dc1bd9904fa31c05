"""The editors of a run's values: the right editor for each field, those of each workload, their values, and the available options."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.field import Field
from gpuscope.core.runspec import COMMAND, COMMAND_OPTIONS, FIELDS, SAMPLES_PER_STEP, VARIABLES, RunSpec, variables_of, variables_text
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.command_preview import CommandEditor, working_folder
from gpuscope.gui.widgets.field_editor import ChoiceEditor, FieldEditor, LineEditor, PathEditor, SwitchEditor
from gpuscope.gui.widgets.form_grid import FormGrid, Row
from gpuscope.gui.widgets.picker_editor import PickerEditor, SeveralEditor
from gpuscope.gui.widgets.spec_draft import Options, SpecDraft, place_options, tool_options, workload_options
from gpuscope.recording.run_request import LEAST_BASELINE_S, MOST_BASELINE_S, default_name
from gpuscope.system.redaction import redact_variable
from gpuscope.workloads import number_formats, workload_table
from gpuscope.workloads.capabilities import Capabilities

_FIRST = ("device", "precision", "batch_size", "steps")
"""Fields that are always visible besides the workload: together, they determine what is measured and for how long."""
_HALVES = ("task", "duration_s")
_WIDE = ("optimize", "engine", "data")
_RARE = ("seed", "warmup_steps", "warmup_limit_s", "threads", "ranks", "nodes", "rendezvous", "profile")
FOLDER, INTERPRETER = "folder", "interpreter"
"""Keys of the editors of a command's folder and interpreter; that of its environment is ``VARIABLES``."""
BASELINE = "baseline"
"""Key of the editor of the idle baseline, which is in the collapsible part too."""
CHAIN = "chain"
"""Key of the switch that runs all stages to the deployed model, which is in the collapsible part too."""
_HALF_WIDTH = 100
"""Greatest width of a label in one column, in logical pixels; an option with a longer label takes both columns."""


class SpecEditors(QObject):
    """All editors of a form; those of the selected workload are visible.

    Signals:
        changed: A value has changed.
        start_wanted: Enter was pressed in an editor.

    Attributes:
        grid: The editors that are always visible.
        rare_grid: The collapsible editors.
        command: Editor of the user's own command.
        folder: Editor of the folder in which the command runs.
        interpreter: Editor of the command's interpreter.
        variables: Editor of the command's environment variables.
        samples: Editor of the samples per step of the command.
        name: Editor of the run's name.
        baseline: Editor of the duration for which idle power is recorded after the run.
        chain: Switch for making the run the first of a chain.
    """

    changed = Signal()
    start_wanted = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_filling = False
        self.grid, self.rare_grid = FormGrid(), FormGrid()
        first = next(iter(workload_table.WORKLOADS))
        self._workload = PickerEditor(theme, Field("workload", self.tr("Workload"), "", str, first), self.grid)
        self._possible: tuple[object, ...] = ()
        self.command = CommandEditor(theme, self.grid)
        self._make_places(theme)
        self._name_field = Field("name", self.tr("Name"), self.tr("Identifies the run in lists."), str, None)
        self.name = LineEditor(self._name_field, self.grid)
        text = self.tr("Records idle power for this long after the run, {0} to {1} s, for the energy above idle. Empty: off.")
        help = text.format(round(LEAST_BASELINE_S), round(MOST_BASELINE_S))
        self._baseline_field = Field(
            BASELINE, self.tr("Idle baseline, s"), help, int, None, minimum=LEAST_BASELINE_S, maximum=MOST_BASELINE_S
        )
        self.baseline = LineEditor(self._baseline_field, self.rare_grid)
        text = self.tr(
            "One run for each stage from the trained model to the deployed one: compressed, quantized, exported to each engine; all "
            "with one tag, for comparison. The chosen optimizations, if any, are the compression."
        )
        self.chain = SwitchEditor(Field(CHAIN, self.tr("Chain to deployment"), text, bool, False), self.rare_grid)
        self._general = {key: editor_of(theme, field, self.grid if key in _FIRST else self.rare_grid) for key, field in FIELDS.items()}
        self._own: dict[tuple[str, str], FieldEditor] = {}
        everything = (self._workload, self.command, *self._places, self.name, self.baseline, self.chain, *self._general.values())
        for editor in everything:
            self._listen(editor)

    def _make_places(self, theme: Theme) -> None:
        """Create the editors of where and how the user's command runs."""
        text = self.tr("Working folder of the command: its relative paths start here.")
        self.folder = PathEditor(theme, Field(FOLDER, self.tr("Folder"), text, str, None), self.grid)
        self.folder.set_default(working_folder())
        text = self.tr("Runs the script instead of the python that the command begins with: that of a virtual environment, for example.")
        self.interpreter = PathEditor(theme, Field(INTERPRETER, self.tr("Interpreter"), text, str, None), self.grid, of_file=True)
        self.interpreter.set_default(self.tr("as the command says"))
        self.variables, self.samples = (LineEditor(COMMAND_OPTIONS[key], self.grid) for key in (VARIABLES, SAMPLES_PER_STEP))
        self.variables.set_default(self.tr("such as OMP_NUM_THREADS=4"))
        self.samples.set_default(self.tr("as detected or reported"))
        self._places = (self.folder, self.interpreter, self.variables, self.samples)

    def _listen(self, editor: FieldEditor) -> None:
        editor.changed.connect(self._change)
        editor.start_wanted.connect(self.start_wanted)

    def _change(self) -> None:
        if not self._is_filling:
            self.changed.emit()

    @property
    def workload(self) -> str:
        """Key of the selected workload, or :data:`COMMAND`."""
        return self._workload.text()

    def editor(self, key: str) -> FieldEditor:
        """Return the editor of a field, or of an option of the selected workload."""
        known = {
            "workload": self._workload,
            "command": self.command,
            **{editor.key: editor for editor in self._places},
            "name": self.name,
            BASELINE: self.baseline,
            CHAIN: self.chain,
            **self._general,
        }
        return known.get(key) or self._own_editor(self.workload, key)

    def shown(self) -> list[FieldEditor]:
        """Return the editors of the selected workload in order, including collapsed ones."""
        return [*self.grid.editors, *self.rare_grid.editors]

    def draft(self) -> SpecDraft:
        """Return the current values."""
        general = {key: editor.text() for key, editor in self._general.items()}
        own = {key: editor.text() for (owner, key), editor in self._own.items() if owner == self.workload}
        places = (editor.text().strip() for editor in self._places)
        return SpecDraft(self.workload, general | own, self.command.text(), *places)

    def fill(self, draft: SpecDraft) -> None:
        """Set the values of a draft; for a command, only the command, and where and how it runs."""
        self._is_filling = True
        self._workload.set_text(draft.workload)
        if draft.workload == COMMAND:
            self.command.set_text(draft.command)
            self.folder.set_text(draft.folder)
            self.interpreter.set_text(draft.interpreter)
            self.variables.set_text(draft.variables)
            self.samples.set_text(draft.samples)
        else:
            for key in FIELDS.keys() | draft.fields().keys():
                self.editor(key).set_text(draft.texts.get(key, ""))
        self._is_filling = False
        self._change()

    def arrange(self) -> None:
        """Show exactly the editors of the selected workload."""
        draft = self.draft()
        if draft.workload == COMMAND:
            rare: list[FieldEditor] = [self.interpreter, self.variables, self.samples, self.baseline]
            self.rare_grid.arrange([(editor,) for editor in rare], rare)
            first: list[FieldEditor] = [self._workload, self.command, self.folder, self.name]
            self.grid.arrange([(editor,) for editor in first], first)
        else:
            there = draft.fields()
            self.grid.arrange([(self._workload,), *_pairs([self._general[key] for key in _FIRST if key in there])], [self._workload])
            self.rare_grid.arrange(*self._rare_rows(draft))

    def _rare_rows(self, draft: SpecDraft) -> tuple[list[Row], list[FieldEditor]]:
        there = draft.fields()
        own = [self._own_editor(draft.workload, key) for key in there if key not in FIELDS]
        halves = [self._general[key] for key in _HALVES if key in there] + [editor for editor in own if not _is_wide(editor)]
        wide = [editor for editor in own if _is_wide(editor)]
        wide += [self._general[key] for key in _WIDE if key in there] + [self.name]
        rare = [self._general[key] for key in _RARE if key in there]
        chain: list[FieldEditor] = [self.chain] if self.has_chain else []
        rows = [*_pairs(halves), *((editor,) for editor in wide), *_pairs([*rare, self.baseline]), *((editor,) for editor in chain)]
        return rows, [*wide, *chain]

    def folded_changes(self) -> list[tuple[str, str]]:
        """Return (title, value) of the collapsible editors whose values differ from the workload's defaults; "" for a switch's value."""
        decided = self.draft().defaults()
        changed = [editor for editor in self.rare_grid.editors if (text := editor.text().strip()) and text != str(decided.get(editor.key))]
        return [(editor.title, "" if isinstance(editor, SwitchEditor) else editor.shown_text()) for editor in changed]

    def values(self) -> dict[str, object]:
        """Return the values for the selected workload, as JSON values; without secrets, and without the run's name."""
        draft = self.draft()
        return {
            "workload": draft.workload,
            "texts": draft.given(),
            "command": self.command.text_without_secrets() if draft.workload == COMMAND else "",
            "places": {editor.key: text for editor in self._places if draft.workload == COMMAND and (text := _without_secrets(editor))},
            BASELINE: self.baseline.text(),
            CHAIN: self.chain.text(),
        }

    def set_values(self, values: Mapping[str, object]) -> None:
        """Set the values that :meth:`values` returned, and clear all others.

        Raises:
            UsageError: This version does not know the workload.
        """
        workload, texts, places = str(values.get("workload")), values.get("texts"), values.get("places")
        if workload not in (*workload_table.WORKLOADS, COMMAND):
            raise UsageError(self.tr("there is no workload {0} in this version").format(workload), self.tr("Choose another preset."))
        known = places if isinstance(places, dict) else {}
        draft = SpecDraft(
            workload,
            {str(key): str(text) for key, text in texts.items()} if isinstance(texts, dict) else {},
            str(values.get("command", "")),
            *(str(known.get(editor.key, "")) for editor in self._places),
        )
        for editor, key in ((self.baseline, BASELINE), (self.chain, CHAIN)):
            editor.set_text(str(values.get(key) or ""))
        self.fill(draft)

    def _own_editor(self, workload: str, key: str) -> FieldEditor:
        if (workload, key) not in self._own:
            editor = editor_of(self._theme, workload_table.workload(workload).all_options[key], self.rare_grid)
            self._listen(editor)
            self._own[workload, key] = editor
        return self._own[workload, key]

    def show_possible(self, capabilities: Capabilities | None) -> None:
        """Update the options of all editors for the workload, task and device; unavailable options are listed with the reason."""
        draft = self.draft()
        wanted = (capabilities, draft.workload, draft.given())
        if wanted == self._possible:
            return
        before, self._possible = self._possible, wanted
        known = workload_table.WORKLOADS.get(draft.workload)
        own = self.tr("A program of your own; it is recorded from its start to its end.")
        self._is_filling = True
        if before[:1] != (capabilities,):
            self._workload.set_options(workload_options(capabilities))
        self._workload.explain(engine_text(known.help) if known else own)
        if known is not None:
            places = {} if capabilities is None else place_options(draft, capabilities)
            for key, options in (places | tool_options(draft)).items():
                self._list(key, options)
        self._is_filling = False

    def _list(self, key: str, options: Options) -> None:
        editor = self._general[key]
        assert isinstance(editor, (ChoiceEditor, SeveralEditor))
        editor.set_options(options)

    def baseline_s(self) -> int:
        """Return the seconds of idle power to record; 0 for none, and while the value is invalid."""
        return 0 if not self.baseline.text().strip() or BASELINE in self.errors() else int(self.baseline.text())

    @property
    def has_chain(self) -> bool:
        """Whether the selected workload is a model that can be trained and then deployed."""
        return "pretrain_steps" in _options(self.workload)

    def is_chain(self) -> bool:
        """Return whether all stages to the deployed model are requested."""
        return self.has_chain and bool(self.chain.text())

    def errors(self) -> dict[str, GpuscopeError]:
        """Return the errors of the name and the baseline, by their keys."""
        errors: dict[str, GpuscopeError] = {}
        for field, editor in ((self._name_field, self.name), (self._baseline_field, self.baseline)):
            try:
                if editor.text().strip() or field is self._name_field:
                    field.parse(editor.text())
            except UsageError as error:
                errors[field.key] = error
        return errors

    def show_defaults(self, spec: RunSpec | None) -> None:
        """Show in each editor the default that applies while it is empty."""
        meanings = {"threads": self.tr("automatic"), "data": self.tr("scikit-learn's digits")}
        for key, value in self.draft().defaults().items():
            self.editor(key).set_default(meanings.get(key, "" if value is None else str(value)))
        self.baseline.set_default(self.tr("none"))
        self.name.set_default(self.tr("derived from the settings") if spec is None else default_name(spec))

    def show_troubles(self, troubles: Mapping[str, GpuscopeError]) -> None:
        """Show each editor's error below it. An empty command is not an error: it has not been typed yet."""
        for editor in self.shown():
            is_untouched = editor is self.command and not self.command.text().strip()
            editor.show_trouble(None if is_untouched else troubles.get(editor.key))

    def show_warnings(self, capabilities: Capabilities | None) -> None:
        """Warn below the precision if the selected device emulates the number format or is slow at it."""
        draft = self.draft()
        device, precision = (draft.texts.get(key) or str(FIELDS[key].default) for key in ("device", "precision"))
        text = ""
        if capabilities is not None and draft.workload != COMMAND:
            text = number_formats.warning(device, precision, capabilities)
        self.editor("precision").show_warning(f"{text}." if text else "")

    def memory(self) -> dict[str, object]:
        """Return the state to restore next time, as JSON values; without secrets, and without the run's name."""
        return {
            "workload": self.workload,
            "texts": {key: editor.text() for key, editor in self._general.items() if editor.text()},
            "options": [[owner, key, editor.text()] for (owner, key), editor in self._own.items() if editor.text()],
            "command": self.command.text_without_secrets(),
            "places": {editor.key: text for editor in self._places if (text := _without_secrets(editor))},
        }

    def recall(self, memory: Mapping[str, object]) -> None:
        """Restore what :meth:`memory` returned; ignore values that do not fit."""
        self._is_filling = True
        texts, options, command = memory.get("texts"), memory.get("options"), memory.get("command")
        for key, text in texts.items() if isinstance(texts, dict) else ():
            if key in self._general and isinstance(text, str) and text in (FIELDS[key].choices or (text,)):
                self._general[key].set_text(text)
        for row in options if isinstance(options, list) else ():
            match row:
                case [str() as owner, str() as key, str() as text] if key in _options(owner):
                    self._own_editor(owner, key).set_text(text)
        if isinstance(command, str):
            self.command.set_text(command)
        if isinstance(places := memory.get("places"), dict):
            for editor in self._places:
                editor.set_text(str(places.get(editor.key, "")))
        if (workload := memory.get("workload")) in (*workload_table.WORKLOADS, COMMAND):
            self._workload.set_text(str(workload))
        self._is_filling = False
        self._change()


def _without_secrets(editor: FieldEditor) -> str:
    """Return an editor's text without variables that have secret values; "" for variables that cannot be parsed."""
    if editor.key != VARIABLES:
        return editor.text()
    try:
        variables = variables_of(editor.text())
    except UsageError:
        return ""
    return variables_text({name: value for name, value in variables.items() if redact_variable(name, value) == value})


def _options(workload: str) -> Mapping[str, Field]:
    known = workload_table.WORKLOADS.get(workload)
    return {} if known is None else known.all_options


def _pairs(halves: list[FieldEditor]) -> list[Row]:
    return [tuple(halves[at : at + 2]) for at in range(0, len(halves), 2)]


def _is_wide(editor: FieldEditor) -> bool:
    return editor.label_width() > _HALF_WIDTH


def editor_of(theme: Theme, field: Field, parent: QWidget | None = None) -> FieldEditor:
    """Return the editor that fits a field."""
    if field.key == "data":
        return PathEditor(theme, field, parent)
    if field.key in ("workload", "engine"):
        return PickerEditor(theme, field, parent)
    if field.key == "optimize":
        return SeveralEditor(theme, field, parent)
    if field.choices or field.key == "device":
        return ChoiceEditor(field, parent)
    return SwitchEditor(field, parent) if field.type is bool else LineEditor(field, parent)
