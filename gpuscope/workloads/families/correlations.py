"""Convolution, correlation and autocorrelation: the loop, the library, the transform, the GPU."""

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.runspec import Field, ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.needs import Need, missing
from gpuscope.workloads.workload import KERNEL, PRECISIONS, Limit, Workload

_ON_THE_CPU = ("loop", "numpy", "scipy")
_SCIPY = Need("scipy", "SciPy", "Install it: pip install scipy")

_METHOD = Field(
    "method",
    "Method",
    "The double loop in plain Python, NumPy, SciPy, the fast Fourier transform, or torch on the run's device.",
    str,
    "torch",
    choices=("loop", "numpy", "scipy", "fft", "torch"),
)
_OPERATION = Field(
    "operation",
    "Operation",
    "The correlation lays the filter on the image as it is; the convolution turns it by 180° first.",
    str,
    "correlation",
    choices=("correlation", "convolution"),
)
_IMAGE = Field("size", "Image size", "Rows and columns of each image.", int, 256, "rows", minimum=1, maximum=32768)
_FILTER = Field("filter", "Filter size", "Rows and columns of the filter.", int, 5, "rows", minimum=1, maximum=1024)
_SIGNAL = Field("size", "Signal length", "Numbers of each signal.", int, 1024, "numbers", minimum=1, maximum=65536)


def _method_limit(spec: ResolvedSpec) -> Limit | None:
    method = str(spec.options["method"])
    if method in _ON_THE_CPU and spec.device != "cpu":
        return "method", UnavailableError(f"method {method} runs on the CPU only", "Use --set method=torch, or --device cpu.")
    if method != "torch" and spec.precision not in ("fp64", "fp32"):
        return "precision", UnavailableError(f"method {method} has no {spec.precision}", "Use --set method=torch, or --precision fp32.")
    lacking = missing("method scipy", (_SCIPY,)) if method == "scipy" else None
    return None if lacking is None else ("method", lacking)


def _convolution_limit(spec: ResolvedSpec) -> Limit | None:
    if int(spec.options["filter"]) > int(spec.options["size"]):
        return "filter", UsageError("the filter is larger than the image", "Make filter smaller, or size larger.")
    return _method_limit(spec)


WORKLOADS = (
    Workload(
        key="convolution",
        title="Convolution and correlation",
        help="Valid-mode sums out[i, j] = Σ f[m, n] · x[i + m, j + n] of random images, as many a step as the"
        " batch size says: the same result"
        " by a loop, by libraries and on the GPU.",
        tasks=(),
        precisions=PRECISIONS,
        default_batch_size=1,
        options=(_METHOD, _OPERATION, _IMAGE, _FILTER),
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="images",
        step_memory=costs.convolution_memory,
        loops={"": KERNEL},
        operations=costs.convolution_operations,
        model="kernels.correlation:convolution",
        family="kernels",
        limit=_convolution_limit,
    ),
    Workload(
        key="autocorrelation",
        title="Autocorrelation",
        help="Sums r[k] = Σ x[i] · x[i + k] of random signals for every lag from 0, as many signals a step as the batch size says.",
        tasks=(),
        precisions=PRECISIONS,
        default_batch_size=1,
        options=(_METHOD, _SIGNAL),
        inference_options=frozenset(),
        data_sets=(),
        samples_unit="signals",
        step_memory=costs.autocorrelation_memory,
        loops={"": KERNEL},
        operations=costs.autocorrelation_operations,
        model="kernels.correlation:autocorrelation",
        family="kernels",
        limit=_method_limit,
    ),
)
"""The entries."""
