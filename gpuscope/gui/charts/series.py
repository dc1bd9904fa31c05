"""One curve's values, thinned to the extremes of blocks, so that a long series is drawn as fast as a short one."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int32]

_FIRST_DEPTH = 3
"""Thinnings below it are made on the fly of the part that is drawn; this one and deeper ones are kept."""
_EMPTY: Floats = np.empty(0)


class Series:
    """Values over an axis that never goes back.

    A thinning of depth d keeps of each block of 2^(d+1) samples the lowest and the highest, at their own places and in their order.
    Blocks are counted from the first sample, so that a scrolling curve does not shimmer.

    Attributes:
        x: Places, ascending.
        y: Values; NaN and infinity count as none when it is drawn.
    """

    def __init__(self) -> None:
        self.x: Floats = _EMPTY
        self.y: Floats = _EMPTY
        self._levels: list[_Level] = []

    def set(self, x: Floats, y: Floats) -> bool:
        """Set the current series; keep references to the arrays, whose values never change, without copying.

        Returns:
            Whether it has changed. When it is longer, its ends tell whether it has grown or is another one: a change amid the samples
            that it had is not seen then.
        """
        size = min(len(x), len(y))
        x, y = np.asarray(x[:size], np.float64), np.asarray(y[:size], np.float64)
        if size == len(self.x):
            changed = not (_is_same(x, self.x) and _is_same(y, self.y))
            forgotten = changed
        else:
            changed, forgotten = True, not self._grows_into(x, y)
        if forgotten:
            self._levels = []
        self.x, self.y = x, y
        return changed

    def part(self, start: float, end: float, columns: int) -> tuple[Floats, Floats]:
        """Return the points to draw between two places, with a point beyond each end.

        Args:
            start: Left end.
            end: Right end.
            columns: How many columns of pixels there are; about two points a column come back.

        Returns:
            Places and values, of which some may be NaN or infinite; copies: what is drawn may stay while the series has moved on.
        """
        first, last = self.x.searchsorted((start, end))
        low, high = max(0, int(first) - 1), min(len(self.x), int(last) + 1)
        depth = 0
        while (high - low) >> depth > 2 * max(1, columns):
            depth += 1
        if depth == 0:
            return self.x[low:high].copy(), self.y[low:high].copy()
        chosen = self._thinned(low, high, depth)
        return self.x.take(chosen), self.y.take(chosen)

    def index_at(self, place: float) -> int | None:
        """Return the index of the sample nearest to a place; None off the series' ends by more than the spacing there."""
        x = self.x
        if not len(x):
            return None
        after = int(x.searchsorted(place))
        if 0 < after < len(x):
            return after if x[after] - place < place - x[after - 1] else after - 1
        edge, beside = (0, min(1, len(x) - 1)) if after == 0 else (len(x) - 1, max(0, len(x) - 2))
        return edge if abs(place - x[edge]) <= abs(x[edge] - x[beside]) else None

    def unknown_from(self) -> float | None:
        """Return where the values begin that are not finite and last to the series' end; None when it ends with a finite one."""
        if not len(self.y) or np.isfinite(self.y[-1]):
            return None
        known = np.flatnonzero(np.isfinite(self.y))
        return float(self.x[known[-1] + 1 if len(known) else 0])

    def _grows_into(self, x: Floats, y: Floats) -> bool:
        size = len(self.x)
        if not 0 < size < len(x) or x[0] != self.x[0] or x[size - 1] != self.x[-1]:
            return False
        return bool(y[size - 1] == self.y[-1] or (np.isnan(y[size - 1]) and np.isnan(self.y[-1])))

    def _thinned(self, low: int, high: int, depth: int) -> Indices:
        block = 2 << depth
        low -= low % block
        if depth < _FIRST_DEPTH:
            whole = high - (high - low) % block
            return np.concatenate((_extremes(np.arange(low, whole, dtype=np.int32), self.y, block), np.arange(whole, high, dtype=np.int32)))
        level = self._level(depth)
        whole = min(level.taken, high - high % block + block)
        kept = level.indices[2 * low // block : 2 * whole // block]
        return np.concatenate((kept, np.arange(max(low, level.taken), high, dtype=np.int32)))

    def _level(self, depth: int) -> "_Level":
        while len(self._levels) <= depth - _FIRST_DEPTH:
            self._levels.append(_Level(2 << (len(self._levels) + _FIRST_DEPTH)))
        below: _Level | None = None
        for level in self._levels[: depth - _FIRST_DEPTH + 1]:
            level.extend(self.y, below)
            below = level
        assert below is not None
        return below


def _is_same(values: Floats, other: Floats) -> bool:
    """Return whether two arrays of one length are the same part of one memory, or hold the same bits: NaN is NaN."""
    if values.__array_interface__["data"] == other.__array_interface__["data"] and values.strides == other.strides:
        return True
    return bool(np.array_equal(values.view(np.int64), other.view(np.int64)))


class _Level:
    """The indices of the samples that one thinning keeps: two a block."""

    def __init__(self, block: int) -> None:
        self.block = block
        self.indices: Indices = np.empty(128, dtype=np.int32)
        self.taken = 0
        """Samples of the series that are in it."""

    def extend(self, y: Floats, below: "_Level | None") -> None:
        """Add the blocks completed since, from the level below if there is one."""
        available = below.taken if below else len(y)
        end = available - available % self.block
        if end <= self.taken:
            return
        if below:
            candidates = below.indices[2 * self.taken // below.block : 2 * end // below.block]
            new = _extremes(candidates, y, 4)
        else:
            new = _extremes(np.arange(self.taken, end, dtype=np.int32), y, self.block)
        size = 2 * self.taken // self.block
        if size + len(new) > len(self.indices):
            self.indices = np.resize(self.indices, max(size + len(new), 2 * size))
        self.indices[size : size + len(new)] = new
        self.taken = end


def _extremes(indices: Indices, y: Floats, block: int) -> Indices:
    """Return of each block of indices those of the lowest and the highest value, in their order."""
    blocks = indices.reshape(-1, block)
    values = y[blocks]
    finite = np.isfinite(values)
    lowest = np.where(finite, values, np.inf).argmin(axis=1)
    highest = np.where(finite, values, -np.inf).argmax(axis=1)
    rows = np.arange(len(blocks))
    kept = np.empty((len(blocks), 2), dtype=np.int32)
    kept[:, 0] = blocks[rows, np.minimum(lowest, highest)]
    kept[:, 1] = blocks[rows, np.maximum(lowest, highest)]
    return kept.reshape(-1)
