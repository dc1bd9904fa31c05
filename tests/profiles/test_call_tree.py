"""Calls are nested as a stack would nest them, whatever outlasts what."""

import random
from pathlib import Path

import numpy as np
import pytest

from gpuscope.profiles.call_tree import nesting
from gpuscope.profiles.reading.trace_reader import read_trace
from tests.profiles.made import operator, written


def by_stack(spans: list[tuple[int, int]], bleed_ns: int) -> list[int]:
    """Return the parent of each (start, end) on one thread, in order, one by one."""
    parents: list[int] = []
    stack: list[int] = []
    for place, (start, end) in enumerate(spans):
        while stack and (spans[stack[-1]][1] <= start or (spans[stack[-1]][1] < end and spans[stack[-1]][1] - start < bleed_ns)):
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        stack.append(place)
    return parents


@pytest.mark.parametrize("longest", [0, 3, 12])
@pytest.mark.parametrize("seed", range(20))
def test_calls_nest_as_on_a_stack(seed: int, longest: int, tmp_path: Path) -> None:
    """Among them instants, calls that begin or end together, and calls that outlast the one around them."""
    dice = random.Random(seed)
    events = [
        operator("a", dice.randint(0, 40), dice.choice((0, 1, dice.randint(0, longest))), tid=tid) for tid in (1, 2) for _ in range(30)
    ]
    trace = read_trace(written(tmp_path, events))
    rows = np.arange(len(trace.slices))
    parents, depths = nesting(trace, rows, bleed_ns := 2000)
    for track in (0, 1):
        own = np.flatnonzero(trace.slices.track == track)
        spans = list(zip(trace.slices.start_ns[own].tolist(), trace.slices.end_ns[own].tolist(), strict=True))
        expected = by_stack(spans, bleed_ns)
        assert parents[own].tolist() == [own[parent] if parent >= 0 else -1 for parent in expected]
        deep: list[int] = []
        for parent in expected:
            deep.append(0 if parent < 0 else deep[parent] + 1)
        assert depths[own].tolist() == deep
