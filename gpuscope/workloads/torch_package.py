"""The torch that is installed, as its files tell it. Does not import torch."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path


def _folder() -> Path | None:
    spec = find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def torch_version() -> str | None:
    """Return the version of the torch that is installed, by the name of its metadata folder; None without one."""
    folder = _folder()
    if folder is None:
        return None
    for entry in folder.parent.glob("torch-*.dist-info"):
        return entry.name.removeprefix("torch-").removesuffix(".dist-info")
    return "unknown"


def built_with(name: str) -> bool | None:
    """Return whether it is built with "cuda" or "xpu"; None where its files do not tell."""
    folder = _folder()
    if folder is None:
        return None
    try:
        text = (folder / "version.py").read_text(encoding="utf-8")
    except OSError:
        return None
    found = re.search(rf"^{name}\b[^=\n]*=\s*(\S+)", text, re.MULTILINE)
    return None if found is None else found[1] != "None"
