"""Channels last: images and weights of convolutions with the channel as the innermost dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class ChannelsLast(Optimization):
    """Memory format NHWC (torch.channels_last)."""

    key = "channels-last"
    title = "Channels last"
    help = (
        "Lays images out with the channel innermost (NHWC), as tensor cores and many CPU kernels read them, so that convolutions need"
        " no reordering. It does not help models without convolutions, and little where the data is small or the convolutions take"
        " only a few channels."
    )
    families = ("images",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for samples that are no images, and for engines with a layout of their own."""
        if len(known.sample_shape) != 3:
            return "its samples have no channels"
        return None if spec.engine == "eager" else f"{spec.engine} lays images out itself"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Lay the weights out."""
        import torch

        return model.to(memory_format=torch.channels_last)

    def batch(self, images: torch.Tensor) -> torch.Tensor:
        """Lay a batch out."""
        import torch

        return images.contiguous(memory_format=torch.channels_last)
