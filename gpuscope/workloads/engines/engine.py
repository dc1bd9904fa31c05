"""The base class of engines, which describe themselves and load a trained model in the workload's process; and eager torch."""

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
    """One engine. A subclass sets the description and implements ``load``.

    Attributes:
        key: Value of ``--engine``.
        title: A short title.
        help: A paragraph: what it does, and when it does not help.
        tasks: Supported tasks.
        devices: Kinds of device that it runs on.
        precisions: Supported number formats.
        needs: Packages and programs that it requires in addition to torch.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ("inference",)
    devices: ClassVar[tuple[str, ...]] = ("cpu",)
    precisions: ClassVar[tuple[str, ...]] = ("fp32",)
    needs: ClassVar[tuple[Need, ...]] = ()

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Return why the engine does not support a spec, apart from task, device and precision; None if it does."""

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the forward pass of a model.

        Args:
            model: In eval mode, on its device, in its storage type.
            example: A batch in the form that the loop will pass.
            setting: The run.

        Raises:
            UnavailableError: The engine rejects the model.
        """
        raise NotImplementedError

    def values(self) -> Mapping[str, Quantity]:
        """Return the quantities measured while loading: "model_size_bytes", "load_time"."""
        return {}

    def facts(self) -> Mapping[str, Any]:
        """Return facts for the run's environment, such as the version."""
        return {}


class Eager(Engine):
    """Eager torch, the default."""

    key = "eager"
    title = "torch, eager"
    help = "Runs each operation as Python reaches it. The reference for all other engines."
    tasks = ("training", "inference")
    devices = ("cpu", "cuda", "mps", "xpu")
    precisions = PRECISIONS

    def __init__(self) -> None:
        self._load_time = Quantity.missing("s", "the model was not loaded")

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the model, after reading its weights from a file and running one batch."""
        import torch

        forward: Callable[[torch.Tensor], torch.Tensor] = model
        try:
            opening = _read_back(model, setting.device)
        except Exception as error:  # noqa: BLE001 - some packed formats can be written but not read
            self._load_time = Quantity.missing("s", f"torch does not read back this model's weights: {type(error).__name__}")
            return forward
        with setting.precision.autocast():
            forward(example)
        if setting.device.type != "cpu":
            torch.accelerator.synchronize(setting.device)
        self._load_time = Quantity(time.perf_counter() - opening, "s", Quality.MEASURED, "perf_counter; weights from a file, first batch")
        return forward

    def values(self) -> Mapping[str, Quantity]:
        """Return the time to read the weights and run the first batch."""
        return {"load_time": self._load_time}


def _read_back(model: nn.Module, device: torch.device) -> float:
    """Write a model's weights to a file and read them back; return the timestamp between the two, in seconds."""
    import torch

    with tempfile.TemporaryDirectory(prefix="gpuscope-engine-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # storage types that torch deprecates
        with torch.inference_mode(False), torch.no_grad():  # packed tensors cannot be inference tensors
            path = Path(folder, "weights.pt")
            torch.save(model.state_dict(), path)
            opening = time.perf_counter()
            model.load_state_dict(torch.load(path, map_location=device, weights_only=True))
    return opening
