"""Knowledge distillation: a student of half the width learns the answers of the trained model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.optimizations.optimization import Compression
from gpuscope.workloads.optimizations.pruning import chain_refusal

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


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
        self._facts: Mapping[str, Any] = {}

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for a model with branches, and for one that has learned nothing."""
        if not spec.options.get("pretrain_steps"):
            return "an untrained model teaches nothing: --set pretrain_steps=N trains it first"
        return chain_refusal(known)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the distilled student; trains another of the same first weights without the teacher."""
        from gpuscope.workloads.operation_count import smaller_facts
        from gpuscope.workloads.optimizations.student import distilled

        student, alone = distilled(model, setting)
        self._alone = {"accuracy_undistilled": alone}
        self._facts = smaller_facts(student, setting.spec)
        taught: nn.Module = student
        return taught

    def values(self) -> Mapping[str, Quantity]:
        """Return the accuracy of the student that had no teacher."""
        return self._alone

    def facts(self) -> Mapping[str, Any]:
        """Return the operations of a step, which are the student's."""
        return self._facts
