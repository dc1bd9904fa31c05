"""Saves the window's state soon after the user changed something, so that little is lost if the window is killed."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QWindow

from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.services.worker import Worker

SOON_MS = 1000
"""Delay after a click or a key, which often comes with others; a killed window loses no more than that."""
_CHANGES = (QEvent.Type.MouseButtonRelease, QEvent.Type.KeyRelease, QEvent.Type.TouchEnd, QEvent.Type.Resize, QEvent.Type.Move)


class StateKeeper(QObject):
    """Collects the state at most once a second, and only after input; the file is written on another thread.

    Args:
        memory: The state.
        remember: Puts the current state into it.
    """

    def __init__(self, memory: WindowMemory, remember: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory, self._remember = memory, remember
        self._writer = Worker("window's state", self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.save)

    def begin(self, window: QWindow | None) -> None:
        """Save soon after each input in a window, and in those that open over it."""
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._watch)
        self._watch(window)

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)  # so that it is installed only once
            window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note that something may have changed."""
        if event.type() in _CHANGES and not self._soon.isActive():
            self._soon.start()
        return False

    def save(self, failed: Callable[[], None] | None = None) -> None:
        """Collect the state, and write it even if the window closes right away; call ``failed`` if it cannot be written."""
        self._soon.stop()
        self._remember()
        self._writer.submit(self._memory.save, lambda kept: None if kept or failed is None else failed(), lasting=True)

    def close(self) -> None:
        """Wait until the state is written."""
        self._soon.stop()
        self._writer.close()
