"""Bar and strips of a run's or the machine's readings; it has no timer: the owner calls :meth:`StripView.refresh`."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from gpuscope.core.device import Device
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.curve_menu import ValueChoice
from gpuscope.gui.run_view.run_strips import MOST, drawn_keys, value_keys
from gpuscope.gui.run_view.strip_feed import StripFeed
from gpuscope.gui.run_view.strip_template import RunAxis, StripTemplate, step_name
from gpuscope.gui.run_view.view_bar import WINDOWS, MissingNote, ViewBar, missing_note
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.layouts import fill, vertical

FIRST_WINDOW_S = 60.0
"""Window followed initially: at 10 readings per second, about one reading per pixel."""
_SMOOTH_LENGTH = 24_000.0
"""Device pixels of curves that are drawn smoothly: by a rough trial, an ended run then still moves at 20 frames a second."""
_HIDDEN_MOST = 500
"""Maximum number of remembered curve choices, the newest: bounds the saved state, which keeps curves of runs long gone."""


class StripView(QWidget):
    """Shows the readings of one :class:`ShownRun` at a time.

    Args:
        templates: Returns the strips of a run.
        whole: Label on the bar for all data.
        missing: Returns the note on what the devices cannot measure.
    """

    def __init__(
        self,
        theme: Theme,
        templates: Callable[[ShownRun, tuple[str, ...]], list[StripTemplate]],
        whole: str,
        missing: Callable[[Sequence[Device]], MissingNote] = missing_note,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._missing = missing
        self.data: ShownRun | None = None
        self._version = -1
        self._noted: tuple[Device, ...] | None = None
        self._axis = RunAxis.TIME
        self._window: float | None = FIRST_WINDOW_S
        self._bar, self.stack = ViewBar(theme, whole), StripStack(theme)
        self.stack.setAccessibleName(self.tr("Charts of the readings"))
        self._feed = StripFeed(self.stack, templates)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self._bar, (self.stack, 1))
        self._connect()
        self._bar.show_window(self._window)

    def _connect(self) -> None:
        self._bar.window_chosen.connect(self._choose_window)
        self._bar.pause_wanted.connect(self._pause)
        self._bar.axis_chosen.connect(self._choose_axis)
        self._bar.curves.aboutToShow.connect(lambda: self._bar.curves.show_choices(self._feed.choices()))
        self._bar.curves.switched.connect(self._switch_curve)
        self._bar.values_wanted.connect(self._ask_values)
        self.stack.following_changed.connect(lambda following: self._bar.show_paused(not following))
        self.stack.curve_toggled.connect(self._feed.remember)

    def add_actions(self, *widgets: QWidget) -> None:
        """Add actions to the right end of the bar."""
        self._bar.add_actions(*widgets)

    def show_data(self, data: ShownRun | None) -> None:
        """Show other readings: follow the newest seconds of live ones, show those of an ended run in full; None for none."""
        self.data, self._version, self._noted = data, -1, None
        self._bar.show_missing(MissingNote())
        self._begin(RunAxis.TIME)
        self._follow(self._window if data is not None and not data.ended else None)
        self.refresh()

    def show_whole(self) -> None:
        """Show a run that has ended in full, unless the user has paused or moved the view; the next live run is followed as before."""
        if self.stack.following:
            self._follow(None)

    def refresh(self) -> bool:
        """Draw new data; return whether there was any."""
        data = self.data
        is_new = data is not None and data.version != self._version
        if data is not None and is_new:
            self._version = data.version
            self._feed.refresh(data)
            if data.devices is not self._noted:
                self._noted = data.devices
                self._bar.show_missing(self._missing(data.devices))
            self._bar.show_live(not data.ended)
            self.stack.set_ended(data.ended)
            self.stack.set_smooth(data.ended, _SMOOTH_LENGTH)  # a live run's curves are drawn ten times a second
            self._bar.show_values(len(drawn_keys(data.logged_keys(), self._feed.chosen)), len(value_keys(data.logged_keys())))
            self._bar.show_axis(self._axis, offered=data.ended and data.step_ends().size > 1)
        self.stack.redraw()
        return is_new

    def is_ready(self) -> bool:
        """Whether all data has been drawn."""
        return self.data is None or self._version == self.data.version

    def memory(self) -> dict[str, object]:
        """Return the view's state, for :meth:`recall`."""
        hidden = [[strip, curve, off] for (strip, curve), off in self._feed.hidden.items()]
        return {"window": self._window, "curves": hidden[-_HIDDEN_MOST:], "values": list(self._feed.chosen)}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Restore what :meth:`memory` returned; ignore invalid parts."""
        window = memory.get("window", FIRST_WINDOW_S)
        if window in WINDOWS:
            self._window = float(window) if isinstance(window, int | float) else None
            self._bar.show_window(self._window)
        values = memory.get("values")
        self._feed.chosen = tuple(key for key in values[:MOST] if isinstance(key, str)) if isinstance(values, list) else ()
        curves = memory.get("curves")
        for entry in curves[:_HIDDEN_MOST] if isinstance(curves, list) else ():
            if isinstance(entry, list) and [type(part) for part in entry] == [str, str, bool]:
                self._feed.hidden[entry[0], entry[1]] = entry[2]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Toggle pause with the space bar, unless a button has the focus."""
        if event.key() == Qt.Key.Key_Space and self.data is not None and not self.data.ended:
            self._pause(self.stack.following)
        else:
            super().keyPressEvent(event)

    def _begin(self, axis: RunAxis) -> None:
        """Reset for another axis."""
        self._axis = axis
        self._feed.begin(axis)
        if axis is RunAxis.TIME:
            self.stack.set_axis("time", "")
            self.stack.set_cursor_note(self._step_text)
        else:
            self.stack.set_axis("steps", self.tr("measured step") if self._warmup_steps else self.tr("step"))
            self.stack.set_cursor_note(self.tr("steps"))

    @property
    def _warmup_steps(self) -> int:
        return 0 if self.data is None else self.data.progress.warmup_steps

    def _step_text(self, place: float) -> str:
        data = self.data
        if data is None or not data.progress.steps:
            return ""
        return step_name(data.step_at(place), self._warmup_steps)

    def _choose_axis(self, axis: RunAxis) -> None:
        self._begin(axis)
        self._version = -1
        self._follow(None)
        self.refresh()

    def _choose_window(self, window: float | None) -> None:
        self._window = window
        if self._axis is RunAxis.STEPS:
            self._choose_axis(RunAxis.TIME)
        self._follow(window)

    def _follow(self, window: float | None) -> None:
        self._bar.show_window(window)
        self.stack.follow(window)
        self._bar.show_paused(False)

    def _pause(self, paused: bool) -> None:
        if paused:
            self.stack.hold()
        else:
            self.stack.follow(self._window)
        self._bar.show_paused(paused)

    def _ask_values(self) -> None:
        if self.data is None:
            return
        keys = value_keys(self.data.logged_keys())
        dialog = ValueChoice(self._theme, keys, drawn_keys(keys, self._feed.chosen), MOST, self)
        dialog.chosen.connect(self._choose_values)
        dialog.open()

    def _choose_values(self, keys: tuple[str, ...]) -> None:
        self._feed.chosen = keys
        self._feed.begin(self._axis)
        self._version = -1
        self.refresh()

    def _switch_curve(self, strip: str, curve: str, visible: bool) -> None:
        if self.data is not None:
            self._feed.switch(strip, curve, visible, self.data)
            self.stack.redraw()
