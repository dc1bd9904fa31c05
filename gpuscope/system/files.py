"""Small files: read without failing, written for their owner only, and replaced atomically."""

import json
import os
from pathlib import Path
from typing import Any


def file_text(path: Path) -> str:
    """Return a file's text without the white space around it; "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def listing(folder: Path) -> list[Path]:
    """Return what a folder holds, in the order of names; nothing if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def json_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; an empty one if the file cannot be read or holds something else."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def owner_only(path: str, flags: int) -> int:
    """Open a file that, if it is new, only the user can access: an opener for :func:`open`."""
    return os.open(path, flags, 0o600)


def replace_text(path: Path, text: str) -> None:
    """Write a file for its owner only: readers see the old text or the new one, never a part.

    Raises:
        OSError: It cannot be written; an existing file is left unchanged.
    """
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", opener=owner_only) as file:
            file.write(text)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
