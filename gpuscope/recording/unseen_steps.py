"""Explains why no steps of a command were observed, after its end, from its command line and the hooks' marks in the run's folder."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from gpuscope.probe.hooks.seen_ring import NO_RING
from gpuscope.recording.run_folder import SAW_PREFIX
from gpuscope.system import processes

_LIBRARIES = ("jax", "tensorflow", "sklearn", "xgboost", "lightgbm")
"""Names of the marks written by ``probe.hooks.entry``."""
_NAMES = {"jax": "JAX", "tensorflow": "TensorFlow", "sklearn": "scikit-learn", "xgboost": "XGBoost", "lightgbm": "LightGBM"}
HINT = "gpuscope.step() at the end of each step reports them"
_FLAGS = {"I": "ignores PYTHONPATH", "E": "ignores PYTHONPATH", "S": "runs no sitecustomize"}
"""Python options that prevent the hooks from loading."""
_STARTERS = frozenset((
    *("conda", "mamba", "pixi", "poetry", "uv"), *("env", "sudo", "time", "timeout", "nohup", "setsid", "stdbuf"),
    *("nice", "ionice", "numactl", "taskset"),
))  # fmt: skip
"""Programs that start another program, named by their arguments."""
_WITH_VALUE = "WXcm"
"""Options that take the rest of the argument, or the next argument, as their value."""


_LIBRARY = b"/libtorch"
"""Part of the path of a library of PyTorch, in the list of the files that a process has mapped."""
_SECOND_NS = 1_000_000_000
_PART = 16
"""A command is searched for PyTorch after a sixteenth of its time so far, but a second at least: a search takes up to some milliseconds."""


class UnhookedTorch:
    """Finds a process that uses PyTorch without the hooks, as a script starts one with a PYTHONPATH of its own. Linux only.

    Attributes:
        command: The command line of the process; None if there is none.

    Args:
        folder: The run's folder.
    """

    def __init__(self, folder: Path) -> None:
        self.command: list[str] | None = None
        self._mark = folder / f"{SAW_PREFIX}torch"
        self._began_ns = self._next_ns = 0

    def look(self, root: int | None, now_ns: int) -> None:
        """Search the processes below a root, if that is due and nothing is known of PyTorch in the run yet."""
        self._began_ns = self._began_ns or now_ns
        if root is None or now_ns < self._next_ns or self.command is not None or self._mark.exists():
            return
        self._next_ns = now_ns + max(_SECOND_NS, (now_ns - self._began_ns) // _PART)
        left = processes.children(root)
        while left and self.command is None:
            left += processes.children(pid := left.pop())
            with contextlib.suppress(OSError):
                if _is_python(os.readlink(f"/proc/{pid}/exe")) and _LIBRARY in Path(f"/proc/{pid}/maps").read_bytes():
                    self.command = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")


def why_unseen(folder: Path, command: Sequence[str], *, is_stopped: bool = False, torch_command: Sequence[str] | None = None) -> str | None:
    """Return why no steps of a command were observed; None if it is not a program that could have any.

    Args:
        folder: The run's folder.
        command: Its command line.
        is_stopped: Whether it was stopped, possibly before its first step.
        torch_command: Command line of a process that used PyTorch (:class:`UnhookedTorch`); None if there was none.
    """
    saw = {path.name.removeprefix(SAW_PREFIX) for path in folder.glob(f"{SAW_PREFIX}*")}
    no_ring = NO_RING.removeprefix(SAW_PREFIX)
    if errors := [int(name.removeprefix(no_ring)) for name in saw if name.startswith(no_ring) and name.removeprefix(no_ring).isdigit()]:
        return f"steps are not recorded: {os.strerror(min(errors))}"
    if "torch" in saw and is_stopped:
        return f"no step was detected before it was stopped; if it took some, {HINT}"
    if "torch" in saw:
        return f"no step was detected: no optimizer step, no backward pass, no batch of a DataLoader; {HINT}"
    if torch_command is not None:
        return _why_unhooked(torch_command, 0)
    for library in _LIBRARIES:
        if library in saw:
            return f"steps of {_NAMES[library]} cannot be detected; {HINT}"
    if "hooks" in saw:
        return f"no import of PyTorch was detected; {HINT}"
    interpreter = interpreter_place(command)
    if interpreter is None:
        return None
    if "old" in saw:
        return f"steps cannot be detected: {_base(command[interpreter])} is older than Python 3.8"
    return _why_unhooked(command, interpreter)


def _why_unhooked(command: Sequence[str], interpreter: int) -> str:
    flag = _flag(command[interpreter + 1 :])
    if flag is not None:
        return f"steps cannot be detected: {_base(command[interpreter])} -{flag} {_FLAGS[flag]}"
    return "steps cannot be detected: another sitecustomize or PYTHONPATH replaced gpuscope's"


def interpreter_place(command: Sequence[str]) -> int | None:
    """Return the index of the Python interpreter in a command, which may follow a program that starts it; None if there is none."""
    for place, word in enumerate(command):
        if _is_python(word):
            return place
        if place == 0 and _base(word) not in _STARTERS:
            return None
    return None


def _is_python(word: str) -> bool:
    return _base(word).startswith(("python", "pypy"))


def _base(word: str) -> str:
    return os.path.basename(word)  # noqa: PTH119 - of text, not of a path here


def _flag(arguments: Sequence[str]) -> str | None:
    """Return the first Python option that prevents the hooks from loading; None if there is none."""
    for argument in arguments:
        if not argument.startswith("-") or argument in ("-", "--"):
            return None
        if argument.startswith("--"):
            continue
        for letter in argument[1:]:
            if letter in _FLAGS:
                return letter
            if letter in _WITH_VALUE:
                break
    return None
