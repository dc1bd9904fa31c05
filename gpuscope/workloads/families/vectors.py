"""Operations on vectors and matrices that live from the memory's bandwidth, in several languages."""

from collections.abc import Callable

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import Field, ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.needs import COMPILER, Need, missing
from gpuscope.workloads.workload import KERNEL, PRECISIONS, Limit, Workload

NINJA = Need("", "the build tool ninja", "Install it: pip install ninja", programs=("ninja",))
_TRITON = Need("triton", "Triton", "Install it: pip install triton; torch's CUDA builds for Linux bring it")
_NEEDS = {"compiled": (COMPILER,), "cpp": (COMPILER, NINJA), "triton": (_TRITON,)}
_DEVICES = {"cpp": ("cpu", "the CPU"), "cuda": ("cuda", "NVIDIA GPUs"), "triton": ("cuda", "GPUs")}
_FULL = ("cpp", "cuda")
"""Written for FP32 and FP64."""

_IMPLEMENTATION = Field(
    "implementation",
    "Implementation",
    "torch as it is written (eager) or through torch.compile; C++ on the CPU; Triton or CUDA C++ on a GPU.",
    str,
    "eager",
    choices=("eager", "compiled", "cpp", "triton", "cuda"),
)
_LENGTH = Field("size", "Vector length", "Numbers of each vector.", int, 2**24, "numbers", minimum=4, maximum=2**28)
_ROWS = Field("size", "Matrix size", "Rows and columns of the square matrix.", int, 4096, "rows", minimum=1, maximum=16384)


def _limit(spec: ResolvedSpec) -> Limit | None:
    chosen, hint = str(spec.options["implementation"]), "Use --set implementation=eager, or another --device."
    kind, where = _DEVICES.get(chosen, ("", ""))
    if kind and spec.device.partition(":")[0] != kind:
        return "implementation", UnavailableError(f"implementation {chosen} runs on {where} only, not on {spec.device}", hint)
    if spec.precision == "tf32" or (chosen in _FULL and spec.precision not in ("fp64", "fp32")):
        who = "an operation without matrix products" if spec.precision == "tf32" else f"implementation {chosen}"
        return "precision", UnavailableError(f"{who} has no {spec.precision}", "Use --precision fp32.")
    lacking = missing(f"implementation {chosen}", _NEEDS.get(chosen, ()))
    return None if lacking is None else ("implementation", lacking)


def _vectors(
    key: str, title: str, summary: str, operations: Callable[[ResolvedSpec], float], size: Field = _LENGTH, matrix: bool = False
) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=f"{summary}, as often a step as the batch size says: its bandwidth beside what the device can do at most.",
        tasks=(),
        precisions=PRECISIONS,
        default_batch_size=1,
        options=(_IMPLEMENTATION, size),
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="passes",
        step_memory=costs.matrix_vector_memory if matrix else costs.vector_memory,
        loops={"": KERNEL},
        operations=operations,
        model=f"kernels.vectors:{key.replace('-', '_')}",
        family="kernels",
        limit=_limit,
    )


WORKLOADS = (
    _vectors(
        "neighbour-products",
        "Products of neighbours",
        "A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]",
        costs.neighbour_operations,
    ),
    _vectors("product-reduction", "Reduction of products", "A kernel Σ x[i] · y[i]", costs.reduction_operations),
    _vectors("scaled-sum", "Scaled vector sum", "A kernel out[i] = a · x[i] + y[i]", costs.reduction_operations),
    _vectors(
        "matrix-vector",
        "Matrix-vector product",
        "A kernel out[i] = Σ matrix[i, j] · x[j]",
        costs.matrix_vector_operations,
        _ROWS,
        matrix=True,
    ),
)
"""The entries."""
