"""Deviation of results from FP64, and from the eager model: of a forward pass, and of a training's first losses."""

import copy
from collections.abc import Callable, Sequence

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.tolerance import agreement_text
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import Form, build_model, sample_form
from gpuscope.workloads.steps.setting import Precision, Setting

_SAMPLES = 32
"""Number of samples; an FP64 forward pass of this many small images is quick on the CPU."""
_LARGE_SAMPLES = 4
"""Number of samples for images that are scaled up: an FP64 forward pass of 32 would take minutes on the CPU."""
Answers = Callable[[nn.Module, torch.Tensor], torch.Tensor]


class Agreement:
    """Compares logits with those of the trained model in FP64, for some held-out samples, computed on the CPU.

    Args:
        model: In eval mode, before optimizations and engines change it.
        dataset: On its device, in its storage type.
        answers: Returns a model's logits, if they are not its whole output.
    """

    def __init__(self, model: nn.Module, dataset: Dataset, setting: Setting, answers: Answers = nn.Module.__call__) -> None:
        definition = setting.workload
        count = _SAMPLES if definition.data_shape == definition.sample_shape else _LARGE_SAMPLES
        self._samples, self._precision, self._answers = dataset.held_out_images[:count], setting.precision, answers
        self._plain_form = sample_form(setting.spec, lambda images: images)
        samples = self._plain_form(self._samples).cpu()
        with torch.inference_mode():
            exact = copy.deepcopy(model).to("cpu", torch.float64)
            self._true = answers(exact, samples.double() if samples.is_floating_point() else samples)
        self._eager = self._true

    def keep_eager(self, model: nn.Module) -> None:
        """Store the logits of the eager model in the run's precision, before it is compiled, converted or laid out differently."""
        self._eager = self._logits(lambda samples: self._answers(model, samples), self._plain_form)

    def drift(self, forward: Form, form: Form) -> Quantity:
        """Return the deviation of the measured forward pass, whose samples ``form`` converts, in the run's precision from FP64."""
        return self._quantity(_largest_error(self._logits(forward, form), self._true), "the same weights in FP64")

    def error(self, forward: Form, form: Form) -> Quantity:
        """Return the deviation of a forward pass from the stored eager logits, and whether the two agree."""
        error = _largest_error(self._logits(forward, form), self._eager)
        return self._quantity(error, f"the eager model in the same precision, {agreement_text(error, self._precision.key)}")

    def _logits(self, forward: Form, form: Form) -> torch.Tensor:
        with torch.inference_mode(), self._precision.autocast():
            samples = self._samples.clone()  # in inference mode like those of the steps; otherwise a compiled model would be recompiled
            return forward(form(samples)).double().cpu()

    def _quantity(self, error: float, reference: str) -> Quantity:
        return Quantity(error, "1", Quality.DERIVED, f"logits of {len(self._true)} held-out samples against {reference}")


def _largest_error(logits: torch.Tensor, true: torch.Tensor) -> float:
    return float((logits - true).abs().max() / true.abs().max())


_MOST_OPERATIONS = 3e10
"""Maximum FLOP of the FP64 training: a few seconds on two cores."""


class TrainingDrift:
    """Compares a training's first losses with an FP64 twin. Create it before the model: it stores the random state for its weights."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._random = torch.get_rng_state()

    def quantity(self, losses: Sequence[torch.Tensor], dataset: Dataset, operations: float | None, *, parted: bool = False) -> Quantity:
        """Return the largest relative difference of the first losses from the twin's; missing, with a reason, if there can be no twin.

        Args:
            losses: Losses of the run's first steps, including warm-up.
            dataset: The training data, in main memory.
            operations: FLOP per step; None if unknown.
            parted: Whether each rank took a part of each batch; the twin takes whole batches.
        """
        spec = self._setting.spec
        if "workers" in spec.options:
            return Quantity.missing("1", "samples are changed at random, and a twin in FP64 would get others")
        steps = min(len(losses), int(_MOST_OPERATIONS / (operations or 1.0)))
        if self._setting.stop.requested or not losses:
            return Quantity.missing("1", "the run was stopped before a twin in FP64 was trained")
        if steps == 0:
            return Quantity.missing("1", "a twin in FP64 would take too long on the processor; inference measures the drift of one pass")
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
