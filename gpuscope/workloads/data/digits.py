"""The handwritten digits that scikit-learn ships (UCI, Alpaydin and Kaynak 1998): 1,797 images of 8×8 in 17 grey levels."""

import gzip
import zlib
from pathlib import Path

import torch

from gpuscope.core.errors import UnavailableError

_COUNT = 1797
_PIXELS = 64
_WHITE = 16.0


def read_digits(path: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """Read the file: 64 grey levels and the label on each line.

    Returns:
        Images as float32 of shape (n, 1, 8, 8) from 0 to 1, and labels as int64 of shape (n,).

    Raises:
        UnavailableError: It cannot be read or is not what scikit-learn ships.
    """
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            text = file.read()
        numbers = torch.tensor([float(number) for number in text.replace("\n", ",").split(",") if number])
        table = numbers.reshape(_COUNT, _PIXELS + 1)
    except (OSError, EOFError, zlib.error, ValueError, RuntimeError) as error:
        raise UnavailableError(f"{path} cannot be read: {str(error).partition(chr(10))[0]}", "Install scikit-learn again.") from None
    return (table[:, :_PIXELS] / _WHITE).reshape(-1, 1, 8, 8), table[:, _PIXELS].long()
