"""How far a model's answers are from those that it should give: in FP64, and of the eager model of which it is another form."""

import copy
from collections.abc import Callable

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.tolerance import agreement_words
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.models.classifier import Form, sample_form
from gpuscope.workloads.steps.setting import Setting

_SAMPLES = 32
_LARGE_SAMPLES = 4
"""Of those that are scaled up: a pass of 32 in FP64 would take minutes on the processor."""
Answers = Callable[[nn.Module, torch.Tensor], torch.Tensor]


class Agreement:
    """Some held-out samples, and a trained model's logits of them in FP64, computed in main memory on the processor.

    Args:
        model: In eval mode, trained, before optimizations and engines change it.
        dataset: On its device, in its stored precision.
        setting: The run.
        answers: The logits that a plain model gives of samples, where those are not all that it returns.
    """

    def __init__(self, model: nn.Module, dataset: Dataset, setting: Setting, answers: Answers = nn.Module.__call__) -> None:
        known = setting.workload
        count = _SAMPLES if known.data_shape == known.sample_shape else _LARGE_SAMPLES
        self._samples, self._precision, self._answers = dataset.held_out_images[:count], setting.precision, answers
        self._plain_form = sample_form(setting.spec, lambda images: images)
        samples = self._plain_form(self._samples).cpu()
        with torch.inference_mode():
            exact = copy.deepcopy(model).to("cpu", torch.float64)
            self._true = answers(exact, samples.double() if samples.is_floating_point() else samples)
        self._eager = self._true

    def keep_eager(self, model: nn.Module) -> None:
        """Take the logits of a model, by torch in the run's precision, before it is compiled, converted or laid out anew."""
        self._eager = self._logits(lambda samples: self._answers(model, samples), self._plain_form)

    def drift(self, forward: Form, form: Form) -> Quantity:
        """Return how far a forward pass in the run's precision is from FP64.

        Args:
            forward: The pass that is measured.
            form: Brings samples into the form that it takes.
        """
        return self._quantity(_largest_error(self._logits(forward, form), self._true), "the same weights in FP64")

    def error(self, forward: Form, form: Form) -> Quantity:
        """Return how far a forward pass is from that of the eager model that was kept, and whether the two agree."""
        error = _largest_error(self._logits(forward, form), self._eager)
        return self._quantity(error, f"the eager model in the same precision, {agreement_words(error, self._precision.key)}")

    def _logits(self, forward: Form, form: Form) -> torch.Tensor:
        with torch.inference_mode(), self._precision.autocast():
            return forward(form(self._samples)).double().cpu()

    def _quantity(self, error: float, reference: str) -> Quantity:
        return Quantity(error, "1", Quality.DERIVED, f"logits of {len(self._true)} held-out samples against {reference}")


def _largest_error(logits: torch.Tensor, true: torch.Tensor) -> float:
    return float((logits - true).abs().max() / true.abs().max())
