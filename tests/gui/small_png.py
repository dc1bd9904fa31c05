"""Saves pictures of the window as PNG files with a palette, a third of the size of those in true colour."""

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

_COLOURS, _COMMON = 256, 208
"""Colours of a palette, and how many of them are the most common ones; the others are chosen far from all chosen before."""


def save(picture: QImage, file: Path) -> None:
    """Save a picture in the 256 colours that represent it best, each pixel in the nearest of them.

    Most pixels of a window are in the few colours of its theme, and hundreds of shades smooth the edges of letters: there is no difference
    to see. Qt itself would choose from a fixed palette.
    """
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)[:, : plain.width()]
    colours, place, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    parts = np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)], axis=1).astype(np.int64)
    chosen = np.argsort(counts)[::-1][:_COMMON].tolist()
    distance = np.min([_distances(parts, parts[one]) for one in chosen], axis=0)
    while len(chosen) < min(_COLOURS, len(colours)):
        chosen.append(int(np.argmax(distance)))
        distance = np.minimum(distance, _distances(parts, parts[chosen[-1]]))
    nearest = np.argmin([_distances(parts, parts[one]) for one in chosen], axis=0).astype(np.uint8)
    small = QImage(plain.width(), plain.height(), QImage.Format.Format_Indexed8)
    small.setColorTable([int(colours[one]) for one in chosen])
    rows = np.frombuffer(small.bits(), np.uint8).reshape(small.height(), -1)
    rows[:, : small.width()] = nearest[place].reshape(pixels.shape)
    small.save(str(file), quality=0)  # quality 0 gives the smallest file


def _distances(parts: "np.typing.NDArray[np.int64]", one: "np.typing.NDArray[np.int64]") -> "np.typing.NDArray[np.int64]":
    difference = parts - one
    return np.asarray((difference * difference).sum(axis=1))
