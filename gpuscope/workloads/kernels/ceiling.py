"""What a device can do at most, measured in a moment beside the run: the two lines of a roofline.

S. Williams, A. Waterman, D. Patterson: Roofline, Communications of the ACM 52 (2009), 65.
"""

import time
from collections.abc import Callable, Mapping

import torch

from gpuscope.workloads.steps.clock import wait_for

BANDWIDTH, FLOPS = "ceiling_bandwidth", "ceiling_flops"
"""The facts' names; B/s and FLOP/s."""
_SECONDS = 0.15
_LARGE = {"cpu": (64 * 2**20, 512), "cuda": (512 * 2**20, 8192)}
"""Bytes that are copied and rows of the factors: more than caches hold, and enough to keep every core busy."""


def measured(device: torch.device, dtype: torch.dtype) -> Mapping[str, float]:
    """Return the fastest copy and the fastest matrix product of a few, in B/s (read and written) and FLOP/s.

    Args:
        device: Which.
        dtype: Of the factors; the copy moves bytes.
    """
    size, _ = _LARGE.get(device.type, _LARGE["cpu"])
    source = torch.ones(size, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return {BANDWIDTH: 2 * size / _fastest(lambda: target.copy_(source), device), FLOPS: product_flops(device, dtype)}


def product_flops(device: torch.device, dtype: torch.dtype) -> float:
    """Return the FLOP/s of the fastest matrix product of a few.

    Args:
        device: Which.
        dtype: Of the factors.
    """
    _, rows = _LARGE.get(device.type, _LARGE["cpu"])
    factor = torch.ones((rows, rows), device=device).to(dtype)
    product = torch.empty_like(factor)
    return 2.0 * rows**3 / _fastest(lambda: torch.mm(factor, factor, out=product), device)


def _fastest(work: Callable[[], object], device: torch.device) -> float:
    """Return the shortest time in seconds, after one that is not counted."""
    _timed(work, device)
    times, end = [_timed(work, device)], time.perf_counter() + _SECONDS
    while time.perf_counter() < end:
        times.append(_timed(work, device))
    return min(times)


def _timed(work: Callable[[], object], device: torch.device) -> float:
    begin = time.perf_counter()
    work()
    wait_for(device)
    return time.perf_counter() - begin
