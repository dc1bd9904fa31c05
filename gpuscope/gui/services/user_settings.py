"""The user's settings in memory: read and written off the event loop, the same for all pages."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.gui.services.worker import Failed, Worker
from gpuscope.system.settings import DEFAULTS, Settings, read_settings, write_settings


class UserSettings(QObject):
    """What the settings file said when it was last read; the defaults until then.

    Signals:
        changed: The file says something else now, or was read for the first time.

    Args:
        parent: Qt's.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker("settings", self)
        self._known = DEFAULTS
        self._has_read = False

    @property
    def known(self) -> Settings:
        """The settings."""
        return self._known

    @property
    def has_read(self) -> bool:
        """Whether the file was read."""
        return self._has_read

    def refresh(self) -> None:
        """Read the file again: it may have been changed by hand, or by another window."""
        self._worker.submit(read_settings, self._take)

    def change(self, changes: Mapping[str, Any], failed: Failed, owner: QObject | None = None) -> None:
        """Set some of the settings in the file; what was chosen is written also when the window closes at once.

        Args:
            changes: By their keys in the file; None takes one away.
            failed: Called with why they could not be written.
            owner: It is not called any more when this object is gone.
        """
        self._worker.submit(partial(write_settings, changes), lambda _: self.refresh(), failed, owner, lasting=True)

    def close(self) -> None:
        """End the thread; what is to be written is."""
        self._worker.close()

    def _take(self, read: Settings) -> None:
        if read != self._known or not self._has_read:
            self._known, self._has_read = read, True
            self.changed.emit()
