"""How far a model's answers are from those that it should give: in FP64, and of the eager model that an engine was given."""

import copy

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.catalog import workload
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.classifier import Form, sample_form
from gpuscope.workloads.loops.setting import Setting

_SAMPLES = 32
_LARGE_SAMPLES = 4
"""Of those that are scaled up: a pass of 32 in FP64 would take minutes on the processor."""


class Agreement:
    """Some held-out samples, and a trained model's logits of them in FP64, computed in main memory on the processor.

    Args:
        model: In eval mode, trained, before optimizations and engines change it.
        dataset: On its device, in its stored precision.
        setting: The run.
    """

    def __init__(self, model: nn.Module, dataset: Dataset, setting: Setting) -> None:
        known = workload(setting.spec.workload)
        count = _SAMPLES if known.data_shape == known.sample_shape else _LARGE_SAMPLES
        self._samples, self._precision = dataset.held_out_images[:count], setting.precision
        samples = sample_form(setting.spec, lambda images: images)(self._samples).cpu()
        with torch.inference_mode():
            exact = copy.deepcopy(model).to("cpu", torch.float64)
            self._true = exact(samples.double() if samples.is_floating_point() else samples)

    def drift(self, forward: Form, form: Form) -> Quantity:
        """Returns how far a forward pass in the run's precision is from FP64.

        Args:
            forward: The pass that is measured.
            form: Brings samples into the form that it takes.
        """
        return self._quantity(self._logits(forward, form), self._true, "the same weights in FP64")

    def error(self, forward: Form, eager: nn.Module, form: Form) -> Quantity:
        """Returns how far an engine's forward pass is from that of the model that it was given, by torch in the same precision."""
        return self._quantity(self._logits(forward, form), self._logits(eager, form), "the eager model in the same precision")

    def _logits(self, forward: Form, form: Form) -> torch.Tensor:
        with torch.inference_mode(), self._precision.autocast():
            return forward(form(self._samples)).double().cpu()

    def _quantity(self, found: torch.Tensor, true: torch.Tensor, what: str) -> Quantity:
        error = ((found - true).abs().max() / true.abs().max()).item()
        return Quantity(error, "1", Quality.DERIVED, f"logits of {len(true)} held-out samples against {what}")
