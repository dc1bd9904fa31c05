"""Frames as an animated GIF (GIF89a): a global palette, and for each frame only the pixels that changed since the previous frame.

Designed for pictures with flat colours: the palette keeps the most frequent colours, and every other colour is mapped to its nearest
one. The compression is the LZW that the format prescribes, but it processes runs of equal pixels instead of single pixels. This yields
the same bytes and makes it fast enough in Python: a frame that hardly changed consists of a few thousand runs.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""Red, green, blue; shape (height, width, 3)."""
Indices = NDArray[np.uint8]
COLOURS = 255
"""Size of the palette; the last index is reserved for pixels that have not changed."""
_UNCHANGED = 255  # the index after the palette's last
_BITS = 6
"""Bits per channel by which colours are distinguished; finer steps are invisible in anti-aliased text."""
_CODE_BITS, _MOST_CODES = 8, 4096
"""GIF89a: 8-bit pixels; codes grow from 9 to 12 bits, and after 4096 codes the table is cleared."""
_BLOCK = 255
"""Maximum size of a data sub-block in bytes: its length is a single byte."""
_HUNDREDTHS = 100
"""Units of a GIF delay per second."""


def gif_pieces(frames: Iterable[Frame], samples: Sequence[Frame], delay_s: float, last_s: float) -> Iterator[bytes]:
    """Yield an animated GIF that loops forever, piece by piece.

    Args:
        frames: At least one, all of one size.
        samples: Frames from whose colours the palette is made.
        delay_s: Duration of a frame in seconds, rounded to hundredths.
        last_s: Duration of the last frame in seconds.
    """
    palette = _palette(samples)
    coder = _Colours(palette)
    before: Indices | None = None
    pending: bytes | None = None  # held back because a frame's delay precedes it, and the last frame's delay differs
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
    """Return the graphic control extension of an image: do not dispose of it, and make unchanged pixels transparent."""
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
    """Return 8-bit pixels in GIF's compression (LZW with codes of 9 to 12 bits, least significant bit first)."""
    starts = np.flatnonzero(np.diff(pixels.astype(np.int16), prepend=-1))
    values = pixels[starts].tolist()
    lengths = np.diff(starts, append=pixels.size).tolist()
    clear, end = 1 << _CODE_BITS, (1 << _CODE_BITS) + 1
    out = bytearray()
    bits = filled = 0
    width, next_code = _CODE_BITS + 1, end + 1
    codes: dict[int, int] = {}
    chains: dict[int, list[int]] = {}  # for each colour, the codes of 1, 2, 3 … equal pixels
    bits, filled = clear, width
    prefix, run = -1, 0  # run: length of the prefix if it consists of equal pixels, else 0

    for value, length in zip(values, lengths, strict=True):
        left = length
        while left:
            if prefix < 0:
                prefix, run = value, 1
                left -= 1
                continue
            if run and (chain := chains.get(value)) is not None and run <= len(chain) and chain[run - 1] == prefix:
                step = min(left, len(chain) - run)  # up to the longest run of this colour that has a code
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
        run = 0  # the next pixel has a different colour
    bits |= prefix << filled
    filled += width
    if next_code == 1 << width and width < 12:
        width += 1
    bits |= end << filled
    filled += width
    out += bits.to_bytes(-(-filled // 8), "little")
    return bytes(out)


def _palette(samples: Sequence[Frame]) -> NDArray[np.uint8]:
    """Return the most frequent colours, one per cell of the colour cube: the most frequent one in it; shape (up to 255, 3)."""
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
    """Maps pixels to their nearest palette colour, cached by the cell of the colour cube that a pixel's colour lies in."""

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
