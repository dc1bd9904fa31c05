"""A script dropped on the window, and the command that runs it."""

import shlex
import shutil
from pathlib import Path

from PySide6.QtCore import QMimeData

from gpuscope.core.runspec import COMMAND
from gpuscope.gui.widgets.spec_draft import SpecDraft
from gpuscope.system.paths import is_file

SCRIPT_SUFFIXES = (".py", ".sh")
"""Suffixes of the files that count as scripts."""
_LEVELS_UP = 2
"""Parent folders searched for a virtual environment: a project's scripts are often in "scripts" or "src/…"."""


def script_in(mime: QMimeData) -> Path | None:
    """Return the dragged script, a single local ``.py`` or ``.sh`` file; None for anything else."""
    urls = mime.urls() if mime.hasUrls() else []
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix in SCRIPT_SUFFIXES and is_file(path) else None


def draft_of_script(path: Path) -> SpecDraft:
    """Return the command that runs a script in its folder, with the virtual environment beside or above it if there is one."""
    if path.suffix == ".sh":
        return SpecDraft(COMMAND, command=shlex.join(["bash", path.name]), folder=str(path.parent))
    places = [path.parent, *list(path.parent.parents)[:_LEVELS_UP]]
    found = [place / name / "bin" / "python" for place in places for name in (".venv", "venv")]
    interpreter = next((str(python) for python in found if is_file(python)), "")
    program = "python" if shutil.which("python") is not None else "python3"
    return SpecDraft(COMMAND, command=shlex.join([program, path.name]), folder=str(path.parent), interpreter=interpreter)
