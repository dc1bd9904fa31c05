"""Knowledge distillation: a student of half the width learns the answers of the trained model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.optimizations.compression import Compression
from gpuscope.workloads.optimizations.prune_structured import chain_refusal, halved

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import RunSpec
    from gpuscope.workloads.data.dataset import Dataset
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload

_TEMPERATURE = 4.0
_SOFT_SHARE = 0.9
"""Of the teacher's answers in the student's loss; the labels have the rest."""
_BATCH = 64


class Distill(Compression):
    """Hinton et al., arXiv 1503.02531."""

    key = "distill"
    title = "Knowledge distillation, half of each layer"
    help = (
        "Trains a student with half of each layer's units or channels on the answers of the trained model, for as many steps, and"
        " measures the student. Told beside it: the accuracy of the teacher, and of the same student trained on the labels alone. It"
        " does not help where the labels alone teach the student as well, as on easy data, and costs the training of a second model."
    )
    excludes = ("prune-structured",)

    def __init__(self) -> None:
        self._alone: Mapping[str, Quantity] = {}

    def refusal(self, known: Workload, spec: RunSpec) -> str | None:
        """Returns why not for a model with branches, and for one that has learned nothing."""
        if not spec.options.get("pretrain_steps"):
            return "an untrained model teaches nothing: --set pretrain_steps=N trains it first"
        return chain_refusal(known)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Returns the distilled student; trains another of the same first weights without the teacher."""
        from gpuscope.workloads.loops import classifier

        dataset = classifier.read_data(setting).to(setting.device, setting.precision.stored)
        student, alone = (_untrained(model, setting) for _ in range(2))
        _train(student, model, dataset, setting)
        _train(alone, None, dataset, setting)
        form = classifier.sample_form(setting.spec, lambda images: images)
        self._alone = {"accuracy_undistilled": classifier.test(alone, dataset, setting, form)["accuracy"]}
        return student.eval()

    def values(self) -> Mapping[str, Quantity]:
        """Returns the accuracy of the student that had no teacher."""
        return self._alone


def _untrained(teacher: nn.Module, setting: Setting) -> nn.Module:
    """Returns a student with weights by the seed."""
    import torch

    student = halved(teacher)
    torch.manual_seed(setting.spec.seed)
    for layer in student.children():
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()
    return student.requires_grad_(True).train()


def _train(student: nn.Module, teacher: nn.Module | None, dataset: Dataset, setting: Setting) -> None:
    """Trains in FP32 as the workload trains, by the labels alone where there is no teacher."""
    import torch
    from torch.nn.functional import cross_entropy

    from gpuscope.workloads.data.batches import Batches
    from gpuscope.workloads.loops import classifier

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
    """Returns how far a student's logits are from a teacher's, both softened: their divergence, times the square of the temperature."""
    from torch.nn.functional import kl_div, log_softmax

    student, teacher = (log_softmax(one / _TEMPERATURE, dim=1) for one in (answers, soft))
    return kl_div(student, teacher, reduction="batchmean", log_target=True) * _TEMPERATURE**2
