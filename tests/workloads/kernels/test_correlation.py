"""Every method gives the same sums, which are those of the definition."""

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.kernels.correlation import METHODS, autocorrelation, by_loop, convolution
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.steps.setting import Setting
from tests.workloads.test_catalog import CPU_ONLY, TWO_GPUS, refused

Prepare = Callable[..., Setting]


def computed(method: str, images: torch.Tensor, taps: torch.Tensor) -> np.ndarray[Any, Any]:
    return np.asarray(METHODS[method](images, taps)())


def test_the_loop_is_the_definition() -> None:
    images, taps = torch.tensor([[[1.0, 2, 3], [4, 5, 6], [7, 8, 9]]]), torch.tensor([[1.0, 0], [0, -2]])
    assert by_loop(images, taps)().tolist() == [[[1 - 10, 2 - 12], [4 - 16, 5 - 18]]]


@pytest.mark.parametrize("method", ["numpy", "scipy", "fft", "torch"])
@pytest.mark.parametrize(("image", "taps"), [((7, 9), (3, 2)), ((5, 5), (5, 5)), ((6, 1), (1, 1)), ((1, 19), (1, 10))])
def test_methods_agree_at_every_place(method: str, image: tuple[int, int], taps: tuple[int, int]) -> None:
    images, weights = torch.randn(2, *image, dtype=torch.float64), torch.randn(*taps, dtype=torch.float64)
    np.testing.assert_allclose(computed(method, images, weights), computed("loop", images, weights), rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("precision", "largest"), [("fp64", 1e-13), ("fp32", 1e-5)])
def test_runs_are_proved(setting: Prepare, method: str, precision: str, largest: float) -> None:
    for workload, options in (("convolution", {"size": 12, "filter": 3}), ("autocorrelation", {"size": 12})):
        found = run_kernel(setting(workload, steps=2, precision=precision, batch_size=2, options={**options, "method": method}))
        error = found.values["max_relative_error"].value
        assert error is not None
        assert error <= largest
        assert found.facts["method"] == method


@pytest.mark.parametrize("precision", ["bf16", "fp16"])
def test_narrow_numbers_drift_and_the_drift_is_told(setting: Prepare, precision: str) -> None:
    found = run_kernel(setting("convolution", steps=2, precision=precision, options={"size": 12, "filter": 3}))
    assert 1e-5 < (found.values["max_relative_error"].value or 0) < 2e-2


def test_the_convolution_turns_the_filter(setting: Prepare) -> None:
    from scipy.signal import convolve2d  # lazy: a second of a core, which each worker would spend on collecting this file

    spec = setting("convolution", precision="fp64", options={"size": 8, "filter": 3, "operation": "convolution"})
    kernel = convolution(spec)
    kernel.step()
    images, turned = kernel._pairs[0]
    true = convolve2d(images[0].numpy(), turned.flip(0, 1).numpy(), mode="valid")
    np.testing.assert_allclose(kernel._results[0][0], true, atol=1e-12)


def test_the_autocorrelation_turns_nothing(setting: Prepare) -> None:
    from scipy.signal import correlate

    kernel = autocorrelation(setting("autocorrelation", precision="fp64", options={"size": 9}))
    kernel.step()
    signal = kernel._pairs[0][1][0].numpy()
    np.testing.assert_allclose(kernel._results[0].flatten(), correlate(signal, signal)[8:], atol=1e-12)


@pytest.mark.parametrize(
    ("options", "values", "words"),
    [
        ({"method": "loop"}, {"device": "cuda:0"}, "3 method loop runs on the CPU only"),
        ({"method": "numpy"}, {"precision": "bf16"}, "3 method numpy has no bf16"),
        ({"method": "fft"}, {"precision": "tf32", "device": "cuda:0"}, "3 method fft has no tf32"),
        ({"filter": 9, "size": 8}, {}, "2 the filter is larger than the image"),
        ({"filter": 8, "size": 8}, {"device": "cuda:0"}, None),
    ],
)
def test_what_does_not_go_together(options: dict[str, object], values: dict[str, str], words: str | None) -> None:
    assert refused(RunSpec("convolution", options=options, **values), TWO_GPUS) == words  # type: ignore[arg-type]


def test_scipy_that_is_not_here_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.workloads.needs.find_module", lambda name: None)
    found = catalog.refused_field(catalog.resolve(RunSpec("convolution", options={"method": "scipy"})), CPU_ONLY)
    assert found is not None
    assert (found[0], found[1].hint) == ("method", f"Install it: {sys.executable} -m pip install scipy")


def test_operations_by_formula() -> None:
    def operations(**options: object) -> float | None:
        return workload_table.operations_per_step(catalog.resolve(RunSpec("convolution", options=options, batch_size=2)))  # type: ignore[arg-type]

    assert operations(size=10, filter=3) == 2 * 2 * 8 * 8 * 9
    # Two images, their one filter, and two results are transformed.
    assert operations(size=8, filter=3, method="fft") == 5 * 2.5 * 64 * 6 + 2 * 3 * 64
    signals = catalog.resolve(RunSpec("autocorrelation", options={"size": 8, "method": "fft"}, batch_size=2))
    assert workload_table.operations_per_step(signals) == pytest.approx(6 * 2.5 * 15 * math.log2(15) + 2 * 3 * 15)
