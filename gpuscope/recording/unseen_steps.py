"""Explains why no steps of a command were observed, after its end, from its command line and the hooks' marks in the run's folder."""

import os
from collections.abc import Sequence
from pathlib import Path

from gpuscope.probe.hooks.seen_ring import NO_RING
from gpuscope.recording.run_folder import SAW_PREFIX

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


def why_unseen(folder: Path, command: Sequence[str], *, is_stopped: bool = False) -> str | None:
    """Return why no steps of a command were observed; None if it is not a program that could have any.

    Args:
        folder: The run's folder.
        command: Its command line.
        is_stopped: Whether it was stopped, possibly before its first step.
    """
    saw = {path.name.removeprefix(SAW_PREFIX) for path in folder.glob(f"{SAW_PREFIX}*")}
    no_ring = NO_RING.removeprefix(SAW_PREFIX)
    if errors := [int(name.removeprefix(no_ring)) for name in saw if name.startswith(no_ring) and name.removeprefix(no_ring).isdigit()]:
        return f"steps are not recorded: {os.strerror(min(errors))}"
    if "torch" in saw and is_stopped:
        return f"no step was detected before it was stopped; if it took some, {HINT}"
    if "torch" in saw:
        return f"no step was detected: no optimizer step, no backward pass, no batch of a DataLoader; {HINT}"
    for library in _LIBRARIES:
        if library in saw:
            return f"steps of {_NAMES[library]} cannot be detected; {HINT}"
    if "hooks" in saw:
        return f"no import of PyTorch was detected; {HINT}"
    interpreter = interpreter_place(command)
    if interpreter is None:
        return None
    name = _base(command[interpreter])
    flag = _flag(command[interpreter + 1 :])
    if flag is not None:
        return f"steps cannot be detected: {name} -{flag} {_FLAGS[flag]}"
    return "steps cannot be detected: another sitecustomize or PYTHONPATH replaced gpuscope's"


def interpreter_place(command: Sequence[str]) -> int | None:
    """Return the index of the Python interpreter in a command, which may follow a program that starts it; None if there is none."""
    for place, word in enumerate(command):
        if _base(word).startswith(("python", "pypy")):
            return place
        if place == 0 and _base(word) not in _STARTERS:
            return None
    return None


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
