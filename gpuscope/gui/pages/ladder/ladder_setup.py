"""What to climb: workload, task, device, quick or thorough, with a forecast before the start; and the ladders of before."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import Plan
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import composed_text, engine_text, error_text, with_capital
from gpuscope.gui.pages.runs.run_columns import started_words
from gpuscope.gui.services.ladders import LadderRequest, Ladders
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.field_editor import ChoiceBox, Option
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.spec_draft import SpecDraft, place_options, workload_options
from gpuscope.recording.ladder_request import WORKLOAD, default_task
from gpuscope.workloads import workload_table

_WIDTH = 620
_EARLIER = 6


class LadderSetup(QScrollArea):
    """The form of a ladder.

    Signals:
        start_wanted: A :class:`LadderRequest` shall be climbed.
        opened: An earlier ladder shall be shown: its plan's id.

    Args:
        theme: Gives the colours.
        ladders: Forecasts.
        starter: Knows what can be run here.
        parent: The widget that it belongs to.
    """

    start_wanted = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme, ladders: Ladders, starter: RunStarter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._ladders, self._starter = theme, ladders, starter
        self._asked: LadderRequest | None = None
        self.workload, self.task, self.device = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.quick = Button(theme, self.tr("Quick look"), "chip")
        self.thorough = Button(theme, self.tr("Thorough"), "chip")
        self._group = QButtonGroup(self)
        for chip in (self.quick, self.thorough):
            chip.setCheckable(True)
            self._group.addButton(chip)
        self.quick.setChecked(True)
        self._kind = label("", "muted", wraps=True)
        self.forecast = label("", "", wraps=True)
        self.start = Button(theme, self.tr("Start"), "main", "start")
        self._earlier_title = label(self.tr("Earlier ladders"), "heading")
        self._earlier = QVBoxLayout()
        self._lay_out()
        self._offer_workloads()
        self._connect()
        self._offer_places()

    def _lay_out(self) -> None:
        form = QFrame()
        form.setProperty("look", "card")
        fields = QHBoxLayout()
        fields.setSpacing(10)
        for title, box, share in (
            (self.tr("Workload"), self.workload, 3),
            (self.tr("Task"), self.task, 2),
            (self.tr("Device"), self.device, 2),
        ):
            column = QVBoxLayout()
            column.setSpacing(4)
            name = label(title, "small")
            name.setBuddy(box)
            box.setAccessibleName(title)
            column.addWidget(name)
            column.addWidget(box)
            fields.addLayout(column, share)
        kinds = QHBoxLayout()
        kinds.setSpacing(8)
        kinds.addWidget(self.quick)
        kinds.addWidget(self.thorough)
        kinds.addWidget(self._kind, 1)
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.forecast, 1)
        foot.addWidget(self.start)
        inner = QVBoxLayout(form)
        inner.setContentsMargins(18, 16, 18, 16)
        inner.setSpacing(14)
        for row in (fields, kinds, foot):
            inner.addLayout(row)
        self._earlier.setSpacing(0)
        middle = QVBoxLayout()
        middle.setSpacing(12)
        middle.addSpacing(28)
        middle.addWidget(label(self.tr("What do optimizations buy here?"), "ladder-sentence", wraps=True))
        about = self.tr("One optimization is added to another, each is measured, and what it brought is shown as it comes.")
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
        row = QHBoxLayout(inside)
        row.setContentsMargins(20, 0, 20, 16)
        row.addStretch(1)
        row.addWidget(column_widget, 1000)
        row.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.show_earlier([])

    def _connect(self) -> None:
        self.workload.currentIndexChanged.connect(self._change_workload)
        self.task.currentIndexChanged.connect(self._ask_forecast)
        self.device.currentIndexChanged.connect(self._change_device)
        self._group.buttonClicked.connect(self._ask_forecast)
        self.start.clicked.connect(lambda: self.start_wanted.emit(self.request()))
        self._starter.capabilities_changed.connect(self._offer_everything)

    # What is asked for

    def request(self) -> LadderRequest:
        """Return what is chosen."""
        asked = RunSpec(self.workload.value(), task=self.task.value(), device=self.device.value())
        return LadderRequest(asked, self.thorough.isChecked())

    def _offer_everything(self) -> None:
        self._offer_workloads()
        self._offer_places()

    def _offer_workloads(self) -> None:
        chosen = self.workload.value() or WORKLOAD
        known = workload_table.WORKLOADS
        options = [option for option in workload_options(self._starter.capabilities) if option.value in known and known[option.value].tasks]
        _offer(self.workload, [Option(option.value, option.value, option.reason) for option in options], chosen)

    def _offer_places(self) -> None:
        capabilities, workload = self._starter.capabilities, self.workload.value()
        devices = [Option("cpu", "cpu")] if capabilities is None else []
        if capabilities is not None:
            devices = list(place_options(SpecDraft(workload, {}, ""), capabilities)["device"])
        gpus = [option.value for option in devices if not option.reason and option.value != "cpu"]
        _offer(self.device, devices, self.device.value() if self.device.value() in gpus else next(iter(gpus), "cpu"))
        self._offer_tasks()

    def _offer_tasks(self) -> None:
        workload = self.workload.value()
        tasks = workload_table.workload(workload).tasks
        _offer(self.task, [Option(task, engine_text(task)) for task in tasks], default_task(workload, self.device.value()))
        self._ask_forecast()

    def _change_workload(self) -> None:
        self._offer_places()

    def _change_device(self) -> None:
        self._offer_tasks()

    def _ask_forecast(self) -> None:
        text = (
            self.tr("Each rung and what lies below it are repeated in turns, for an interval and a verdict.")
            if self.thorough.isChecked()
            else self.tr("One short run a rung, no verdict.")
        )
        self._kind.setText(text)
        request = self._asked = self.request()
        self._ladders.forecast(request, partial(self._tell_forecast, request), partial(self._tell_refusal, request), self)

    def _tell_forecast(self, request: LadderRequest, text: str) -> None:
        if request == self._asked:
            self._asked = None
            set_look(self.forecast, "muted")
            self.forecast.setText(f"{text.partition(': ')[2] or text}.")
            self.start.setEnabled(True)

    def _tell_refusal(self, request: LadderRequest, error: GpuscopeError) -> None:
        if request == self._asked:
            self._asked = None
            set_look(self.forecast, "bad")
            self.forecast.setText(error_text(error))
            self.start.setEnabled(False)

    def is_ready(self) -> bool:
        """Whether the forecast is there."""
        return self._asked is None and self._starter.capabilities is not None

    # Earlier ladders

    def show_earlier(self, plans: Sequence[Plan]) -> None:
        """List ladders, the newest first."""
        while (item := self._earlier.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._earlier_title.setVisible(bool(plans))
        for plan in plans[:_EARLIER]:
            row = _EarlierLadder(self._theme, plan)
            row.opened.connect(self.opened)
            self._earlier.addWidget(row)


def _offer(box: ChoiceBox, options: Sequence[Option], chosen: str) -> None:
    box.blockSignals(True)
    if options:
        box.set_options(options)
    box.choose(chosen)
    box.blockSignals(False)


class _EarlierLadder(QWidget):
    """A ladder of before in one line."""

    opened = Signal(str)

    def __init__(self, theme: Theme, plan: Plan) -> None:
        super().__init__()
        link = Button(theme, plan.name, "link")
        link.clicked.connect(lambda: self.opened.emit(plan.plan_id))
        found = str(plan.options.get("sentence") or "")
        said = ElidedLabel(with_capital(composed_text(found)) if found else engine_text(plan.state.value), "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 3, 0, 3)
        row.setSpacing(10)
        row.addWidget(link)
        row.addWidget(said, 1)
        row.addWidget(label(started_words(plan.created_at, datetime.now().astimezone()), "small"))
