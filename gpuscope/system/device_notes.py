"""Facts about devices that persist between runs: update periods of the sensors, idle power."""

import contextlib
import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuscope.core.device import Device
from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.files import json_object, replace_text
from gpuscope.system.locks import FileLock

DISAGREEMENT = "sources_disagree"
"""Key of the note that two sources of a device's energy disagreed in a run."""
_PATIENCE_S = 1.0
"""Lock timeout. Writing takes a millisecond, so a longer hold means a hung process, and the notes are optional."""


def device_notes_file() -> Path:
    """Return the path of the notes, which may not exist.

    Raises:
        UnavailableError: There is no home folder.
    """
    return paths.home() / "device_notes.json"


def device_id(device: Device) -> str:
    """Return "uuid@driver", the key of a device's notes; a device without a UUID is identified by its key and the host name."""
    driver = device.properties.get("driver_version") or ""
    return f"{device.uuid or f'{device.key} of {socket.gethostname()}'}@{driver}"


class DeviceNotes:
    """The notes of all devices, in one file that only the user can read.

    They are optional: an unreadable file counts as empty, and updates to an unwritable file are dropped.

    Args:
        path: The file; None for the user's own.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            with contextlib.suppress(UnavailableError):
                path = device_notes_file()
        self._path = path

    def get(self, device_id: str) -> dict[str, Any]:
        """Return the notes of a device, as stored by :meth:`update`; empty if there are none.

        Args:
            device_id: Result of :func:`device_id`.
        """
        notes = self._read().get(device_id)
        return notes if isinstance(notes, dict) else {}

    def update(self, device_id: str, values: Mapping[str, Any]) -> None:
        """Add notes of a device, overwriting existing keys; the file is replaced atomically.

        Args:
            device_id: As for :meth:`get`.
            values: JSON-serializable values.
        """
        if self._path is None:
            return
        with contextlib.suppress(OSError, UnavailableError):
            paths.private_folder(self._path.parent)
            with FileLock(self._path.with_suffix(".lock"), timeout_s=_PATIENCE_S, what="the notes of the devices"):
                document = {**self._read(), device_id: {**self.get(device_id), **values}}
                replace_text(self._path, json.dumps(document, indent=1))

    def _read(self) -> dict[str, Any]:
        return {} if self._path is None else json_object(self._path)
