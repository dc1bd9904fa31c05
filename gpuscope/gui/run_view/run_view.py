"""The view of a run's readings, live or kept: figures, strips, log."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunState
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.figure_row import FigureRow
from gpuscope.gui.run_view.kept_figures import kept_figures
from gpuscope.gui.run_view.log_view import LogView
from gpuscope.gui.run_view.missing_note import missing_note
from gpuscope.gui.run_view.run_axis import RunAxis
from gpuscope.gui.run_view.run_figures import placed_devices, run_figures
from gpuscope.gui.run_view.strip_feed import StripFeed
from gpuscope.gui.run_view.view_bar import WINDOWS, ViewBar
from gpuscope.gui.theme import Theme

_HZ = 10.0
_FIGURES_HZ = 4.0
"""Figures that change faster cannot be read."""
_FIRST_WINDOW_S = 60.0
_HIDDEN_MOST = 500


class RunView(QWidget):
    """Shows one run at a time. It asks the run's data for news by one timer, between :meth:`start` and :meth:`stop`.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: RunData | None = None
        self._version = -1
        self._axis = RunAxis.TIME
        self._window: float | None = _FIRST_WINDOW_S
        self._ticks = self._ticks_a_figure = 0
        self._figures, self._bar, self._log = FigureRow(theme), ViewBar(theme), LogView(theme)
        self._stack = StripStack(theme)
        self._feed = StripFeed(self._stack)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.set_rate(_HZ)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._figures, self._bar, self._stack, self._log):
            column.addWidget(part, 1 if part is self._stack else 0)
        self._bar.window_chosen.connect(self._choose_window)
        self._bar.pause_wanted.connect(self._pause)
        self._bar.axis_chosen.connect(self._choose_axis)
        self._stack.following_changed.connect(lambda following: self._bar.show_paused(not following))
        self._stack.curve_toggled.connect(self._remember_curve)
        self._bar.show_window(self._window)

    @property
    def data(self) -> RunData | None:
        """The run that is shown."""
        return self._data

    def show_data(self, data: RunData | None) -> None:
        """Shows a run, a live one from its newest seconds on, a kept one whole; None for none."""
        if data is self._data:
            return
        self._data = data
        self._version = -1
        record = None if data is None else data.record
        self._log.begin(None if record is None else record.started_at)
        self._figures.show_figures(())
        self._begin(RunAxis.TIME)
        live = data is not None and not data.ended
        self._bar.show_live(live)
        self._follow(self._window if live else None)
        self._tick()

    def start(self) -> None:
        """Begins to look for news."""
        self._timer.start()
        self._tick()

    def stop(self) -> None:
        """Ceases to look for news: the page is hidden."""
        self._timer.stop()

    def set_rate(self, hz: float) -> None:
        """Looks for news, and redraws, that many times a second."""
        self._timer.setInterval(max(1, round(1000 / hz)))
        self._ticks_a_figure = max(1, round(hz / _FIGURES_HZ))

    def set_output(self, lines: Sequence[str]) -> None:
        """Shows the workload's output: its last lines, escapes removed."""
        self._log.set_output(lines)

    def is_ready(self) -> bool:
        """Whether everything that there is has been drawn."""
        return self._data is None or self._version == self._data.version

    def memory(self) -> dict[str, object]:
        """Returns what is to be found again next time."""
        hidden = [[strip, curve, off] for (strip, curve), off in self._feed.hidden.items()]
        return {"window": self._window, "log": self._log.is_expanded, "curves": hidden[-_HIDDEN_MOST:]}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Takes up what :meth:`memory` returned; what does not fit is left alone."""
        window = memory.get("window", _FIRST_WINDOW_S)
        if window in WINDOWS:
            self._window = window if isinstance(window, float) else None
            self._bar.show_window(self._window)
        self._log.expand(memory.get("log") is True)
        curves = memory.get("curves")
        for one in curves[:_HIDDEN_MOST] if isinstance(curves, list) else ():
            if isinstance(one, list) and [type(part) for part in one] == [str, str, bool]:
                self._feed.hidden[one[0], one[1]] = one[2]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Pauses and follows by the space bar, wherever no button is meant."""
        if event.key() == Qt.Key.Key_Space and self._data is not None and not self._data.ended:
            self._pause(self._stack.following)
        else:
            super().keyPressEvent(event)

    def _tick(self) -> None:
        data = self._data
        if data is not None and data.version != self._version:
            is_first = self._version == -1
            self._version = data.version
            self._take(data, with_figures=is_first or data.ended or self._ticks % self._ticks_a_figure == 0)
        self._ticks += 1
        self._stack.redraw()

    def _take(self, data: RunData, *, with_figures: bool) -> None:
        self._feed.take(data)
        self._log.take_log(data.log, data.log_count)
        if with_figures:
            self._show_figures(data)
            self._bar.show_missing(missing_note(data.devices))
            self._bar.show_live(not data.ended)
            self._bar.show_axis(self._axis, offered=data.ended and data.step_ends().size > 1)

    def _show_figures(self, data: RunData) -> None:
        record = data.record
        if record is not None and record.state is not RunState.RUNNING and record.metrics:
            self._figures.show_figures(kept_figures(record, placed_devices(data)))
        else:
            self._figures.show_figures(run_figures(data))

    def _begin(self, axis: RunAxis) -> None:
        """Begins anew on an axis."""
        self._axis = axis
        self._feed.begin(axis)
        if axis is RunAxis.TIME:
            self._stack.set_axis("time", "")
            self._stack.set_cursor_note(self._step_words)
        else:
            self._stack.set_axis("steps", self.tr("step"))
            self._stack.set_cursor_note(self.tr("steps"))

    def _step_words(self, place: float) -> str:
        data = self._data
        if data is None or not data.progress.steps:
            return ""
        return self.tr("step {0}").format(figures.figure(float(data.step_at(place)), "1"))

    def _choose_axis(self, axis: RunAxis) -> None:
        self._begin(axis)
        self._follow(None)
        if self._data is not None:
            self._take(self._data, with_figures=False)
        self._stack.redraw()

    def _choose_window(self, window: float | None) -> None:
        self._window = window
        if self._axis is RunAxis.STEPS:
            self._choose_axis(RunAxis.TIME)
            self._bar.show_axis(self._axis, offered=True)
        self._follow(window)

    def _follow(self, window: float | None) -> None:
        self._bar.show_window(window)
        self._stack.follow(window)
        self._bar.show_paused(False)

    def _pause(self, paused: bool) -> None:
        if paused:
            self._stack.show_range(*self._stack.view_range)
        else:
            self._stack.follow(self._window)
        self._bar.show_paused(paused)

    def _remember_curve(self, strip: str, curve: str, visible: bool) -> None:
        self._feed.hidden[strip, curve] = not visible
