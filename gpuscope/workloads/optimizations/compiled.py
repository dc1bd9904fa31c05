"""torch.compile with its default compiler, inductor."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gpuscope.workloads.needs import COMPILER
from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload


class Compiled(Optimization):
    """torch.compile, default mode.

    Attributes:
        mode: Of torch.compile.
    """

    mode: ClassVar[str] = "default"
    key = "compile"
    title = "torch.compile"
    help = (
        "Traces the model once and compiles it: operations are fused, so that less travels through memory and fewer kernels are"
        " launched. The first step takes seconds to minutes, which the warm-up holds. It does not help where large matrix products"
        " take all the time already, nor runs of a few steps."
    )
    needs = (COMPILER,)
    excludes = ("compile-reduce-overhead", "compile-max-autotune")

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for engines that compile themselves."""
        return None if spec.engine == "eager" else f"{spec.engine} compiles the model itself"

    def begin(self, setting: Setting) -> None:
        """Compile in this process on a CPU: a pool of compilers would outlive the few kernels that there are."""
        import torch._inductor.config

        if setting.device.type == "cpu":
            torch._inductor.config.compile_threads = 1

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the compiled model; it compiles at its first call."""
        import torch

        return torch.compile(model, mode=self.mode)
