"""What an engine is: an entry of a list, and what loads a trained model in the workload's process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.needs import Need

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
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
        """Return in words why it does not fit a resolved spec, beyond task, device and precision; None when it does."""

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
