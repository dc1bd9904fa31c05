"""Download of data sets, with the user's consent: addresses, sizes and checksums."""

import hashlib
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gpuscope.core.errors import UnavailableError
from gpuscope.core.figures import figure
from gpuscope.system.paths import home, private_folder
from gpuscope.workloads.data import cifar

_CHUNK = 1 << 20
"""Bytes per read."""
_TIMEOUT_S = 30.0
"""Seconds to wait for an answer from the server, not for the whole download."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a data set.

    Attributes:
        url: Its address; the last part is the file's name.
        md5: Its checksum, as published.
        size: In bytes.
    """

    url: str
    md5: str
    size: int

    @property
    def name(self) -> str:
        """The file's name."""
        return self.url.rpartition("/")[2]


_MNIST = "https://ossci-datasets.s3.amazonaws.com/mnist/"
PARTS: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        "MNIST": (
            Part(f"{_MNIST}train-images-idx3-ubyte.gz", "f68b3c2dcbeaaa9fbdd348bbdeb94873", 9_912_422),
            Part(f"{_MNIST}train-labels-idx1-ubyte.gz", "d53e105ee54ea40749a09fcbcd1e9432", 28_881),
            Part(f"{_MNIST}t10k-images-idx3-ubyte.gz", "9fb629c4189551a2d022fa330f9573f3", 1_648_877),
            Part(f"{_MNIST}t10k-labels-idx1-ubyte.gz", "ec29112dd5afa0611ce80d1b7f02629c", 4_542),
        ),
        "CIFAR-10": (Part(f"https://www.cs.toronto.edu/~kriz/{cifar.ARCHIVE}", "c32a1d4ab5d03f1284b67883e8d87530", 170_052_171),),
    }
)
"""Files by data set."""


def downloaded(name: str) -> Path:
    """Return the folder of a downloaded data set.

    Raises:
        UnavailableError: It is not downloaded; the message describes the download.
    """
    absent = _absent(name)
    if not absent:
        return _folder(name)
    size, place = figure(float(sum(part.size for part in absent)), "B"), absent[0].url.rpartition("/")[0]
    raise UnavailableError(
        f"{name} is not downloaded yet: {size} from {place} to {_folder(name)}",
        "Confirm it on the command line: gpuscope run … --data download --yes. Or give a folder that has it with --data.",
    )


def download(name: str, say: Callable[[str], None]) -> None:
    """Download the missing files of a data set.

    Args:
        name: A key of :data:`PARTS`.
        say: Called with a line of text before each file.

    Raises:
        UnavailableError: A file cannot be fetched or written, or its checksum differs.
    """
    folder = private_folder(_folder(name))
    for part in _absent(name):
        say(f"{part.url}, {figure(float(part.size), 'B')}, to {folder}")
        partial = folder / f"{part.name}.part"
        try:
            if _fetched(part, partial) != part.md5:
                raise UnavailableError(f"{part.url} is not the file that it should be", "Try again later, or get it from elsewhere.")
            partial.replace(folder / part.name)
        except OSError as error:  # what urllib raises too
            raise UnavailableError(f"{part.url} cannot be fetched: {error}", "Check the network and the free disk space.") from None
        finally:
            partial.unlink(missing_ok=True)


def _fetched(part: Part, path: Path) -> str:
    """Download a file, at most one byte more than its published size, and return its checksum."""
    digest, left = hashlib.md5(usedforsecurity=False), part.size + 1
    with urllib.request.urlopen(part.url, timeout=_TIMEOUT_S) as answer, open(path, "wb") as file:
        while left > 0 and (data := answer.read(min(_CHUNK, left))):
            left -= len(data)
            digest.update(data)
            file.write(data)
    return digest.hexdigest()


def _folder(name: str) -> Path:
    return home() / "data" / name.lower()


def _absent(name: str) -> list[Part]:
    return [part for part in PARTS[name] if not (_folder(name) / part.name).is_file()]
