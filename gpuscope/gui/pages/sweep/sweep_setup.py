"""What to sweep: workload, task, device, one or two axes, budget, with a forecast before the start; and the sweeps of before."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import Plan
from gpuscope.core.runspec import FIELDS, Field, RunSpec
from gpuscope.core.sweep_axes import example
from gpuscope.gui.engine_texts import composed_text, engine_text, error_text, with_capital
from gpuscope.gui.pages.runs.run_columns import started_words
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.sweeps import SweepForecast, SweepRequest, Sweeps
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.field_editor import ChoiceBox, Option
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.spec_draft import SpecDraft, place_options, workload_options
from gpuscope.workloads import workload_table

WORKLOAD = "mnist-mlp"
_WIDTH = 640
_EARLIER = 6
_NO_KNOBS = frozenset(
    {"task", "steps", "duration_s", "warmup_steps", "warmup_limit_s", "seed", "data", "nodes", "rendezvous", "ranks", "profile"}
)
"""Fields that the form has a place of its own for, or that change how a run is measured and not what it is."""
_FIRST = ("batch_size", "precision", "threads", "optimize", "engine", "device")
_TYPING_MS = 250
"""After the last key before a forecast is asked for."""


class SweepSetup(QScrollArea):
    """The form of a sweep.

    Signals:
        start_wanted: A :class:`SweepRequest` shall be measured; its :class:`SweepForecast`.
        opened: An earlier sweep shall be shown: its plan's id.

    Args:
        theme: Gives the colours.
        sweeps: Forecasts.
        starter: Knows what can be run here.
        parent: The widget that it belongs to.
    """

    start_wanted = Signal(object, object)
    opened = Signal(str)

    def __init__(self, theme: Theme, sweeps: Sweeps, starter: RunStarter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._sweeps, self._starter = theme, sweeps, starter
        self._asked: SweepRequest | None = None
        self._forecast: SweepForecast | None = None
        self.workload, self.task, self.device = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.knobs = (ChoiceBox(), ChoiceBox())
        self.ranges = (QLineEdit(), QLineEdit())
        self.budget = QLineEdit()
        self.budget.setPlaceholderText(self.tr("none"))
        self.forecast = label("", "", wraps=True)
        self.start = Button(theme, self.tr("Start"), "main", "start")
        self._earlier_title = label(self.tr("Earlier sweeps"), "heading")
        self._earlier = QVBoxLayout()
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._lay_out()
        self._offer_workloads()
        self._connect()
        self._offer_places()

    def _lay_out(self) -> None:
        form = QFrame()
        form.setProperty("look", "card")
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        for column, (title, box) in enumerate(
            ((self.tr("Workload"), self.workload), (self.tr("Task"), self.task), (self.tr("Device"), self.device))
        ):
            self._place(grid, 0, column, title, box)
        titles = (self.tr("First axis"), self.tr("Second axis"))
        for number, (title, knob, values) in enumerate(zip(titles, self.knobs, self.ranges, strict=True), 1):
            self._place(grid, 2 * number, 0, title, knob)
            self._place(grid, 2 * number, 1, self.tr("Values"), values, 2)
            values.setAccessibleName(self.tr("Values of the {0}").format(title[:1].lower() + title[1:]))
        self._place(grid, 6, 0, self.tr("Budget"), self.budget)
        hint = self.tr("1..1024 doubles, 1..1024:x4 multiplies by four, 1,8,64 and fp32,bf16 are lists. A budget is a time, such as 10min.")
        grid.addWidget(label(hint, "small", wraps=True), 7, 1, 1, 2)
        for column, share in enumerate((3, 2, 2)):
            grid.setColumnStretch(column, share)
        for row in (2, 4, 6):
            grid.setRowMinimumHeight(row, 26)
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.forecast, 1)
        foot.addWidget(self.start)
        inner = QVBoxLayout(form)
        inner.setContentsMargins(18, 16, 18, 16)
        inner.setSpacing(14)
        inner.addLayout(grid)
        inner.addLayout(foot)
        self._earlier.setSpacing(0)
        middle = QVBoxLayout()
        middle.setSpacing(12)
        middle.addSpacing(28)
        middle.addWidget(label(self.tr("Where is the knee, and where does memory end?"), "title", wraps=True))
        about = self.tr(
            "A short run for each value, or each pair of values; the whole range is covered early, so that you can stop at any time."
        )
        middle.addWidget(label(about, "muted", wraps=True))
        middle.addWidget(form)
        middle.addSpacing(10)
        middle.addWidget(self._earlier_title)
        middle.addLayout(self._earlier)
        middle.addStretch(1)
        column_widget = QWidget()
        column_widget.setMaximumWidth(_WIDTH)
        column_widget.setLayout(middle)
        inside = QWidget()
        row_layout = QHBoxLayout(inside)
        row_layout.setContentsMargins(20, 0, 20, 16)
        row_layout.addStretch(1)
        row_layout.addWidget(column_widget, 1000)
        row_layout.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.show_earlier([])

    @staticmethod
    def _place(grid: QGridLayout, row: int, column: int, title: str, widget: QWidget, columns: int = 1) -> None:
        name = label(title, "small")
        name.setBuddy(widget)
        widget.setAccessibleName(title)
        grid.addWidget(name, row, column, 1, columns, Qt.AlignmentFlag.AlignBottom)
        grid.addWidget(widget, row + 1, column, 1, columns, Qt.AlignmentFlag.AlignTop)

    def _connect(self) -> None:
        self.workload.currentIndexChanged.connect(self._offer_places)
        self.task.currentIndexChanged.connect(self._offer_knobs)
        self.device.currentIndexChanged.connect(self._ask_forecast)
        for number, (knob, values) in enumerate(zip(self.knobs, self.ranges, strict=True)):
            knob.currentIndexChanged.connect(partial(self._change_knob, number))
            values.textChanged.connect(self._typing.start)
        self.budget.textChanged.connect(self._typing.start)
        self._typing.timeout.connect(self._ask_forecast)
        self.start.clicked.connect(self._want_start)
        self._starter.capabilities_changed.connect(self._offer_everything)

    # What is asked for

    def request(self) -> SweepRequest:
        """Return what is chosen.

        Raises:
            UsageError: The budget is no time.
        """
        task = {"task": self.task.value()} if self.task.value() else {}
        asked = RunSpec(self.workload.value(), device=self.device.value()).with_values(task)
        axes = {knob.value(): values.text().strip() for knob, values in zip(self.knobs, self.ranges, strict=True) if knob.value()}
        text = self.budget.text().strip()
        budget = replace(FIELDS["duration_s"], label=self.tr("Budget"), help=self.tr("A time, such as 90s, 10min or 1h."))
        return SweepRequest(asked, axes, float(budget.parse(text)) if text else None)

    def _want_start(self) -> None:
        if not self._typing.isActive() and self._forecast is not None:  # else what is typed was not looked at yet
            self.start_wanted.emit(self.request(), self._forecast)

    def _offer_everything(self) -> None:
        self._offer_workloads()
        self._offer_places()

    def _offer_workloads(self) -> None:
        chosen = self.workload.value() or WORKLOAD
        known = workload_table.WORKLOADS
        options = [option for option in workload_options(self._starter.capabilities) if option.value in known]
        _offer(self.workload, [Option(option.value, option.value, option.reason) for option in options], chosen)

    def _offer_places(self) -> None:
        capabilities, key = self._starter.capabilities, self.workload.value()
        devices = [Option("cpu", "cpu")]
        if capabilities is not None:
            devices = list(place_options(SpecDraft(key, {}, ""), capabilities)["device"])
        usable = [option.value for option in devices if not option.reason]
        chosen = self.device.value() if self.device.value() in usable else next((name for name in usable if name != "cpu"), "cpu")
        _offer(self.device, devices, chosen)
        tasks = workload_table.workload(key).tasks or ("",)
        task = self.task.value() if self.task.value() in tasks else tasks[0]
        _offer(self.task, [Option(name, engine_text(name) if name else self.tr("none")) for name in tasks], task)
        self.task.setEnabled(len(tasks) > 1)
        self._offer_knobs()

    def _known(self) -> dict[str, Field]:
        """Return the knobs that can be axes, by key, the usual ones first."""
        fields = SpecDraft(self.workload.value(), {"task": self.task.value()} if self.task.value() else {}, "").fields()
        order = [*(key for key in _FIRST if key in fields), *(key for key in fields if key not in FIELDS)]
        return {key: fields[key] for key in dict.fromkeys(order) if key not in _NO_KNOBS}

    def _offer_knobs(self) -> None:
        known = self._known()
        options = [Option(key, engine_text(field.label)) for key, field in known.items()]
        for number, knob in enumerate(self.knobs):
            none = [Option("", self.tr("none"))] if number else []
            before = knob.value()
            chosen = before if before in known else "" if number else next(iter(known), "")
            _offer(knob, [*none, *options], chosen)
            if before != knob.value():
                self._suggest(number)
        self.ranges[1].setEnabled(bool(self.knobs[1].value()))
        self._ask_forecast()

    def _change_knob(self, number: int, _index: int = 0) -> None:
        self._suggest(number)
        self.ranges[1].setEnabled(bool(self.knobs[1].value()))
        self._ask_forecast()

    def _suggest(self, number: int) -> None:
        """Write values that a knob can have here, in the place of those of another knob."""
        key = self.knobs[number].value()
        text = "" if not key else self._values_of(key)
        self.ranges[number].blockSignals(True)
        self.ranges[number].setText(text)
        self.ranges[number].blockSignals(False)

    def _values_of(self, key: str) -> str:
        field, capabilities = self._known()[key], self._starter.capabilities
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

    def _ask_forecast(self) -> None:
        try:
            request = self._asked = self.request()
        except GpuscopeError as error:
            self._asked = None
            self._show_refusal(error)
            return
        self._sweeps.forecast(request, partial(self._tell_forecast, request), partial(self._tell_refusal, request), self)

    def _tell_forecast(self, request: SweepRequest, forecast: SweepForecast) -> None:
        if request == self._asked:
            self._asked = None
            self._forecast = forecast
            set_look(self.forecast, "muted")
            self.forecast.setText(f"{forecast.sentence.rpartition(': ')[2]}.")
            self.start.setEnabled(True)

    def _tell_refusal(self, request: SweepRequest, error: GpuscopeError) -> None:
        if request == self._asked:
            self._asked = None
            self._show_refusal(error)

    def _show_refusal(self, error: GpuscopeError) -> None:
        set_look(self.forecast, "bad")
        self.forecast.setText(error_text(error))
        self.start.setEnabled(False)

    def is_ready(self) -> bool:
        """Whether the forecast is there."""
        return self._asked is None and self._starter.capabilities is not None

    # Earlier sweeps

    def show_earlier(self, plans: Sequence[Plan]) -> None:
        """List sweeps, the newest first."""
        while (item := self._earlier.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._earlier_title.setVisible(bool(plans))
        for plan in plans[:_EARLIER]:
            row = _EarlierSweep(self._theme, plan)
            row.opened.connect(self.opened)
            self._earlier.addWidget(row)


def _offer(box: ChoiceBox, options: Sequence[Option], chosen: str) -> None:
    box.blockSignals(True)
    if options:
        box.set_options(options)
    box.choose(chosen)
    box.blockSignals(False)


class _EarlierSweep(QWidget):
    """A sweep of before in one line."""

    opened = Signal(str)

    def __init__(self, theme: Theme, plan: Plan) -> None:
        super().__init__()
        link = Button(theme, plan.name, "link")
        link.clicked.connect(lambda: self.opened.emit(plan.plan_id))
        sentence = str(plan.options.get("sentence") or "")
        said = ElidedLabel(with_capital(composed_text(sentence)) if sentence else engine_text(plan.state.value), "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 3, 0, 3)
        row.setSpacing(10)
        row.addWidget(link)
        row.addWidget(said, 1)
        row.addWidget(label(started_words(plan.created_at, datetime.now().astimezone()), "small"))
