"""Inference as it is when nobody says that no gradients are wanted."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.workload import Workload


class NoInferenceMode(Optimization):
    """torch.inference_mode(False): the loop has it on otherwise."""

    key = "no-inference-mode"
    title = "Inference mode off"
    help = (
        "Lets torch record every forward pass for gradients that nobody asks for, as a program does that forgets inference mode; every"
        " other run has it on. It shows what inference mode saves, in memory most of all. It does not help any run."
    )
    tasks = ("inference",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for engines that know nothing of gradients."""
        return None if spec.engine == "eager" else f"{spec.engine} never records gradients"

    def around_step(self) -> AbstractContextManager[object]:
        """Leave inference mode."""
        import torch

        return torch.inference_mode(False)  # type: ignore[no-any-return]
