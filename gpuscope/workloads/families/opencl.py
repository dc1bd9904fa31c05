"""Kernels in OpenCL C, on CPUs and GPUs."""

from collections.abc import Callable

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.runspec import Field, ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.needs import extra
from gpuscope.workloads.workload import KERNEL, Limit, Workload

_ROWS = Field("size", "Matrix size", "Rows and columns of the square matrices.", int, 512, "rows", minimum=1, maximum=16384)
_IMAGE = Field("size", "Image size", "Rows and columns of each image.", int, 1024, "rows", minimum=1, maximum=32768)
_FILTER = Field("filter", "Filter size", "Rows and columns of the filter.", int, 5, "rows", minimum=1, maximum=1024)
_LENGTH = Field("size", "Vector length", "Numbers of each vector.", int, 2**24, "numbers", minimum=4, maximum=2**28)


def _limit(spec: ResolvedSpec) -> Limit | None:
    if spec.precision not in ("fp64", "fp32"):
        return "precision", UnavailableError(f"{spec.workload} has no {spec.precision}", "Use --precision fp32.")
    if int(spec.options.get("filter", 1)) > int(spec.options["size"]):
        return "filter", UsageError("the filter is larger than the image", "Make filter smaller, or size larger.")
    return None


def _opencl(
    name: str,
    title: str,
    help: str,
    options: tuple[Field, ...],
    memory: Callable[[ResolvedSpec], int],
    operations: Callable[[ResolvedSpec], float],
) -> Workload:
    return Workload(
        key=f"opencl-{name}",
        title=f"{title} in OpenCL",
        help=f"{help}, in OpenCL C through pyopencl, as often a step as the batch size says.",
        tasks=(),
        precisions=("fp64", "fp32"),
        default_batch_size=1,
        options=options,
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="passes",
        step_memory=memory,
        loops={"": KERNEL},
        operations=operations,
        model=f"kernels.opencl:{name}",
        devices=("cpu", "cuda"),
        needs=(extra("pyopencl", "pyopencl", "opencl"),),
        family="kernels",
        limit=_limit,
    )


WORKLOADS = (
    _opencl(
        "gemm", "Matrix product", "The product of square matrices, a number a work item", (_ROWS,), costs.gemm_memory, costs.gemm_operations
    ),
    _opencl(
        "convolution",
        "Convolution",
        "The valid-mode sum of an image and a filter",
        (_IMAGE, _FILTER),
        costs.convolution_memory,
        costs.direct_convolution_operations,
    ),
    _opencl(
        "neighbours",
        "Products of neighbours",
        "out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]",
        (_LENGTH,),
        costs.vector_memory,
        costs.neighbour_operations,
    ),
)
"""The entries."""
