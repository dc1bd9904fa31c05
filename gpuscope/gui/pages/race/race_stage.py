"""A race being played: picture, controls and clock, on the page or full screen."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.pages.race.race_clock import RaceClock
from gpuscope.gui.pages.race.race_controls import RaceControls
from gpuscope.gui.pages.race.race_view import RaceView
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.reports.pictures.race_picture import RacePicture

FRAME_MS = 33
"""Frame interval in milliseconds: thirty frames a second."""
_JUMP = 0.05
"""Fraction of the race that an arrow key skips."""
_NEAR_CONTROLS = 90
"""Distance of the pointer from the lower edge within which full screen shows the controls, in pixels."""


class RaceStage(QWidget):
    """Shows a race with its controls; its only timer runs only while the race plays.

    Signals:
        speed_changed: The user chose a speed.
        screen_wanted: The user wants to enter or leave full screen.
        back_wanted: The user pressed Esc.
    """

    spoken_role = "Grouping"

    speed_changed = Signal(float)
    screen_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "panel")
        self.clock = RaceClock()
        self.view = RaceView(theme)
        self.controls = RaceControls(theme)
        self._is_full = False
        self._timer = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._advance)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), (self.view, 1), self.controls)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The race: Space plays and pauses, the arrow keys go on and back"))
        self.view.setMouseTracking(True)
        self.view.installEventFilter(self)
        self.controls.play_wanted.connect(self.toggle)
        self.controls.restart_wanted.connect(self.restart)
        self.controls.sought.connect(self._seek_share)
        self.controls.speed_chosen.connect(self.set_speed)
        self.controls.speed_chosen.connect(self.speed_changed)
        self.controls.screen_wanted.connect(self.screen_wanted)

    def spoken_value(self) -> str:
        """Return the standing of the race."""
        return self.view.spoken_value()

    @property
    def is_running(self) -> bool:
        """Whether the race is playing."""
        return self._timer.isActive()

    def show_race(self, picture: RacePicture, at_s: float = 0.0) -> None:
        """Show a race, paused at a time in seconds."""
        self.pause()
        self.clock.length_s = picture.race.length_s
        self.view.show_race(picture)
        self.controls.show_goal(picture.race.goal)
        self.seek(at_s)

    def play(self) -> None:
        """Play; restart from 0 if the race is over."""
        if self.clock.length_s > 0 and self.isVisible():
            self.clock.start()
            self._timer.start()
            self.controls.show_running(True)

    def pause(self) -> None:
        """Pause."""
        self.clock.pause()
        self._timer.stop()
        self.controls.show_running(False)
        self._show_now()

    def toggle(self) -> None:
        """Play or pause."""
        (self.pause if self.is_running else self.play)()

    def restart(self) -> None:
        """Play from the start."""
        self.clock.seek(0.0)
        self.play()
        self._show_now()

    def seek(self, at_s: float) -> None:
        """Go to a time in seconds."""
        self.clock.seek(at_s)
        self._show_now()

    def set_speed(self, speed: float) -> None:
        """Change the speed."""
        self.clock.set_speed(speed)
        self.controls.show_speed(speed)
        self._show_now()

    def set_full(self, is_full: bool) -> None:
        """Set whether the stage covers the screen; if it does, the controls appear only near the pointer."""
        self._is_full = is_full
        self.view.set_full(is_full)
        self.controls.show_full(is_full)
        self.controls.setVisible(not is_full)

    def _seek_share(self, share: float) -> None:
        self.seek(share * self.clock.length_s)

    def _advance(self) -> None:
        if self.clock.is_running:
            self._show_now()
        else:
            self.pause()

    def _show_now(self) -> None:
        at_s, length_s = self.clock.time_s, self.clock.length_s
        self.view.show_time(at_s, self.clock.speed)
        self.controls.show_share(at_s / length_s if length_s else 0.0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle play, pause, skip and full screen; a focused control handles its own keys first."""
        jump_s = _JUMP * self.clock.length_s
        match event.key():
            case Qt.Key.Key_Space:
                self.toggle()
            case Qt.Key.Key_Home:
                self.restart()
            case Qt.Key.Key_End:
                self.seek(self.clock.length_s)
            case Qt.Key.Key_Left:
                self.seek(self.clock.time_s - jump_s)
            case Qt.Key.Key_Right:
                self.seek(self.clock.time_s + jump_s)
            case Qt.Key.Key_F11:
                self.screen_wanted.emit()
            case Qt.Key.Key_Escape:
                self.back_wanted.emit()
            case _:
                super().keyPressEvent(event)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Show the controls near the pointer in full screen; play or pause on a click on the picture."""
        if watched is self.view and isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseMove and self._is_full:
                self.controls.setVisible(event.position().y() > self.height() - _NEAR_CONTROLS)
            elif event.type() == QEvent.Type.MouseButtonPress and event.button() is Qt.MouseButton.LeftButton:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self.toggle()
        return False
