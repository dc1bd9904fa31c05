"""The bar below a race: play, restart, position, speed, goal, full screen."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QStyle, QStyleOptionSlider, QWidget

from gpuscope.analysis.race import SPEEDS, Goal
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.layouts import Gap, fill, horizontal

_TICKS = 10_000
"""Steps of the slider; finer than its pixels on any screen."""


class _TimeLine(QSlider):
    """A slider that jumps to a click and follows the mouse from there, like those of video players."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the handle below the mouse before Qt handles the press."""
        if event.button() is Qt.MouseButton.LeftButton:
            option = QStyleOptionSlider()
            self.initStyleOption(option)
            part = QStyle.SubControl.SC_SliderHandle
            handle = self.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, self).width()
            place, room = round(event.position().x()) - handle // 2, self.width() - handle
            self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, room))
        super().mousePressEvent(event)


class RaceControls(QFrame):
    """Buttons and slider; clicks do not move the focus, so that the space bar keeps playing and pausing.

    Signals:
        play_wanted: The user wants to play or pause.
        restart_wanted: The user wants to restart.
        sought: The user moved the slider; carries the position, 0 to 1.
        speed_chosen: The user chose a speed.
        goal_chosen: The user chose a :class:`Goal`.
        screen_wanted: The user wants to enter or leave full screen.
    """

    play_wanted = Signal()
    restart_wanted = Signal()
    sought = Signal(float)
    speed_chosen = Signal(float)
    goal_chosen = Signal(object)
    screen_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "below")
        self.play = Button(theme, "", "main", "start", self.tr("Play (Space)"), clicked=self.play_wanted)
        self.restart = Button(theme, "", "flat", "again", self.tr("From the start (Home)"), clicked=self.restart_wanted)
        self.slider = _TimeLine(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _TICKS)
        self.slider.setPageStep(_TICKS // 20)
        self.slider.setSingleStep(_TICKS // 100)
        self.slider.setAccessibleName(self.tr("Time of the race"))
        self.full = Button(theme, "", "flat", "screen", self.tr("Full screen (F11)"), clicked=self.screen_wanted)
        self.speeds = {speed: Button(theme, f"{speed}\u00a0×", "flat", is_checkable=True) for speed in SPEEDS}
        self.goals = {
            Goal.SAMPLES: Button(theme, self.tr("Same samples"), "flat", is_checkable=True),
            Goal.TIME: Button(theme, self.tr("Same time"), "flat", is_checkable=True),
        }
        self.goals[Goal.SAMPLES].setToolTip(self.tr("Who is first with the samples of the shortest run"))
        self.goals[Goal.TIME].setToolTip(self.tr("Who gets furthest in the time of the shortest run"))
        row = fill(horizontal(self, (20, 8, 20, 8), spacing=6), self.play, self.restart, (self.slider, 1), Gap(6))
        self._add_choices(row, self.speeds.values())
        row.addSpacing(10)
        self._add_choices(row, self.goals.values())
        fill(row, Gap(6), self.full)
        controls: tuple[QWidget, ...] = (self.play, self.restart, self.slider, self.full, *self.speeds.values(), *self.goals.values())
        for control in controls:
            control.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.valueChanged.connect(lambda value: self.sought.emit(value / _TICKS))
        for speed, button in self.speeds.items():
            button.clicked.connect(lambda _=False, speed=speed: self.speed_chosen.emit(float(speed)))
        for goal, button in self.goals.items():
            button.clicked.connect(lambda _=False, goal=goal: self.goal_chosen.emit(goal))

    def _add_choices(self, row: QHBoxLayout, choices: Iterable[Button]) -> None:
        group = ChoiceGroup(self)
        for button in choices:
            group.addButton(button)
            row.addWidget(button)

    def show_running(self, is_running: bool) -> None:
        """Show whether the race is playing."""
        self.play.set_icon("pause" if is_running else "start")
        name = self.tr("Pause (Space)") if is_running else self.tr("Play (Space)")
        self.play.setAccessibleName(name)
        self.play.setToolTip(name)

    def show_share(self, share: float) -> None:
        """Show the position, 0 to 1."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(share * _TICKS))

    def show_speed(self, speed: float) -> None:
        """Show the speed."""
        for value, button in self.speeds.items():
            button.setChecked(value == speed)

    def show_goal(self, goal: Goal) -> None:
        """Show the goal; hide the choice if the samples of the runs are not comparable."""
        for key, button in self.goals.items():
            button.setVisible(goal is not Goal.OWN)
            button.setChecked(key is goal)

    def show_full(self, is_full: bool) -> None:
        """Show whether the race is full screen."""
        name = self.tr("Leave full screen (Esc)") if is_full else self.tr("Full screen (F11)")
        self.full.setAccessibleName(name)
        self.full.setToolTip(name)
