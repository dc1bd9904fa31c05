"""The user's settings, shared by all pages, and the window state kept between sessions."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.gui.first_frame import MEMORY_FILE
from gpuscope.gui.services.worker import Errands, Failed, Worker
from gpuscope.sensors.backends import checked
from gpuscope.system import paths
from gpuscope.system.files import json_object, replace_text
from gpuscope.system.settings import DEFAULTS, Settings, read_settings, write_settings


class UserSettings(QObject):
    """The settings file as last read; the defaults until then.

    Signals:
        changed: The settings have changed, or were read for the first time.
        energy_changed: The unit of energy or the user's assumptions on price, carbon and overhead have changed; figures must be told anew.
    """

    changed = Signal()
    energy_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker("settings", self)
        self._errands = Errands("alert-command", self)
        self.known = DEFAULTS
        self.has_read = False

    def refresh(self) -> None:
        """Read the file again: it may have been edited by hand or by another window."""
        self._worker.submit(read_settings, self._apply)

    def change(self, changes: Mapping[str, Any], failed: Failed, owner: QObject | None = None) -> None:
        """Write settings, by their key in the file, even if the window closes right away; None removes a setting."""
        self._worker.submit(partial(write_settings, changes), lambda _: self.refresh(), failed, owner, lasting=True)

    def try_alert_command(self, text: str, then: Callable[[list[str]], None], failed: Failed, owner: QObject | None = None) -> None:
        """Run a command as an alert would; ``then`` gets the list of failures, empty on success."""
        self._errands.submit(partial(_tried, text), then, failed, owner)

    def choose_sensors(
        self, sensors: Sequence[str], then: Callable[[], object] | None, failed: Failed, owner: QObject | None = None
    ) -> None:
        """Set the sensors, as for ``--sensor``, to read beside those of the hardware from now on, in every run and on the Machine page."""

        def write() -> None:
            write_settings({"sensors": [checked(text) for text in sensors] or None})

        def written(_: None) -> None:
            self.refresh()
            if then is not None:
                then()

        self._worker.submit(write, written, failed, owner, lasting=True)

    def close(self) -> None:
        """Stop the thread after pending writes."""
        self._errands.close()
        self._worker.close()

    def _apply(self, read: Settings) -> None:
        if read != self.known or not self.has_read:
            before, self.known, self.has_read = self.known, read, True
            self.changed.emit()
            if (read.energy_unit, read.factors) != (before.energy_unit, before.factors):
                self.energy_changed.emit()


def _tried(text: str) -> list[str]:
    """Run an alert's command with a trial alert in its environment; return the failures."""
    from gpuscope.core.alert_rule import TRIAL_ALERT
    from gpuscope.recording.alert_command import AlertCommand, split_command
    from gpuscope.recording.alerts import run_variables

    failures: list[str] = []
    command = AlertCommand(split_command(text), failures.append)
    names = ("GPUSCOPE_ALERT_RULE", "GPUSCOPE_ALERT_QUANTITY", "GPUSCOPE_ALERT_DEVICE", "GPUSCOPE_ALERT_VALUE")
    command.start({**run_variables("", ""), **dict.fromkeys(names, ""), "GPUSCOPE_ALERT": TRIAL_ALERT})
    command.close()
    return failures


class WindowMemory:
    """A small JSON document beside the settings. A file that cannot be read counts as empty; failure to write is ignored."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or paths.home() / MEMORY_FILE
        self._values = json_object(self._path)
        self._lock = threading.Lock()
        self._written = ""

    def get(self, key: str) -> Any:
        """Return the value under a key, or None."""
        return self._values.get(key)

    def section(self, key: str) -> dict[str, object]:
        """Return the dictionary under a key; an empty one if the value is missing or not a dictionary."""
        kept = self._values.get(key)
        return dict(kept) if isinstance(kept, dict) else {}

    def put(self, key: str, value: object) -> None:
        """Set a JSON value, in memory only until :meth:`save`."""
        self._values[key] = value

    def save(self) -> bool:
        """Write the document atomically (temporary file, then rename) if it has changed; return whether it is saved. Thread-safe."""
        with self._lock:
            try:
                text = json.dumps(dict(self._values), ensure_ascii=False)
                if text == self._written:
                    return True
                paths.private_folder(self._path.parent)
                replace_text(self._path, text)
            except Exception:  # noqa: BLE001 - losing the window's state is never worth an error
                return False
            self._written = text
            return True
