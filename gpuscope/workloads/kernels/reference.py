"""The error of a kernel's result against FP64, and the device's measured peak rates, which are the two limits of a roofline.

S. Williams, A. Waterman, D. Patterson: Roofline, Communications of the ACM 52 (2009), 65.
"""

import time
from collections.abc import Callable, Mapping

import torch

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.steps.clock import wait_for


def relative_error(result: torch.Tensor, true: torch.Tensor, source: str) -> Quantity:
    """Return the largest absolute difference, relative to the largest reference value; NaN if the result contains NaN.

    Args:
        result: Of any type, on any device.
        true: The reference in FP64, of the same shape, in main memory.
        source: Description of the reference.
    """
    difference = (result.cpu().double() - true).abs().max()
    return Quantity((difference / true.abs().max()).item(), "1", Quality.DERIVED, source)


BANDWIDTH, FLOPS = "ceiling_bandwidth", "ceiling_flops"
"""Keys of the facts, in B/s and FLOP/s."""
_SECONDS = 0.15
"""Duration of each measurement in seconds."""
_AT_ONCE = 8
"""Repetitions of short work between two waits for a GPU: a wait takes some 10 µs, a copy on an H100 a third of a millisecond."""
_LARGE = {"cpu": (64 * 2**20, 512), "cuda": (512 * 2**20, 8192)}
"""Bytes copied, and rows of the factors: larger than the caches, and enough to use every core."""


def measured(device: torch.device, dtype: torch.dtype) -> Mapping[str, float]:
    """Return the peak bandwidth of a copy (read and written) in B/s, and the peak of a matrix product in FLOP/s.

    Args:
        device: To measure.
        dtype: Of the factors; the copy moves bytes.
    """
    size, _ = _LARGE.get(device.type, _LARGE["cpu"])
    source = torch.ones(size, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return {BANDWIDTH: 2 * size / _fastest(lambda: target.copy_(source), device), FLOPS: product_flops(device, dtype)}


def product_flops(device: torch.device, dtype: torch.dtype) -> float:
    """Return the FLOP/s of the fastest of several products of matrices of a type."""
    _, rows = _LARGE.get(device.type, _LARGE["cpu"])
    # Random numbers: a GPU draws less power for equal ones, and so keeps a higher clock than any model reaches.
    factor = torch.randn((rows, rows), generator=torch.Generator(device).manual_seed(0), device=device).to(dtype)
    product = torch.empty_like(factor)
    return 2.0 * rows**3 / _fastest(lambda: torch.mm(factor, factor, out=product), device)


def _fastest(work: Callable[[], object], device: torch.device) -> float:
    """Return the shortest time in seconds, after one repetition to warm up; work that takes long is repeated less often."""
    _timed(work, device, 1)
    begin = time.perf_counter()
    times = [_timed(work, device, 1)]
    count = 1 if device.type == "cpu" or times[0] > _SECONDS / _AT_ONCE else _AT_ONCE
    while time.perf_counter() < begin + _SECONDS:
        times.append(_timed(work, device, count))
    return min(times)


def _timed(work: Callable[[], object], device: torch.device, count: int) -> float:
    """Return the mean of the seconds that the work takes; several repetitions share the host's wait for a GPU."""
    begin = time.perf_counter()
    for _ in range(count):
        work()
    wait_for(device)
    return (time.perf_counter() - begin) / count
