"""Names a Python that has torch for a command that failed because its own has none."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from gpuscope.recording.cause_of_death import NO_MODULE
from gpuscope.recording.unseen_steps import interpreter_place
from gpuscope.system.torch_place import torch_place

_NO_TORCH = NO_MODULE.format("torch")
_ELSEWHERE = "its Python ({0}) has no torch: start the program with {1}"
_NAMED = re.compile(re.escape(_ELSEWHERE).replace(r"\{0\}", ".+").replace(r"\{1\}", "(.+)") + "$")


def with_other_python(reason: str | None, command: Sequence[str], folder: str = "", search_path: str | None = None) -> str | None:
    """Return the reason of a command's end; if its Python has no torch, with that Python and the one whose torch runs workloads.

    Args:
        reason: Why the command ended (``cause_of_death``).
        command: The command line.
        folder: Its working folder; "" for that of this process.
        search_path: Its PATH, if that is not this process's.
    """
    place = interpreter_place(command) if reason is not None and reason.endswith(_NO_TORCH) else None
    if reason is None or place is None:
        return reason
    word = command[place]
    own = os.path.join(folder, word) if os.sep in word else shutil.which(word, path=search_path)  # noqa: PTH118 - "" joins to the word
    other = torch_place()
    is_usable = other.find_module("torch") is not None and (other.is_other or not other.folders)  # what gpuscope installed is for itself
    if own is None or not is_usable or Path(own).absolute() == Path(other.python).absolute():
        return reason
    return f"{reason.removesuffix(_NO_TORCH)}{_ELSEWHERE.format(own, other.python)}"


def command_with_torch(reason: str | None, command: Sequence[str]) -> tuple[str, ...]:
    """Return a command with the Python that the reason of its end names (:func:`with_other_python`); empty if it names none."""
    named, place = _NAMED.search(reason or ""), interpreter_place(command)
    return () if named is None or place is None else (*command[:place], named[1], *command[place + 1 :])
