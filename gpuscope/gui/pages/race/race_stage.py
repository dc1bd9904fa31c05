"""A race that is played: picture, controls, clock; on the page, or over the whole screen."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.pages.race.race_clock import RaceClock
from gpuscope.gui.pages.race.race_controls import RaceControls
from gpuscope.gui.pages.race.race_view import RaceView
from gpuscope.gui.theme import Theme
from gpuscope.reports.pictures.race_picture import RacePicture

FRAME_MS = 33
"""Thirty frames a second."""
_JUMP = 0.05
"""Share of the race that an arrow key goes on or back."""
_NEAR_CONTROLS = 90
"""In full screen the controls are there while the pointer is so near the lower edge, in pixels."""


class RaceStage(QWidget):
    """One timer, and only while the race runs and is seen.

    Args:
        theme: Gives the colours.
        clock: The race's time; another one for tests.

    Signals:
        speed_changed: The user has chosen another speed.
        screen_wanted: Full screen, or back.
        back_wanted: Esc was pressed.
    """

    spoken_role = "Grouping"

    speed_changed = Signal(float)
    screen_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, theme: Theme, clock: RaceClock | None = None) -> None:
        super().__init__()
        self.setProperty("look", "panel")
        self.clock = clock or RaceClock()
        self.view = RaceView(theme)
        self.controls = RaceControls(theme)
        self._is_full = False
        self._timer = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._advance)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.controls)
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
        """Return how the race stands."""
        return self.view.spoken_value()

    @property
    def is_running(self) -> bool:
        """Whether frames are drawn."""
        return self._timer.isActive()

    def show_race(self, picture: RacePicture, at_s: float = 0.0) -> None:
        """Show another race, standing still at a time."""
        self.pause()
        self.clock.length_s = picture.race.length_s
        self.view.show_race(picture)
        self.controls.show_goal(picture.race.goal)
        self.seek(at_s)

    def play(self) -> None:
        """Let it run; from the start where it is over."""
        if self.clock.length_s > 0 and self.isVisible():
            self.clock.start()
            self._timer.start()
            self.controls.show_running(True)

    def pause(self) -> None:
        """Let it stand."""
        self.clock.pause()
        self._timer.stop()
        self.controls.show_running(False)
        self._show_now()

    def toggle(self) -> None:
        """Play, or pause."""
        (self.pause if self.is_running else self.play)()

    def restart(self) -> None:
        """Go to the start, and run."""
        self.clock.seek(0.0)
        self.play()
        self._show_now()

    def seek(self, at_s: float) -> None:
        """Go to a time."""
        self.clock.seek(at_s)
        self._show_now()

    def set_speed(self, speed: float) -> None:
        """Run at another speed."""
        self.clock.set_speed(speed)
        self.controls.show_speed(speed)
        self._show_now()

    def set_full(self, is_full: bool) -> None:
        """Be told whether it covers the screen: then the controls come with the pointer."""
        self._is_full = is_full
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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Play, pause, go on, go back, full screen; keys of a focused control are its own."""
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

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the pointer over the picture."""
        if watched is self.view and isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseMove and self._is_full:
                self.controls.setVisible(event.position().y() > self.height() - _NEAR_CONTROLS)
            elif event.type() == QEvent.Type.MouseButtonPress and event.button() is Qt.MouseButton.LeftButton:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self.toggle()
        return False


class RaceScreen(QWidget):
    """A window over the whole screen that a stage is lent to.

    Signals:
        left: It was closed by the window manager.

    Args:
        parent: Whose window it stands above.
    """

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setProperty("look", "panel")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def take_stage(self, stage: RaceStage) -> None:
        """Show a stage over the whole screen that the parent is on."""
        parent = self.parentWidget()
        self._column.addWidget(stage)
        if parent is not None:
            self.setWindowTitle(parent.window().windowTitle())
            self.setGeometry(parent.screen().geometry())
        self.showFullScreen()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Give the stage back first."""
        self.left.emit()
        super().closeEvent(event)
