"""The Run page: put a run together, start it, watch it, stop it, and read how it ended."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.run.run_chooser import RunChooser
from gpuscope.gui.pages.run.run_stage import RunStage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ChartExport
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.recording.run_request import default_name
from gpuscope.system.redaction import REDACTED
from gpuscope.workloads import catalog

STRIP_WIDTH = 44

_NARROW_BELOW = 1100


class FormDrawer(QWidget):
    """Shows the form, or a strip whose button opens and closes it.

    Args:
        theme: Gives the icon its colour.
        form: What it holds.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, form: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._strip = QFrame()
        self._strip.setProperty("look", "side")
        self._strip.setFixedWidth(STRIP_WIDTH)
        self._button = Button(theme, "", "flat", "open", self.tr("Show the form"))
        self._button.setFixedSize(32, 32)
        self._button.setCheckable(True)
        self._button.toggled.connect(self._open)
        inside = QVBoxLayout(self._strip)
        inside.setContentsMargins(5, 10, 5, 10)
        inside.addWidget(self._button)
        inside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._strip)
        row.addWidget(form)
        self.set_narrow(False)

    @property
    def is_narrow(self) -> bool:
        """Whether the form gives way to the strip."""
        return not self._strip.isHidden()

    def set_narrow(self, narrow: bool) -> None:
        """Give room to something else, or take it back."""
        self._strip.setVisible(narrow)
        self._open(self._button.isChecked())

    def open(self) -> None:
        """Show the form, wherever it is."""
        self._button.setChecked(True)

    def close_form(self) -> None:
        """Fold the form away where there is little room."""
        self._button.setChecked(False)

    def _open(self, opened: bool) -> None:
        words = self.tr("Hide the form") if opened else self.tr("Show the form")
        self._button.setAccessibleName(words)
        self._button.setToolTip(words)
        self._form.setVisible(opened or not self.is_narrow)


class RunPage(Page):
    """The form at the left, a run at the right: a live one, and from its end on the same with its result."""

    name = "run"

    def __init__(
        self,
        theme: Theme,
        live_runs: LiveRuns,
        starter: RunStarter,
        history: History,
        settings: UserSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "", parent)
        self._live_runs, self._starter, self._history = live_runs, starter, history
        self._before: ShownRun | None = None
        self._is_picked = self._is_starting = False
        self._opening = ""  # the kept run that is being read, while it is still wanted
        self._form = SpecForm(theme, starter)
        self._drawer = FormDrawer(theme, self._form)
        self._chooser = RunChooser(theme)
        self._stage = RunStage(theme, self.header, self.notice, history, settings)
        self.charts = ChartExport(theme, history, self.notice, self)
        self.charts.offer_strips(self._stage.view.strips.stack)
        self._lay_out()
        self._connect()
        self._stage.show_nothing()

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._chooser)
        right.addWidget(self._stage, 1)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._drawer)
        row.addLayout(right, 1)
        self.set_body(body)

    def _connect(self) -> None:
        self._form.start_wanted.connect(self._start)
        self._chooser.chosen.connect(self._choose)
        self._stage.start_wanted.connect(self._start_or_tell_why_not)
        self._stage.again_wanted.connect(self._run_again)
        self._stage.open_wanted.connect(lambda run_id: self.wanted.emit("runs", run_id))
        self._live_runs.started.connect(self._take_started)
        self._live_runs.ended.connect(self._take_ended)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self._form.want_start)

    # What the window and other pages ask

    def activated(self) -> None:
        """Draw from now on; show the newest live run when there is nothing else."""
        if self._stage.data is None and not self._is_starting and not self._opening and self._live_runs.runs:
            self._show_live(self._live_runs.runs[0])
        self._stage.begin()
        self._show_choice()

    def deactivated(self) -> None:
        """Draw no more."""
        self._stage.cease()

    def show_item(self, item: object) -> None:
        """Show a run by its id, or fill the form with a spec."""
        if isinstance(item, RunSpec):
            self._fill(item)
        elif isinstance(item, str):
            self._choose(item)

    def is_ready(self) -> bool:
        """Return whether the form has its answers and the run is drawn."""
        return self._stage.is_ready() and self._form.is_ready() and not self._is_starting and not self._opening

    def memory(self) -> dict[str, object]:
        """Return form and view as they stand."""
        return {"form": self._form.memory(), "view": self._stage.view.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Take up form and view as they stood."""
        form, view = memory.get("form"), memory.get("view")
        if isinstance(form, dict):
            self._form.recall(form)
        if isinstance(view, dict):
            self._stage.view.recall(view)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold the form away where a run needs the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._drawer.set_narrow(self._stage.live is not None and self.window().width() < _NARROW_BELOW)

    # Starting

    def _start(self) -> None:
        spec = self._form.spec()
        if spec is None:
            return
        name = self._form.run_name()
        self._is_starting, self._opening = True, ""
        self._form.set_busy(True)
        self.notice.clear()
        if self._stage.live is None:
            self._before = self._stage.data
            self._stage.show_starting(name or default_name(spec), spec if spec.is_command else catalog.resolve(spec))
        self._starter.start(
            spec, name, self._take_start, self._take_refusal, self, baseline_s=self._form.baseline_s(), chain=self._form.is_chain()
        )

    def _take_start(self, run_id: str) -> None:
        self._end_start()
        self._before = None
        live = self._live_runs.find(run_id)
        self._is_picked = live is not None
        if live is None:
            self._open_kept(run_id)  # it has ended already
        else:
            self._show_live(live)
        self._show_choice()
        if self._drawer.is_narrow:  # the form goes, and whoever had the keyboard in it watches now
            self._stage.view.strips.stack.setFocus(Qt.FocusReason.OtherFocusReason)
            self._drawer.close_form()

    def _take_refusal(self, error: GpuscopeError) -> None:
        self._end_start()
        before, self._before = self._before, None
        if self._stage.data is None and before is not None:
            self._stage.show_kept(before)
        elif self._stage.data is None:
            self._stage.show_nothing()
        self._tell(error)

    def _end_start(self) -> None:
        self._is_starting = False
        self._form.set_busy(False)

    def _start_or_tell_why_not(self) -> None:
        if self._form.reason:
            self._form.focus_wrong()
        else:
            self._form.want_start()

    def _fill(self, spec: RunSpec) -> bool:
        """Put a spec into the form; return whether this version knows all of it."""
        try:
            self._form.set_spec(spec)
        except GpuscopeError as error:
            self._tell(error)
            return False
        self._drawer.open()
        return True

    def _run_again(self, record: RunRecord) -> None:
        """Start the same once more; what held a secret, was attached to, or came from elsewhere, is only put into the form."""
        is_whole = bool(record.folder) and not record.spec.is_attached and not any(REDACTED in one for one in record.spec.command)
        if self._fill(record.spec) and is_whole:
            self._form.want_start()

    def _tell(self, error: GpuscopeError) -> None:
        self.notice.show_error(error)

    # Which run is shown

    def _take_started(self, live: LiveRun) -> None:
        if self._stage.live is None or not self._is_picked:
            self._show_live(live)
        self._show_choice()

    def _take_ended(self, live: LiveRun) -> None:
        if live is self._stage.live:
            self._is_picked = False
            self._stage.finish()
        self._show_choice()

    def _choose(self, run_id: str) -> None:
        live = self._live_runs.find(run_id)
        if live is not None:
            self._is_picked = True
            self._show_live(live)
        elif self._stage.run_id != run_id:
            self._open_kept(run_id)
        else:
            self._opening = ""
        self._show_choice()

    def _show_live(self, live: LiveRun) -> None:
        self._opening = ""
        self._stage.show_live(live)

    def _open_kept(self, run_id: str) -> None:
        self._opening = run_id
        self._history.open_run(run_id, partial(self._take_kept, run_id), partial(self._take_no_run, run_id), self)

    def _take_kept(self, run_id: str, data: ShownRun) -> None:
        if self._opening == run_id:  # else the user has gone on meanwhile
            self._opening = ""
            self._stage.show_kept(data)
            self._show_choice()

    def _take_no_run(self, run_id: str, error: GpuscopeError) -> None:
        if self._opening != run_id:
            return
        self._opening = ""
        if self._stage.data is None and self._live_runs.runs:
            self._show_live(self._live_runs.runs[0])
        elif self._stage.data is None:
            self._stage.show_nothing()
        self._show_choice()
        self._tell(error)

    def _show_choice(self) -> None:
        """Offer the live runs, and the one that is shown where it is none of them."""
        live, record = self._live_runs.runs, self._stage.record
        entries = [(one.run_id, one.record.name) for one in live]
        if live and record is not None and self._live_runs.find(record.run_id) is None:
            entries.append((record.run_id, record.name))
        self._chooser.show_runs(entries, self._stage.run_id)
        self._form.set_live(bool(live))
        self._fit()
