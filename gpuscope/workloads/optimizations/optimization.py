"""The base class of optimizations: a description, and hooks that the loops call in the workload's process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.needs import Need

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class Optimization:
    """One optimization. A subclass sets the description and overrides the hooks that it needs; by default they change nothing.

    Attributes:
        key: Value of ``--optimize``.
        title: A short title.
        help: A paragraph: what it does, and when it does not help.
        tasks: Tasks that it applies to.
        families: Families of workloads that it applies to; () for all.
        devices: Kinds of device that it works on.
        excludes: Keys of optimizations that it cannot be combined with.
        needs: Packages and programs that it requires in addition to torch.
        compresses: Whether it changes trained weights, so that accuracy and size before it are reported too.
        micro_batches: Number of micro-batches per step.
        saves_memory: Whether a step needs less of the device's memory than its workload estimates, by an unknown amount.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ("training", "inference")
    families: ClassVar[tuple[str, ...]] = ()
    devices: ClassVar[tuple[str, ...]] = ("cpu", "cuda", "mps", "xpu")
    excludes: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[Need, ...]] = ()
    compresses: ClassVar[bool] = False
    micro_batches: ClassVar[int] = 1
    saves_memory: ClassVar[bool] = False

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Return why the optimization does not fit a spec, apart from task, family and device; None if it does."""

    def begin(self, setting: Setting) -> None:
        """Set per-process state; called before the model is built."""

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the model to run, given the model on its device and in its storage type; in inference it is already trained."""
        return model

    def batch(self, images: torch.Tensor) -> torch.Tensor:
        """Return a batch in the form that the model takes."""
        return images

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Return arguments for the optimizer, such as ``fused=True``."""
        return {}

    def around_step(self) -> AbstractContextManager[object]:
        """Return a context for every forward and backward pass; entered once around the measured loop."""
        return nullcontext()

    def wrap_step(self, step: Callable[..., Any], setting: Setting) -> Callable[..., Any]:
        """Return the function that takes one step."""
        return step

    def values(self) -> Mapping[str, Quantity]:
        """Return the quantities that the optimization itself measured, by metric key."""
        return {}

    def facts(self) -> Mapping[str, Any]:
        """Return facts for the run's environment."""
        return {}


class Compression(Optimization):
    """A compression of a trained model."""

    tasks: ClassVar[tuple[str, ...]] = ("inference",)
    compresses: ClassVar[bool] = True


def weighted(model: nn.Module) -> list[nn.Linear | nn.Conv2d]:
    """Return the linear layers and convolutions of a model, which hold nearly all of its weights."""
    from torch import nn

    return [module for module in model.modules() if isinstance(module, nn.Linear | nn.Conv2d)]
