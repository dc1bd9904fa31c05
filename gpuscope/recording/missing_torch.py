"""Finds a Python that has torch for a command that failed because its own has none."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuscope.core.errors import pip_install
from gpuscope.core.run import RunRecord
from gpuscope.recording.unseen_steps import interpreter_place
from gpuscope.system.torch_place import torch_place

PYTHON_WITH_TORCH = "recorder.python_with_torch"
"""Key in the environment of a run that failed without torch: path of the Python with which to start it."""


@dataclass(frozen=True, slots=True)
class MissingTorch:
    """The Python of a command, which has no torch, and the one that has it.

    Attributes:
        own: Path of the command's Python.
        other: Path of the Python that has torch; "" if gpuscope installed torch for its own workloads alone.
    """

    own: str
    other: str

    @property
    def cause(self) -> str:
        """Why the command failed and what to do, in words."""
        if not self.other:
            command = pip_install("torch", python=self.own)
            return f"its Python ({self.own}) has no torch, and gpuscope's own serves its workloads alone: install it with {command}"
        return f"its Python ({self.own}) has no torch: start the program with {self.other}"


def missing_torch(command: Sequence[str], folder: str = "", search_path: str | None = None) -> MissingTorch | None:
    """Return which Python has the torch that a command lacks; None if it names no Python, or there is no torch.

    Args:
        command: The command line.
        folder: Its working folder; "" for that of this process.
        search_path: Its PATH, if that is not this process's.
    """
    place = interpreter_place(command)
    if place is None:
        return None
    word = command[place]
    own = os.path.join(folder, word) if os.sep in word else shutil.which(word, path=search_path)  # noqa: PTH118 - "" joins to the word
    other = torch_place()
    if own is None or other.find_module("torch") is None or Path(own).absolute() == Path(other.python).absolute():
        return None
    return MissingTorch(own, other.python if other.is_other or not other.folders else "")


def command_with_torch(record: RunRecord) -> tuple[str, ...]:
    """Return the command of a run that failed without torch, with the Python that has it; empty for any other run."""
    command, place, python = record.spec.command, interpreter_place(record.spec.command), record.environment.get(PYTHON_WITH_TORCH)
    return (*command[:place], python, *command[place + 1 :]) if isinstance(python, str) and place is not None else ()
