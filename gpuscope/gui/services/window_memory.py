"""What the window wants to find again: its place and size, the theme, the page, and what each page asks to keep."""

import json
import os
from pathlib import Path
from typing import Any

from gpuscope.gui.first_frame import MEMORY_FILE
from gpuscope.system import paths


class WindowMemory:
    """A small JSON document beside the settings; a file that cannot be read is as good as none, one that cannot be written is let go."""

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
        """Return what was kept under a key; None for nothing."""
        return self._values.get(key)

    def section(self, key: str) -> dict[str, object]:
        """Return the document kept under a key; an empty one when there is none, or something else."""
        kept = self._values.get(key)
        return dict(kept) if isinstance(kept, dict) else {}

    def put(self, key: str, value: object) -> None:
        """Keep a JSON value, until :meth:`save` in memory alone."""
        self._values[key] = value

    def save(self) -> bool:
        """Write the document (another file, then renamed over); return whether that went well."""
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            paths.private_folder(self._path.parent)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(self._values, file, ensure_ascii=False)
            beside.replace(self._path)
        except Exception:  # noqa: BLE001 - where the window stood is never worth an error
            return False
        return True
