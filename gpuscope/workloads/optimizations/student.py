"""Distillation: a student with fewer units learns from a trained model. Imports torch; ``distill`` imports it in the workload's process."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy, kl_div, log_softmax

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.trained import train_once
from gpuscope.workloads.optimizations.pruning import halved
from gpuscope.workloads.steps.setting import Setting

_TEMPERATURE = 4.0
_SOFT_SHARE = 0.9
"""Of the teacher's answers in the student's loss; the labels have the rest."""
_BATCH = 64


def distilled(teacher: nn.Module, setting: Setting) -> tuple[nn.Module, Quantity]:
    """Return the student of a trained model, and the accuracy of another of the same first weights that had no teacher."""
    dataset = classifier.read_data(setting).to(setting.device, setting.precision.stored)
    student, alone = (_untrained(teacher, setting) for _ in range(2))
    train_once(setting, student, dataset, "student", lambda: _train(student, teacher, dataset, setting))
    train_once(setting, alone, dataset, "student without a teacher", lambda: _train(alone, None, dataset, setting))
    form = classifier.sample_form(setting.spec, lambda images: images)
    return student.eval(), classifier.test(alone, dataset, setting, form)["accuracy"]


def _untrained(teacher: nn.Module, setting: Setting) -> nn.Module:
    """Return a student with weights by the seed."""
    student = halved(teacher)
    torch.manual_seed(setting.spec.seed)
    for layer in student.children():
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()
    return student.requires_grad_(True).train()


def _train(student: nn.Module, teacher: nn.Module | None, dataset: Dataset, setting: Setting) -> None:
    """Train in FP32 as the workload trains, by the labels alone where there is no teacher."""
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
    """Return how far a student's logits are from a teacher's, both softened: their divergence, times the square of the temperature."""
    student, teacher = (log_softmax(logits / _TEMPERATURE, dim=1) for logits in (answers, soft))
    return kl_div(student, teacher, reduction="batchmean", log_target=True) * _TEMPERATURE**2
