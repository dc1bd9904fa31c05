"""What an engine is: an entry of a list, and what loads a trained model in the workload's process. The first is torch as it is."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.needs import Need
from gpuscope.workloads.workload import PRECISIONS

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class Engine:
    """One engine. A subclass sets the words and loads models.

    Attributes:
        key: Its name behind ``--engine``.
        title: In a few words.
        help: A paragraph in plain words: what it does, and when it does not help.
        tasks: The tasks that it runs.
        devices: Kinds of devices that it runs on.
        precisions: Number formats that it computes in.
        needs: Packages and tools that it needs beside torch.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ("inference",)
    devices: ClassVar[tuple[str, ...]] = ("cpu",)
    precisions: ClassVar[tuple[str, ...]] = ("fp32",)
    needs: ClassVar[tuple[Need, ...]] = ()

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return in words why it does not fit a spec, beyond task, device and precision; None when it does."""

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the forward pass of a model.

        Args:
            model: In eval mode, on its device, in its stored precision.
            example: A batch as the loop will hand it in.
            setting: The run.

        Raises:
            UnavailableError: The engine rejects the model.
        """
        raise NotImplementedError

    def values(self) -> Mapping[str, Quantity]:
        """Return what it measured while it loaded the model: "model_size_bytes", "load_time"."""
        return {}

    def facts(self) -> Mapping[str, Any]:
        """Return what is worth knowing, for the environment: its version."""
        return {}


class Eager(Engine):
    """The default."""

    key = "eager"
    title = "torch, eager"
    help = "Runs each operation when it is reached. What all others are compared with."
    tasks = ("training", "inference")
    devices = ("cpu", "cuda", "mps", "xpu")
    precisions = PRECISIONS

    def __init__(self) -> None:
        self._load_time = Quantity.missing("s", "the model was not loaded")

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the model, its weights read from a file, and take one batch."""
        import torch

        forward: Callable[[torch.Tensor], torch.Tensor] = model
        try:
            opening = _read_back(model, setting.device)
        except Exception as error:  # noqa: BLE001 - of packed forms some can be written and not read
            self._load_time = Quantity.missing("s", f"torch does not read back this model's weights: {type(error).__name__}")
            return forward
        with setting.precision.autocast():
            forward(example)
        if setting.device.type != "cpu":
            torch.accelerator.synchronize(setting.device)
        self._load_time = Quantity(time.perf_counter() - opening, "s", Quality.MEASURED, "perf_counter; weights from a file, first batch")
        return forward

    def values(self) -> Mapping[str, Quantity]:
        """Return how long it took to read the weights and take the first batch."""
        return {"load_time": self._load_time}


def _read_back(model: nn.Module, device: torch.device) -> float:
    """Write a model's weights into a file and reads them from it. Returns the stamp between the two."""
    import torch

    with tempfile.TemporaryDirectory(prefix="gpuscope-engine-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # types that torch is about to give up
        with torch.inference_mode(False), torch.no_grad():  # tensors of packed forms are ordinary ones
            path = Path(folder, "weights.pt")
            torch.save(model.state_dict(), path)
            opening = time.perf_counter()
            model.load_state_dict(torch.load(path, map_location=device, weights_only=True))
    return opening
