"""The form of a plan: workload, task, device and further fields of its kind; a forecast before the start; earlier plans."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QKeyCombination, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import Plan, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import composed_text, engine_text, error_text, with_capital
from gpuscope.gui.pages.runs.run_columns import started_text
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.field_editor import ChoiceBox, Option
from gpuscope.gui.widgets.labels import ElidedLabel, label, set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, Gap, centred, clear, fill, framed, grid, horizontal, scroll_down_only, vertical
from gpuscope.gui.widgets.spec_draft import SpecDraft, place_options, workload_options
from gpuscope.system.device_use import disturb, uses_of
from gpuscope.workloads import workload_table
from gpuscope.workloads.workload import Workload

_WIDTH = grown(640)
_EARLIER = 6
_SHARES = (3, 2, 2)
"""Stretch factors of workload, task and device; workload names are the longest."""
Request = TypeVar("Request")
Forecast = TypeVar("Forecast")


class PlanSetup(QScrollArea, Generic[Request, Forecast]):
    """The form.

    A subclass implements :meth:`request`, :meth:`fetch_forecast`, :meth:`forecast_text`, :meth:`default_task` and
    :meth:`is_offered`, adds its rows with :meth:`lay_out`, and then calls :meth:`begin`.

    Signals:
        start_wanted: The user wants to start a plan; carries the request.
        opened: The user wants to see an earlier plan; carries its id.
        delete_wanted: The user wants to delete an earlier plan; carries the Plan.

    Args:
        starter: Knows what this machine can run.
        workload: The workload selected initially.

    Attributes:
        known_forecast: Forecast for the current choice; None if there is none.
    """

    start_wanted = Signal(object)
    opened = Signal(str)
    delete_wanted = Signal(object)

    def __init__(self, theme: Theme, starter: RunStarter, workload: str) -> None:
        super().__init__()
        self.starter = starter
        self._theme, self._first = theme, workload
        self._asked: Request | None = None
        self._wanted_device, self._wanted_task = "", ("", "")
        self._live: list[RunSpec] = []
        self.known_forecast: Forecast | None = None
        self.workload, self.task, self.device = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.forecast = label("", "", wraps=True)
        self.start = Button(theme, self.tr("Start"), "main", "start")
        self._earlier_title = label("", "heading")
        self._earlier = QVBoxLayout()
        self._placed: list[QWidget] = []

    # Implemented by subclasses

    def request(self) -> Request:
        """Return the chosen plan.

        Raises:
            UsageError: A field has an invalid value.
        """
        raise NotImplementedError

    def fetch_forecast(self, request: Request) -> None:
        """Request a forecast; :meth:`show_forecast` or :meth:`show_refusal` follows with the same request."""
        raise NotImplementedError

    def forecast_text(self, forecast: Forecast) -> str:
        """Return the text of a forecast, without the name of the plan chosen above it."""
        raise NotImplementedError

    def default_task(self, tasks: Sequence[str]) -> str:
        """Return which of the workload's tasks to select, given the current workload and device."""
        raise NotImplementedError

    def is_offered(self, workload: Workload) -> bool:
        """Whether this kind of plan supports a workload."""
        raise NotImplementedError

    def offer_rest(self) -> None:
        """Update everything that depends on workload, task and device."""
        self.ask_forecast()

    # Layout

    def first_row(self) -> QGridLayout:
        """Return a three-column grid with workload, task and device; a subclass may add fields below."""
        row = grid(10, 4)
        fields = ((self.tr("Workload"), self.workload), (self.tr("Task"), self.task), (self.tr("Device"), self.device))
        for column, (title, box) in enumerate(fields):
            self.place(row, 0, column, title, box)
            row.setColumnStretch(column, _SHARES[column])
        return row

    def place(self, grid: QGridLayout, row: int, column: int, title: str, widget: QWidget, columns: int = 1) -> None:
        """Place a field below its title, in two rows of a grid."""
        name = label(title, "small")
        name.setBuddy(widget)
        widget.setAccessibleName(title)
        self._placed.append(widget)
        grid.addWidget(name, row, column, 1, columns, Qt.AlignmentFlag.AlignBottom)
        grid.addWidget(widget, row + 1, column, 1, columns, Qt.AlignmentFlag.AlignTop)

    def showEvent(self, event: QShowEvent) -> None:
        """Make line edits, which are slightly lower, as high as boxes; by now the style sheet that determines both is applied."""
        super().showEvent(event)
        for widget in self._placed:
            widget.setMinimumHeight(self.workload.sizeHint().height())

    def lay_out(self, question: str, about: str, rows: Iterable[QLayout], earlier: str) -> None:
        """Lay the form out.

        Args:
            question: Question that the page answers, in large type.
            about: Explanation of what a plan does.
            rows: Rows of the form; forecast and Start follow below.
            earlier: Heading of the earlier plans.
        """
        form = framed("card")
        foot = fill(horizontal(spacing=12), (self.forecast, 1), self.start)
        fill(vertical(form, (18, 16, 18, 16), spacing=14), *rows, foot)
        self._earlier.setSpacing(0)
        self._earlier_title.setText(earlier)
        middle = QWidget(maximumWidth=_WIDTH)
        column = vertical(middle, (0, 0, 0, 0), spacing=12)
        fill(column, Gap(28), label(question, "plan-sentence", wraps=True), label(about, "muted", wraps=True), form)
        fill(column, Gap(10), self._earlier_title, self._earlier, STRETCH)
        self._scroll(middle)
        self.show_earlier([])

    def _scroll(self, middle: QWidget) -> None:
        inside, row = QWidget(), centred(middle)
        row.setContentsMargins(20, 0, 20, 16)
        inside.setLayout(row)
        self.setWidget(inside)
        scroll_down_only(self)

    def begin(self) -> None:
        """Show the options of this machine, and follow the user's choices."""
        self.workload.currentIndexChanged.connect(self._offer_places)
        self.task.currentIndexChanged.connect(self._change_task)
        self.device.currentIndexChanged.connect(self._change_device)
        self.start.clicked.connect(self.want_start)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(QKeyCombination(Qt.KeyboardModifier.ControlModifier, key)), self, self.start.click)
        self.starter.capabilities_changed.connect(self._offer_workloads)
        self._offer_workloads()

    # Options

    def _offer_workloads(self) -> None:
        chosen = self.workload.value() or self._first
        known = workload_table.WORKLOADS
        options = [
            option
            for option in workload_options(self.starter.capabilities)
            if option.value in known and self.is_offered(known[option.value])
        ]
        offer(self.workload, [Option(option.value, option.label, option.reason) for option in options], chosen)
        self._offer_places()

    def _offer_places(self) -> None:
        """Offer the devices; keep the user's choice if the workload can run there, otherwise select the first GPU."""
        capabilities = self.starter.capabilities
        devices = [Option("cpu", "cpu")]
        if capabilities is not None:
            devices = list(place_options(SpecDraft(self.workload.value(), {}, ""), capabilities)["device"])
        usable = [option.value for option in devices if not option.reason]
        first = next((name for name in usable if name != "cpu"), "cpu")
        offer(self.device, devices, self._wanted_device if self._wanted_device in usable else first)
        self._offer_tasks()

    def _offer_tasks(self) -> None:
        tasks = workload_table.workload(self.workload.value()).tasks or ("",)
        options = [Option(task, engine_text(task) if task else self.tr("none")) for task in tasks]
        workload, task = self._wanted_task
        offer(self.task, options, task if workload == self.workload.value() and task in tasks else self.default_task(tasks))
        self.task.setEnabled(len(tasks) > 1)
        self.offer_rest()

    def _change_device(self) -> None:
        self._wanted_device, self._wanted_task = self.device.value(), ("", "")
        self._offer_tasks()

    def _change_task(self) -> None:
        self._wanted_task = self.workload.value(), self.task.value()
        self.offer_rest()

    def memory(self) -> dict[str, object]:
        """Return workload, task and the device that was chosen ("" if none was), for :meth:`recall`."""
        return {"workload": self.workload.value(), "task": self.task.value(), "device": self._wanted_device}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Restore the workload, and its task and device once they are known to be available on this machine."""
        workload = str(memory.get("workload"))
        known = workload_table.WORKLOADS.get(workload)
        if known is not None and self.is_offered(known):
            self._wanted_device, self._wanted_task = str(memory.get("device")), (workload, str(memory.get("task")))
            offer(self.workload, (), workload)
            self._offer_places()

    # Runs to wait for

    def set_live(self, live: Sequence[RunSpec]) -> None:
        """Set the specs of live runs and active plans, which a start may have to wait for."""
        self._live = list(live)
        self._show_start()

    def _show_start(self) -> None:
        """Indicate on the button whether the start waits for another run, since the two would slow each other down."""
        wanted = uses_of(RunSpec(self.workload.value(), device=self.device.value()))
        waits = any(disturb(wanted, uses_of(spec)) for spec in self._live)
        self.start.setText(self.tr("Start after it") if waits else self.tr("Start"))
        set_tooltip(self.start, self.tr("Waits until its device is free") if waits else "")

    # The forecast

    def ask_forecast(self) -> None:
        """Request a forecast for the current choice."""
        self._show_start()
        try:
            request = self._asked = self.request()
        except GpuscopeError as error:
            self._asked = None
            self._refuse(error)
            return
        self.fetch_forecast(request)

    def show_forecast(self, request: Request, forecast: Forecast) -> None:
        """Show a forecast, unless the choice has changed since."""
        if request == self._asked:
            self._asked = None
            self.known_forecast = forecast
            self.mark_wrong(None)
            set_look(self.forecast, "muted")
            self.forecast.setText(composed_text(f"{self.forecast_text(forecast)}."))
            self.start.setEnabled(True)

    def show_refusal(self, request: Request, error: GpuscopeError) -> None:
        """Show why the plan is impossible, unless the choice has changed since."""
        if request == self._asked:
            self._asked = None
            self._refuse(error)

    def _refuse(self, error: GpuscopeError) -> None:
        self.known_forecast = None
        self.mark_wrong(error)
        set_look(self.forecast, "bad")
        self.forecast.setText(error_text(error))
        self.start.setEnabled(False)

    def mark_wrong(self, error: GpuscopeError | None) -> None:
        """Mark the field whose value causes an error; None for no error."""

    def want_start(self) -> None:
        """Request the start of the current choice."""
        self.start_wanted.emit(self.request())

    def is_ready(self) -> bool:
        """Whether the forecast has arrived."""
        return self._asked is None and self.starter.capabilities is not None

    # Earlier plans

    def show_earlier(self, plans: Sequence[Plan]) -> None:
        """List the first plans of a sequence, which is sorted newest first."""
        clear(self._earlier)
        self._earlier_title.setVisible(bool(plans))
        for plan in plans[:_EARLIER]:
            row = EarlierPlan(self._theme, plan)
            row.link.clicked.connect(partial(self.opened.emit, plan.plan_id))
            row.delete.clicked.connect(partial(self.delete_wanted.emit, plan))
            self._earlier.addWidget(row)


AnyPlanSetup = PlanSetup[Any, Any]


def offer(box: ChoiceBox, options: Sequence[Option], chosen: str) -> None:
    """Fill a box and select an option, without emitting signals."""
    with QSignalBlocker(box):
        if options:
            box.set_options(options)
        box.choose(chosen)


class EarlierPlan(QWidget):
    """An earlier plan in one line."""

    def __init__(self, theme: Theme, plan: Plan) -> None:
        super().__init__()
        self.link = Button(theme, composed_text(plan.name), "link")
        self.delete = Button(theme, "", "flat", "close", self.tr("Delete; its runs stay"))
        self.delete.setFixedSize(26, 24)
        self.delete.setEnabled(plan.state is not PlanState.RUNNING)
        sentence = plan.sentence
        result = ElidedLabel(with_capital(composed_text(sentence)) if sentence else engine_text(plan.state.value), "small")
        row = horizontal(self, (0, 1, 0, 1), spacing=10)
        fill(row, self.link, (result, 1), label(started_text(plan.created_at, datetime.now().astimezone()), "small"), self.delete)
