"""The form of a sweep: workload, task, device, one or two axes, budget."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, QTimer
from PySide6.QtWidgets import QGridLayout, QLineEdit

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.field import Field
from gpuscope.core.figures import uncapitalized
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.core.sweep_axes import example
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.plan.plan_setup import PlanSetup, offer
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.sweeps import SweepForecast, SweepRequest, Sweeps
from gpuscope.gui.stylesheet import set_wrong
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.field_editor import ChoiceBox, Option
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.spec_draft import SpecDraft, place_options
from gpuscope.workloads.workload import Workload

WORKLOAD = "mnist-mlp"
_NO_KNOBS = frozenset(
    {"task", "steps", "duration_s", "warmup_steps", "warmup_limit_s", "seed", "data", "nodes", "rendezvous", "ranks", "profile"}
)
"""Fields with an input of their own in the form, or that change how a run is measured instead of what it does."""
_FIRST = ("batch_size", "precision", "threads", "optimize", "engine", "device")
_TYPING_MS = 250
"""Delay after the last keystroke before a forecast is requested."""


class SweepSetup(PlanSetup[SweepRequest, SweepForecast]):
    """The form of a sweep.

    Args:
        sweeps: Computes the forecast.
        starter: Knows what this machine can run.
    """

    def __init__(self, theme: Theme, sweeps: Sweeps, starter: RunStarter) -> None:
        super().__init__(theme, starter, WORKLOAD)
        self._sweeps = sweeps
        self._is_start_held = False
        self.knobs = (ChoiceBox(), ChoiceBox())
        self.ranges = (QLineEdit(), QLineEdit())
        self.budget = QLineEdit(placeholderText=self.tr("none, or a time such as 10min"))
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._typing.timeout.connect(self.ask_forecast)
        question = self.tr("Where does a larger batch stop paying off?")
        about = self.tr(
            "A short run for each value of one setting, or each pair of values of two, up to where memory ends; the whole range is covered"
            " early, so that you can stop at any time."
        )
        self.lay_out(question, about, [self._fields()], self.tr("Earlier sweeps"))
        for number, (knob, values) in enumerate(zip(self.knobs, self.ranges, strict=True)):
            knob.currentIndexChanged.connect(partial(self._change_knob, number))
            values.textChanged.connect(self._typing.start)
        self.budget.textChanged.connect(self._typing.start)
        self.begin()

    def _fields(self) -> QGridLayout:
        grid = self.first_row()
        titles = (self.tr("First axis"), self.tr("Second axis"))
        for number, (title, knob, values) in enumerate(zip(titles, self.knobs, self.ranges, strict=True), 1):
            self.place(grid, 2 * number, 0, title, knob)
            self.place(grid, 2 * number, 1, self.tr("Values"), values, 2)
            values.setAccessibleName(self.tr("Values of the {0}").format(uncapitalized(title)))
        hint = self.tr("1..1024 doubles, 1..1024:x4 multiplies by four, 1,8,64 and fp32,bf16 are lists.")
        grid.addWidget(label(hint, "small", wraps=True), 6, 1, 1, 2)
        self.place(grid, 7, 0, self.tr("Budget"), self.budget)
        for row in (2, 4, 7):
            grid.setRowMinimumHeight(row, 26)
        return grid

    # The requested sweep

    def request(self) -> SweepRequest:
        """Return the chosen sweep.

        Raises:
            UsageError: The budget is not a valid time.
        """
        task = {"task": self.task.value()} if self.task.value() else {}
        asked = RunSpec(self.workload.value(), device=self.device.value()).with_values(task)
        axes = {knob.value(): values.text().strip() for knob, values in zip(self.knobs, self.ranges, strict=True) if knob.value()}
        text = self.budget.text().strip()
        budget = replace(FIELDS["duration_s"], label=self.tr("Budget"), help=self.tr("A time, such as 90s, 10min or 1h."))
        return SweepRequest(asked, axes, float(budget.parse(text)) if text else None)

    def fetch_forecast(self, request: SweepRequest) -> None:
        """Request a forecast."""
        self._sweeps.forecast(request, partial(self.show_forecast, request), partial(self.show_refusal, request), self)

    def forecast_text(self, forecast: SweepForecast) -> str:
        """Return the number of cells and the duration."""
        return forecast.sentence.rpartition(": ")[2]

    def ask_forecast(self) -> None:
        """Request a forecast for the current choice."""
        self._typing.stop()
        self._is_start_held = False
        super().ask_forecast()

    def want_start(self) -> None:
        """Request the start once the current choice has a forecast, which tells whether the user is asked to confirm it."""
        if self._typing.isActive():
            self.ask_forecast()
        self._is_start_held = self._asked is not None
        if not self._is_start_held and self.known_forecast is not None:
            super().want_start()

    def show_forecast(self, request: SweepRequest, forecast: SweepForecast) -> None:
        """Show a forecast, unless the choice has changed since; start the sweep if the user asked for that meanwhile."""
        super().show_forecast(request, forecast)
        if self._is_start_held and self._asked is None and not self._typing.isActive():
            self.want_start()

    def default_task(self, tasks: Sequence[str]) -> str:
        """Return the current task if the workload has it, otherwise its first task."""
        return self.task.value() if self.task.value() in tasks else tasks[0]

    def is_offered(self, workload: Workload) -> bool:  # noqa: ARG002 - kernels have knobs too
        """Return True, since all workloads have knobs."""
        return True

    def mark_wrong(self, error: GpuscopeError | None) -> None:
        """Mark the field that cannot be read, with whose label its error begins (``Field.parse``, ``parse_axis``). None for no error."""
        known = self._known()
        fields = [known[knob.value()].label if knob.value() in known else "" for knob in self.knobs] + [self.tr("Budget")]
        for field, line in zip(fields, (*self.ranges, self.budget), strict=True):
            is_wrong = error is not None and bool(field) and error.message.startswith(f"{field}: ")
            set_wrong(line, is_wrong)

    def _known(self) -> dict[str, Field]:
        """Return the knobs that can be axes, by key, the common ones first."""
        fields = SpecDraft(self.workload.value(), {"task": self.task.value()} if self.task.value() else {}, "").fields()
        order = [*(key for key in _FIRST if key in fields), *(key for key in fields if key not in FIELDS)]
        return {key: fields[key] for key in dict.fromkeys(order) if key not in _NO_KNOBS}

    def offer_rest(self) -> None:
        """Offer the knobs that can be axes."""
        known = self._known()
        options = [Option(key, engine_text(field.label)) for key, field in known.items()]
        for number, knob in enumerate(self.knobs):
            none = [Option("", self.tr("none"))] if number else []
            before = knob.value()
            chosen = before if before in known else "" if number else next(iter(known), "")
            offer(knob, [*none, *options], chosen)
            if before != knob.value():
                self._suggest(number)
        self.ranges[1].setEnabled(bool(self.knobs[1].value()))
        self.ask_forecast()

    def _change_knob(self, number: int, _index: int = 0) -> None:
        self._suggest(number)
        self.ranges[1].setEnabled(bool(self.knobs[1].value()))
        self.ask_forecast()

    def _suggest(self, number: int) -> None:
        """Fill in values that fit a knob, replacing those of the previous knob."""
        key = self.knobs[number].value()
        text = "" if not key else self._values_of(key)
        with QSignalBlocker(self.ranges[number]):
            self.ranges[number].setText(text)

    def _values_of(self, key: str) -> str:
        field, capabilities = self._known()[key], self.starter.capabilities
        if key in ("precision", "device") and capabilities is not None:
            options = place_options(SpecDraft(self.workload.value(), {"device": self.device.value()}, ""), capabilities)[key]
            usable = [option.value for option in options if not option.reason]
            return ",".join(usable) if len(usable) > 1 else example(field)
        if key == "threads" and capabilities is not None:
            return f"1..{max(2, capabilities.cpu_count)}"
        if key == "optimize":
            return "none,channels-last"
        if key == "engine":
            return "eager,onnxruntime"
        if field.default is not None and field.type is int and int(field.default) > 0:
            return f"{max(int(field.minimum or 1), int(field.default) // 4)}..{int(field.default) * 4}"
        return example(field)
