"""cuDNN's autotune: the fastest algorithm of each convolution, found by trying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload


class CudnnAutotune(Optimization):
    """torch.backends.cudnn.benchmark; only deterministic algorithms are tried, so that a seed still repeats a run."""

    key = "cudnn-autotune"
    title = "cuDNN autotune"
    help = (
        "Tries cuDNN's algorithms for each shape of convolution at its first call, and keeps the fastest of those that give the same"
        " result every time. It does not help models without convolutions, nor where the size of the batch changes all the time: each"
        " new shape is tried anew."
    )
    families = ("images",)
    devices = ("cuda",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for samples that are no images, and for engines that do not ask torch."""
        if len(known.sample_shape) != 3:
            return "it has no convolutions"
        return None if spec.engine == "eager" else f"{spec.engine} chooses its kernels itself"

    def begin(self, setting: Setting) -> None:
        """Switch it on for this process."""
        import torch

        torch.backends.cudnn.benchmark = True
