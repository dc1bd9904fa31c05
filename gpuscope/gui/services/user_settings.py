"""The user's settings in memory, shared by all pages; read and written off the event loop."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.gui.services.worker import Failed, Worker
from gpuscope.system.settings import DEFAULTS, Settings, read_settings, write_settings


class UserSettings(QObject):
    """The settings file as last read; the defaults until then.

    Signals:
        changed: The settings have changed, or were read for the first time.

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
        """Read the file again: it may have been edited by hand or by another window."""
        self._worker.submit(read_settings, self._take)

    def change(self, changes: Mapping[str, Any], failed: Failed, owner: QObject | None = None) -> None:
        """Write settings to the file, even if the window closes right away.

        Args:
            changes: New values by their key in the file; None removes a setting.
            failed: Called with the error if they cannot be written.
            owner: ``failed`` is not called once this object has been deleted.
        """
        self._worker.submit(partial(write_settings, changes), lambda _: self.refresh(), failed, owner, lasting=True)

    def close(self) -> None:
        """Stop the thread after pending writes."""
        self._worker.close()

    def _take(self, read: Settings) -> None:
        if read != self._known or not self._has_read:
            self._known, self._has_read = read, True
            self.changed.emit()
