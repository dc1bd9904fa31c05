"""Gradient accumulation: a step's batch in parts, whose gradients are added up."""

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import Workload


class GradAccumulation(Optimization):
    """Four micro-batches a step; the training step itself takes them."""

    key = "grad-accumulation-4"
    title = "Gradient accumulation, 4 micro-batches"
    help = (
        "Takes the batch of each step in four parts and adds their gradients up before the optimizer changes the weights, so that the"
        " activations of a quarter of the batch are in memory at a time. The result is the same but for rounding, except with batch"
        " normalization, which then sees quarters. It does not help where the whole batch fits: four small passes take longer than one."
    )
    tasks = ("training",)
    families = ("images",)
    micro_batches = 4

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for batches that cannot be parted."""
        size = spec.batch_size
        return None if size % self.micro_batches == 0 else f"a batch of {size} has no {self.micro_batches} equal parts"
