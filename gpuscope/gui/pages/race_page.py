"""The Race page: runs side by side on a common clock. Opened from Compare and Runs; in the rail it belongs to Compare."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from gpuscope.analysis.race import SPEEDS, Goal
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.figures import capitalized
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.race.race_choice import RaceChoice, read_race
from gpuscope.gui.pages.race.race_export import RaceExport
from gpuscope.gui.pages.race.race_stage import RaceStage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu, TabledChart
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.screen_window import ScreenWindow
from gpuscope.reports.pictures.race_picture import RacePicture


class RacePage(Page):
    """A race of chosen runs.

    :meth:`show_item` accepts a list of run ids, or ``("lanes", {name: id}, baseline name)``, and starts the race at once.

    Args:
        history: Reads the runs and writes files.
        plays: Whether races play; False, for a picture, shows the moment when the winner finishes.
        begins: Whether a race starts on its own; otherwise it waits for Play.
    """

    name = "race"

    def __init__(self, theme: Theme, history: History, settings: UserSettings, *, plays: bool = True, begins: bool = True) -> None:
        super().__init__(theme)
        self._history, self._settings, self._plays = history, settings, plays
        self._choice = RaceChoice()
        self._asked: RaceChoice | None = None
        self._speed: float | None = None
        self._begins, self._may_begin = True, begins
        self.picture: RacePicture | None = None
        self.stage = RaceStage(theme)
        self.empty = EmptyState(theme)
        self._screen: ScreenWindow | None = None
        self._place = QWidget()
        self._place_column = fill(vertical(self._place, (0, 0, 0, 0)), self.stage)
        self._blank = QWidget()  # while the first runs are read
        self._stack = QStackedWidget()
        self._stack.addWidget(self._blank)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._place)
        self.set_body(self._stack)
        self.notice.stay_above(self.stage.controls)
        self.back = Button(theme, self.tr("Compare"), "", "back", clicked=self._compare)
        self.back.setToolTip(self.tr("These runs side by side, with figures and verdicts (Esc)"))
        self.export = RaceExport(theme, history, self.notice, self)
        charts = ChartMenu(theme, self)
        charts.offer(self.stage, lambda _place: self._charts())
        self.header.add_actions(self.back, self.export.button, charts.button(self.stage))
        self._connect()
        self._show_empty(None)

    def _connect(self) -> None:
        self.empty.wanted.connect(lambda: self.wanted.emit("runs", None))
        self.export.status_changed.connect(self.header.set_left)
        self.stage.speed_changed.connect(self._keep_speed)
        self.stage.controls.goal_chosen.connect(self._choose_goal)
        self.stage.screen_wanted.connect(self.toggle_screen)
        self.stage.back_wanted.connect(self._escape)
        self.export.button.pressed.connect(self._show_export_status)
        self._settings.energy_changed.connect(self._read_anew)
        QShortcut(QKeySequence(Qt.Key.Key_F11), self, self.toggle_screen)

    # Page interface

    def show_item(self, item: object) -> None:
        """Race runs given as a list of ids or as named lanes."""
        choice = RaceChoice.of_item(item)
        if choice is not None:
            self._begins = True
            self._read(choice)

    def activated(self) -> None:
        """Read the last race, unless another was requested."""
        if self.picture is None and self._choice.run_ids and self._asked is None:
            self._begins = False
            self._read(self._choice)
        self.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    def deactivated(self) -> None:
        """Pause the race, unless it is shown full screen."""
        if not self.is_full_screen:
            self.stage.pause()

    def is_ready(self) -> bool:
        """Whether the requested race is drawn."""
        return self._asked is None

    def _charts(self) -> list[TabledChart]:
        picture, view = self.picture, self.stage.view
        return [] if picture is None else [TabledChart(view.accessibleName(), lambda: picture.table(view.time_s))]

    def memory(self) -> dict[str, object]:
        """Return the lanes and goal, the speed, and the export folder."""
        return {"choice": self._choice.to_json(), "speed": self._speed, "folder": self.export.folder}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore the saved state; the store is queried once the page is visible."""
        self._choice = RaceChoice.from_json(memory.get("choice"))
        speed, folder = memory.get("speed"), memory.get("folder")
        if isinstance(speed, (int, float)) and speed in SPEEDS:
            self._speed = float(speed)
        if isinstance(folder, str):
            self.export.folder = folder

    # Display

    def _read(self, choice: RaceChoice) -> None:
        self._choice = self._asked = choice
        if self.picture is None:
            self._stack.setCurrentWidget(self._blank)
        work = partial(read_race, choice, self._settings.known.energy_unit)
        self._history.ask(work, partial(self._show, choice), partial(self._fail, choice), self)

    def _read_anew(self) -> None:
        if self.picture is not None and self.picture.text.energy_unit != self._settings.known.energy_unit:
            self._begins = False
            self._read(self._choice)

    def _show(self, choice: RaceChoice, picture: RacePicture) -> None:
        if choice is not self._asked:
            return  # other runs were requested in the meantime
        self._asked = None
        race = picture.race
        at_s = self.stage.clock.time_s if self.picture is not None and not self._begins else 0.0
        self.picture = picture
        self.export.show_race(picture)
        self.header.set_title(self.tr("Race"), picture.text.shared_name)
        self.notice.clear()
        self._stack.setCurrentWidget(self._place)
        self.stage.show_race(picture, at_s if self._plays else race.first_finish_s)
        self.stage.set_speed(self._speed if self._speed is not None else float(race.fitting_speed))
        if self._plays and self._begins and self._may_begin:
            self.stage.play()
        self.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fail(self, choice: RaceChoice, error: GpuscopeError) -> None:
        if choice is self._asked:
            self._asked = None
            self._show_empty(error)

    def _show_empty(self, error: GpuscopeError | None) -> None:
        self.picture = None
        self.export.show_race(None)
        self.header.set_title(self.tr("Race"))
        button = self.tr("Choose runs")
        if error is None:
            text = self.tr("Let two or more runs race: the same samples on one clock, with their power and energy.")
            self.empty.show_texts(text, button, self.tr("Select runs in the list, then Race."))
        else:
            self.empty.show_texts(f"{capitalized(error.message)}.", button, error.hint)
        self._stack.setCurrentWidget(self.empty)

    # User input

    def toggle_screen(self) -> None:
        """Toggle between full screen and the page."""
        if self.is_full_screen:
            self._leave_screen()
        elif self.picture is not None:
            screen = self._screen = ScreenWindow(self)
            screen.left.connect(self._leave_screen)
            self.stage.set_full(True)
            vertical(screen, (0, 0, 0, 0)).addWidget(self.stage)
            screen.open()
            self.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_screen(self) -> None:
        screen, self._screen = self._screen, None
        if screen is None:
            return
        self.stage.set_full(False)
        self._place_column.addWidget(self.stage)
        self.stage.show()  # the layout would do so later, and what is hidden cannot take the focus
        screen.hide()
        screen.deleteLater()
        self.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_full_screen(self) -> bool:
        """Whether the race covers the screen."""
        return self._screen is not None

    def _escape(self) -> None:
        if self.is_full_screen:
            self._leave_screen()
        else:
            self._compare()

    def _compare(self) -> None:
        """Open Compare: with these runs if they came as a list of ids, otherwise in its current state."""
        self.wanted.emit("compare", None if self._choice.names or not self._choice.run_ids else list(self._choice.run_ids))

    def _keep_speed(self, speed: float) -> None:
        self._speed = speed

    def _choose_goal(self, goal: Goal) -> None:
        self._begins = True
        self._read(replace(self._choice, goal=goal))

    def _show_export_status(self) -> None:
        self.export.speed, self.export.time_s = self.stage.clock.speed, self.stage.clock.time_s
