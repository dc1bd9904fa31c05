"""Profiles the next steps of the shown live run: the button, the progress, and a link to the profile."""

from PySide6.QtCore import QObject, Signal

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import Capture
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import error_text, with_capital
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.question_dialog import CaptureDialog

STEPS = 10
"""Number of steps; the default of ``gpuscope capture``."""


class ProfileRequest(QObject):
    """Handles one profiling request at a time.

    Signals:
        open_wanted: The user wants to see the profile of a run; carries its id.
    """

    open_wanted = Signal(str)

    def __init__(self, theme: Theme, notice: NoticeBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._notice = theme, notice
        self._live: LiveRun | None = None
        self._shown: Capture | None = None
        self._is_waiting = False
        self._written = ""
        self.button = Button(theme, self.tr("Profile {0} steps").format(STEPS), clicked=lambda: self._ask())

    def follow(self, live: LiveRun | None) -> None:
        """Follow a live run, or None for no run."""
        self._live, self._is_waiting = live, False
        self._shown = None if live is None else live.data.progress.capture
        self.button.setVisible(live is not None and not live.record.spec.is_attached)
        if live is not None:
            self._show_state(live.data)

    def tick(self) -> None:
        """Show changes since the last call."""
        if self._live is None:
            return
        data, capture = self._live.data, self._live.data.progress.capture
        if capture is not None and capture is not self._shown:
            self._shown, self._is_waiting = capture, False
            self._show_capture(capture)
        self._show_state(data)

    def finish(self) -> None:
        """Handle the end of the run: warn if a requested profile was not finished, and stop following."""
        if self._is_waiting or (self._shown is not None and self._shown.state == "capturing"):
            self._notice.show_text(self.tr("The run ended before it was profiled."), "warn")
        elif self._written and self._notice.text == self._written:
            self._notice.clear()  # would cover the result's buttons, one of which opens the profile
        self.follow(None)

    def _show_state(self, data: ShownRun) -> None:
        is_busy = self._is_waiting or (self._shown is not None and self._shown.state == "capturing")
        self.button.setEnabled(data.progress.steps > 0 and not is_busy)
        if is_busy:
            tip = self.tr("A profile is being recorded")
        elif data.progress.steps:
            tip = self.tr("Profile the next {0} steps: operators, kernels, shapes").format(STEPS)
        else:
            tip = self.tr("Profiling needs a step of the run: there is none yet")
        self.button.setToolTip(tip)

    def _ask(self, *, agreed: bool = False) -> None:
        live = self._live
        if live is None:
            return
        self._is_waiting = True
        self._show_state(live.data)
        live.profile(STEPS, self._go_on, self._fail, self, agreed=agreed)

    def _go_on(self, question: str) -> None:
        """Report that the request was accepted, or ask the user to confirm first."""
        if self._live is None:
            return
        if not question:
            if self._is_waiting:  # otherwise profiling has started and was reported
                self._notice.show_text(self.tr("The next {0} steps will be profiled.").format(STEPS))
            return
        self._is_waiting = False
        self._show_state(self._live.data)
        dialog = CaptureDialog(self._theme, question, self.button)
        dialog.agreed.connect(dialog.accept)
        dialog.accepted.connect(lambda: self._ask(agreed=True))
        dialog.open()

    def _fail(self, error: GpuscopeError) -> None:
        self._is_waiting = False
        self._notice.show_text(self.tr("Nothing is profiled: {0}").format(error_text(error)), "bad")
        if self._live is not None:
            self._show_state(self._live.data)

    def _show_capture(self, capture: Capture) -> None:
        assert self._live is not None
        if capture.state == "capturing":
            steps = capture.steps
            self._notice.show_text(self.tr("Profiling {0} steps …").format(steps) if steps else self.tr("Profiling …"))
        elif capture.state == "failed":
            self._notice.show_text(self.tr("Nothing was profiled: {0}").format(with_capital(capture.text)), "warn")
        else:
            run_id = self._live.run_id
            text = self.tr("{0} steps from step {1} on are profiled ({2}); throughput and energy exclude them.")
            sentence = text.format(capture.steps, figures.setting(capture.first), figures.figure(capture.size_bytes, "B"))
            self._written = sentence
            self._notice.show_text(sentence, "info", self.tr("Open profile"), lambda: self.open_wanted.emit(run_id))
