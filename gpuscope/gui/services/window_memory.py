"""Window state that survives a restart: geometry, theme, current page, and what each page wants to keep."""

import json
import os
from pathlib import Path
from typing import Any

from gpuscope.gui.first_frame import MEMORY_FILE
from gpuscope.system import paths


class WindowMemory:
    """A small JSON document beside the settings. A file that cannot be read counts as empty; failure to write is ignored."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or paths.home() / MEMORY_FILE
        self._values = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            document = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return document if isinstance(document, dict) else {}

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
        """Write the document atomically (temporary file, then rename); return whether that succeeded."""
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            paths.private_folder(self._path.parent)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(self._values, file, ensure_ascii=False)
            beside.replace(self._path)
        except Exception:  # noqa: BLE001 - losing the window's state is never worth an error
            return False
        return True
