"""Asks which field of a run to vary, with which values and how often; the result is an A/B plan that alternates the variants."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QLineEdit, QRadioButton, QScrollArea, QWidget

from gpuscope.analysis.repeats_plan import MOST_REPEATS, alike, expected_precision_sentence
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import AbOptions, PlanItem
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.services.history import History
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.field_editor import Option
from gpuscope.gui.widgets.labels import label, set_tooltip
from gpuscope.gui.widgets.layouts import fill, marked, vertical
from gpuscope.gui.widgets.question_dialog import QuestionDialog
from gpuscope.gui.widgets.spec_draft import SpecDraft, place_options, tool_options
from gpuscope.gui.widgets.typed_number import with_decimal_point
from gpuscope.recording.ab_variants import REPEATS, ab_plan, ab_variants, expected_time_sentence
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.variants import Variant
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities

_NOT_VARIED = frozenset(
    ("task", "steps", "duration_s", "warmup_steps", "warmup_limit_s", "seed", "data", "ranks", "nodes", "rendezvous", "profile")
)
"""Fields that set the amount of work, or turn it into something else that is not compared."""
_FIRST = ("precision", "optimize", "batch_size", "engine", "threads", "device")
"""Fields offered first, those varied most often at the top."""
_HIGHEST_LIST = grown(208)
"""Maximum height of the list of values in pixels; longer lists scroll."""
_LOWEST_LIST = grown(64)
"""Minimum height of that list where the screen is low, as with large text: two values."""
_FRAME = 40
"""Pixels of the window's frame at most."""
_FORECAST_LINES = 5
"""Lines reserved for the longest forecast of duration and content, so that the dialog does not grow."""
_EARLIER = 1_000
"""Number of newest runs searched for runs like the baseline, whose duration the forecast uses."""
_LATER_MS = 250
"""Delay after the last keystroke, so that not every key causes a catalogue lookup."""
NONE = "none"


class VaryDialog(QuestionDialog):
    """Offers the fields of a workload with their values; the value of the original run is the baseline."""

    def __init__(self, theme: Theme, base: RunSpec, capabilities: Capabilities, history: History, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        self._base, self._capabilities = catalog.resolve(base), capabilities
        self._draft = SpecDraft.of_spec(base)
        self._earlier: list[RunRecord] = []
        self._variants: list[Variant] = []
        self._boxes: dict[str, QCheckBox] = {}
        self._heading.set_text(self.tr("Vary {0}").format(self._base.workload))
        self.do.setText(self.tr("Start"))
        self._field = QComboBox()
        self._field.setAccessibleName(self.tr("What to vary"))
        for key in self._keys():
            self._field.addItem(engine_text(self._draft.fields()[key].label), key)
        self._line = QLineEdit()
        self._line.setAccessibleName(self.tr("Values, the baseline first, with commas between them"))
        self._list = QScrollArea(widgetResizable=True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._help, self._forecast = label("", "small", wraps=True), label("", "muted", wraps=True)
        self._forecast.setMinimumHeight(_FORECAST_LINES * self._forecast.fontMetrics().lineSpacing())
        self._forecast.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        self._timer = QTimer(self, interval=_LATER_MS, singleShot=True)
        self._timer.timeout.connect(self._check)
        self._field.currentIndexChanged.connect(self._show_values)
        for signal in (self._line.textChanged, self._repeats.textChanged, self._precision.textChanged):
            signal.connect(lambda _: self._timer.start())
        self._steady.toggled.connect(self._check)
        self._until.toggled.connect(self._check)
        self._show_values()
        self._field.setFocus()  # otherwise Cancel, which comes first, while Start is disabled
        history.ask(partial(_alike, self._base), self._set_earlier, lambda _: None, self)

    def _lay_out(self) -> None:
        self._times, self._until = QRadioButton(self.tr("Runs of each")), QRadioButton(self.tr("Until ±"))
        self._choice = QButtonGroup(self)
        for button in (self._times, self._until):
            self._choice.addButton(button)
        self._times.setChecked(True)
        self._repeats, self._precision = QLineEdit(str(REPEATS)), QLineEdit("2")
        for line, name in ((self._repeats, self.tr("Runs of each")), (self._precision, self.tr("Precision in percent"))):
            line.setFixedWidth(56)
            line.setAccessibleName(name)
        self._repeats.textEdited.connect(lambda _: self._times.setChecked(True))
        self._precision.textEdited.connect(lambda _: self._until.setChecked(True))
        row = marked(self._times, spacing=8)
        for place, widget in enumerate((self._repeats, self._until, self._precision, label("%")), 2):
            row.insertWidget(place, widget)
        self._steady = QCheckBox(self.tr("Warm up until steady, at most 60 s per run"))
        self._steady.setChecked(not self._base.warmup_limit_s)
        self._steady.setVisible(not self._base.warmup_limit_s)
        title = label(self.tr("What to vary"), "muted")
        title.setBuddy(self._field)
        fill(self.body, title, self._field, self._help, self._list, self._line, row, marked(self._steady), self._forecast)

    # The requested plan

    @property
    def key(self) -> str:
        """Key of the field or option to vary."""
        return str(self._field.currentData())

    def plan(self) -> tuple[str, list[PlanItem], AbOptions]:
        """Return name, items and options of the requested plan; call only while Start is enabled."""
        return ab_plan(self._variants, *self._amount())

    def _amount(self) -> tuple[int, float | None]:
        """Return the number of repeats, and the maximum full width of the interval as a fraction, or None for a fixed number of repeats.

        Raises:
            UsageError: The entered number is out of range, or its comma may separate thousands or decimals.
        """
        if self._until.isChecked():
            try:
                percent = float(with_decimal_point(self._precision.text()))
            except ValueError:
                percent = 0.0
            if not 0.01 <= percent < 50:
                raise UsageError(self.tr("the precision is not between 0.01 % and 50 %"), self.tr("For example: 2"))
            return REPEATS, 2.0 * percent / 100.0
        try:
            repeats = int(self._repeats.text())
        except ValueError:
            repeats = 0
        if not 1 <= repeats <= MOST_REPEATS:
            hint = self.tr("{0} are enough for a claim.").format(REPEATS)
            raise UsageError(self.tr("runs of each: from 1 to {0}").format(MOST_REPEATS), hint)
        return repeats, None

    def _vary(self) -> str:
        """Return the variants in the format of ``gpuscope ab --vary``."""
        if self._boxes:
            return f"{self.key}={','.join(value for value, box in self._boxes.items() if box.isChecked())}"
        return f"{self.key}={','.join(part.strip() for part in self._line.text().split(','))}"

    # Display

    def _keys(self) -> list[str]:
        keys = [key for key in self._draft.fields() if key not in _NOT_VARIED]
        return sorted(keys, key=lambda key: _FIRST.index(key) if key in _FIRST else len(_FIRST))

    def _present(self) -> str:
        """Return the original run's value as text."""
        value = getattr(self._base, self.key) if self.key in FIELDS else self._base.options.get(self.key)
        if value is None or value == "":
            return NONE
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return text.replace(",", "+") if self.key == "optimize" else text

    def _show_values(self) -> None:
        field, present = self._draft.fields()[self.key], self._present()
        self._help.setText(engine_text(field.help))
        options = _options(self._draft, self.key, present, self._capabilities)
        self._boxes = {}
        inside = QWidget(self)  # parented from the start, so that its size follows the style sheet
        column = vertical(inside, (8, 6, 8, 6), spacing=4)
        for option in options:
            column.addWidget(self._box(option, present))
        column.addStretch(1)
        self._list.setWidget(inside)
        self._list.setVisible(bool(options))
        self._line.setVisible(not options)
        self._line.setText(_numbers(present, field.type is int))
        self._list.setFixedHeight(0)
        room = self.screen().availableGeometry().height() - _FRAME - self.least_height()
        self._list.setFixedHeight(max(_LOWEST_LIST, min(_HIGHEST_LIST, inside.sizeHint().height() + 2, room)))
        self._check()

    def _box(self, option: Option, present: str) -> QCheckBox:
        is_present = option.value == present
        text = self.tr("{0} (baseline)").format(option.label) if is_present else option.label
        box = QCheckBox(text)
        box.setChecked(is_present)
        box.setEnabled(not is_present and not option.reason)
        set_tooltip(box, option.reason or option.help)
        box.toggled.connect(self._check)
        self._boxes[option.value] = box
        return box

    def _set_earlier(self, earlier: list[RunRecord]) -> None:
        self._earlier = earlier
        self._check()

    def _check(self) -> None:
        self._variants = []
        is_begun = sum(box.isChecked() for box in self._boxes.values()) >= 2 if self._boxes else bool(self._line.text().strip())
        try:
            repeats, until = self._amount()
            if is_begun:
                self._variants = ab_variants(self._base, [self._vary()], self._capabilities, until_steady=self._steady.isChecked())
        except GpuscopeError as error:
            self._forecast.setText("")
            self.show_trouble(error)
            self.do.setEnabled(False)
            return
        self._trouble.hide()
        self.do.setEnabled(bool(self._variants))
        self._forecast.setText(
            self._forecast_text(repeats, until) if self._variants else self.tr("Choose a value in addition to the baseline.")
        )

    def _forecast_text(self, repeats: int, until: float | None) -> str:
        sentences = [expected_time_sentence(self._variants, repeats, self._earlier)]
        if until is None:
            sentences.append(expected_precision_sentence(self._earlier, repeats, len(self._variants) - 1))
        else:
            sentences.append(
                self.tr("It goes on from there until the intervals are that narrow, at most {0} runs of each").format(MOST_REPEATS)
            )
        return " ".join(f"{sentence.rstrip('.')}." for sentence in sentences)


def _alike(base: RunSpec, store: RunHistory) -> list[RunRecord]:
    return alike(base, store.runs(limit=_EARLIER))


def _options(draft: SpecDraft, key: str, present: str, capabilities: Capabilities) -> Sequence[Option]:
    """Return the values of a field with a fixed set, the current one first; empty if any number is allowed."""
    field = draft.fields()[key]
    if key in ("device", "precision"):
        options = list(place_options(draft, capabilities)[key])
    elif key == "engine":
        options = list(tool_options(draft)[key])
    elif key == "optimize":
        options = [_added(option, present) for option in tool_options(draft)[key] if option.value not in present.split("+")]
    else:
        choices = ("true", "false") if field.type is bool else field.choices
        options = [Option(choice, engine_text(choice)) for choice in choices]
    baseline = next((option for option in options if option.value == present), None)
    if not options and baseline is None:
        return ()
    text = present if present != NONE else QCoreApplication.translate("VaryDialog", "none")
    rest = [option for option in options if option.value != present]
    return [baseline or Option(present, text), *sorted(rest, key=lambda option: bool(option.reason))]


def _added(option: Option, present: str) -> Option:
    """Return an optimization as an addition to those of the run."""
    key = option.value if present == NONE else f"{present}+{option.value}"
    return Option(key, option.label, option.reason, option.help)


def _numbers(present: str, is_whole: bool) -> str:
    """Return the current value and its double as a starting point; just the value if it is not a positive integer."""
    if not is_whole or not present.isdigit():
        return present
    return f"{present}, {2 * int(present)}" if int(present) else present
