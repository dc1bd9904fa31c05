"""Single operations: matrix products, correlations, vector operations, copies, and kernels in OpenCL C."""

from collections.abc import Callable

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.field import Field
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.needs import COMPILER, HEADERS, Need, extra, missing, package
from gpuscope.workloads.workload import Limit, Workload

_EXACT = ("fp64", "fp32")
"""Number formats of code that is written for float and double in C or NumPy."""


def _rows(default: int, maximum: int) -> Field:
    return Field("size", "Matrix size", "Rows and columns of the square matrices.", int, default, "rows", minimum=1, maximum=maximum)


def _image(default: int) -> Field:
    return Field("size", "Image size", "Rows and columns of each image.", int, default, "rows", minimum=1, maximum=32768)


_FILTER = Field("filter", "Filter size", "Rows and columns of the filter.", int, 5, "rows", minimum=1, maximum=1024)
_LENGTH = Field("size", "Vector length", "Elements of each vector.", int, 2**24, "numbers", minimum=4, maximum=2**28)


def _filter_limit(spec: ResolvedSpec) -> Limit | None:
    if int(spec.options.get("filter", 1)) > int(spec.options["size"]):
        return "filter", UsageError("the filter is larger than the image", "Make filter smaller, or size larger.")
    return None


_GEMM = Workload(
    key="gemm",
    title="Matrix product",
    help="A kernel: the product of square matrices of random numbers. The batch size is the number of products per step.",
    options=(_rows(1024, 131072),),
    samples_unit="products",
    step_memory=costs.gemm_memory,
    operations=costs.gemm_operations,
    model="kernels.gemm:MatrixProduct",
)

_SCIPY = package("scipy", "SciPy")
_METHOD = Field(
    "method",
    "Method",
    "A nested loop in plain Python, NumPy, SciPy, the fast Fourier transform, or torch on the run's device.",
    str,
    "torch",
    choices=("loop", "numpy", "scipy", "fft", "torch"),
)
_OPERATION = Field(
    "operation",
    "Operation",
    "Correlation applies the filter as it is; convolution rotates it by 180° first.",
    str,
    "correlation",
    choices=("correlation", "convolution"),
)
_SIGNAL = Field("size", "Signal length", "Elements of each signal.", int, 1024, "numbers", minimum=1, maximum=65536)


def _method_limit(spec: ResolvedSpec) -> Limit | None:
    method = str(spec.options["method"])
    if method in ("loop", "numpy", "scipy") and spec.device != "cpu":
        return "method", UnavailableError(f"method {method} runs on the CPU only", "Use --set method=torch, or --device cpu.")
    if method != "torch" and spec.precision not in _EXACT:
        return "precision", UnavailableError(f"method {method} has no {spec.precision}", "Use --set method=torch, or --precision fp32.")
    lacking = missing("method scipy", (_SCIPY,)) if method == "scipy" else None
    return None if lacking is None else ("method", lacking)


_CORRELATIONS = (
    Workload(
        key="convolution",
        title="Convolution and correlation",
        help="Valid-mode sums out[i, j] = Σ f[m, n] · x[i + m, j + n] of random images: the same result by a loop, by libraries and on the"
        " GPU. The batch size is the number of images per step.",
        options=(_METHOD, _OPERATION, _image(256), _FILTER),
        samples_unit="images",
        step_memory=costs.convolution_memory,
        operations=costs.convolution_operations,
        model="kernels.correlation:convolution",
        limit=lambda spec: _filter_limit(spec) or _method_limit(spec),
    ),
    Workload(
        key="autocorrelation",
        title="Autocorrelation",
        help="Sums r[k] = Σ x[i] · x[i + k] of random signals, for every lag from 0. The batch size is the number of signals per step.",
        options=(_METHOD, _SIGNAL),
        samples_unit="signals",
        step_memory=costs.autocorrelation_memory,
        operations=costs.autocorrelation_operations,
        model="kernels.correlation:autocorrelation",
        limit=_method_limit,
    ),
)

NINJA = Need("", "the build tool ninja", "Install it, for example: apt-get install ninja-build", programs=("ninja",))
_TRITON = package("triton", "Triton")
_NEEDS = {"compiled": (COMPILER, HEADERS), "cpp": (COMPILER, NINJA), "triton": (_TRITON,)}
_DEVICES = {"cpp": ("cpu", "the CPU"), "cuda": ("cuda", "NVIDIA GPUs"), "triton": ("cuda", "GPUs")}
_IMPLEMENTATION = Field(
    "implementation",
    "Implementation",
    "torch operators (eager) or torch.compile on any device; C++ on the CPU; Triton or CUDA C++ on a GPU.",
    str,
    "eager",
    choices=("eager", "compiled", "cpp", "triton", "cuda"),
)


def _vector_limit(spec: ResolvedSpec) -> Limit | None:
    chosen, hint = str(spec.options["implementation"]), "Use --set implementation=eager, or another --device."
    kind, where = _DEVICES.get(chosen, ("", ""))
    if kind and spec.device.partition(":")[0] != kind:
        return "implementation", UnavailableError(f"implementation {chosen} runs on {where} only, not on {spec.device}", hint)
    if spec.precision == "tf32" or (chosen in ("cpp", "cuda") and spec.precision not in _EXACT):
        who = "an operation without matrix products" if spec.precision == "tf32" else f"implementation {chosen}"
        return "precision", UnavailableError(f"{who} has no {spec.precision}", "Use --precision fp32.")
    lacking = missing(f"implementation {chosen}", _NEEDS.get(chosen, ()))
    return None if lacking is None else ("implementation", lacking)


def _vectors(
    key: str,
    title: str,
    summary: str,
    operations: Callable[[ResolvedSpec], float],
    size: Field = _LENGTH,
    memory: Callable[[ResolvedSpec], int] = costs.vector_memory,
) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=f"{summary}. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of"
        " passes per step.",
        options=(_IMPLEMENTATION, size),
        samples_unit="passes",
        step_memory=memory,
        operations=operations,
        model=f"kernels.vectors:{key.replace('-', '_')}",
        limit=_vector_limit,
    )


_VECTORS = (
    _vectors(
        "neighbour-products", "Products of neighbours", "A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]", costs.neighbour_operations
    ),
    _vectors("product-reduction", "Reduction of products", "A kernel Σ x[i] · y[i]", costs.reduction_operations),
    _vectors("scaled-sum", "Scaled vector sum", "A kernel out[i] = a · x[i] + y[i]", costs.reduction_operations),
    _vectors(
        "matrix-vector",
        "Matrix-vector product",
        "A kernel out[i] = Σ matrix[i, j] · x[j]",
        costs.matrix_vector_operations,
        _rows(4096, 16384),
        costs.matrix_vector_memory,
    ),
)

_BLOCK = Field("size", "Block size", "Size of each copy.", int, 64, "MiB", minimum=1, maximum=65536)
_MEMORY = Field(
    "memory",
    "Main memory",
    "Pageable, or pinned: page-locked, so that the GPU reads and writes it by DMA while it computes.",
    str,
    "pageable",
    choices=("pageable", "pinned"),
)
_OVERLAP = Field("overlap", "Compute during the copy", "Runs a matrix product on the GPU at the same time.", bool, False)


def _copies(key: str, title: str, summary: str, options: tuple[Field, ...], devices: tuple[str, ...]) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=f"{summary}, to measure the bandwidth. The batch size is the number of copies per step.",
        precisions=("fp32",),
        options=options,
        samples_unit="copies",
        step_memory=costs.copy_memory,
        model=f"kernels.copies:{'within' if key == 'copy' else key.removesuffix('-copy')}",
        devices=devices,
        elsewhere="A CPU has its data in main memory already; for a copy within it: gpuscope run copy.",
    )


_COPIES = (
    _copies("copy", "Copy within memory", "Copies within the device's own memory", (_BLOCK,), ("cpu", "cuda")),
    _copies("h2d-copy", "Copy from host to device", "Copies from main memory to the GPU", (_BLOCK, _MEMORY, _OVERLAP), ("cuda",)),
    _copies("d2h-copy", "Copy from device to host", "Copies from the GPU to main memory", (_BLOCK, _MEMORY, _OVERLAP), ("cuda",)),
)


def _opencl_limit(spec: ResolvedSpec) -> Limit | None:
    if spec.precision not in _EXACT:
        return "precision", UnavailableError(f"{spec.workload} has no {spec.precision}", "Use --precision fp32.")
    return _filter_limit(spec)


def _opencl(
    name: str,
    title: str,
    summary: str,
    options: tuple[Field, ...],
    memory: Callable[[ResolvedSpec], int],
    operations: Callable[[ResolvedSpec], float],
) -> Workload:
    return Workload(
        key=f"opencl-{name}",
        title=f"{title} in OpenCL",
        help=f"{summary}, in OpenCL C through pyopencl. The batch size is the number of passes per step.",
        precisions=_EXACT,
        options=options,
        samples_unit="passes",
        step_memory=memory,
        operations=operations,
        model=f"kernels.opencl:{name}",
        devices=("cpu", "cuda"),
        needs=(extra("pyopencl", "pyopencl", "opencl"),),
        limit=_opencl_limit,
    )


_OPENCL = (
    _opencl(
        "gemm",
        "Matrix product",
        "The product of square matrices, one element per work item",
        (_rows(512, 16384),),
        costs.gemm_memory,
        costs.gemm_operations,
    ),
    _opencl(
        "convolution",
        "Convolution",
        "The valid-mode sum of an image and a filter",
        (_image(1024), _FILTER),
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

WORKLOADS = (_GEMM, *_CORRELATIONS, *_VECTORS, *_COPIES, *_OPENCL)
