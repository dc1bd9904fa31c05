"""The base class of engines with their own model format; a model is converted for one batch size, and loaded from a file."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
import time
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.engines.engine import Engine
from gpuscope.workloads.engines.kept_conversions import Conversion, convert_once

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


_NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"
"""Read by ONNX Runtime when it starts, for the rest of the process: without it, ONNX Runtime sends events to Microsoft and keeps an
identity in the user's home, from 1.31 on also on Linux (its Privacy.md)."""


class Converted(Engine):
    """An engine with its own model format.

    Attributes:
        distribution: The package whose version is recorded.
    """

    distribution: ClassVar[str]

    def __init__(self) -> None:
        self._values: dict[str, Quantity] = {}
        self._facts: dict[str, Any] = {}

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Convert the model, load the result, and run one batch, which shows whether the engine accepts it."""
        from importlib import metadata  # takes 15 ms to import, and the window imports every engine

        with tempfile.TemporaryDirectory(prefix="gpuscope-engine-") as name, self._explained(), quietly(), without_telemetry():
            folder = Path(name)
            conversion = self._converted(model, example, folder, setting)
            opening = time.perf_counter()
            forward = self.open(conversion.path, example, setting)
            forward(example)
            opened = time.perf_counter()
            self._values = {
                "model_size_bytes": _size(folder),
                "load_time": Quantity(opened - opening, "s", Quality.MEASURED, "perf_counter"),
            }
        self._facts |= {"engine_version": metadata.version(self.distribution), "engine_conversion_s": conversion.seconds}
        if conversion.is_kept:
            self._facts["engine_conversion"] = "kept from an earlier run"
        return WholeBatches(forward, len(example))

    def _converted(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Conversion:
        """Return the converted model; subclasses whose result depends only on the model and the run cache it for later runs."""
        begin = time.perf_counter()
        path = self.convert(model, example, folder, setting)
        return Conversion(path, time.perf_counter() - begin, is_kept=False)

    @abstractmethod
    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the converted model into a folder; return the file to open."""

    @abstractmethod
    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Load the file, and return the forward pass for batches of the example's shape."""

    def values(self) -> Mapping[str, Quantity]:
        """Return the size of the converted model on disk, and the time to load it and run the first batch."""
        return self._values

    def facts(self) -> Mapping[str, Any]:
        """Return the engine's version, the duration of the conversion, and the engine's other facts."""
        return self._facts

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (GpuscopeError, MemoryError):
            raise
        except Exception as error:
            if type(error).__name__ == "OutOfMemoryError":
                raise
            cause = str(error).strip().partition("\n")[0]
            raise UnavailableError(f"{self.key} rejects the model: {type(error).__name__}: {cause}", "Use --engine eager.") from error


def _size(folder: Path) -> Quantity:
    count = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Quantity(float(count), "B", Quality.MEASURED, "files that the conversion wrote")


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Silence the exporters' warnings that are meant for developers: deprecations, optional packages."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


@contextlib.contextmanager
def without_telemetry() -> Iterator[None]:
    """Keep ONNX Runtime from sending telemetry if it is started within this context, unless the user has set its variable."""
    if _NO_TELEMETRY in os.environ:
        yield
        return
    os.environ[_NO_TELEMETRY] = "1"
    try:
        yield
    finally:
        del os.environ[_NO_TELEMETRY]


class WholeBatches:
    """A forward pass with a fixed batch size; other batches are split into batches of that size, and the last one is padded.

    Args:
        forward: Takes exactly ``size`` samples.
        size: Samples per batch.
    """

    def __init__(self, forward: Callable[[torch.Tensor], torch.Tensor], size: int) -> None:
        self._forward, self._size = forward, size

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        """Return the outputs of all samples."""
        count = len(images)
        if count == self._size:
            return self._forward(images)
        import torch

        rest = -count % self._size
        filled = torch.cat([images, images[-1:].expand(rest, *images.shape[1:])]) if rest else images
        return torch.cat([self._forward(piece.contiguous()) for piece in filled.split(self._size)])[:count]


class ConvertedOnce(Converted):
    """An engine whose converted models are cached for later runs; engines that export to ONNX share the exported files."""

    def _converted(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Conversion:
        about = (self.key, *map(_version, (self.distribution, *_EXPORTERS)), setting.spec.seed, setting.spec.data, *self.depends_on())
        return convert_once(lambda: self.convert(model, example, folder, setting), folder, model, example, setting, about, self._facts)

    def depends_on(self) -> Sequence[object]:
        """Return what else the converted model depends on, apart from the run and the packages."""
        return ()

    def export(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the ONNX file, or copy the one from an earlier run."""
        about = ("onnx", *map(_version, _EXPORTERS))
        return convert_once(lambda: write_onnx(model, example, folder), folder, model, example, setting, about, {}).path


_EXPORTERS = ("onnxscript", "onnx")


def _version(distribution: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def write_onnx(model: nn.Module, example: torch.Tensor, folder: Path) -> Path:
    """Export a model for batches of the example's shape; the weights of a large model are written to a second file."""
    import torch

    path = folder / "model.onnx"
    program = torch.onnx.export(model, (example,), dynamo=True, verbose=False, input_names=["images"], output_names=["logits"])
    if program is None:
        raise RuntimeError("torch.onnx.export returned no program")
    program.save(path, external_data=_bytes(model) > _PROTOBUF_LIMIT)
    return path


_PROTOBUF_LIMIT = 1.5 * 2**30
"""A protobuf message is limited to 2 GiB, part of which the graph needs."""


def _bytes(model: nn.Module) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in (*model.parameters(), *model.buffers()))
