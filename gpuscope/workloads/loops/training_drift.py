"""How far a training is from the same in FP64: its first losses against those of a twin, which is trained when the run is over."""

from collections.abc import Sequence

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.build import build_model
from gpuscope.workloads.precision import Precision
from gpuscope.workloads.steps.setting import Setting

_MOST_OPERATIONS = 3e10
"""Of the twin: some seconds on two cores."""


class TrainingDrift:
    """Remembers how a training begins. Made before its model is built, whose first weights come from the random numbers from here on.

    Args:
        setting: The run.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._random = torch.get_rng_state()

    def quantity(self, losses: Sequence[torch.Tensor], dataset: Dataset, operations: float | None, *, parted: bool = False) -> Quantity:
        """Return the largest difference of the first losses, relative to the twin's; missing with its reason.

        Args:
            losses: Of the run's first steps, warm-up included.
            dataset: What it was trained on, in main memory.
            operations: FLOP of a step; None where nobody knows.
            parted: Whether ranks took parts of each batch; the twin takes it whole.
        """
        spec = self._setting.spec
        if "workers" in spec.options:
            return Quantity.missing("1", "samples are changed at random, and a twin in FP64 would get others")
        steps = min(len(losses), int(_MOST_OPERATIONS / (operations or 1.0)))
        if self._setting.stop.requested or not losses:
            return Quantity.missing("1", "the run was stopped before a twin in FP64 was trained")
        if steps == 0:
            return Quantity.missing("1", "a twin in FP64 would take too long on the processor; inference tells the drift of one pass")
        try:
            return self._compared(losses[:steps], dataset, parted=parted)
        except KeyboardInterrupt:
            return Quantity.missing("1", "the run was stopped before a twin in FP64 was trained")

    def _compared(self, losses: Sequence[torch.Tensor], dataset: Dataset, *, parted: bool) -> Quantity:
        twin = self._twin()
        if any(isinstance(layer, nn.Dropout) for layer in twin.modules()):
            return Quantity.missing("1", "dropout leaves out other units in another number format")
        if parted and any(isinstance(layer, nn.modules.batchnorm._BatchNorm) for layer in twin.modules()):
            return Quantity.missing("1", "each rank normalizes by its own part of a batch, and a twin in FP64 by the whole")
        true = self._losses(twin, dataset, len(losses))
        measured = torch.stack([loss.double().cpu() for loss in losses])
        drift = ((measured - true).abs() / true.abs()).max().item()
        return Quantity(drift, "1", Quality.DERIVED, f"losses of the first {len(losses)} steps against the same training in FP64")

    def _twin(self) -> nn.Module:
        with torch.random.fork_rng(devices=[]):
            torch.set_rng_state(self._random)
            return build_model(self._setting.spec).double()

    def _losses(self, twin: nn.Module, dataset: Dataset, steps: int) -> torch.Tensor:
        spec = self._setting.spec
        form = classifier.sample_form(spec, lambda samples: samples.double() if samples.is_floating_point() else samples)
        batches = Batches(dataset, self._setting.batch_size, spec.seed, form)
        step = training_step(twin, classifier.build_optimizer(spec, twin), batches, Precision("fp64", "cpu"))
        return torch.stack([step().detach() for _ in range(steps)])
