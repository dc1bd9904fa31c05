"""A cache of converted models: exporting one takes seconds, and the rungs of a ladder share one export."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuscope import __version__
from gpuscope.core.errors import UnavailableError
from gpuscope.system.paths import cache_folder, private_folder

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting

_MOST_BYTES = 2 * 2**30
"""Maximum size of the cache; the least recently used conversions are removed first."""
_ABOUT = "about.json"


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted model.

    Attributes:
        path: The file to open.
        seconds: Duration of the conversion when it was performed.
        is_kept: Whether it was performed by an earlier run.
    """

    path: Path
    seconds: float
    is_kept: bool


def convert_once(
    convert: Callable[[], Path],
    folder: Path,
    model: nn.Module,
    example: torch.Tensor,
    setting: Setting,
    about: Sequence[object],
    facts: dict[str, Any],
) -> Conversion:
    """Fill a folder with a converted model from the cache, or convert it and cache the files.

    Args:
        convert: Writes the files to the folder; returns the file to open.
        folder: An empty folder.
        model: The model to convert; identified by its classes, attributes and weights.
        example: A batch; its shape, layout and type matter.
        setting: The run.
        about: Further values on which the result depends: format, package versions, calibration data.
        facts: Facts that the conversion records; cached with the files, and updated from the cache if the conversion comes from there.
    """
    digest = _digest(model, example, setting, about)
    kept = None if digest is None else cache_folder() / "engines" / f"{setting.spec.workload}-{digest}"
    if kept is not None and (conversion := _load(kept, folder, facts)) is not None:
        return conversion
    begin = time.perf_counter()
    path = convert()
    conversion = Conversion(path, time.perf_counter() - begin, is_kept=False)
    if kept is not None:
        with suppress(OSError, UnavailableError):  # without the cache the next run only takes longer
            _keep(conversion, folder, kept, facts)
    return conversion


def _digest(model: nn.Module, example: torch.Tensor, setting: Setting, about: Sequence[object]) -> str | None:
    """Return a digest that identifies a conversion; None for a model whose weights cannot be read as plain numbers."""
    import torch

    spec = setting.spec
    inputs = [__version__, torch.__version__, spec.workload, spec.task, spec.precision, spec.optimize, sorted(spec.options.items())]
    inputs += [str(model), list(example.shape), list(example.stride()), str(example.dtype), setting.device.type, *about]
    digest = hashlib.blake2b(json.dumps(inputs, default=str).encode(), digest_size=16)
    kinds = {type(module) for module in model.modules()}
    try:
        for file in sorted({inspect.getfile(kind) for kind in kinds if not kind.__module__.startswith("torch.")}):
            digest.update(Path(file).read_bytes())
        for name, weight in model.state_dict().items():
            if type(weight) is not torch.Tensor:  # packed weights of a compression
                return None
            digest.update(name.encode())
            digest.update(memoryview(weight.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()))
    except (RuntimeError, TypeError, OSError):
        return None
    return digest.hexdigest()


def _load(kept: Path, folder: Path, facts: dict[str, Any]) -> Conversion | None:
    """Copy a cached conversion to the folder; return None if there is none, or if it is damaged and so removed."""
    try:
        about: dict[str, Any] = json.loads((kept / _ABOUT).read_text(encoding="utf-8"))
        for name, checksum in about["files"].items():
            shutil.copyfile(kept / name, folder / name)
            if _checksum(folder / name) != checksum:
                raise ValueError(name)
        conversion = Conversion(folder / about["open"], float(about["seconds"]), is_kept=True)
        facts |= about["facts"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        for path in folder.iterdir():
            path.unlink()
        shutil.rmtree(kept, ignore_errors=True)
        return None
    with suppress(OSError):
        os.utime(kept)
    return conversion


def _keep(conversion: Conversion, folder: Path, kept: Path, facts: dict[str, Any]) -> None:
    cache = private_folder(kept.parent)
    files = [path for path in folder.iterdir() if path.is_file()]
    temporary = Path(tempfile.mkdtemp(prefix=".", dir=cache))
    try:
        for path in files:
            shutil.copyfile(path, temporary / path.name)
        checksums = {path.name: _checksum(path) for path in files}
        about = {"open": conversion.path.name, "seconds": conversion.seconds, "files": checksums, "facts": facts}
        (temporary / _ABOUT).write_text(json.dumps(about), encoding="utf-8")
        with suppress(OSError):  # another run was faster
            temporary.rename(kept)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    left = _MOST_BYTES
    for other in sorted(cache.iterdir(), key=lambda entry: entry.stat().st_mtime, reverse=True):
        left -= sum(path.stat().st_size for path in other.iterdir())
        if left < 0 and other != kept:
            shutil.rmtree(other, ignore_errors=True)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()
