"""What engines share that run another form of the model: it is made once, in a file, for batches of one size, and opened."""

from __future__ import annotations

import contextlib
import logging
import tempfile
import time
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.engines.engine import Engine

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


class Converted(Engine):
    """An engine with a form of its own for a model.

    Attributes:
        distribution: The package whose version is told.
    """

    distribution: ClassVar[str]

    def __init__(self) -> None:
        self._values: dict[str, Quantity] = {}
        self._facts: dict[str, Any] = {}

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Convert the model, open what came of it, and take one batch, which tells whether the engine accepts it."""
        from importlib import metadata  # 15 ms, and the window imports every engine

        from gpuscope.workloads.engines.fixed_size import WholeBatches

        with tempfile.TemporaryDirectory(prefix="gpuscope-engine-") as name, self._in_words(), quietly():
            folder, begin = Path(name), time.perf_counter()
            path = self.convert(model, example, folder, setting)
            opening = time.perf_counter()
            forward = self.open(path, example, setting)
            forward(example)
            opened = time.perf_counter()
            self._values = {
                "model_size_bytes": _size(folder),
                "load_time": Quantity(opened - opening, "s", Quality.MEASURED, "perf_counter"),
            }
        self._facts |= {"engine_version": metadata.version(self.distribution), "engine_conversion_s": opening - begin}
        return WholeBatches(forward, len(example))

    @abstractmethod
    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the engine's form of the model into a folder; return the file to open."""

    @abstractmethod
    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the forward pass for batches of the example's shape, from the file alone."""

    def values(self) -> Mapping[str, Quantity]:
        """Return the size of the engine's form on disk, and how long it took to open it and take the first batch."""
        return self._values

    def facts(self) -> Mapping[str, Any]:
        """Return the engine's version, how long the conversion took, and what the engine adds."""
        return self._facts

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
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
    """Hold back what exporters say to their own developers: deprecations, packages that they could use as well."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
