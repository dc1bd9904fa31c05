"""torch.compile in its other modes."""

from gpuscope.workloads.optimizations.compiled import Compiled


class CompiledReduceOverhead(Compiled):
    """Mode "reduce-overhead"."""

    mode = "reduce-overhead"
    key = "compile-reduce-overhead"
    title = "torch.compile, reduce-overhead"
    help = (
        "Compiles the model and records its kernels as CUDA graphs, which saves the CPU's time per kernel. It does not help where"
        " kernels run longer than their launch takes, and takes memory of its own."
    )
    devices = ("cuda",)
    excludes = ("compile-max-autotune", "cuda-graphs")


class CompiledMaxAutotune(Compiled):
    """Mode "max-autotune"."""

    mode = "max-autotune"
    key = "compile-max-autotune"
    title = "torch.compile, max-autotune"
    help = (
        "Compiles the model and tries several kernels for each matrix product and convolution, of which the fastest is kept; on GPUs"
        " with CUDA graphs too. The first step takes minutes. It does not help runs of a few steps, and little where the libraries'"
        " kernels are the fastest already."
    )
    excludes = ("compile-reduce-overhead", "cuda-graphs")
