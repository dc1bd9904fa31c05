"""The view of a live or saved run's readings: figures, strips, log."""

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.core.run import RunState
from gpuscope.gui.charts.draw_pace import FigurePace
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.energy_panel import EnergyPanel
from gpuscope.gui.run_view.figure_row import FigureRow
from gpuscope.gui.run_view.kept_figures import kept_figures
from gpuscope.gui.run_view.log_view import LogView
from gpuscope.gui.run_view.run_figures import live_account, run_figures
from gpuscope.gui.run_view.run_strips import strip_templates
from gpuscope.gui.run_view.strip_view import StripView
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.reports.energy_account import energy_account

HZ = 10.0
"""Redraws per second: sensors are read no faster by default."""


class RunView(QWidget):
    """Shows one run at a time. A timer polls the run's data between :meth:`start` and :meth:`stop`.

    Signals:
        longer_wanted: The user asked for a longer run: this one was too short to measure its energy.

    Args:
        offers_longer: Whether a longer run can be started from here.
    """

    longer_wanted = Signal()

    def __init__(self, theme: Theme, settings: UserSettings, *, offers_longer: bool = False) -> None:
        super().__init__()
        self.data: ShownRun | None = None
        self._figure_pace = FigurePace()
        self._has_old_figures = self._awaits_turn = False
        self.figures, self.log = FigureRow(theme), LogView(theme)
        self.energy = EnergyPanel(theme, offers_longer=offers_longer)
        self.energy.longer_wanted.connect(self.longer_wanted)
        self.figures.arranged.connect(lambda: self.energy.show_value(all(figure.key != "energy" for figure in self.figures.figures)))
        self._settings = settings
        settings.energy_changed.connect(self._show_anew)
        self.strips = StripView(theme, strip_templates, self.tr("Whole run"))
        self.strips.stack.keep_room_for_marks()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.set_rate(HZ)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self.figures, self.energy, (self.strips, 1), self.log)

    def show_data(self, data: ShownRun | None) -> None:
        """Show a run: follow the newest seconds of a live one, show a saved one in full; None for none."""
        if data is self.data:
            return
        self.data = data
        self._has_old_figures = data is not None
        record = None if data is None else data.record
        self.log.begin(None if record is None else record.started_at)
        self.figures.show_figures(())
        self.energy.show_account(None, self._settings.known)
        self.strips.show_data(data)
        self._show_figures_later()

    def start(self) -> None:
        """Start polling."""
        self._timer.start()
        self._show_figures_later()
        self._tick()

    def _show_figures_later(self) -> None:
        """Show log, figures and energy in a turn of the event loop after this one: with the strips they take too long."""
        if not self._awaits_turn:
            self._awaits_turn = True
            turns().later(self, self._show_first_figures)

    def _show_first_figures(self) -> None:
        self._awaits_turn = False
        self._show_news(with_figures=True)

    def stop(self) -> None:
        """Stop polling: the page is hidden."""
        self._timer.stop()

    def set_rate(self, hz: float) -> None:
        """Set the polling and redraw rate in hertz."""
        self._timer.setInterval(max(1, round(1000 / hz)))

    def is_ready(self) -> bool:
        """Whether all data has been drawn."""
        return self.strips.is_ready() and not self._has_old_figures

    def memory(self) -> dict[str, object]:
        """Return the view's state, for :meth:`recall`."""
        return {**self.strips.memory(), "log": self.log.is_expanded, "energy": self.energy.is_open}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Restore what :meth:`memory` returned; ignore invalid parts."""
        self.strips.recall(memory)
        self.log.expand(memory.get("log") is True)
        self.energy.open(memory.get("energy") is True)

    def _show_anew(self) -> None:
        self._has_old_figures = self.data is not None
        if self._timer.isActive():
            self._show_news(with_figures=True)

    def _tick(self) -> None:
        self._has_old_figures |= self.strips.refresh()
        self._show_news(with_figures=self._has_old_figures and self._figure_pace.is_due())

    def _show_news(self, *, with_figures: bool) -> None:
        data = self.data
        if data is None or not self._has_old_figures or self._awaits_turn:
            return
        self.log.append_log(data.log, data.log_count)
        if with_figures or data.ended:
            self._has_old_figures = False
            self._show_figures(data)

    def _show_figures(self, data: ShownRun) -> None:
        record, unit = data.record, self._settings.known.energy_unit
        if record is not None and record.state is not RunState.RUNNING and record.metrics:
            self.figures.show_figures(kept_figures(record, unit))
            self.energy.show_account(energy_account(record), self._settings.known)
        else:
            self.figures.show_figures(run_figures(data, unit))
            self.energy.show_account(live_account(data), self._settings.known)
