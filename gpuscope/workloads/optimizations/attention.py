"""Choice of the attention kernel, instead of torch's own."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.workload import Workload

_WITH_ATTENTION = frozenset({"gpt"})


class FlashAttention(Optimization):
    """torch.nn.attention.SDPBackend.FLASH_ATTENTION and no other."""

    key = "flash-attention"
    title = "SDPA: flash attention"
    help = (
        "Computes attention block by block in fast memory (Dao et al., arXiv 2205.14135), so that the square of context by context is"
        " never written out: less memory traffic, and memory that grows with the context and not with its square. Torch chooses it by"
        " itself where it can; this option runs nothing else. It does not help at short contexts, nor when one token at a time is"
        " generated; on GPUs it takes fp16 and bf16 only."
    )
    families = ("text",)
    devices = ("cpu", "cuda")
    excludes = ("sdpa-math",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for a model without attention, and for wide numbers on a GPU."""
        if spec.device.startswith("cuda") and spec.precision not in ("bf16", "fp16"):
            return f"flash attention on {spec.device} computes in bf16 and fp16, not in {spec.precision}"
        return _without_attention(known)

    def around_step(self) -> AbstractContextManager[object]:
        """Allow this kernel alone."""
        from torch.nn.attention import SDPBackend, sdpa_kernel

        kernel: AbstractContextManager[object] = sdpa_kernel(SDPBackend.FLASH_ATTENTION)
        return kernel


class MathAttention(Optimization):
    """torch.nn.attention.SDPBackend.MATH and no other."""

    key = "sdpa-math"
    title = "SDPA: plain products"
    help = (
        "Computes attention as it is written: a product, a softmax over the whole square of context by context, a product. What flash"
        " attention is compared with: it works everywhere and in every number format. It does not help speed or memory at long"
        " contexts; at short ones it may be as fast."
    )
    families = ("text",)
    excludes = ("flash-attention",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for a model without attention."""
        return _without_attention(known)

    def around_step(self) -> AbstractContextManager[object]:
        """Allow this kernel alone."""
        from torch.nn.attention import SDPBackend, sdpa_kernel

        kernel: AbstractContextManager[object] = sdpa_kernel(SDPBackend.MATH)
        return kernel


def _without_attention(known: Workload) -> str | None:
    return None if known.key in _WITH_ATTENTION else "it has no attention"
