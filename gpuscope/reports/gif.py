"""Frames as an animated GIF (GIF89a): one palette for all, of each frame only what has changed since the one before.

Written for pictures of flat colours: the palette keeps the colours that most pixels have, and every other one is its nearest. The
compression is LZW as the format prescribes, over runs of equal pixels instead of single ones, which gives the same bytes and is what makes
it fast enough in Python: a frame that hardly changed is a few thousand runs.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""Red, green, blue; shape (height, width, 3)."""
Indices = NDArray[np.uint8]
COLOURS = 255
"""In the palette; the last index is left for pixels that have not changed."""
_UNCHANGED = 255  # the index after the palette's last
_BITS = 6
"""Of each channel that colours are told apart by: finer steps are not seen in the rim of a letter."""
_CODE_BITS, _MOST_CODES = 8, 4096
"""GIF89a: pixels of 8 bits; codes grow from 9 to 12 bits, 4096 of them, then the table starts again."""
_BLOCK = 255
"""Bytes of a data sub-block: its length is a single byte."""
_HUNDREDTHS = 100
"""GIF's delays are in hundredths of a second."""


def gif_pieces(frames: Iterable[Frame], samples: Sequence[Frame], delay_s: float, last_s: float) -> Iterator[bytes]:
    """Yield an animated GIF that repeats for ever, piece by piece.

    Args:
        frames: At least one, all of one size.
        samples: Frames whose colours make the palette.
        delay_s: How long a frame is shown, rounded to hundredths of a second.
        last_s: How long the last one is shown.
    """
    palette = _palette(samples)
    coder = _Colours(palette)
    before: Indices | None = None
    pending: bytes | None = None  # a frame's delay precedes it, and the last one's differs
    waiting = max(2, round(delay_s * _HUNDREDTHS))
    held = 0
    for frame in frames:
        indices = coder.indices(frame)
        if before is None:
            height, width = indices.shape
            yield _head(width, height, palette)
            pending = _image(indices, 0, 0)
        else:
            changed = indices != before
            if not changed.any():
                held += waiting
                continue
            assert pending is not None
            yield _control(waiting + held) + pending
            held = 0
            top, bottom, left, right = _bounds(changed)
            part = np.where(changed, indices, _UNCHANGED)[top:bottom, left:right]
            pending = _image(part.astype(np.uint8), left, top)
        before = indices
    assert pending is not None
    yield _control(held + max(waiting, round(last_s * _HUNDREDTHS))) + pending + b";"


def _head(width: int, height: int, palette: NDArray[np.uint8]) -> bytes:
    table = np.zeros((256, 3), np.uint8)
    table[: len(palette)] = palette
    repeats = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + table.tobytes() + repeats


def _control(delay: int) -> bytes:
    """Return what stands before an image: left in place afterwards, unchanged pixels transparent."""
    return b"!\xf9\x04" + struct.pack("<BHBB", 0b00000101, min(delay, 0xFFFF), _UNCHANGED, 0)


def _image(indices: Indices, left: int, top: int) -> bytes:
    height, width = indices.shape
    data = lzw(indices.ravel())
    blocks = b"".join(bytes((len(part),)) + part for part in (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK)))
    return b"," + struct.pack("<HHHHB", left, top, width, height, 0) + bytes((_CODE_BITS,)) + blocks + b"\0"


def _bounds(changed: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def lzw(pixels: Indices) -> bytes:
    """Return pixels of 8 bits compressed as GIF has it (LZW with codes of 9 to 12 bits, the lowest bit first)."""
    starts = np.flatnonzero(np.diff(pixels.astype(np.int16), prepend=-1))
    values = pixels[starts].tolist()
    lengths = np.diff(starts, append=pixels.size).tolist()
    clear, end = 1 << _CODE_BITS, (1 << _CODE_BITS) + 1
    out = bytearray()
    bits = filled = 0
    width, next_code = _CODE_BITS + 1, end + 1
    codes: dict[int, int] = {}
    chains: dict[int, list[int]] = {}  # of each colour the codes of 1, 2, 3 … equal pixels
    bits, filled = clear, width
    prefix, run = -1, 0  # run: how many equal pixels the prefix is, 0 where it is none such

    for value, length in zip(values, lengths, strict=True):
        left = length
        while left:
            if prefix < 0:
                prefix, run = value, 1
                left -= 1
                continue
            if run and (chain := chains.get(value)) is not None and run <= len(chain) and chain[run - 1] == prefix:
                step = min(left, len(chain) - run)  # as far as codes of such runs are known
                if step:
                    run += step
                    prefix = chain[run - 1]
                    left -= step
                    continue
            key = prefix << 8 | value
            known = codes.get(key)
            if known is not None:
                prefix, run = known, 0
                left -= 1
                continue
            bits |= prefix << filled
            filled += width
            if next_code < _MOST_CODES:
                codes[key] = next_code
                if run:
                    chain = chains.setdefault(value, [value])
                    if chain[-1] == prefix and len(chain) == run:
                        chain.append(next_code)
                if next_code == 1 << width and width < 12:
                    width += 1
                next_code += 1
            else:
                bits |= clear << filled
                filled += width
                width, next_code = _CODE_BITS + 1, end + 1
                codes.clear()
                chains.clear()
            prefix, run = value, 1
            left -= 1
            if filled >= 64:
                whole = filled // 8
                out += (bits & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
                bits >>= 8 * whole
                filled -= 8 * whole
        run = 0  # the next pixel is of another colour
    bits |= prefix << filled
    filled += width
    if next_code == 1 << width and width < 12:
        width += 1
    bits |= end << filled
    filled += width
    out += bits.to_bytes(-(-filled // 8), "little")
    return bytes(out)


def _palette(samples: Sequence[Frame]) -> NDArray[np.uint8]:
    """Return the colours of most pixels: one of each cell of colours, the most frequent of it; shape (up to 255, 3)."""
    pixels = np.concatenate([_packed(sample).ravel() for sample in samples])
    colours, counts = np.unique(pixels, return_counts=True)
    order = np.argsort(counts, kind="stable")[::-1]
    colours = colours[order]
    _, firsts = np.unique(_cells(colours), return_index=True)
    chosen = colours[np.sort(firsts)[:COLOURS]]
    return np.stack([chosen >> 16, chosen >> 8 & 255, chosen & 255], axis=1).astype(np.uint8)


def _packed(frame: Frame) -> NDArray[np.int32]:
    wide = frame.astype(np.int32)
    return np.asarray(wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2])


def _cells(packed: NDArray[np.int32]) -> NDArray[np.int32]:
    drop, mask = 8 - _BITS, (1 << _BITS) - 1
    red, green, blue = (packed >> 16 + drop) & mask, (packed >> 8 + drop) & mask, (packed >> drop) & mask
    return np.asarray(red << 2 * _BITS | green << _BITS | blue)


class _Colours:
    """Finds the nearest colour of a palette for each pixel; remembers it by the cell that the pixel's colour lies in."""

    def __init__(self, palette: NDArray[np.uint8]) -> None:
        self._palette = palette.astype(np.int32)
        self._nearest = np.full(1 << 3 * _BITS, -1, np.int16)

    def indices(self, frame: Frame) -> Indices:
        cells = _cells(_packed(frame))
        indices = self._nearest[cells]
        unknown = np.unique(cells[indices < 0])
        if unknown.size:
            half, mask = 1 << 7 - _BITS, (1 << _BITS) - 1
            parts = [unknown >> 2 * _BITS & mask, unknown >> _BITS & mask, unknown & mask]
            colours = np.stack(parts, axis=1) * (1 << 8 - _BITS) + half
            distances = ((colours[:, None, :] - self._palette[None, :, :]) ** 2).sum(axis=2)
            self._nearest[unknown] = distances.argmin(axis=1)
            indices = self._nearest[cells]
        return indices.astype(np.uint8)
