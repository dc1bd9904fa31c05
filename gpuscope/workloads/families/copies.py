"""Copies: between main memory and a GPU, and within main memory."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import kernel_costs
from gpuscope.workloads.workload import KERNEL, Workload

_SIZE = Field("size", "Block size", "Bytes of each copy, in mebibytes.", int, 64, "MiB", minimum=1, maximum=65536)
_MEMORY = Field(
    "memory",
    "Main memory",
    "Pageable, as programs get it, or pinned: it stays in its place, so that the GPU fetches it by itself, beside other work.",
    str,
    "pageable",
    choices=("pageable", "pinned"),
)
_OVERLAP = Field("overlap", "Compute beside the copy", "A matrix product runs on the GPU at the same time.", bool, False)


def _copies(key: str, title: str, words: str, made_by: str, options: tuple[Field, ...], devices: tuple[str, ...]) -> Workload:
    return Workload(
        key,
        title,
        f"{words}, as many a step as the batch size says; what counts is the bandwidth.",
        (),
        ("fp32",),
        1,
        options,
        frozenset(),
        (),
        "copies",
        kernel_costs.copy_memory,
        {"": KERNEL},
        model=f"kernels.copies:{made_by}",
        devices=devices,
        family="kernels",
        elsewhere="A CPU has its data in main memory already; for a copy within it: gpuscope run copy.",
    )


WORKLOADS = (
    _copies("copy", "Copy within memory", "Copies within the device's own memory", "within", (_SIZE,), ("cpu", "cuda")),
    _copies("h2d-copy", "Copy from host to device", "Copies from main memory to the GPU", "h2d", (_SIZE, _MEMORY, _OVERLAP), ("cuda",)),
    _copies("d2h-copy", "Copy from device to host", "Copies from the GPU to main memory", "d2h", (_SIZE, _MEMORY, _OVERLAP), ("cuda",)),
)
"""The entries."""
