"""Records the machine: starts and stops a run without a process, and sets marks in it; also records processes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.pages.run.mark_prompt import MarkPrompt
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.layouts import fill, horizontal
from gpuscope.gui.widgets.notice_bar import NoticeBar

_SPEC = RunSpec(ATTACHED)


class RecordControl(QWidget):
    """A record button, and a mark button while recording.

    Signals:
        process_recorded: The recording of a process has started; carries the id of its run.
        open_wanted: The user wants to see an ended recording; carries the id of its run.

    Args:
        starter: Starts the recording.
        live_runs: Knows whether the machine is being recorded, whoever started it.
        notice: Shows errors.
    """

    process_recorded = Signal(str)
    open_wanted = Signal(str)

    def __init__(self, theme: Theme, starter: RunStarter, live_runs: LiveRuns, notice: NoticeBar) -> None:
        super().__init__()
        self._starter, self._live_runs, self._notice = starter, live_runs, notice
        self._is_attaching = False
        self._ended = ""  # id of the recording that was ended by this button
        self._button = Button(theme, "", clicked=self._change)
        self._mark = Button(theme, self.tr("Mark"), clicked=lambda: self._prompt.open_below(self._mark))
        self._mark.setToolTip(self.tr("Set a mark with a short text now"))
        self._prompt = MarkPrompt(self)
        self._prompt.given.connect(self._set_mark)
        fill(horizontal(self, (0, 0, 0, 0), spacing=8), self._mark, self._button)
        live_runs.started.connect(self._show)
        live_runs.ended.connect(self._show)
        live_runs.ended.connect(self._show_target)
        self._show()

    @property
    def recording(self) -> LiveRun | None:
        """The current recording of the machine, or None."""
        return next((live for live in self._live_runs.runs if live.record.spec == _SPEC), None)

    def _show(self) -> None:
        is_recording = self.recording is not None
        self._button.setText(self.tr("End recording") if is_recording else self.tr("Record"))
        ended, begun = self.tr("The recording is stored with the runs"), self.tr("Record the machine from now on")
        self._button.setToolTip(ended if is_recording else begun)
        self._button.setEnabled(True)
        if self.hasFocus() or (self._mark.hasFocus() and not is_recording):  # Qt would give that of a hidden button to whatever is next
            self._button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._mark.setVisible(is_recording)
        if not is_recording:
            self._prompt.hide()

    def record_process(self, pid: int) -> None:
        """Record a running process; :attr:`process_recorded` reports the id of its run."""
        if not self._is_attaching:  # a double click requests twice
            self._is_attaching = True
            self._notice.show_text(self.tr("The recording of process {0} begins …").format(pid))
            self._starter.attach(pid, self._show_recorded, self._fail, self)

    def _show_recorded(self, run_id: str) -> None:
        self._is_attaching = False
        self._notice.clear()
        self.process_recorded.emit(run_id)

    def _change(self) -> None:
        if self._button.hasFocus():  # until it is enabled again
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._button.setEnabled(False)
        live = self.recording
        if live is None:
            self._starter.start(_SPEC, "", lambda _: self._show(), self._fail, self)
        else:
            self._ended = live.run_id
            live.stop(None, self._fail, self)

    def _show_target(self, live: LiveRun) -> None:
        """Show where to find a recording that this button ended."""
        if live.run_id == self._ended:
            self._ended = ""
            text = self.tr("The recording is kept with the runs: {0}.").format(record_name(live.record))
            self._notice.show_text(text, "info", self.tr("Open it"), lambda: self.open_wanted.emit(live.run_id))

    def _set_mark(self, text: str) -> None:
        if (live := self.recording) is not None:
            live.mark(text, None, self._notice.show_error, self)

    def _fail(self, error: GpuscopeError) -> None:
        self._is_attaching = False
        self._notice.show_error(error)
        self._show()
