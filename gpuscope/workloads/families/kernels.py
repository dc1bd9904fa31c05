"""Single operations."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families import copies, correlations, opencl, vectors
from gpuscope.workloads.workload import KERNEL, PRECISIONS, Workload

_SIZE = Field("size", "Matrix size", "Rows and columns of the square matrices.", int, 1024, "rows", minimum=1, maximum=131072)

WORKLOADS = (
    Workload(
        "gemm",
        "Matrix product",
        "A kernel: the product of square matrices of random numbers, as many a step as the batch size says.",
        (),
        PRECISIONS,
        1,
        (_SIZE,),
        frozenset(),
        (),
        "products",
        costs.gemm_memory,
        {"": KERNEL},
        costs.gemm_operations,
        model="kernels.gemm:MatrixProduct",
        family="kernels",
    ),
    *correlations.WORKLOADS,
    *vectors.WORKLOADS,
    *copies.WORKLOADS,
    *opencl.WORKLOADS,
)
"""The entries."""
