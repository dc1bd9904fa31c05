"""A GIF decodes to the frames that were encoded; the decoder here is written from the standard."""

import struct
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuscope.reports.gif import Frame, gif_pieces, lzw

DARK, LIGHT, BLUE, RED = (21, 26, 33), (231, 236, 242), (90, 169, 255), (255, 128, 120)


def unpacked(data: bytes) -> bytes:
    """Decode 8-bit LZW (GIF89a, appendix F)."""
    clear, end = 256, 257
    table: dict[int, bytes] = {}
    out, width, held, bits = bytearray(), 9, 0, 0
    before = b""
    for byte in data:
        held |= byte << bits
        bits += 8
        while bits >= width:
            code = held & ((1 << width) - 1)
            held, bits = held >> width, bits - width
            if code == end:
                return bytes(out)
            if code == clear:
                table, width, before = {number: bytes([number]) for number in range(256)}, 9, b""
                continue
            entry = table[code] if code in table else before + before[:1]
            number = len(table) + 2
            if before and number < 4096:
                table[number] = before + entry[:1]
                number += 1
            if number == 1 << width and width < 12:
                width += 1
            out += entry
            before = entry
    raise AssertionError("no end")


def frames_of(data: bytes) -> Iterator[tuple[int, Frame]]:
    """Yield each frame as displayed, with its delay in hundredths of a second."""
    width, height, flags = struct.unpack("<HHB", data[6:11])
    assert (data[:6], flags) == (b"GIF89a", 0xF7)
    palette = np.frombuffer(data[13 : 13 + 768], np.uint8).reshape(256, 3)
    shown = np.zeros((height, width, 3), np.uint8)
    at, delay = 13 + 768, 0
    while data[at : at + 1] != b";":
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delay = struct.unpack("<H", data[at + 4 : at + 6])[0]
                assert data[at + 6] == 255
            at += 2
            while data[at]:
                at += 1 + data[at]
            at += 1
            continue
        left, top, wide, high = struct.unpack("<HHHH", data[at + 1 : at + 9])
        at, packed = at + 11, b""
        while data[at]:
            packed += data[at + 1 : at + 1 + data[at]]
            at += 1 + data[at]
        at += 1
        indices = np.frombuffer(unpacked(packed), np.uint8).reshape(high, wide)
        part = shown[top : top + high, left : left + wide]
        part[indices != 255] = palette[indices[indices != 255]]
        yield delay, shown.copy()


def pictures(count: int = 12) -> list[Frame]:
    """Return frames with bars that grow on a dark background."""
    made = []
    for number in range(count):
        frame: NDArray[np.uint8] = np.full((40, 120, 3), DARK, np.uint8)
        frame[4:10, 4:20] = LIGHT
        frame[20:30, 4 : 8 + 9 * number] = BLUE
        frame[32:34, 4 : 8 + 5 * number] = RED
        made.append(frame)
    return made


@pytest.mark.parametrize("seed", range(12))
def test_compression_loses_nothing(seed: int) -> None:
    """Noise fills the code table again and again; long runs use the fast path."""
    random = np.random.default_rng(seed)
    colours, size = int(random.integers(1, 255)), int(random.integers(1, 60_000))
    pixels = random.integers(0, colours, size)
    if seed % 2:
        pixels = np.repeat(pixels, random.integers(1, 300, size))[:200_000]
    packed = pixels.astype(np.uint8)
    assert unpacked(lzw(packed)) == packed.tobytes()


def test_a_plain_surface_is_a_few_bytes() -> None:
    assert len(lzw(np.zeros(1280 * 720, np.uint8))) < 2000


def test_every_frame_is_there_exactly() -> None:
    made = pictures()
    read = list(frames_of(b"".join(gif_pieces(made, [made[0], made[-1]], 0.05, 2.0))))
    assert len(read) == len(made)
    assert all((frame == given).all() for (_, frame), given in zip(read, made, strict=True))
    assert [delay for delay, _ in read] == [5] * 11 + [200]


def test_frames_that_do_not_differ_become_one_that_lasts() -> None:
    first, second = pictures()[0], pictures()[5]
    read = list(frames_of(b"".join(gif_pieces([first, first, first, second, second], [first, second], 0.05, 1.0))))
    assert [delay for delay, _ in read] == [15, 105]


def test_only_what_has_changed_is_told_again() -> None:
    random = np.random.default_rng(0)
    ground = random.integers(0, 2, (200, 300, 1), np.uint8) * np.uint8(200) + np.zeros((1, 1, 3), np.uint8)
    moving = []
    for number in range(20):
        frame = ground.copy()
        frame[10:14, 10 * number : 10 * number + 8] = BLUE
        moving.append(frame)
    alone, whole = (len(b"".join(gif_pieces(some, moving[:2], 0.05, 1.0))) for some in (moving[:1], moving))
    assert whole < 1.5 * alone


def test_colours_beyond_the_palette_become_their_nearest() -> None:
    """Antialiased letters: more shades between the background and each colour than a palette has entries."""
    shares = np.linspace(0.0, 1.0, 120)[:, None]
    shades = np.concatenate([np.array(DARK) * (1 - shares) + np.array(colour) * shares for colour in (LIGHT, BLUE, RED)])
    frame = np.repeat(np.round(shades).astype(np.uint8)[None], 8, axis=0)
    ((_, shown),) = frames_of(b"".join(gif_pieces([frame], [frame], 0.05, 1.0)))
    assert np.abs(shown.astype(int) - frame).max() <= 6
