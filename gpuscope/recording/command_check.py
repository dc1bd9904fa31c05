"""What speaks against a command before anything is started."""

import os
import shutil
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.system.presence import is_there


def refuse_missing_folder() -> None:
    """Return when the working folder, in which a run starts, is there.

    Raises:
        UsageError: It is gone.
    """
    try:
        Path.cwd()
    except OSError:
        raise UsageError("the working folder is gone", "Change to a folder that exists.") from None


def refuse_missing_command(program: str) -> None:
    """Return when a command's first word names something that can be executed.

    Raises:
        UsageError: It does not.
    """
    if shutil.which(program) is None:
        there = is_there(Path(program)) and os.sep in program
        raise UsageError(
            f"{program[:200]!r} cannot be executed" if there else f"command {program[:200]!r} is not found",
            "Make it executable, or run it by its interpreter." if there else "Check the spelling and PATH.",
        )
