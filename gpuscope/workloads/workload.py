"""The description of a workload: an entry of the catalogue. Does not import torch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.field import Field
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.needs import Need

PRECISIONS = ("fp64", "fp32", "tf32", "bf16", "fp16")
TRAINING = "loops.training:run_training"
INFERENCE = "loops.inference:run_inference"
KERNEL = "loops.kernel:run_kernel"
OPTIMIZERS: Mapping[str, float] = MappingProxyType({"sgd": 0.01, "momentum": 0.01, "adam": 0.001, "adamw": 0.001, "rmsprop": 0.001})
"""Optimizers for training, with the usual learning rate of each."""
CLASSIFIER = {"training": TRAINING, "inference": INFERENCE}

Limit = tuple[str, GpuscopeError]
"""The key of the field that conflicts with others, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """Something that can be run.

    Attributes:
        key: Its name on the command line.
        title: A short title.
        help: One or two sentences.
        tasks: Supported values of ``task``; () if it has no tasks.
        precisions: Supported number formats, on any device.
        default_batch_size: Samples per step by default.
        options: Its own options, set by ``--set``.
        inference_options: Keys of the options for inference only.
        data_sets: Data sets that it accepts, the default first; () if it generates its own numbers.
        samples_unit: What a sample is, in the plural.
        step_memory: Returns the bytes that one step of a spec needs in addition to the data set.
        loops: Function that runs it in its process, as "module:function" below ``gpuscope.workloads``, by task ("" for a kernel). It
            takes a ``Setting`` and returns an ``Outcome``. By default it is a kernel.
        operations: Returns the FLOP of one step of a spec by formula; None if there is no formula, so that torch counts the eager model's.
        model: Function that builds the network, as above; takes a spec, returns it in FP32 in main memory. "" for none.
        sample_shape: Shape of one sample as the model takes it; () if it generates its own numbers.
        kept_shape: Shape of one sample as stored on the device, from which it is scaled up; () for ``sample_shape``.
        cpu_test_samples: Maximum number of held-out samples in a test on the CPU; 0 for all.
        reader: Function that reads a data set that is not images, as above; takes a spec, returns a ``Dataset``.
        training_options: Keys of the options for training only.
        samples: Returns the samples per step of a spec; None if that is the batch size.
        optimizer: Default optimizer and its learning rate.
        devices: Kinds of device that it runs on.
        needs: Packages and tools that it requires in addition to torch.
        family: Group in lists.
        limit: Returns a conflict between fields of a spec, or None if there is none; None for a workload without such limits.
        parallel: Keys of the optimizations that can spread its training over several processes; its model must be a chain of layers for
            "pipeline-parallel", and have linear layers in pairs for "tensor-parallel".
        elsewhere: Why it runs only on ``devices``, and what to run instead; "" if that is obvious.
    """

    key: str
    title: str
    help: str
    options: tuple[Field, ...]
    samples_unit: str
    step_memory: Callable[[ResolvedSpec], int]
    loops: Mapping[str, str] = field(default_factory=lambda: {"": KERNEL})
    tasks: tuple[str, ...] = ()
    precisions: tuple[str, ...] = PRECISIONS
    default_batch_size: int = 1
    inference_options: frozenset[str] = frozenset()
    data_sets: tuple[str, ...] = ()
    operations: Callable[[ResolvedSpec], float] | None = None
    model: str = ""
    sample_shape: tuple[int, ...] = ()
    kept_shape: tuple[int, ...] = ()
    cpu_test_samples: int = 0
    optimizer: tuple[str, float] = ("sgd", 0.01)
    devices: tuple[str, ...] = ("cpu", "cuda", "mps", "xpu")
    needs: tuple[Need, ...] = ()
    family: str = "kernels"
    reader: str = ""
    training_options: frozenset[str] = frozenset()
    samples: Callable[[ResolvedSpec], int] | None = None
    limit: Callable[[ResolvedSpec], Limit | None] | None = None
    elsewhere: str = ""
    parallel: tuple[str, ...] = ("ddp", "fsdp2", "pipeline-parallel", "tensor-parallel")

    @property
    def family_title(self) -> str:
        """The family as a heading."""
        return self.family.capitalize()

    def memory_bytes(self, spec: ResolvedSpec) -> int:
        """Return the approximate bytes that a spec needs on its device: one step plus the data set."""
        from gpuscope.workloads.data.source import data_bytes

        return self.step_memory(spec) + (data_bytes(self.data_shape, self.data_sets, spec) if self.data_sets else 0)

    @property
    def data_shape(self) -> tuple[int, ...]:
        """The shape of one sample of the data set."""
        return self.kept_shape or self.sample_shape

    def samples_per_step(self, spec: ResolvedSpec) -> int | None:
        """Return the samples per step; for a spec spread over several machines, this machine's share."""
        whole = spec.batch_size if self.samples is None else self.samples(spec)
        return None if whole is None else whole // spec.nodes

    def options_of(self, task: str) -> dict[str, Field]:
        """Return the options of a task by key."""
        others = self.training_options if task == "inference" else self.inference_options
        return {field.key: field for field in self.options if field.key not in others}

    @property
    def all_options(self) -> dict[str, Field]:
        """The options of every task, by key."""
        return {field.key: field for field in self.options}

    def learning_rate(self, optimizer: str) -> float:
        """Return the default learning rate of an optimizer."""
        own, rate = self.optimizer
        return rate if optimizer == own else OPTIMIZERS[optimizer]

    def steps_kind(self, task: str) -> str:
        """Return what one step is: "optimizer" (a .step() call), "forward" or "kernel"."""
        if not self.tasks:
            return "kernel"
        return "optimizer" if task == "training" else "forward"


def resolve_reference(text: str) -> Any:
    """Import and return the object that a "module:name" reference names.

    Raises:
        ImportError: The module does not exist, or one of its requirements is not installed.
    """
    module, _, name = text.partition(":")
    return getattr(import_module(f"gpuscope.workloads.{module}"), name)
