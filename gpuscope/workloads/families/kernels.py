"""Single operations: matrix products and copies, and those of the modules beside."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families import correlations, opencl, vectors
from gpuscope.workloads.workload import KERNEL, PRECISIONS, Workload

_BLOCK = Field("size", "Block size", "Bytes of each copy, in mebibytes.", int, 64, "MiB", minimum=1, maximum=65536)
_MEMORY = Field(
    "memory",
    "Main memory",
    "Pageable, as programs get it, or pinned: it stays in its place, so that the GPU fetches it by itself, beside other work.",
    str,
    "pageable",
    choices=("pageable", "pinned"),
)
_OVERLAP = Field("overlap", "Compute beside the copy", "A matrix product runs on the GPU at the same time.", bool, False)


def _copies(key: str, title: str, summary: str, made_by: str, options: tuple[Field, ...], devices: tuple[str, ...]) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=f"{summary}, as many a step as the batch size says; what counts is the bandwidth.",
        tasks=(),
        precisions=("fp32",),
        default_batch_size=1,
        options=options,
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="copies",
        step_memory=costs.copy_memory,
        loops={"": KERNEL},
        model=f"kernels.copies:{made_by}",
        devices=devices,
        family="kernels",
        elsewhere="A CPU has its data in main memory already; for a copy within it: gpuscope run copy.",
    )


_COPIES = (
    _copies("copy", "Copy within memory", "Copies within the device's own memory", "within", (_BLOCK,), ("cpu", "cuda")),
    _copies("h2d-copy", "Copy from host to device", "Copies from main memory to the GPU", "h2d", (_BLOCK, _MEMORY, _OVERLAP), ("cuda",)),
    _copies("d2h-copy", "Copy from device to host", "Copies from the GPU to main memory", "d2h", (_BLOCK, _MEMORY, _OVERLAP), ("cuda",)),
)


_SIZE = Field("size", "Matrix size", "Rows and columns of the square matrices.", int, 1024, "rows", minimum=1, maximum=131072)

WORKLOADS = (
    Workload(
        key="gemm",
        title="Matrix product",
        help="A kernel: the product of square matrices of random numbers, as many a step as the batch size says.",
        tasks=(),
        precisions=PRECISIONS,
        default_batch_size=1,
        options=(_SIZE,),
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="products",
        step_memory=costs.gemm_memory,
        loops={"": KERNEL},
        operations=costs.gemm_operations,
        model="kernels.gemm:MatrixProduct",
        family="kernels",
    ),
    *correlations.WORKLOADS,
    *vectors.WORKLOADS,
    *_COPIES,
    *opencl.WORKLOADS,
)
"""The entries."""
