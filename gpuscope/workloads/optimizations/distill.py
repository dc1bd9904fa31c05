"""Knowledge distillation: a student of half the width learns from the trained model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.optimizations.optimization import Compression
from gpuscope.workloads.optimizations.pruning import chain_refusal, halved

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.data.dataset import Dataset
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class Distill(Compression):
    """Distillation on the teacher's softened logits (Hinton et al., arXiv 1503.02531)."""

    key = "distill"
    title = "Knowledge distillation, half of each layer"
    help = (
        "Trains a student with half of each layer's units or channels on the outputs of the trained model, for the same number of steps,"
        " and measures the student. Also reports the accuracy of the teacher, and of the same student trained on the labels only. It does"
        " not help on easy data, where labels suffice, and costs the training of a second model."
    )
    excludes = ("prune-structured",)

    def __init__(self) -> None:
        self._alone: Mapping[str, Quantity] = {}
        self._facts: Mapping[str, Any] = {}

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject models with branches, and untrained models."""
        if not spec.options.get("pretrain_steps"):
            return "an untrained model teaches nothing: --set pretrain_steps=N trains it first"
        return chain_refusal(definition)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the distilled student; also train one with the same initial weights without the teacher."""
        from gpuscope.workloads.operation_count import smaller_facts

        student, alone = distilled(model, setting)
        self._alone = {"accuracy_undistilled": alone}
        self._facts = smaller_facts(student, setting.spec)
        return student

    def values(self) -> Mapping[str, Quantity]:
        """Return the accuracy of the student without a teacher."""
        return self._alone

    def facts(self) -> Mapping[str, Any]:
        """Return the student's parameters and operations per step."""
        return self._facts


_TEMPERATURE = 4.0
"""Divisor of the logits of student and teacher."""
_SOFT_SHARE = 0.9
"""Weight of the teacher's outputs in the student's loss; the labels have the rest."""
_BATCH = 64
"""Samples per step of the student's training."""


def distilled(teacher: nn.Module, setting: Setting) -> tuple[nn.Module, Quantity]:
    """Return the student of a trained model, and the accuracy of a student with the same initial weights but without a teacher."""
    from gpuscope.workloads.models import classifier
    from gpuscope.workloads.models.trained import train_once

    dataset = classifier.read_data(setting).to(setting.device, setting.precision.stored)
    student, alone = (_untrained(teacher, setting) for _ in range(2))
    train_once(setting, student, dataset, "student", lambda: _train(student, teacher, dataset, setting))
    train_once(setting, alone, dataset, "student without a teacher", lambda: _train(alone, None, dataset, setting))
    form = classifier.sample_form(setting.spec, lambda images: images)
    return student.eval(), classifier.test(alone, dataset, setting, form)["accuracy"]


def _untrained(teacher: nn.Module, setting: Setting) -> nn.Module:
    """Return a student with initial weights from the seed."""
    import torch

    from gpuscope.workloads.models.images import initialize

    student = halved(teacher)
    torch.manual_seed(setting.spec.seed)
    initialize(student, setting.workload.model)
    return student.requires_grad_(True).train()


def _train(student: nn.Module, teacher: nn.Module | None, dataset: Dataset, setting: Setting) -> None:
    """Train in FP32 with the workload's optimizer, on the labels only if there is no teacher."""
    import torch
    from torch.nn.functional import cross_entropy

    from gpuscope.workloads.data.batches import Batches
    from gpuscope.workloads.models import classifier

    optimizer = classifier.build_optimizer(setting.spec, student)
    form = classifier.sample_form(setting.spec, lambda images: images)
    batches = Batches(dataset, _BATCH, setting.spec.seed, form)
    for _ in range(int(setting.spec.options["pretrain_steps"])):
        images, labels = batches.next()
        answers = student(images)
        loss = cross_entropy(answers, labels)
        if teacher is not None:
            with torch.no_grad():
                soft = teacher(images)
            loss = (1 - _SOFT_SHARE) * loss + _SOFT_SHARE * distance(answers, soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def distance(answers: torch.Tensor, soft: torch.Tensor) -> torch.Tensor:
    """Return the KL divergence of softened logits, times the squared temperature so that gradients keep their scale."""
    from torch.nn.functional import kl_div, log_softmax

    student, teacher = (log_softmax(logits / _TEMPERATURE, dim=1) for logits in (answers, soft))
    return kl_div(student, teacher, reduction="batchmean", log_target=True) * _TEMPERATURE**2
