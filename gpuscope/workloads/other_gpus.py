"""The installed torch build, and GPUs that it uses without CUDA: Apple (mps) and Intel (xpu). Only :func:`asked_of_torch` imports torch."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gpuscope.system.files import file_text
from gpuscope.system.torch_place import torch_place


def torch_folder() -> Path | None:
    """Return the folder of the torch that our workloads import; None if there is none."""
    spec = torch_place().find_module("torch")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def torch_version() -> str | None:
    """Return the version of the installed torch, from the name of its metadata folder; None if there is none."""
    folder = torch_folder()
    return None if folder is None else _version_in(folder.parent)


@cache
def _version_in(packages: Path) -> str:
    for entry in packages.glob("torch-*.dist-info"):
        return entry.name.removeprefix("torch-").removesuffix(".dist-info")
    return "unknown"


def built_with(name: str) -> bool | None:
    """Return whether torch is built with "cuda" or "xpu"; None if that cannot be determined from its files."""
    folder = torch_folder()
    if folder is None:
        return None
    match = re.search(rf"^{name}\b[^=\n]*=\s*(\S+)", file_text(folder / "version.py"), re.MULTILINE)
    return None if match is None else match[1] != "None"


KINDS = ("mps", "xpu")


@dataclass(frozen=True, slots=True)
class OtherGpus:
    """The devices of one kind.

    Attributes:
        names: Product names, in torch's order; () for none; None while unknown.
        reason: Why there is none; None if there are some, or while unknown.
    """

    names: tuple[str, ...] | None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the form in which the devices are cached."""
        return {"names": list(self.names or ()), "reason": self.reason}


UNKNOWN = OtherGpus(None)


def cheaply() -> dict[str, OtherGpus]:
    """Return the devices by kind, as far as they are known without torch."""
    return {kind: OtherGpus((), reason) if (reason := _why_none(kind)) is not None else UNKNOWN for kind in KINDS}


def _why_none(kind: str) -> str | None:
    if kind == "mps":
        return None if sys.platform == "darwin" else "Apple GPUs are in Macs only"
    if built_with("xpu") is False:
        return f"the torch that is installed ({torch_version()}) is built without support for Intel GPUs"
    return None if torch_version() is not None else "torch is not installed"


def from_json(document: Mapping[str, Any]) -> dict[str, OtherGpus]:
    """Parse the cached form.

    Raises:
        ValueError, KeyError, TypeError: The document is not in that form.
    """
    cached = {kind: OtherGpus(tuple(str(name) for name in document[kind]["names"]), document[kind]["reason"]) for kind in KINDS}
    if any(not (gpus.names if gpus.reason is None else isinstance(gpus.reason, str)) for gpus in cached.values()):
        raise ValueError("neither devices nor a reason")
    return cached


def asked_of_torch() -> dict[str, OtherGpus]:
    """Return the GPUs of each kind, asking torch where necessary."""
    asks: Mapping[str, Callable[[], OtherGpus]] = {"mps": _mps, "xpu": _xpu}
    return {kind: asks[kind]() if gpus.names is None else gpus for kind, gpus in cheaply().items()}


def _mps() -> OtherGpus:
    import torch

    if not torch.backends.mps.is_built():
        return OtherGpus((), f"the torch that is installed ({torch_version()}) is built without support for Apple GPUs")
    return OtherGpus(("Apple GPU",)) if torch.backends.mps.is_available() else OtherGpus((), "torch finds no Apple GPU that it can use")


def _xpu() -> OtherGpus:
    import torch

    names = tuple(torch.xpu.get_device_name(index) for index in range(torch.xpu.device_count()))
    return OtherGpus(names, None if names else "torch finds no Intel GPU that it can use")
