"""Why no steps of a command were seen: said when it is over, from its command line and from what the hooks left in the run's folder."""

import os
from collections.abc import Sequence
from pathlib import Path

_LIBRARIES = ("jax", "tensorflow", "sklearn", "xgboost", "lightgbm")
"""As ``probe.hooks.entry`` marks them."""
_NAMES = {"jax": "JAX", "tensorflow": "TensorFlow", "sklearn": "scikit-learn", "xgboost": "XGBoost", "lightgbm": "LightGBM"}
CURE = "gpuscope.step() at the end of each step tells them"
_FLAGS = {"I": "ignores PYTHONPATH", "E": "ignores PYTHONPATH", "S": "runs no sitecustomize"}
"""Options of Python that keep the hooks out."""
_STARTERS = frozenset((
    *("conda", "mamba", "pixi", "poetry", "uv"), *("env", "sudo", "time", "timeout", "nohup", "setsid", "stdbuf"),
    *("nice", "ionice", "numactl", "taskset"),
))  # fmt: skip
"""Programs that start the one that their arguments name."""
_WITH_VALUE = "WXcm"
"""Options that the rest of the argument, or the next one, belongs to."""


def why_unseen(folder: Path, command: Sequence[str]) -> str | None:
    """Return why no steps of a command were seen; None where it is no program that could have any.

    Args:
        folder: The run's.
        command: Its command line.
    """
    saw = {path.name.removeprefix("saw.") for path in folder.glob("saw.*")}
    if "torch" in saw:
        return f"it took no step that can be seen: no optimizer's step, no backward pass, no batch of a DataLoader; {CURE}"
    for library in _LIBRARIES:
        if library in saw:
            return f"steps of {_NAMES[library]} cannot be seen; {CURE}"
    if "hooks" in saw:
        return f"it was not seen to import PyTorch; {CURE}"
    interpreter = _interpreter(command)
    if interpreter is None:
        return None
    name = _base(command[interpreter])
    flag = _flag(command[interpreter + 1 :])
    if flag is not None:
        return f"steps cannot be seen: {name} -{flag} {_FLAGS[flag]}"
    return "steps cannot be seen: another sitecustomize or PYTHONPATH took the place of gpuscope's"


def _interpreter(command: Sequence[str]) -> int | None:
    """Return which word of a command is the Python that it runs, by itself or through a program that starts another; None for none."""
    for place, word in enumerate(command):
        if _base(word).startswith(("python", "pypy")):
            return place
        if place == 0 and _base(word) not in _STARTERS:
            return None
    return None


def _base(word: str) -> str:
    return os.path.basename(word)  # noqa: PTH119 - of text, not of a path here


def _flag(arguments: Sequence[str]) -> str | None:
    """Return the first of Python's own options that keeps the hooks out; None where there is none."""
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
