"""What a workload is: an entry of the catalogue. Does not import torch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import Field, ResolvedSpec
from gpuscope.workloads.needs import Need

PRECISIONS = ("fp64", "fp32", "tf32", "bf16", "fp16")
TRAINING = "loops.training:run_training"
INFERENCE = "loops.inference:run_inference"
KERNEL = "loops.kernel:run_kernel"
OPTIMIZERS: Mapping[str, float] = MappingProxyType({"sgd": 0.01, "momentum": 0.01, "adam": 0.001, "adamw": 0.001, "rmsprop": 0.001})
"""What training can use, and the usual learning rate of each."""
CLASSIFIER = {"training": TRAINING, "inference": INFERENCE}

Limit = tuple[str, GpuscopeError]
"""The key of the field that does not go with the others, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """Something that can be run.

    Attributes:
        key: Its name on the command line.
        title: In a few words.
        help: One or two sentences.
        tasks: The values of ``task`` that it knows; () when it has none.
        precisions: The number formats that it knows, here or elsewhere.
        default_batch_size: Samples a step when nothing is said.
        options: Its own options, behind ``--set``.
        inference_options: Keys of those options that only inference has.
        data_sets: What it can be fed, the default first; () when it makes its own numbers.
        samples_unit: What a sample is, in the plural.
        step_memory: Bytes that one step of a spec needs beside the data set.
        loops: What runs it in its process, as "module:function" below ``gpuscope.workloads``, by task ("" for a kernel). The function
            takes a ``Setting`` and returns an ``Outcome``.
        operations: FLOP of one step of a spec, by formula; None when there is none, and torch counts the eager model.
        model: What builds the network, as above; takes a spec and returns it in FP32 in main memory. "" for none.
        sample_shape: Of one sample as the model takes it; () when it makes its own numbers.
        kept_shape: Of one sample as the data set is kept on the device, and scaled up when it is taken; () for ``sample_shape``.
        cpu_test_samples: Held-out samples that a test on the CPU looks at, at most; 0 for all.
        reader: What reads its data set where that is not a set of images, as above; takes a spec and returns a ``Dataset``.
        training_options: Keys of the options that only training has.
        samples: Samples of one step of a spec; None when the batch size is their number.
        optimizer: That it is trained with when nothing is said, and its learning rate.
        devices: Kinds of devices that it runs on.
        needs: Packages and tools that it needs beside torch.
        family: What it is about, for lists.
        limit: What does not go together in a spec; None when everything does.
        parallel: Keys of the optimizations that can spread its training over several processes; its model must be a chain of layers for
            "pipeline-parallel", and have linear layers in pairs for "tensor-parallel".
        elsewhere: Why it runs on ``devices`` alone, and what to run instead; "" when they say it themselves.
    """

    key: str
    title: str
    help: str
    tasks: tuple[str, ...]
    precisions: tuple[str, ...]
    default_batch_size: int
    options: tuple[Field, ...]
    inference_options: frozenset[str]
    data_sets: tuple[str, ...]
    samples_unit: str
    step_memory: Callable[[ResolvedSpec], int]
    loops: Mapping[str, str]
    operations: Callable[[ResolvedSpec], float] | None = None
    model: str = ""
    sample_shape: tuple[int, ...] = ()
    kept_shape: tuple[int, ...] = ()
    cpu_test_samples: int = 0
    optimizer: tuple[str, float] = ("sgd", 0.01)
    devices: tuple[str, ...] = ("cpu", "cuda", "mps", "xpu")
    needs: tuple[Need, ...] = ()
    family: str = ""
    reader: str = ""
    training_options: frozenset[str] = frozenset()
    samples: Callable[[ResolvedSpec], int] | None = None
    limit: Callable[[ResolvedSpec], Limit | None] | None = None
    elsewhere: str = ""
    parallel: tuple[str, ...] = ("ddp", "fsdp2", "pipeline-parallel", "tensor-parallel")

    @property
    def family_title(self) -> str:
        """What it is about, as a heading."""
        return self.family.capitalize()

    def memory_bytes(self, spec: ResolvedSpec) -> int:
        """Return about how many bytes a spec needs on its device: a step and the data set."""
        from gpuscope.workloads.data.source import data_bytes

        return self.step_memory(spec) + (data_bytes(self.data_shape, self.data_sets, spec) if self.data_sets else 0)

    @property
    def data_shape(self) -> tuple[int, ...]:
        """The shape of one sample of the data set."""
        return self.kept_shape or self.sample_shape

    def samples_per_step(self, spec: ResolvedSpec) -> int | None:
        """Return how many samples a step of a spec has; of one that is spread over several machines, the share of this one."""
        whole = spec.batch_size if self.samples is None else self.samples(spec)
        return None if whole is None else whole // spec.nodes

    def options_of(self, task: str) -> dict[str, Field]:
        """Return the options that a task has, by key."""
        others = self.training_options if task == "inference" else self.inference_options
        return {field.key: field for field in self.options if field.key not in others}

    @property
    def all_options(self) -> dict[str, Field]:
        """The options of every task, by key."""
        return {field.key: field for field in self.options}

    def learning_rate(self, optimizer: str) -> float:
        """Return the learning rate of an optimizer when nothing is said."""
        own, rate = self.optimizer
        return rate if optimizer == own else OPTIMIZERS[optimizer]

    def steps_kind(self, task: str) -> str:
        """Return what one step is: "optimizer" (a .step() call), "forward" or "kernel"."""
        if not self.tasks:
            return "kernel"
        return "optimizer" if task == "training" else "forward"


def resolve_reference(text: str) -> Any:
    """Import and return what a name stands for.

    Raises:
        ImportError: There is no such module, or it needs what is not installed.
    """
    module, _, name = text.partition(":")
    return getattr(import_module(f"gpuscope.workloads.{module}"), name)
